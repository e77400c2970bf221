"""Whether shapes cross, or lie beside and within each other, so often that laying them together
would take for ever. What a library does with shapes cannot be stopped in its midst, so its work is
counted before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy
import shapely
from shapely.geometry.base import BaseGeometry

from builder import limits
from builder.saying import Saying, quoting

_VIEWS = numpy.array([[1, 0], [0, 1]]), numpy.array([[1, -1], [1, 1]])
"""North up, and turned by half a right angle: the long teeth of a comb have narrow rectangles in
one view at most, and each rectangle meets many others in the other one."""

_BESIDE = 8  # stretches whose rectangles touch that of one stretch of a coast, on average at most
_AT_ONCE = 1_000_000

_RING = 100
"""To look whether a ring lies within another one costs as much as so many corners of it."""

_APART = 20
"""So many rings that do not meet cost as much as one face between lines that cross."""

_TANGLED = "Its shapes cross, or run close beside each other, too often to be laid together."
_NESTED = "Its shapes lie within each other too often to be laid on the map."
_ACROSS = "Its shapes cross the edge of the map more than {n:,} times."
_RINGS = "Its shapes have more than {n:,} rings."


Rectangle = tuple[float, float, float, float]
"""West, south, east and north."""


def touches(bounds: Any, edges: Rectangle) -> Any:
    """Which rectangles, a row each, touch another one."""
    west, south, east, north = edges
    across = (bounds[:, 0] <= east) & (bounds[:, 2] >= west)
    return across & (bounds[:, 1] <= north) & (bounds[:, 3] >= south)


def why_not_clipped(shapes: Sequence[BaseGeometry], edges: Rectangle) -> Saying | None:
    """Why shapes cannot be clipped at a rectangle: it leaves too many of their rings; or the ends
    that are cut are too many, which are joined along its edges, each being compared with each."""
    areas, _ = _areas_and_lines(shapes)
    rings = shapely.bounds(shapely.get_rings(areas)).reshape(-1, 4)
    if numpy.count_nonzero(touches(rings, edges)) > limits.LAYER_RINGS:
        return quoting(_RINGS, n=limits.LAYER_RINGS)
    starts, ends = _stretches(shapes)
    low, high = numpy.minimum(starts, ends), numpy.maximum(starts, ends)
    least, most = numpy.array(edges[:2]), numpy.array(edges[2:])
    meets = ((low <= most) & (high >= least)).all(axis=1)
    inside = ((low > least) & (high < most)).all(axis=1)
    if numpy.count_nonzero(meets & ~inside) > limits.LAYER_EDGE:
        return quoting(_ACROSS, n=limits.LAYER_EDGE)
    return None


def why_not_laid(shapes: Sequence[BaseGeometry]) -> Saying | None:
    """Why shapes cannot be laid together on the map."""
    if _ring_count(shapes) > limits.LAYER_RINGS:
        return quoting(_RINGS, n=limits.LAYER_RINGS)
    if _are_nested(shapes):
        return Saying(_NESTED)
    return Saying(_TANGLED) if _are_tangled(*_stretches(shapes)) else None


def work_to_mend(shape: BaseGeometry) -> int:
    """What it takes to mend an area that is none, as where its line crosses itself: each face
    between its lines is compared with the corners of all."""
    starts, ends = _stretches([shape])
    crossings = 0
    for one, other in _gathered(_beside(_lines(starts, ends))):
        a, b, c, d = _once(starts, ends, one, other)
        joined = numpy.logical_or.reduce([(x == y).all(axis=1) for x in (a, b) for y in (c, d)])
        crossings += int(((_sides(a, b, c, d) <= 0).all(axis=0) & ~joined).sum())
    faces = max(0, _side_count(starts, ends) - len(numpy.unique(starts, axis=0)))
    faces += crossings + _ring_count([shape]) // _APART
    return faces * (len(starts) + 2 * crossings)


def _ring_count(shapes: Sequence[BaseGeometry]) -> int:
    areas, _ = _areas_and_lines(shapes)
    return int((shapely.get_num_interior_rings(areas) + 1).sum())


def _are_nested(shapes: Sequence[BaseGeometry]) -> bool:
    """Whether so many rings may lie within rings of so many corners that to look for it would take
    for ever."""
    areas, _ = _areas_and_lines(shapes)
    rings, of = shapely.get_rings(areas, return_index=True)
    corners = shapely.get_num_coordinates(rings)
    work = 0
    for one, other in _beside(rings):
        apart = one != other
        within = apart & (of[one] == of[other])
        work += _RING * int(apart.sum()) + int(corners[other[within]].sum())
        if work > limits.LAYER_WITHIN:
            return True
    return False


def _are_tangled(starts: Any, ends: Any) -> bool:
    count = len(starts)
    if count > limits.LAYER_SHOWN:
        return True
    most = _BESIDE * count + limits.LAYER_MEETS
    as_it_is, turned = (_beside(_lines(starts @ view, ends @ view)) for view in _VIEWS)
    met = crossings = 0
    for one, _ in turned:
        met += len(one)
        if met > most:
            return True
    met = 0
    for one, other in _gathered(as_it_is):
        met += len(one)
        signs = _sides(*_once(starts, ends, one, other))
        crossings += int((signs < 0).all(axis=0).sum())
        if met > most or crossings > limits.LAYER_CROSSINGS:
            return True
    return False


def _beside(shapes: Any) -> Iterator[tuple[Any, Any]]:
    """Which shapes' rectangles touch which, by their places in the row, some at a time: each pair
    both ways round, and each shape with itself."""
    tree = shapely.STRtree(shapes)
    step = max(1, _AT_ONCE // max(1, len(shapes)))  # so that no answer is larger
    for first in range(0, len(shapes), step):
        one, other = tree.query(shapes[first : first + step])
        yield one + first, other


def _gathered(pairs: Iterator[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """The same pairs, more of them at a time."""
    held: list[tuple[Any, Any]] = []
    many = 0
    for pair in pairs:
        held.append(pair)
        many += len(pair[0])
        if many > _AT_ONCE // 4:
            yield numpy.concatenate([p[0] for p in held]), numpy.concatenate([p[1] for p in held])
            held, many = [], 0
    if held:
        yield numpy.concatenate([p[0] for p in held]), numpy.concatenate([p[1] for p in held])


def _once(starts: Any, ends: Any, one: Any, other: Any) -> tuple[Any, Any, Any, Any]:
    """The ends of two stretches, for each pair once."""
    once = one < other
    one, other = one[once], other[once]
    return starts[one], ends[one], starts[other], ends[other]


def _sides(a: Any, b: Any, c: Any, d: Any) -> Any:
    """For stretches from a to b and from c to d whether the ends of each lie on two sides of the
    other one (-1), on one side (1), or on it (0)."""
    return numpy.stack([_side(a, b, c) * _side(a, b, d), _side(c, d, a) * _side(c, d, b)])


def _side(start: Any, end: Any, point: Any) -> Any:
    along, to = end - start, point - start
    return numpy.sign(along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0])


def _side_count(starts: Any, ends: Any) -> int:
    """How many stretches differ, whichever way they are drawn."""
    first, second = starts[:, 0] + 1j * starts[:, 1], ends[:, 0] + 1j * ends[:, 1]
    turned = first > second
    both = numpy.where(turned, second, first), numpy.where(turned, first, second)
    return len(numpy.unique(numpy.stack(both, axis=1), axis=0))


def _lines(starts: Any, ends: Any) -> Any:
    return shapely.linestrings(numpy.stack([starts, ends], axis=1))


def _stretches(shapes: Sequence[BaseGeometry]) -> tuple[Any, Any]:
    """Where each straight stretch begins and ends."""
    areas, others = _areas_and_lines(shapes)
    lines = numpy.concatenate([shapely.get_rings(areas), others])
    corners, of = shapely.get_coordinates(lines, return_index=True)
    joined = of[:-1] == of[1:]
    return corners[:-1][joined], corners[1:][joined]


def _areas_and_lines(shapes: Sequence[BaseGeometry]) -> tuple[Any, Any]:
    """All areas, and the parts that are none."""
    parts: Any = numpy.array(shapes, dtype=object)
    while (shapely.get_type_id(parts) > shapely.GeometryType.POLYGON).any():
        parts = shapely.get_parts(parts)
    areas = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    return parts[areas], parts[~areas]
