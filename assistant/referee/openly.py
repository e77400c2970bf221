"""What every seat may see, and which breaches may therefore be told to all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from assistant.position import Position
from assistant.questions.protocol import Rules
from assistant.referee.course import Course
from assistant.referee.history import History
from assistant.referee.judging import judge_fresh
from assistant.referee.moments import Moment, Shift
from assistant.referee.verdicts import Verdict, breach_key


def open_position(rules: Rules, position: Position) -> Position:
    """A position with nothing in it that any seat may not see."""
    seats = [rules.visible(replace(position, viewer=side)).by_id for side in position.game.sides]
    return position.with_units(
        unit for unit in position.units if all(seen.get(unit.id) == unit for seen in seats)
    )


def open_breaches(
    rules: Rules, played: Sequence[Moment], breaches: Sequence[Verdict]
) -> tuple[Verdict, ...]:
    """Those of the breaches that are found as well by who knows no more than every seat does, so
    that to tell them betrays no unit. `played` are the steps of their phase."""
    kept: dict[int, Position] = {}  # by identity, because steps share most of their positions

    def seen(position: Position) -> Position:
        if id(position) not in kept:
            kept[id(position)] = open_position(rules, position)
        return kept[id(position)]

    if all(_is_whole(p, seen(p)) for m in played for p in (m.before, m.after)):
        return tuple(breaches)
    openly = [
        replace(
            moment,
            before=seen(moment.before),
            after=seen(moment.after),
            shifts=_shown(moment, seen(moment.before), seen(moment.after)),
        )
        for moment in played
    ]
    told = judge_fresh(rules, Course.of(openly))
    found = {breach_key(one) for one in told if one.verdict == "unlawful"}
    return tuple(one for one in breaches if breach_key(one) in found)


def untold_breaches(
    say: Callable[[str], str], breaches: Iterable[Verdict], told: Sequence[str]
) -> list[Verdict]:
    """The breaches but those of battles whose reason stands in what is `told` of the battles
    themselves: one that cannot be fought would be remarked twice."""
    return [
        one
        for one in breaches
        if one.subject != "battle" or not any(say(one.text) in line for line in told)
    ]


def told_to_viewer(rules: Rules, history: History) -> History:
    """A history without what its viewer neither saw nor heard of: what is done with units under
    others where he may not look, and no line of the chat names."""
    if not history.first.viewer:
        return history
    last = history.first, rules.visible(history.first)

    def seen(position: Position) -> Position:
        nonlocal last
        if position is not last[0]:
            last[0].forget()  # because all of them together hold more than there is room for
            last = position, rules.visible(position)
        return last[1]

    moments = tuple(
        _told(one, seen(one.before), seen(one.after)) if one.shifts else one
        for one in history.moments
    )
    return replace(history, moments=moments)


def step_told_to_viewer(rules: Rules, moment: Moment) -> Moment:
    """The same of one step of a game that is being played."""
    if not (moment.after.viewer and moment.shifts):
        return moment
    return _told(moment, rules.visible(moment.before), rules.visible(moment.after))


def _told(moment: Moment, before: Position, after: Position) -> Moment:
    shown = _shown(moment, before, after)
    return replace(moment, shifts=tuple(s for s in moment.shifts if s.named or s in shown))


def _is_whole(position: Position, seen: Position) -> bool:
    return len(position.units) == len(seen.units)


def _shown(moment: Moment, before: Position, after: Position) -> tuple[Shift, ...]:
    """The changes of units that were to be seen before them, and are behind them."""
    return tuple(
        shift
        for shift in moment.shifts
        if (
            shift.before is None
            or shift.before.hex not in moment.before.board
            or shift.before.id in before.by_id
        )
        and (shift.after is None or shift.after.id in after.by_id)
    )
