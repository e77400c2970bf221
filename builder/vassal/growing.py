"""A replay to which steps are added as they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from threading import RLock

from builder.vassal.bridge import bridge, same_table
from builder.vassal.command_tree import leaves, read_tree
from builder.vassal.commands import Command
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.noted_table import NotedTable
from builder.vassal.replay import Replay, Step, Turnover
from builder.vassal.savedgame import SavedGame, asks_too_much, commands_of, is_step, met
from builder.vassal.secret import Passwords, PlayerId
from builder.vassal.state import GameState
from builder.vassal.table import Table
from builder.vassal.table_rules import TableRules

_MOST_EMPTY = 2000
"""Stacks that were emptied and are kept, the newest: undoing a move fills one again."""

Seen = Callable[[GameState, GameState, Iterable[str]], bool]
"""Whether a viewer finds anything otherwise in the second of two states; the pieces of these ids
may differ."""


class GrowingReplay(Replay):
    """A game that goes on while it is looked at; any thread may ask while one adds steps."""

    def __init__(self, game: SavedGame, rules: TableRules | None = None) -> None:
        super().__init__(game, rules)
        self._steps: list[tuple[str, ...]] = list(game.steps)
        self._lock = RLock()
        self._live = NotedTable(super().state(len(game.steps)), rules, self._types)
        self._played = len(self._steps)
        self._newest: GameState | None = None
        self._gaps: set[int] = set()
        self._silent: dict[int, tuple[Command, ...]] = {}
        self._ids = met(game)

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, message: str) -> Turnover | None:
        """Carry out a message of commands as the next step; None for one that is no step.

        What the turnover tells of before and after is good until the next step is added. Raises
        VassalFileError for a step that no table can carry out, which is then left out: the table
        is as far as it came, and the game should be asked for anew.
        """
        step = tuple(_commands(message))
        return self.add_leaves(step) if is_step(step) else None

    def add_leaves(self, step: tuple[str, ...]) -> Turnover:
        """The same for commands that are taken apart already."""
        with self._lock:
            self._newest = None
            self._live.begin()
            commands = tuple(commands_of(step))
            for command in commands:
                self._execute(self._live, command)
            self._live.passwords = self._ids.meet(step)
            return self._counted(step, commands)

    def _counted(self, step: tuple[str, ...], commands: tuple[Command, ...]) -> Turnover:
        """What was carried out just now becomes the next step."""
        self._steps.append(step)
        number = self._played = len(self._steps)
        if number % self._apart == 0:
            self._live.drop_empty(_MOST_EMPTY)
            self._kept[number] = self._live.state()
            self._thin()
        around = self._live.before(), self._live.now()
        played = Step(number, commands, self.passwords)
        return Turnover(played, *around, self._live.touched(), self._is_gap(number))

    def know(self, ids: Iterable[PlayerId]) -> None:
        """Ids of players that no command has told yet."""
        with self._lock:
            known = self._ids.know(ids)
            if known is not self._live.passwords:
                self._live.passwords, self._newest = known, None

    def add_late(self, message: str) -> Turnover | None:
        """Carry out a message that came before the game did, so that the game may have it already:
        what is on the table is not added again, and None is given if nothing changes."""
        step = tuple(leaf for leaf in _commands(message) if not self._is_here(leaf))
        if not is_step(step):
            return None
        with self._lock:
            trial = Table(self.state(), self.rules, self._types)
            for command in commands_of(step):
                self._execute(trial, command)
            if same_table(self.state(), trial.state()):
                return None
            return self.add_leaves(step)

    def _is_here(self, leaf: str) -> bool:
        """Whether a command adds what is there, or takes away what is not."""
        id_ = leaf[2:].partition("/")[0]
        if leaf.startswith("+/"):
            return self.has(id_)
        return leaf.startswith("-/") and not self.has(leaf[2:])

    def meet(self, state: GameState, is_seen: Seen) -> Turnover | None:
        """Become another state of the same game, as it is found after a gap. What differs is a step
        of its own; None if `is_seen` finds nothing for its viewer in it: then the state after the
        step before is the one that was found."""
        with self._lock:
            across = bridge(self.state(), state)
            self._newest = None
            self._live.begin()
            commands = tuple(commands_of(across))
            for command in commands:
                self._execute(self._live, command)
            self._live.passwords = self._ids.meet(across)
            if is_seen(self._live.before(), self._live.now(), self._live.touched().pieces):
                self._gaps.add(len(self) + 1)
                return self._counted(across, commands)
            number = len(self)
            self._silent[number] = (*self._silent.get(number, ()), *commands)
            if number in self._kept:
                self._kept[number] = self._live.state()
            return None

    def unknown(self, message: str) -> bool:
        """Whether a message changes or moves what is not on the table: something was missed. Not
        of one that no table takes, which `add` refuses."""
        if asks_too_much(message):
            return False
        added: set[str] = set()
        with self._lock:
            for leaf in leaves(read_tree(message)):
                kind, id_ = leaf[:2], leaf[2:].partition("/")[0]
                if kind == "+/":
                    added.add(id_)
                elif kind in ("D/", "M/") and id_ not in added and not self._live.has(id_):
                    return True
        return False

    def has(self, id_: str) -> bool:
        """Whether a piece, stack or deck of this id is on the table now."""
        with self._lock:
            return self._live.has(id_)

    def now(self) -> GameState:
        """The newest state, good until the next step is added."""
        return self._live.now()

    def state(self, number: int | None = None) -> GameState:
        """The state after a step; None is the last. Raises VassalFileError if there is none."""
        with self._lock:
            if number is None or number == len(self):
                if self._newest is None:
                    self._newest = self._live.state()
                return self._newest
            found = super().state(number)
            return replace(found, sole=self.sole, passwords=self.passwords)

    @property
    def passwords(self) -> Passwords:
        """Those of all who ever played, as far as the game has come."""
        return self._live.passwords

    @property
    def sole(self) -> Mapping[str, PlayerId | None]:
        """The one player who ever sat at a side, as far as the game has come: a second one ends
        what the first might see for himself alone, at earlier moments too."""
        return self._live.sole

    def turnovers(
        self, first: int = 1, last: int | None = None, *, keep: bool = True
    ) -> Iterator[Turnover]:
        """Each step from `first` to `last` with the states around it."""
        yield from super().turnovers(first, len(self) if last is None else last, keep=keep)

    def _leaves(self, number: int) -> tuple[str, ...]:
        return self._steps[number - 1]

    def _is_gap(self, number: int) -> bool:
        return number in self._gaps

    def _found_behind(self, number: int) -> tuple[Command, ...]:
        return self._silent.get(number, ())

    def _thin(self) -> None:
        """Of states that were kept while the game was short, leave those that are still far enough
        apart; memory grows with the log alone."""
        apart = self._apart
        for number in [number for number in self._kept if number % apart]:
            del self._kept[number]


def _commands(message: str) -> Iterator[str]:
    """The commands of a message; VassalFileError for more than any game needs, because to take
    millions apart costs more time and memory than any game is given."""
    if many := asks_too_much(message):
        raise VassalFileError(None, many, RIGHT)
    return leaves(read_tree(message))
