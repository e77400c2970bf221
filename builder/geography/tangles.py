"""Whether shapes cross, or run close beside each other, so often that laying them together would
take for ever: each crossing becomes a corner, and each stretch is compared with those beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import shapely
from shapely.geometry.base import BaseGeometry

from builder import limits

_VIEWS = numpy.array([[1, 0], [0, 1]]), numpy.array([[1, -1], [1, 1]])
"""North up, and turned by half a right angle: the long teeth of a comb have narrow rectangles in
one view at most, and each rectangle meets many others in the other one."""

_BESIDE = 8  # stretches whose rectangles touch that of one stretch of a coast, on average at most
_AT_ONCE = 1_000_000


def has_too_many_rings(shapes: Sequence[BaseGeometry]) -> bool:
    """Whether some shapes have more shores and holes together than the bound."""
    return len(_rings_and_lines(shapes)[0]) > limits.LAYER_RINGS


def is_tangled(shapes: Sequence[BaseGeometry]) -> bool:
    """Whether the rectangles round the stretches of some shapes meet beyond the bound."""
    starts, ends = _stretches(shapes)
    count = len(starts)
    if count < 2:
        return False
    if count > limits.LAYER_SHOWN:
        return True
    return any(_meet_too_often(starts @ view, ends @ view) for view in _VIEWS)


def _meet_too_often(starts: Any, ends: Any) -> bool:
    count = len(starts)
    stretches: Any = shapely.linestrings(numpy.stack([starts, ends], axis=1))
    tree = shapely.STRtree(stretches)
    met, most = 0, _BESIDE * count + limits.LAYER_MEETS
    step = max(1, _AT_ONCE // count)  # so that no answer is larger
    for first in range(0, count, step):
        met += len(tree.query(stretches[first : first + step])[0])
        if met > most:
            return True
    return False


def _stretches(shapes: Sequence[BaseGeometry]) -> tuple[Any, Any]:
    """Where each straight stretch begins and ends."""
    corners, of = shapely.get_coordinates(
        numpy.concatenate(_rings_and_lines(shapes)), return_index=True
    )
    joined = of[:-1] == of[1:]
    return corners[:-1][joined], corners[1:][joined]


def _rings_and_lines(shapes: Sequence[BaseGeometry]) -> tuple[Any, Any]:
    """The rings of all areas, and the parts that are no areas."""
    parts = shapely.get_parts(shapely.get_parts(shapes))
    areas = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    return shapely.get_rings(parts[areas]), parts[~areas]
