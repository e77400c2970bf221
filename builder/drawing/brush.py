"""The brush that glyphs are drawn with, in a frame from (-1, -1) to (1, 1)."""

from __future__ import annotations

from dataclasses import dataclass

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.colours import ColourLike
from builder.drawing.paths import Path, Point


@dataclass(frozen=True, slots=True)
class Brush:
    """A canvas in the glyph's frame, the glyph's ink, and the ground it stands on."""

    canvas: Canvas
    ink: ColourLike
    ground: ColourLike

    def solid(self, path: Path) -> None:
        self.canvas.path(path, Paint(fill=self.ink))

    def hole(self, path: Path) -> None:
        self.canvas.path(path, Paint(fill=self.ground))

    def line(self, path: Path, width: float = 0.2, *, ground: bool = False) -> None:
        colour = self.ground if ground else self.ink
        self.canvas.path(path, Paint(stroke=colour, width=width, cap="round", join="round"))

    def mirrored(self, points: list[Point]) -> None:
        """A solid shape from its right half, from the top of the axis to the bottom."""
        self.solid(paths.polygon([*points, *[(-x, y) for x, y in reversed(points)]]))
