"""Who stood in which hex and in what order, read from the steps of a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

from assistant.position import Position
from assistant.reading.memo import Memo
from assistant.reading.positions import TableReading
from builder.saying import Saying
from builder.vassal.commands import Turn, Undo
from builder.vassal.replay import Replay, Turnover
from builder.vassal.state import GameState, Place

Sides = tuple[str, ...]
"""Those who stood in a hex, each once, the last to enter it at the end."""

MARKER_AND_LOG = (
    "By the log the last to stand in {hex} were of the side {other}, and the marker there says "
    "otherwise: the marker counts. Put the other one there if that is wrong."
)
MARKER_BEFORE = (
    "By the log the last to stand in {hex} were of the side {other}, and came after the marker "
    "there was laid: they hold it. Lay the marker anew if that is wrong."
)


@dataclass(frozen=True)
class Entry:
    """A piece came to stand in a hex by a step, as the `number`th entry of the log; by step 0 it
    stood there from the beginning."""

    step: int
    number: int
    hex: str
    side: str


class Stood(NamedTuple):
    """Who stood in a hex, and whether the last of them came after the marker was laid that may lie
    there."""

    sides: Sides
    later: bool


@dataclass
class Standing:
    """Who stood where, by piece, as it is told step by step.

    What is undone was never there, nor is a hex out of which a piece is dragged back at once, in
    the same phase: players correct a slip so. What lies between the ends of a drag no log tells.
    A marker of control says who holds its hex until somebody comes to stand there later.
    """

    _found: dict[str, list[Entry]] = field(default_factory=dict)
    _laid: dict[str, list[int]] = field(default_factory=dict)
    _numbered: int = 0
    _turned: int = 0

    def enter(self, step: int, piece: str, name: str, side: str) -> None:
        """A piece stands in a hex."""
        self._numbered += 1
        own = self._found.setdefault(piece, [])
        dragged = len(own) > 1 and own[-1].step > self._turned and own[-2].hex == name
        if dragged:
            own.pop()
        elif not own or own[-1].hex != name:
            own.append(Entry(step, self._numbered, name, side))

    def take_back(self, piece: str, name: str, back: str) -> None:
        """An undo takes a piece out of a hex, `back` into one, or to where nothing is noted if
        that is empty: it never stood there."""
        own = self._found.get(piece, [])
        if own and own[-1].step and own[-1].hex == name:
            before = own[-2].hex if len(own) > 1 else ""
            if back in ("", before):
                own.pop()

    def turn(self, step: int) -> None:
        """A phase ends."""
        self._turned = step

    def lay(self, step: int, name: str) -> None:
        """A marker of control is laid down or turned in a hex."""
        self._laid.setdefault(name, []).append(step)

    def take_up(self, name: str) -> None:
        """An undo takes back what was last done to the marker in a hex."""
        if laid := self._laid.get(name):
            laid.pop()

    def until(self, step: int) -> dict[str, Stood]:
        """Hex -> who stood there up to a step."""
        found: dict[str, dict[str, None]] = {}
        last: dict[str, int] = {}
        entries = (e for own in self._found.values() for e in own if e.step <= step)
        for entry in sorted(entries, key=attrgetter("number")):
            sides = found.setdefault(entry.hex, {})
            sides.pop(entry.side, None)
            sides[entry.side] = None
            last[entry.hex] = entry.step
        return {
            name: Stood(tuple(sides), last[name] > self._marker(name, step))
            for name, sides in found.items()
        }

    def _marker(self, name: str, step: int) -> int:
        """The step by which the marker in a hex lay there as it does; 0 from the beginning."""
        return max((laid for laid in self._laid.get(name, ()) if laid <= step), default=0)


@dataclass(frozen=True, eq=False)
class Passed(Mapping[str, Sides]):
    """Who stood where, found when it is first asked for, because a log is played again for it and
    few questions need it."""

    ask: Callable[[], Mapping[str, Stood]]
    marked: frozenset[str]

    @cached_property
    def found(self) -> dict[str, Sides]:
        """By hex, without those on which a marker of control lies and nobody came since."""
        return {
            name: stood.sides
            for name, stood in self.ask().items()
            if stood.later or name not in self.marked
        }

    def __getitem__(self, name: str) -> Sides:
        return self.found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __reduce__(self) -> tuple[type, tuple[dict[str, Sides]]]:
        return dict, (self.found,)  # because a log that is being played goes to no other process


def told_of_passing(position: Position, ask: Callable[[], Mapping[str, Stood]]) -> Position:
    """A position with who stood where, as it will be asked for."""
    return replace(position, passed=Passed(ask, position.marked))


def contradicted(position: Position, stood: Mapping[str, Stood]) -> Iterator[str]:
    """A remark for each marker that names another side than the last to stand there."""
    for name in sorted(position.marked & stood.keys()):
        (*_, last), later = stood[name]
        if last != position.control.get(name) and not position.side_at(name):
            said = MARKER_BEFORE if later else MARKER_AND_LOG
            yield Saying(said, hex=name, other=position.game.sides[last].name)


@dataclass
class Entries:
    """Who stood where in a log, read as far as it was asked for, by what the viewer saw at each
    step."""

    replay: Replay
    reading: Callable[[GameState, Memo], TableReading]
    _memo: Memo = field(default_factory=Memo)
    _standing: Standing = field(default_factory=Standing)
    _at: dict[str, Place] = field(default_factory=dict)
    _hex: dict[str, str] = field(default_factory=dict)
    _read: int = -1
    _lock: Lock = field(default_factory=Lock)

    def until(self, step: int) -> dict[str, Stood]:
        """Hex -> who stood there up to a step."""
        with self._lock:
            self._read_on(step)
            return self._standing.until(step)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been read yet."""
        return self._read < 0

    def read_to(self, step: int) -> None:
        """Read up to a step, whose state will be asked for."""
        with self._lock:
            self._read_on(step, keep=True)

    def _read_on(self, step: int, *, keep: bool = False) -> None:
        if self._read < 0:
            first = self.replay.first
            self._enter(0, first, first.pieces)
            self._read = 0
        if step <= self._read:
            return
        for turnover in self.replay.turnovers(self._read + 1, step, keep=keep):
            self._take(turnover)
            self._read = turnover.step.number

    def _take(self, turnover: Turnover) -> None:
        step, touched = turnover.step, turnover.touched.pieces
        undone = any(isinstance(command, Undo) for command in step.commands)
        self._enter(step.number, turnover.after, touched, undone)
        laid = [id_ for id_ in touched if turnover.acts_on(id_)]
        self._lay(step.number, turnover.after, laid, undone)
        if any(isinstance(command, Turn) for command in step.commands):
            self._standing.turn(step.number)

    def _enter(
        self, step: int, state: GameState, pieces: Iterable[str], undone: bool = False
    ) -> None:
        reading: TableReading | None = None
        for id_ in self._elsewhere(state, pieces):
            reading = reading or self.reading(state, self._memo)
            stands, before = reading.stands(state.pieces[id_]), self._hex.pop(id_, "")
            if undone and before != (back := stands[0] if stands else ""):
                self._standing.take_back(id_, before, back)
            if stands is not None:
                self._hex[id_] = stands[0]
                self._standing.enter(step, id_, *stands)

    def _lay(self, step: int, state: GameState, pieces: Iterable[str], undone: bool) -> None:
        """Note the markers of control among some pieces that a step touches."""
        reading: TableReading | None = None
        for piece in filter(None, map(state.pieces.get, pieces)):
            reading = reading or self.reading(state, self._memo)
            if (name := reading.marks(piece)) is None:
                continue
            if undone:
                self._standing.take_up(name)
            else:
                self._standing.lay(step, name)

    def _elsewhere(self, state: GameState, pieces: Iterable[str]) -> Iterator[str]:
        """Those of some pieces that lie elsewhere than they lay, or that nobody saw stand."""
        for id_ in pieces:
            at = state.place(id_) if id_ in state.pieces else None
            if at is None:
                self._at.pop(id_, None)
                self._hex.pop(id_, None)
            elif self._at.get(id_) != at or id_ not in self._hex:
                self._at[id_] = at
                yield id_
