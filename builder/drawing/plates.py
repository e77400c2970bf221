"""The pixel backend of maps: drawings of a hundred thousand strokes, painted by PDFium.

What is drawn is written down as pages of PDF, and each page is painted in a thread of its own while
the next is still being drawn, because PDFium needs no Python for it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import chain
from typing import TYPE_CHECKING

from builder import limits
from builder.drawing import paths, plate
from builder.drawing.below import parts
from builder.drawing.canvas import Canvas, Ends, Paint, TextStyle, beginning, scaled
from builder.drawing.colours import Colour, ColourLike, parse
from builder.drawing.erasing import NOTHING, Bare
from builder.drawing.halos import Halo
from builder.drawing.paths import Matrix, Path, Point
from builder.drawing.png import FlatRows
from builder.drawing.rows import Box, Rows, Strip

if TYPE_CHECKING:
    from PIL.Image import Image

_PAGE = 1_000_000  # letters of a page's drawing
_SAMPLED = 4  # of so many pixels across and down one tells which tones a picture has
_SMALL = 40  # pixels below which a text is crisper when it stands on a whole one
_MUCH = 0.01  # share of the picture that a tone covers to stay as it is
_APART = 6  # levels between other tones
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_PLAIN = Matrix()

_Begun = tuple[float, list[int]]
"""Where a text on a line begins, and its glyphs."""

Band = tuple[int, int]
"""The first of some rows, and the one behind the last."""


@dataclass(frozen=True)
class Lifted:
    """What was drawn in a box before more came over it: of its rows those from `top` on."""

    box: Box
    top: int
    picture: Image


class PlateCanvas(Canvas):
    """A canvas of width × height user units whose opaque picture has `scale` pixels to the unit.

    Without a `background` it is drawn over a picture: `rows_over` instead of `rows`. Of one with it
    only the `bands` of rows are painted, each by itself; without them the whole at once.
    """

    def __init__(
        self,
        width: float,
        height: float,
        scale: float = 1.0,
        *,
        background: ColourLike | None = None,
        bands: Sequence[Band] = (),
    ) -> None:
        self.size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if self.size[0] * self.size[1] > limits.FINISHED:
            raise ValueError(f"a picture of {self.size[0]} x {self.size[1]} pixels is too large")
        super().__init__(width, height, paths.scaling(scale))
        self._painter = ThreadPoolExecutor(1)
        self._bands = bands or ((0, self.size[1]),)
        self._pixels: Future[list[plate.Pixels]] | None = None
        if background is not None:
            self._pixels = self._painter.submit(self._blank, parse(background))
        self._read: list[Future[list[plate.Leaf]]] = []
        self._lifted: list[Lifted] = []
        self._clips: list[dict[str, object]] = []
        self._begin()

    def rows(self, most: int) -> Iterator[Image]:
        """What has been drawn, in RGB, in strips of so many rows from the top down; nothing can
        be drawn afterwards."""
        painted = self.painted()
        for strip in painted.rows(most, painted.tones().fewer()):
            yield strip.convert("RGB")

    def painted(self) -> Painted:
        """What has been drawn; nothing can be drawn afterwards."""
        assert self._pixels is not None, "a canvas without a background"
        self.close()
        pictures = [pixels.picture() for pixels in self._pixels.result()]
        bands = [(top, made) for (top, _), made in zip(self._bands, pictures, strict=True)]
        return Painted(bands, self._lifted)

    def rows_over(
        self,
        under: Rows,
        most: int,
        above: int = 0,
        bare: Bare = NOTHING,
        band: Band | None = None,
    ) -> Iterator[Strip]:
        """The same over a picture of the canvas's size, of which whole rows are asked for: in the
        strips of a larger one, which has so many rows `above` it. What is `bare` is taken off that
        picture first. Of a `band` no other rows are asked for, and the canvas is to be closed."""
        leaves = self._leaves()
        wide = self.size[0]
        top, last = band or (0, self.size[1])
        while top < last:
            bottom = min(last, top + most - (top + above) % most)
            if isinstance(under, FlatRows):
                strip = under.strip(top, bottom)
            else:
                strip = Strip.of(under.crop((0, top, wide, bottom)))
            bare.erase(strip, top)
            pixels = plate.Pixels((wide, bottom - top), strip)
            for leaf in leaves:
                pixels.paint(leaf, self.size, top)
            pixels.close()
            yield strip
            top = bottom
        if band is None:
            self.close()

    def close(self) -> None:
        """Nothing can be painted afterwards."""
        for leaf in self._leaves():
            leaf.close()
        self._read.clear()

    def pages(self) -> list[bytes]:
        """What has been drawn, for the canvas of another process; nothing can be drawn
        afterwards."""
        return [leaf.page for leaf in self._leaves()]

    def _leaves(self) -> list[plate.Leaf]:
        """All pages, once they are read, and painted where there is a background."""
        if self._letters:
            self._turn_over()
        self._painter.shutdown()
        return list(chain.from_iterable(leaves.result() for leaves in self._read))

    def lay(self, pages: Callable[[], Iterable[bytes]]) -> None:
        """Over what has been drawn come pages of a `PageCanvas` of the same size; they are asked
        for beside other work, and may be late."""
        self._turn_over()
        self._read.append(self._painter.submit(self._paint_pages, pages))

    def lift(self, boxes: Callable[[], Iterable[Box]]) -> None:
        """Keep what has been drawn in boxes, in pixels, before more comes over it; they are asked
        for like pages that are laid."""
        self._turn_over()
        self._read.append(self._painter.submit(self._lift, boxes))

    def _lift(self, boxes: Callable[[], Iterable[Box]]) -> list[plate.Leaf]:
        assert self._pixels is not None, "a canvas without a background"
        wanted = list(boxes())
        for (top, _), pixels in zip(self._bands, self._pixels.result(), strict=True):
            for box, part in parts(wanted, pixels.size, top):
                self._lifted.append(Lifted(box, part[1] + top, pixels.crop(part)))
        return []

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
        self._held: dict[int, Paint] = {}

    def _turn_over(self) -> None:
        """Have the page painted beside the drawing of the next."""
        self._read.append(self._painter.submit(self._paint, self._words, self._shown))
        self._begin()

    def _blank(self, colour: Colour) -> list[plate.Pixels]:
        wide = self.size[0]
        return [plate.Pixels((wide, bottom - top), colour) for top, bottom in self._bands]

    def _paint(self, words: list[str], shown: plate.Resources) -> list[plate.Leaf]:
        return [self._paint_page(self._page(words, shown))]

    def _paint_pages(self, pages: Callable[[], Iterable[bytes]]) -> list[plate.Leaf]:
        return [self._paint_page(page) for page in pages()]

    def _page(self, words: list[str], shown: plate.Resources) -> bytes:
        return plate.page(self.size, "\n".join(words).encode("latin-1"), shown)

    def _paint_page(self, page: bytes) -> plate.Leaf:
        leaf = plate.Leaf(page)
        if self._pixels is not None:
            for (top, _), pixels in zip(self._bands, self._pixels.result(), strict=True):
                pixels.paint(leaf, self.size, top)
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
            self._held.clear()
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

    def strokes(self, ends: Sequence[Ends], paint: Paint) -> None:
        if self._matrix != _PLAIN:
            super().strokes(ends, paint)
        elif ends:
            words = " ".join(["%.2f %.2f m %.2f %.2f l"] * len(ends))
            self._show(words % tuple(chain.from_iterable(ends)), paint)

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
        if id(paint) not in self._held:  # a map draws ten thousand trees in two paints
            self._see_through(paint.opacity)
            if paint.fill is not None:
                self._fill(parse(paint.fill))
            if stroked and paint.stroke is not None:
                self._stroke(parse(paint.stroke), paint.width, paint)
            self._held[id(paint)] = paint
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

    def texts(self, placed: Iterable[tuple[float, float, str]], style: TextStyle) -> None:
        plain = self._matrix == _PLAIN and style.condensed == 1 and style.size < _SMALL
        if not plain or style.rotate or style.spacing:
            super().texts(placed, style)
            return
        known, rows = plate.glyphs_of(style.face), dict[int, list[_Begun]]()
        # A map has thousands of numbers: no matrix for each, and a row of them is one text.
        for x, y, text in placed:
            dx, dy = beginning(text, style)
            glyphs = [known.get(ord(char), 0) for char in text]
            rows.setdefault(round(y + dy), []).append((x + dx, glyphs))
        for y, row in rows.items():
            self._letter_row(y, sorted(row), style)

    def _letter_row(self, y: int, row: Sequence[_Begun], style: TextStyle) -> None:
        """Texts on one line, over their halos."""
        used = frozenset(chain.from_iterable([glyphs for _, glyphs in row]))
        line = partial(_line, y, row, style.size, plate.widths_of(style.face))
        if style.halo is not None and style.halo_width > 0:
            halo = Halo(style.face, style.size, style.halo_width)
            codes = self._shown.halo_codes(halo, used)
            if codes is not None:
                self._see_through(style.opacity)
                self._fill(parse(style.halo))
                self._set_font(self._shown.halo_name(halo), style, 1.0, 0)
                self._say(f"BT {line(lambda glyph: f'{codes[glyph]:02x}')} ET")
                style = replace(style, halo=None)
        self._letter(line(_coded), used, style, 1.0)

    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        scale = matrix.scale
        a, b, c, d, e, f = matrix
        if b == 0 == c and a > 0 < d and style.size * scale < _SMALL:
            f = round(f)
        # The frame's y runs down, a glyph's up: turn the glyphs over.
        frame = (a / scale, b / scale, -c / scale, -d / scale, e, f)
        known = plate.glyphs_of(style.face)
        glyphs = [known.get(ord(char), 0) for char in text]
        self._letter(f"{_numbers(frame)} Tm {_shown(glyphs)}", glyphs, style, scale)

    def _letter(self, words: str, glyphs: Collection[int], style: TextStyle, scale: float) -> None:
        """Texts in their places, over their halos."""
        if style.halo is not None and style.halo_width > 0:
            halo = Paint(cap="round", join="round")
            self._stroke(parse(style.halo), 2 * style.halo_width * scale, halo)
            self._write(words, glyphs, style, scale, mode=1)
        self._fill(parse(style.colour))
        self._write(words, glyphs, style, scale, mode=0)

    def _write(
        self, words: str, glyphs: Collection[int], style: TextStyle, scale: float, mode: int
    ) -> None:
        self._shown.faces.setdefault(style.face, set()).update(glyphs)
        self._see_through(style.opacity)
        self._set_font(f"F{style.face}", style, scale, mode)
        self._say(f"BT {words} ET")

    def _set_font(self, name: str, style: TextStyle, scale: float, mode: int) -> None:
        size, spacing, wide = style.size * scale, style.spacing * scale, style.condensed * 100
        self._set("font", (name, size), lambda: f"/{name} {size:.4f} Tf")
        self._set("spacing", spacing, lambda: f"{spacing:.4f} Tc")
        self._set("wide", wide, lambda: f"{wide:.3f} Tz")
        self._set("mode", mode, lambda: f"{mode} Tr")

    @property
    def is_straight(self) -> bool:
        """Whether drawings are now but moved, neither turned nor made larger."""
        return self._matrix == _PLAIN._replace(e=self._matrix.e, f=self._matrix.f)

    def stamp(self, stamp: Stamp) -> None:
        """Show a small drawing at the origin, on the nearest whole pixel."""
        for face, glyphs in stamp.faces.items():
            self._shown.faces.setdefault(face, set()).update(glyphs)
        self._shown.opacities.update(stamp.opacities)
        x, y = round(self._matrix.e), round(self._matrix.f)
        self._say(f"q 1 0 0 1 {x} {y} cm\n{stamp.words}\nQ")

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
        self._held.clear()
        self._say("Q")


@dataclass(frozen=True)
class Tones:
    """How often each value of red, green and blue is met in a picture, among so many pixels."""

    counts: tuple[int, ...]
    pixels: int

    def __add__(self, other: Tones) -> Tones:
        counts = map(operator.add, self.counts, other.counts)
        return Tones(tuple(counts), self.pixels + other.pixels)

    def fewer(self) -> list[int]:
        """For each value of red, green and blue the one that stands for it.

        The edges of strokes are of any tone between two colours, and a file that tells each is
        larger by half. Those that cover much of the picture stay as they are.
        """
        much, found = self.pixels * _MUCH, list[int]()
        for start in (0, 256, 512):
            many = self.counts[start : start + 256]
            kept: list[int] = []
            for value in sorted(range(256), key=lambda value: (-many[value], value)):
                if many[value] > much or all(abs(value - other) >= _APART for other in kept):
                    kept.append(value)
            found += [min(kept, key=lambda one: (abs(value - one), one)) for value in range(256)]
        return found


@dataclass(frozen=True)
class Painted:
    """Bands of a picture, each with the row that it begins with, and what was lifted from it."""

    bands: Sequence[tuple[int, Image]]
    lifted: Sequence[Lifted] = ()

    def tones(self) -> Tones:
        """Those of the bands. Bands that begin with every fourth row of a picture have together
        what the whole has, whoever counts them."""
        found = [_tones(picture) for _, picture in self.bands]
        return reduce(operator.add, found)

    def rows(self, most: int, plain: Sequence[int]) -> Iterator[Image]:
        """In RGBX with fewer tones, in strips of so many rows from the top down."""
        tones = [*plain, *range(256)]
        for _, band in self.bands:
            for top in range(0, band.height, most):
                strip = band.crop((0, top, band.width, min(band.height, top + most)))
                yield strip.point(tones)

    def below(self, plain: Sequence[int]) -> Iterator[Lifted]:
        """What was lifted, with as few tones."""
        tones = [*plain, *range(256)]
        for one in self.lifted:
            yield replace(one, picture=one.picture.point(tones))


def _tones(picture: Image) -> Tones:
    from PIL import Image

    wide, high = picture.size
    size = -(-wide // _SAMPLED), max(1, high // _SAMPLED)
    box = (0, 0, wide, size[1] * _SAMPLED if high >= _SAMPLED else high)
    small = picture.resize(size, Image.Resampling.NEAREST, box=box)
    return Tones(tuple(small.histogram()[:768]), size[0] * size[1])


@dataclass(frozen=True)
class Stamp:
    """A small drawing that may be shown again and again: its words, the glyphs of each face that
    they show, and how much is seen through."""

    words: str
    faces: dict[str, list[int]]
    opacities: list[float]


class StampCanvas(PlateCanvas):
    """A small drawing without pictures, which has room on one page."""

    def drawn(self) -> Stamp:
        assert not self._shown.pictures, "a stamp has no pictures"
        faces = {face: sorted(glyphs) for face, glyphs in self._shown.faces.items()}
        _, *words = self._words
        return Stamp("\n".join(words), faces, sorted(self._shown.opacities))


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


def _shown(glyphs: Iterable[int]) -> str:
    """Glyphs as they are shown where a text stands."""
    return f"<{''.join(map(_coded, glyphs))}> Tj"


def _coded(glyph: int) -> str:
    return f"{glyph:04x}"


def _line(
    y: int,
    row: Sequence[_Begun],
    size: float,
    widths: Mapping[int, int],
    code: Callable[[int], str],
) -> str:
    """Texts beside each other as one, which leaps over what is between them."""
    words, start = list[str](), row[0][0]
    pen = start
    for x, glyphs in row:
        words.append(f"{(pen - x) * 1000 / size:.3f}<{''.join(map(code, glyphs))}>")
        pen = x + math.fsum([widths.get(one, 0) for one in glyphs]) * size / 1000
    return f"1 0 0 -1 {start:.5f} {y} Tm [{' '.join(words)}] TJ"


def _seen(picture: Image, matrix: Matrix) -> tuple[int, int]:
    """The pixels of a picture that are worth keeping: twice as many as it has on the sheet."""
    wide, high = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    return min(picture.width, math.ceil(2 * wide)), min(picture.height, math.ceil(2 * high))


def _pen(colour: Colour, width: float, cap: str, join: str, dash: tuple[float, ...]) -> str:
    dashes = " ".join(f"{part:.3f}" for part in dash)
    return f"{_colour(colour)} RG {width:.3f} w {_CAPS[cap]} J {_JOINS[join]} j [{dashes}] 0 d"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.5f}" for value in values)


def _colour(colour: Colour) -> str:
    return " ".join(f"{value / 255:.4f}" for value in colour)
