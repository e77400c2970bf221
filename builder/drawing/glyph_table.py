"""Which glyph of a typeface's file draws which character, and how wide it is.

reportlab reads the same and far more; loading it takes longer than drawing a map's counters. The
tables are those of OpenType: `cmap` (formats 4 and 12), `head`, `hhea` and `hmtx`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from

_UNICODE = ((3, 10), (0, 4), (3, 1), (0, 3))
"""Platforms and encodings of tables by Unicode, those of all planes first."""
_SPACE, _UNBROKEN = 32, 160


@dataclass(frozen=True)
class GlyphTable:
    """The glyph of each character by its number, the width of each of these glyphs in thousandths
    of an em, and the file."""

    glyphs: Mapping[int, int]
    widths: Mapping[int, int]
    file: bytes


def read_glyph_table(path: Path) -> GlyphTable:
    """What a TrueType file tells of its glyphs; ValueError if it has no table by Unicode."""
    data = path.read_bytes()
    at = dict(_tables(data))
    (em,) = unpack_from(">H", data, at[b"head"] + 18)
    (measured,) = unpack_from(">H", data, at[b"hhea"] + 34)
    advances = unpack_from(f">{2 * measured}H", data, at[b"hmtx"])[::2]
    glyphs = {char: glyph for char, glyph in _characters(data, at[b"cmap"]) if glyph}
    if _SPACE in glyphs and _UNBROKEN in glyphs:  # as on paper, where a reader may copy the text
        glyphs[_UNBROKEN] = glyphs[_SPACE]
    last = measured - 1  # those behind it are as wide
    widths = {one: round(advances[min(one, last)] * 1000 / em) for one in glyphs.values()}
    return GlyphTable(glyphs, widths, data)


def _tables(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The tables of a file and where they begin."""
    (count,) = unpack_from(">H", data, 4)
    for entry in range(12, 12 + 16 * count, 16):
        yield data[entry : entry + 4], unpack_from(">I", data, entry + 8)[0]


def _characters(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Each character with its glyph, from the fullest table by Unicode."""
    (count,) = unpack_from(">H", data, cmap + 2)
    found: dict[tuple[int, int], int] = {}
    for entry in range(cmap + 4, cmap + 4 + 8 * count, 8):
        platform, encoding, start = unpack_from(">HHI", data, entry)
        found[platform, encoding] = cmap + start
    for kind in _UNICODE:
        if kind in found:
            start = found[kind]
            (form,) = unpack_from(">H", data, start)
            if form == 4:
                return _of_segments(data, start)
            if form == 12:
                return _of_groups(data, start)
    raise ValueError("the typeface has no table of characters by Unicode")


def _of_segments(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    (double,) = unpack_from(">H", data, start + 6)
    layout = f">{double // 2}H"
    ends = unpack_from(layout, data, start + 14)
    starts_at = start + 16 + double  # behind the ends and a word of padding
    starts = unpack_from(layout, data, starts_at)
    deltas = unpack_from(layout, data, starts_at + double)
    offsets_at = starts_at + 2 * double
    offsets = unpack_from(layout, data, offsets_at)
    for number, (first, last) in enumerate(zip(starts, ends, strict=True)):
        delta, offset = deltas[number], offsets[number]
        if not offset:
            yield from ((char, char + delta & 0xFFFF) for char in range(first, last + 1))
            continue
        # An offset counts from its own place in the file.
        place = offsets_at + 2 * number + offset
        for char in range(first, last + 1):
            (glyph,) = unpack_from(">H", data, place + 2 * (char - first))
            yield char, (glyph + delta & 0xFFFF) if glyph else 0


def _of_groups(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    (count,) = unpack_from(">I", data, start + 12)
    for entry in range(start + 16, start + 16 + 12 * count, 12):
        first, last, glyph = unpack_from(">III", data, entry)
        yield from ((char, glyph + char - first) for char in range(first, last + 1))
