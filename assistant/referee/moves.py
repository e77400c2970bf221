"""Moves, judged: what a phase saw of one unit, its small hops taken together as one move."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.position import Position, Unit
from assistant.questions.answers import Moves, as_json
from assistant.questions.protocol import HasShortWay, QuestionError, Rules, TellsOfHexes
from assistant.questions.reasons import Reason
from assistant.referee.arriving import judge_arrival, wrongly
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.course import Course, Hop, Hops
from assistant.referee.verdicts import LAWFUL, Finding, unknown, unlawful

NOT_ITS_PHASE = "{unit} is {side}, and in the phase {phase} the other side moves."
NOT_HERE = "In the phase {phase} units do not move, and no battle sent {unit} from {hex}."
TOO_FAR = "{hex} is not within reach of {unit} from {start}."
NO_MOVE = "{unit} cannot move in this phase."
NOT_TOLD = "Kessel does not know how {unit} may come from {start} to {hex}: {why}"
COVERED = (
    "{unit} lies under others, where the side {viewer} may not look: its way from {start} to {hex} "
    "is not judged."
)
NO_WAY_TOLD = "The rules that Kessel knows name no move from {start} to {hex} in this phase."
MOST_INSTEAD = 8


@dataclass(frozen=True)
class Journey:
    """Hops of one unit within a phase, so many of `hops` from place `at` on, whose steps have these
    `numbers`. `start` and `end` are the unit before and after."""

    piece: str
    hops: Sequence[Hop] = field(repr=False)
    numbers: Sequence[int] = field(repr=False)
    at: int = 0
    count: int = 1

    @property
    def first(self) -> Hop:
        return self.hops[self.at]

    @property
    def last(self) -> Hop:
        return self.hops[self.at + self.count - 1]

    @property
    def start(self) -> Unit:
        found = self.first.shift.before
        assert found is not None
        return found

    @property
    def end(self) -> Unit:
        found = self.last.shift.after
        assert found is not None
        return found

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of its steps."""
        return tuple(self.numbers[self.at : self.at + self.count])

    def before(self, number: int) -> Journey | None:
        """As far as it goes before a step; None if it begins with it or later."""
        end = self.at + self.count
        stop = bisect_left(self.numbers, number, self.at, end)
        return replace(self, count=stop - self.at) if stop > self.at else None


def journeys(course: Course, pieces: Iterable[str] | None = None) -> Iterator[Journey]:
    """The hops of each unit, taken together; of some pieces alone if they are named. An arrival is
    a journey of its own: where a unit comes in is one question, how far it then goes another. Who
    is laid beside the map and put on it again has not arrived."""
    for piece in [*course.hops] if pieces is None else course.hopped(pieces):
        hops = course.hops[piece]
        for at, end in _parted(hops):
            if at == end:
                continue
            journey = Journey(piece, hops.all, hops.numbers, at, end - at)
            if journey.first.shift.before is not None and journey.last.shift.after is not None:
                yield journey


def _parted(hops: Hops) -> Iterator[tuple[int, int]]:
    """The hops of a unit that were on the map from the first to the last, or came onto it for the
    last time, and those behind, as places; none of a unit that came onto it and left it again."""
    board = hops.all[0].moment.before.board
    first, end = hops.all[0].shift.before, len(hops.all)
    if first is not None and first.hex in board:
        if hops.on:
            yield 0, hops.on[-1] + 1  # because how it left then is another question
        return
    if not (hops.on and hops.on[-1] == end - 1 and hops.comes):
        return
    # from where it waited for the last time: a slip beside the map afterwards is none
    at = hops.waits[-1] if hops.waits else hops.comes[-1 if first is None else 0]
    yield at, at + 1
    yield at + 1, end


def judge_move(rules: Rules, journey: Journey, last: Position) -> Finding:
    """Whether a journey is a lawful move. `last` is the position in which the phase ends.

    It is judged as if it were made at its first hop, at its last, or when all other units of the
    phase had already moved: players move in any order, and only what is unlawful in all three is
    called so.
    """
    start, end = journey.start, journey.end
    if start.hex == end.hex:
        return LAWFUL
    first = journey.first.moment.before
    off = start.hex not in first.board
    found = _judged(rules, first, start, end.hex, off)
    if found.verdict == "lawful":
        return found
    tried = found
    asked = [first]
    for position in (journey.last.moment.before, last):
        other = _with(position, journey, start, first)
        if any(_same_table(other, one) for one in asked):
            continue
        asked.append(other)
        again = _judged(rules, other, replace(start, id=_id(other, start)), end.hex, off)
        if again.verdict == "lawful":
            return again
        if again.verdict == "unknown":
            tried = again
    return found if tried.verdict == found.verdict else tried


def _with(position: Position, journey: Journey, start: Unit, first: Position) -> Position:
    """A later position with the unit where it set out from, in the phase in which it did."""
    end = journey.end.id
    units = [replace(start, id=u.id) if u.id == end else u for u in position.units]
    moved = position.with_units(units)
    return replace(moved, turn=first.turn, phase=first.phase)


def _same_table(one: Position, other: Position) -> bool:
    """Whether the same units lie in the same places, so that the same is lawful."""
    return (one.by_id, one.control, one.state) == (other.by_id, other.control, other.state)


def _id(position: Position, unit: Unit) -> str:
    alike = (u.id for u in position.units if u.counter == unit.counter and u.hex == unit.hex)
    return unit.id if unit.id in position.by_id else next(alike, unit.id)


def _judged(rules: Rules, position: Position, unit: Unit, goal: str, off: bool) -> Finding:
    game = position.game
    phase = game.definition.phase_of(position.phase)
    if phase is not None and not off:
        named = phase.called
        kind = kind_of(game, phase.id)
        if phase.side and unit.side != phase.side and kind == "movement":
            side = game.sides[unit.side].name
            return unlawful(
                rule_of(game, "sequence"), NOT_ITS_PHASE, unit=unit.shown, side=side, phase=named
            )
        if kind == "combat":
            return unlawful(
                rule_of(game, "sequence"), NOT_HERE, unit=unit.shown, phase=named, hex=unit.hex
            )
    if off and (wrong := wrongly(position, unit, goal)) is not None:
        return wrong
    if off and game.rules is None and (told := judge_arrival(rules, position, unit, goal)):
        return told
    if unit.id not in position.by_id:  # it waits in a place that is no part of the position
        position = position.with_units([*position.units, unit])
    seen = rules.visible(position)
    if unit.id not in seen.by_id:
        viewer = game.sides[position.viewer].name
        return unknown(COVERED, unit=unit.shown, viewer=viewer, start=unit.hex, hex=goal)
    try:
        if isinstance(rules, HasShortWay) and rules.leads(seen, unit.id, goal):
            return LAWFUL
        answer = rules.moves(seen, unit.id)
    except QuestionError as error:
        return unknown(NOT_TOLD, unit=unit.shown, start=unit.hex, hex=goal, why=str(error))
    return reached(answer, position, unit, goal, off)


def reached(answer: Moves, position: Position, unit: Unit, goal: str, off: bool) -> Finding:
    """What an answer to the question of moves says of one goal."""
    game = position.game
    ends = {found.hex: found for found in answer.reach}
    if goal in ends:
        return LAWFUL
    if is_mentioned(answer.extra, goal):
        return unknown(NO_WAY_TOLD, start=unit.hex, hex=goal)
    refused = next((no for no in answer.refused if no.hex == goal), None)
    if refused is not None:
        return unlawful(refused.rule, refused.text, _instead(position, answer, goal))
    if answer.reach:
        return unlawful(
            rule_of(game, "arrivals" if off else "movement"),
            TOO_FAR,
            _instead(position, answer, goal),
            unit=unit.shown,
            start=unit.hex,
            hex=goal,
        )
    if off:
        why = str(answer.because[-1].text) if answer.because else ""
        return unknown(NOT_TOLD, unit=unit.shown, start=unit.hex, hex=goal, why=why)
    if (bar := _bar_of(answer)) is not None:
        return unlawful(bar.rule, bar.text)
    if kind_of(game, position.phase) in ("movement", "both"):
        rule = rule_of(game, "movement")
        if answer.allowance > 0:
            return unlawful(rule, TOO_FAR, unit=unit.shown, start=unit.hex, hex=goal)
        return unlawful(rule, NO_MOVE, unit=unit.shown)
    return unknown(NO_WAY_TOLD, start=unit.hex, hex=goal)


def _bar_of(answer: Moves) -> Reason | None:
    """What keeps a unit that can go nowhere from moving at all: the last of its reasons, where it
    has no points, or where this closes each of the hexes beside it. Else they are notes."""
    if not answer.because:
        return None
    last = answer.because[-1]
    closed = {(no.rule, no.text) for no in answer.refused}
    bars = answer.allowance <= 0 or last.code is not None or closed == {(last.rule, last.text)}
    return last if bars else None


def is_mentioned(extra: Mapping[str, Any], goal: str) -> bool:
    """Whether a further fact of an answer names a hex as a goal of another kind of move."""
    return any(
        fact.tell_of(goal) if isinstance(fact, TellsOfHexes) else goal in str(as_json(fact))
        for key in ("rail", "overruns", "onward", "relocation", "embark", "strategic", "actions")
        if (fact := extra.get(key)) is not None
    )


def _instead(position: Position, answer: Moves, goal: str) -> tuple[str, ...]:
    """The hexes in reach that lie nearest to the goal."""
    board = position.board
    names = [found.hex for found in answer.reach]
    if goal in board.grid:
        on = [name for name in names if name in board.grid]
        names = sorted(on, key=lambda name: (board.grid.distance(name, goal), name))
    return tuple(names[:MOST_INSTEAD])
