"""Lays a printed grid over a picture of its map: least squares through hexes that somebody marked.

The grid may lie anywhere in the picture, turned, and with hexes that are higher or lower than
regular ones, as most scans and many drawn maps have them. It cannot be skewed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from builder.errors import FaultError
from builder.hexes.grid import Grid, PixelGrid
from builder.saying import Saying

if TYPE_CHECKING:
    import numpy as np

Point = tuple[float, float]

LEAST = 3
"""As many hexes must be marked: two tell nothing of how high the hexes are."""
_CARE = 0.04
"""Hex widths by which marks that a careful hand clicked are off on average."""

STRETCHED = (0.5, 2.0)
"""How many times as high as regular ones hexes on a picture may be."""
SMALLEST = 5
"""Pixels that a hex on a picture has at least, and each of its sides."""

STRAIGHT = 0.35
"""Pixels by which the far end of a picture may be turned and still count as straight."""

_FLAT = 1e-3
"""Marked hexes count as one line when they spread less across it than this share of its length."""
_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Mark:
    """A hex and the pixel of the picture on which its middle lies."""

    hex: str
    at: Point


@dataclass(frozen=True)
class GridFit:
    """Where a grid lies in a picture.

    `origin` is the pixel of the grid's own (0, 0), as PixelGrid(grid, 1, 0, 0) counts; `turn` how
    far it is turned, in radians clockwise; `across` and `down` are the pixels of a hex width in the
    two directions. `errors` are the pixels by which each mark is off, in the order of the marks.
    """

    origin: Point
    turn: float
    across: float
    down: float
    errors: tuple[float, ...] = ()

    def pixel(self, u: float, v: float) -> Point:
        """The pixel of a point of the grid's plane, in hex widths."""
        x, y = u * self.across, v * self.down
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.origin[0] + cos * x - sin * y, self.origin[1] + sin * x + cos * y

    @property
    def error(self) -> float:
        """The root of the mean square of the errors, in pixels."""
        return math.sqrt(math.fsum(e * e for e in self.errors) / max(1, len(self.errors)))

    @property
    def stretch(self) -> float:
        """How much higher hexes are than regular ones of their width; 1 for regular ones."""
        return self.down / self.across


class UnfitError(FaultError):
    """The marks do not tell where the grid lies.

    `code` is "few", "line" or "apart", for those who say it in other words.
    """

    def __init__(self, text: str, remedy: str, code: str) -> None:
        super().__init__(text, remedy)
        self.code = code


def fit_grid(grid: Grid, marks: Sequence[Mark]) -> GridFit:
    """The grid with the least squares of errors at the marked hexes.

    A mark may stand on a number that no hex has (`without`): it lies on the picture all the same.
    UnfitError for fewer than three, or for marks that lie on one line; KeyError for a number that
    the grid does not have.
    """
    import numpy as np

    plane = PixelGrid(grid, 1.0, 0.0, 0.0)
    q = np.array([plane.middle(mark.hex) for mark in marks], dtype=float).reshape(-1, 2)
    p = np.array([mark.at for mark in marks], dtype=float).reshape(-1, 2)
    if len(marks) < LEAST:
        text = Saying("Too few hexes are marked ({number}).", number=len(marks))
        remedy = Saying("Mark {least} or more, far apart.", least=LEAST)
        raise UnfitError(text, remedy, "few")
    if _on_one_line(q) or _on_one_line(p):
        raise UnfitError("The marked hexes lie on one line.", "Mark another far from it.", "line")
    turn, across, down, centre = _least_squares(q, p)
    if not (across > 0 and down > 0 and math.isfinite(across * down)):
        raise UnfitError(
            "No grid lies on these marks.",
            "One of them belongs to another hex: mark it anew.",
            "apart",
        )
    cos, sin = math.cos(turn), math.sin(turn)
    middle = q.mean(axis=0)
    x0 = float(centre[0] - cos * across * middle[0] + sin * down * middle[1])
    y0 = float(centre[1] - sin * across * middle[0] - cos * down * middle[1])
    turn = math.remainder(turn, math.tau)
    fit = GridFit((x0, y0), 0.0 if abs(turn) < 1e-12 else turn, across, down)
    errors = tuple(math.dist(fit.pixel(*at), mark.at) for at, mark in zip(q, marks, strict=True))
    return replace(fit, errors=errors)


def _on_one_line(points: np.ndarray) -> bool:
    """Whether points (an n by 2 array) tell nothing of one direction."""
    import numpy as np

    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(spread[0] == 0 or spread[1] < _FLAT * spread[0])


def _least_squares(q: np.ndarray, p: np.ndarray) -> tuple[float, float, float, np.ndarray]:
    """The turn, the pitch across and down, and the pixel of the points' middle, that lay points of
    the grid's plane nearest to those of the picture (n by 2 arrays both): from the best similarity,
    Newton's steps to turn and both pitches."""
    import numpy as np

    zq, zp = q @ [1, 1j], p @ [1, 1j]
    dq, dp = zq - zq.mean(), zp - zp.mean()
    turned = complex((dq.conj() @ dp) / (dq.conj() @ dq).real)
    a = b = abs(turned)
    turn = math.atan2(turned.imag, turned.real)
    u, v = (q - q.mean(axis=0)).T
    centre = p.mean(axis=0)
    zero, one = np.zeros(len(q)), np.ones(len(q))
    for _ in range(_ROUNDS):
        cos, sin = math.cos(turn), math.sin(turn)
        x = centre[0] + cos * a * u - sin * b * v
        y = centre[1] + sin * a * u + cos * b * v
        residual = np.concatenate((p[:, 0] - x, p[:, 1] - y))
        slopes = np.stack(
            (
                np.concatenate((one, zero)),
                np.concatenate((zero, one)),
                np.concatenate((-sin * a * u - cos * b * v, cos * a * u - sin * b * v)),
                np.concatenate((cos * u, sin * u)),
                np.concatenate((-sin * v, cos * v)),
            ),
            axis=1,
        )
        step, *_ = np.linalg.lstsq(slopes, residual, rcond=None)
        centre = centre + step[:2]
        turn, a, b = turn + float(step[2]), a + float(step[3]), b + float(step[4])
        if np.abs(step).max() < 1e-10 * max(a, 1.0):
            break
    return turn, a, b, centre


def suspect(grid: Grid, marks: Sequence[Mark], fit: GridFit) -> int | None:
    """Which mark is off: the one without which the others agree far better; None if none is.

    With four marks or more; of three nobody can say which is wrong.
    """
    if len(marks) <= LEAST or fit.error < _CARE * fit.across:
        return None
    without: list[tuple[float, int]] = []
    for index in range(len(marks)):
        others = [*marks[:index], *marks[index + 1 :]]
        try:
            without.append((fit_grid(grid, others).error, index))
        except UnfitError:
            continue
    if not without:
        return None
    error, index = min(without)
    return index if error < 0.5 * fit.error else None
