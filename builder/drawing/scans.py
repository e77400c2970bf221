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

MOST_AT_ONCE = 20_000_000
"""Pixels of a scan that is unpacked whole without a thought: nine bytes each at most."""

_PIXEL = 4
"""Bytes of a pixel in RGB or RGBA, as Pillow holds it."""
_STORED = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2, "I;16N": 2}
_BAND = 256

_PNG_OR_JPEG = (
    "Save it as PNG with 8 bits and without interlacing, or as a plain JPEG (not progressive), or "
    "scale it down to {number:,} million pixels."
)

Box = tuple[int, int, int, int]


@contextmanager
def unpacking(name: str, source: Path | bytes | None = None) -> Iterator[None]:
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


def bytes_of(picture: Image, mode: str = "RGB", *, by_bands: bool = False) -> int:
    """Bytes that each pixel of an opened picture takes until it is in these colours; `by_bands`
    without what is made of it, a strip at a time."""
    stored = _STORED.get(picture.mode, _PIXEL)
    if _is_deep(picture):
        converted = 3 * _PIXEL + 1  # as whole numbers, of 8 bits, grey, in colours
        converted += 3 * _PIXEL if is_clear(picture) else 0  # what is clear, and on white
    elif by_bands:
        converted = 0
    elif mode == "RGB" and is_clear(picture):
        converted = 2 * _PIXEL + 1  # with its transparency, that alone, and on white
    else:
        converted = 0 if picture.mode == mode else _PIXEL
    decoder = 0
    if picture.format == "WEBP":  # two canvases, and what is handed over
        decoder = 3 * _PIXEL
    elif picture.format in ("TIFF", "GIF"):  # that come in one piece, or may
        decoder = _PIXEL
    return stored + converted + decoder


def _is_deep(picture: Image) -> bool:
    """Whether how bright it is can be told of the whole alone."""
    return picture.mode.startswith(("I", "F"))


def _waves(picture: Image) -> float:
    """Bytes that a progressive JPEG takes for each of its pixels until the last part is read,
    however small it is then made; none of other pictures."""
    if "progressive" not in picture.info:
        return 0
    parts = [(int(one[1]), int(one[2])) for one in getattr(picture, "layer", ())]
    if not parts:
        return 2 * len(picture.getbands())
    most = max(across for across, _ in parts) * max(down for _, down in parts)
    return 2.0 * math.fsum(across * down for across, down in parts) / most


def bounded(
    picture: Image, name: str, mode: str = "RGB", wanted: tuple[int, int] | None = None
) -> None:
    """RasterError if an opened picture would take more memory than a computer can be expected to
    have. A JPEG will be unpacked at a half, quarter or eighth if that is still as large as
    `wanted`, or if it could not be unpacked otherwise; with `wanted`, each picture is put into
    colours a strip at a time."""
    size, most = picture.size, int(limits.SCAN_WHOLE) * _PIXEL

    def weight() -> float:
        each = bytes_of(picture, mode, by_bands=wanted is not None)
        return math.prod(picture.size) * each + math.prod(size) * _waves(picture)

    if wanted is not None:
        half = size[0] // 2, size[1] // 2
        if weight() > most and wanted != size:
            wanted = min(wanted[0], half[0]), min(wanted[1], half[1])
        picture.draft("RGB", wanted)  # which does nothing when it is asked again
    if (taken := weight()) > most:
        number = int(math.prod(size) * most / taken / 1_000_000)
        raise RasterError(too_heavy(name, *size), Saying(_remedy(picture), number=number))


def _remedy(picture: Image) -> str:
    """What would make a picture lighter that has to be unpacked whole."""
    plain = picture.format == "JPEG" and "progressive" not in picture.info
    return AS_PNG if plain else _PNG_OR_JPEG


def fits(path: Path, name: str, wanted: tuple[int, int]) -> None:
    """RasterError if the picture cannot be read into that size; its header tells."""
    with opened(path, name, MOST_PIXELS) as picture:
        if math.prod(picture.size) > MOST_AT_ONCE:
            _packed_rows(picture, path, name, wanted)


def scan_for(source: Path | bytes, name: str, wanted: tuple[int, int] | None = None) -> Image:
    """The picture in RGB as it is, a JPEG already smaller if it may be; a large one in the size
    that is wanted, if it is smaller."""
    with unpacking(name, source), opened(source, name, MOST_PIXELS) as picture:
        wanted = wanted or picture.size
        smaller = wanted[0] <= picture.width and wanted[1] <= picture.height
        if math.prod(picture.size) <= MOST_AT_ONCE:
            if smaller:
                picture.draft("RGB", wanted)
            return in_colours(picture, "RGB")
        if smaller and _is_parted(picture, wanted):
            return _of_brightness_and_colour(source, name, wanted)
        rows = _rows(picture, source, name, wanted if smaller else picture.size)
        if smaller and picture.size != wanted:
            return resized(rows, picture.height, wanted)
        return _part(picture, rows, (0, 0, *picture.size))


def _is_parted(picture: Image, wanted: tuple[int, int]) -> bool:
    """Whether a JPEG and what is made of it are too much at once, so that its brightness is read
    for itself: a quarter of its bytes. One that holds its colours otherwise is read whole."""
    both = _PIXEL * (math.prod(picture.size) + math.prod(wanted))
    halves = wanted[0] <= picture.width // 2 and wanted[1] <= picture.height // 2
    return (
        picture.format == "JPEG"
        and picture.mode == "RGB"
        and "progressive" not in picture.info
        and picture.info.get("adobe_transform") != 0
        and picture.size != wanted
        and not halves
        and math.prod(picture.size) <= limits.SCAN_WHOLE  # of a larger one half is read anyhow
        and both > limits.SCAN_WHOLE * _PIXEL
    )


def _of_brightness_and_colour(source: Path | bytes, name: str, wanted: tuple[int, int]) -> Image:
    """A JPEG in RGB and in that size: its brightness from all its pixels, its colours from half as
    many each way, as most cameras and scanners keep them."""
    from PIL import Image

    light = _brightness(source, name, wanted)
    blue, red = _colours(source, name, wanted)
    whole = Image.new("RGB", wanted)
    parts = map(bands, (light, blue, red))
    for number, strips in enumerate(zip(*parts, strict=True)):
        whole.paste(Image.merge("YCbCr", strips).convert("RGB"), (0, number * _BAND))
    return whole


def _brightness(source: Path | bytes, name: str, wanted: tuple[int, int]) -> Image:
    from PIL import Image

    with opened(source, name, MOST_PIXELS) as picture:
        picture.draft("L", picture.size)
        return picture.resize(wanted, Image.Resampling.LANCZOS)


def _colours(source: Path | bytes, name: str, wanted: tuple[int, int]) -> tuple[Image, Image]:
    """How blue and how red a JPEG is."""
    from PIL import Image

    with opened(source, name, MOST_PIXELS) as picture:
        picture.draft("YCbCr", (picture.width // 2, picture.height // 2))
        blue, red = (picture.getchannel(one) for one in ("Cb", "Cr"))
    way = Image.Resampling.BICUBIC
    return blue.resize(wanted, way), red.resize(wanted, way)


def part_for(source: Path | bytes, name: str, box: Box) -> Image:
    """A part of a picture in RGB."""
    with unpacking(name, source), opened(source, name, MOST_PIXELS) as picture:
        if math.prod(picture.size) <= MOST_AT_ONCE:
            return in_colours(picture.crop(box), "RGB")
        return _part(picture, _rows(picture, source, name, picture.size), box)


def halved(path: Path, name: str, most: int) -> Image:
    """The picture in RGB, halved on both sides until it has no more than that many pixels."""
    with unpacking(name, path), opened(path, name, MOST_PIXELS) as picture:
        wide, high = picture.size
        step = 1
        while (wide // step) * (high // step) > most:
            step *= 2
        rows = _rows(picture, path, name, (wide // step, high // step))
        return reduced(rows, picture.size, max(1, step // round(wide / picture.width)))


def _rows(
    picture: Image, source: Path | bytes, name: str, wanted: tuple[int, int]
) -> Iterator[Image]:
    """An opened picture in RGB from the top down, a strip at a time: a PNG as it is unpacked, any
    other once it is, a JPEG with fewer of its pixels if it may."""
    rows = _packed_rows(picture, source, name, wanted)
    if rows is not None:
        return rows
    if _is_deep(picture):
        return bands(in_colours(picture, "RGB"))
    return (in_colours(band, "RGB") for band in bands(picture))


def _part(picture: Image, rows: Iterator[Image], box: Box) -> Image:
    """A part of an opened picture from its strips, of which no more are taken than show it."""
    from PIL import Image

    if box == (0, 0, *picture.size) and picture.mode == "RGB" and picture.format != "PNG":
        return in_colours(picture, "RGB")  # a copy of a large scan would be a quarter of a gigabyte
    left, upper, right, lower = box
    part, top = Image.new("RGB", (right - left, lower - upper)), 0
    for strip in rows:
        first, last = max(0, upper - top), min(strip.height, lower - top)
        if first < last:
            part.paste(strip.crop((left, first, right, last)), (0, top + first - upper))
        top += strip.height
        if top >= lower:
            break
    return part


def _packed_rows(
    picture: Image, source: Path | bytes, name: str, wanted: tuple[int, int]
) -> Iterator[Image] | None:
    """The rows of an opened PNG as they are unpacked, None if it has to be unpacked whole;
    RasterError if that would take more memory than a computer can be expected to have."""
    rows = in_strips(source) if picture.format == "PNG" else None
    if rows is None:
        bounded(picture, name, wanted=wanted)
    return rows


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
