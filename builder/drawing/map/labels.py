"""Where names stand: each takes its best place, given numbers, symbols and the other names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.drawing.paths import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True)
class Place:
    """One place where a label could stand: its box, the anchor of its text, and how good it is."""

    box: Box
    anchor: Point
    penalty: float

    def moved(self, dx: float, dy: float) -> Place:
        """The same beside where it was."""
        left, top, right, bottom = self.box
        box = left + dx, top + dy, right + dx, bottom + dy
        return Place(box, (self.anchor[0] + dx, self.anchor[1] + dy), self.penalty)


@dataclass(frozen=True)
class Wanted:
    """A label to be placed: its possible places, best first. Lower `rank` chooses earlier."""

    key: str
    rank: int
    places: tuple[Place, ...]


@dataclass
class Obstacles:
    """Boxes that labels keep off, each with the cost of covering all of it, found by place."""

    cell: float
    fine: float = 6.0
    marks: dict[int, dict[int, float]] = field(default_factory=dict)
    grid: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    _boxes: dict[tuple[Box, float, str], int] = field(default_factory=dict)
    _told: list[tuple[Box, float, str]] = field(default_factory=list)

    def add(self, box: Box, cost: float, owner: str = "") -> None:
        entry = box, cost, owner
        number = self._boxes.setdefault(entry, len(self._told))
        if number == len(self._told):
            self._told.append(entry)
        for key in self._cells(box):
            self.grid.setdefault(key, set()).add(number)

    def mark(self, points: Iterable[Point], cost: float) -> None:
        """Line work: each small square that it passes through costs once."""
        fine, marks = self.fine, self.marks
        for x, y in points:
            column, row = int(x // fine), int(y // fine)
            rows = marks.get(column)
            if rows is None:
                rows = marks[column] = {}
            if rows.get(row, 0.0) < cost:
                rows[row] = cost

    def remove(self, box: Box, owner: str) -> None:
        told = self._told
        for key in self._cells(box):
            self.grid[key] = {one for one in self.grid.get(key, ()) if told[one][2] != owner}

    def cost(self, box: Box, most: float = math.inf) -> float:
        """What it costs to put something in the box; infinite if it is surely `most` or more."""
        seen: set[int] = set()
        for key in self._cells(box):
            if numbers := self.grid.get(key):
                seen |= numbers
        total = self._covered(box, seen) if seen else 0.0
        if total >= most:  # most places are bad, and to look at all line work takes long
            return math.inf
        fine, marks = self.fine, self.marks
        left, top, right, bottom = box
        high = range(int(top // fine), int(bottom // fine) + 1)
        for x in range(int(left // fine), int(right // fine) + 1):
            if rows := marks.get(x):
                for y in high:
                    if y in rows:
                        total += rows[y]
        return total

    def _covered(self, box: Box, numbers: Iterable[int]) -> float:
        """What it costs to cover these boxes as far as `box` does, at least a little when they
        touch at all. All in one place, because a map asks a hundred thousand times."""
        left, top, right, bottom = box
        told, costs = self._told, []
        for number in numbers:
            (x0, y0, x1, y1), cost, _ = told[number]
            width = (right if right < x1 else x1) - (left if left > x0 else x0)
            height = (bottom if bottom < y1 else y1) - (top if top > y0 else y0)
            if width > 0 and height > 0:
                share = 0.25 + 0.75 * width * height / ((x1 - x0) * (y1 - y0))
                costs.append(cost * share)
        return math.fsum(costs)

    def _cells(self, box: Box) -> list[tuple[int, int]]:
        cell, floor = self.cell, math.floor
        left, top, right, bottom = [floor(value / cell) for value in box]
        if left == right and top == bottom:  # most are small, and a map asks for 100,000
            return [(left, top)]
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


def overlap(box: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return min(box[2], other[2]) > max(box[0], other[0]) and min(box[3], other[3]) > max(
        box[1], other[1]
    )


def around(
    centre: Point, reach: tuple[float, float], size: tuple[float, float], gap: float
) -> list[Place]:
    """Places for a label of a size around a symbol that reaches so far sideways and up or down.

    Below is best, then above, the sides, the corners, and below or above moved sideways.
    """
    x, y = centre
    width, height = size
    far, drop = reach[0] + gap, reach[1] + gap + height / 2
    slant, sink = 0.72 * reach[0] + gap, 0.72 * reach[1] + gap
    middles = [
        (x, y + drop),
        (x + far + width / 2, y),
        (x - far - width / 2, y),
        (x + slant + width / 2, y + sink),
        (x - slant - width / 2, y + sink),
        (x, y - drop),
        (x + slant + width / 2, y - sink),
        (x - slant - width / 2, y - sink),
        (x + width * 0.28, y + drop),
        (x - width * 0.28, y + drop),
        (x + width * 0.28, y - drop),
        (x - width * 0.28, y - drop),
        (x, y + drop + height),
        (x + far + width / 2, y + height * 0.8),
        (x - far - width / 2, y + height * 0.8),
    ]
    return [
        Place(
            (cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2),
            (cx, cy),
            0.35 * index,
        )
        for index, (cx, cy) in enumerate(middles)
    ]


_LABEL = 400.0
"""What covering another label costs: more than anything else."""


def label_of(key: str) -> str:
    """The owner of the box of a label that is placed."""
    return f"label:{key}"


def place_all(wanted: Sequence[Wanted], obstacles: Obstacles, rounds: int = 3) -> dict[str, Place]:
    """Choose a place for each label. Later rounds let each reconsider, seeing all others."""
    chosen: dict[str, Place] = {}
    order = sorted(wanted, key=lambda label: (label.rank, label.key))
    for _ in range(rounds):
        for label in order:
            owner = label_of(label.key)
            if label.key in chosen:
                obstacles.remove(chosen[label.key].box, owner)
            best = _cheapest(label.places, obstacles)
            chosen[label.key] = best
            obstacles.add(best.box, _LABEL, owner)
    return chosen


def _cheapest(places: Sequence[Place], obstacles: Obstacles) -> Place:
    """The first of the cheapest places. A place whose penalty alone is no less is not looked at,
    because looking takes long."""
    best, least = places[0], math.inf
    for place in places:
        if place.penalty < least:
            total = place.penalty + obstacles.cost(place.box, least - place.penalty)
            if total < least:
                best, least = place, total
    return best


def box_around(points: Iterable[Point], margin: float) -> Box:
    """The upright box around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
