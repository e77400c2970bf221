"""A game as its logs tell it: each step with the position before and after it, and whose units
changed. What was undone is marked, so that nobody is judged for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import unescape

from assistant.binding import Record
from assistant.position import Position, Unit
from assistant.questions.reasons import Saying
from assistant.referee.joints import Joint, differs, find_joint, there
from assistant.table_memo import Memo
from assistant.table_pieces import TURN_TRACK
from assistant.table_reading import TableReading
from builder import limits
from builder.game import carriers
from builder.saying import sentence, shortened
from builder.vassal.commands import (
    AddPiece,
    ChangePiece,
    Command,
    GlobalProperty,
    MovePiece,
    PropertyChange,
    RemovePiece,
    Turn,
    Undo,
)
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.replay import Turnover
from builder.vassal.state import GameState
from builder.vassal.trait_answers import own_property

_DIE = re.compile(r"_result\Z")
_MARKUP = re.compile(r"<[^>]*>")
_DEEDS = (AddPiece, RemovePiece, MovePiece, ChangePiece)
GAP = (
    "Between {one} and {other} something is missing: units stand elsewhere. "
    "Name all logs of the game, in the order in which they were played."
)
OVERLAP = (
    "{other} begins behind step {step} of {one}, in the midst of what was told already: steps that "
    "both tell count once."
)
TAKEN_UP = (
    "{other} goes on from step {step} of {one}, as if the game had been taken up there again: {n} "
    "{n|step|steps} behind it in the logs before {n|does|do} not count."
)
CUT = "{log} is judged up to step {n} only. {why}"
ENDLESS = "its steps ask for more work than those of any game"
ASTRAY = (
    "{log} moves pieces that are not on the table, in these steps: {some}. It was edited, or "
    "something is missing; those moves are not judged."
)
TORN = (
    "{log} moves pieces from where they do not lie, in these steps: {some}. Steps are missing, "
    "doubled or in another order; what follows them in their phases is not called unlawful."
)
MOSTLY_TORN = (
    "{log}: {n} of {m} moves begin where their pieces do not lie, as if steps were missing or in "
    "another order. It is judged as it stands."
)
MOST_TOLD = 10
NO_STEPS = "{log} has no steps, as a save has none: name a log (.vlog)."
BESIDE = "beside the map"
FAR_BACK = 200
"""Steps behind an undo among which the one is looked for that it takes back."""


@dataclass(frozen=True)
class Shift:
    """What a step did to one unit; `hidden` if it is still there and no longer to be seen. `piece`
    tells pieces apart over the whole game. `tired` tells that it bore VASSAL's Moved mark before
    the step. `battle` is number and role of the declared battle that it joins with this step,
    `left` the number of the one that it leaves."""

    piece: str
    before: Unit | None
    after: Unit | None
    hidden: bool = False
    battle: tuple[str, str] = ("", "")
    left: str = ""
    tired: bool = False

    @property
    def unit(self) -> Unit:
        """The unit, as it was if there was one."""
        found = self.before or self.after
        assert found is not None
        return found

    @property
    def moved(self) -> bool:
        """Whether it went from one place to another."""
        return bool(self.before and self.after and self.before.hex != self.after.hex)


@dataclass(frozen=True)
class Moment:
    """A step of a log. `number` counts over all logs of the game from 1, `step` within its own."""

    number: int
    log: str
    step: int
    chat: tuple[str, ...]
    dice: tuple[int, ...]
    before: Position = field(repr=False)
    after: Position = field(repr=False)
    shifts: tuple[Shift, ...] = ()
    undoes: bool = False
    undone: bool = False
    draws: tuple[str, ...] = ()
    """The decks from which something was drawn, by name."""
    returns: tuple[str, ...] = ()
    """The decks to which something came back."""
    laid: frozenset[str] = frozenset()
    """The hexes in which a marker of control was laid down."""
    deeds: bool = False
    """Whether it moves, changes, adds or takes off a piece of any kind."""
    astray: bool = False
    """Whether it moves or changes a piece that is not on the table."""
    torn: bool = False
    """Whether it moves a piece from where it does not lie, so that steps are missing before it."""
    part: int = 0
    """Which unbroken part of the game it belongs to: a new one begins behind each gap."""

    @property
    def turned(self) -> bool:
        """Whether turn or phase changed."""
        return (self.before.turn, self.before.phase) != (self.after.turn, self.after.phase)


@dataclass(frozen=True)
class History:
    """All steps of a game. `notes` say what is missing: gaps between logs, an end that is cut."""

    first: Position
    moments: tuple[Moment, ...]
    notes: tuple[str, ...] = ()

    @property
    def played(self) -> tuple[Moment, ...]:
        """The steps that count."""
        return tuple(m for m in self.moments if not (m.undone or m.undoes))


@dataclass
class Reader:
    """Reads the steps of one log. Only what a step touches is read anew; what may change more than
    units (markers of state, control) has the whole table read. `start` is the step behind which it
    begins."""

    record: Record
    viewer: str = ""
    start: int = 0
    _units: dict[str, Unit] = field(default_factory=dict)
    _memo: Memo = field(default_factory=Memo)
    _position: Position | None = None
    _reread: int = 0

    @property
    def position(self) -> Position:
        """The position after the steps that were read."""
        if self._position is None:
            state = self.record.replay.state(self.start)
            self._reading(state).check()
            self._whole(state)
            assert self._position is not None
        return self._position

    def moments(self, after: int = 0) -> Iterator[Moment]:
        """The steps of the log behind `after` that were not read yet."""
        assert self.position
        for turnover in self.record.replay.turnovers(after + 1):
            yield self.moment(turnover)

    def moment(self, turnover: Turnover) -> Moment:
        """One step, which follows those that were read."""
        before, old = self.position, dict(self._units)
        step = turnover.step
        shifts = self._shifts(turnover, old)
        assert self._position is not None
        return Moment(
            number=step.number,
            log=self.record.path.name,
            step=step.number,
            chat=tuple(filter(None, (_said(line) for line in step.chat))),
            dice=tuple(_dice(step.commands)),
            before=before,
            after=self._position,
            shifts=shifts,
            undoes=any(isinstance(command, Undo) for command in step.commands),
            draws=tuple(_draws(turnover)),
            returns=tuple(_returns(turnover)),
            laid=frozenset(self._laid(turnover)),
            deeds=any(isinstance(command, _DEEDS) for command in step.commands),
            astray=_is_astray(turnover),
            torn=_is_torn(turnover),
        )

    def _shifts(self, turnover: Turnover, old: dict[str, Unit]) -> tuple[Shift, ...]:
        state, commands = turnover.after, turnover.step.commands
        if self._is_wide(turnover):
            self._whole(state)
            changed = [p for p in {**old, **self._units} if old.get(p) != self._units.get(p)]
            found = {
                id_: state.pieces[id_] for id_ in turnover.touched.pieces if id_ in state.pieces
            }
            changed += [id_ for id_ in found if id_ in self._units and id_ not in changed]
        else:
            changed = self._touched(turnover)
            if any(isinstance(command, Turn) for command in commands):
                turn, phase = self._reading(state).turn()
                self._position = replace(self.position, turn=turn, phase=phase)
        return tuple(
            self._shift(turnover, id_, old)
            for id_ in changed
            if (unit := old.get(id_) or self._units.get(id_)) and not self._flies(unit)
        )

    def _flies(self, unit: Unit) -> bool:
        """Whether a unit is a marker of its module, as squadrons are: no rule of the ground judges
        how it comes and goes, and no log tells its missions."""
        game = self.position.game
        counter = game.counters.get(unit.counter)
        return (
            bool(counter and counter.kind == "marker") and unit.type in game.definition.units.types
        )

    def _shift(self, turnover: Turnover, id_: str, old: dict[str, Unit]) -> Shift:
        was, is_ = _battle(turnover.before, id_), _battle(turnover.after, id_)
        joins, leaves = (is_, was[0]) if was != is_ else (("", ""), "")
        hidden = self._is_hidden(turnover.after, id_)
        after = self._units.get(id_)
        before = old.get(id_)
        if after and (before is None or before.hex == TURN_TRACK):
            before = self._waiting(turnover.before, after, id_) or before
        piece = turnover.before.pieces.get(id_)
        tired = piece is not None and own_property(piece, "Moved") == "true"
        return Shift(id_, before, after, hidden, joins, leaves, tired)

    def _laid(self, turnover: Turnover) -> Iterator[str]:
        """The hexes in which the markers of control lie that a step touches."""
        state = turnover.after
        for id_ in turnover.touched.pieces:
            piece = state.pieces.get(id_)
            if piece is None:
                continue
            reading = self._reading(state)
            counter = reading.game.counters.get(reading.counter(piece))
            if own_property(piece, carriers.CONTROL_PROPERTY) or (counter and counter.holder):
                yield reading.answers.locator.hex(*state.place(id_)) or BESIDE

    def _waiting(self, state: GameState, after: Unit, id_: str) -> Unit | None:
        """A unit that comes onto the map, as it waited before in a place that is no part of the
        position, such as the space of a turn; None if it was not to be seen."""
        piece = state.pieces.get(id_)
        if piece is None:
            return None
        # its own memo, because it looks back
        reading = self.record.reading(state, self.viewer)
        if not reading.answers.sees(piece) or reading.answers.is_masked(piece):
            return None
        at = state.place(id_)
        zone = reading.answers.locator.zone(*at)
        place = zone if zone.startswith("turn ") else reading.answers.locator.hex(*at)
        return replace(after, hex=place or BESIDE)

    def _is_hidden(self, state: GameState, id_: str) -> bool:
        """Whether a unit that is not seen any more still lies on the table, masked or unseen."""
        piece = state.pieces.get(id_)
        if piece is None or id_ in self._units:
            return False
        reading = self._reading(state)
        return reading.answers.is_masked(piece) or not reading.answers.sees(piece)

    def _is_wide(self, turnover: Turnover) -> bool:
        if turnover.touched.names or any(map(_is_state, turnover.step.commands)):
            return True
        reading = self._reading(turnover.after)
        alike = {unit.counter for unit in self._units.values() if "#" in unit.id}
        for id_ in turnover.touched.pieces:
            if _is_same(turnover, id_) or self._is_silent(turnover, id_):
                continue  # because a stack that one leaves is touched with all that stay in it
            piece = turnover.after.pieces.get(id_) or turnover.before.pieces.get(id_)
            known = self._units.get(id_)
            if piece is None or not reading.is_unit(piece) or (known and known.counter in alike):
                return True
            if known is None and reading.counter(piece) in {u.id for u in self._units.values()}:
                return True
        return False

    def _is_silent(self, turnover: Turnover, id_: str) -> bool:
        """Whether a piece says nothing of the game, neither before a step nor after it."""
        states = [s for s in (turnover.before, turnover.after) if id_ in s.pieces]
        # a reading each, because one keeps what it found of a piece; none of its memo is asked
        return bool(states) and all(
            self.record.reading(state, self.viewer).is_silent(state.pieces[id_]) for state in states
        )

    def _touched(self, turnover: Turnover) -> list[str]:
        state = turnover.after
        reading = self._reading(state)
        for id_ in turnover.touched.pieces:
            piece = state.pieces.get(id_)
            unit = reading.unit(piece) if piece is not None else None
            known = self._units.get(id_)
            if unit is None:
                self._units.pop(id_, None)
                continue
            if known is not None and known.hex != unit.hex:
                del self._units[id_]  # what is moved comes to lie on top
            self._units[id_] = unit
        if turnover.touched.pieces:
            self._position = self.position.with_units(self._units.values())
        return list(turnover.touched.pieces)

    def _whole(self, state: GameState) -> None:
        self._reread += len(state.pieces)
        if self._reread > limits.REREAD:
            raise VassalFileError(self.record.path, ENDLESS, RIGHT)
        reading = self._reading(state)
        try:
            self._position = reading.position()
        except VassalFileError as error:
            raise error.at(self.record.path) from None
        self._units = {reading.piece_of[unit.id]: unit for unit in self._position.units}

    def _reading(self, state: GameState) -> TableReading:
        return self.record.reading(state, self.viewer, self._memo)


def _is_same(turnover: Turnover, id_: str) -> bool:
    """Whether a piece that a step touches is what it was, where it was."""
    before, after = turnover.before, turnover.after
    return (
        id_ in before.pieces
        and before.pieces[id_] == after.pieces.get(id_)
        and before.place(id_) == after.place(id_)
        and before.deck_of(id_) == after.deck_of(id_)
    )


def _draws(turnover: Turnover) -> Iterator[str]:
    """The decks that a piece left in a step, without coming into another one."""
    for id_ in turnover.touched.pieces:
        deck = turnover.before.deck_of(id_) if id_ in turnover.before.pieces else None
        stays = id_ in turnover.after.pieces and turnover.after.deck_of(id_) is None
        if deck is not None and stays:
            yield deck.name


def _returns(turnover: Turnover) -> Iterator[str]:
    """The decks that a piece came into in a step, without leaving another one."""
    for id_ in turnover.touched.pieces:
        deck = turnover.after.deck_of(id_) if id_ in turnover.after.pieces else None
        lay = id_ in turnover.before.pieces and turnover.before.deck_of(id_) is None
        if deck is not None and lay:
            yield deck.name


def _is_astray(turnover: Turnover) -> bool:
    """Whether a step moves or changes what neither lies on the table nor came with it, which no
    log does that VASSAL wrote and nobody edited."""
    before, after = turnover.before, turnover.after
    return any(
        not (command.id in before.pieces or command.id in before.groups)
        and not (command.id in after.pieces or command.id in after.groups)
        and command.id not in {c.id for c in turnover.step.commands if isinstance(c, AddPiece)}
        for command in turnover.step.commands
        if isinstance(command, MovePiece | ChangePiece)
    )


def _is_torn(turnover: Turnover) -> bool:
    """Whether a step moves a piece from where it does not lie, as when steps before it are missing,
    doubled or in another order: a move tells whence it came."""
    before, moved = turnover.before, set[str]()
    for command in turnover.step.commands:
        if isinstance(command, AddPiece | RemovePiece) and command.id:
            moved.add(command.id)
        if not isinstance(command, MovePiece) or command.id in moved:
            continue
        moved.add(command.id)
        if command.id not in before.pieces:
            continue
        if not (command.old_map and (command.old_x or command.old_y)):
            continue  # because some programs that write logs leave it out
        at = before.place(command.id)
        if (at.map, at.x, at.y) != (command.old_map, command.old_x, command.old_y):
            return True
    return False


def _is_state(command: Command) -> bool:
    """Whether a command changes a state variable of the game, or the scenario."""
    prefixes = (carriers.state_property(""), carriers.SCENARIO_PROPERTY)
    return isinstance(command, (PropertyChange, GlobalProperty)) and command.name.startswith(
        prefixes
    )


def _dice(commands: Sequence[Command]) -> Iterator[int]:
    """What the dice of a step show, as the module's own property has it: a total, or each die."""
    for command in commands:
        if isinstance(command, PropertyChange) and _DIE.search(command.name):
            yield from (int(word) for word in re.findall(r"-?\d+", command.new)[:20])


def _said(line: str) -> str:
    return shortened(unescape(_MARKUP.sub("", line)).strip())


def _battle(state: GameState, id_: str) -> tuple[str, str]:
    piece = state.pieces.get(id_)
    if piece is None:
        return "", ""
    number = own_property(piece, carriers.BATTLE_PROPERTY) or ""
    return (number, own_property(piece, carriers.ROLE_PROPERTY) or "") if number else ("", "")


Progress = Callable[[int, int], None]
"""Told how many steps are read, of how many."""


def history_of(
    records: Sequence[Record], viewer: str = "", progress: Progress | None = None
) -> History:
    """The history of one game from its logs, in order. Logs of several games are the caller's to
    refuse."""
    read, whole = 0, sum(record.steps for record in records)
    moments: list[Moment] = []
    notes: list[str] = []
    first: Position | None = None
    part = 0
    for record in records:
        notes += [Saying("{log}: {note}", log=record.path.name, note=n) for n in record.notes]
        reader = Reader(record, viewer)
        start = reader.position
        fresh: list[Moment] = []
        cut: list[str] = []
        try:
            for moment in reader.moments():
                fresh.append(moment)
                if progress is not None:
                    progress(read + len(fresh), whole)
        except VassalFileError as error:
            done = fresh[-1].step if fresh else 0
            cut = [Saying(CUT, log=record.path.name, n=done, why=sentence(error.what))]
        read += record.steps
        if first is None:
            first = start
        else:
            joint = find_joint(moments, first, start, fresh)
            if joint is None and differs(moments[-1].after if moments else first, start):
                part += 1
                last = moments[-1].log if moments else records[0].path.name
                notes.append(Saying(GAP, one=last, other=record.path.name))
            elif joint is not None:
                notes.append(_overlapping(moments, records[0].path.name, record.path.name, joint))
                moments = joint.kept(moments)
                fresh = fresh[joint.known :]
        notes += cut
        for moment in fresh:
            moments.append(replace(moment, number=len(moments) + 1, part=part))
        astray = [m.step for m in moments if m.log == record.path.name and m.astray]
        if astray:
            some = ", ".join(map(str, astray[:MOST_TOLD])) + (", …" if astray[MOST_TOLD:] else "")
            notes.append(Saying(ASTRAY, log=record.path.name, some=some))
        moments, torn = _sound(moments, record.path.name)
        notes += torn
        if record.steps == 0:
            notes.append(Saying(NO_STEPS, log=record.path.name))
    assert first is not None, "a game has at least one log"
    return History(first, tuple(without_undone(moments)), tuple(notes))


def _overlapping(moments: Sequence[Moment], first: str, other: str, joint: Joint) -> Saying:
    """What is to be said of a log that begins within those before it."""
    at = moments[joint.at] if joint.at >= 0 else None
    one, step = (at.log, at.step) if at is not None else (first, 0)
    if not joint.left:
        return Saying(OVERLAP, one=one, other=other, step=step)
    return Saying(TAKEN_UP, one=one, other=other, step=step, n=joint.left)


def _sound(moments: list[Moment], log: str) -> tuple[list[Moment], list[str]]:
    """The steps, those of a log no more called torn where most of it is: then it is the log that
    tells nothing of whence its moves come. And what is to be said of it."""
    mine = [m for m in moments if m.log == log]
    torn = [m.step for m in mine if m.torn]
    if not torn:
        return moments, []
    moved = sum(any(shift.moved for shift in m.shifts) or m.torn for m in mine)
    if len(torn) > 2 and 2 * len(torn) > moved:
        kept = [replace(m, torn=False) if m.log == log else m for m in moments]
        return kept, [Saying(MOSTLY_TORN, log=log, n=len(torn), m=moved)]
    some = ", ".join(map(str, torn[:MOST_TOLD])) + (", …" if torn[MOST_TOLD:] else "")
    return moments, [Saying(TORN, log=log, some=some)]


def _repeats(undo: Moment, one: Moment) -> bool:
    """Whether an undo says the lines of a step; one without words may be of any without words."""
    if not undo.chat:
        return True
    return any(told.endswith(line) for told in undo.chat for line in one.chat)


def without_undone(moments: Sequence[Moment]) -> list[Moment]:
    """The steps, those marked that an undo took back.

    An undo in VASSAL takes back the last step of its player, which need not be the last of all: the
    step is the newest whose changes it turns round. One that turns round nothing on the map repeats
    what the step said: it may be a line that only others heard, such as Kessel's own in a room.
    """
    found = list(moments)
    for at, moment in enumerate(found):
        if not moment.undoes:
            continue
        backward = {s.piece: (there(s.after), there(s.before)) for s in moment.shifts}
        for earlier in range(at - 1, max(-1, at - FAR_BACK), -1):
            one = found[earlier]
            if one.part != moment.part:
                break
            if one.undone or one.undoes:
                continue
            done = {s.piece: (there(s.before), there(s.after)) for s in one.shifts}
            turns = (moment.before.turn, moment.before.phase) == (one.after.turn, one.after.phase)
            if not (moment.shifts or moment.turned or _repeats(moment, one)):
                continue
            if done == backward and (not one.turned or (turns and moment.turned)):
                found[earlier] = replace(one, undone=True)
                break
    return found
