"""The map as rules see it: terrain of hexes, features of hexsides, lines, and who touches whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from builder.game.name_lists import with_blanks
from builder.hexes.grid import Grid, pairs

Hexside = tuple[str, str]
"""Two adjacent hexes. Undirected features stand under both orders."""

EMPTY: frozenset[str] = frozenset()

NO_PLACE = "'{name}' is no place of this map (it has {names})."
"""Said of a board without hexes, with its `first_places`."""
NO_PLACES = "'{name}' is no place of this map, which has none: write places into map/spaces.csv."

_FEW = 6
"""Places of a board that are named where one is asked for that it has not."""


@dataclass(frozen=True)
class Touching:
    """Who touches whom: boards that are laid over one share it, because it is dear to work out and
    rivers and roads change nothing of it."""

    grid: Grid
    areas: frozenset[str]
    links: Mapping[str, tuple[str, ...]]

    @cached_property
    def around(self) -> dict[str, tuple[str, ...]]:
        """Neighbours of every hex and area, hexes first in circular order."""
        table = {name: tuple(near.values()) for name, near in self.grid.around.items()}
        for name, linked in self.links.items():
            known = table.get(name, ())
            table[name] = known + tuple(n for n in linked if n not in known)
        for area in self.areas:
            table.setdefault(area, ())
        return table


@dataclass(frozen=True)
class Board:
    """Terrain by hex, features by hexside (both orders), and lines as sets of crossed hexsides.

    `owned` holds the directed features, under (owner, other) only. `areas` are places that are not
    hexes; `links` are the adjacencies that they have, both ways.
    """

    grid: Grid
    terrain: Mapping[str, frozenset[str]] = field(default_factory=dict)
    hexsides: Mapping[Hexside, frozenset[str]] = field(default_factory=dict)
    owned: Mapping[Hexside, frozenset[str]] = field(default_factory=dict)
    lines: Mapping[str, frozenset[Hexside]] = field(default_factory=dict)
    areas: frozenset[str] = EMPTY
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    blank: bool = False

    def __repr__(self) -> str:
        return f"Board({len(self.grid.places)} hexes{', blank' if self.blank else ''})"

    def __contains__(self, name: object) -> bool:
        return name in self.grid.places or name in self.areas

    @property
    def places(self) -> list[str]:
        """The names of all hexes, in their order, and of all areas."""
        return [*self.grid.places, *sorted(self.areas)]

    @property
    def first_places(self) -> list[str]:
        """The first of them, with dots if there are more."""
        places = self.places
        return [*places[:_FEW], *(["..."] if len(places) > _FEW else [])]

    def of(self, name: str) -> frozenset[str]:
        """Terrain ids of a hex; the empty set is clear terrain."""
        return self.terrain.get(name, EMPTY)

    def between(self, start: str, end: str) -> frozenset[str]:
        """Undirected features of the hexside between two adjacent hexes."""
        return self.hexsides.get((start, end), EMPTY)

    def owned_by(self, owner: str, other: str) -> frozenset[str]:
        """Directed features that `owner` has on its side towards `other`."""
        return self.owned.get((owner, other), EMPTY)

    def joined_by(self, kind: str, start: str, end: str) -> bool:
        """Whether a line of this kind (road, railroad, ...) crosses the hexside."""
        return (start, end) in self.lines.get(kind, frozenset())

    @cached_property
    def with_blanks(self) -> tuple[str, ...]:
        """The places whose names would come apart at a blank."""
        return with_blanks(self.places)

    @cached_property
    def touching(self) -> Touching:
        """Who touches whom on it."""
        return Touching(self.grid, self.areas, self.links)

    @property
    def around(self) -> dict[str, tuple[str, ...]]:
        """Neighbours of every hex and area, hexes first in circular order."""
        return self.touching.around

    def neighbours(self, name: str) -> tuple[str, ...]:
        return self.around.get(name, ())

    def on_line(self, kind: str) -> frozenset[str]:
        """All hexes that a kind of line runs through."""
        if kind not in self._on_line:
            pairs = self.lines.get(kind, ())
            self._on_line[kind] = frozenset(name for pair in pairs for name in pair)
        return self._on_line[kind]

    def hexes_with(self, *terrain: str) -> frozenset[str]:
        """All hexes that have at least one of these terrain ids."""
        wanted = frozenset(terrain)
        if wanted not in self._with:
            its = self.terrain.items()
            self._with[wanted] = frozenset(name for name, kinds in its if kinds & wanted)
        return self._with[wanted]

    @cached_property
    def _on_line(self) -> dict[str, frozenset[str]]:
        """The hexes of each kind of line that was asked for."""
        return {}

    @cached_property
    def _with(self) -> dict[frozenset[str], frozenset[str]]:
        """The hexes of each choice of terrain that was asked for."""
        return {}

    def overlaid(
        self,
        terrain: Mapping[str, Iterable[str]] | None = None,
        hexsides: Mapping[Hexside, Iterable[str]] | None = None,
        lines: Mapping[str, Iterable[Iterable[str]]] | None = None,
        directed: frozenset[str] = EMPTY,
    ) -> Board:
        """The board in which the named hexes and hexsides have exactly these features.

        Lines are added to those that are there.
        """
        if not (terrain or hexsides or lines):
            return self
        new_terrain = dict(self.terrain)
        for name, kinds in (terrain or {}).items():
            new_terrain[name] = frozenset(kinds) - {"clear"}
        new_sides, new_owned = dict(self.hexsides), dict(self.owned)
        added: dict[str, list[str]] = {}
        for (start, end), features in (hexsides or {}).items():
            both = frozenset((*features, *(hexsides or {}).get((end, start), ()))) - directed
            new_sides[start, end] = new_sides[end, start] = both
            if owned := frozenset(features) & directed:
                new_owned[start, end] = owned
            else:
                new_owned.pop((start, end), None)
            if start in self.areas or end in self.areas:
                added.setdefault(start, []).append(end)
                added.setdefault(end, []).append(start)
        new_links = {**self.links}
        for one, others in added.items():
            new_links[one] = tuple(dict.fromkeys((*new_links.get(one, ()), *others)))
        new_lines = dict(self.lines)
        for kind, runs in (lines or {}).items():
            new_lines[kind] = new_lines.get(kind, frozenset()) | crossings(runs)
        laid = replace(
            self,
            terrain=new_terrain,
            hexsides=new_sides,
            owned=new_owned,
            lines=new_lines,
            links=new_links,
        )
        if new_links == self.links:
            vars(laid)["touching"] = self.touching
        return laid


def crossings(runs: Iterable[Iterable[str]]) -> frozenset[Hexside]:
    """The hexsides, in both orders, that runs of hexes cross."""
    crossed = set()
    for run in runs:
        for start, end in pairs(run):
            crossed |= {(start, end), (end, start)}
    return frozenset(crossed)
