"""Pictures of a designer's own, from files in the game's folder or cut from scans of sheets."""

from __future__ import annotations

import hashlib
import io
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from builder import limits
from builder.drawing.broken import Rows, ends_early, rows_of
from builder.drawing.canvas import Canvas
from builder.drawing.png import SIGNATURE
from builder.drawing.rasters import (
    RasterError,
    broken,
    fewer_rows,
    file_of,
    in_colours,
    opened,
    size_of,
    so_many_pixels,
)
from builder.drawing.scans import MOST_PIXELS as MOST_ON_SHEET
from builder.drawing.scans import faces_of, may_be_cut, unpacking
from builder.errors import FaultError
from builder.game.definition import CutSheet
from builder.game.problems import ProblemsError
from builder.game.typed import problem_at
from builder.saying import Saying, quoting

if TYPE_CHECKING:
    from PIL.Image import Image

    from builder.game.model import Game

MOST_BYTES = int(limits.FACE_FILE)
MOST_PIXELS = int(limits.FACE_PIXELS)
_ON_PAPER = 700
"""Pixels of the longer side that paper needs: 600 dots an inch on a large counter."""
_CUT = re.compile(r"([a-z][a-z0-9-]*):(\d{1,3})-(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Art:
    """A picture file. `digest` tells one content from another, wherever the file lies.

    `bleed` are the pixels on each side that lie beyond the cut of a face that it fills.
    """

    name: str
    digest: str
    data: bytes = field(repr=False, compare=False)
    bleed: int = 0


def art_of(folder: Path, name: str, sheets: Sequence[CutSheet] = (), bleed: int = 0) -> Art:
    """The picture of that name in a game's folder, or that of a place on a sheet such as
    `fronts:3-12` (row, column); ValueError with a remedy if it is of no use."""
    if ":" in name:
        return _cut(folder, name, sheets)
    path = file_of(folder, name)
    if path.stat().st_size > MOST_BYTES:
        raise RasterError(
            quoting('The picture "{name}" is larger than 4 MB.', name=name),
            "Scale it down to 700 pixels.",
        )
    data = path.read_bytes()
    wide, high = size_of(data, name, MOST_ON_SHEET)
    if wide * high > MOST_PIXELS:
        raise RasterError(
            so_many_pixels(name, wide, high),
            "Scale it down to 700 pixels.",
        )
    if not data.startswith(SIGNATURE) or ends_early(data):  # which shows for sure when unpacked
        with opened(data, name, MOST_PIXELS) as picture:
            picture.load()
    rows = rows_of(data)
    if rows is not Rows.WHOLE:
        raise fewer_rows(name) if rows is Rows.TOO_FEW else broken(data, name)
    if min(wide, high) <= 2 * bleed:
        text = quoting('The picture "{name}" is all bleed.', name=name)
        raise RasterError(text, "Make bleed smaller.")
    return Art(name, hashlib.sha256(data).hexdigest()[:24], data, bleed)


def face_size(art: Art) -> tuple[int, int]:
    """Width and height in pixels of what a picture shows within the cut."""
    wide, high = size_of(art.data, art.name, MOST_ON_SHEET)
    return wide - 2 * art.bleed, high - 2 * art.bleed


def art_in(game: Game, name: str, bleed: int = 0) -> Art:
    """The picture of that name in a game; ValueError with a remedy if it is of no use."""
    return art_of(game.folder, name, game.definition.sheet, bleed)


def _cut(folder: Path, name: str, sheets: Sequence[CutSheet]) -> Art:
    found = _CUT.fullmatch(name)
    if found is None:
        text = quoting('"{name}" is no place on a sheet.', name=name)
        raise RasterError(text, "Write sheet:row-column, as fronts:3-12.")
    sheet = next((one for one in sheets if one.id == found[1]), None)
    if sheet is None:
        known = [one.id for one in sheets] or Saying("none")
        raise RasterError(
            quoting("There is no [[sheet]] '{name}'.", name=found[1]),
            quoting("Write one of those there are ({names}).", names=known),
        )
    row, column = int(found[2]), int(found[3])
    if not (1 <= row <= sheet.rows and 1 <= column <= sheet.columns):
        raise RasterError(
            quoting("'{name}' lies beyond its sheet.", name=name),
            Saying(
                "It has {n} {n|row|rows} and {m} {m|column|columns}.", n=sheet.rows, m=sheet.columns
            ),
        )
    path = file_of(folder, sheet.picture)
    stamp = path.stat()
    faces = _cuttings(path, stamp.st_mtime_ns, stamp.st_size, sheet)
    data = faces[(row - 1) * sheet.columns + column - 1]
    return Art(name, hashlib.sha256(data).hexdigest()[:24], data, sheet.bleed)


_KEPT_SHEETS = 256 << 20
"""Bytes of cut faces that are kept; those of two scans are, because backs follow their fronts."""

_Scan = tuple[Path, int, int, CutSheet]


@cache
def _kept_sheets() -> OrderedDict[_Scan, tuple[bytes, ...]]:
    return OrderedDict()


def _cuttings(path: Path, changed: int, size: int, sheet: CutSheet) -> tuple[bytes, ...]:
    """All faces of a scan as PNG, row by row; kept, because unpacking a scan takes seconds.

    `changed` and `size` are those of the file, so that a new scan is cut anew.
    """
    kept, scan = _kept_sheets(), (path, changed, size, sheet)
    faces = kept.pop(scan, None) or _faces_cut(path, sheet)
    kept[scan] = faces
    while len(kept) > 2 and sum(len(face) for one in list(kept.values()) for face in one) > (
        _KEPT_SHEETS
    ):
        kept.popitem(last=False)
    return faces


def _faces_cut(path: Path, sheet: CutSheet) -> tuple[bytes, ...]:
    boxes = _boxes(path, sheet)
    faces = [b""] * len(boxes)
    for number, face in faces_of(path, sheet.picture, boxes):
        stream = io.BytesIO()
        face.save(stream, "PNG", compress_level=1)
        faces[number] = stream.getvalue()
    return tuple(faces)


def _boxes(path: Path, sheet: CutSheet) -> list[tuple[int, int, int, int]]:
    """The boxes of a sheet's faces; ValueError if they do not lie on the picture, or would take
    too much memory."""
    boxes = raster(sheet, size_of(path, sheet.picture, MOST_ON_SHEET))
    wide, high = boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]
    if wide * high > limits.TAKEN_FACE:
        raise RasterError(
            quoting(
                "The faces of [[sheet]] '{id}' would be {wide:,} x {high:,} pixels.",
                id=sheet.id,
                wide=wide,
                high=high,
            ),
            "Scale its picture down, or correct rows and columns.",
        )
    may_be_cut(path, sheet.picture, boxes)
    return boxes


def raster(sheet: CutSheet, size: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """The boxes of a sheet's faces with their bleed, row by row; `mirrored` rows from the right.

    ValueError if they do not lie on a picture of that size.
    """
    left, top = sheet.first
    right, bottom = sheet.last or (size[0] - left, size[1] - top)
    wide = (right - left - sheet.gap[0] * (sheet.columns - 1)) / sheet.columns
    high = (bottom - top - sheet.gap[1] * (sheet.rows - 1)) / sheet.rows
    bleed = sheet.bleed
    if wide < 4 or high < 4:
        raise RasterError(
            quoting(
                "The faces of [[sheet]] '{id}' would be {wide:.0f} x {high:.0f} pixels.",
                id=sheet.id,
                wide=wide,
                high=high,
            ),
            "Correct first, last and gap.",
        )
    edges = (left - bleed, top - bleed, right + bleed - size[0], bottom + bleed - size[1])
    if edges[0] < 0 or edges[1] < 0 or edges[2] > 0.5 or edges[3] > 0.5:
        text = quoting(
            "The raster of [[sheet]] '{id}' goes beyond its picture of {wide} x {high} pixels.",
            id=sheet.id,
            wide=size[0],
            high=size[1],
        )
        raise RasterError(text, "Correct first, last and bleed.")
    boxes = []
    for row in range(sheet.rows):
        columns = range(sheet.columns)
        for column in reversed(columns) if sheet.mirrored else columns:
            x, y = left + column * (wide + sheet.gap[0]), top + row * (high + sheet.gap[1])
            boxes.append(
                (
                    round(x) - bleed,
                    round(y) - bleed,
                    round(x + wide) + bleed,
                    round(y + high) + bleed,
                )
            )
    return boxes


def check_sheets(game: Game) -> None:
    """ProblemsError with every scan that cannot be cut as game.toml says."""
    problems = []
    for index, sheet in enumerate(game.definition.sheet):
        try:
            _boxes(file_of(game.folder, sheet.picture), sheet)
        except FaultError as error:
            problems.append(problem_at(game, ("sheet", index), error.text, error.remedy))
    if problems:
        raise ProblemsError(problems)


def draw_art(canvas: Canvas, art: Art, box: tuple[float, float, float, float]) -> None:
    """Draw the picture as large as fits in the middle of a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    picture = pixels_of(art)
    scale = min((right - left) / picture.width, (bottom - top) / picture.height)
    wide, high = picture.width * scale, picture.height * scale
    picture = thinned(canvas, picture, max(wide, high))
    x, y = (left + right - wide) / 2, (top + bottom - high) / 2
    canvas.image(picture, x, y, wide, high)


def draw_filling(
    canvas: Canvas, art: Art, size: tuple[float, float], bleed: float = 0.0, *, whole: bool = False
) -> None:
    """Draw the picture over all of a face from the origin, and `bleed` beyond it on each side.

    A picture of other proportions loses its longer ends evenly; `whole` shows all of it instead.
    Where it has too little bleed of its own, its outermost pixels go on.
    """
    picture = pixels_of(art)
    own = art.bleed
    wide, high = size
    within = (picture.width - 2 * own, picture.height - 2 * own)
    scale = (min if whole else max)(wide / within[0], high / within[1])
    if whole:
        box = (own, own, picture.width - own, picture.height - own)
        shown = within[0] * scale, within[1] * scale
        canvas.image(
            thinned(canvas, picture.crop(box), max(shown)),
            (wide - shown[0]) / 2, (high - shown[1]) / 2, *shown,
        )  # fmt: skip
        return
    across, down = wide / scale, high / scale
    beyond = bleed / scale
    box_ = (
        round((picture.width - across) / 2 - beyond),
        round((picture.height - down) / 2 - beyond),
        round((picture.width + across) / 2 + beyond),
        round((picture.height + down) / 2 + beyond),
    )
    picture = thinned(canvas, _widened(picture, box_), max(size))
    canvas.image(picture, -bleed, -bleed, wide + 2 * bleed, high + 2 * bleed)


def _widened(picture: Image, box: tuple[int, int, int, int]) -> Image:
    """The part of a picture in a box; beyond its edge the outermost pixels are repeated."""
    import numpy as np
    from PIL import Image

    left, top, right, bottom = box
    short = (max(0, -left), max(0, -top), max(0, right - picture.width),
             max(0, bottom - picture.height))  # fmt: skip
    inside = picture.crop((max(0, left), max(0, top), min(right, picture.width),
                           min(bottom, picture.height)))  # fmt: skip
    if not any(short):
        return inside
    rows = ((short[1], short[3]), (short[0], short[2]), (0, 0))
    return Image.fromarray(np.pad(np.asarray(inside), rows, mode="edge"))


def thinned(canvas: Canvas, picture: Image, longest: float) -> Image:
    """The picture with no more pixels than the canvas can show along its `longest` side."""
    most = 4 * longest / canvas.pixel if canvas.pixel else _ON_PAPER
    picture.thumbnail((max(1, round(most)),) * 2)
    return picture


def pixels_of(art: Art) -> Image:
    """The picture as RGBA; ValueError for a damaged one."""
    with unpacking(art.name), opened(art.data, art.name, MOST_ON_SHEET) as picture:
        return in_colours(picture, "RGBA")
