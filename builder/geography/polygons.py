"""The rules that polygons and points obey: water and coast, areas, sides of a line, places."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from builder.geography.findings import Course, Findings, course
from builder.geography.layers import Feature, Layers
from builder.geography.plane import Plane, Side
from builder.geography.recipe import Area, Fill, Frontier, Place, Water
from builder.geography.tiles import Tile, tiles_of
from builder.saying import quoting

SIMPLER = 0.02
"""Hex widths by which a kept shore may differ from the real one."""

SMALLEST = 0.01
"""Squared hex widths below which an island or pond is not kept for drawing."""


def find_water(rule: Water, plane: Plane, layers: Layers, found: Findings) -> None:
    """Water hexes, their hexsides, the coast, and the natural shore for the map."""
    water = _united(layers.take(rule.from_, plane))
    tiles = tiles_of(water)
    shares = _shares(water, plane, tiles)
    wet = {name for name, share in shares.items() if share >= rule.share}
    found.water |= wet
    found.add_terrain(sorted(wet, key=plane.hexes.index), rule.terrain, rule.source)
    closed = {
        side
        for side, segment in plane.sides.items()
        if wet & set(side) or _inside(segment, tiles) >= rule.hexside_share
    }
    for side in plane.sides:
        if side in closed:
            found.add_side(plane, side, rule.hexside, rule.source)
    found.closed |= closed
    found.water_hexsides |= {rule.hexside} - {""}
    if rule.hexside or rule.terrain:
        found.wet.append(water)
    if rule.coast:
        near = {name for side in closed for name in side}
        coast = [
            name
            for name in plane.hexes
            if name not in found.water
            and (name in near or shares.get(name, 0) >= rule.coast_share)
            and any(plane.side(name, o) not in closed for o in plane.grid.around[name].values())
        ]
        found.add_terrain(coast, rule.coast, rule.source)
    if rule.draw:
        found.waters.setdefault(rule.draw, []).extend(_rings(water))


def find_area(rule: Area, plane: Plane, layers: Layers, found: Findings) -> None:
    """Hexes inside the area, and the hexsides around it."""
    area = _united(layers.take(rule.from_, plane))
    shares = _shares(area, plane, tiles_of(area))
    inside = [
        name
        for name in plane.hexes
        if shares.get(name, 0) >= rule.share
        and name not in found.water
        and not set(rule.unless) & set(found.terrain.get(name, ()))
    ]
    found.add_terrain(inside, rule.terrain, rule.source)
    if rule.boundary:
        for side in boundary_sides(set(inside), plane):
            found.add_side(plane, side, rule.boundary, rule.source)


def find_fill(rule: Fill, plane: Plane, found: Findings) -> None:
    """Everything on the seeds' side of the walls and the water, water hexes left out."""
    walls = {n for n, kinds in found.terrain.items() if set(kinds) & set(rule.walls)}
    reached = {seed for seed in rule.seeds if seed in plane.grid and seed not in walls}
    queue = deque(reached)
    while queue:
        name = queue.popleft()
        for other in plane.grid.around[name].values():
            side = plane.side(name, other)
            blocked = side in found.closed or set(found.hexsides.get(side, ())) & set(rule.stops)
            if other not in reached and other not in walls and not blocked:
                reached.add(other)
                queue.append(other)
    inside = [n for n in plane.hexes if n in reached and n not in found.water]
    found.add_terrain(inside, rule.terrain, rule.source)


def find_frontier(rule: Frontier, plane: Plane, found: Findings) -> None:
    """The hexsides between areas that differ."""
    for side in plane.sides:
        if any(name in found.water for name in side):
            continue
        one, other = (set(found.terrain.get(name, ())) for name in side)
        own, against = set(rule.of), set(rule.against or rule.of)
        parted = (one & own and other & against) or (other & own and one & against)
        if parted and one & (own | against) != other & (own | against):
            found.add_side(plane, side, rule.hexside, rule.source)


def find_places(
    rule: Place, plane: Plane, layers: Layers, found: Findings, fixed: Mapping[str, str]
) -> None:
    """The hex of each place: its column `hex`, else `fixed` by name, else where it lies."""
    for feature in layers.take(rule.from_, plane):
        name = feature.text(rule.name)
        given = feature.text("hex") or fixed.get(name, "")
        hexes = [given] if given else plane.hexes_touching(feature.geometry)[:1]
        if given and given not in plane.grid:
            path = layers.path(rule.from_[0].layer)
            layers.problems.add(
                path,
                feature.line,
                quoting("{name}: '{hex}' is no hex of this map.", name=name, hex=given),
                "Write its printed number.",
            )
            continue
        for place in hexes:
            if name and found.names.get(place, name) != name:
                found.notes.append(
                    quoting(
                        "{name} lies in {hex}, which has {other}: left out.",
                        name=name,
                        hex=place,
                        other=found.names[place],
                    )
                )
                continue
            if name:
                found.names[place] = name
            found.add_terrain([place], rule.terrain, rule.source)
        if not hexes:
            found.notes.append(quoting("{name} lies off the map.", name=name))


def _united(features: Iterable[Feature]) -> BaseGeometry:
    return shapely.union_all([feature.geometry for feature in features])


def _shares(geometry: BaseGeometry, plane: Plane, tiles: Tile) -> dict[str, float]:
    """How much of each hex lies inside, from 0 to 1; hexes outside are missing."""
    if geometry.is_empty:
        return {}
    shapely.prepare(geometry)
    polygons = plane.polygons
    return {name: _share(polygons[name], tiles) for name in plane.hexes_touching(geometry)}


def _share(polygon: Polygon, tiles: Tile) -> float:
    geometry = tiles.at(polygon.bounds)
    shapely.prepare(geometry)
    if geometry.covers(polygon):
        return 1.0
    return float(polygon.intersection(geometry).area / polygon.area)


def _inside(segment: BaseGeometry, tiles: Tile) -> float:
    return float(segment.intersection(tiles.at(segment.bounds)).length / segment.length)


def _rings(geometry: BaseGeometry) -> list[tuple[Course, ...]]:
    """Polygons as rings, the outer one first, largest polygon first."""
    simple = geometry.simplify(SIMPLER)
    parts = list(simple.geoms) if isinstance(simple, MultiPolygon) else [simple]
    polygons = [p for p in parts if isinstance(p, Polygon) and p.area >= SMALLEST]
    polygons.sort(key=lambda p: (-p.area, p.bounds))
    return [
        (
            course(polygon.exterior.coords),
            *(course(r.coords) for r in polygon.interiors if Polygon(r).area >= SMALLEST),
        )
        for polygon in polygons
    ]


def boundary_sides(inside: set[str], plane: Plane) -> list[Side]:
    """The hexsides between hexes inside and outside a set."""
    return [side for side in plane.sides if len(inside & set(side)) == 1]
