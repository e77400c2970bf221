"""Where captions stand: near the hexes that are given for them, clear of what else is there, and
whole on one part of a map that is printed in pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from builder.drawing.map.captions import PlacedCaption
from builder.drawing.map.labels import Box, Obstacles
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
_CLOSE = 16.0
"""What it costs to spread it over none of that length."""
_CUT = 40.0
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
        lattice = self.scene.lattice
        cell = lattice.cell_at(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        name = lattice.cells.get(cell)
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


def placed(
    scene: Scene, captions: Iterable[PlacedCaption], obstacles: Obstacles, windows: Windows
) -> Iterator[PlacedCaption]:
    """The captions, each where it covers the fewest numbers, towns, rivers and roads, the nearest
    of such places first; those that no part shows whole near their hexes are left out.

    One that other parts show, too, near its hexes is tried farther away.
    """
    for caption in captions:
        ground = Ground(scene, caption.hexes)
        best, least = None, math.inf
        for tried in (_near, _far):
            found, cost = _cheapest(tried(caption, scene.width), ground, obstacles, windows)
            if found is not None and cost < least:
                best, least = found, cost
            if best is not None and not windows.cuts(best.box):
                break
        if best is not None:
            yield best


_Tried = tuple[PlacedCaption, Point, float]
"""A caption, how far it is moved, and what that costs."""


def _near(caption: PlacedCaption, width: float) -> Iterator[_Tried]:
    for shift in _shifts(width, _REACH, _STEP):
        yield caption, shift, _FAR * math.hypot(*shift) / width


def _far(caption: PlacedCaption, width: float) -> Iterator[_Tried]:
    most = min(_FARTHEST, caption.reach / width / 2 + _REACH)
    shares = _SHARES if len(caption.points) > 1 else _SHARES[:1]
    for share in shares:
        closer = replace(caption, share=share)
        for shift in _shifts(width, most, _STRIDE):
            yield closer, shift, _FAR * math.hypot(*shift) / width + _CLOSE * (1 - share)


def _cheapest(
    tried: Iterable[_Tried], ground: Ground, obstacles: Obstacles, windows: Windows
) -> tuple[PlacedCaption | None, float]:
    """The cheapest of the captions that some part shows whole, and its cost."""
    best, least = None, math.inf
    for caption, shift, far in tried:
        whole = _shifted(caption.box, shift)
        if far >= least or not windows.whole(whole):
            continue
        boxes = [_shifted(box, shift) for box in caption.inked]
        cost = far + _CUT * windows.cuts(whole) + math.fsum(map(obstacles.cost, boxes))
        if cost < least and (cost := cost + ground.cost(boxes)) < least:
            best, least = caption.moved(shift), cost
    return best, least


def _shifted(box: Box, shift: Point) -> Box:
    return box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1]


def _shifts(width: float, far: float, step: float) -> list[Point]:
    """The moves that are tried, the nearest first."""
    steps = round(far / step)
    reach = [number * step * width for number in range(-steps, steps + 1)]
    moves = [(dx, dy) for dx in reach for dy in reach]
    return sorted(moves, key=lambda move: (round(math.hypot(*move), 6), move))
