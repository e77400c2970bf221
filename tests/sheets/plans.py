"""The plans of the games' maps at full size on A4, each made once for all tests of a worker."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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
def planned(game_id: str, language: str = "en") -> Planned:
    game, options = load_game(game_id), SheetOptions()
    layout = layout_map(game)
    unit = options.side * ROOM / layout.pixels.width
    drawing = map_drawing_of(game, layout, language, options.words)
    return Planned(game, layout, drawing, unit, map_plan(drawing, unit, options))
