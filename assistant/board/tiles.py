"""A map cut into tiles at several sizes: a page fetches those that it shows, and no more.

The sizes are numbered from the full one, 0; each is half of the one before, to the first that is no
larger than two tiles. All tiles lie in one archive, named SIZE-COLUMN-ROW.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from assistant.report.sheet import Sheet, picture_cache
from builder.drawing.scans import scan_for

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = 1024
"""Pixels of a tile's side; those at the right and lower edges are smaller."""

QUALITY = 90
"""Of the JPEG: small print stays legible, at a third of the bytes of a PNG."""


def sizes(width: int, height: int) -> int:
    """How many sizes a map of so many pixels has."""
    count = 1
    while max(width, height) > 2 * TILE:
        width, height, count = -(-width // 2), -(-height // 2), count + 1
    return count


def tiles_key(sheet: Sheet, language: str) -> str:
    """Under which the archive of a sheet's tiles is kept."""
    return f"{sheet.keys[language]}-tiles"


def cut(sheet: Sheet, language: str) -> bytes:
    """The archive of a sheet's tiles; the sheet is drawn unless that was done before.

    It is kept here and not by who asked, because who asked may have closed the page meanwhile.
    """
    found = _cut(sheet.kept(language))
    picture_cache().put(tiles_key(sheet, language), found)
    return found


def _cut(sheet: bytes) -> bytes:
    picture = scan_for(sheet, "map")
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_STORED) as archive:
        for size in range(sizes(*picture.size)):
            picture = picture.reduce(2) if size else picture
            for column, row, tile in _tiles(picture):
                archive.writestr(ZipInfo(f"{size}-{column}-{row}"), _jpeg(tile))
    return stream.getvalue()


def _tiles(picture: Image) -> Iterator[tuple[int, int, Image]]:
    for top in range(0, picture.height, TILE):
        for left in range(0, picture.width, TILE):
            right, lower = min(left + TILE, picture.width), min(top + TILE, picture.height)
            yield left // TILE, top // TILE, picture.crop((left, top, right, lower))


def _jpeg(picture: Image) -> bytes:
    stream = BytesIO()
    picture.save(stream, "JPEG", quality=QUALITY, subsampling=0)
    return stream.getvalue()
