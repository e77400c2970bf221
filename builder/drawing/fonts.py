"""The one typeface, Roboto: its files, its metrics, and the width of a text on every backend."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from builder.drawing.glyph_table import read_glyph_table
from builder.errors import FaultError
from builder.saying import quoting

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Weight = Literal["thin", "light", "regular", "medium", "bold", "black"]

#: Heights as shares of the font size (Roboto's own, in 1/2048 em).
CAP_HEIGHT = 1456 / 2048
ASCENT = 1900 / 2048
DESCENT = 500 / 2048

_EM = 2048
_WEIGHTS: tuple[Weight, ...] = ("thin", "light", "regular", "medium", "bold", "black")


def face(weight: Weight, italic: bool) -> str:
    """The face's name, which is also its file's: "Roboto-BoldItalic"."""
    if weight not in _WEIGHTS:
        text = quoting('"{word}" is not a font weight.', word=weight)
        raise FaultError(text, quoting("Write one of {names}.", names=_WEIGHTS))
    name = "" if weight == "regular" and italic else weight.capitalize()
    return f"Roboto-{name}{'Italic' if italic else ''}"


@lru_cache(maxsize=16)
def file_of(name: str) -> Path:
    import font_roboto

    return Path(font_roboto.font_directory) / f"{name}.ttf"


@lru_cache(maxsize=512)
def pixel_font(name: str, size: float) -> FreeTypeFont:
    """The face for Pillow at a size in pixels, without its optional layout engine.

    Raqm is missing on many machines; the basic engine gives the same pixels on all of them.
    """
    from PIL import ImageFont

    return ImageFont.truetype(str(file_of(name)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16384)
def advance(name: str, char: str) -> float:
    """How far the pen moves after the character, as a share of the font size."""
    return pixel_font(name, _EM).getlength(char) / _EM


def width(
    text: str,
    size: float,
    weight: Weight = "regular",
    *,
    italic: bool = False,
    spacing: float = 0.0,
    condensed: float = 1.0,
) -> float:
    """The width of a line of text in the unit of `size`, the same on pixels and paper.

    `spacing` is added between characters; `condensed` then narrows all (0.8 = four fifths).
    """
    name = face(weight, italic)
    # Not by sum(), which rounds otherwise from Python 3.12 on.
    total = math.fsum(advance(name, char) for char in text) * size
    return (total + spacing * max(0, len(text) - 1)) * condensed


def missing(text: str, weight: Weight = "regular") -> str:
    """The characters of the text that the typeface cannot draw, each once."""
    if not text:
        return ""
    known = _characters(face(weight, italic=False))
    return "".join(dict.fromkeys(char for char in text if ord(char) not in known))


@lru_cache(maxsize=4)
def _characters(name: str) -> frozenset[int]:
    return frozenset(read_glyph_table(file_of(name)).glyphs)
