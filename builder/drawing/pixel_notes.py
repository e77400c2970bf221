"""What a pixel canvas notes down and paints later: fills, strokes, dots, clips, pictures."""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from math import ceil, floor
from typing import TYPE_CHECKING, Any, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from builder.drawing.colours import Colour
from builder.drawing.paths import Matrix, Point, scaling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Box = tuple[int, int, int, int]
Shape: TypeAlias = "array[int]"  # x, y, x, y, ...


def whole(points: Sequence[Point]) -> Shape:
    """Flat whole coordinates: the pixels in which the points lie."""
    return array("i", map(int, chain.from_iterable(points)))


def box_of(shapes: Sequence[Shape]) -> Box:
    """The pixels that hold some shapes: left, top, and the first ones right of and below them."""
    if len(shapes) == 1:
        xs, ys = shapes[0][0::2], shapes[0][1::2]
        return min(xs), min(ys), max(xs) + 1, max(ys) + 1
    columns = [shape[0::2] for shape in shapes if shape]
    rows = [shape[1::2] for shape in shapes if shape]
    return (
        min(map(min, columns)),
        min(map(min, rows)),
        max(map(max, columns)) + 1,
        max(map(max, rows)) + 1,
    )


def _overlap(a: Box, b: Box) -> Box | None:
    box = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return box if box[0] < box[2] and box[1] < box[3] else None


def _moved(shape: Shape, box: Box) -> list[int]:
    """The shape in the coordinates of a picture that shows `box`."""
    left, top = box[0], box[1]
    result = shape.tolist()
    if left:
        result[0::2] = [x - left for x in result[0::2]]
    if top:
        result[1::2] = [y - top for y in result[1::2]]
    return result


@lru_cache(maxsize=64)
def _thinned(opacity: float) -> list[int]:
    """How much of each value of a mask an opacity leaves."""
    return [round(value * opacity) for value in range(256)]


class Sheet:
    """A picture that shows `box` of the device plane."""

    def __init__(self, image: Image.Image, box: Box) -> None:
        self.image = image
        self.box = box
        self.pen = ImageDraw.Draw(image)

    @cached_property
    def veil(self) -> ImageDraw.ImageDraw | None:
        """A pen whose colours have an opacity, where the picture itself has none."""
        return ImageDraw.Draw(self.image, "RGBA") if self.image.mode == "RGB" else None

    def paint(self, notes: Sequence[Note]) -> None:
        top, bottom = self.box[1], self.box[3]
        for note in notes:
            if note.box[1] < bottom and note.box[3] > top:  # most notes are far from a band
                seen = _overlap(note.box, self.box)
                if seen is not None:
                    note.paint(self, seen)

    def local(self, box: Box) -> Box:
        left, top = self.box[0], self.box[1]
        return box[0] - left, box[1] - top, box[2] - left, box[3] - top

    def blend(self, colour: Colour, opacity: float, mask: Image.Image, seen: Box) -> None:
        """Lay a colour over the part `seen`, as much as the mask and the opacity say."""
        inked = mask.getbbox()
        if inked is None:
            return
        left, top = seen[0], seen[1]
        seen = (left + inked[0], top + inked[1], left + inked[2], top + inked[3])
        mask = mask.crop(inked)
        if opacity < 1.0:
            mask = mask.point(_thinned(opacity))
        if self.image.mode == "RGBA":
            layer = Image.new("RGBA", mask.size, colour)
            layer.putalpha(mask)
            self.image.alpha_composite(layer, self.local(seen)[:2])
        else:
            self.image.paste(colour, self.local(seen), mask)


@dataclass
class Note:
    """Something to paint: its colour, its opacity and the box of the device plane it touches."""

    colour: Colour
    opacity: float
    box: Box

    def paint(self, sheet: Sheet, seen: Box) -> None:
        if self.opacity >= 1.0:
            self.ink(sheet.pen, sheet.box, self.colour)
        elif self.single and sheet.veil is not None:
            # One shape meets each pixel once, so that it needs no mask: a quarter of the time.
            self.ink(sheet.veil, sheet.box, (*self.colour, round(255 * self.opacity)))
        else:
            sheet.blend(self.colour, self.opacity, self.mask(seen), seen)

    @property
    def single(self) -> bool:
        """Whether it is one shape that does not overlap itself."""
        return False

    def mask(self, seen: Box) -> Image.Image:
        mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]))
        self.ink(ImageDraw.Draw(mask), seen, 255)
        return mask

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        raise NotImplementedError


@dataclass
class Fill(Note):
    """The inside of one or more rings, by the even-odd rule."""

    rings: list[Shape]

    def paint(self, sheet: Sheet, seen: Box) -> None:
        if len(self.rings) == 1:
            super().paint(sheet, seen)
        else:
            sheet.blend(self.colour, self.opacity, _even_odd(self.rings, seen), seen)

    @property
    def single(self) -> bool:
        return len(self.rings) == 1

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
    import numpy as np  # a shore has thousands of points, and a band cuts each of them

    points = np.frombuffer(ring, dtype=np.intc).reshape(-1, 2).astype(np.int64)
    for limit, within in ((top, operator.ge), (bottom, operator.le)):
        inside = within(points[:, 1], limit)
        if inside.all():
            continue
        if not inside.any():
            return array("i")
        before, came_from = np.roll(points, 1, axis=0), np.roll(inside, 1)
        crossed = np.flatnonzero(inside != came_from)
        (x0, y0), (x1, y1) = before[crossed].T, points[crossed].T
        cuts = np.rint(x0 + (x1 - x0) * (limit - y0) / (y1 - y0)).astype(np.int64)
        # Each cut comes before the point behind it, whether that stays or not.
        places = np.concatenate([crossed * 2, np.flatnonzero(inside) * 2 + 1])
        kept = np.concatenate([np.stack([cuts, np.full_like(cuts, limit)], 1), points[inside]])
        points = kept[np.argsort(places)]
    return array("i", points.astype(np.intc).tobytes())


def _even_odd(rings: Sequence[Shape], seen: Box) -> Image.Image:
    mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]))
    for ring in rings:
        part = _overlap(box_of([ring]), seen)
        if part is None:
            continue
        single = Image.new("L", (part[2] - part[0], part[3] - part[1]))
        _fill_polygon(ImageDraw.Draw(single), ring, part, 255)
        place = (part[0] - seen[0], part[1] - seen[1], part[2] - seen[0], part[3] - seen[1])
        mask.paste(ImageChops.difference(mask.crop(place), single), place)
    return mask


@dataclass
class Stroke(Note):
    """Overlapping polygons of one colour, from the top down."""

    pieces: list[Shape]
    firsts: list[int]  # the first row of each piece
    tallest: int  # rows from the first to the last of the tallest piece

    @classmethod
    def of(cls, colour: Colour, opacity: float, pieces: list[Shape]) -> Stroke:
        """The note of so many pieces, at least one."""
        if len(pieces) == 1:
            box = box_of(pieces)
            return cls(colour, opacity, box, pieces, [box[1]], box[3] - 1 - box[1])
        columns = [piece[0::2] for piece in pieces]
        rows = [piece[1::2] for piece in pieces]
        tops, bottoms = list(map(min, rows)), list(map(max, rows))
        tallest = max(map(operator.sub, bottoms, tops))
        box = (min(map(min, columns)), min(tops), max(map(max, columns)) + 1, max(bottoms) + 1)
        order = sorted(range(len(pieces)), key=tops.__getitem__)
        down = [pieces[index] for index in order]
        return cls(colour, opacity, box, down, [tops[index] for index in order], tallest)

    @property
    def single(self) -> bool:
        return len(self.pieces) == 1

    def paint(self, sheet: Sheet, seen: Box) -> None:
        if self.opacity >= 1.0 or self.single:
            super().paint(sheet, seen)
        else:  # a mask without grey needs no second look at each of its values
            mask = Image.new("L", (seen[2] - seen[0], seen[3] - seen[1]))
            self.ink(ImageDraw.Draw(mask), seen, round(255 * self.opacity))
            sheet.blend(self.colour, 1.0, mask, seen)

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        first = bisect_left(self.firsts, box[1] - self.tallest)
        last = bisect_right(self.firsts, box[3])
        for piece in self.pieces[first:last]:
            pen.polygon(_moved(piece, box), fill)


@dataclass
class Bars(Note):
    """Overlapping quadrangles of one colour, from the top down: the many short straight strokes
    of a texture or a grid."""

    corners: NDArray[np.intc]  # x, y of four corners a row
    firsts: list[int]  # the first row of each
    tallest: int  # rows from the first to the last of the tallest

    @classmethod
    def of(cls, colour: Colour, opacity: float, corners: NDArray[np.intc]) -> Bars:
        """The note of so many quadrangles, at least one."""
        columns, rows = corners[:, 0::2], corners[:, 1::2]
        tops, bottoms = rows.min(axis=1), rows.max(axis=1)
        box = (
            int(columns.min()),
            int(tops.min()),
            int(columns.max()) + 1,
            int(bottoms.max()) + 1,
        )
        order = tops.argsort(kind="stable")
        return cls(
            colour, opacity, box, corners[order], tops[order].tolist(), int((bottoms - tops).max())
        )

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        first = bisect_left(self.firsts, box[1] - self.tallest)
        last = bisect_right(self.firsts, box[3])
        for bar in (self.corners[first:last] - (box[:2] * 4)).tolist():
            pen.polygon(bar, fill)


@dataclass
class Dots(Note):
    """Discs of one radius."""

    centres: array[float]  # x, y, x, y, ...
    radius: float

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        left, top, r = box[0] + 0.5, box[1] + 0.5, self.radius
        for x, y in zip(self.centres[0::2], self.centres[1::2], strict=True):
            pen.ellipse((x - r - left, y - r - top, x + r - left, y + r - top), fill)


@dataclass
class Clip(Note):
    """A shape, and what is drawn inside it."""

    shape: list[Shape]
    inside: list[Note] = field(default_factory=list)

    def paint(self, sheet: Sheet, seen: Box) -> None:
        if not self.inside:
            return
        place = sheet.local(seen)
        part = Sheet(sheet.image.crop(place), seen)
        part.paint(self.inside)
        sheet.image.paste(part.image, place, _even_odd(self.shape, seen))


@dataclass
class Picture(Note):
    """A raster picture under an affine map of the unit square."""

    picture: Image.Image
    matrix: Matrix

    def paint(self, sheet: Sheet, seen: Box) -> None:
        m = self.matrix
        width, height = self.picture.size
        size = (seen[2] - seen[0], seen[3] - seen[1])
        inner = Matrix(m.a, m.b, m.c, m.d, m.e - seen[0], m.f - seen[1])
        a, b, c, d, e, f = inverse(inner.then_inner(scaling(1 / width, 1 / height)))
        # Of a large map only what shows: it is painted band by band, and a copy of all of it for
        # each would be hundreds of megabytes.
        corners = [(x, y) for x in (0, size[0]) for y in (0, size[1])]
        across = [a * x + b * y + c for x, y in corners]
        down = [d * x + e * y + f for x, y in corners]
        left, right = _covered(across, width)
        top, bottom = _covered(down, height)
        if left >= right or top >= bottom:
            return
        picture = self.picture
        if (left, top, right, bottom) != (0, 0, width, height):
            picture = picture.crop((left, top, right, bottom))
        layer = picture.convert("RGBA").transform(
            size,
            Image.Transform.AFFINE,
            (a, b, c - left, d, e, f - top),
            Image.Resampling.BILINEAR,
        )
        part = sheet.image.crop(sheet.local(seen)).convert("RGBA")
        part.alpha_composite(layer)
        sheet.image.paste(part.convert(sheet.image.mode), sheet.local(seen))


def _covered(points: Sequence[float], size: int) -> tuple[int, int]:
    """The stretch of a picture's pixels that lies around some points, with those beside it that
    are mixed in; empty where they lie beside the picture."""
    return max(0, floor(min(points)) - _MIXED), min(size, ceil(max(points)) + _MIXED)


_MIXED = 2
"""Pixels around a point from which bilinear drawing takes its colour, and one to spare."""


def inverse(m: Matrix) -> tuple[float, float, float, float, float, float]:
    """The inverse map in Pillow's order."""
    det = m.a * m.d - m.b * m.c
    a, b, c, d = m.d / det, -m.b / det, -m.c / det, m.a / det
    return a, c, -(a * m.e + c * m.f), b, d, -(b * m.e + d * m.f)
