"""The pictures of a module: looked up, measured, and made plain where they are missing."""

from __future__ import annotations

import io
import re
import warnings
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from builder import limits
from builder.adopt.blanking import holds_game
from builder.adopt.pen import Ahead, Job, Key
from builder.adopt.svg import Drawings
from builder.adopt.told import Told
from builder.drawing.rasters import in_colours
from builder.drawing.useless import Fault, fault_of, is_svg
from builder.machine.children import cores
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.buildfile.module import Module
from builder.vassal.module_shape import Size, image_size
from builder.vassal.picture_header import FORMATS, silent

if TYPE_CHECKING:
    from PIL.Image import Image

LARGE = int(limits.TAKEN_FACE)
"""A picture of more pixels is a map, and no counter is made of it."""

MISSING = "The module does not hold it; a plain picture of the same size stands in its place."
SIZELESS = (
    "The drawing does not say how large it is in a unit that VASSAL reads (px, pt, pc, mm, cm, "
    "in), or is far too large; a plain picture stands in its place."
)
UNKNOWN = (
    "VASSAL shows no pictures of its kind, such as WebP or ICO; a plain picture stands in its "
    "place: save it as a PNG."
)
DAMAGED = "It is no picture, or damaged; a plain picture stands in its place."
GAME_INSIDE = (
    "A save lies in it, which may hold players' passwords; a plain picture stands in its place."
)
UNDRAWN = (
    "It cannot be drawn: it is damaged, too large, or asks for more work than any counter or map; "
    "save it as a PNG."
)
TOO_LARGE = "It has more than 178 million pixels; a plain picture stands in its place."
SCANS = (
    "It is a progressive JPEG in more than 100 scans, each of which goes over all its pixels; a "
    "plain picture stands in its place: save it as a PNG."
)
CUT_OFF = "The end of its file is missing; a plain picture stands in its place."
_TOLD = {
    Fault.OTHER_KIND: UNKNOWN,
    Fault.SIZELESS: SIZELESS,
    Fault.NO_DRAWING: DAMAGED,
    Fault.TOO_LARGE: TOO_LARGE,
    Fault.SCANS: SCANS,
    Fault.CUT_OFF: CUT_OFF,
    Fault.FEW_ROWS: CUT_OFF,
    Fault.NO_PICTURE: DAMAGED,
    Fault.DAMAGED: DAMAGED,
}

_PLAIN, _EDGE = (216, 208, 188), (120, 112, 92)
_NAMED_FROM = 400
"""Pixels of the shorter side from which a plain picture says whose place it holds."""
_WORDED_FROM = 30
"""Pixels of the shorter side from which a plain picture has its name in small."""
_INK = (74, 64, 50)
_INKS = 15
"""Shades from the plain ground to full ink."""
_APART = re.compile(r"[\s_-]+")
_KEPT_PIXELS = 12_000_000
"""Pixels of unpacked pictures that are kept: 48 MB."""
_KEPT_BYTES = 32 << 20
"""Bytes of pictures as the module has them that are kept: each is asked for five times, and to
unpack it takes as long as all that is done with a small one."""
_Key = tuple[str, float, Size | None]
"""A picture's name, how much finer a drawing was made, and the size to which it was scaled."""


@dataclass
class Pictures:
    """The pictures of one module. `plain` are those that had to be made, by name."""

    module: Module
    told: Told
    plain: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sizes: dict[str, Size | None] = {}
        self._open: dict[tuple[str, float], Image] = {}
        self._undrawn: set[str] = set()
        self._kept: OrderedDict[_Key, Image] = OrderedDict()  # the latest made last
        self._pixels = 0
        self._drawn: dict[str, bool] = {}
        self._read: OrderedDict[str, bytes] = OrderedDict()  # the latest asked for last
        self._read_bytes = 0
        self._ahead: Ahead | None = None

    @cached_property
    def _drawings(self) -> Drawings:
        return Drawings(self._bytes)

    def _bytes(self, name: str) -> bytes | None:
        """What the module holds under a name, or the plain picture; None for nothing."""
        if name in self.plain:
            return self.plain[name]
        found = self.module.find_image(name)
        if found is None:
            return None
        if found in self._read:
            self._read.move_to_end(found)
            return self._read[found]
        try:
            return self._reading(found, self.module.images[found])
        except ArchiveError:
            return None

    def _reading(self, name: str, data: bytes) -> bytes:
        """The bytes of a picture, kept for the next who asks for them."""
        if len(data) > _KEPT_BYTES // 8:
            return data
        self._read[name] = data
        self._read_bytes += len(data)
        while self._read_bytes > _KEPT_BYTES:
            _, gone = self._read.popitem(last=False)
            self._read_bytes -= len(gone)
        return data

    def __contains__(self, name: str) -> bool:
        return name in self.plain or self.module.find_image(name) is not None

    def names(self) -> Iterator[str]:
        """All names, those of plain pictures included."""
        yield from sorted({*self.module.images, *self.plain})

    def data(self, name: str) -> bytes:
        """The bytes of a picture; KeyError if there is none."""
        found = self._bytes(name)
        if found is None:
            raise KeyError(name)
        return found

    def size(self, name: str) -> Size | None:
        """Width and height in pixels; None for what is missing or no picture."""
        if name not in self._sizes:
            data = self._bytes(name) if name else None
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._sizes[name] = None if data is None else image_size(data)
        return self._sizes[name]

    def fault(self, name: str) -> str:
        """Why a picture of the module cannot be used, as a sentence; empty if it can."""
        data = self._bytes(name)
        if data is None:
            return DAMAGED
        fault = fault_of(data)
        if holds_game(data):
            return GAME_INSIDE
        return _TOLD[fault] if fault else ""

    def make_plain(self, name: str, size: Size) -> None:
        """A plain picture under a name whose own is missing or of no use."""
        wide, high = (max(1, min(side, 20_000)) for side in size)
        is_drawing = name.lower().endswith(".svg")
        self.plain[name] = (_plain_drawing if is_drawing else _plain)(name, wide, high)
        self._sizes.pop(name, None)
        self._drawn.pop(name, None)

    def opened(self, name: str, zoom: float = 1.0) -> Image:
        """A picture in pixels with transparency; a drawing `zoom` times as large.

        ValueError for what is no picture.
        """
        from PIL import Image

        if (kept := self._again((name, 1.0, None))) is not None:
            return kept
        data, size = self._bytes(name), self.size(name)
        if data is None or size is None or size[0] * size[1] > LARGE:
            raise ValueError(name)
        if is_svg(data):
            key = name, zoom
            if key not in self._open:
                if len(self._open) > 64:
                    self._open.clear()
                self._open[key] = self._rendered(name, data, zoom)
            return self._open[key]
        try:
            with silent(Image.open(io.BytesIO(data), formats=FORMATS)) as picture:
                whole = in_colours(picture)
                whole = whole.copy() if whole is picture else whole  # which is closed
                return self._keeping((name, 1.0, None), whole)
        except (OSError, SyntaxError, Image.DecompressionBombError) as error:
            raise ValueError(name) from error

    def scaled(self, name: str, zoom: float, size: Size) -> Image:
        """A picture as `opened` gives it, made as large as `size` tells."""
        key = name, zoom, size
        if (found := self._again(key)) is not None:
            return found
        return self._keeping(key, self.opened(name, zoom).resize(size))

    def _again(self, key: _Key) -> Image | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def _keeping(self, key: _Key, image: Image) -> Image:
        """The picture, kept for the next face: the layers of a module are on hundreds of them."""
        if image.width * image.height > _KEPT_PIXELS // 8:
            return image
        self._kept[key] = image
        self._pixels += image.width * image.height
        while self._pixels > _KEPT_PIXELS:
            _, gone = self._kept.popitem(last=False)
            self._pixels -= gone.width * gone.height
        return image

    def draw_ahead(self, wanted: Iterator[Key]) -> None:
        """Begin with the drawings that will be asked for, in their order, while other work is done;
        on one core nothing would be won."""
        if cores() > 1:
            self._ahead = Ahead((key, self._job(*key)) for key in wanted)

    def _job(self, name: str, zoom: float) -> Job | None:
        data = self._bytes(name)
        try:
            return None if data is None else self._drawings.job(data, zoom, self.size(name))
        except ValueError:
            return None

    def _rendered(self, name: str, data: bytes, zoom: float) -> Image:
        try:
            coming = self._ahead.next((name, zoom)) if self._ahead else None
            if coming is not None:
                return self._drawings.taken(coming)
            return self._drawings.rendered(data, zoom, self.size(name))
        except ValueError:
            if name not in self._undrawn:
                self._undrawn.add(name)
                self.told.add("picture", "SVG", UNDRAWN, name)
            raise

    def is_drawing(self, name: str) -> bool:
        """Whether a picture is a drawing in SVG."""
        if name not in self._drawn:
            data = self._bytes(name)
            self._drawn[name] = data is not None and is_svg(data)
        return self._drawn[name]


def _plain(name: str, wide: int, high: int) -> bytes:
    """A plain picture, in the format that its name says: drawn in levels of ink, the last of them
    for its edge, because finding the few colours of a large one takes half a minute."""
    from PIL import Image, ImageDraw, ImageFont

    ink = _EDGE if min(wide, high) >= _NAMED_FROM else _INK
    picture = Image.new("L", (wide, high), 0)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, wide - 1, high - 1), outline=255)
    if min(wide, high) >= _NAMED_FROM:  # a board: who looks at it sees which picture lacks
        font = ImageFont.load_default(max(14, min(wide, high) // 24))
        pen.text((wide / 2, high / 2), name[-60:], fill=254, font=font, anchor="mm")
    elif min(wide, high) >= _WORDED_FROM:  # a counter or a card: else all look alike
        lines, letters = _lines_of(name, wide, high)
        font = ImageFont.load_default(letters)
        place, text = (wide / 2, high / 2), "\n".join(lines)
        pen.multiline_text(place, text, fill=254, font=font, anchor="mm", align="center")
    picture = picture.point([*(level * _INKS // 255 for level in range(255)), _INKS])
    inks = (
        round(paper + (full - paper) * level / (_INKS - 1))
        for level in range(_INKS)
        for paper, full in zip(_PLAIN, ink, strict=True)
    )
    picture.putpalette([*inks, *_EDGE])
    stream = io.BytesIO()
    if name.lower().endswith((".jpg", ".jpeg")):
        picture.convert("RGB").save(stream, "JPEG", quality=80)
    else:
        picture.save(stream, "GIF" if name.lower().endswith(".gif") else "PNG")
    return stream.getvalue()


def _plain_drawing(name: str, wide: int, high: int) -> bytes:
    """The same as SVG."""
    lines, letters = _lines_of(name, wide, high)
    rows = enumerate(lines if min(wide, high) >= _WORDED_FROM else ())
    first = high / 2 - (len(lines) - 1) * letters * 0.6 + letters * 0.35
    words = "".join(
        f'<text x="{wide / 2:g}" y="{first + row * letters * 1.2:g}" font-size="{letters}" '
        f'font-family="SansSerif" text-anchor="middle" fill="#4a4032">{escape(part)}</text>'
        for row, part in rows
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">'
        f'<rect width="{wide}" height="{high}" fill="#d8d0bc"/>{words}</svg>'
    ).encode()


def _lines_of(name: str, wide: int, high: int) -> tuple[list[str], int]:
    """The name of a picture without its ending in lines that its plain stand-in has room for, and
    the size of its letters in pixels."""
    size = max(7, min(wide, high) // 7)
    most = max(4, int(wide * 0.9 / (size * 0.56)))
    lines: list[str] = []
    stem = "".join(filter(str.isprintable, name[-90:]))
    stem = stem.rpartition("/")[2].rpartition(".")[0] or stem
    for word in _APART.split(stem):
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word[:most])
    return [part for part in lines if part][: max(1, int(high * 0.9 / (size * 1.2)))], size
