"""The first view of a game: the middle of its front, for each scenario its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from builder.game.carriers import MAIN_MAP, OPENING_X, OPENING_Y
from builder.game.model import Game, Scenario
from builder.module.settings import ModuleSettings, first_zoom
from builder.module.table import Table
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes import play
from builder.vassal.keystroke import KeyStroke

_FACING = 4
"""One unit in so many is taken as the front, those nearest to an enemy, and all that stand as near
as the last of them."""
_AS_NEAR = 1.02
"""Hexes that are equally far differ by a pixel or two."""
_VIEW = (1500.0, 650.0)
"""The part of the map that a window shows, in pixels of the screen."""

_KEY = KeyStroke.named("OpeningView")


def front(
    game: Game, table: Table, scenario: Scenario, settings: ModuleSettings
) -> tuple[int, int] | None:
    """The point of the sheet in pixels that a scenario opens on: the unit around which most of
    those are seen that are nearest to an enemy, of both sides, in their midst; without an enemy
    most of all. None without units on hexes. A pocket deep in the enemy's land is seen as few."""
    spots: dict[str, set[tuple[int, int]]] = {}
    for placement in scenario.placements:
        counter = game.counters[placement.counter]
        on_hex = placement.hex in game.grid and table.has(placement.hex)
        if counter.kind == "unit" and on_hex and table.map_of(placement.hex)[0] == MAIN_MAP:
            spots.setdefault(counter.side, set()).add(table.spots(placement.hex, 1)[0])
    if not spots:
        return None
    points = np.array([spot for found in spots.values() for spot in sorted(found)], dtype=float)
    sides = np.array([side for side, found in spots.items() for _ in found])
    apart = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    apart[sides[:, None] == sides[None, :]] = np.inf
    nearest = apart.min(axis=1)
    facing, of = points, sides
    if np.isfinite(nearest).any():
        last = np.sort(nearest)[max(1, len(points) // _FACING) - 1]
        near = nearest <= last * _AS_NEAR
        facing, of = points[near], sides[near]
    reach = np.array(_VIEW) / 2 / first_zoom(settings, table.size[0])
    foes = [side for side, _ in Counter(of.tolist()).most_common(2)]
    of_each, of_all = (
        np.min([_seen(facing, units[whose == side], reach) for side in foes], axis=0)
        for units, whose in ((facing, of), (points, sides))
    )
    away = np.linalg.norm(facing - np.median(facing, axis=0), axis=1)
    x, y = facing[np.lexsort((away, -of_all, -of_each))[0]]
    return round(x), round(y)


def _seen(
    around: NDArray[np.float64], units: NDArray[np.float64], reach: NDArray[np.float64]
) -> NDArray[np.int_]:
    """How many of the units a view around each of these points shows."""
    near = np.abs(around[:, None] - units[None, :]) <= reach
    found: NDArray[np.int_] = near.all(axis=2).sum(axis=1)
    return found


def opening_values(
    game: Game, table: Table, scenario: Scenario | None, settings: ModuleSettings
) -> dict[str, str]:
    """The module's properties that say where a scenario opens; empty without units on hexes."""
    point = None if scenario is None else front(game, table, scenario, settings)
    return {} if point is None else {OPENING_X: str(point[0]), OPENING_Y: str(point[1])}


def opening_properties(values: dict[str, str]) -> Iterator[c.GlobalProperty]:
    """Where the view goes, as the module knows it before a game is loaded."""
    for name, value in values.items():
        yield play.shared_value(name, value)


def opening_button(values: dict[str, str]) -> Iterator[c.MoveCameraButton]:
    """No button to be seen: what moves the view of the main map."""
    if values:
        yield c.MoveCameraButton(
            text="",
            tooltip="",
            icon="",
            hotkey=_KEY,
            move_camera_mode="L",
            x_pos=f"${OPENING_X}$",
            y_pos=f"${OPENING_Y}$",
        )


def opening_key(values: dict[str, str]) -> Iterator[c.StartupGlobalKeyCommand]:
    """What presses it whenever a game is opened."""
    if values:
        yield c.StartupGlobalKeyCommand(
            name="The view opens on the front",
            when_to_apply="everyLaunchOfSession",
            hotkey_or_key_command="sendHotkey",
            global_hotkey=_KEY,
        )
