"""The map as rules ask it: sets of hexsides, what may be left in which direction, how far it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from assistant.kernel.facts import kept_for
from builder.game.board import Board, Hexside

NOWHERE: frozenset[str] = frozenset()
NO_SIDES: frozenset[Hexside] = frozenset()


@kept_for
def sides_with(board: Board, *features: str) -> frozenset[Hexside]:
    """All hexsides, under both orders, that have at least one of these features."""
    wanted = frozenset(features)
    return frozenset(pair for pair, found in board.hexsides.items() if found & wanted)


@kept_for
def line_sides(board: Board, *kinds: str) -> frozenset[Hexside]:
    """All hexsides, under both orders, that lines of these kinds (road, railroad ...) cross."""
    return NO_SIDES.union(*(board.lines.get(kind, NO_SIDES) for kind in kinds))


# Sets of the map as a class with a `board` declares them: `rivers = hexsides("river")`


def hexes(*kinds: str) -> cached_property[frozenset[str]]:
    """All hexes that have at least one of these kinds of terrain."""
    return cached_property(lambda ground: ground.board.hexes_with(*kinds))


def hexsides(*features: str) -> cached_property[frozenset[Hexside]]:
    """What `sides_with` finds."""
    return cached_property(lambda ground: sides_with(ground.board, *features))


def crossed_by(*kinds: str) -> cached_property[frozenset[Hexside]]:
    """What `line_sides` finds."""
    return cached_property(lambda ground: line_sides(ground.board, *kinds))


def exits(
    board: Board,
    closed: Collection[str] = NOWHERE,
    barriers: Collection[Hexside] = NO_SIDES,
    along: Collection[Hexside] | None = None,
) -> Mapping[str, tuple[str, ...]]:
    """From each hex the neighbours to which ground and hexsides let something go.

    Nothing enters a `closed` hex or crosses a `barriers` hexside; with `along`, hexsides of a line,
    only those are crossed.
    """
    if along is not None:
        return {
            name: tuple(n for n in near if (name, n) in along and n not in closed)
            for name, near in exits(board, closed, barriers).items()
        }
    return {
        name: tuple(n for n in near if n not in closed and (name, n) not in barriers)
        for name, near in board.around.items()
    }


@kept_for
def joined_by(board: Board, *kinds: str) -> Mapping[str, tuple[str, ...]]:
    """From each hex of lines of these kinds the hexes to which they lead, by name: for floods."""
    table: dict[str, list[str]] = {}
    for start, end in sorted(line_sides(board, *kinds)):
        table.setdefault(start, []).append(end)
    return {name: tuple(ends) for name, ends in table.items()}


@kept_for
def straight(board: Board, start: str, end: str) -> tuple[str, ...]:
    """A shortest way between two hexes whatever stands there, both included: at each hex the
    neighbour nearest to the end, of several the first by name."""
    far, way = board.grid.distance, [start]
    while way[-1] != end:
        way.append(min(board.grid.neighbours(way[-1]), key=lambda name: (far(name, end), name)))
    return tuple(way)
