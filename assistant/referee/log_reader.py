"""Reads the steps of a log, each with the position before and after it and what it did to units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from assistant.binding import Record
from assistant.position import Position, Unit
from assistant.reading.memo import Memo
from assistant.reading.pieces import TURN_TRACK
from assistant.reading.positions import TableReading
from assistant.reading.state import odd_turn
from assistant.referee.moments import Moment, Shift
from assistant.referee.rereading import TOUCHED, Rereading
from builder.game import carriers
from builder.saying import shortened
from builder.vassal.answers import Answers, may_hide
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
from builder.vassal.errors import RIGHT, VassalFileError, naming
from builder.vassal.markup import line_without_tags
from builder.vassal.replay import Turnover
from builder.vassal.state import GameState
from builder.vassal.trait_answers import own_property

_DIE = re.compile(r"_result\Z")
ENDLESS = "its steps ask for more work than those of any game"
BESIDE = "beside the map"


@dataclass
class Reader:
    """Reads the steps of one log. Only what a step touches is read anew; what may change more than
    units (markers of state, control) has the whole table read. `start` is the step behind which it
    begins."""

    record: Record
    viewer: str = ""
    start: int = 0
    odd_turns: list[tuple[int, str]] = field(default_factory=list)
    """The steps that put the turn counter where the game has no turn, and where."""
    _units: dict[str, Unit] = field(default_factory=dict)
    _memo: Memo = field(default_factory=Memo)
    _position: Position | None = None
    _rereading: Rereading = field(default_factory=Rereading)

    @property
    def position(self) -> Position:
        """The position after the steps that were read."""
        if self._position is None:
            state = self.record.replay.state(self.start)
            self._reading(state).check()
            self._whole(state, self.start)
            self._note_turn(self.start, state)
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
            draws=tuple(self._crossed(turnover, turnover.before, turnover.after)),
            returns=tuple(self._crossed(turnover, turnover.after, turnover.before)),
            decks=self._decks(turnover),
            laid=frozenset(self._laid(turnover)),
            deeds=_is_seen_to_act(turnover, self._eyes),
            astray=_is_astray(turnover),
            torn=_is_torn(turnover, partial(self._sees, turnover.before)),
        )

    def _sees(self, state: GameState, id_: str) -> bool:
        """Whether the viewer sees that a piece is there."""
        return self._eyes(state).sees(state.pieces[id_])

    def _eyes(self, state: GameState) -> Answers:
        # a reading of its own, because one keeps what it found of a piece
        return self.record.reading(state, self.viewer).answers

    def _crossed(self, turnover: Turnover, held: GameState, free: GameState) -> Iterator[str]:
        """The decks in which a piece lies in one state of a step, and in the other in none."""
        for id_ in turnover.touched.pieces:
            if id_ not in held.pieces or id_ not in free.pieces:
                continue
            deck = held.deck_of(id_)
            if deck is not None and free.deck_of(id_) is None and self._sees(held, id_):
                yield deck.name

    def _decks(self, turnover: Turnover) -> dict[str, int]:
        """What each deck holds that the viewer sees; nothing where the turn does not go on, because
        nobody asks then."""
        if not any(isinstance(command, Turn) for command in turnover.step.commands):
            return {}
        state = turnover.after
        groups = (group for group in state.groups.values() if group.kind == "deck")
        return {
            deck.name: len(deck.members)
            for deck in groups
            if deck.members and self._sees(state, deck.members[-1])
        }

    def _shifts(self, turnover: Turnover, old: dict[str, Unit]) -> tuple[Shift, ...]:
        state, commands = turnover.after, turnover.step.commands
        if self._is_wide(turnover):
            self._whole(state, turnover.step.number)
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
        if any(isinstance(command, Turn) for command in commands):
            self._note_turn(turnover.step.number, state)
        return tuple(
            self._shift(turnover, id_, old)
            for id_ in changed
            if (unit := old.get(id_) or self._units.get(id_)) and not self._flies(unit)
            if old.get(id_) != self._units.get(id_) or turnover.acts_on(id_)
        )

    def _note_turn(self, step: int, state: GameState) -> None:
        if odd := odd_turn(self.record.game.definition, [*state.turns.values()]):
            self.odd_turns.append((step, odd))

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
        hidden = self._is_hidden(turnover, id_)
        after = self._units.get(id_)
        before = old.get(id_)
        if after and (before is None or before.hex == TURN_TRACK):
            before = self._waiting(turnover.before, after, id_) or before
        piece = turnover.before.pieces.get(id_)
        tired = piece is not None and own_property(piece, "Moved") == "true"
        named = self._is_named(turnover, id_)
        return Shift(id_, before, after, hidden, joins, leaves, tired, named)

    def _is_named(self, turnover: Turnover, id_: str) -> bool:
        """Whether the chat of a step says the name of a piece, as VASSAL's reports of moves do: of
        a stack they name all that lies in it."""
        if not (self.viewer and turnover.step.chat):
            return False
        for state in (turnover.before, turnover.after):
            piece = state.pieces.get(id_)
            # a reading of its own, because it looks back
            name = "" if piece is None else self.record.reading(state, self.viewer).named(piece)
            if name and any(name in line_without_tags(line) for line in turnover.step.chat):
                return True
        return False

    def _laid(self, turnover: Turnover) -> Iterator[str]:
        """The hexes in which the markers of control lie that a step touches."""
        state = turnover.after
        for id_ in turnover.touched.pieces:
            piece = state.pieces.get(id_)
            if piece is None or not turnover.acts_on(id_):
                continue
            reading = self._reading(state)
            if not reading.answers.sees(piece) or reading.answers.is_masked(piece):
                continue
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

    def _is_hidden(self, turnover: Turnover, id_: str) -> bool:
        """Whether a unit that is not seen any more may still lie on the table, masked or unseen. Of
        one that can be hidden nobody is to learn that it was not."""
        was, piece = (state.pieces.get(id_) for state in (turnover.before, turnover.after))
        if id_ in self._units:
            return False
        if piece is None:
            return was is not None and may_hide(was)
        reading = self._reading(turnover.after)
        return reading.answers.is_masked(piece) or not reading.answers.sees(piece)

    def _is_wide(self, turnover: Turnover) -> bool:
        if turnover.touched.names or any(map(_is_state, turnover.step.commands)):
            return True
        before, after = turnover.before, turnover.after
        if before.seats != after.seats and before.alone != after.alone:
            return True  # what a player hides for himself goes with him
        if self._memo.passwords is not after.passwords:
            return True  # a name may hold one
        reading = self._reading(turnover.after)
        alike = {unit.counter for unit in self._units.values() if "#" in unit.id}
        for id_ in turnover.touched.pieces:
            if turnover.leaves_alone(id_) or self._is_silent(turnover, id_):
                continue
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
        self._counts(TOUCHED * len(turnover.touched.pieces), turnover.step.number)
        reading = self._reading(state)
        for id_ in _from_below(turnover):
            piece = state.pieces.get(id_)
            unit = reading.unit(piece) if piece is not None else None
            known = self._units.get(id_)
            if unit is None:
                self._units.pop(id_, None)
                continue
            if known is not None and known.hex != unit.hex:
                del self._units[id_]  # to lie on top
            self._units[id_] = unit
        if turnover.touched.pieces:
            self._position = self.position.with_units(self._units.values())
        return list(turnover.touched.pieces)

    def _whole(self, state: GameState, step: int) -> None:
        self._counts(len(state.pieces), step)
        reading = self._reading(state)
        with naming(self.record.path):
            # Of battles the referee knows more: whoever fights twice is told at the second one.
            self._position = replace(reading.position(), fought=frozenset())
        self._units = {reading.piece_of[unit.id]: unit for unit in self._position.units}

    def _counts(self, pieces: int, step: int) -> None:
        """Count pieces that a step has read; VassalFileError if the log asks for too many."""
        if self._rereading.too_much(pieces, step, self.record.steps):
            raise VassalFileError(self.record.path, ENDLESS, RIGHT)

    def _reading(self, state: GameState) -> TableReading:
        return self.record.reading(state, self.viewer, self._memo)


def _is_seen_to_act(turnover: Turnover, eyes_on: Callable[[GameState], Answers]) -> bool:
    """Whether a viewer sees a step move, change, add or take off a piece. What is done to one that
    he does not see, or under a mask, is nothing to him, not even that a step did it."""
    named = turnover.acted_on
    if not named:
        return False
    states = turnover.before, turnover.after
    eyes = [eyes_on(state) for state in states]

    def changes(id_: str) -> bool:
        there = [
            (state.pieces[id_], one)
            for state, one in zip(states, eyes, strict=True)
            if id_ in state.pieces
        ]
        seen = [one.sees(piece) for piece, one in there]
        if len(seen) < 2 or not all(seen):
            return any(seen)
        before, after = states
        return before.place(id_) != after.place(id_) or not all(
            one.is_masked(piece) for piece, one in there
        )

    return any(map(changes, named))


def _from_below(turnover: Turnover) -> list[str]:
    """The pieces that a step touches, as they lie after it: what is moved comes to lie on top, of a
    stack the lowest first."""
    state = turnover.after

    def height(id_: str) -> tuple[tuple[int, int], int]:
        if id_ not in state.pieces:
            return (0, 0), 0
        group = state.group_of(id_)
        return state.order.get(id_ if group is None else group.id, (0, 0)), state.stack_position(
            id_
        )[0]

    return sorted(turnover.touched.pieces, key=height)


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


def _is_torn(turnover: Turnover, sees: Callable[[str], bool]) -> bool:
    """Whether a step moves a piece that the viewer sees from where it does not lie, as when steps
    before it are missing, doubled or in another order: a move tells whence it came."""
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
        whence = command.old_map, command.old_x, command.old_y
        if (at.map, at.x, at.y) != whence and sees(command.id):
            return True
    return False


def _is_state(command: Command) -> bool:
    """Whether a command changes a state variable of the game, or the scenario."""
    prefixes = (carriers.state_property(""), carriers.SCENARIO_PROPERTY)
    return isinstance(command, (PropertyChange, GlobalProperty)) and command.name.startswith(
        prefixes
    )


_NO_DIE = 10
"""Figures that no die shows; thousands of them are no number to Python either."""


def _dice(commands: Sequence[Command]) -> Iterator[int]:
    """What the dice of a step show, as the module's own property has it: a total, or each die."""
    for command in commands:
        if isinstance(command, PropertyChange) and _DIE.search(command.name):
            words = re.findall(r"-?\d+", command.new)[:20]
            yield from (int(word) for word in words if len(word) < _NO_DIE)


def _said(line: str) -> str:
    return shortened(line_without_tags(line).strip())


def _battle(state: GameState, id_: str) -> tuple[str, str]:
    piece = state.pieces.get(id_)
    if piece is None:
        return "", ""
    number = own_property(piece, carriers.BATTLE_PROPERTY) or ""
    return (number, own_property(piece, carriers.ROLE_PROPERTY) or "") if number else ("", "")
