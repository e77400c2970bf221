"""Hex grids in pixels, by VASSAL's own arithmetic: where a hex is and what snaps to it.

Source: `HexGrid` of VASSAL 3.7. Every rounding here
is theirs, because a pixel of difference changes the name of a hex. Points are integer pixels of the
board; a *raw* cell is (column, row) before any numbering, (0, 0) being the hex at the grid's origin
and odd columns lying half a hex lower.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, sqrt
from struct import Struct

from builder.java_numbers import java_int, java_real

Point = tuple[int, int]

DEFAULT_DY = 64.0
DEFAULT_DX = sqrt(3) / 2 * DEFAULT_DY

_FLOAT = Struct("f")

# Raw neighbours that share a slanted side with a cell of an even and of an odd column, in the
# order in which HexGrid tries them.
_SIDE_CELLS = (
    ((-1, -1), (-1, 0), (1, -1), (1, 0)),
    ((-1, 0), (-1, 1), (1, 0), (1, 1)),
)


_SMALLEST = 0.01  # pixels: below, one pixel holds more hexes than anybody counts


def _half_up(value: float) -> int:
    """Round as Java's Math.round does: halves go up, also below zero."""
    return floor(value + 0.5)


def _single(value: float) -> float:
    """Round to the 32-bit float in which HexGrid keeps the corners of a hex."""
    return float(_FLOAT.unpack(_FLOAT.pack(value))[0])


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Geometry of a hex grid.

    `dx` is the pitch of columns and `dy` the height of a hex in pixels; (`x0`, `y0`) is the centre
    of raw cell (0, 0). With `sideways` all four are measured on the transposed map: rows of
    pointy-topped hexes. `snap_to` and the two `legal` flags say what a dropped piece snaps to.
    """

    dx: float = DEFAULT_DX
    dy: float = DEFAULT_DY
    x0: int = 0
    y0: int = 32
    sideways: bool = False
    snap_to: bool = True
    edges_legal: bool = False
    corners_legal: bool = False
    snap_scale: int = 0

    @classmethod
    def from_attributes(cls, attributes: Mapping[str, str]) -> HexGrid:
        """Read the attributes of a `HexGrid` element; missing ones keep VASSAL's default.

        VASSAL applies attributes in alphabetical order, so that a `dx` equal to the default is
        replaced by the regular one as soon as `dy` is read; that is kept. Raises ValueError when a
        number cannot be read.
        """
        dx = java_real(attributes.get("dx") or str(DEFAULT_DX))
        dy = java_real(attributes.get("dy") or str(DEFAULT_DY))
        if "dy" in attributes and dx == DEFAULT_DX:
            dx = sqrt(3) / 2 * dy
        if not (_SMALLEST <= dx < 1e6 and _SMALLEST <= dy < 1e6):
            raise ValueError(f"a hex grid needs dx and dy above 0, not {dx} and {dy}")
        return cls(
            dx=dx,
            dy=dy,
            x0=java_int(attributes.get("x0") or "0"),
            y0=java_int(attributes.get("y0") or "32"),
            sideways=attributes.get("sideways") == "true",
            snap_to=attributes.get("snapTo", "true") == "true",
            edges_legal=attributes.get("edgesLegal") == "true",
            corners_legal=attributes.get("cornersLegal") == "true",
            snap_scale=java_int(attributes.get("snapscale") or "0"),
        )

    def _turned(self, x: int, y: int) -> Point:
        return (y, x) if self.sideways else (x, y)

    def raw_column(self, x: int, y: int) -> int:
        """Raw column by which a point is named (the shape of hexes plays no part)."""
        x, _ = self._turned(x, y)
        return floor((x - self.x0) / self.dx + 0.5)

    def raw_cell(self, x: int, y: int) -> tuple[int, int]:
        """Raw (column, row) by which a point is named. Snap first: near the corners of a hex it
        may be another cell than the one which the point lies in."""
        x, y = self._turned(x, y)
        column = _half_up((x - self.x0) / self.dx)
        lower = self.dy / 2 if column % 2 else 0.0
        return column, _half_up((y - self.y0 - lower) / self.dy)

    def centre(self, column: int, row: int) -> Point:
        """Pixel centre of a raw cell."""
        return self._turned(*self._centre(column, row))

    def _centre(self, column: int, row: int) -> Point:
        lower = int(self.dy / 2) if column % 2 else 0
        return int(self.dx * column + self.x0), int(self.dy * row + lower + self.y0)

    def corners(self, column: int, row: int) -> tuple[Point, ...]:
        """The six corners of a raw cell in whole pixels, as VASSAL tests and draws them."""
        return tuple(self._turned(x, y) for x, y in self._corners(*self._centre(column, row)))

    def _corners(self, x: int, y: int) -> tuple[Point, ...]:
        dx, dy = _single(self.dx), _single(self.dy)
        radius = _single(_single(2 * dx) / 3)
        half = _single(radius / 2)
        left, right = _half_up(_single(x - half)), _half_up(_single(x + half)) + 1
        top, bottom = _half_up(_single(y - dy / 2)), _half_up(_single(y + dy / 2)) + 1
        return (
            (_half_up(_single(x - radius)), y),
            (left, top),
            (right, top),
            (_half_up(_single(x + radius)) + 1, y),
            (right, bottom),
            (left, bottom),
        )

    def cell_at(self, x: int, y: int) -> tuple[int, int]:
        """Raw (column, row) of the hex whose shape holds the point: where a piece would snap."""
        return self._cell_at(*self._turned(x, y))

    def _cell_at(self, x: int, y: int) -> tuple[int, int]:
        column = floor((x - self.x0 + self.dx / 2) / self.dx)
        lower = 0.0 if column % 2 else self.dy / 2
        row = floor((y - self.y0 + lower) / self.dy)
        if not self._holds(column, row, x, y):
            for right, down in _SIDE_CELLS[column % 2]:
                if self._holds(column + right, row + down, x, y):
                    return column + right, row + down
        return column, row

    def _holds(self, column: int, row: int, x: int, y: int) -> bool:
        return convex_holds(self._corners(*self._centre(column, row)), x, y)

    def snap(self, x: int, y: int, *, force: bool = False, centre_only: bool = False) -> Point:
        """Where a piece that is dropped at a point comes to lie.

        `force` snaps even where the grid does not, `centre_only` ignores sides and corners.
        """
        if not self.snap_to and not force:
            return x, y
        x, y = self._turned(x, y)
        centre = self._snap_centre(x, y)
        if centre_only or not (self.edges_legal or self.corners_legal):
            return self._turned(*centre)
        targets = []
        if self.edges_legal:
            targets.append(self._unless_nearer(x, y, self._snap_side(x, y)))
        if self.corners_legal:
            targets.append(self._unless_nearer(x, y, self._snap_corner(x, y)))
        target = targets[-1]
        if len(targets) == 2 and _square(x, y, targets[0]) < _square(x, y, targets[1]):
            target = targets[0]
        # HexGrid's own corner arithmetic misses a centre by up to a pixel: the centre then counts.
        return self._turned(*(centre if _square(*centre, target) <= 2 else target))

    def _unless_nearer(self, x: int, y: int, target: Point) -> Point:
        if self.snap_scale <= 0:
            return target
        centre = self._snap_centre(x, y)
        to_centre = abs(x - centre[0]) + abs(y - centre[1])
        return centre if to_centre <= abs(x - target[0]) + abs(y - target[1]) else target

    def _snap_centre(self, x: int, y: int) -> Point:
        cx, cy = self._centre(*self._cell_at(x, y))
        if self.snap_scale > 0:
            cx += _on_scale(x - cx, self.dx, self.snap_scale)
            cy += _on_scale(y - cy, self.dy, self.snap_scale)
        return cx, cy

    def _snap_side(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        column = floor((x - self.x0 + dx / 4) * 2 / dx)
        sx = int(dx / 2 * column + self.x0)
        if column % 2 == 0:
            return sx, int(dy / 2 * floor((y - self.y0 + dy / 4) * 2 / dy) + self.y0)
        return sx, int(dy / 2 * floor((y - self.y0) * 2 / dy) + int(dy / 4) + self.y0)

    def _snap_corner(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        row = floor((y - self.y0 + dy / 4) * 2 / dy)
        cy = int(dy / 2 * row + self.y0)
        if row % 2 == 0:
            column = int(floor(x - self.x0 + dx / 3) * 3 / (2 * dx))
            return int(2 * dx / 3 * column + self.x0), cy
        column = int(floor(x - self.x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
        return int(2 * dx / 3 * column - int(dx / 3) + self.x0), cy


def _square(x: int, y: int, other: Point) -> int:
    return (x - other[0]) ** 2 + (y - other[1]) ** 2


def _on_scale(offset: int, pitch: float, scale: int) -> int:
    steps = _half_up(offset / (0.5 * pitch / scale))
    steps = min(max(steps, 1 - scale), scale - 1)
    return _half_up(steps * 0.5 * pitch / scale)


def convex_holds(corners: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a polygon holds a point; left and top borders belong to it, as in java.awt's Area."""
    inside = False
    x0, y0 = corners[-1]
    for x1, y1 in corners:
        if (y0 <= y < y1) or (y1 <= y < y0):
            (ax, ay), (bx, by) = ((x0, y0), (x1, y1)) if y0 < y1 else ((x1, y1), (x0, y0))
            if x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        x0, y0 = x1, y1
    return inside
