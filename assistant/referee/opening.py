"""The phase in which a log begins, or goes on behind a gap: what is unlawful in it as far as it can
be seen, and may owe to what was done in it before."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from assistant.questions.reasons import Saying
from assistant.referee.chapters import kind_of
from assistant.referee.phases import Segment
from assistant.referee.verdicts import Verdict

OPENING = (
    "{why} (rule {rule}) But the log begins in the phase {phase}: what was done in it before is "
    "not known, and may explain this."
)
BY_BATTLE = frozenset({"move", "loss", "departure", "recovery"})
"""What befalls units by a battle."""


def with_unseen(segment: Segment, one: Verdict) -> Verdict:
    """A verdict on a step of a phase; a doubt if what was done before the log begins may explain
    it: a mark, and before the first dice what a battle does to units."""
    if one.verdict != "unlawful" or one.subject not in ("mark", *BY_BATTLE):
        return one
    start = _begun(segment, one.number)
    if not start or (one.subject != "mark" and not _may_be_of_a_battle(segment, start, one)):
        return one
    phase = segment.first.game.definition.phase_name(one.phase)
    text = Saying(OPENING, why=one.text, rule=one.rule, phase=phase)
    return replace(one, verdict="unknown", rule="", text=text, instead=())


def _begun(segment: Segment, number: int) -> int:
    """The number of the step with which the log began in this phase that a step belongs to; 0 if it
    began earlier, or with the phase. A log that goes on where another ended may have missed a
    declaration and a roll, which leave no trace on the map."""
    if segment.opening and not segment.whole:
        return segment.moments[0].number
    return next((one for one in reversed(segment.course.began) if one <= number), 0)


def _may_be_of_a_battle(segment: Segment, start: int, one: Verdict) -> bool:
    """Whether a battle that was fought before the log begins may have done it: in a phase of
    battles, before the next dice. Where one moves and fights in a phase, those who do not move in
    it go by a battle."""
    game = segment.first.game
    numbers = [moment.number for moment in segment.course.dice]
    later = numbers[bisect_left(numbers, start) :]
    kind = kind_of(game, one.phase)
    if kind not in ("combat", "both") or one.number >= next(iter(later), one.number + 1):
        return False
    phase = game.definition.phase_of(one.phase)
    return (
        one.subject != "move" or kind == "combat" or (phase is not None and one.side != phase.side)
    )
