"""The canvas: everything Kessel draws is drawn once, in these words, and lands on pixels or paper.

Coordinates are the user's own units (a counter's millimetres, a map's pixels), x to the right and
y DOWN, the origin in the upper left corner. Angles are degrees, clockwise. How to draw:

    canvas.rect(x, y, width, height, Paint(fill="#cfae7b"), radius=2)
    canvas.circle(cx, cy, r, Paint(stroke="black", width=1.5))
    canvas.dots(points, r, "green")         # many discs at once
    canvas.ellipse(cx, cy, rx, ry, paint)
    canvas.line(x1, y1, x2, y2, paint)
    canvas.polyline(points, paint)          # open
    canvas.polygon(points, paint)           # closed
    canvas.path(path, paint)                # see paths.py: lines, Béziers, arcs, holes (even-odd)
    canvas.text(x, y, "12-8", TextStyle(size=20, weight="bold", anchor="middle"))
    canvas.image(pillow_image, x, y, width, height)
    with canvas.group(x=10, y=20, scale=2, rotate=90, clip=path): ...   # nested coordinates
    canvas.snap(x, y), canvas.pixel         # for edges that must be crisp on a screen

`Paint(fill, stroke, width, dash, cap, join, opacity)`: fill first, stroke over it, centred on the
outline. A colour is "#rrggbb", a name of colours.NAMES, or a Colour; None leaves it out.
`TextStyle(size, weight, italic, colour, anchor, baseline, rotate, halo, halo_width, spacing,
condensed, opacity)`: anchor start/middle/end; baseline alphabetic/middle (half the height of
capitals)/top (their upper edge). `text_width(text, style)` measures without a canvas.

Backends: `pixels.PixelCanvas(width, height, scale, background=...)`, then `.picture()`;
`plates.PlateCanvas(...)` for maps, then `.rows(most)`;
`paper.PaperDocument(...)`, then `with document.page(width_mm, height_mm) as canvas` (unit: mm).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from builder.drawing import fonts, paths
from builder.drawing.colours import ColourLike
from builder.drawing.fonts import Weight
from builder.drawing.paths import Matrix, Path, Point

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Paint:
    """How an outline is filled and stroked; widths and dashes in user units."""

    fill: ColourLike | None = None
    stroke: ColourLike | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How one line of text looks; `size` is the font size, capitals are 0.71 of it high."""

    size: float
    weight: Weight = "regular"
    italic: bool = False
    colour: ColourLike = "black"
    anchor: Literal["start", "middle", "end"] = "start"
    baseline: Literal["alphabetic", "middle", "top"] = "alphabetic"
    rotate: float = 0.0
    halo: ColourLike | None = None
    halo_width: float = 0.0
    spacing: float = 0.0
    condensed: float = 1.0
    opacity: float = 1.0

    @property
    def face(self) -> str:
        return fonts.face(self.weight, self.italic)


def text_width(text: str, style: TextStyle) -> float:
    """The width of the text in user units, before any rotation."""
    return fonts.width(
        text,
        style.size,
        style.weight,
        italic=style.italic,
        spacing=style.spacing,
        condensed=style.condensed,
    )


def beginning(text: str, style: TextStyle) -> Point:
    """Where the baseline of a text begins, seen from its anchor point, before any rotation."""
    shift = {"start": 0.0, "middle": -0.5, "end": -1.0}[style.anchor]
    drop = {"alphabetic": 0.0, "middle": 0.5, "top": 1.0}[style.baseline]
    dx = shift * text_width(text, style) if shift else 0.0
    return dx, drop * fonts.CAP_HEIGHT * style.size


Ends = tuple[float, float, float, float]
"""A straight stroke from x, y to x, y."""


class Canvas(ABC):
    """The vocabulary; a backend supplies the four `_draw_...` methods and clipping."""

    def __init__(self, width: float, height: float, base: Matrix) -> None:
        self.width = width
        self.height = height
        self._matrix = base

    # What a backend does, in its own device units: paths and paints come already transformed.

    @abstractmethod
    def _draw_path(self, path: Path, paint: Paint) -> None: ...

    @abstractmethod
    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        """`matrix` maps a frame whose origin is the start of the baseline to the device."""

    @abstractmethod
    def _draw_image(self, picture: Image, matrix: Matrix) -> None:
        """`matrix` maps the unit square (upper left corner 0, 0) to the device."""

    def _draw_photograph(self, picture: Image, matrix: Matrix) -> None:
        self._draw_image(picture, matrix)

    @abstractmethod
    def _begin_clip(self, path: Path) -> None: ...

    @abstractmethod
    def _end_clip(self) -> None: ...

    # What drawing functions say.

    def path(self, path: Path, paint: Paint) -> None:
        paint = scaled(paint, self._matrix.scale)
        self._draw_path(paths.transformed(path, self._matrix), paint)

    def polygon(self, points: Iterable[Point], paint: Paint) -> None:
        self.path(paths.polygon(points), paint)

    def polyline(self, points: Iterable[Point], paint: Paint) -> None:
        self.path(paths.polyline(points), paint)

    def line(self, x1: float, y1: float, x2: float, y2: float, paint: Paint) -> None:
        self.path(paths.polyline([(x1, y1), (x2, y2)]), paint)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        paint: Paint,
        radius: float = 0.0,
    ) -> None:
        self.path(paths.rectangle(x, y, width, height, radius), paint)

    def circle(self, cx: float, cy: float, radius: float, paint: Paint) -> None:
        self.path(paths.ellipse(cx, cy, radius, radius), paint)

    def ellipse(self, cx: float, cy: float, rx: float, ry: float, paint: Paint) -> None:
        self.path(paths.ellipse(cx, cy, rx, ry), paint)

    def dots(self, points: Iterable[Point], radius: float, colour: ColourLike) -> None:
        """Many discs of one size and colour, far cheaper than as many circles."""
        paint = Paint(stroke=colour, width=2 * radius, cap="round")
        self.strokes([(x, y, x, y) for x, y in points], paint)

    def strokes(self, ends: Sequence[Ends], paint: Paint) -> None:
        """Many straight strokes, each from x, y to x, y, as one path."""
        path = Path()
        for x0, y0, x1, y1 in ends:
            path.move(x0, y0).line(x1, y1)
        if ends:
            self.path(path, paint)

    def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
        """One line of text whose anchor point is (x, y); line breaks become spaces."""
        text = " ".join(text.split("\n")) if "\n" in text else text
        if not text:
            return
        frame = self._matrix.then_inner(paths.translation(x, y))
        if style.rotate:
            frame = frame.then_inner(paths.rotation(style.rotate))
        self._draw_text(text, style, frame.then_inner(paths.translation(*beginning(text, style))))

    def texts(self, placed: Iterable[tuple[float, float, str]], style: TextStyle) -> None:
        """Many short texts in one style, which lie on none of each other."""
        for x, y, text in placed:
            self.text(x, y, text, style)

    def image(self, picture: Image, x: float, y: float, width: float, height: float) -> None:
        """A raster picture stretched over the rectangle."""
        self._draw_image(picture, self._matrix.then_inner(Matrix(width, 0, 0, height, x, y)))

    def photograph(self, picture: Image, x: float, y: float, width: float, height: float) -> None:
        """The same of a picture that bears to be kept as a JPEG, where a backend keeps it."""
        self._draw_photograph(picture, self._matrix.then_inner(Matrix(width, 0, 0, height, x, y)))

    @property
    def fineness(self) -> float:
        """Pixels of a picture that a user unit has use for; 1 where that is a pixel itself."""
        return 1.0

    @property
    def pixel(self) -> float:
        """The side of a pixel in user units; 0 where there are none."""
        return 0.0

    def snap(self, x: float, y: float) -> Point:
        """The nearest corner between pixels, in user units: edges laid there are crisp."""
        return x, y

    @contextmanager
    def group(
        self,
        *,
        x: float = 0.0,
        y: float = 0.0,
        scale: float | tuple[float, float] = 1.0,
        rotate: float = 0.0,
        clip: Path | None = None,
    ) -> Iterator[Canvas]:
        """Draw in nested coordinates: moved to (x, y), turned, scaled, cut to `clip` (in them)."""
        outer = self._matrix
        inner = outer.then_inner(paths.translation(x, y)) if x or y else outer
        if rotate:
            inner = inner.then_inner(paths.rotation(rotate))
        if scale != 1.0:
            sx, sy = scale if isinstance(scale, tuple) else (scale, scale)
            inner = inner.then_inner(paths.scaling(sx, sy))
        self._matrix = inner
        if clip is not None:
            self._begin_clip(paths.transformed(clip, inner))
        try:
            yield self
        finally:
            if clip is not None:
                self._end_clip()
            self._matrix = outer


def scaled(paint: Paint, scale: float) -> Paint:
    """The paint in units of which so many are one of its own."""
    if scale == 1.0 or paint.stroke is None:
        return paint
    return Paint(
        paint.fill,
        paint.stroke,
        paint.width * scale,
        tuple([part * scale for part in paint.dash]) if paint.dash else (),
        paint.cap,
        paint.join,
        paint.opacity,
    )


def bounds(path: Path) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of all points of the path, control points included."""
    xs: list[float] = []
    ys: list[float] = []
    for ring in path.parts():
        xs.append(ring.start[0])
        ys.append(ring.start[1])
        for step in ring.steps:
            xs.extend(p[0] for p in step)
            ys.extend(p[1] for p in step)
    if not xs:
        raise ValueError("a path without points has no bounds: begin it with move and line")
    return min(xs), min(ys), max(xs), max(ys)
