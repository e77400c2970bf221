"""The map of the desk: its picture, where its hexes lie, and what the owner painted on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.desk.sheets import HEXES, HEXSIDES, LINES, Source
from assistant.words.names import ground_in
from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import MapLayout, layout_map
from builder.drawing.map.palette import palette_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.words import readable
from builder.drawing.pixels import PixelCanvas
from builder.game.definition import Feature
from builder.game.model import Game
from builder.game.owned import NOTHING
from builder.module.art import png

MAP_WIDTH = 2_400


def map_picture(game: Game, language: str) -> bytes:
    """The map in a language as PNG, at most so wide that a browser moves it at once."""
    layout = layout_map(game)
    paper = palette_of(map_drawing(game).palette).sheet
    canvas = PixelCanvas(
        layout.width, layout.height, _scale(layout), background=paper, supersample=1
    )
    draw_map(canvas, game, layout, language)
    return png(canvas.picture())


def map_told(source: Source, game: Game) -> dict[str, Any]:
    """Where hexes lie on that picture, what can be painted, and what is painted."""
    layout = layout_map(game)
    scale = _scale(layout)
    pixels, board = layout.pixels, game.board

    def at(x: float, y: float) -> tuple[float, float]:
        return round(x * scale, 1), round(y * scale, 1)

    middle = next(iter(game.grid.places))
    mx, my = pixels.centre(middle)
    definition = source.game.definition
    own = {name: source.typed(name) for name in (HEXES, HEXSIDES)}
    sides = (
        {
            " ".join(key): text
            for key, _, cells in source.sheets[HEXSIDES].rows
            if (text := own[HEXSIDES].get((key, "features"), cells["features"])) != NOTHING
        }
        if HEXSIDES in source.sheets
        else {}
    )
    sides |= {
        " ".join(key): text
        for (key, column), text in own[HEXSIDES].items()
        if column == "features" and text != NOTHING
    }
    return {
        "size": (round(layout.width * scale), round(layout.height * scale)),
        "hexes": [[name, *at(*pixels.centre(name))] for name in game.grid.places],
        "corners": [at(x - mx, y - my) for x, y in pixels.corners(middle)],
        "near": {name: list(near.values()) for name, near in game.grid.around.items()},
        "terrain": _named({"clear": Feature(name="Clear"), **definition.terrain}),
        "hexside": _named({k: f for k, f in definition.hexside.items() if not f.directed}),
        "line": _named(definition.line),
        "names": ground_in(game),
        "words": {name: " ".join(sorted(words)) for name, words in board.terrain.items() if words},
        "sides": sides,
        "lines": [list(step) for step, _ in source.typed(LINES)],
        "own": {
            "hexes": sorted(key[0] for key, column in own[HEXES] if column == "terrain"),
            "sides": sorted(" ".join(key) for key, column in own[HEXSIDES] if column == "features"),
        },
    }


def _scale(layout: MapLayout) -> float:
    return min(1.0, MAP_WIDTH / layout.width)


def _named(features: Mapping[str, Feature]) -> list[tuple[str, str, bool]]:
    return [
        (name, feature.name or readable(name), feature.area) for name, feature in features.items()
    ]
