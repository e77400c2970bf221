"""Scans that may be larger than memory: judged by what their pixels cost, made smaller as they are
read, and cut into faces a strip at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from builder import limits
from builder.drawing.rasters import (
    AS_PNG,
    RasterError,
    broken,
    in_colours,
    is_clear,
    opened,
    too_heavy,
)
from builder.drawing.strips import by_rows, cut_rows, in_strips, resized
from builder.saying import Saying, quoting

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = int(limits.SCAN)
"""Pixels of a scan: 20,000 a side and a little more."""

MOST_AT_ONCE = 100_000_000
"""Pixels of a scan that is unpacked whole without a thought: four bytes each."""

_PIXEL = 4
"""Bytes of a pixel in RGB or RGBA, as Pillow holds it."""
_STORED = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2, "I;16N": 2}
_BAND = 256

_PNG_OR_JPEG = (
    "Save it as PNG with 8 bits and without interlacing, or as a plain JPEG (not progressive), or "
    "scale it down to {number:,} million pixels."
)

_OPAQUE = "Save it without transparency, or scale it down to {number:,} million pixels."
_SMALLER = "Scale it down to {number:,} million pixels."
_PLAIN = ("1", "L", "P", "RGB", "RGBA", "LA")

Box = tuple[int, int, int, int]


@contextmanager
def unpacking(name: str, source: Path | None = None) -> Iterator[None]:
    """RasterError for what Pillow and zlib say of a damaged picture, or of a large one of which the
    form is unpacked in one piece."""
    try:
        yield
    except RasterError:
        raise
    except _beyond_pillow() as error:
        text = 'The picture "{name}" has more pixels than its form can be read with.'
        raise RasterError(quoting(text, name=name), "Save it as PNG.") from error
    except MemoryError as error:
        text = 'The picture "{name}" would take more than a gigabyte of memory.'
        raise RasterError(quoting(text, name=name), "Save it as PNG.") from error
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise broken(source, name) from error


def _beyond_pillow() -> type[Exception]:
    from PIL import Image

    return Image.DecompressionBombError


def bytes_of(picture: Image, mode: str = "RGB") -> int:
    """Bytes that each pixel of an opened picture takes until it is in these colours."""
    stored = _STORED.get(picture.mode, _PIXEL)
    if picture.mode.startswith(("I", "F")):
        converted = 3 * _PIXEL + 1  # as whole numbers, stretched, grey, in colours
    elif mode == "RGB" and is_clear(picture):
        converted = 2 * _PIXEL + 1  # with its transparency, that alone, and on white
    else:
        converted = 0 if picture.mode == mode else _PIXEL
    decoder = 0
    if "progressive" in picture.info:  # whose parts are all held until the last is read
        decoder = 2 * len(picture.getbands())
    elif picture.format == "WEBP":  # two canvases, and what is handed over
        decoder = 3 * _PIXEL
    elif picture.format in ("TIFF", "GIF"):  # that come in one piece, or may
        decoder = _PIXEL
    return stored + converted + decoder


def bounded(
    picture: Image, name: str, mode: str = "RGB", wanted: tuple[int, int] | None = None
) -> None:
    """RasterError if an opened picture would take more memory than a computer can be expected to
    have. A JPEG will be unpacked at a half, quarter or eighth if that is still as large as
    `wanted`."""
    size = picture.size
    if wanted is not None:
        picture.draft("RGB", wanted)
    if "progressive" not in picture.info:  # whose parts are all held, whatever is made of them
        size = picture.size
    most = int(limits.SCAN_WHOLE) * _PIXEL // bytes_of(picture, mode)
    if math.prod(size) > most:
        remedy = Saying(_remedy(picture, mode), number=most // 1_000_000)
        raise RasterError(too_heavy(name, *picture.size), remedy)


def _remedy(picture: Image, mode: str) -> str:
    """What would make a picture lighter that is opened: its own form may be the lightest."""
    if picture.format == "JPEG" and "progressive" not in picture.info:
        return AS_PNG
    if picture.format != "PNG" or picture.info.get("interlace") or picture.mode not in _PLAIN:
        return _PNG_OR_JPEG
    return _OPAQUE if mode == "RGB" and is_clear(picture) else _SMALLER


def fits(path: Path, name: str, size: tuple[int, int]) -> None:
    """RasterError if the picture cannot be read into that size; its header tells."""
    with opened(path, name, MOST_PIXELS) as picture:
        if _smaller(picture.size, size):
            if picture.format == "PNG" and in_strips(path) is not None:
                return
            bounded(picture, name, wanted=size)
        else:
            bounded(picture, name)


def scan_for(path: Path, name: str, size: tuple[int, int]) -> Image:
    """The picture in RGB as it is; a large one in that size, if it is smaller."""
    with unpacking(name), opened(path, name, MOST_PIXELS) as picture:
        if not _smaller(picture.size, size):
            bounded(picture, name)
            return in_colours(picture, "RGB")
        strips = in_strips(path) if picture.format == "PNG" else None
        if strips is not None:
            return resized(strips, picture.height, size)
        bounded(picture, name, wanted=size)
        whole = in_colours(picture, "RGB")
        return resized(bands(whole), whole.height, size)


def halved(path: Path, name: str, most: int) -> Image:
    """The picture in RGB, halved on both sides until it has no more than that many pixels."""
    with unpacking(name), opened(path, name, MOST_PIXELS) as picture:
        wide, high = picture.size
        step = 1
        while (wide // step) * (high // step) > most:
            step *= 2
        strips = in_strips(path) if step > 1 and picture.format == "PNG" else None
        if strips is not None:
            return reduced(strips, (wide, high), step)
        bounded(picture, name, wanted=(wide // step, high // step) if step > 1 else None)
        return in_colours(picture, "RGB")


def reduced(strips: Iterator[Image], size: tuple[int, int], step: int) -> Image:
    """A picture of that size from its strips, its sides divided by a whole number."""
    from PIL import Image

    whole = Image.new("RGB", (-(-size[0] // step), -(-size[1] // step)))
    for top, strip in by_rows(strips, step):
        whole.paste(strip.reduce(step), (0, top // step))
    return whole


def bands(picture: Image) -> Iterator[Image]:
    """A picture as strips: what is made of it a strip at a time needs little besides."""
    for top in range(0, picture.height, _BAND):
        yield picture.crop((0, top, picture.width, min(top + _BAND, picture.height)))


def may_be_cut(path: Path, name: str, boxes: Sequence[Box]) -> None:
    """RasterError if cutting these parts out of a picture takes too much memory; its header
    tells."""
    with opened(path, name, MOST_PIXELS) as picture:
        mode = _cut_in(picture)
        if _cut_strips(picture, path, mode) is None:
            bounded(picture, name, mode)
            return
        row = max(bottom - top for _, top, _, bottom in boxes) * picture.width
        if row > limits.SCAN_WHOLE:
            raise RasterError(
                quoting(
                    'A row of faces of the picture "{name}" has {number:,.0f} million pixels.',
                    name=name,
                    number=row / 1e6,
                ),
                quoting(
                    "Scale it down, so that it has {number:,.0f} million at most.",
                    number=limits.SCAN_WHOLE / 1e6,
                ),
            )


def faces_of(path: Path, name: str, boxes: Sequence[Box]) -> Iterator[tuple[int, Image]]:
    """The parts of a picture in these boxes (left, top, right, bottom), each with its number, from
    the top down where the picture is large. They are RGB if the picture is, else RGBA."""
    with unpacking(name), opened(path, name, MOST_PIXELS) as picture:
        mode = _cut_in(picture)
        strips = _cut_strips(picture, path, mode)
        if strips is None:
            bounded(picture, name, mode)
            whole = in_colours(picture, mode)
            yield from ((number, whole.crop(box)) for number, box in enumerate(boxes))
        else:
            yield from cut_rows(strips, boxes)


def _cut_in(picture: Image) -> str:
    return "RGB" if picture.mode == "RGB" else "RGBA"


def _cut_strips(picture: Image, path: Path, mode: str) -> Iterator[Image] | None:
    large = math.prod(picture.size) > MOST_AT_ONCE and picture.format == "PNG"
    return in_strips(path, mode) if large else None


def _smaller(size: tuple[int, int], wanted: tuple[int, int]) -> bool:
    """Whether a picture is large, and wanted in a smaller size."""
    return math.prod(size) > MOST_AT_ONCE and wanted[0] <= size[0] and wanted[1] <= size[1]
