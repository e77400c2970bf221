"""Toolbar buttons, inventory and notes."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.components.gated import Gated
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke


class DoActionButton(Gated, tag="VASSAL.build.module.DoActionButton"):
    """A toolbar button that reports, plays a sound and sends keys."""

    name: str = a.text("Action Button")
    text: str = a.message("Action Button")
    tooltip: str = a.text("Action Button")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    do_report: bool = a.flag(False)
    report_format: str = a.message()
    do_sound: bool = a.flag(False)
    sound_clip: str = a.text()
    do_hotkey: bool = a.flag(False)
    hotkeys: tuple[KeyStroke, ...] = a.keys()
    do_loop: bool = a.flag(False)
    loop_type: str = a.text("counted")
    loop_count: str = a.text("1")
    while_expression: str = a.expression()
    until_expression: str = a.expression()
    pre_loop_key: KeyStroke | None = a.key()
    post_loop_key: KeyStroke | None = a.key()
    index: bool = a.flag(False)
    index_property: str = a.text()
    index_start: int = a.whole(1)
    index_step: int = a.whole(1)


class GlobalKeyCommand(Gated, tag="VASSAL.build.module.GlobalKeyCommand"):
    """A toolbar button that sends a key to matching pieces on all maps."""

    name: str = a.text("Do The Thing")
    button_text: str = a.message("Do The Thing")
    tooltip: str = a.text("Do The Thing")
    icon: str | None = a.optional_image()
    button_hotkey: KeyStroke | None = a.key()
    hotkey: KeyStroke | None = a.key()
    single_map: bool = a.flag(True)
    target: str = a.text("MODULE|false|MAP|||||0|0||false|||EQUALS||")
    filter: str = a.expression()
    deck_count: str = a.text("-1")
    report_single: bool = a.flag(False)
    suppress_sounds: bool = a.flag(False)
    report_format: str = a.message()
    parameters: str | None = a.optional()
    condition: str | None = a.optional()
    prop_value: str | None = a.optional()
    property_: str | None = a.optional()
    names: str | None = a.optional()


class MassKeyCommand(GlobalKeyCommand, tag="VASSAL.build.module.map.MassKeyCommand"):
    """A toolbar button that sends a key to matching pieces of one map."""

    target: str = a.text("MAP|false|MAP|||||0|0||false|||EQUALS||")


class StartupGlobalKeyCommand(GlobalKeyCommand, tag="VASSAL.build.module.StartupGlobalKeyCommand"):
    """A global key command sent by itself when a game or session begins."""

    when_to_apply: str = a.choice(
        "firstLaunchOfSession",
        "everyLaunchOfSession",
        "startOfGameOnly",
        "sideChange",
        default="everyLaunchOfSession",
    )
    hotkey_or_key_command: str = a.choice("sendKeyCommand", "sendHotkey")
    global_hotkey: KeyStroke | None = a.key()
    button_text: str = a.message()
    tooltip: str = a.text()


class MultiActionButton(Gated, tag="VASSAL.build.module.MultiActionButton"):
    """Presses other buttons one after the other."""

    description: str = a.text("Menu")
    text: str = a.message("Multi-Action Button")
    tooltip: str = a.text("Multi-Action Button")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    menu_items: tuple[str, ...] = a.strings()


class ToolbarMenu(Gated, tag="VASSAL.build.module.ToolbarMenu"):
    """Gathers other buttons in a menu."""

    description: str = a.text("Menu")
    text: str = a.message("Menu")
    tooltip: str = a.text("Display menu options")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    menu_items: tuple[str, ...] = a.strings()


class Inventory(Gated, tag="VASSAL.build.module.Inventory"):
    """A tree of the pieces in play, by the values of some properties."""

    name: str = a.text("Inventory")
    text: str = a.message("Inventory")
    tooltip: str = a.text("Show inventory of all pieces")
    icon: str = a.image("/images/inventory.gif")
    hotkey: KeyStroke | None = a.key()
    include: str = a.expression()
    group_by: tuple[str, ...] = a.strings()
    non_leaf_format: str = a.message("$PropertyValue$")
    folders_only: bool = a.flag(False)
    leaf_format: str = a.message("$PieceName$")
    sort_pieces: bool = a.flag(True)
    sort_format: str = a.message("$PieceName$")
    sorting: str = a.text("alpha")
    center_on_piece: bool = a.flag(True)
    forward_keystroke: bool = a.flag(True)
    show_menu: bool = a.flag(True)
    draw_pieces: bool = a.flag(True)
    zoom_on: bool = a.flag(False)
    piece_zoom: float = a.real(0.25)
    piece_zoom2: float = a.real(0.33)
    piece_zoom3: float = a.real(0.4)
    sides: tuple[str, ...] = a.strings()
    launch_function: str = a.text("functionHide")
    refresh_hotkey: KeyStroke | None = a.key()


class NotesWindow(Component, tag="VASSAL.build.module.NotesWindow"):
    """Public, private and sealed notes."""

    button_text: str = a.message("Notes")
    tooltip: str = a.text("Notes")
    icon: str = a.image("/images/notes.gif")
    hotkey: KeyStroke | None = a.key()
    can_disable: bool | None = a.optional_flag()
    property_gate: str | None = a.optional()
    hide_when_disabled: bool | None = a.optional_flag()
    disabled_icon: str | None = a.optional_image()
    description: str | None = a.optional()
