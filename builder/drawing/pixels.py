"""The pixel backend: drawings become Pillow pictures, antialiased by drawing large and averaging.

Drawing calls are only noted down; `picture()` paints them band by band, so that a large map never
needs its enlarged picture in memory at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from PIL import Image

from builder import limits
from builder.drawing import strokes
from builder.drawing.canvas import Canvas, Paint, TextStyle, scaled
from builder.drawing.colours import Colour, ColourLike, parse
from builder.drawing.paths import Matrix, Path, Point, Ring, flatten, scaling
from builder.drawing.pixel_notes import (
    Bars,
    Clip,
    Dots,
    Fill,
    Note,
    Picture,
    Sheet,
    Stroke,
    box_of,
    whole,
)
from builder.drawing.pixel_texts import text_note
from builder.drawing.rows import Rows

_BAND_PIXELS = 6_000_000  # enlarged pixels that are in memory at once
_OVER_ROWS = 96  # of a band that is drawn over a picture
_OVER_GAP = 64  # enlarged pixels between two parts that are rather drawn as one
_MANY = 12  # straight strokes that are rather worked out together
_DOTS = 200  # discs in one note
_MOST_PIXELS = int(limits.FINISHED)  # a slip of scale should not eat the machine


class PixelCanvas(Canvas):
    """A canvas of width × height user units whose picture has `scale` pixels to the unit.

    `background` None leaves the picture transparent (RGBA), else it is opaque (RGB).
    `supersample` is how many times finer than the picture it is drawn; by default 6 for
    thumbnails, 4 for counters and 3 for maps.
    """

    def __init__(
        self,
        width: float,
        height: float,
        scale: float = 1.0,
        *,
        background: ColourLike | None = None,
        supersample: int | None = None,
    ) -> None:
        self.size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if self.size[0] * self.size[1] > _MOST_PIXELS:
            raise ValueError(f"a picture of {self.size[0]} x {self.size[1]} pixels is too large")
        longest = max(self.size)
        self._fine = supersample or (6 if longest <= 120 else 4 if longest <= 1000 else 3)
        super().__init__(width, height, scaling(scale * self._fine))
        self._background = None if background is None else parse(background)
        self._notes: list[Note] = []
        self._open: list[list[Note]] = [self._notes]

    def picture(self, under: Image.Image | None = None) -> Image.Image:
        """What has been drawn so far, over a picture of the same size if one is given.

        What nothing is drawn on of `under` stays as it is to the pixel; the picture itself is used.
        """
        fine, (width, height) = self._fine, self.size
        mode = "RGBA" if self._background is None else "RGB"
        if under:
            result = under if under.mode == mode else under.convert(mode)
            if result.size != self.size:
                raise ValueError(f"the picture below is {result.size}, not {self.size}")
            drawn = 0
            for strip in self.drawn_on(result):
                result.paste(strip, (0, drawn))
                drawn += strip.height
            return result
        paper: tuple[int, ...] = (0, 0, 0, 0) if self._background is None else self._background
        result = Image.new(mode, self.size, paper)
        rows = max(1, _BAND_PIXELS // (width * fine * fine))
        for top, notes in self._banded(rows):
            bottom = min(height, top + rows)
            enlarged = Image.new(mode, (width * fine, (bottom - top) * fine), paper)
            band = Sheet(enlarged, (0, top * fine, width * fine, bottom * fine))
            band.paint(notes)
            result.paste(_average(band.image, fine), (0, top))
        return result

    def drawn_on(self, under: Rows) -> Iterator[Image.Image]:
        """The canvas over a picture of its size and kind, row by row from the top down: only those
        parts are touched that something is drawn on."""
        fine, (width, height) = self._fine, self.size
        for top, notes in self._banded(_OVER_ROWS):
            bottom = min(height, top + _OVER_ROWS)
            rows = under.crop((0, top, width, bottom))
            for left, right in _joined([(note.box[0], note.box[2]) for note in notes]):
                first, last = max(0, left // fine), min(width, -(-right // fine))
                if first >= last:
                    continue
                place = (first, 0, last, bottom - top)
                size = ((last - first) * fine, (bottom - top) * fine)
                enlarged = rows.crop(place).resize(size, Image.Resampling.NEAREST)
                box = (first * fine, top * fine, last * fine, bottom * fine)
                part = Sheet(enlarged, box)
                part.paint(notes)
                rows.paste(_average(part.image, fine), place)
            yield rows

    def _banded(self, rows: int) -> Iterator[tuple[int, list[Note]]]:
        """The first row of each band of so many rows, and what it shows in order of drawing."""
        tops, high = range(0, self.size[1], rows), rows * self._fine
        bands: list[list[Note]] = [[] for _ in tops]
        for note in self._notes:
            first, last = note.box[1] // high, (note.box[3] - 1) // high
            for band in bands[max(0, first) : max(0, last + 1)]:
                band.append(note)
        return zip(tops, bands, strict=True)

    @property
    def pixel(self) -> float:
        return self._fine / self._matrix.scale

    def snap(self, x: float, y: float) -> Point:
        m = self._matrix
        if m.b or m.c:
            return x, y
        u, v = m.apply(x, y)
        u, v = round(u / self._fine) * self._fine, round(v / self._fine) * self._fine
        return (u - m.e) / m.a, (v - m.f) / m.d

    def _note(self, note: Note) -> None:
        self._open[-1].append(note)

    # Straight lines go without a path between, because a map has a hundred thousand of them.

    def polygon(self, points: Iterable[Point], paint: Paint) -> None:
        self._lines([(self._placed(points), True)], scaled(paint, self._matrix.scale))

    def polyline(self, points: Iterable[Point], paint: Paint) -> None:
        self._lines([(self._placed(points), False)], scaled(paint, self._matrix.scale))

    def line(self, x1: float, y1: float, x2: float, y2: float, paint: Paint) -> None:
        if paint.stroke is None or paint.dash or paint.cap != "butt" or not paint.width > 0:
            self.polyline(((x1, y1), (x2, y2)), paint)
            return
        start, end = self._placed(((x1, y1), (x2, y2)))
        if start != end:
            half = max(0.4, paint.width * self._matrix.scale - 1) / 2
            bar = whole(strokes.bar(start, end, half))
            self._note(Stroke.of(parse(paint.stroke), paint.opacity, [bar]))

    def _placed(self, points: Iterable[Point]) -> list[Point]:
        a, b, c, d, e, f = self._matrix
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]

    def path(self, path: Path, paint: Paint) -> None:
        rings = path.parts()
        plain = paint.stroke is not None and paint.width > 0
        plain = plain and not paint.dash and paint.cap != "round"
        if plain and len(rings) >= _MANY and all(map(_straight, rings)):
            self._bars([(*ring.start, *ring.steps[0][0]) for ring in rings], paint)
        else:
            super().path(path, paint)

    def _bars(self, ends: list[tuple[float, float, float, float]], paint: Paint) -> None:
        """Many straight strokes, each from x, y to x, y in user units."""
        import numpy as np  # here, because a counter has few lines

        a, b, c, d, e, f = self._matrix
        x0, y0, x1, y1 = np.array(ends).T
        corners = (a * x0 + c * y0 + e, b * x0 + d * y0 + f)
        others = (a * x1 + c * y1 + e, b * x1 + d * y1 + f)
        lines = np.stack([*corners, *others], 1)
        lines = lines[(lines[:, :2] != lines[:, 2:]).any(axis=1)]
        if len(lines) and paint.stroke is not None:
            thin = _thin(scaled(paint, self._matrix.scale))
            bars = strokes.bars(lines, thin).astype(np.intc)
            self._note(Bars.of(parse(paint.stroke), paint.opacity, bars))

    def _draw_path(self, path: Path, paint: Paint) -> None:
        self._lines([(flatten(ring), ring.closed) for ring in path.parts()], paint)

    def _lines(self, lines: Sequence[tuple[list[Point], bool]], paint: Paint) -> None:
        """Straight lines in device units, each with whether it is closed."""
        if paint.fill is not None:
            solid = [whole(line) for line, _ in lines if len(line) > 2]
            if solid:
                self._note(Fill(parse(paint.fill), paint.opacity, box_of(solid), solid))
        if paint.stroke is not None and paint.width > 0:
            thin = _thin(paint)
            pieces = [
                whole(piece)
                for line, closed in lines
                if len(line) > 1
                for piece in strokes.outline(line, closed, thin)
            ]
            if pieces:
                self._note(Stroke.of(parse(paint.stroke), paint.opacity, pieces))

    def dots(self, points: Iterable[Point], radius: float, colour: ColourLike) -> None:
        matrix = self._matrix
        size = radius * matrix.scale - 0.5
        centres = sorted((matrix.apply(x, y) for x, y in points), key=lambda point: point[1])
        for first in range(0, len(centres), _DOTS):  # notes of few rows, most bands skip most
            part = centres[first : first + _DOTS]
            box = box_of([whole([(x - size, y - size), (x + size, y + size)]) for x, y in part])
            flat = array("f", chain.from_iterable(part))
            self._note(Dots(parse(colour), 1.0, box, flat, size))

    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        if style.halo is not None and style.halo_width > 0:
            self._note(text_note(text, style, matrix, self._fine, halo=True))
        self._note(text_note(text, style, matrix, self._fine, halo=False))

    def _draw_image(self, picture: Image.Image, matrix: Matrix) -> None:
        corners = [matrix.apply(x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
        self._note(Picture(Colour(0, 0, 0), 1.0, box_of([whole(corners)]), picture, matrix))

    def _begin_clip(self, path: Path) -> None:
        shape = [whole(flatten(ring)) for ring in path.parts()]
        note = Clip(Colour(0, 0, 0), 1.0, box_of(shape), shape)
        self._note(note)
        self._open.append(note.inside)

    def _end_clip(self) -> None:
        self._open.pop()


def _straight(ring: Ring) -> bool:
    """Whether it is one stroke from a point to another."""
    return len(ring.steps) == 1 and len(ring.steps[0]) == 1 and not ring.closed


def _thin(paint: Paint) -> Paint:
    """The stroke as its polygons need it: Pillow paints the border pixels of a polygon too, which
    makes it half a pixel wider on each side."""
    return Paint(width=max(0.4, paint.width - 1), dash=paint.dash, cap=paint.cap, join=paint.join)


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches from left to right, those joined that touch or almost do."""
    found: list[tuple[int, int]] = []
    for left, right in sorted(spans):
        if found and left <= found[-1][1] + _OVER_GAP:
            found[-1] = (found[-1][0], max(found[-1][1], right))
        else:
            found.append((left, right))
    return found


def _average(image: Image.Image, fine: int) -> Image.Image:
    if image.mode == "RGBA":  # premultiplied, else edges take colour from transparent pixels
        return image.convert("RGBa").reduce(fine).convert("RGBA")
    return image.reduce(fine)
