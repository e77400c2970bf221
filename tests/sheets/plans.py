"""The plans of the games' maps at full size, each made once for all tests."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from builder.drawing.map.layout import MapLayout, layout_map
from builder.game.loader import load_game
from builder.game.model import Game
from builder.sheets.game import ROOM
from builder.sheets.map_parts import map_drawing_of
from builder.sheets.maps import MapDrawing, map_plan
from builder.sheets.options import SheetOptions
from builder.sheets.tiles import Plan


@dataclass(frozen=True)
class Planned:
    """A game's map on its leaves; `unit` is mm of a pixel of its layout."""

    game: Game
    layout: MapLayout
    drawing: MapDrawing
    unit: float
    plan: Plan


@cache
def planned(game_id: str, language: str = "en", paper: str = "a4") -> Planned:
    game, options = load_game(game_id), SheetOptions(paper)
    layout = layout_map(game)
    unit = options.side * ROOM / layout.pixels.width
    drawing = map_drawing_of(game, layout, language, options.words)
    plan = shared(f"{game_id}-{language}-{paper}", lambda: map_plan(drawing, unit, options))
    return Planned(game, layout, drawing, unit, plan)


_TOGETHER: list[Path] = []
"""The folder in which workers leave plans for each other, if there are several."""


def share_in(folder: Path) -> None:
    """Have plans that are made from now on lie in a folder that all workers know."""
    folder.mkdir(exist_ok=True)
    _TOGETHER[:] = [folder]


def shared(name: str, make: Callable[[], Plan]) -> Plan:
    """The plan that another worker has made, or makes just now: that of a large map takes seconds,
    as often as there are workers."""
    try:
        import fcntl
    except ImportError:  # on Windows each makes its own
        return make()
    if not _TOGETHER:
        return make()
    kept = _TOGETHER[0] / f"{name}.plan"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
        plan: Plan = pickle.loads(kept.read_bytes())
        return plan
