"""A window beside the map as a component: its sheet and zones, before anything lies in it."""

from __future__ import annotations

from collections.abc import Iterable

from builder.game.model import Game
from builder.module.table import Table
from builder.module.trays import Window
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes import maps
from builder.vassal.buildfile.recipes.cards import tray_window


def tray_window_of(
    game: Game,
    table: Table,
    window: Window,
    parts: Iterable[Component] = (),
    *,
    what: str = "a counter",
) -> c.MapWindow:
    """A window as a map with its zones and `parts`; `what` stands in reports for what comes in."""
    side = window.settings.side
    return tray_window(
        window.name,
        _board(window),
        text=window.tray.title,
        side=game.sides[side].name if side else "",
        hand=bool(window.settings.hand),
        what=what,
        counter=table.counter,
        parts=parts,
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
