"""Which printed counters have texts too small to be read: told before paper is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.counters import draw_counter
from builder.drawing.fitting import LEAST, least_at
from builder.drawing.paths import Matrix, Path
from builder.sheets.counters import CounterPair
from builder.sheets.options import COUNTER_SIZES, SheetOptions

if TYPE_CHECKING:
    from PIL.Image import Image

_FULL = COUNTER_SIZES[-1]
"""mm of a counter on which every text is drawn to be read."""
_POINT = 25.4 / 72
_LEAST = LEAST / 100 * _FULL
"""mm of the smallest text that can be read, 5 points."""
_EPS = 1e-6


@dataclass(frozen=True, slots=True)
class Small:
    """How many counters have a text below 5 points, the points of the smallest, and from how many
    mm on a counter of this game has none."""

    counters: int
    points: float
    enough: float


def small_texts(pairs: Sequence[CounterPair], options: SheetOptions) -> Small | None:
    """What is too small on counters; None if all of it can be read."""
    if options.side >= _FULL:
        return None
    sizes = [_smallest(pair, options.side) for pair in pairs]
    few = [size for size in sizes if size < _LEAST - _EPS]
    if not few:
        return None
    enough = options.side
    while enough < _FULL and any(_smallest(pair, enough) < _LEAST - _EPS for pair in pairs):
        enough = min(_FULL, round(enough + 0.1, 1))
    counters = sum(
        pair.copies for pair, size in zip(pairs, sizes, strict=True) if size < _LEAST - _EPS
    )
    return Small(counters, min(few) / _POINT, enough)


def _smallest(pair: CounterPair, side: float) -> float:
    """mm of the smallest text on either face; of none more than any."""
    seen = _Texts()
    for face in (pair.front, pair.back):
        if face is not None:
            draw_counter(seen, face, side, edge="flat", least=least_at(side))
    return seen.smallest


class _Texts(Canvas):
    """Draws nothing, and keeps how small the smallest text is."""

    def __init__(self) -> None:
        super().__init__(1.0, 1.0, Matrix(1, 0, 0, 1, 0, 0))
        self.smallest = float("inf")

    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        self.smallest = min(self.smallest, style.size * matrix.scale)

    def _draw_path(self, path: Path, paint: Paint) -> None: ...

    def _draw_image(self, picture: Image, matrix: Matrix) -> None: ...

    def _begin_clip(self, path: Path) -> None: ...

    def _end_clip(self) -> None: ...
