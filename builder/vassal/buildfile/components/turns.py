"""Turn trackers and clocks."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


class TurnTracker(
    Component,
    tag="VASSAL.build.module.turn.TurnTracker",
    holds="CounterTurnLevel ListTurnLevel TurnGlobalHotkey",
):
    """The turn and its phases."""

    name: str = a.text("Turn")
    description: str | None = a.optional()
    button_text: str = a.text("Turn")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    nexthotkey: KeyStroke | None = a.key()
    prevhotkey: KeyStroke | None = a.key()
    turn_format: str = a.message("$level1$ $level2$ $level3$ $level4$")
    report_format: str = a.message("* &lt;$PlayerId$&gt; Turn Updated from $oldTurn$ to $newTurn$")
    tooltip: str | None = a.optional()
    length_style: str = a.choice("Variable", "Fixed", "Maximum", default="Maximum")
    length: int = a.whole(-1)
    plus_button_size: int = a.whole(22)
    turn_button_height: int = a.whole(22)
    fwd_only: bool = a.flag(False)


class CounterTurnLevel(
    Component,
    tag="VASSAL.build.module.turn.CounterTurnLevel",
    holds="CounterTurnLevel ListTurnLevel",
):
    """A level that counts."""

    name: str | None = a.optional()
    property_: str | None = a.optional()
    turn_format: str = a.message("$value$")
    start: int = a.whole(1)
    incr: int = a.whole(1)
    loop: bool = a.flag(False)
    loop_limit: int = a.whole(-1)


class ListTurnLevel(
    Component, tag="VASSAL.build.module.turn.ListTurnLevel", holds="CounterTurnLevel ListTurnLevel"
):
    """A level that goes through a list."""

    name: str | None = a.optional()
    property_: str | None = a.optional()
    turn_format: str = a.message("$value$")
    list_: tuple[str, ...] = a.strings()
    config_list: bool = a.flag(False)
    config_first: bool = a.flag(False)
    prompt: str | None = a.optional()


class TurnGlobalHotkey(Component, tag="VASSAL.build.module.turn.TurnGlobalHotkey"):
    """A key sent when the turn reaches a place."""

    name: str | None = a.optional()
    hotkey: KeyStroke | None = a.key()
    match: str = a.expression()
    report_format: str = a.message()


class ChessClockControl(Component, tag="VASSAL.build.module.ChessClockControl", holds="ChessClock"):
    """The clocks of a timed game."""

    name: str = a.text("Chess Clock Control")
    description: str | None = a.optional()
    icon: str = a.image("chess_clock.png")
    button_text: str = a.text("Chess Clocks")
    button_tooltip: str = a.text("Tooltip text")
    show_hotkey: KeyStroke | None = a.key()
    next_hotkey: KeyStroke | None = a.key()
    start_opponent_hotkey: KeyStroke | None = a.key()
    pause_hotkey: KeyStroke | None = a.key()
    show_tenths: str = a.choice("Always", "Auto", "Never", default="Auto")
    show_seconds: str = a.choice("Always", "Auto", "Never", default="Auto")
    show_hours: str = a.choice("Always", "Auto", "Never", default="Auto")
    show_days: str = a.choice("Always", "Auto", "Never", default="Auto")
    allow_reset: bool = a.flag(False)


class ChessClock(Component, tag="VASSAL.build.module.chessclockcontrol.ChessClock"):
    """One side's clock."""

    description: str | None = a.optional()
    side: str = a.text("Player")
    button_text: str = a.text("Player")
    icon: str | None = a.optional_image()
    start_hotkey: KeyStroke | None = a.key()
    stop_hotkey: KeyStroke | None = a.key()
    ticking_background_color: Colour | None = a.colour("255,255,0")
    ticking_font_color: Colour | None = a.colour("51,51,51")
    tocking_font_color: Colour | None = a.colour("0,0,0")
    tooltip: str | None = a.optional()
