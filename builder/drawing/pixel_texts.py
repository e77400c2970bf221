"""What a pixel canvas notes down of texts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from builder.drawing import fonts
from builder.drawing.canvas import TextStyle
from builder.drawing.colours import parse
from builder.drawing.paths import Matrix, scaling
from builder.drawing.pixel_notes import Box, Note, Sheet, box_of, inverse, whole


@dataclass
class _Text(Note):
    """Upright text as glyphs with the pen position of each."""

    font: Any
    glyphs: list[tuple[str, float]]
    row: float
    border: float

    def ink(self, pen: ImageDraw.ImageDraw, box: Box, fill: Any) -> None:
        y = self.row - box[1]
        for char, x in self.glyphs:
            left, top, stamp = _stamp(self.font, char, self.border)
            pen.bitmap((round(x) - box[0] + left, round(y) + top), stamp, fill)


@lru_cache(maxsize=4096)
def _stamp(font: Any, char: str, border: float) -> tuple[int, int, Image.Image]:
    """A glyph as a mask, and where its corner lies from the pen: a map writes few glyphs often."""
    left, top, right, bottom = font.getbbox(char, anchor="ls", stroke_width=border)
    x, y = math.floor(left) - 2, math.floor(top) - 2
    stamp = Image.new("L", (math.ceil(right) + 2 - x, math.ceil(bottom) + 2 - y))
    pen = ImageDraw.Draw(stamp)
    pen.text((-x, -y), char, 255, font, anchor="ls", stroke_width=border)
    return x, y, stamp


@dataclass
class _TurnedText(Note):
    """Text that is turned or condensed: drawn upright on a mask, which is then mapped."""

    upright: _Text
    mapping: Matrix

    def paint(self, sheet: Sheet, seen: Box) -> None:
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
        return source.transform(size, Image.Transform.AFFINE, inverse(m), Image.Resampling.BICUBIC)


def text_note(
    text: str, style: TextStyle, matrix: Matrix, fine: int, *, halo: bool
) -> _Text | _TurnedText:
    """The note of a line of text, or of its halo; `fine` pixels here are one of the picture."""
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
    return _TurnedText(colour, style.opacity, box_of([whole(corners)]), note, mapping)
