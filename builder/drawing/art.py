"""Pictures of a designer's own, from files in the game's folder, on counters."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from builder.drawing.canvas import Canvas

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 4 * 1024 * 1024
MOST_PIXELS = 4_000_000
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_ON_PAPER = 700
"""Pixels of the longer side that paper needs: 600 dots an inch on a large counter."""


@dataclass(frozen=True, slots=True)
class Art:
    """A picture file. `digest` tells one content from another, wherever the file lies."""

    name: str
    digest: str
    data: bytes = field(repr=False, compare=False)


def art_of(folder: Path, name: str) -> Art:
    """The picture of that name in a game's folder; ValueError with a remedy if it is of no use."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f'the picture "{name}" lies outside the game: put it into its folder')
    if not path.is_file():
        raise ValueError(f'there is no picture "{name}": put it into {folder}, or correct its name')
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f'the picture "{name}" is larger than 4 MB: scale it down to 700 pixels')
    data = path.read_bytes()
    size = _size(data)
    if size is None:
        raise ValueError(f'"{name}" is no picture: save it as PNG')
    if size[0] * size[1] > MOST_PIXELS:
        wide, high = size
        raise ValueError(
            f'the picture "{name}" has {wide:,} x {high:,} pixels: scale it down to 700'
        )
    return Art(name, hashlib.sha256(data).hexdigest()[:24], data)


def _size(data: bytes) -> tuple[int, int] | None:
    """Width and height, without unpacking the pixels; None for what is no picture."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            return picture.size
    except Image.DecompressionBombError:
        return MOST_PIXELS, 2
    except (OSError, ValueError, SyntaxError):
        return None


def draw_art(canvas: Canvas, art: Art, box: tuple[float, float, float, float]) -> None:
    """Draw the picture as large as fits in the middle of a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    picture = _opened(art)
    scale = min((right - left) / picture.width, (bottom - top) / picture.height)
    wide, high = picture.width * scale, picture.height * scale
    most = 4 * max(wide, high) / canvas.pixel if canvas.pixel else _ON_PAPER
    picture.thumbnail((max(1, round(most)),) * 2)
    x, y = (left + right - wide) / 2, (top + bottom - high) / 2
    canvas.image(picture, x, y, wide, high)


def _opened(art: Art) -> Image:
    from PIL import Image

    with Image.open(io.BytesIO(art.data), formats=_FORMATS) as picture:
        return picture.convert("RGBA")
