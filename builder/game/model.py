"""A game, whole: its definition, map, counters, tables and scenarios as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from builder.game import carriers
from builder.game.board import Board
from builder.game.board_places import BoardPlace
from builder.game.definition import STAND_IN, Definition, Side
from builder.game.kept import Kept
from builder.game.problems import Problem
from builder.hexes.grid import Grid
from builder.saying import quoting

if TYPE_CHECKING:
    from builder.game.rules_file.chapters import RulesFile  # its models take long to load

CONTROL = "control"
"""The type of printed markers whose side holds the hex in which they lie."""
SET_UP_COPIES = 40
"""The most copies of one piece in a set-up."""


@dataclass(frozen=True)
class Counter:
    """One counter of the mix.

    `fields` holds what the game's vocabulary declares for units (strength per face, movement, ...).
    `setup` is a hex, an area or box, `turn N`, or empty. `kind` is "unit" or "marker"; a marker has
    the name of its drawing in `type`. `pictures` fill its faces, the front first. `paper` tells
    whether it is printed. `source` is a rule number or "stand-in".
    """

    id: str
    side: str
    type: str
    name: str = ""
    full_name: str = ""
    size: str = ""
    kind: str = "unit"
    setup: str = ""
    copies: int = 1
    formation: str = ""
    pictures: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    paper: bool = True
    source: str = STAND_IN
    line: int = 0

    @property
    def stand_in(self) -> bool:
        return self.source.startswith(STAND_IN)

    @property
    def holder(self) -> str:
        """The side that holds the hex in which this counter lies, if it is a marker of control;
        else empty."""
        return self.side if self.kind == "marker" and self.type == CONTROL else ""

    def at_start(self, places: int) -> int:
        """How many of it a set-up that names so many places puts into each: of markers all copies
        where it names one place; a unit once a place."""
        if places > 1:
            return 1
        return min(self.copies, SET_UP_COPIES) if self.kind == "marker" else 1


@dataclass(frozen=True)
class Table:
    """A chart with row and column headings; `doubtful` cells are stand-ins.

    In the CSV a cell that ends in "?" is a stand-in. `own` tells file and line of those that
    the owner of the printed game wrote.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Mapping[tuple[str, str], str]
    doubtful: frozenset[tuple[str, str]] = frozenset()
    own: Mapping[tuple[str, str], tuple[str, int]] = field(default_factory=dict, repr=False)

    def __getitem__(self, place: tuple[str, str]) -> str:
        """The cell at (row, column)."""
        return self.cells[place]

    def column(self, heading: str) -> dict[str, str]:
        """Row heading -> cell."""
        return {row: self.cells[row, heading] for row in self.rows}

    def stand_in(self, heading: str) -> bool:
        """Whether any cell of the column is a stand-in."""
        return any((row, heading) in self.doubtful for row in self.rows)


@dataclass(frozen=True)
class Placement:
    """Where a scenario puts a counter: a hex, an area, a box, or `turn N`; empty removes it.

    `file` and `line` are where that is written. `free`: the players choose another place as they
    like, and this one is a proposal.
    """

    counter: str
    hex: str
    step: int = 1
    markers: tuple[str, ...] = ()
    line: int = 0
    file: str = ""
    free: bool = False


@dataclass(frozen=True)
class Scenario:
    """A set-up. `kept` is the save of an adopted module that it stands for as long as nobody
    changes it, "start" for the at-start stacks."""

    id: str
    name: str
    description: str = ""
    turn: int = 1
    phase: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    control: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    placements: tuple[Placement, ...] = ()
    file: str = ""
    kept: str = ""


@dataclass(frozen=True)
class CardFace:
    """One side's event on a card, or that of all; empty texts are for the owner to fill in.

    `initiative` is the side that must have the initiative for the event to be played, or empty.
    `picture` stands above the text.
    """

    title: str = ""
    text: str = ""
    initiative: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Card:
    """One event card. `deck` names the part of the deck that it belongs to, empty for the whole
    game; `events` has each side's event, and under "" what holds for all. `front` and `back` are
    pictures that fill the card. `source` is a rule number or "stand-in"."""

    number: str
    deck: str = ""
    events: Mapping[str, CardFace] = field(default_factory=dict)
    front: str = ""
    back: str = ""
    source: str = STAND_IN
    line: int = 0


class Provenance(NamedTuple):
    """Where one value comes from: `what` groups it ("terrain", "counter", ...)."""

    what: str
    name: str
    source: str


HOLDING = ("kind", "holds")
"""Keys of a type of units by which it holds no ground: it flies, or `holds` nothing."""


@dataclass(frozen=True)
class Game:
    """Everything that one folder of source files says; `rules` is what rules.toml declares.

    `own` tells what no longer fits of the owner's copy, `own_values` how many values it gives by
    file, `own_rows` in which row of his file those of a row of the game's stand.
    """

    folder: Path
    definition: Definition
    grid: Grid
    board: Board
    counters: Mapping[str, Counter]
    tables: Mapping[str, Table]
    scenarios: Mapping[str, Scenario]
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    provenance: tuple[Provenance, ...] = ()
    cards: tuple[Card, ...] = ()
    rules: RulesFile | None = None
    places: Mapping[str, BoardPlace] = field(default_factory=dict)
    own: tuple[Problem, ...] = ()
    own_values: Mapping[str, int] = field(default_factory=dict)
    own_rows: Mapping[tuple[str, int], tuple[str, int]] = field(default_factory=dict)

    def row_of(self, name: str, line: int) -> tuple[str, int]:
        """The file and line at which a row of a table is mended: in the owner's copy if that has
        something of it."""
        at = str(self.folder / name), line
        return self.own_rows.get(at, at)

    @cached_property
    def kept(self) -> Kept | None:
        """What an adopted game keeps of its module; None for a game of one's own."""
        return None if self.definition.adopted is None else Kept(self.folder)

    @cached_property
    def cards_by_number(self) -> dict[str, Card]:
        return {card.number: card for card in self.cards}

    @cached_property
    def flying_types(self) -> frozenset[str]:
        """The types of units that fly: they hold no hex, and may lie on the enemy's."""
        types = self.definition.units.types.items()
        return frozenset(name for name, told in types if told.values.get("kind") == "air")

    @cached_property
    def passing_types(self) -> frozenset[str]:
        """The types of units that take no hex by standing in it: those that fly, and those of which
        their type says that they hold nothing."""
        types = self.definition.units.types.items()
        other = {name for name, told in types if told.values.get("holds") == "nothing"}
        return self.flying_types | other

    @cached_property
    def set_up(self) -> frozenset[str]:
        """The hexes in which pieces stand when some scenario begins."""
        placed = (one.hex for setup in self.scenarios.values() for one in setup.placements)
        return frozenset(placed) & self.grid.places.keys()

    def __repr__(self) -> str:
        return f"Game({self.id!r}, {len(self.counters)} counters, {len(self.scenarios)} scenarios)"

    @property
    def id(self) -> str:
        return self.definition.id

    @cached_property
    def sides(self) -> dict[str, Side]:
        return {side.id: side for side in self.definition.side}

    @cached_property
    def blank_board(self) -> Board:
        """The grid, or the places and which of them touch, with nothing on it but what the game
        says that a blank board keeps."""
        areas = frozenset(self.definition.units.areas)
        blank = self.definition.blank
        grid = self.grid if blank.joined else replace(self.grid, joined=False)
        links = {} if self.definition.board is None else self.board.links
        board = Board(grid, areas=areas, links=links, blank=True)
        return board.overlaid(terrain=blank.terrain)

    @cached_property
    def kept_by_markers(self) -> frozenset[str]:
        """The state variables that markers on the map keep."""
        kinds = {c.type for c in self.counters.values() if c.kind == "marker"}
        found = (carriers.kept_by(kind, self.definition.state) for kind in kinds)
        return frozenset(kept.variable for kept in found if kept is not None)

    @cached_property
    def beside(self) -> frozenset[str]:
        """The places beside the map in which units may lie: the boxes that rules know, and under
        declared rules, which know none of their own, those that are drawn and the turns of the
        track."""
        told = frozenset(self.definition.units.boxes)
        if self.rules is None:
            return told
        turns = range(self.definition.turns.first, self.definition.turns.last + 1)
        return told.union(
            self.definition.drawn_boxes, (quoting("turn {n}", n=turn) for turn in turns)
        )

    def hexset(self, name: str) -> frozenset[str]:
        """The hexes of a named set; the empty set if the game does not define it."""
        found = self.definition.sets.get(name)
        return frozenset(found.hexes) if found else frozenset()

    def option(self, name: str) -> Any:
        """The reading in force of an open point; KeyError if the game does not declare it."""
        return self.definition.options[name].value
