"""What the referee says of a step: lawful, unlawful with the rule, or that it cannot be judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from assistant.questions.reasons import Saying
from assistant.referee.moments import Moment

Judged = Literal["lawful", "unlawful", "unknown"]
Subject = Literal[
    "move",
    "arrival",
    "departure",
    "stacking",
    "sequence",
    "battle",
    "retreat",
    "advance",
    "loss",
    "recovery",
    "entry",
    "mark",
    "state",
    "control",
    "draw",
]


@dataclass(frozen=True)
class Verdict:
    """One judgement. `number` is the step over all logs, `log` and `step` where it stands; `steps`
    are all steps of a move made in hops. `rule` and `text` say why it is unlawful, or what is
    missing to judge it; `instead` are hexes that would have been lawful, nearest to the choice
    first. `chat` are the lines of the step.
    """

    verdict: Judged
    subject: Subject
    number: int
    log: str
    step: int
    turn: int
    phase: str
    side: str = ""
    unit: str = ""
    name: str = ""
    start: str = ""
    end: str = ""
    rule: str = ""
    text: str = ""
    instead: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()
    chat: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What is to be said, before it is known where."""

    verdict: Judged
    rule: str = ""
    text: str = ""
    instead: tuple[str, ...] = ()

    def says(self, template: str) -> bool:
        """Whether this is its sentence, whatever the values."""
        return isinstance(self.text, Saying) and self.text.template == template


LAWFUL = Finding("lawful")


def unlawful(rule: str, text: str, instead: tuple[str, ...] = (), /, **values: Any) -> Finding:
    """A breach of a rule."""
    return Finding("unlawful", rule, Saying(text, **values) if values else text, instead)


def unknown(text: str, /, **values: Any) -> Finding:
    """What cannot be judged, and what is missing."""
    return Finding("unknown", "", Saying(text, **values) if values else text)


def placed(finding: Finding, subject: Subject, moment: Moment, /, **more: Any) -> Verdict:
    """A finding at its step."""
    return Verdict(
        finding.verdict,
        subject,
        moment.number,
        moment.log,
        moment.step,
        moment.before.turn,
        moment.before.phase,
        rule=finding.rule,
        text=finding.text,
        instead=finding.instead,
        chat=moment.chat,
        **more,
    )


def breach_key(verdict: Verdict) -> tuple[str, ...]:
    """What makes two breaches the same: a move that is told while it is made is not told again when
    its phase ends."""
    where = (verdict.unit, verdict.start, verdict.end)
    return (verdict.subject, str(verdict.turn), verdict.phase, *where, verdict.rule)
