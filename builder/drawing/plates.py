"""The pixel backend of maps: drawings of a hundred thousand strokes, painted by PDFium.

What is drawn is written down as pages of PDF, and each page is painted in a thread of its own while
the next is still being drawn, because PDFium needs no Python for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import TYPE_CHECKING

from builder import limits
from builder.drawing import paths, plate
from builder.drawing.canvas import Canvas, Paint, TextStyle, scaled
from builder.drawing.colours import Colour, ColourLike, parse
from builder.drawing.erasing import erase
from builder.drawing.paths import Matrix, Path, Point
from builder.drawing.png import FlatRows
from builder.drawing.rows import Box, Rows, Strip

if TYPE_CHECKING:
    from PIL.Image import Image

_PAGE = 1_000_000  # letters of a page's drawing
_SMALL = 40  # pixels below which a text is crisper when it stands on a whole one
_MUCH = 0.01  # share of the picture that a tone covers to stay as it is
_APART = 6  # levels between other tones
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_PLAIN = Matrix()


class PlateCanvas(Canvas):
    """A canvas of width × height user units whose opaque picture has `scale` pixels to the unit.

    Without a `background` it is drawn over a picture: `rows_over` instead of `rows`.
    """

    def __init__(
        self,
        width: float,
        height: float,
        scale: float = 1.0,
        *,
        background: ColourLike | None = None,
    ) -> None:
        self.size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if self.size[0] * self.size[1] > limits.FINISHED:
            raise ValueError(f"a picture of {self.size[0]} x {self.size[1]} pixels is too large")
        super().__init__(width, height, paths.scaling(scale))
        self._painter = ThreadPoolExecutor(1)
        self._pixels: Future[plate.Pixels] | None = None
        if background is not None:
            self._pixels = self._painter.submit(plate.Pixels, self.size, parse(background))
        self._read: list[Future[plate.Leaf]] = []
        self._clips: list[dict[str, object]] = []
        self._begin()

    def rows(self, most: int) -> Iterator[Image]:
        """What has been drawn, in RGB, in strips of so many rows from the top down; nothing can
        be drawn afterwards."""
        assert self._pixels is not None, "a canvas without a background"
        for leaf in self._leaves():
            leaf.close()
        whole = self._pixels.result().picture()
        plain = _fewer_tones(whole)
        for top in range(0, whole.height, most):
            strip = whole.crop((0, top, whole.width, min(whole.height, top + most)))
            yield strip.convert("RGB").point(plain)

    def rows_over(
        self, under: Rows, most: int, above: int = 0, bare: Sequence[Box] = ()
    ) -> Iterator[Strip]:
        """The same over a picture of the canvas's size, of which whole rows are asked for: in the
        strips of a larger one, which has so many rows `above` it. In the boxes of `bare` nothing
        but the ground of that picture is left."""
        leaves = self._leaves()
        wide, high = self.size
        top = 0
        while top < high:
            bottom = min(high, top + most - (top + above) % most)
            if isinstance(under, FlatRows):
                strip = under.strip(top, bottom)
            else:
                strip = Strip.of(under.crop((0, top, wide, bottom)))
            erase(strip, top, bare)
            pixels = plate.Pixels((wide, bottom - top), strip)
            for leaf in leaves:
                pixels.paint(leaf, self.size, top)
            pixels.close()
            yield strip
            top = bottom
        for leaf in leaves:
            leaf.close()

    def _leaves(self) -> list[plate.Leaf]:
        """All pages, once they are read, and painted where there is a background."""
        self._turn_over()
        with self._painter:
            return [leaf.result() for leaf in self._read]

    def lay(self, pages: Iterable[bytes]) -> None:
        """Over what has been drawn come pages of a `PageCanvas` of the same size."""
        self._turn_over()
        for page in pages:
            self._read.append(self._painter.submit(self._paint_page, page))

    @property
    def pixel(self) -> float:
        return 1 / self._matrix.scale

    def snap(self, x: float, y: float) -> Point:
        m = self._matrix
        if m.b or m.c:
            return x, y
        u, v = m.apply(x, y)
        return (round(u) - m.e) / m.a, (round(v) - m.f) / m.d

    # Pages.

    def _begin(self) -> None:
        """A fresh page, y running down."""
        self._words = [f"1 0 0 -1 0 {self.size[1]} cm"]
        self._letters = 0
        self._shown = plate.Resources()
        self._state: dict[str, object] = {}

    def _turn_over(self) -> None:
        """Have the page painted beside the drawing of the next."""
        self._read.append(self._painter.submit(self._paint, self._words, self._shown))
        self._begin()

    def _paint(self, words: list[str], shown: plate.Resources) -> plate.Leaf:
        return self._paint_page(self._page(words, shown))

    def _page(self, words: list[str], shown: plate.Resources) -> bytes:
        return plate.page(self.size, "\n".join(words).encode("latin-1"), shown)

    def _paint_page(self, page: bytes) -> plate.Leaf:
        leaf = plate.Leaf(page)
        if self._pixels is not None:
            self._pixels.result().paint(leaf, self.size)
        return leaf

    def _say(self, words: str) -> None:
        self._words.append(words)
        self._letters += len(words)
        if self._letters > _PAGE and not self._clips:
            self._turn_over()

    def _set(self, key: str, value: object, words: Callable[[], str]) -> None:
        """Say what holds for all that follows, if it does not hold already."""
        if self._state.get(key) != value:
            self._state[key] = value
            self._words.append(words())

    # Shapes. Straight lines go without a path between, because a map has a hundred thousand.

    def polygon(self, points: Iterable[Point], paint: Paint) -> None:
        self._line(points, paint, " h")

    def polyline(self, points: Iterable[Point], paint: Paint) -> None:
        self._line(points, paint, "")

    def line(self, x1: float, y1: float, x2: float, y2: float, paint: Paint) -> None:
        self._line(((x1, y1), (x2, y2)), paint, "")

    def _line(self, points: Iterable[Point], paint: Paint, end: str) -> None:
        if self._matrix != _PLAIN:
            a, b, c, d, e, f = self._matrix
            points = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
            paint = scaled(paint, self._matrix.scale)
        flat = tuple(chain.from_iterable(points))
        if len(flat) > 2:
            words = "%.2f %.2f m" + " %.2f %.2f l" * (len(flat) // 2 - 1)
            self._show(words % flat + end, paint)

    def path(self, path: Path, paint: Paint) -> None:
        if self._matrix == _PLAIN:
            self._draw_path(path, paint)
        else:
            super().path(path, paint)

    def _draw_path(self, path: Path, paint: Paint) -> None:
        if words := _outline(path):
            self._show(words, paint)

    def _show(self, outline: str, paint: Paint) -> None:
        """An outline, filled and stroked."""
        stroked = paint.stroke is not None and paint.width > 0
        if paint.fill is None and not stroked:
            return
        self._see_through(paint.opacity)
        if paint.fill is not None:
            self._fill(parse(paint.fill))
        if stroked and paint.stroke is not None:
            self._stroke(parse(paint.stroke), paint.width, paint)
        self._say(f"{outline} {'B*' if stroked and paint.fill else 'S' if stroked else 'f*'}")

    def _fill(self, colour: Colour) -> None:
        self._set("fill", colour, lambda: f"{_colour(colour)} rg")

    def _stroke(self, colour: Colour, width: float, paint: Paint) -> None:
        key = colour, width, paint.cap, paint.join, paint.dash
        self._set("stroke", key, lambda: _pen(*key))

    def _see_through(self, opacity: float) -> None:
        self._shown.opacities.add(opacity)
        self._set("opacity", opacity, lambda: f"/{plate.opacity_name(opacity)} gs")

    # Texts.

    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        scale = matrix.scale
        a, b, c, d, e, f = matrix
        if b == 0 == c and a > 0 < d and style.size * scale < _SMALL:
            f = round(f)
        # The frame's y runs down, a glyph's up: turn the glyphs over.
        frame = (a / scale, b / scale, -c / scale, -d / scale, e, f)
        place = f"{_numbers(frame)} Tm"
        if style.halo is not None and style.halo_width > 0:
            halo = Paint(cap="round", join="round")
            self._stroke(parse(style.halo), 2 * style.halo_width * scale, halo)
            self._text(text, style, place, scale, mode=1)
        self._fill(parse(style.colour))
        self._text(text, style, place, scale, mode=0)

    def _text(self, text: str, style: TextStyle, place: str, scale: float, mode: int) -> None:
        known = plate.glyphs_of(style.face)
        glyphs = [known.get(ord(char), 0) for char in text]
        self._shown.faces.setdefault(style.face, set()).update(glyphs)
        self._see_through(style.opacity)
        size, spacing, wide = style.size * scale, style.spacing * scale, style.condensed * 100
        self._set("font", (style.face, size), lambda: f"/F{style.face} {size:.4f} Tf")
        self._set("spacing", spacing, lambda: f"{spacing:.4f} Tc")
        self._set("wide", wide, lambda: f"{wide:.3f} Tz")
        self._set("mode", mode, lambda: f"{mode} Tr")
        self._say(f"BT {place} <{''.join(f'{glyph:04x}' for glyph in glyphs)}> Tj ET")

    # Pictures and clips.

    def _draw_image(self, picture: Image, matrix: Matrix) -> None:
        name = self._shown.name_of(picture, _seen(picture, matrix))
        self._see_through(1.0)
        turned = matrix.then_inner(Matrix(1, 0, 0, -1, 0, 1))
        self._say(f"q {_numbers(turned)} cm /{name} Do Q")

    def _begin_clip(self, path: Path) -> None:
        self._clips.append(dict(self._state))
        self._say(f"q {_outline(path)} W* n")

    def _end_clip(self) -> None:
        self._state = self._clips.pop()
        self._say("Q")


class PageCanvas(PlateCanvas):
    """A part of a large drawing as the pages that a `PlateCanvas` of its size paints: another
    process may draw it, because pages can be sent."""

    def __init__(self, width: float, height: float) -> None:
        self._pages: list[bytes] = []
        super().__init__(width, height)

    def pages(self) -> list[bytes]:
        """What has been drawn."""
        self._turn_over()
        return self._pages

    def _turn_over(self) -> None:
        self._pages.append(self._page(self._words, self._shown))
        self._begin()


def _outline(path: Path) -> str:
    """A path in PDF's words."""
    words: list[str] = []
    numbers: list[float] = []
    for ring in path.parts():
        words.append("%.2f %.2f m")
        words.extend(map(_STEPS.__getitem__, map(len, ring.steps)))
        numbers += ring.start
        numbers.extend(chain.from_iterable(chain.from_iterable(ring.steps)))
        if ring.closed:
            words.append("h")
    return " ".join(words) % tuple(numbers)


_STEPS = {1: "%.2f %.2f l", 3: "%.2f %.2f %.2f %.2f %.2f %.2f c"}


def _seen(picture: Image, matrix: Matrix) -> tuple[int, int]:
    """The pixels of a picture that are worth keeping: twice as many as it has on the sheet."""
    wide, high = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    return min(picture.width, math.ceil(2 * wide)), min(picture.height, math.ceil(2 * high))


def _fewer_tones(whole: Image) -> list[int]:
    """For each value of red, green and blue the one that stands for it.

    The edges of strokes are of any tone between two colours, and a file that tells each is larger
    by half. Those that cover much of the picture stay as they are.
    """
    from PIL import Image

    small = whole.resize((-(-whole.width // 4), -(-whole.height // 4)), Image.Resampling.NEAREST)
    counts, much = small.histogram(), small.width * small.height * _MUCH
    found: list[int] = []
    for start in (0, 256, 512):
        many = counts[start : start + 256]
        kept: list[int] = []
        for value in sorted(range(256), key=lambda value: (-many[value], value)):
            if many[value] > much or all(abs(value - other) >= _APART for other in kept):
                kept.append(value)
        found += [min(kept, key=lambda other: (abs(value - other), other)) for value in range(256)]
    return found


def _pen(colour: Colour, width: float, cap: str, join: str, dash: tuple[float, ...]) -> str:
    dashes = " ".join(f"{part:.3f}" for part in dash)
    return f"{_colour(colour)} RG {width:.3f} w {_CAPS[cap]} J {_JOINS[join]} j [{dashes}] 0 d"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.5f}" for value in values)


def _colour(colour: Colour) -> str:
    return " ".join(f"{value / 255:.4f}" for value in colour)
