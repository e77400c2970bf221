"""The windows beside the map as components: what lies in them, and their buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.game.carriers import MAIN_MAP
from builder.module import keys
from builder.module.decks import Decks
from builder.module.phrases import say
from builder.module.table import Table, hex_zones
from builder.module.tray_windows import tray_window_of
from builder.module.trays import Window
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes.cards import SOLITAIRE
from builder.vassal.buildfile.recipes.maps import NOT_MASKED


def listed(decks: Decks) -> str:
    """What VASSAL's inventory lists: the game's counters, but not what lies face down in a deck,
    nor open in the window of a side into which the player does not see. What is masked there has
    no name to tell."""
    game, masked = decks.game, f"!({NOT_MASKED})"
    open_ = ("", *(decks.name(deck) for deck in decks.settings.deck if deck.face == "up"))
    shown = "||".join(f'DeckName=="{name}"' for name in open_)
    kinds = ['Counter!=""', f"({shown})"]
    for window in decks.table.windows:
        if window.settings.side:
            seats = (game.sides[window.settings.side].name, SOLITAIRE)
            sees = "||".join(f'PlayerSide=="{seat}"' for seat in seats)
            kinds.append(f'(CurrentMap!="{window.name}"||{sees}||{masked})')
    return "{" + "&&".join(kinds) + "}"


def hides_on_the_map(decks: Decks) -> bool:
    """Whether a deck lies face down on the main map: VASSAL's button that saves the map as text
    names all that is in it."""
    hidden = [deck.place for deck in decks.settings.deck if deck.face == "down"]
    return any(decks.table.map_of(place)[0] == MAIN_MAP for place in hidden)


def window_map(decks: Decks, window: Window, parts: Sequence[Component] = ()) -> c.MapWindow:
    """A window as a map with its zones, `parts` and buttons."""
    inside = [*parts, *_buttons(decks, window)]
    what = say(decks.language, "a card" if window.settings.hand else "a counter")
    return tray_window_of(decks.game, decks.table, window, inside, what=what)


def _buttons(decks: Decks, window: Window) -> Iterator[Component]:
    boxes = {box.id.removeprefix("box:") for box in window.tray.boxes}
    for deck in decks.settings.deck:
        for side, hand in deck.hands.items():
            if hand == window.settings.id or hand in boxes:
                yield from decks.draw_buttons(deck, side)
        if decks.table.map_of(deck.place)[0] == window.name and decks.refilled(deck):
            yield from decks.refill_buttons(deck)
    inside = [d for d in decks.settings.deck if d.spread and window.box(d.spread) is not None]
    yield from decks.put_back_buttons(inside)
    for exchange in decks.settings.exchange:
        goal = decks.by_id[exchange.deck]
        if decks.table.map_of(goal.place)[0] == window.name:
            yield from decks.exchange_buttons(exchange)
    if window.settings.side and window.settings.box:
        yield _gathering(decks.table, window, decks.language)


def _gathering(table: Table, window: Window, language: str) -> c.MassKeyCommand:
    """A button that brings back what belongs into the window and lies open on the map. What was put
    into a hex is in play there, such as a chit that becomes a marker: it stays."""
    there = f'Home=="{window.settings.id}" && CurrentMap=="{MAIN_MAP}" && DeckName==""'
    away = "".join(f' && CurrentZone!="{zone}"' for zone in hex_zones(table))
    filter_ = f"{{{there}{away}}}"
    quoted = filter_.replace('"', '\\"')
    nothing = say(language, "Nothing lies open beside the hexes")
    return c.MassKeyCommand(
        name=f"gather-{window.settings.id}",
        button_text="Take back",
        tooltip="Take back what lies open beside the hexes",
        hotkey=keys.HOME,
        single_map=False,
        filter=filter_,
        deck_count="0",
        report_format=f'{{CountMap("{MAIN_MAP}","{quoted}")>0?"":"{nothing}"}}',
    )
