"""The picture that a designer lays under the grid: where it lies on the sheet, how it is turned.

The picture is set upright once, so that rows and columns of hexes are level: VASSAL's grids cannot
be turned. On the sheet its upper left corner is the sheet's own.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from builder.drawing.map.config import FitMark, MapDrawing
from builder.drawing.map.limits import check_size
from builder.drawing.map.read_config import map_drawing
from builder.drawing.rasters import RasterError, file_of, opened, size_of
from builder.drawing.scans import MOST_PIXELS, fits, scan_for, unpacking
from builder.game.locate import called
from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.typed import problem_at, read_table
from builder.hexes.fit import (
    LEAST,
    SMALLEST,
    STRAIGHT,
    STRETCHED,
    GridFit,
    Mark,
    Point,
    UnfitError,
    fit_grid,
    suspect,
)
from builder.hexes.grid import PixelGrid
from builder.saying import AsWritten, quoting

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_ON_SHEET = 60_000_000
"""Pixels that it keeps on the sheet when game.toml names no width of hexes."""

_STRIP = 512
"""Rows that are turned at once, to keep memory low."""
_PASSED_ON = 40 * 1024 * 1024
"""Bytes of a file that goes into the module unread; a larger one is packed anew."""
_OFF = 0.1
"""Hex widths by which a mark may be off before it is worth a word."""
_HALF_HEX = 0.6
"""Hex widths that the middle of a hex at the edge may lie beyond it."""
_SOON = 1_000_000
"""Pixels that are unpacked before anybody notices."""
KEYS = ("drawing", "map")


@dataclass(frozen=True)
class Under:
    """A picture under the grid of a game.

    `size` is its own in pixels, `fit` where the grid lies in it, `scale` how many pixels of the
    sheet one of its pixels becomes; `over` whether something is drawn over it.
    """

    path: Path
    size: tuple[int, int]
    fit: GridFit
    scale: float
    over: bool = False

    def digest(self) -> str:
        """Tells one content of the file from another."""
        with self.path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()

    def alone(self, width: int, height: int) -> bool:
        """Whether a sheet of that size shows nothing but the picture as it is."""
        return self.as_it_is and not self.over and self.size == (width, height)

    def unchanged(self, kind: str) -> bytes | None:
        """The bytes of the file if it is of that format, whole, and nothing that VASSAL's Java
        reads otherwise."""
        with opened(self.path, self.path.name, MOST_PIXELS) as picture:
            if picture.format != kind or picture.mode not in ("RGB", "L", "P", "RGBA"):
                return None
            if self.path.stat().st_size > _PASSED_ON:
                return None
        return self.path.read_bytes()

    @property
    def photograph(self) -> bool:
        """Whether its file is a JPEG, which loses nothing that is seen by being one again."""
        return self.path.suffix.lower() in (".jpg", ".jpeg")

    def finer(self, fineness: float) -> Under:
        """The same with more of its pixels on the sheet, up to so many for one of before; no more
        than it has, nor than a computer can be expected to hold."""
        wide, high = self.sheet
        most = math.sqrt(MOST_ON_SHEET / (wide * high))
        scale = min(1.0, self.scale * min(fineness, most))
        if scale <= self.scale:
            return self
        finer = replace(self, scale=scale)
        try:
            finer.bounded()
        except RasterError:
            return self
        return finer

    def held(self) -> Under:
        """The same, with fewer of its pixels if those of the sheet would take more memory than a
        computer can be expected to have; RasterError if it still would."""
        wide, high = self.sheet
        share = MOST_ON_SHEET / (wide * high)
        fewer = self if share >= 1 else replace(self, scale=self.scale * math.sqrt(share))
        fewer.bounded()
        return fewer

    @property
    def straight(self) -> bool:
        """Whether it need not be turned."""
        return abs(math.sin(self.fit.turn)) * math.hypot(*self.size) < STRAIGHT and (
            math.cos(self.fit.turn) > 0
        )

    @property
    def as_it_is(self) -> bool:
        """Whether it lies on the sheet pixel by pixel."""
        return self.straight and self.scale == 1.0

    @property
    def _turn(self) -> float:
        return 0.0 if self.straight else self.fit.turn

    def _turned(self, point: Point) -> Point:
        cos, sin = math.cos(self._turn), math.sin(self._turn)
        x, y = point
        return self.scale * (cos * x + sin * y), self.scale * (cos * y - sin * x)

    @property
    def _box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the turned picture, from its own first pixel."""
        wide, high = self.size
        corners = [self._turned(at) for at in ((0, 0), (wide, 0), (0, high), (wide, high))]
        across, down = zip(*corners, strict=True)
        return min(across), min(down), max(across), max(down)

    @property
    def sheet(self) -> tuple[int, int]:
        """Width and height of the upright picture on the sheet, in pixels."""
        left, top, right, bottom = self._box
        return max(1, math.ceil(right - left - 1e-6)), max(1, math.ceil(bottom - top - 1e-6))

    def on_sheet(self, point: Point) -> Point:
        """The pixel of the sheet for one of the picture."""
        x, y = self._turned(point)
        left, top, _, _ = self._box
        return x - left, y - top

    def in_picture(self, point: Point) -> Point:
        """The pixel of the picture for one of the sheet."""
        left, top, _, _ = self._box
        x, y = (point[0] + left) / self.scale, (point[1] + top) / self.scale
        cos, sin = math.cos(self._turn), math.sin(self._turn)
        return cos * x - sin * y, sin * x + cos * y

    def pixels(self, plain: PixelGrid) -> PixelGrid:
        """The grid on the sheet; `plain` is any layout of the same grid."""
        pointy = plain.grid.orientation == "pointy"
        across, down = self.fit.across * self.scale, self.fit.down * self.scale
        width, length = (across, down) if pointy else (down, across)
        x, y = self.on_sheet(self.fit.origin)
        return PixelGrid(plain.grid, width, x, y, length / width)

    def image(self, paper: str = "white") -> Image:
        """The upright picture as RGB, of the sheet's size; `paper` fills the corners.

        RasterError for a damaged file.
        """
        from PIL import Image

        wide, high = self.sheet
        source = scan_for(
            self.path, self.path.name, (wide, high) if self.straight else self._wanted
        )
        if self.straight:
            if source.size == (wide, high):
                return source
            return source.resize((wide, high), Image.Resampling.LANCZOS, reducing_gap=3.0)
        shrunk = source.width / self.size[0]
        if (step := int(shrunk / self.scale)) > 1:
            source = source.reduce(step)
            shrunk = source.width / self.size[0]
        sheet = Image.new("RGB", (wide, high), paper)
        for top in range(0, high, _STRIP):
            rows = min(_STRIP, high - top)
            data = self._inverse(shrunk, top)
            sheet.paste(
                source.transform(
                    (wide, rows), Image.Transform.AFFINE, data, Image.Resampling.BICUBIC,
                    fillcolor=paper,
                ),
                (0, top),
            )  # fmt: skip
        return sheet

    def bounded(self) -> None:
        """RasterError if the picture would take more memory than a computer can be expected to
        have."""
        fits(self.path, self.path.name, self._wanted)

    @property
    def _wanted(self) -> tuple[int, int]:
        """The size in which it is used: its own, if that is no larger."""
        scale = min(1.0, self.scale)
        return math.ceil(self.size[0] * scale), math.ceil(self.size[1] * scale)

    def _inverse(self, shrunk: float, top: float) -> tuple[float, ...]:
        """Pillow's six numbers from a strip of the sheet to the source as it was shrunk."""
        x0, y0 = self.in_picture((0, top))
        x1, y1 = self.in_picture((1, top))
        x2, y2 = self.in_picture((0, top + 1))
        return tuple(shrunk * number for number in (x1 - x0, x2 - x0, x0, y1 - y0, y2 - y0, y0))


def under_of(game: Game, config: MapDrawing) -> Under | None:
    """The picture under the game's grid, None without one; ProblemsError with what is wrong."""
    if not config.picture:
        if config.fit:
            raise _wrong(game, ("fit",), "There is no picture for [[drawing.map.fit]] to fit.",
                         'Write picture = "art/map.jpg" under [drawing.map].')  # fmt: skip
        return None
    try:
        path = file_of(game.folder, config.picture)
        size = size_of(path, config.picture, MOST_PIXELS)
    except RasterError as error:
        raise _wrong(game, ("picture",), error.text, error.remedy) from None
    fit = _fitted(game, config)
    stated = "hex_width" in game.definition.grid.model_fields_set
    pointy = game.grid.orientation == "pointy"
    scale = game.definition.grid.hex_width / (fit.across if pointy else fit.down) if stated else 1.0
    scale = 1.0 if abs(scale - 1) < 1e-4 else scale
    under = Under(path, size, fit, scale, bool(config.over))
    wide, high = under.sheet
    if not stated and wide * high > MOST_ON_SHEET:
        under = replace(under, scale=math.sqrt(MOST_ON_SHEET / (wide * high)))
    wide, high = under.sheet
    try:
        if wide * high <= MOST_ON_SHEET:  # else its size is told, which is what to mend
            under.bounded()
    except RasterError as error:
        raise _wrong(game, ("picture",), error.text, error.remedy) from None
    _inside(game, under)
    return under


def refused(game: Game, picture: str, marks: Sequence[Mark]) -> Problem | None:
    """Why no command would read the game with these marks on a picture in place of those it has."""
    data = game.definition.drawing.get("map", {})
    told = read_table(game, data, MapDrawing, *KEYS)
    fit = tuple(FitMark(hex=mark.hex, at=mark.at) for mark in marks)
    try:
        under = under_of(game, told.model_copy(update={"picture": picture, "fit": fit}))
        if under is not None:
            check_size(game, *under.sheet)
    except ProblemsError as error:
        return error.problems[0]
    return None


def _fitted(game: Game, config: MapDrawing) -> GridFit:
    problems: list[Problem] = []
    seen: set[str] = set()
    for index, mark in enumerate(config.fit):
        keys = (*KEYS, "fit", index, "hex")
        if mark.hex not in game.grid.numbers:
            text = quoting("'{hex}' is no hex of this map.", hex=mark.hex)
            problems.append(problem_at(game, keys, text, nearest(mark.hex, game.grid.numbers)))
        elif mark.hex in seen:
            text = quoting("The hex {hex} is marked a second time.", hex=mark.hex)
            problems.append(problem_at(game, keys, text, "Keep the better mark."))
        seen.add(mark.hex)
    if problems:
        raise ProblemsError(problems)
    if not config.fit:
        raise _wrong(
            game,
            ("picture",),
            "Nothing says where the grid lies on the picture.",
            quoting(
                "Run `kessel fit {game}`, or write [[drawing.map.fit]] with hex and at for "
                "{number} hexes or more.",
                game=AsWritten(called(game.folder)),
                number=LEAST,
            ),
        )
    try:
        fit = fit_grid(game.grid, marks_of(config))
    except UnfitError as error:
        raise _wrong(game, ("fit", 0), error.text, error.remedy) from None
    if not STRETCHED[0] <= fit.stretch <= STRETCHED[1]:
        text = quoting(
            "By these marks hexes would be {number:.2g} times as high as regular ones.",
            number=fit.stretch,
        )
        raise _wrong(game, ("fit", 0), text, "One of them belongs to another hex: mark it anew.")
    return fit


def marks_of(config: MapDrawing) -> list[Mark]:
    """The hexes that game.toml marks on the picture."""
    return [Mark(mark.hex, mark.at) for mark in config.fit]


def _inside(game: Game, under: Under) -> None:
    """ProblemsError if hexes lie beyond the picture; of a half hex at the edge the middle may."""
    wide, high = under.sheet
    pixels = under.pixels(PixelGrid(game.grid, 1.0, 0.0, 0.0))
    if min(pixels.width, pixels.side) < SMALLEST:
        text = quoting(
            "By these marks hexes would be {number:.1f} pixels wide.", number=pixels.width
        )
        raise _wrong(game, ("fit", 0), text, "Give a larger picture, or mark hexes far apart.")
    beyond = []
    reach = _HALF_HEX * pixels.width
    for name in game.grid.places:
        x, y = pixels.centre(name)
        if not (-reach <= x <= wide + reach and -reach <= y <= high + reach):
            beyond.append(name)
    if beyond:
        which = ", ".join(beyond[:4]) + (" ..." if len(beyond) > 4 else "")
        text = quoting(
            "{number} of {all} hexes {number|lies|lie} beyond the picture ({names}).",
            number=len(beyond),
            all=len(game.grid),
            names=which,
        )
        remedy = "Correct the marks, or rows, columns and without of [grid]."
        raise _wrong(game, ("fit", 0), text, remedy)


def sound(game: Game) -> None:
    """ProblemsError if the picture under the grid is damaged, which its header does not tell."""
    config = map_drawing(game)
    under = under_of(game, config)
    if under is None:
        return
    try:
        with opened(under.path, config.picture, MOST_PIXELS) as picture:
            picture.draft("RGB", (64, 64))  # a JPEG is unpacked at an eighth, which is quick
            with unpacking(config.picture, under.path):
                if picture.format == "PNG" and picture.width * picture.height > _SOON:
                    picture.verify()  # sums of its parts, without unpacking
                else:  # a small PNG whose last bytes are lost is shown all the same
                    picture.load()
    except RasterError as error:
        raise _wrong(game, ("picture",), error.text, error.remedy) from None


def remarks(game: Game) -> Iterator[Problem]:
    """Marks that are off by more than a tenth of a hex; of the worst, which it is."""
    config = map_drawing(game)
    if not config.picture or under_of(game, config) is None:
        return
    marks = marks_of(config)
    fit = fit_grid(game.grid, marks)
    worst = max(range(len(marks)), key=fit.errors.__getitem__)
    if fit.errors[worst] <= _OFF * fit.across:
        return
    off = suspect(game.grid, marks, fit)
    mean, most, where = f"{fit.error:.1f}", f"{fit.errors[worst]:.1f}", marks[worst].hex
    text = quoting(
        "The grid lies {off} pixels off its marks, at most {worst} at {hex}.",
        off=mean,
        worst=most,
        hex=where,
    )
    remedy = "Mark the middles of hexes again with `kessel fit`."
    if off is not None:
        text = quoting(
            "The grid lies {off} pixels off its marks, at most {worst} at {hex}. Without {other} "
            "the others agree.",
            off=mean,
            worst=most,
            hex=where,
            other=marks[off].hex,
        )
        remedy = quoting("Correct the mark of {hex}.", hex=marks[off].hex)
    yield problem_at(game, (*KEYS, "fit", worst if off is None else off, "at"), text, remedy)


def _wrong(game: Game, keys: tuple[str | int, ...], text: str, remedy: str) -> ProblemsError:
    return ProblemsError([problem_at(game, (*KEYS, *keys), text, remedy)])
