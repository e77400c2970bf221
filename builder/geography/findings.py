"""What derivation has found so far: terrain of hexes, features of hexsides, runs of lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from shapely.geometry.base import BaseGeometry

from builder.geography.plane import Plane, Side
from builder.geography.recipe import STAND_IN

Course = tuple[tuple[float, float], ...]
"""Points on the grid plane, in hex widths."""


def course(points: Iterable[tuple[float, ...]]) -> Course:
    """The points of a shapely line or ring."""
    return tuple((point[0], point[1]) for point in points)


@dataclass(frozen=True)
class RiverCourse:
    """A river for the map: its run along hexsides from source to mouth, and its natural course."""

    name: str
    width: float
    points: Course
    course: Course


@dataclass(frozen=True)
class Run:
    """A road or railway as adjacent hexes."""

    kind: str
    name: str
    hexes: tuple[str, ...]
    source: str


@dataclass
class Findings:
    """Filled rule by rule.

    `water` are all-water hexes, `closed` all-water hexsides, of the features `water_hexsides`;
    `wet` are the waters themselves. `doubtful` are the terrain and feature ids that a stand-in rule
    gave. `waters` are the shores to draw, by their list in shapes.json.
    """

    terrain: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    hexsides: dict[Side, list[str]] = field(default_factory=dict)
    side_names: dict[Side, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    water: set[str] = field(default_factory=set)
    closed: set[Side] = field(default_factory=set)
    water_hexsides: set[str] = field(default_factory=set)
    wet: list[BaseGeometry] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)
    rivers: list[RiverCourse] = field(default_factory=list)
    waters: dict[str, list[tuple[Course, ...]]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add_terrain(self, hexes: Iterable[str], terrain: str, source: str) -> None:
        """Give hexes a terrain, each once."""
        if not terrain:
            return
        for name in hexes:
            kinds = self.terrain.setdefault(name, [])
            if terrain not in kinds:
                kinds.append(terrain)
        if source == STAND_IN:
            self.doubtful.add(terrain)

    def add_side(self, plane: Plane, side: Side, feature: str, source: str, name: str = "") -> None:
        """Give a hexside a feature, once; the first name that comes is kept."""
        if not feature:
            return
        side = plane.side(*side)
        features = self.hexsides.setdefault(side, [])
        if feature not in features:
            features.append(feature)
        if name:
            self.side_names.setdefault(side, name)
        if source == STAND_IN:
            self.doubtful.add(feature)
