"""The pixel backend: drawings become Pillow pictures, antialiased by drawing large and averaging.

Drawing calls are only noted down; `picture()` paints them band by band, so that a large map never
needs its enlarged picture in memory at once.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from builder.drawing import fonts, strokes
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import Colour, ColourLike, parse
from builder.drawing.paths import Matrix, Path, Point, flatten, scaling

_BAND_PIXELS = 3_000_000  # enlarged pixels that are in memory at once
_DOTS = 200  # discs in one note
_MOST_PIXELS = 120_000_000  # of a finished picture; a slip of scale should not eat the machine

Box = tuple[int, int, int, int]
Shape: TypeAlias = "array[int]"  # x, y, x, y, ...


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
        self._notes: list[_Note] = []
        self._open: list[list[_Note]] = [self._notes]

    def picture(self) -> Image.Image:
        """What has been drawn so far."""
        fine, (width, height) = self._fine, self.size
        mode = "RGBA" if self._background is None else "RGB"
        paper: tuple[int, ...] = (0, 0, 0, 0) if self._background is None else self._background
        result = Image.new(mode, self.size, paper)
        rows = max(1, _BAND_PIXELS // (width * fine * fine))
        for top in range(0, height, rows):
            bottom = min(height, top + rows)
            box = (0, top * fine, width * fine, bottom * fine)
            band = _Sheet(Image.new(mode, (width * fine, (bottom - top) * fine), paper), box)
            band.paint(self._notes)
            result.paste(_average(band.image, fine), (0, top))
        return result

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

    def _note(self, note: _Note) -> None:
        self._open[-1].append(note)

    def _draw_path(self, path: Path, paint: Paint) -> None:
        rings = path.parts()
        lines = [flatten(ring) for ring in rings]
        if paint.fill is not None:
            solid = [_whole(line) for line in lines if len(line) > 2]
            if solid:
                self._note(_Fill(parse(paint.fill), paint.opacity, _box(solid), solid))
        if paint.stroke is not None and paint.width > 0:
            # Pillow paints the border pixels of a polygon too, which makes it half a pixel wider
            # on each side.
            thin = Paint(
                width=max(0.4, paint.width - 1),
                dash=paint.dash,
                cap=paint.cap,
                join=paint.join,
            )
            pieces = [
                _whole(piece)
                for ring, line in zip(rings, lines, strict=True)
                for piece in strokes.outline(line, ring.closed, thin)
            ]
            if pieces:
                self._note(_Stroke(parse(paint.stroke), paint.opacity, _box(pieces), pieces))

    def dots(self, points: Iterable[Point], radius: float, colour: ColourLike) -> None:
        matrix = self._matrix
        size = radius * matrix.scale - 0.5
        centres = sorted((matrix.apply(x, y) for x, y in points), key=lambda point: point[1])
        for first in range(0, len(centres), _DOTS):  # notes of few rows, most bands skip most
            part = centres[first : first + _DOTS]
            box = _box([_whole([(x - size, y - size), (x + size, y + size)]) for x, y in part])
            flat = array("f", chain.from_iterable(part))
            self._note(_Dots(parse(colour), 1.0, box, flat, size))

    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        if style.halo is not None and style.halo_width > 0:
            self._note(_text_note(text, style, matrix, self._fine, halo=True))
        self._note(_text_note(text, style, matrix, self._fine, halo=False))

    def _draw_image(self, picture: Image.Image, matrix: Matrix) -> None:
        corners = [matrix.apply(x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
        self._note(_Picture(Colour(0, 0, 0), 1.0, _box([_whole(corners)]), picture, matrix))

    def _begin_clip(self, path: Path) -> None:
        shape = [_whole(flatten(ring)) for ring in path.parts()]
        note = _Clip(Colour(0, 0, 0), 1.0, _box(shape), shape)
        self._note(note)
        self._open.append(note.inside)

    def _end_clip(self) -> None:
        self._open.pop()


def _average(image: Image.Image, fine: int) -> Image.Image:
    if image.mode == "RGBA":  # premultiplied, else edges take colour from transparent pixels
        return image.convert("RGBa").reduce(fine).convert("RGBA")
    return image.reduce(fine)


def _whole(points: Sequence[Point]) -> Shape:
    """Flat whole coordinates: the pixels in which the points lie."""
    return array("i", map(int, chain.from_iterable(points)))


def _box(shapes: Sequence[Shape]) -> Box:
    columns = [value for shape in shapes for value in shape[0::2]]
    rows = [value for shape in shapes for value in shape[1::2]]
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _overlap(a: Box, b: Box) -> Box | None:
    box = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return box if box[0] < box[2] and box[1] < box[3] else None


def _moved(shape: Shape, box: Box) -> list[int]:
    """The shape in the coordinates of a picture that shows `box`."""
    left, top = box[0], box[1]
    if not left and not top:
        return list(shape)
    result = [0] * len(shape)
    result[0::2] = [x - left for x in shape[0::2]]
    result[1::2] = [y - top for y in shape[1::2]]
    return result


class _Sheet:
    """A picture that shows `box` of the device plane."""

    def __init__(self, image: Image.Image, box: Box) -> None:
        self.image = image
        self.box = box
        self.pen = ImageDraw.Draw(image)

    def paint(self, notes: Sequence[_Note]) -> None:
        for note in notes:
            seen = _overlap(note.box, self.box)
            if seen is not None:
                note.paint(self, seen)

    def local(self, box: Box) -> Box:
        left, top = self.box[0], self.box[1]
        return box[0] - left, box[1] - top, box[2] - left, box[3] - top

    def blend(self, colour: Colour, opacity: float, mask: Image.Image, seen: Box) -> None:
        """Lay a colour over the part `seen`, as much as the mask and the opacity say."""
        if opacity < 1.0:
            mask = mask.point([round(value * opacity) for value in range(256)])
        if self.image.mode == "RGBA":
            layer = Image.new("RGBA", mask.size, colour)
            layer.putalpha(mask)
            self.image.alpha_composite(layer, self.local(seen)[:2])
        else:
            self.image.paste(colour, self.local(seen), mask)


@dataclass
class _Note:
    """Something to paint: its colour, its opacity and the box of the device plane it touches."""

    colour: Colour
    opacity: float
    box: Box

    def paint(self, sheet: _Sheet, seen: Box) -> None:
        if self.opacity >= 1.0:
            self.ink(sheet.pen, sheet.box, self.colour)
        else:
            sheet.blend(self.colour, self.opacity, self.mask(seen), seen)

    def mask(self, seen: Box) -> Image.Image:
        mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]))
        self.ink(ImageDraw.Draw(mask), seen, 255)
        return mask

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        raise NotImplementedError


@dataclass
class _Fill(_Note):
    """The inside of one or more rings, by the even-odd rule."""

    rings: list[Shape]

    def paint(self, sheet: _Sheet, seen: Box) -> None:
        if len(self.rings) == 1:
            super().paint(sheet, seen)
        else:
            sheet.blend(self.colour, self.opacity, _even_odd(self.rings, seen), seen)

    def mask(self, seen: Box) -> Image.Image:
        return _even_odd(self.rings, seen)

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        _fill_polygon(pen, self.rings[0], box, fill)


def _fill_polygon(pen: ImageDraw.ImageDraw, ring: Shape, box: Box, fill: Any) -> None:
    if len(ring) == 8 and ring[0] == ring[6] and ring[2] == ring[4] and ring[1] == ring[3]:
        # An upright rectangle: exact, without Pillow's extra border pixels.
        x0, x1 = sorted((ring[0], ring[2]))
        y0, y1 = sorted((ring[1], ring[5]))
        if x1 > x0 and y1 > y0 and ring[5] == ring[7]:
            pen.rectangle((x0 - box[0], y0 - box[1], x1 - 1 - box[0], y1 - 1 - box[1]), fill)
            return
    if len(ring) > 200:
        ring = _cut_rows(ring, box[1] - 2, box[3] + 2)
    if len(ring) >= 6:
        pen.polygon(_moved(ring, box), fill)


def _cut_rows(ring: Shape, top: int, bottom: int) -> Shape:
    """The polygon between two rows: Pillow's time grows with edges times rows."""
    points = list(zip(ring[0::2], ring[1::2], strict=True))
    for limit, sign in ((top, 1), (bottom, -1)):
        kept: list[tuple[int, int]] = []
        if not points:
            return array("i")
        x0, y0 = points[-1]
        for x1, y1 in points:
            inside0, inside1 = (y0 - limit) * sign >= 0, (y1 - limit) * sign >= 0
            if inside0 != inside1:
                kept.append((round(x0 + (x1 - x0) * (limit - y0) / (y1 - y0)), limit))
            if inside1:
                kept.append((x1, y1))
            x0, y0 = x1, y1
        points = kept
    return array("i", [value for point in points for value in point])


def _even_odd(rings: Sequence[Shape], seen: Box) -> Image.Image:
    mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]))
    for ring in rings:
        part = _overlap(_box([ring]), seen)
        if part is None:
            continue
        single = Image.new("L", (part[2] - part[0], part[3] - part[1]))
        _fill_polygon(ImageDraw.Draw(single), ring, part, 255)
        place = (part[0] - seen[0], part[1] - seen[1], part[2] - seen[0], part[3] - seen[1])
        mask.paste(ImageChops.difference(mask.crop(place), single), place)
    return mask


@dataclass
class _Stroke(_Note):
    """Overlapping polygons of one colour."""

    pieces: list[Shape]
    rows: list[tuple[int, int]] = field(init=False)  # first and last row of each piece

    def __post_init__(self) -> None:
        self.rows = [(min(piece[1::2]), max(piece[1::2])) for piece in self.pieces]

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        top, bottom = box[1], box[3]
        for piece, (first, last) in zip(self.pieces, self.rows, strict=True):
            if first <= bottom and last >= top:
                pen.polygon(_moved(piece, box), fill)


@dataclass
class _Dots(_Note):
    """Discs of one radius."""

    centres: array[float]  # x, y, x, y, ...
    radius: float

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        left, top, r = box[0] + 0.5, box[1] + 0.5, self.radius
        for x, y in zip(self.centres[0::2], self.centres[1::2], strict=True):
            pen.ellipse((x - r - left, y - r - top, x + r - left, y + r - top), fill)


@dataclass
class _Clip(_Note):
    """A shape, and what is drawn inside it."""

    shape: list[Shape]
    inside: list[_Note] = field(default_factory=list)

    def paint(self, sheet: _Sheet, seen: Box) -> None:
        if not self.inside:
            return
        place = sheet.local(seen)
        part = _Sheet(sheet.image.crop(place), seen)
        part.paint(self.inside)
        sheet.image.paste(part.image, place, _even_odd(self.shape, seen))


@dataclass
class _Picture(_Note):
    """A raster picture under an affine map of the unit square."""

    picture: Image.Image
    matrix: Matrix

    def paint(self, sheet: _Sheet, seen: Box) -> None:
        m = self.matrix
        width, height = self.picture.size
        size = (seen[2] - seen[0], seen[3] - seen[1])
        inner = Matrix(m.a, m.b, m.c, m.d, m.e - seen[0], m.f - seen[1])
        inner = inner.then_inner(scaling(1 / width, 1 / height))
        layer = self.picture.convert("RGBA").transform(
            size, Image.Transform.AFFINE, _inverse(inner), Image.Resampling.BILINEAR
        )
        part = sheet.image.crop(sheet.local(seen)).convert("RGBA")
        part.alpha_composite(layer)
        sheet.image.paste(part.convert(sheet.image.mode), sheet.local(seen))


def _inverse(m: Matrix) -> tuple[float, float, float, float, float, float]:
    """The inverse map in Pillow's order."""
    det = m.a * m.d - m.b * m.c
    a, b, c, d = m.d / det, -m.b / det, -m.c / det, m.a / det
    return a, c, -(a * m.e + c * m.f), b, d, -(b * m.e + d * m.f)


@dataclass
class _Text(_Note):
    """Upright text as glyphs with the pen position of each."""

    font: Any
    glyphs: list[tuple[str, float]]
    row: float
    border: float

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        y = self.row - box[1]
        for char, x in self.glyphs:
            at = (round(x) - box[0], y)
            pen.text(at, char, fill, self.font, anchor="ls", stroke_width=self.border)


@dataclass
class _TurnedText(_Note):
    """Text that is turned or condensed: drawn upright on a mask, which is then mapped."""

    upright: _Text
    mapping: Matrix

    def paint(self, sheet: _Sheet, seen: Box) -> None:
        sheet.blend(self.colour, self.opacity, self.mask(seen), seen)

    def mask(self, seen: Box) -> Image.Image:
        source = self.upright.mask(self.upright.box)
        left, top = self.upright.box[0], self.upright.box[1]
        m = self.mapping.then_inner(Matrix(e=left, f=top))
        if m.b == 0 == m.c and m.a > 0 and abs(m.d - 1) < 1e-6:  # only narrower or wider
            size = (max(1, round(source.width * m.a)), source.height)
            narrow = source.resize(size, Image.Resampling.BILINEAR)
            mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]))
            mask.paste(narrow, (round(m.e) - seen[0], round(m.f) - seen[1]))
            return mask
        m = Matrix(m.a, m.b, m.c, m.d, m.e - seen[0], m.f - seen[1])
        size = (seen[2] - seen[0], seen[3] - seen[1])
        return source.transform(size, Image.Transform.AFFINE, _inverse(m), Image.Resampling.BICUBIC)


def _text_note(
    text: str, style: TextStyle, matrix: Matrix, fine: int, *, halo: bool
) -> _Text | _TurnedText:
    scale = matrix.scale
    size = style.size * scale
    font = fonts.pixel_font(style.face, max(1.0, round(size * 2) / 2))
    upright = style.condensed == 1.0 and matrix.b == 0 == matrix.c and matrix.a > 0 < matrix.d
    x, row = (matrix.e, matrix.f) if upright else (0.0, 0.0)
    if upright and size < 40 * fine:
        row = round(row / fine) * fine  # small text is crisper when it stands on a whole pixel
    glyphs: list[tuple[str, float]] = []
    for char in text:
        glyphs.append((char, x))
        x += fonts.advance(style.face, char) * size + style.spacing * scale
    border = style.halo_width * scale if halo else 0.0
    colour = parse(style.halo if halo and style.halo is not None else style.colour)
    edge = math.ceil(border + size * 0.3) + 2
    box = (
        math.floor(glyphs[0][1]) - edge,
        math.floor(row - size * 1.1) - edge,
        math.ceil(x) + edge,
        math.ceil(row + size * 0.3) + edge,
    )
    note = _Text(colour, style.opacity, box, font, glyphs, round(row), border)
    if upright:
        return note
    mapping = matrix.then_inner(scaling(style.condensed / scale, 1 / scale))
    corners = [mapping.apply(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return _TurnedText(colour, style.opacity, _box([_whole(corners)]), note, mapping)
