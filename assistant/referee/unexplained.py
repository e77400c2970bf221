"""Units that appear, go off the map, or lose or regain steps where no battle and no move says why:
which of these a step of the log is, and when nobody is accused of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from assistant.planning.outlook import steps_left
from assistant.position import Position, Unit
from assistant.questions.protocol import Rules
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.course import Hop
from assistant.referee.late import Fought, Left
from assistant.referee.leaving import APPEARED, Comers, judge_appearing, judge_leaving
from assistant.referee.mending import NO_GAIN, judge_gain
from assistant.referee.moments import Moment, Shift
from assistant.referee.moves import Journey, judge_move
from assistant.referee.phases import Segment
from assistant.referee.verdicts import LAWFUL, Finding, Subject, Verdict, placed, unknown, unlawful

NO_LOSS = "{unit} loses {n} {n|step|steps} in {hex}, and no battle explains it."
PUT_BACK = (
    "{unit} was taken off the map in {hex} and put down in {goal}: how it came there is not judged."
)
DOUBLE = "{unit} lay twice in {hex}, and one of the two was taken off."
CLONED = "{unit} was put into {hex}, where it lies already: which of the two counts is not known."


def judge_unexplained(
    rules: Rules,
    segment: Segment,
    battles: Sequence[LoggedBattle],
    before: Fought,
    fresh: Moment | None = None,
) -> Iterator[Verdict]:
    """Units that appear, are lost or mended where no battle and no move says why, in all steps of
    a phase or in a `fresh` one."""
    fought = _first_rolls(battles)
    comers, left = Comers(rules), Left(before, segment.earlier)
    course, board = segment.course, segment.first.board
    back = course.put_back
    for moment in segment.moments if fresh is None else (fresh,):
        for shift in moment.shifts:
            rolled = fought.get(shift.piece, fought.get(shift.unit.counter))
            if shift.hidden:
                continue
            if rolled is not None and moment.number >= rolled and shift.before is not None:
                continue
            hop = Hop(moment, shift)
            if course.is_set_right(shift.piece, board) or course.is_passing(hop, board):
                continue
            if shift.piece in back and (shift.before is None or shift.after is None):
                if shift.before is None:
                    yield _of_one_put_back(rules, segment, moment, back[shift.piece], shift)
                continue
            course.asked(moment.before)
            if (told := _other(rules, comers, left, segment, moment, shift)) is not None:
                yield told if rolled is None else _before_a_roll(told)


def _first_rolls(battles: Sequence[LoggedBattle]) -> dict[str, float]:
    """The step of the first roll of each unit that fought, by its piece, or by its counter where
    that is not known; without end where nobody rolled for it."""
    found: dict[str, float] = {}
    for battle in battles:
        number = battle.moment.number if battle.die is not None else inf
        for id_, piece in battle.pieces.items():
            unit = battle.position.by_id.get(id_)
            key = piece or (unit.counter if unit is not None else "")
            if key:
                found[key] = min(number, found.get(key, inf))
    return found


def _before_a_roll(one: Verdict) -> Verdict:
    """What befell a unit before the dice of its battle: nobody is accused, because dice may have
    been rolled elsewhere."""
    if one.verdict != "unlawful" or one.subject not in ("loss", "recovery", "departure"):
        return one
    return replace(one, verdict="unknown", rule="", instead=())


def _of_one_put_back(
    rules: Rules, segment: Segment, moment: Moment, gone: Hop, shift: Shift
) -> Verdict:
    """A unit that was taken off the map and laid down again: nothing if it lies where it lay, a
    move if one leads there."""
    left, before, after = gone.moment, gone.shift.before, shift.after
    assert before is not None
    assert after is not None
    finding = unknown(PUT_BACK, unit=before.shown, hex=before.hex, goal=after.hex)
    if before.step == after.step:
        hop = Shift(gone.shift.piece, before, after)
        if before.hex == after.hex:
            finding = LAWFUL
        elif before.hex in moment.before.board:
            told = judge_move(
                rules, Journey(hop.piece, [Hop(left, hop)], [left.number]), segment.last
            )
            finding = told if told.verdict == "lawful" else finding
    return placed(
        finding,
        "entry",
        moment,
        side=after.side,
        unit=after.id,
        name=after.shown,
        start=before.hex,
        end=after.hex,
        steps=tuple(sorted({left.number, moment.number})),
    )


def _other(
    rules: Rules, comers: Comers, left: Left, segment: Segment, moment: Moment, shift: Shift
) -> Verdict | None:
    """A unit that appears, leaves the map, or lost or gained steps; None for what is none of it."""
    before, after, board = shift.before, shift.after, moment.before.board
    if before is None:
        return (
            _entry(comers, segment, moment, shift, after) if after and after.hex in board else None
        )
    if after is None and _replacement(moment, before):
        return None  # because it is told of the one that took its place
    if before.hex not in board:
        return None
    if after is None or after.hex not in board:
        return _departure(rules, left, segment, moment, shift, before)
    return _change_of_steps(left, segment, moment, shift, before, after)


def _who(moment: Moment, unit: Unit) -> dict[str, Any]:
    """Whom a verdict on one step is about."""
    named = {"side": unit.side, "unit": unit.id, "name": unit.shown}
    return {**named, "steps": (moment.number,)}


def _entry(comers: Comers, segment: Segment, moment: Moment, shift: Shift, after: Unit) -> Verdict:
    """A unit that lies on the map where none lay."""
    other, was_ever = _replaced(moment, after), _was_ever(segment, shift)
    finding = judge_appearing(comers, moment.before, after, other, was_ever)
    if finding.verdict == "lawful":
        finding = _come_again(segment, after) or finding
    if finding.verdict == "unlawful" and is_double(moment.after, after):
        finding = unknown(CLONED, unit=after.shown, hex=after.hex)
    if finding.verdict == "unlawful" and finding.says(APPEARED):
        finding = _from_before(segment, after) or finding
    return placed(finding, "entry", moment, end=after.hex, **_who(moment, after))


def _departure(
    rules: Rules, left: Left, segment: Segment, moment: Moment, shift: Shift, before: Unit
) -> Verdict:
    """A unit that goes off the map."""
    goal = shift.after.hex if shift.after is not None else ""
    finding = judge_leaving(rules, moment.before, before, goal, bool(segment.course.dice))
    if finding.verdict == "unlawful" and is_double(moment.before, before):
        finding = unknown(DOUBLE, unit=before.shown, hex=before.hex)
    finding = left.doubted(finding, shift.piece, before)
    who = _who(moment, shift.unit)
    return placed(finding, "departure", moment, start=before.hex, end=goal, **who)


def _change_of_steps(
    left: Left, segment: Segment, moment: Moment, shift: Shift, before: Unit, after: Unit
) -> Verdict | None:
    """A unit that has other steps than when the phase began; None if it has as many."""
    if before.step == after.step:
        return None
    began = segment.course.ends[shift.piece].first.before or before
    change = steps_left(began) - steps_left(after)
    if not change:
        return None
    game, unit, text = segment.first.game, shift.unit, NO_LOSS if change > 0 else NO_GAIN
    kind = kind_of(game, segment.first.phase)
    values = {"unit": unit.shown, "n": abs(change), "hex": before.hex}
    rolls = bool(segment.course.dice)
    finding = unknown(text, **values)
    if kind == "movement" or (kind in ("combat", "both") and not rolls):
        finding = (
            unlawful(rule_of(game, "results"), text, **values)
            if change > 0
            else judge_gain(segment, moment, shift, -change)
        )
    if change > 0:
        finding = left.doubted(finding, shift.piece, before)
    subject: Subject = "loss" if change > 0 else "recovery"
    return placed(finding, subject, moment, start=before.hex, **_who(moment, unit))


def _from_before(segment: Segment, unit: Unit) -> Finding | None:
    """What cannot be judged of a unit that comes from nowhere: one that was taken off in an earlier
    phase, and fell in no battle or lies again where and as it lay; one that may have been lost
    before the log begins, which a rule of the game or a player may bring back."""
    gone = segment.gone.get(unit.counter) if unit.counter else None
    if gone is None:
        return None if segment.whole else unknown(APPEARED, unit=unit.shown)
    was = gone.unit
    if gone.fought and (was.hex, was.step) != (unit.hex, unit.step):
        return None
    return unknown(PUT_BACK, unit=was.shown, hex=was.hex, goal=unit.hex)


def _come_again(segment: Segment, unit: Unit) -> Finding | None:
    """A doubt about a unit that may come, and went off the map in an earlier phase in which dice
    were rolled: if it fell there, it does not come a second time."""
    gone = segment.gone.get(unit.counter) if unit.counter else None
    if gone is None or not gone.fought:
        return None
    return unknown(PUT_BACK, unit=gone.unit.shown, hex=gone.unit.hex, goal=unit.hex)


def _replaced(moment: Moment, unit: Unit) -> Unit | None:
    """The unit in whose place another came within one step, as VASSAL's "Replace with Other" does:
    a piece goes, and a new one lies where it lay."""
    return next(
        (
            shift.before
            for shift in moment.shifts
            if shift.before is not None and shift.after is None and not shift.hidden
            if (shift.before.hex, shift.before.side) == (unit.hex, unit.side)
        ),
        None,
    )


def _replacement(moment: Moment, unit: Unit) -> bool:
    """Whether within one step a new unit came to lie where a unit lay that is gone."""
    return any(
        shift.before is None
        and shift.after is not None
        and (shift.after.hex, shift.after.side) == (unit.hex, unit.side)
        for shift in moment.shifts
    )


def _was_ever(segment: Segment, shift: Shift) -> bool:
    """Whether the unit was on the table before, so that it was hidden or laid aside."""
    return any(
        unit.counter == shift.unit.counter and unit.id != shift.unit.id
        for unit in segment.first.units
    )


def is_double(position: Position, unit: Unit) -> bool:
    """Whether the same counter lies in a hex twice, as when one was cloned by mistake."""
    return sum(one.counter == unit.counter for one in position.at(unit.hex)) > 1
