"""What of a game's map is printed as one field, what by itself, and what is only sea."""

from __future__ import annotations

from collections.abc import Mapping

from builder.drawing.canvas import Canvas
from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import MapLayout, Region, box_name
from builder.drawing.map.vocabulary import water_hexes
from builder.game.model import Game
from builder.sheets.maps import MapDrawing
from builder.sheets.options import Words
from builder.sheets.tiles import Keep, Rect

_RIM = 8.0
"""Round a box or the field, in pixels of a map whose hexes are 80 wide: its frame, whole."""

_FURNITURE = frozenset({"compass", "scale"})


def map_drawing_of(
    game: Game, layout: MapLayout, language: str, words: Words, *, land: bool = False
) -> MapDrawing:
    """The map of a game, in pixels of its layout: the hex field, and the boxes beside it.

    With `land` windows shrink to the hexes that are not all water, and what lies in the sea is
    printed by itself.
    """

    def draw(canvas: Canvas) -> None:
        draw_map(canvas, game, layout, language)

    field = _with_rim(layout, layout.frame)
    apart = [region for region in _panels(layout) if land or not _inside(region, layout.frame)]
    boxes: dict[str, Rect] = {}
    for region in apart:
        boxes[_unused(_name(game, language, words, region), boxes)] = _with_rim(layout, region)
    size = (layout.width, layout.height)
    if land:
        return MapDrawing(draw, size, field, boxes, _dry(game, layout))
    return MapDrawing(draw, size, field, boxes)


def _panels(layout: MapLayout) -> list[Region]:
    """All that is no part of another region, but for the field and its furniture."""
    return [
        region
        for region in layout.regions
        if not region.parent and region.kind != "map" and region.kind not in _FURNITURE
    ]


def _inside(region: Region, frame: Region) -> bool:
    return frame.holds(*region.centre)


def _with_rim(layout: MapLayout, region: Region) -> Rect:
    rim = _RIM * layout.unit
    left, top = max(0.0, region.x - rim), max(0.0, region.y - rim)
    right = min(layout.width, region.x + region.width + rim)
    bottom = min(layout.height, region.y + region.height + rim)
    return left, top, right - left, bottom - top


def _name(game: Game, language: str, words: Words, region: Region) -> str:
    known = {
        "title": words.title,
        "legend": words.legend,
        "phases": words.phases,
        "turn-track": words.turns,
    }
    return known.get(region.kind) or box_name(game, language, region)


def _unused(name: str, taken: Mapping[str, Rect]) -> str:
    """A name of its own for every box: two sides may have boxes of the same name."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    return found


def _dry(game: Game, layout: MapLayout) -> Keep:
    """Of a window what holds hexes that are not all water, or None if there are none."""
    wet = water_hexes(game)
    wide, high = layout.pixels.width / 2, layout.pixels.side
    dry = [layout.pixels.centre(name) for name in game.grid.places if name not in wet]

    def keep(rect: Rect) -> Rect | None:
        x, y, width, height = rect
        here = [
            (left, top)
            for left, top in dry
            if x - wide < left < x + width + wide and y - high < top < y + height + high
        ]
        if not here:
            return None
        left = max(x, min(at[0] for at in here) - wide)
        top = max(y, min(at[1] for at in here) - high)
        right = min(x + width, max(at[0] for at in here) + wide)
        bottom = min(y + height, max(at[1] for at in here) + high)
        return left, top, right - left, bottom - top

    return keep
