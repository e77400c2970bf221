"""Where captions stand: near the hexes that are given for them, clear of what else is there, and
whole on one part of a map that is printed in pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, product

from builder.drawing.map.captions import PlacedCaption, captions
from builder.drawing.map.labels import Box, Obstacles
from builder.drawing.map.lattice import Cell
from builder.drawing.map.number_boxes import NumberBoxes
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import SETTLEMENTS, SPOTS
from builder.drawing.map.windows import Windows
from builder.drawing.paths import Point

_REACH, _STEP = 0.42, 0.14
"""How far a caption may leave the hexes given for it, and by which steps, in hex widths."""
_FARTHEST, _STRIDE = 4.0, 0.25
"""The same for one that is whole nowhere near them, which moves by half its length at most."""
_FAR = 8.0
"""What a hex width away costs, as `Obstacles` count."""
_SHARES = (1.0, 0.75, 0.5)
"""How much of the length of its hexes a caption may be spread over, where it moves far."""
_ALIKE = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
"""The same where it stays near, until its letters stand between the numbers of hexes."""
_CLOSE = 16.0
"""What it costs to spread it over none of that length."""
_SMALLER = (0.8, 0.7, 0.6, 0.5)
"""How much smaller its letters may then be."""
_SMALL = 40.0
"""What it costs to make them very small."""
_ENOUGH = 25.0
"""What a place costs at most that is good enough not to look for another."""
_NUMBER = 100.0
"""What it costs to cover a number."""
_CAPTION = 100.0
"""What it costs to cover a piece of a caption."""
_CUT = 80.0
"""What it costs that another part shows some of a caption at its edge: a letter that is stray there
until the parts are joined."""
_ABROAD = 12.0
"""What a letter costs that stands on other ground than the hexes given for its caption."""


@dataclass(frozen=True)
class Ground:
    """The ground that a caption names: that which its hexes have in common, land or water."""

    scene: Scene
    hexes: tuple[str, ...]

    def cost(self, boxes: Iterable[Box]) -> float:
        """What it costs that letters stand on other ground."""
        return math.fsum(_ABROAD for box in boxes if not self.holds(box))

    def holds(self, box: Box) -> bool:
        """Whether the middle of a box lies on it."""
        return self.has(self.cell_of(box))

    def cell_of(self, box: Box) -> Cell:
        """The cell in which the middle of a box lies."""
        return self.scene.lattice.cell_at(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))

    def has(self, cell: Cell) -> bool:
        """Whether a cell is of it."""
        known = self._known.get(cell)
        if known is None:
            known = self._known[cell] = self._has(self.scene.lattice.cells.get(cell))
        return known

    @cached_property
    def _known(self) -> dict[Cell, bool]:
        return {}

    def _has(self, name: str | None) -> bool:
        if name is None:
            return False
        dry = self._wet or not self.scene.is_water(name)
        return dry and self._common <= self.scene.game.board.of(name)

    @cached_property
    def _common(self) -> frozenset[str]:
        scene = self.scene
        places = frozenset(
            kind for kind, word in scene.terrain_words.items() if word in (*SETTLEMENTS, *SPOTS)
        )
        kinds = [scene.game.board.of(name) for name in self.hexes]
        return frozenset.intersection(*kinds) - places

    @cached_property
    def _wet(self) -> bool:
        return any(map(self.scene.is_water, self.hexes))


def standing(scene: Scene, boxes: Mapping[str, Box]) -> Iterator[PlacedCaption]:
    """The captions that a map bears, where and as the boxes round them tell that they stand."""
    for caption in captions(scene):
        box = boxes.get(caption.key)
        if box is None:
            continue
        wide, high = box[2] - box[0], box[3] - box[1]
        for share, size in product((*_ALIKE, *_SHARES), (1.0, *_SMALLER)):
            written = caption.written(share, size)
            left, top, right, bottom = written.box
            if abs(right - left - wide) < _ALMOST and abs(bottom - top - high) < _ALMOST:
                yield written.moved((box[0] - left, box[1] - top))
                break


_ALMOST = 1e-6
"""How unlike two sizes of one box may be, in pixels, that were worked out at two places."""


@dataclass(frozen=True)
class Room:
    """Where captions look for room: what they keep off, the numbers that they leave free, and what
    is seen of the map."""

    scene: Scene
    obstacles: Obstacles
    numbers: NumberBoxes
    windows: Windows


def placed(room: Room, wanted: Iterable[PlacedCaption]) -> Iterator[PlacedCaption]:
    """The captions, each where it covers no number and the fewest towns, rivers and roads, the
    nearest of such places first; those that no part shows whole near their hexes are left out. Each
    becomes an obstacle to the next.

    One that finds no such place is tried in closer and smaller letters, and, as one that other
    parts show, too, farther away; at last numbers are covered, but the fewest.
    """
    for caption in wanted:
        best = _best(room, caption)
        if best is not None:
            for box in (*best.boxes, *best.inked):
                room.obstacles.add(box, _CAPTION, "caption")
            yield best


def _best(room: Room, caption: PlacedCaption) -> PlacedCaption | None:
    width = room.scene.width
    best = _cheapest(room, _near(caption, width), _free)
    if best[1] < _ENOUGH and _uncut(room, best):
        return best[0]
    for tried in chain(_closer(caption, width), [_far(caption, width)]):
        best = min(best, _cheapest(room, tried, _free), key=lambda one: one[1])
        if _uncut(room, best):
            return best[0]
    for anyhow in (_near, _far):
        if best[0] is None:
            best = _cheapest(room, anyhow(caption, width), _covering)
    return best[0]


def _uncut(room: Room, found: _Found) -> bool:
    """Whether there is one, and no part shows some of it alone."""
    return found[0] is not None and not room.windows.cuts(found[0].box)


_Found = tuple[PlacedCaption | None, float]
"""A caption where it stands, and what that costs."""

_Tried = tuple[PlacedCaption, Point, float]
"""A caption, how far it is moved, and what that costs."""


def _near(caption: PlacedCaption, width: float) -> Iterator[_Tried]:
    for shift in _shifts(width, _REACH, _STEP):
        yield caption, shift, _FAR * math.hypot(*shift) / width


def _closer(caption: PlacedCaption, width: float) -> Iterator[Iterator[_Tried]]:
    """Letters of one size after the other, because most find room before they are small."""
    for size in _SMALLER:
        yield _spread(caption, width, size)


def _spread(caption: PlacedCaption, width: float, size: float) -> Iterator[_Tried]:
    for share in _shares(caption, _ALIKE):
        smaller = caption.written(share, size)
        cost = _CLOSE * (1 - share) + _SMALL * (1 - size)
        for shift in _shifts(width, _REACH, _STEP, _STEP / 2):
            yield smaller, shift, _FAR * math.hypot(*shift) / width + cost


def _far(caption: PlacedCaption, width: float) -> Iterator[_Tried]:
    most = min(_FARTHEST, caption.reach / width / 2 + _REACH)
    for size, share in product((1.0, *_SMALLER), _shares(caption, _SHARES)):
        closer = caption.written(share, size)
        cost = _CLOSE * (1 - share) + _SMALL * (1 - size)
        for shift in _shifts(width, most, _STRIDE, _STRIDE / 2):
            yield closer, shift, _FAR * math.hypot(*shift) / width + cost


def _shares(caption: PlacedCaption, shares: Sequence[float]) -> Sequence[float]:
    """A caption in one point is not spread."""
    return shares if len(caption.points) > 1 else shares[:1]


def _free(room: Room, caption: PlacedCaption, shift: Point) -> float:
    """What it costs to cover numbers where none may be covered."""
    return math.inf if room.numbers.meets(caption.inked, shift) else 0.0


def _covering(room: Room, caption: PlacedCaption, shift: Point) -> float:
    """The same where no place is free."""
    return _NUMBER * len(room.numbers.under([_shifted(box, shift) for box in caption.inked]))


def _cheapest(
    room: Room,
    tried: Iterable[_Tried],
    numbers: Callable[[Room, PlacedCaption, Point], float],
) -> _Found:
    """The cheapest of the captions that some part shows whole, and its cost."""
    windows, ground = room.windows, None
    best, least = None, math.inf
    for caption, shift, far in tried:
        whole = _shifted(caption.box, shift)
        if far >= least or not windows.whole(whole):
            continue
        cost = far + _CUT * windows.cuts(whole)
        if cost >= least or (cost := cost + numbers(room, caption, shift)) >= least:
            continue
        boxes = [_shifted(box, shift) for box in caption.inked]
        for box in boxes:
            cost += room.obstacles.cost(box, least - cost)
            if cost >= least:
                break
        else:
            ground = ground or Ground(room.scene, caption.hexes)
            if (cost := cost + ground.cost(boxes)) < least:
                best, least = caption.moved(shift), cost
    return best, least


def _shifted(box: Box, shift: Point) -> Box:
    return box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1]


@cache
def _shifts(width: float, far: float, step: float, down: float = 0.0) -> Sequence[Point]:
    """The moves that are tried, the nearest first; by steps of their own up and `down`."""
    across, rows = ([*_steps(width, far, one)] for one in (step, down or step))
    moves = [(dx, dy) for dx in across for dy in rows]
    return sorted(moves, key=lambda move: (round(math.hypot(*move), 6), move))


def _steps(width: float, far: float, step: float) -> Iterator[float]:
    count = round(far / step)
    return (number * step * width for number in range(-count, count + 1))
