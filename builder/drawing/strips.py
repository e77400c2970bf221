"""Large PNG scans strip by strip: as pixels a whole one would be two gigabytes.

Pillow unpacks a PNG whole. So the packed rows are unpacked here, a strip at a time, and each strip
is given to Pillow as a small PNG of its own, which undoes the filters of its rows. These may refer
to the row above: therefore the last row of the strip before stands in front, unfiltered.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

from builder.drawing.png import IHDR, SIGNATURE, chunk, header_of
from builder.drawing.rasters import in_colours
from builder.vassal.picture_header import open_header

if TYPE_CHECKING:
    from PIL.Image import Image

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_STRIP = 4_000_000  # bytes of a strip, each of a pixel's that is less than one counted as one
_LANCZOS = 3
_READ = 1 << 20
_MOST_CHUNK = 1 << 16  # of those that are kept: a palette, what is transparent


def in_strips(source: Path | bytes, mode: str = "RGB") -> Iterator[Image] | None:
    """The picture from the top down as strips in RGB or RGBA; None for what is no PNG of 8 bits
    or fewer, or one that is interlaced, whose rows do not come one after another.

    ValueError for a damaged file, while the strips are taken.
    """
    with _reading(source) as stream:
        try:
            wide, high, bits, colour, interlaced = header_of(stream)
        except (ValueError, struct.error):
            return None
    if bits not in (1, 2, 4, 8) or interlaced or colour not in _CHANNELS:
        return None
    return _strips(source, (wide, high), (bits, colour), mode)


def _reading(source: Path | bytes) -> IO[bytes]:
    return BytesIO(source) if isinstance(source, bytes) else source.open("rb")


def by_rows(strips: Iterator[Image], step: int) -> Iterator[tuple[int, Image]]:
    """Strips whose heights are a multiple of `step`, but for the last, each with its first row."""
    top, waiting = 0, None
    for strip in strips:
        waiting = strip if waiting is None else _below(waiting, strip)
        whole = waiting.height // step * step
        if whole:
            yield top, waiting.crop((0, 0, waiting.width, whole))
            top, waiting = top + whole, waiting.crop((0, whole, waiting.width, waiting.height))
    if waiting is not None and waiting.height:
        yield top, waiting


def cut_rows(
    strips: Iterator[Image], boxes: Sequence[tuple[int, int, int, int]]
) -> Iterator[tuple[int, Image]]:
    """The parts of a picture in these boxes (left, top, right, bottom) from its strips, each with
    its number, from the top down; held are the rows from the highest part that is not whole."""
    order = sorted(range(len(boxes)), key=lambda number: (boxes[number][3], number))
    tops = [boxes[number][1] for number in order]
    for at in range(len(tops) - 2, -1, -1):  # the highest row that this part or a later one needs
        tops[at] = min(tops[at], tops[at + 1])
    window: Image | None = None
    first = done = 0
    for strip in strips:
        window = strip if window is None else _below(window, strip)
        while done < len(order) and boxes[order[done]][3] <= first + window.height:
            left, top, right, bottom = boxes[order[done]]
            yield order[done], window.crop((left, top - first, right, bottom - first))
            done += 1
        if done == len(order):
            return
        drop = max(0, min(window.height - 1, tops[done] - first))
        window = window.crop((0, drop, window.width, window.height))
        first += drop
    if window is None:
        return
    for number in order[done:]:  # their edge is rounded to a row below the last
        left, top, right, bottom = boxes[number]
        yield number, window.crop((left, top - first, right, bottom - first))


def resized(strips: Iterator[Image], high: int, size: tuple[int, int]) -> Image:
    """The picture that is `high` rows high made as large as a size, as Pillow would the whole."""
    from PIL import Image

    result = Image.new("RGB", size)
    scale = high / size[1]
    reach = (
        math.ceil(_LANCZOS * max(1, scale)) + 1
    )  # source rows above and below that a row is made of
    window: Image.Image | None = None
    first = done = 0  # the source row at which the window begins, the rows that are made
    for strip in strips:
        narrow = strip.resize((size[0], strip.height), Image.Resampling.LANCZOS)
        window = narrow if window is None else _below(window, narrow)
        seen = first + window.height
        ready = size[1] if seen >= high else max(done, math.floor((seen - reach) / scale))
        if ready > done:
            box = (0.0, done * scale - first, float(size[0]), ready * scale - first)
            box = (box[0], box[1], box[2], min(box[3], float(window.height)))
            rows = window.resize((size[0], ready - done), Image.Resampling.LANCZOS, box=box)
            result.paste(rows, (0, done))
            done = ready
            drop = max(0, min(window.height - 1, math.floor(done * scale) - reach - first))
            window = window.crop((0, drop, window.width, window.height))
            first += drop
    return result


def _below(upper: Image, lower: Image) -> Image:
    """Two strips as one."""
    from PIL import Image

    both = Image.new(upper.mode, (upper.width, upper.height + lower.height))
    both.paste(upper, (0, 0))
    both.paste(lower, (0, upper.height))
    return both


def _strips(
    source: Path | bytes, size: tuple[int, int], kind: tuple[int, int], mode: str
) -> Iterator[Image]:
    (wide, high), (bits, colour) = size, kind
    samples = wide * _CHANNELS[colour]
    row = 1 + (samples * bits + 7) // 8
    rows = max(1, _STRIP // (1 + samples))
    above = b""
    with _reading(source) as stream:
        stream.seek(len(SIGNATURE))
        kept: list[bytes] = []
        unpacked = _unpacked(stream, kept, high * row)
        waiting = bytearray()
        for top in range(0, high, rows):
            count = min(rows, high - top)
            while len(waiting) < count * row:
                piece = next(unpacked, b"")
                if not piece:
                    raise ValueError("its rows end too early")
                waiting += piece
            data = above + bytes(memoryview(waiting)[: count * row])
            del waiting[: count * row]
            strip = _opened(kept, (wide, count + bool(above)), kind, data)
            last = strip.crop((0, strip.height - 1, wide, strip.height))
            strip = strip.crop((0, bool(above), wide, strip.height))
            above = b"\0" + _row_of(last, bits)
            yield in_colours(strip, mode)


def _row_of(row: Image, bits: int) -> bytes:
    """A row as a PNG has it that gives each sample so many bits."""
    if bits == 8 or row.mode == "1":
        return row.tobytes()
    if row.mode == "L":  # whose tones were stretched to the whole of a byte
        row = row.point([tone >> (8 - bits) for tone in range(256)])
        row.putpalette(bytes(768))
    return row.tobytes("raw", f"P;{bits}")


def _opened(kept: list[bytes], size: tuple[int, int], kind: tuple[int, int], data: bytes) -> Image:
    """Some rows, each behind the number of its filter, as a picture."""
    header = IHDR.pack(*size, *kind, 0, 0, 0)
    file = [
        SIGNATURE,
        chunk(b"IHDR", header),
        *kept,
        chunk(b"IDAT", zlib.compress(data, 0)),
        chunk(b"IEND", b""),
    ]
    with open_header(BytesIO(b"".join(file))) as picture:
        picture.load()
        return picture


def _unpacked(stream: IO[bytes], kept: list[bytes], most: int) -> Iterator[bytes]:
    """The rows' bytes in pieces, at most so many; what decides their colours goes into `kept`."""
    packed, done = zlib.decompressobj(), 0
    while done < most:
        head = stream.read(8)
        if len(head) < 8:
            return
        length, kind = struct.unpack(">I4s", head)
        if kind in (b"PLTE", b"tRNS") and length < _MOST_CHUNK:
            kept.append(chunk(kind, stream.read(length)))
        elif kind == b"IDAT":
            while length:
                data = stream.read(min(length, _READ))
                if not data:
                    return
                length -= len(data)
                while data and done < most:
                    try:
                        piece = packed.decompress(data, _STRIP)
                    except zlib.error as error:
                        raise ValueError("its rows cannot be unpacked") from error
                    done += len(piece)
                    if not piece and not packed.unconsumed_tail:
                        break
                    yield piece
                    data = packed.unconsumed_tail
            stream.seek(4, 1)
            continue
        elif kind == b"IEND":
            return
        else:
            stream.seek(length, 1)
        stream.seek(4, 1)  # the sum of the chunk: damage shows in the rows
