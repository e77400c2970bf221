"""What a battle left to be done and was done only in the next phase, as forgetful hands do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assistant.position import Unit
from assistant.questions.protocol import Rules
from assistant.questions.reasons import Saying
from assistant.referee.battles import Fights, LoggedBattle, find_battles
from assistant.referee.course import Course
from assistant.referee.defenders import IS_LOST, MUST_GO
from assistant.referee.fights import judge_battles
from assistant.referee.losses import TOO_FEW, UNPAID
from assistant.referee.moments import Moment
from assistant.referee.phases import Segment, just_before
from assistant.referee.verdicts import Finding, Verdict, unknown

LATE = (
    "{why} (rule {rule}) But {unit} fought at step {n}, in the phase before: what the battle left "
    "to be done may have been forgotten, and done now."
)
LATE_TOO = (
    "{why} But {unit} fought at step {n}, in the phase before: what the battle left to be done may "
    "have been forgotten, and done now."
)
DONE_LATE = "{why} (rule {rule}) But something of the kind was done in the next phase."
OWED = frozenset({MUST_GO, IS_LOST, TOO_FEW, UNPAID})
"""The breaches that consist in what was not done."""


PHASES = 16
"""Phases whose battles are kept: more than are looked back at."""


@dataclass
class Fought:
    """The battles of phases, each reckoned once because that takes long in large games."""

    rules: Rules
    _known: dict[int, tuple[Sequence[Moment], list[LoggedBattle]]] = field(default_factory=dict)
    _owing: dict[int, frozenset[int]] = field(default_factory=dict)
    _now: Fights | None = None

    def fights(self, course: Course) -> Fights:
        """Those of the phase that goes on."""
        if self._now is None or self._now.course is not course:
            if self._now is not None:
                self._keep(self._now.course.moments, self._now.all())
            self._now = Fights(self.rules, course)
        return self._now

    def of(self, phase: Segment) -> list[LoggedBattle]:
        """The battles of a phase that is over."""
        key = id(phase.moments)
        if key not in self._known:
            self._keep(phase.moments, find_battles(self.rules, phase.course))
        return self._known[key][1]

    def _keep(self, moments: Sequence[Moment], battles: list[LoggedBattle]) -> None:
        while len(self._known) >= PHASES:
            oldest = next(iter(self._known))
            del self._known[oldest]
            self._owing.pop(oldest, None)
        # the steps are kept beside their battles because their id may be given anew
        self._known[id(moments)] = moments, battles

    def owing(self, phase: Segment) -> frozenset[int]:
        """Those of which something was not done, by the step of their roll."""
        battles, key = self.of(phase), id(phase.moments)
        if key not in self._owing:
            self._owing[key] = _owing(self.rules, phase, battles)
        return self._owing[key]


@dataclass(frozen=True)
class Left:
    """What the battles of the phases just before a phase may have left to be done."""

    fought: Fought
    earlier: Sequence[Segment]

    def doubted(self, finding: Finding, piece: str, unit: Unit, goal: str = "") -> Finding:
        """A finding on a unit that goes to a hex or loses something: a doubt if it is not lawful
        and a battle of the phase before left that to be done."""
        if finding.verdict == "lawful":
            return finding
        battle = self._of(piece, unit, goal)
        if battle is None:
            return finding
        values = {"why": finding.text, "unit": unit.shown, "n": battle.moment.number}
        if not finding.rule:
            return unknown(LATE_TOO, **values)
        return unknown(LATE, rule=finding.rule, **values)

    def _of(self, piece: str, unit: Unit, goal: str) -> LoggedBattle | None:
        """The battle by which a unit may do so late: one of whose beaten hexes it comes to hold, or
        one that took less of the units in it than it orders."""
        for one in just_before(self.earlier):
            if not one.course.dice or not _took_part(one, piece, unit):
                continue
            for battle in self.fought.of(one):
                id_ = _in_battle(battle, piece, unit)
                if not id_ or battle.die is None:
                    continue
                if goal in battle.targets and id_ in battle.attackers:
                    return battle
                if battle.moment.number in self.fought.owing(one):
                    return battle
        return None


def _took_part(phase: Segment, piece: str, unit: Unit) -> bool:
    """Whether a unit may have fought in a phase, as it is known before battles are reckoned, which
    takes long in large games: it or its hex was declared, or no battle was."""
    shifts = [hop.shift for hop in phase.course.declared]
    return not shifts or any(s.piece == piece or s.unit.hex == unit.hex for s in shifts)


def _in_battle(battle: LoggedBattle, piece: str, unit: Unit) -> str:
    """The unit's id in a battle in which it fought; empty if it did not."""
    known = (
        id_ for id_, its in battle.pieces.items() if its == piece or (not its and id_ == unit.id)
    )
    return next(known, "")


def _owing(rules: Rules, segment: Segment, battles: Sequence[LoggedBattle]) -> frozenset[int]:
    """The battles of a phase, by the step of their roll, of which something was not done."""
    return frozenset(
        one.steps[0]
        for one in judge_battles(rules, segment, battles)
        if one.verdict == "unlawful" and one.steps and getattr(one.text, "template", "") in OWED
    )


def without_done_late(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """All verdicts on a game; what a battle left to be done, and may have been done in the phase
    behind it, is no breach."""
    late = {
        one.text.values["n"]
        for one in verdicts
        if isinstance(one.text, Saying) and one.text.template in (LATE, LATE_TOO)
    }
    return [
        _excused(one) if {*one.steps[:1]} & late or _went_late(one, verdicts) else one
        for one in verdicts
    ]


def _went_late(one: Verdict, verdicts: Sequence[Verdict]) -> bool:
    """Whether a unit that had to retreat and stayed goes next where it should have gone, in a move
    that may be lawful because its side moves then."""
    if getattr(one.text, "template", "") != MUST_GO:
        return False
    later = (v for v in verdicts if v.number > one.number and v.unit == one.unit)
    then = min(later, key=lambda v: v.number, default=None)
    return (
        then is not None
        and (then.start, then.subject) == (one.start, "move")
        and then.end in one.instead
    )


def _excused(one: Verdict) -> Verdict:
    if one.verdict != "unlawful" or getattr(one.text, "template", "") not in OWED:
        return one
    text = Saying(DONE_LATE, why=one.text, rule=one.rule)
    return replace(one, verdict="unknown", rule="", text=text, instead=())
