"""What a breach may owe to steps that are missing, where no move of the log tells of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.questions.reasons import Saying
from assistant.referee.history import MOST_TOLD, History
from assistant.referee.moments import Moment
from assistant.referee.phases import next_to
from assistant.referee.verdicts import Verdict

LEAPS = (
    "{log}: the turn marker passes over phases in {n|this step|these steps}: {some}. If steps are "
    "missing there, what is called unlawful around them may be lawful."
)
SILENT = (
    "{log} does not tell whether it is whole. If a loss, a die or a mark of it is missing, what is "
    "called unlawful in {n|this step|these steps} may be lawful: {some}."
)
LOSABLE = frozenset({"loss", "retreat", "advance", "mark", "battle", "recovery", "stacking"})
"""What a step that is missing makes unlawful, without the step's being missed by those behind it: a
move that is missing is, because the next one begins elsewhere."""


def suspicions(history: History, findings: Sequence[Verdict]) -> Iterator[str]:
    """A sentence for each log with breaches that a gap would explain; none where the log is torn,
    because then its steps were named."""
    for log in dict.fromkeys(one.log for one in findings):
        mine = [moment for moment in history.played if moment.log == log]
        if any(moment.torn or moment.astray for moment in mine):
            continue
        leaps = [moment.step for moment in mine if _leaps(moment)]
        losable = {one.step for one in findings if one.log == log and _losable(one)}
        if leaps:
            yield Saying(LEAPS, log=log, n=len(leaps), some=_some(leaps))
        elif losable:
            yield Saying(SILENT, log=log, n=len(losable), some=_some(sorted(losable)))


def _losable(breach: Verdict) -> bool:
    """Whether a step that is missing may have made a breach. Of moves those that nobody may make
    in their phase, as when a battle that would have sent the unit is missing."""
    return breach.subject in LOSABLE or (breach.subject == "move" and not breach.instead)


def _leaps(moment: Moment) -> bool:
    """Whether a step puts the marker where no one press of its button puts it."""
    one, other = moment.before, moment.after
    return moment.turned and not next_to(one.game, (one.turn, one.phase), (other.turn, other.phase))


def _some(steps: Sequence[int]) -> str:
    return ", ".join(map(str, steps[:MOST_TOLD])) + (", …" if steps[MOST_TOLD:] else "")
