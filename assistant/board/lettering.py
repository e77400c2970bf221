"""Names of places that counters of the board page cover: they are taken off the map and written
again beside the counters, as `picture` has it, in small pictures that the page lays on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from assistant.position import Position
from assistant.report.captions import Captions
from assistant.report.names import Names, Written
from assistant.report.overlays import Fan, LaidOut
from assistant.report.sheet import Sheet
from builder.drawing.below import Below, Piece
from builder.drawing.pixels import PixelCanvas
from builder.drawing.rows import Box as Edges
from builder.module.art import key_of, png

if TYPE_CHECKING:
    from builder.drawing.map.captions import PlacedCaption
    from builder.drawing.map.labels import Box

FAN = Fan(side=0.72, step=0.075, most=0.3)
"""How the page lays counters on each other (static/counters.js)."""
_LOW = 1.5
"""Widths of a hex below which counters lie on the name of a place, and not side by side under it
(static/counters.js)."""
_PLATE = 0.3, 0.65, 0.38
"""How far the column of an attack reaches aside from the middle of its hex, and from where to where
above it, in widths of the hex (static/layers.js)."""
SCALE = 2
"""Pixels of a name to one of the map, for fine screens and near looks."""
_EDGE = 0.4
"""What letters and their halo may reach beyond their box, in sizes of the letters."""


@dataclass(frozen=True)
class NamePicture:
    """A name on nothing, `box` on the map."""

    large: ClassVar[bool] = False
    name: ClassVar[str] = "name.png"
    written: Written | PlacedCaption
    halo: str

    @property
    def box(self) -> Box:
        """Where it lies, in whole pixels of the map."""
        left, top, right, bottom = self.written.box
        edge = self.written.style.size * _EDGE
        around = left - edge, top - edge, right + edge, bottom + edge
        return round(around[0]), round(around[1]), round(around[2]), round(around[3])

    def key(self) -> str:
        """Of all that it shows: where it lies by parts of a pixel, too."""
        return key_of(repr(self.written), self.halo, str(SCALE))

    def draw(self) -> bytes:
        """The name as PNG."""
        left, top, right, bottom = self.box
        canvas = PixelCanvas(right - left, bottom - top, SCALE)
        with canvas.group(x=-left, y=-top):
            if isinstance(self.written, Written):
                self.written.draw(canvas)
            else:
                self.written.draw(canvas, self.halo)
        return png(canvas.picture())


@dataclass(frozen=True)
class BarePicture:
    """The map without a name or a letter; nothing where it is not known."""

    large: ClassVar[bool] = False
    name: ClassVar[str] = "bare.png"
    sheet: str
    box: Edges
    pieces: Sequence[Piece]

    def key(self) -> str:
        """Of its place on a sheet."""
        return key_of("bare", self.sheet, repr(self.box))

    def draw(self) -> bytes:
        """What lies below as PNG."""
        from PIL.Image import frombytes, new

        left, top, right, bottom = self.box
        found = new("RGBA", (right - left, bottom - top))
        for piece in self.pieces:
            size = right - left, piece.height((right - left) * 3)
            found.paste(frombytes("RGB", size, piece.pixels), (0, piece.row))
        return png(found)


Lettering: TypeAlias = tuple[Sequence[BarePicture], Sequence[NamePicture]]
"""What is laid on the map under all else, and what is written over the counters."""


def lettering(
    sheet: Sheet, position: Position, language: str, attacked: Sequence[str] = ()
) -> Lettering:
    """The names that counters cover; `attacked` hexes have the column of an attack on them. None
    before the map was drawn: until then it is shown in lines, with names of their own."""
    if not sheet.is_kept(language):
        return (), ()
    table, layout = LaidOut(position, sheet.layout, FAN), sheet.layout
    # The margin is seen, too: rather there than on a counter.
    captions = Captions(table, sheet.standing(language), (0, 0, layout.width, layout.height))
    plates = [_plate(table, name) for name in attacked if table.on_map(name)]
    again = [one for one in Names(table, captions, plates=plates).again if _hidden(sheet, one)]
    written: list[Written | PlacedCaption] = [
        *captions.again([one.box for one in again]),
        *again,
    ]
    halo = captions.standing.scene.palette.halo if written else ""
    bare = _bare(sheet.keys[language], sheet.below(language), captions) if captions.bare else ()
    return tuple(bare), tuple(NamePicture(one, halo) for one in written)


def _bare(key: str, below: Below, captions: Captions) -> Iterator[BarePicture]:
    for box in captions.bare:
        if box in below:
            yield BarePicture(key, box, below[box])


def _hidden(sheet: Sheet, name: Written) -> bool:
    """Whether counters lie on the name: those of a large area lie below its head."""
    area = sheet.places.get(name.place)
    return area is None or area.height < _LOW * sheet.layout.pixels.width


def _plate(table: LaidOut, name: str) -> Box:
    (x, y), (aside, high, low) = table.centre(name), _PLATE
    unit = table.unit
    return x - aside * unit, y - high * unit, x + aside * unit, y - low * unit
