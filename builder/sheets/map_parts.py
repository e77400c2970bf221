"""What of a game's map is printed as one field, what by itself, and what is only sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from builder.drawing.canvas import Canvas
from builder.drawing.map.draw import draw_map, draw_panels
from builder.drawing.map.labels import Box
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

    at_sea = _at_sea(layout) if land else ()

    def draw(canvas: Canvas) -> None:
        draw_map(canvas, game, _without(layout, at_sea), language)

    def draw_windows(windows: Sequence[Rect], canvas: Canvas) -> None:
        seen = partial(_seen, windows)
        draw_map(canvas, game, _without(layout, at_sea), language, seen=seen)

    def draw_aside(canvas: Canvas) -> None:
        draw_panels(canvas, game, layout, language)

    field = _with_rim(layout, layout.frame)
    apart = [region for region in _panels(layout) if land or not _inside(region, layout.frame)]
    boxes: dict[str, Rect] = {}
    aside = set()
    for region in apart:
        name = _unused(_name(game, language, words, region), boxes)
        boxes[name] = _with_rim(layout, region)
        aside |= {name} if region in at_sea else set()
    size = (layout.width, layout.height)
    if land:
        dry = _dry(game, layout)
        return MapDrawing(draw, size, field, boxes, dry, draw_aside, frozenset(aside), draw_windows)
    return MapDrawing(draw, size, field, boxes)


def _seen(windows: Sequence[Rect], box: Box) -> bool:
    """Whether windows that may overlap show the whole of a box, which is smaller than they."""
    left, top, right, bottom = box
    middle = ((left + right) / 2, (top + bottom) / 2)
    across, down = (left, middle[0], right), (top, middle[1], bottom)
    return all(any(_holds(window, (x, y)) for window in windows) for x in across for y in down)


def _panels(layout: MapLayout) -> list[Region]:
    """All that is no part of another region, but for the field and its furniture."""
    return [
        region
        for region in layout.regions
        if not region.parent and region.kind != "map" and region.kind not in _FURNITURE
    ]


def _at_sea(layout: MapLayout) -> tuple[Region, ...]:
    """The panels that lie on the map itself: where the sea is left out it would cut them."""
    if layout.under is not None:  # a picture shows its own
        return ()
    return tuple(
        region
        for region in _panels(layout)
        if _inside(region, layout.frame)
        and not any(_holds(room, region.centre) for room in layout.rooms)
    )


def _holds(room: Rect, at: tuple[float, float]) -> bool:
    x, y, width, height = room
    return x <= at[0] <= x + width and y <= at[1] <= y + height


def _without(layout: MapLayout, panels: tuple[Region, ...]) -> MapLayout:
    gone = {region.id for region in panels}
    left = [one for one in layout.regions if one.id not in gone and one.parent not in gone]
    return replace(layout, regions=tuple(left))


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
