"""At-start stacks and decks."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


class SetupStack(Component, tag="VASSAL.build.module.map.SetupStack", holds="PieceSlot"):
    """Pieces that stand on the map when a new game starts."""

    name: str | None = a.optional()
    owning_board: str | None = a.optional()
    use_grid_location: bool = a.flag(False)
    location: str | None = a.optional()
    x: int = a.whole(100)
    y: int = a.whole(100)


class DrawPile(
    Component,
    tag="VASSAL.build.module.map.DrawPile",
    holds="DeckSubFolder CardSlot DeckGlobalKeyCommand DeckSortKeyCommand "
    "DeckSendKeyCommand PieceSlot",
):
    """A deck; its children are the cards, the first one lowest."""

    name: str | None = a.optional()
    description: str | None = a.optional()
    owning_board: str | None = a.optional()
    x: int = a.whole(100)
    y: int = a.whole(100)
    width: int = a.whole(40)
    height: int = a.whole(40)
    allow_multiple: bool = a.flag(True)
    draw_multiple_message: str = a.text("Draw multiple cards")
    allow_select: bool = a.flag(True)
    draw_specific_message: str = a.text("Draw specific cards")
    select_display_property: str = a.text("$BasicName$")
    select_sort_property: str = a.text()
    face_down: str = a.choice("Always", "Never", "Via right-click Menu", "MenuDefaultUp")
    face_flip_hotkey: KeyStroke | None = a.key()
    face_up_message: str = a.text("Face up")
    face_up_hotkey: KeyStroke | None = a.key()
    face_up_report_format: str = a.message()
    face_down_message: str = a.text("Face down")
    face_down_hotkey: KeyStroke | None = a.key()
    face_down_format: str = a.message()
    draw_face_up: bool = a.flag(False)
    shuffle: str = a.choice("Always", "Never", "Via right-click Menu")
    shuffle_command: str = a.text("Shuffle")
    shuffle_format: str = a.message()
    shuffle_hotkey: KeyStroke | None = a.key()
    reversible: bool = a.flag(True)
    reverse_command: str = a.text("Reverse")
    reverse_format: str = a.message()
    reverse_hotkey: KeyStroke | None = a.key()
    draw: bool = a.flag(False)
    color: Colour | None = a.colour("0,0,0")
    hotkey_on_empty: bool = a.flag(False)
    empty_hotkey: KeyStroke | None = a.key()
    reshufflable: bool = a.flag(False)
    reshuffle_command: str = a.text()
    reshuffle_message: str = a.message()
    reshuffle_hotkey: KeyStroke | None = a.key()
    reshuffle_target: str = a.text()
    can_save: bool = a.flag(False)
    save_message: str = a.text("Save Deck")
    save_hotkey: KeyStroke | None = a.key()
    save_report_format: str = a.message("Deck Saved")
    load_message: str = a.text("Load Deck")
    load_hotkey: KeyStroke | None = a.key()
    load_report_format: str = a.message("Deck Loaded")
    max_stack: int = a.whole(10)
    expression_counting: bool = a.flag(False)
    count_expressions: tuple[str, ...] = a.strings()
    restrict_option: bool = a.flag(False)
    restrict_expression: str = a.expression()
    deck_restrict_access: bool = a.flag(False)
    deck_owners: tuple[str, ...] = a.strings()


class DeckSubFolder(
    Component,
    tag="VASSAL.build.module.folder.DeckSubFolder",
    holds="DeckSubFolder CardSlot DeckGlobalKeyCommand DeckSortKeyCommand "
    "DeckSendKeyCommand PieceSlot",
):
    """Keeps a deck's cards together in the editor."""

    name: str | None = a.optional()
    desc: str = a.text()


class DeckGlobalKeyCommand(Component, tag="VASSAL.build.module.map.DeckGlobalKeyCommand"):
    """An entry of the deck's menu that sends a key to its cards."""

    name: str = a.text()
    hotkey: KeyStroke | None = a.key()
    target: str = a.text("DECK|false|MAP|||||0|0||false|||EQUALS||")
    filter: str = a.expression()
    deck_count: str = a.text("-1")
    report_format: str = a.message()
    report_single: bool = a.flag(True)
    suppress_sounds: bool = a.flag(False)
    parameters: str | None = a.optional()


class DeckSortKeyCommand(Component, tag="VASSAL.build.module.map.deck.DeckSortKeyCommand"):
    """An entry of the deck's menu that sorts it."""

    description: str = a.text()
    menu_text: str | None = a.optional()
    hotkey: KeyStroke | None = a.key()
    report_format: str = a.message()
    sort_parameters: str | None = a.optional()


class DeckSendKeyCommand(Component, tag="VASSAL.build.module.map.deck.DeckSendKeyCommand"):
    """An entry of the deck's menu that sends cards to another deck."""

    description: str = a.text()
    menu_text: str | None = a.optional()
    hotkey: KeyStroke | None = a.key()
    report_format: str = a.message()
    variable_deck: bool = a.flag(False)
    target_deck: str = a.text()
    deck_expression: str = a.expression("{}")
    send_matching: bool = a.flag(False)
    match_expression: str = a.expression("{}")
    limit_total: bool = a.flag(False)
    limit_expression: str = a.expression("{}")
    stop: bool = a.flag(False)
    stop_expression: str = a.expression("{}")
    stop_also: bool = a.flag(False)
    apply_on_move: bool = a.flag(False)
