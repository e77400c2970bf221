"""The first view of a game: the middle of its front, for each scenario its own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from builder.game.carriers import MAIN_MAP
from builder.game.model import Game, Scenario
from builder.module.table import Table
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes import play
from builder.vassal.keystroke import KeyStroke

_FACING = 4
"""One unit in so many is taken as the front: those nearest to an enemy."""

_KEY = KeyStroke.named("OpeningView")
_X, _Y = "OpeningX", "OpeningY"


def front(game: Game, table: Table, scenario: Scenario) -> tuple[int, int] | None:
    """The point of the sheet in pixels that a scenario opens on: the unit in the midst of those
    nearest to an enemy; without an enemy the unit in the midst of all. None without units on
    hexes."""
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
    facing = points
    if np.isfinite(nearest).any():
        order = np.argsort(nearest, kind="stable")
        facing = points[order[: max(1, len(points) // _FACING)]]
    middle = np.median(facing, axis=0)
    x, y = facing[int(np.linalg.norm(facing - middle, axis=1).argmin())]
    return round(x), round(y)


def opening_values(game: Game, table: Table, scenario: Scenario | None) -> dict[str, str]:
    """The module's properties that say where a scenario opens; empty without units on hexes."""
    point = None if scenario is None else front(game, table, scenario)
    return {} if point is None else {_X: str(point[0]), _Y: str(point[1])}


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
            x_pos=f"${_X}$",
            y_pos=f"${_Y}$",
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
