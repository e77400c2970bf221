"""Words taken off a picture: the ground around them is laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.drawing.rows import Box, Strip

_BAND = 4
"""Rows above and below a box, and columns beside it, whose colours tell what its ground is."""
_STEP = 24
"""Pixels of a box that are looked at together: ground changes from hex to hex, not faster."""

_Colour = tuple[int, int, int]


def erase(strip: Strip, top: int, boxes: Iterable[Box]) -> None:
    """Lay ground over boxes of a picture, as far as they lie in a strip of it that begins in the
    row `top`."""
    for left, above, right, below in boxes:
        box = max(0, left), max(0, above - top), right, below - top
        box = (*box[:2], min(strip.width, box[2]), min(strip.height, box[3]))
        if box[0] < box[2] and box[1] < box[3]:
            _lay(strip, box)


def _lay(strip: Strip, box: Box) -> None:
    """One row for the whole box: colours run on from one part of it to the next."""
    row = bytes(_between(list(_grounds(strip, box)), box[2] - box[0]))
    for y in range(box[1], box[3]):
        at = strip.start + y * strip.stride + box[0] * 3
        strip.memory[at : at + len(row)] = row


def _grounds(strip: Strip, box: Box) -> Iterator[_Colour]:
    """The ground of each part of a box, from left to right."""
    left, above, right, below = box
    rows = [*range(max(0, above - _BAND), above), *range(below, min(strip.height, below + _BAND))]
    columns = range(max(0, left - _BAND), left), range(right, min(strip.width, right + _BAND))
    ends = [(x, y) for x in [*columns[0], *columns[1]] for y in range(above, below)]
    count = max(1, round((right - left) / _STEP))
    for part in range(count):
        first = left + (right - left) * part // count
        last = left + (right - left) * (part + 1) // count
        spots = [(x, y) for y in rows for x in range(first, last)] or ends
        yield _lighter([_pixel(strip, x, y) for x, y in spots])


def _pixel(strip: Strip, x: int, y: int) -> _Colour:
    at = strip.start + y * strip.stride + x * 3
    red, green, blue = strip.memory[at : at + 3]
    return red, green, blue


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
