"""The places of a module that are no hexes: regions, zones, squares, decks, and whole windows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from builder import limits
from builder.adopt.told import Told
from builder.adopt.words import line
from builder.game.csv_file import cell_fault
from builder.hexes.vassal_grid import Point
from builder.vassal.commands import BoardPlace
from builder.vassal.grids import Grid, Hexes, Regions, Squares, Zone, Zones
from builder.vassal.locations import OFF_BOARD, LaidMap, MapShape, ModuleShape, PlacedBoard

MOST = int(limits.TAKEN_PLACES)
_LEAST_CORNERS = 3
_MOST_CORNERS = 500
"""Corners of an outline up to which its roomiest point is looked for, which takes some time."""
TOO_MANY = "The module has more than 5,000 places that are no hexes; the rest was left out."
FAR = "It lies more than 100,000 pixels from the corner of its map; it is left out."
SQUARES = "The grid has more than 5,000 squares; they have no names here."
NO_AREA = "It has no area, in VASSAL neither; its places are left out."
NAMELESS = "It has no name; its pieces stand in its window."
UNNAMED = "No place can have its name here; its pieces stand in its window."
UNNAMED_WINDOW = "Its window's name holds signs that no table can have; it is left out."
_NO_PLACE = re.compile(r"turn \d+")  # a place of Kessel's own


@dataclass(frozen=True)
class Place:
    """A place by the name that VASSAL gives it: its middle and box in pixels of its map.

    `kind` is "area" (a zone with an outline), "point" (a region) or "box" (whatever else).
    """

    name: str
    kind: str
    map: str
    x: int
    y: int
    width: int
    height: int
    outline: tuple[Point, ...] = ()


def places_of(
    shape: ModuleShape,
    main: str,
    hexes: frozenset[str],
    counter: int,
    has_picture: Callable[[str], bool],
    told: Told,
) -> list[Place]:
    """All places but the hexes of the main map; on a main map without hexes areas and points are
    what the game is played on. Of one name the first counts."""
    found: dict[str, Place] = {}
    for map_ in sorted(shape.maps, key=lambda one: one.name != main):
        laid = laid_at_start(map_, has_picture)
        playing = map_.name == main and not hexes
        for name, place in places_on(laid, playing, counter, hexes, told).items():
            if name in found:
                continue
            if cell_fault(name) or (place.map != main and cell_fault(place.map)):
                told.add("place", place.kind, UNNAMED_WINDOW, line(place.map))
            elif not _is_within_edges(place):
                told.add("place", place.kind, FAR, name)
            elif len(found) >= MOST and name != map_.name:
                told.add("place", place.kind, TOO_MANY, name)
            else:
                found[name] = place
    return list(found.values())


def _is_within_edges(place: Place) -> bool:
    """Whether a place has the size and spot that one of a game can have."""
    corners = (pixel for corner in place.outline for pixel in corner)
    pixels = (place.x, place.y, place.width, place.height, *corners)
    return all(abs(pixel) <= limits.EDGE for pixel in pixels)


def places_on(
    laid: LaidMap, playing: bool, counter: int, hexes: frozenset[str], told: Told
) -> dict[str, Place]:
    """The places of one map as its boards lie, by name, the whole map last; of one name the first
    counts."""
    found: dict[str, Place] = {}
    for place in _on(laid, playing, counter, told):
        name = line(place.name)
        if name in hexes or name in found:
            continue
        if not name:
            told.add("place", place.kind, NAMELESS, place.map)
        elif name != place.name or name == OFF_BOARD or _NO_PLACE.fullmatch(name):
            told.add("place", place.kind, UNNAMED, name)
        elif len(found) >= MOST:
            told.add("place", place.kind, TOO_MANY, name)
        else:
            found[name] = place
    if laid.shape.name not in hexes:
        found.setdefault(laid.shape.name, _whole(laid))
    return found


def laid_at_start(map_: MapShape, has_picture: Callable[[str], bool]) -> LaidMap:
    """A map with its boards as they lie at the start; where players choose, the first board whose
    picture is there."""
    laid = map_.laid_out()
    if laid.boards or not map_.boards:
        return laid
    names = [board.name for board in map_.boards]
    chosen = next((name for name in names if has_picture(name)), names[0])
    return map_.laid_out([BoardPlace(chosen)])


def _whole(laid: LaidMap) -> Place:
    wide = max((board.left + board.board.width for board in laid.boards), default=0)
    high = max((board.top + board.board.height for board in laid.boards), default=0)
    name = laid.shape.name
    return Place(name, "box", name, wide // 2, high // 2, wide, high)


def _on(laid: LaidMap, playing: bool, counter: int, told: Told) -> Iterator[Place]:
    for board in laid.boards:
        grid = board.board.grid
        if isinstance(grid, Zones):
            for zone in grid.zones:
                yield from _in_zone(laid, board, zone, playing, counter, told)
            if grid.background is not None:
                yield from _by_grid(laid, board, grid.background, None, playing, counter, told)
        elif grid is not None:
            yield from _by_grid(laid, board, grid, None, playing, counter, told)
    for deck in laid.shape.decks:
        corner = next(((b.left, b.top) for b in laid.boards if b.board.name == deck.board), (0, 0))
        x, y = deck.x + corner[0], deck.y + corner[1]
        if deck.name:
            yield Place(deck.name, "box", laid.shape.name, x, y, 2 * counter, 2 * counter)


def _in_zone(
    laid: LaidMap, board: PlacedBoard, zone: Zone, playing: bool, counter: int, told: Told
) -> Iterator[Place]:
    if len(zone.corners) < _LEAST_CORNERS:
        told.add("place", "zone", NO_AREA, line(zone.name))
    named = isinstance(zone.grid, Regions | Squares | Hexes)
    if named and zone.grid is not None:
        yield from _by_grid(laid, board, zone.grid, zone, playing, counter, told)
    _left, _top, width, height = zone.box
    if not zone.corners or (named and "$gridLocation$" in zone.location_format):
        return
    middle = _middle(zone)
    x, y = board.to_map(*middle)
    outline = tuple(board.to_map(*corner) for corner in zone.corners)
    kind = "area" if playing and len(outline) > 4 else "box"
    if kind == "area":
        x, y = _roomiest(outline) or (x, y)
    yield Place(
        zone.place_name(*middle), kind, laid.shape.name, x, y, width, height,
        outline if kind == "area" else (),
    )  # fmt: skip


def _roomiest(outline: tuple[Point, ...]) -> Point | None:
    """The point of an area farthest from its border, where a stack has most room; VASSAL's own is
    the first corner of an area that does not hold the middle of its box. None for no area."""
    from shapely import GEOSException, Polygon
    from shapely.ops import polylabel

    if len(outline) > _MOST_CORNERS:
        return None
    try:
        area = Polygon(outline)
        if not area.is_valid or area.area < 1:
            return None
        spot = polylabel(area, max(2.0, math.sqrt(area.area) / 50))
    except (GEOSException, ValueError):
        return None
    return round(spot.x), round(spot.y)


def _middle(zone: Zone) -> Point:
    left, top, width, height = zone.box
    return zone.locate(zone.name) or (left + width // 2, top + height // 2)


def _by_grid(
    laid: LaidMap,
    board: PlacedBoard,
    grid: Grid,
    zone: Zone | None,
    playing: bool,
    counter: int,
    told: Told,
) -> Iterator[Place]:
    for x, y in _points(board, grid, zone, told):
        name = zone.place_name(x, y) if zone is not None else grid.name(x, y)
        if name is not None:
            kind = "point" if playing and isinstance(grid, Regions) else "box"
            at = board.to_map(x, y)
            yield Place(name, kind, laid.shape.name, *at, counter, counter)


def _points(board: PlacedBoard, grid: Grid, zone: Zone | None, told: Told) -> Iterator[Point]:
    """The middles of a grid's places that lie on the board, and in the zone."""
    width, height = board.board.width, board.board.height
    if isinstance(grid, Regions):
        points = [(x, y) for _, x, y in grid.regions]
    elif isinstance(grid, Squares) and grid.numbering is not None:
        columns, rows = int(width / grid.dx) + 2, int(height / grid.dy) + 2
        if columns * rows > MOST:
            told.add("place", "square", SQUARES, zone.name if zone else board.board.name)
            return
        points = [
            (round(grid.x0 + column * grid.dx), round(grid.y0 + row * grid.dy))
            for row, column in product(range(-1, rows), range(-1, columns))
        ]
    else:
        return
    for x, y in points:
        if 0 <= x < width and 0 <= y < height and (zone is None or zone.holds(x, y)):
            yield x, y
