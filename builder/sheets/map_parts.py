"""What of a game's map is printed as one field, what by itself, and what is only sea."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable
from dataclasses import replace

from builder.drawing.canvas import Canvas
from builder.drawing.map.draw import Printed, draw_map, draw_panels
from builder.drawing.map.layout import MapLayout, Region, box_name
from builder.drawing.map.vocabulary import water_hexes
from builder.drawing.map.windows import Windows
from builder.game.model import Game
from builder.sheets.maps import MapDrawing
from builder.sheets.options import Words
from builder.sheets.pieces import Keep, Rect

_RIM = 8.0
"""Round a box or the field, in pixels of a map whose hexes are 80 wide: its frame, whole."""

_HAIR = 0.9
"""How far from a window the middle of a hex may be that counts in it, in halves of the hex."""

_FURNITURE = frozenset({"compass", "scale"})


def map_drawing_of(
    game: Game,
    layout: MapLayout,
    language: str,
    words: Words,
    *,
    land: bool = False,
    apart: bool = False,
) -> MapDrawing:
    """The map of a game, in pixels of its layout: the hex field, and the boxes beside it.

    What stands in rooms that the field leaves free is printed by itself, whole. With `land`
    windows shrink to the hexes that are not all water, and so is what lies in the sea; with `apart`
    it is too, on a map that is printed whole.
    """
    by_itself = _in_rooms(layout) + (_at_sea(layout) if land or apart else ())
    field_alone = _without(layout, by_itself)

    def draw(canvas: Canvas) -> None:
        draw_map(canvas, game, field_alone, language)

    def printed(windows: Windows) -> Printed:
        return Printed(game, field_alone, language, windows)

    def draw_aside(canvas: Canvas) -> None:
        draw_panels(canvas, game, layout, language)

    panels: dict[str, Region] = {}
    for region in _panels(layout):
        if land or region in by_itself or not _inside(region, layout.frame):
            panels[_unused(_name(game, language, words, region), panels)] = region
    return MapDrawing(
        draw,
        (layout.width, layout.height),
        _with_rim(layout, layout.frame),
        {name: _with_rim(layout, region) for name, region in panels.items()},
        _both(_outside_rooms(layout), _dry(game, layout)) if land else _outside_rooms(layout),
        draw_aside,
        frozenset(name for name, region in panels.items() if region in by_itself),
        printed,
        {
            name: [(one.x, one.y, one.width, one.height) for one in layout.spaces(region.id)]
            for name, region in panels.items()
        },
    )


def panels_on_the_map(layout: MapLayout) -> list[Rect]:
    """The title and whatever else lies on the hex field: windows of leaves may cut them."""
    return [_with_rim(layout, region) for region in _at_sea(layout)]


def poster_drawing_of(game: Game, layout: MapLayout, language: str) -> MapDrawing:
    """The map of a game on one page, with all that stands on and beside it."""
    size = (layout.width, layout.height)
    return MapDrawing(lambda canvas: draw_map(canvas, game, layout, language), size)


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


def _in_rooms(layout: MapLayout) -> tuple[Region, ...]:
    """The panels in rooms that the field leaves free: windows on the field would cut them."""
    if layout.under is not None:  # a picture shows its own
        return ()
    return tuple(
        region
        for region in _panels(layout)
        if any(_holds(room, region.centre) for room in layout.rooms)
    )


def _both(first: Keep, then: Keep) -> Keep:
    """Of a window what both find worth printing: a whole one as `then` shrinks it, of parts that
    adjoin each other those of which it leaves something."""

    def keep(rect: Rect) -> tuple[Rect, ...]:
        parts = first(rect)
        return then(parts[0]) if len(parts) == 1 else tuple(part for part in parts if then(part))

    return keep


def _outside_rooms(layout: MapLayout) -> Keep:
    """Of a window what no room takes up: less at an edge that a room covers from end to end, two
    strips round a room that covers a corner."""

    def keep(rect: Rect) -> tuple[Rect, ...]:
        found: tuple[Rect, ...] = (rect,)
        for room in layout.rooms if layout.under is None else ():
            found = tuple(part for one in found for part in _outside(room, one))
        return found

    return keep


def _outside(room: Rect, rect: Rect) -> tuple[Rect, ...]:
    x, y, width, height = rect
    left, top = max(x, room[0]), max(y, room[1])
    right, bottom = min(x + width, room[0] + room[2]), min(y + height, room[1] + room[3])
    if left >= right or top >= bottom:
        return (rect,)
    # A field's frame runs round its rooms too, some pixels wider than they.
    ends_x = left - x < _RIM, x + width - right < _RIM
    ends_y = top - y < _RIM, y + height - bottom < _RIM
    if not any(ends_x) or not any(ends_y):
        return (rect,)
    if all(ends_x):
        beside: tuple[Rect, ...] = ()
    else:
        beside = (
            ((x, y, left - x, height),) if ends_x[1] else ((right, y, x + width - right, height),)
        )
    if all(ends_y):
        return beside
    across = (x, width) if all(ends_x) else (left, right - left)
    rest = (y, top - y) if ends_y[1] else (bottom, y + height - bottom)
    return (*beside, (across[0], rest[0], across[1], rest[1]))


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


def _unused(name: str, taken: Container[str]) -> str:
    """A name of its own for every box: two sides may have boxes of the same name."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    return found


def _dry(game: Game, layout: MapLayout) -> Keep:
    """Of a window what holds hexes that are not all water, or nothing if there are none. A hex that
    reaches in by a hair alone has that on the next leaf, too, because leaves overlap."""
    wet = water_hexes(game)
    wide, high = layout.pixels.width / 2, layout.pixels.side
    deep_x, deep_y = wide * _HAIR, high * _HAIR
    dry = _Points(layout.pixels.centre(name) for name in game.grid.places if name not in wet)

    def keep(rect: Rect) -> tuple[Rect, ...]:
        x, y, width, height = rect
        here = dry.box(x - deep_x, y - deep_y, x + width + deep_x, y + height + deep_y)
        if here is None:
            return ()
        left, top = max(x, here[0] - wide), max(y, here[1] - high)
        right, bottom = min(x + width, here[2] + wide), min(y + height, here[3] + high)
        return ((left, top, right - left, bottom - top),)

    return keep


class _Points:
    """Points of a map by columns: thousands of windows are asked for those that lie in them."""

    def __init__(self, points: Iterable[tuple[float, float]]) -> None:
        columns: dict[float, list[float]] = {}
        for x, y in points:
            columns.setdefault(x, []).append(y)
        self._xs = sorted(columns)
        self._columns = [sorted(columns[x]) for x in self._xs]

    def box(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float] | None:
        """The edges of the box round those that lie inside of such edges; None if none does."""
        xs: list[float] = []
        ys: list[float] = []
        for at in range(bisect_right(self._xs, left), bisect_left(self._xs, right)):
            column = self._columns[at]
            first, end = bisect_right(column, top), bisect_left(column, bottom)
            if first < end:
                xs.append(self._xs[at])
                ys += column[first], column[end - 1]
        return (xs[0], min(ys), xs[-1], max(ys)) if xs else None
