"""What changes beside the units, judged against the sequence of play: state variables, and who
controls a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assistant.games import play_of
from assistant.position import Position
from assistant.questions.play import Changes
from assistant.referee.chapters import rule_of
from assistant.referee.course import Course
from assistant.referee.moments import Moment
from assistant.referee.verdicts import LAWFUL, Finding, Verdict, placed, unknown, unlawful
from builder.game.model import Game

NOT_NOW = "{what} changes to {value}, and in the phase {phase} it does not."
LATE = "{what} changes after the phase {phase}, in which it would: it may have been forgotten."
NOT_YET = "{what} changes to {value}, which comes in turn {n} at the earliest."
NO_MORE = "{what} changes to {value}, which turn {n} is too late for."
NOT_BACK = "{what} goes from {before} to {value}, and it never goes back."
TOO_MUCH = "{what} changes to {value}, and in this turn it is {n} at most."
FIXED = "{what} changes to {value}, and it is settled when the game begins."
UNTOLD = "{what} changes to {value}: Kessel does not know when the rules change it."
HELD = "Control of {hex} goes to {side}, and units of {other} stand there."
BARED = (
    "The marker of control was taken from {hex}, so that it counts as {side}, and units of {other} "
    "stand there: whose it is to be, the log does not tell."
)
NOBODY = "Control of {hex} goes to {side}, and no unit of it was there in this phase."


def judge_beside(
    course: Course, before: str = "", fresh: Moment | None = None
) -> Iterator[Verdict]:
    """The verdicts on what the steps of one phase change beside the units, as it stands behind the
    last of them: what was set wrong and set right again is nothing. `before` is the phase before,
    in which it may have been forgotten. Of a `fresh` step, the last, those alone that are on it."""
    yield from _states(course, before, fresh)
    yield from _control(course, fresh)


def _states(course: Course, before: str, fresh: Moment | None) -> Iterator[Verdict]:
    first, last = course.moments[0].before, course.moments[-1]
    after = last.after
    if first.state is after.state:
        return
    known = play_of(first.game.id).states
    for name in sorted({*first.state, *after.state}):
        if first.value(name) == after.value(name):
            continue
        # a log with missing steps may change it between two
        moment = course.state.get(name, last)
        if fresh is not None and moment is not fresh:
            continue
        rule = known.get(name)
        finding = _changed(first, after, moment, name, rule)
        not_now = finding.says(NOT_NOW)
        if not_now and rule is not None and _is_in(before, rule.phases):
            late = first.game.definition.phase_name(before)
            finding = unknown(LATE, what=_named(first.game, name), phase=late)
        yield placed(finding, "state", moment)


def _changed(
    first: Position, after: Position, moment: Moment, name: str, rule: Changes | None
) -> Finding:
    """One state variable that became another, since a phase began, with a step of it."""
    before, game = moment.before, moment.before.game
    was, now = first.value(name), after.value(name)
    values: dict[str, Any] = {"what": _named(game, name), "value": _shown(game, name, now)}
    if rule is None:
        return unknown(UNTOLD, **values)
    if rule.direction == "fixed" and was not in (None, [], ()):
        return unlawful(rule.rule, FIXED, **values)
    if rule.direction == "grows" and not _has_grown(was, now):
        return unlawful(rule.rule, NOT_BACK, before=_shown(game, name, was), **values)
    default = game.definition.state[name].default if name in game.definition.state else None
    if now == default and rule.direction == "any":
        return LAWFUL
    turns = sorted({before.turn, after.turn})
    if (since := rule.since.get(str(now))) is not None and turns[-1] < since:
        return unlawful(rule.rule, NOT_YET, n=since, **values)
    if (last := rule.until.get(str(now))) is not None and turns[0] > last:
        return unlawful(rule.rule, NO_MORE, n=turns[0], **values)
    if rule.most and isinstance(now, int) and isinstance(was, int) and now > was:
        most = max(_most(rule, turn) for turn in turns)
        if now > most:
            return unlawful(rule.rule, TOO_MUCH, n=most, **values)
    if rule.phases and not any(_is_in(p, rule.phases) for p in (before.phase, after.phase)):
        return unlawful(
            rule.rule, NOT_NOW, phase=game.definition.phase_name(before.phase), **values
        )
    return LAWFUL


def _most(rule: Changes, turn: int) -> int:
    return rule.most[max((first for first in rule.most if first <= turn), default=min(rule.most))]


def _has_grown(was: Any, now: Any) -> bool:
    """Whether a number or a yes went up, or a list lost nothing."""
    if was is None:
        return True
    if isinstance(was, bool | int | float) and isinstance(now, bool | int | float):
        return now >= was
    if isinstance(was, list | tuple) and isinstance(now, list | tuple):
        return {*map(str, was)} <= {*map(str, now)}
    return True


def _is_in(phase: str, parts: Sequence[str]) -> bool:
    return phase.startswith(tuple(parts)) or phase.endswith(tuple(parts))


def _control(course: Course, fresh: Moment | None) -> Iterator[Verdict]:
    """A hex is a side's if its units entered it; never while the enemy's stand there."""
    first, last = course.moments[0].before, course.moments[-1]
    after, game = last.after, first.game
    if first.control is after.control:
        return
    for hex_ in sorted({*first.control, *after.control}):
        side = after.control.get(hex_, "")
        if side == first.control.get(hex_, "") or side not in game.sides:
            continue
        moment = course.control.get(hex_, last)
        if fresh is not None and moment is not fresh:
            continue
        values = {"hex": hex_, "side": game.sides[side].name}
        there = moment.after.side_at(hex_)
        if there and there != side and hex_ not in moment.laid:
            finding = unknown(BARED, other=game.sides[there].name, **values)
        elif there and there != side:
            finding = unlawful(
                rule_of(game, "control"), HELD, other=game.sides[there].name, **values
            )
        elif there == side or _was_there(course, hex_, side):
            finding = LAWFUL
        else:
            finding = unknown(NOBODY, **values)
        yield placed(finding, "control", moment, side=side, start=hex_, end=hex_)


def _was_there(course: Course, hex_: str, side: str) -> bool:
    """Whether a unit of the side lay in a hex at any time of the phase."""
    return course.moments[0].before.side_at(hex_) == side or (hex_, side) in course.been


def _named(game: Game, variable: str) -> str:
    """What players call a state variable."""
    declared = game.definition.state.get(variable)
    return (declared.name if declared else "") or variable.replace("-", " ").capitalize()


def _shown(game: Game, variable: str, value: Any) -> str:
    """A value, in the words of the game."""
    declared = game.definition.state.get(variable)
    if value is None or value in ([], ()):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        words = declared.words if declared else {}
        return ", ".join(str(words.get(str(one), one)) for one in value)
    if isinstance(value, str) and value in game.sides:
        return game.sides[value].name
    return str(declared.words.get(str(value), value)) if declared else str(value)
