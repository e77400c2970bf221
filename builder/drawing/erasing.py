"""Words taken off a picture: what lies below them is laid over them, or the ground around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from builder.drawing.below import Below, Piece
from builder.drawing.rows import Box, Strip

_BAND = 4
"""Rows above and below a box, and columns beside it, whose colours tell what its ground is."""
_STEP = 24
"""Pixels of a box that are looked at together: ground changes from hex to hex, not faster."""

_INKED, _DENSE = 2, 224
"""Of 255, from how much on a letter, or a halo, covers so much that nothing below can be told."""
_TELLING = 96
"""Of 255, from how much on a halo tells its colour."""

_TONED = 16
"""Levels by which paper is darker than its colour, at most."""

_Colour = tuple[int, int, int]
_Row = tuple[bytearray, int, bytes, int]
"""A memory and where in it a row of pixels begins, the ground below it, and the number of its first
pixel in a box."""


@dataclass(frozen=True)
class Patch:
    """What is taken off a picture: a box, in pixels; with `letters` only these and their halo.

    `name` is the box on the whole sheet, by which it is known what lies below it.
    """

    box: Box
    letters: Letters | None = None
    name: Box | None = None

    def moved(self, right: int, down: int) -> Patch:
        """The same elsewhere."""
        left, top, *end = self.box
        box = left + right, top + down, end[0] + right, end[1] + down
        return replace(self, box=box)


@dataclass(frozen=True)
class Letters:
    """Letters on a halo of one colour, in a box: how much of each pixel, row by row, either covers,
    from 0 to 255."""

    ink: bytes
    halo: bytes
    colour: _Colour

    def taken_off(self, rows: Sequence[_Row]) -> None:
        """Take them off rows of pixels. The halo is clear, so what lies below it shows again, if a
        little coarser; below a letter, which is not, there is ground."""
        over = self._seen(rows)
        for memory, at, ground, first in rows:
            for place, ink, halo in self._covered(first, len(ground) // 3):
                start, here = at + place * 3, place * 3
                if ink > _INKED or halo > _DENSE:
                    memory[start : start + 3] = ground[here : here + 3]
                    continue
                for part in range(3):
                    seen = (memory[start + part] * 255 - over[part] * halo) / (255 - halo)
                    memory[start + part] = min(255, max(0, round(seen)))

    def _covered(self, first: int, wide: int) -> Iterator[tuple[int, int, int]]:
        """Of a row of pixels those that a letter or its halo covers, and how much either does."""
        ink, halo = self.ink[first : first + wide], self.halo[first : first + wide]
        if any(ink) or any(halo):
            for place, (letter, soft) in enumerate(zip(ink, halo, strict=True)):
                if letter or soft:
                    yield place, letter, soft

    def _seen(self, rows: Sequence[_Row]) -> Sequence[float]:
        """The colour of the halo as the tone of the paper leaves it. Most of the halo tells that,
        because it lies on mere ground."""
        found: tuple[list[float], ...] = [], [], []
        for memory, at, ground, first in rows:
            for place, ink, halo in self._covered(first, len(ground) // 3):
                if halo >= _TELLING and not ink:
                    for part, of in enumerate(found):
                        below = ground[place * 3 + part] * (255 - halo)
                        of.append((memory[at + place * 3 + part] * 255 - below) / halo)
        return [
            min(colour, max(colour - _TONED, median(of))) if of else colour
            for colour, of in zip(self.colour, found, strict=True)
        ]


@dataclass(frozen=True)
class Bare:
    """What is taken off a picture, and what lies below names where that is known, asked for once
    there are rows of the picture."""

    patches: Sequence[Patch] = ()
    below: Callable[[], Below] = dict

    def erase(self, strip: Strip, top: int) -> None:
        """Take it off, as far as it lies in a strip of the picture that begins in the row `top`."""
        for patch in self.patches:
            left, above, right, below = patch.box
            box = max(0, left), max(0, above - top), right, below - top
            box = (*box[:2], min(strip.width, box[2]), min(strip.height, box[3]))
            if box[0] < box[2] and box[1] < box[3]:
                pieces = self.below().get(patch.name, ()) if patch.name else ()
                if pieces:
                    _lay_below(strip, top, box, patch, pieces)
                else:
                    _lay(strip, top, box, patch)


NOTHING = Bare()


def _lay_below(strip: Strip, top: int, box: Box, patch: Patch, pieces: Iterable[Piece]) -> None:
    """Row by row what lies below a name."""
    left, above, right, _ = patch.box
    wide, first, long = (right - left) * 3, (box[0] - left) * 3, (box[2] - box[0]) * 3
    for piece in pieces:
        begin = above + piece.row - top  # in the strip
        for y in range(max(box[1], begin), min(box[3], begin + len(piece.pixels) // wide)):
            at, source = strip.start + y * strip.stride + box[0] * 3, (y - begin) * wide + first
            strip.memory[at : at + long] = piece.pixels[source : source + long]


def _lay(strip: Strip, top: int, box: Box, patch: Patch) -> None:
    """The ground around it. One row for the whole box: colours run on from one part of it to the
    next."""
    row = bytes(_between(list(_grounds(strip, box)), box[2] - box[0]))
    places = [strip.start + y * strip.stride + box[0] * 3 for y in range(box[1], box[3])]
    if patch.letters is None:
        for at in places:
            strip.memory[at : at + len(row)] = row
        return
    left, above, right, _ = patch.box
    first, wide = (box[1] + top - above) * (right - left) + box[0] - left, right - left
    patch.letters.taken_off(
        [(strip.memory, at, row, first + wide * number) for number, at in enumerate(places)]
    )


def _grounds(strip: Strip, box: Box) -> Iterator[_Colour]:
    """The ground of each part of a box, from left to right."""
    left, above, right, below = box
    rows = [*range(max(0, above - _BAND), above), *range(below, min(strip.height, below + _BAND))]
    columns = range(max(0, left - _BAND), left), range(right, min(strip.width, right + _BAND))
    ends = [(y, x, x + 1) for x in [*columns[0], *columns[1]] for y in range(above, below)]
    count = max(1, round((right - left) / _STEP))
    for part in range(count):
        first = left + (right - left) * part // count
        last = left + (right - left) * (part + 1) // count
        runs = [(y, first, last) for y in rows if first < last] or ends
        yield _lighter([colour for run in runs for colour in _pixels(strip, *run)])


def _pixels(strip: Strip, y: int, first: int, last: int) -> Iterator[_Colour]:
    """Those of a row from one column to before another."""
    at = strip.start + y * strip.stride
    part = strip.memory[at + first * 3 : at + last * 3]
    return zip(part[::3], part[1::3], part[2::3], strict=True)


def _lighter(colours: Sequence[_Colour]) -> _Colour:
    """One that is lighter than most, because roads, rivers, edges and numbers that run by are
    darker than the ground; white if there are none."""
    return sorted(colours, key=sum)[len(colours) * 3 // 4] if colours else (255, 255, 255)


def _between(colours: Sequence[_Colour], wide: int) -> Iterator[int]:
    """So many pixels from the first of some colours to the last, each in the middle of its part."""
    last = len(colours) - 1
    for x in range(wide):
        place = min(last, max(0.0, (x + 0.5) / wide * len(colours) - 0.5))
        at = min(last, int(place))
        one, other, share = colours[at], colours[min(last, at + 1)], place - at
        for start, end in zip(one, other, strict=True):
            yield round(start + (end - start) * share)
