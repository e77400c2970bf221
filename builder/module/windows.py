"""The windows beside the map as components: their sheets, what lies in them, their buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.module import keys
from builder.module.decks import Decks
from builder.module.table import MAP_NAME
from builder.module.trays import Window
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes import cards as recipes
from builder.vassal.buildfile.recipes import maps


def window_map(decks: Decks, window: Window, parts: Sequence[Component] = ()) -> c.MapWindow:
    """A window as a map with its zones, `parts` and buttons."""
    side = window.settings.side
    tray = window.tray
    return recipes.tray_window(
        window.name,
        _board(window),
        text=tray.title,
        side=decks.game.sides[side].name if side else "",
        hand=bool(window.settings.hand),
        counter=decks.table.counter,
        parts=[*parts, *_buttons(decks, window)],
    )


def _board(window: Window) -> c.Board:
    tray = window.tray
    zones = [
        maps.box_zone(
            box.id.removeprefix("box:"), (box.x, box.y, box.width, box.height), called=box.name
        )
        for box in tray.boxes
    ]
    whole = (0, 0, tray.width, tray.height)
    zones.append(maps.box_zone(window.settings.id, whole, called=tray.title))
    return maps.zoned_board(window.name, window.image, zones)


def _buttons(decks: Decks, window: Window) -> Iterator[Component]:
    boxes = {box.id.removeprefix("box:") for box in window.tray.boxes}
    for deck in decks.settings.deck:
        for side, hand in deck.hands.items():
            if hand == window.settings.id or hand in boxes:
                yield from decks.draw_buttons(deck, side)
        if decks.table.map_of(deck.place)[0] == window.name and decks.refilled(deck):
            yield from decks.refill_buttons(deck)
    for exchange in decks.settings.exchange:
        goal = decks.by_id[exchange.deck]
        if decks.table.map_of(goal.place)[0] == window.name:
            yield decks.exchange_button(exchange)
    if window.settings.side and window.settings.box:
        yield _gathering(window)


def _gathering(window: Window) -> c.MassKeyCommand:
    """A button that brings back what belongs into the window and lies open on the map."""
    return c.MassKeyCommand(
        name=f"gather-{window.settings.id}",
        button_text="Take back",
        tooltip="Take back what lies open on the map",
        hotkey=keys.HOME,
        single_map=False,
        filter=f'{{Home=="{window.settings.id}" && CurrentMap=="{MAP_NAME}" && DeckName==""}}',
        deck_count="0",
    )
