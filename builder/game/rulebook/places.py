"""How rules.toml names places: a hex, a set, an edge of the map, ground, units of a type."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from builder.hexes.grid import Grid

if TYPE_CHECKING:
    from builder.game.model import Game

EDGES = ("north", "south", "east", "west")
KINDS = ("set", "type", "edge", "terrain", "state", "hex")
CONTROLLED = "controlled"


class Place(NamedTuple):
    """`kind` is one of KINDS; `controlled` places count only for the side that holds them."""

    kind: str
    name: str
    controlled: bool = False


def place_of(text: str) -> Place:
    """`set:NAME`, `type:NAME`, `edge:west`, `state:NAME`, `TERRAIN`, `TERRAIN:controlled`, or a
    hex."""
    head, colon, tail = text.partition(":")
    controlled = text.endswith(f":{CONTROLLED}")
    if controlled:
        text = text.removesuffix(f":{CONTROLLED}")
        head, colon, tail = text.partition(":")
    if colon and head in KINDS:
        return Place(head, tail, controlled)
    return Place("", text, controlled)


def fault_of(text: str, game: Game) -> tuple[str, tuple[str, ...]] | None:
    """What is unknown in a place and the words that could stand there; None if all is known."""
    kind, name, _ = place_of(text)
    known: dict[str, tuple[str, ...]] = {
        "set": tuple(game.definition.sets),
        "type": tuple(game.definition.units.types),
        "edge": EDGES,
        "terrain": tuple(game.definition.terrain),
        "state": tuple(
            name for name, field in game.definition.state.items() if field.type in ("hex", "hexes")
        ),
    }
    if kind == "edge" and not game.grid.places:  # a board without hexes has no edges
        return text, tuple(sorted(game.board.areas))
    if kind in known:
        return None if name in known[kind] else (name, known[kind])
    if name in game.board or (not kind and name in known["terrain"]):
        return None
    kinds = ("set", "type", "edge") if game.grid.places else ("set", "type")
    words = [f"{kind}:{name}" for kind in kinds for name in known[kind]]
    return text, (*known["terrain"], *words, *sorted(game.board.areas))


def on_edge(grid: Grid, edge: str) -> frozenset[str]:
    """The outermost hexes towards an edge of the map: one of each row or column that ends there."""
    ahead = edge in ("east", "south")
    axis = 0 if edge in ("east", "west") else 1
    ends = (axis == 0) == (grid.orientation == "pointy")
    outermost: dict[int, tuple[int, str]] = {}
    for name, place in grid.places.items():
        depth = -place[axis] if ahead else place[axis]
        line = place[1 - axis] if ends else 0
        if line not in outermost or depth < outermost[line][0]:
            outermost[line] = (depth, name)
    if not outermost:
        return frozenset()  # a board without hexes has no edges
    if ends:
        return frozenset(name for _, name in outermost.values())
    far = outermost[0][0]
    return frozenset(
        name for name, at in grid.places.items() if (-at[axis] if ahead else at[axis]) == far
    )
