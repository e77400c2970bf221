"""Large drawings as PNG files."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, starmap
from typing import IO, TYPE_CHECKING, Any

from builder import limits
from builder.drawing.rows import Box, Strip
from builder.machine.giving_way import give_way

if TYPE_CHECKING:
    from PIL.Image import Image

igzip: Any = None
with suppress(ImportError):  # it is not made for every processor
    from isal import isal_zlib

    igzip = isal_zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
IHDR = struct.Struct(">II5B")
"""Width, height, bits, kind of colour, compression, filters, interlacing."""

_RGB = (8, 2, 0, 0, 0)
_WINDOW = b"\x78\x5e"
"""How a packed stream begins: a window of 32 KB."""
STRIP = 256
"""Rows that are packed at once, so that each core packs some."""
SHORTENER = igzip or zlib
"""Packs and unpacks quickly, in the format of zlib."""
_SUM = SHORTENER.adler32
"""The same sum by either; a drawing's takes a fifth of the time where there is isal."""
_QUICK = 3
"""Up to this level time counts, and no byte needs to be the same everywhere."""
_IGZIP = 2
"""The level of isal that packs a drawing as well as its highest, in less time."""
_PACKERS = min(4, os.cpu_count() or 1)


class FlatPng:
    """An RGB drawing as PNG, its rows unfiltered, written from the top down as it becomes ready.

    `told` are words of the file about itself. Pillow filters each row, which suits photographs;
    where colours are flat the file grows by a quarter and takes twice as long. Strips are packed
    each by itself beside the drawing of the next, because packing is half of what a picture takes.
    """

    def __init__(self, size: tuple[int, int], level: int, told: Mapping[str, str] | None = None):
        self._size, self._level, self._told = size, level, told or {}
        self._pool = ThreadPoolExecutor(_PACKERS)
        self._packed: list[Future[Packed] | Packed] = []

    def add(self, rows: Image | Strip) -> None:
        """The next rows, in RGB or RGBX, which must not change any more; a strip stays one."""
        if isinstance(rows, Strip):
            self._packed.append(self._pool.submit(_pack_rows, rows.rows(), self._level))
            return
        for top in range(0, rows.height, STRIP):
            box = (0, top, rows.width, min(rows.height, top + STRIP))
            self._packed.append(self._pool.submit(_pack, rows, box, self._level))

    def add_packed(self, rows: Iterable[Packed]) -> None:
        """The next rows as another file of the level and width has them."""
        self._packed += rows

    def packed(self) -> list[Packed]:
        """The rows, once all are added."""
        with self._pool:
            return [one if isinstance(one, Packed) else one.result() for one in self._packed]

    def data(self) -> bytes:
        """The file, once all rows are added."""
        packed = self.packed()
        total = 1  # what zlib.adler32 gives for nothing
        for strip in packed:
            total = _sum_of_both(total, strip.sum, strip.length)
        words = [f"{key}\0{text}".encode("latin-1") for key, text in self._told.items()]
        ends = zlib.compressobj(self._level, zlib.DEFLATED, -zlib.MAX_WBITS).flush()
        bodies = [strip.data for strip in packed]
        bodies = [_WINDOW + bodies[0], *bodies[1:], ends + total.to_bytes(4, "big")]
        chunks = [
            (b"IHDR", IHDR.pack(*self._size, *_RGB)),
            *[(b"tEXt", word) for word in words],
            *[(b"IDAT", body) for body in bodies],
            (b"IEND", b""),
        ]
        return b"".join([SIGNATURE, *chain.from_iterable(starmap(_chunk, chunks))])


@dataclass(frozen=True)
class Packed:
    """Rows as part of a packed stream, the sum of their bytes and how many these were."""

    data: bytes
    sum: int
    length: int


def _pack(picture: Image, box: Box, level: int) -> Packed:
    """Some rows of a picture, each behind the sign of a row without filter."""
    part = picture if box == (0, 0, *picture.size) else picture.crop(box)
    plain = memoryview(part.tobytes("raw", "RGB"))
    wide = picture.width * 3
    return _pack_rows((plain[at : at + wide] for at in range(0, len(plain), wide)), level)


def _pack_rows(plain: Iterable[memoryview], level: int) -> Packed:
    rows = b"\0".join([b"", *plain])
    packer = _packer(level)
    data = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)
    return Packed(data, _SUM(rows), len(rows))


def _packer(level: int) -> Any:
    """Packs raw. What is to be quick is so in a fifth of the time where there is isal."""
    if level > _QUICK or igzip is None:
        return zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return igzip.compressobj(_IGZIP, zlib.DEFLATED, -zlib.MAX_WBITS)


def _sum_of_both(one: int, other: int, length: int) -> int:
    """The Adler-32 of two texts behind each other, the second so long (RFC 1950)."""
    low = ((one & 0xFFFF) + (other & 0xFFFF) - 1) % _ADLER
    high = (one >> 16) + (other >> 16) + length * ((one & 0xFFFF) - 1)
    return high % _ADLER << 16 | low


_ADLER = 65_521


def flat_png(picture: Image, level: int, told: Mapping[str, str] | None = None) -> bytes:
    """A whole RGB drawing as PNG."""
    file = FlatPng(picture.size, level, told)
    file.add(picture)
    return file.data()


@dataclass(frozen=True)
class _Unpacking:
    """A strip that is unpacked beside other work, or by whoever asks for it before that begins:
    what gives way to others would let him wait."""

    unpack: Callable[[], bytearray]
    beside: Future[bytearray]

    @classmethod
    def begun(cls, pool: ThreadPoolExecutor, unpack: Callable[[], bytearray]) -> _Unpacking:
        return cls(unpack, pool.submit(unpack))

    def rows(self) -> bytearray:
        return self.unpack() if self.beside.cancel() else self.beside.result()


class FlatRows:
    """A part of a picture that `flat_png` wrote, unpacked strip by strip beside other work, in a
    fraction of the time and memory that the whole picture takes."""

    def __init__(self, strips: dict[int, _Unpacking], wide: int, box: Box) -> None:
        self._left, self._top = box[:2]
        self.width, self.height = box[2] - box[0], box[3] - box[1]
        self._wide, self._row = wide, 1 + wide * 3
        self._strips = strips

    @classmethod
    def of(cls, file: bytes, box: Box, *, ahead: bool = False) -> FlatRows | None:
        """The part in a box; None if the file is of another kind or does not hold it. `ahead`:
        nobody waits for it yet."""
        parts = _chunks(file)
        strips = [data for name, data in parts if name == b"IDAT"]
        if not strips or parts[0][0] != b"IHDR" or len(parts[0][1]) != IHDR.size:
            return None
        wide, high, *kind = IHDR.unpack(parts[0][1])
        inside = 0 <= box[0] < box[2] <= wide and 0 <= box[1] < box[3] <= high
        cut = len(strips) == 1 + -(-high // STRIP) and bytes(strips[0][:2]) == _WINDOW
        if tuple(kind) != _RGB or not inside or not cut or wide * high > limits.FINISHED:
            return None
        strips[0] = strips[0][2:]
        try:
            first = _unpack(strips[0], min(high, STRIP), 1 + wide * 3)
        except ValueError:  # another program's, cut elsewhere
            return None
        pool = ThreadPoolExecutor(_PACKERS, initializer=give_way if ahead else None)
        row = 1 + wide * 3

        def rows(at: int) -> Callable[[], bytearray]:
            if at == 0:
                return lambda: first
            return partial(_unpack, strips[at], min(high - at * STRIP, STRIP), row)

        wanted = range(box[1] // STRIP, -(-box[3] // STRIP))
        unpacked = {at: _Unpacking.begun(pool, rows(at)) for at in wanted}
        pool.shutdown(wait=False)
        return cls(unpacked, wide, box)

    def part(self, box: Box) -> FlatRows:
        """A part of what is unpacked here, in a box of the whole picture; it takes its place."""
        strips = range(box[1] // STRIP, -(-box[3] // STRIP))
        return FlatRows({at: self._strips[at] for at in strips}, self._wide, box)

    def crop(self, box: Box) -> Image:
        """Whole rows of the part, in its own pixels; each is asked for once, from the top down."""
        from PIL import Image

        picture = Image.new("RGB", (self.width, box[3] - box[1]), None)  # all is pasted over
        top = box[1]
        while top < box[3]:
            bottom = min(box[3], top + STRIP - (top + self._top) % STRIP)
            picture.paste(self.strip(top, bottom).picture(), (0, top - box[1]))
            top = bottom
        return picture

    def strip(self, top: int, bottom: int) -> Strip:
        """Whole rows of the part as they were unpacked, to be painted on; they must have been
        packed as one. Each is asked for once."""
        at, within = divmod(top + self._top, STRIP)
        memory = self._strips[at].rows()
        if within + bottom - top == STRIP:
            del self._strips[at]  # unpacked rows are many
        start = within * self._row + 1 + self._left * 3
        return Strip(memory, start, self._row, self.width, bottom - top)


def _unpack(strip: memoryview, many: int, row: int) -> bytearray:
    """So many rows, each behind the sign of a row without filter; ValueError if it is no such."""
    try:
        rows = bytearray(SHORTENER.decompressobj(-zlib.MAX_WBITS).decompress(strip, many * row))
    except SHORTENER.error:
        rows = bytearray()
    if len(rows) != many * row or any(rows[::row]):
        raise ValueError("no strip of unfiltered rows")
    return rows


def _chunks(file: bytes) -> list[tuple[bytes, memoryview]]:
    """The parts of a PNG file, each with its kind."""
    place, view = len(SIGNATURE), memoryview(file)
    found = []
    while file.startswith(SIGNATURE) and place + 8 <= len(file):
        (size,) = struct.unpack_from(">I", file, place)
        found.append((file[place + 4 : place + 8], view[place + 8 : place + 8 + size]))
        place += size + 12
    return found


def header_of(stream: IO[bytes]) -> tuple[int, int, int, int, bool]:
    """Width, height, bits, kind of colour and whether it is interlaced; ValueError for no PNG."""
    start = stream.read(len(SIGNATURE) + 8 + IHDR.size)
    whole = len(start) == len(SIGNATURE) + 8 + IHDR.size
    if not whole or not start.startswith(SIGNATURE) or start[12:16] != b"IHDR":
        raise ValueError("no PNG")
    wide, high, bits, colour, _, _, interlaced = IHDR.unpack(start[16:])
    return wide, high, bits, colour, bool(interlaced)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return b"".join(_chunk(kind, data))


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    """The same in pieces, because each copy of a large one takes as long as its sum."""
    total = SHORTENER.crc32(data, SHORTENER.crc32(kind))
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", total)
