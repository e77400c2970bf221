"""A log played forward and backward: the state after each step, cheap anywhere in a long log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from builder import limits
from builder.saying import Saying, quoting
from builder.vassal.command_reader import read_command
from builder.vassal.commands import (
    END_SAVE,
    PLAYER,
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    Player,
    PlayerLeaves,
    RemovePiece,
    Spot,
)
from builder.vassal.errors import ANEW, RIGHT, VassalFileError
from builder.vassal.noted_table import NotedTable, Touched
from builder.vassal.pieces import PieceType, is_group
from builder.vassal.reports import is_report, report_as_told
from builder.vassal.savedgame import SavedGame, commands_of
from builder.vassal.secret import Passwords, PlayerId
from builder.vassal.state import OBSERVER, GameState
from builder.vassal.table import Table
from builder.vassal.table_rules import TableRules

# States kept on the way: with more pieces fewer, so that a long log of a big game stays small.
_KEPT_REFERENCES = 2_000_000
_CLOSEST = 20
_DEEDS = (AddPiece, RemovePiece, MovePiece, ChangePiece)


@dataclass(frozen=True, slots=True)
class Step:
    """One press of VASSAL's Step button: its number from 1, its commands."""

    number: int
    commands: tuple[Command, ...]
    passwords: Passwords = field(default_factory=Passwords, repr=False, compare=False)

    @property
    def chat(self) -> tuple[str, ...]:
        """The lines that the step writes to the chat window: reports, dice, talk."""
        lines = (command.line for command in self.commands if isinstance(command, Chat))
        return tuple(map(self._told, lines))

    def _told(self, line: str) -> str:
        """What a player says is told as he says it."""
        return report_as_told(line, self.passwords) if is_report(line) else line


@dataclass(frozen=True)
class Turnover:
    """A step, the states before and after it, and what it touched. `gap`: it is all that was done
    while nobody looked, and not what somebody saw done."""

    step: Step
    before: GameState
    after: GameState
    touched: Touched
    gap: bool = False

    def leaves_alone(self, id_: str) -> bool:
        """Whether a piece is what it was, where it was: a stack that another one leaves or joins,
        perhaps one that nobody sees, is touched with all that stay in it."""
        before, after = self.before, self.after
        return (
            id_ in before.pieces
            and before.pieces[id_] == after.pieces.get(id_)
            and before.place(id_) == after.place(id_)
            and before.deck_of(id_) == after.deck_of(id_)
        )

    def acts_on(self, id_: str) -> bool:
        """Whether the step does something to a piece, and not only to others of its stack: one that
        a viewer does not see would tell by those beside it where it went."""
        return not self.leaves_alone(id_) or id_ in self.acted_on

    @cached_property
    def astray(self) -> bool:
        """Whether it moves something from where it does not lie here, begins by changing it there,
        or seats a player who sits here already: the player's table is another one. VASSAL's clients
        do not compare the place that commands name as the old one, and tell nobody of a game that
        is loaded; but who finds no seat of his in it takes one."""
        moved: set[str] = set()
        sitting = {seat.id for seat in self.before.seats if seat.side != OBSERVER}
        for command in self.step.commands:
            match command:
                case PlayerLeaves(id_):
                    sitting.discard(id_)
                case Player(id_) if id_ in sitting:
                    return True
                case AddPiece(str(id_)) | RemovePiece(id_):
                    moved.add(id_)
                case MovePiece(id_, old_map=map_, old_x=x, old_y=y) if id_ not in moved:
                    moved.add(id_)
                    if self._lies_elsewhere(id_, (map_, x, y)):
                        return True
                case ChangePiece(id_) if not moved:
                    # of one in a stack that was moved before it, nobody says where it lies now
                    if self._lies_elsewhere(id_, command.old_place):
                        return True
        return False

    def _lies_elsewhere(self, id_: str, said: Spot | None) -> bool:
        lies: Spot
        if id_ in self.before.pieces:
            spot = self.before.place(id_)
            lies = spot.map, spot.x, spot.y
        elif id_ in self.before.groups:
            group = self.before.groups[id_]
            lies = group.map, group.x, group.y
        else:
            return False
        return said is not None and None not in (said[0], lies[0]) and said != lies

    @cached_property
    def acted_on(self) -> frozenset[str]:
        """The pieces that the commands name, and of a stack that they name those to which something
        happened."""
        named = {c.id for c in self.step.commands if isinstance(c, _DEEDS) and c.id}
        found: set[str] = set()
        for id_ in named:
            for state in (self.before, self.after):
                if id_ in state.pieces:
                    found.add(id_)
                elif id_ in state.groups:
                    members = state.groups[id_].members
                    found.update(member for member in members if not self.leaves_alone(member))
        return frozenset(found)


class Replay:
    """A save or log with the state after each of its steps; step 0 is the state it begins with.

    `types` are types of pieces by their texts, read before from other saves of the module; those
    that this one adds are put in. Raises VassalFileError when there is nothing to play.
    """

    def __init__(
        self,
        game: SavedGame,
        rules: TableRules | None = None,
        types: dict[str, PieceType] | None = None,
    ) -> None:
        if len(game.steps) > limits.STEPS:
            raise VassalFileError(
                game.file, quoting("it has more than {size:,} steps", size=limits.STEPS), RIGHT
            )
        self.game = game
        self.rules = rules
        self._types: dict[str, PieceType] = {} if types is None else types
        table = Table(None, rules, self._types)
        for leaf in game.restore:
            self._execute(table, read_command(leaf))
        if not table.started:
            raise VassalFileError(
                game.file, quoting("its {what} is no command: it was cut off", what=END_SAVE), ANEW
            )
        for player in _players(game):
            table.foresee(player)
        table.passwords = game.passwords
        self.first = table.state()
        self._kept = {0: self.first}
        self._played = 0
        self._table = table

    def __len__(self) -> int:
        return len(self.game.steps)

    @property
    def sole(self) -> Mapping[str, PlayerId | None]:
        """The one player who ever sits at a side, None where there are several."""
        return self._table.sole

    @property
    def passwords(self) -> Passwords:
        """Those of all who ever play."""
        return self._table.passwords

    @property
    def _apart(self) -> int:
        size = 3 * (len(self.first.pieces) + len(self.first.groups)) + 1
        return max(_CLOSEST, len(self) * size // _KEPT_REFERENCES + 1)

    def step(self, number: int) -> Step:
        """The commands of a step from 1. Raises VassalFileError if there is none."""
        self._check(number, lowest=1)
        return Step(number, tuple(commands_of(self._leaves(number))), self.passwords)

    def steps(self) -> Iterator[Step]:
        """All steps in order."""
        return map(self.step, range(1, len(self) + 1))

    def state(self, number: int | None = None) -> GameState:
        """The state after a step; None is the last. Raises VassalFileError if there is none."""
        number = len(self) if number is None else number
        self._check(number, lowest=0)
        if number in self._kept:
            return self._kept[number]
        if number > self._played:
            self._play(self._table, self._played, number, keep=True)
            self._played = number
            return self._table.state()
        marks = sorted(self._kept)
        mark = marks[bisect_right(marks, number) - 1]
        table = Table(self._kept[mark], self.rules, self._types)
        self._play(table, mark, number, keep=False)
        return table.state()

    def turnovers(
        self, first: int = 1, last: int | None = None, *, keep: bool = True
    ) -> Iterator[Turnover]:
        """Each step from `first` to `last` (None: the last of all) with the states around it,
        which are good until the next is asked for. `keep`: the last state will be asked for."""
        table = NotedTable(self.state(first - 1), self.rules, self._types)
        last = len(self) if last is None else last
        for number in range(first, last + 1):
            step = self.step(number)
            table.begin()
            for command in step.commands:
                self._execute(table, command)
            found = self._found_behind(number)
            if not found and ((keep and number == last) or number % self._apart == 0):
                self._kept[number] = table.state()
            gap = self._is_gap(number)
            yield Turnover(step, table.before(), table.now(), table.touched(), gap)
            for command in found:
                self._execute(table, command)

    def _play(self, table: Table, after: int, until: int, *, keep: bool) -> None:
        apart = self._apart
        for number in range(after + 1, until + 1):
            for command in (*commands_of(self._leaves(number)), *self._found_behind(number)):
                self._execute(table, command)
            if keep and number % apart == 0:
                self._kept[number] = table.state()

    def _leaves(self, number: int) -> tuple[str, ...]:
        """The commands of a step from 1, as texts."""
        return self.game.steps[number - 1]

    def _is_gap(self, number: int) -> bool:
        """Whether a step is all that was done while nobody looked."""
        return False

    def _found_behind(self, number: int) -> tuple[Command, ...]:
        """What makes the table after a step the one that was found there, where nobody who looks on
        saw a step between them."""
        return ()

    def _execute(self, table: Table, command: Command) -> None:
        try:
            table.execute(command)
        except VassalFileError as error:
            raise error.at(self.game.file or "") from None

    def _check(self, number: int, lowest: int) -> None:
        if not lowest <= number <= len(self):
            what = "it is a save without steps; there is no step {m}"
            if len(self):
                what = "it has {n} {n|step|steps}; there is no step {m}"
            raise VassalFileError(self.game.file, Saying(what, n=len(self), m=number))


def _players(game: SavedGame) -> Iterator[Player]:
    """Those who sit down in a log's steps."""
    for step in game.steps:
        for leaf in step:
            if leaf.startswith(PLAYER) and isinstance(command := read_command(leaf), Player):
                yield command


def types_of(game: SavedGame) -> dict[str, PieceType]:
    """The types of the pieces that a game puts up, by their texts: for whoever has time before its
    `Replay` can begin."""
    added = (read_command(leaf) for leaf in game.restore)
    texts = {one.type: None for one in added if isinstance(one, AddPiece)}
    found = {text: PieceType(text) for text in texts if not is_group(text)}
    for type_ in found.values():
        _ = type_.classes
    return found
