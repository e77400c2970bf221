"""Breaches in a phase behind which the marker passed over another one: which of them would be none
in that, so that a button may have been forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.questions.protocol import Rules
from assistant.questions.reasons import Saying
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import kind_of
from assistant.referee.leaving import judge_leaving
from assistant.referee.marks import marks_of
from assistant.referee.moves import Journey, judge_move
from assistant.referee.phases import Segment
from assistant.referee.verdicts import Verdict

MARKER = (
    "{why} (rule {rule}) But the turn marker passed over the phase {phase} with nothing done in "
    "it: if this belongs there, it is lawful."
)


@dataclass(frozen=True)
class Meant:
    """The steps of a phase taken as those of another one, with the verdicts on them there, and the
    battles as they were fought in the first."""

    rules: Rules
    segment: Segment
    told: Sequence[Verdict]
    battles: Sequence[LoggedBattle]

    def doubted(self, one: Verdict) -> Verdict:
        """A verdict on the phase itself: a doubt if it is unlawful, and would not be so there."""
        if one.verdict != "unlawful" or one.subject == "sequence" or not self._excuses(one):
            return one
        phase = self.segment.first.game.definition.phase_name(self.segment.first.phase)
        text = Saying(MARKER, why=one.text, rule=one.rule, phase=phase)
        return replace(one, verdict="unknown", rule="", text=text, instead=())

    def _excuses(self, one: Verdict) -> bool:
        unlawful = [other for other in self.told if other.verdict == "unlawful"]
        if any(_at(other) == _at(one) for other in unlawful):
            return False
        battle = self._battle_of(one)
        if battle is None:
            return True
        number = battle.moment.number
        fought = [
            other for other in self.told if (other.subject, other.number) == ("battle", number)
        ]
        if any(other.verdict != "unlawful" for other in fought):
            return not any(other.verdict == "unlawful" for other in fought)
        return one.subject != "battle" and bool(one.unit) and self._done_there(one, battle)

    def _battle_of(self, one: Verdict) -> LoggedBattle | None:
        """The battle that a verdict is about, or that left to be done what it is about."""
        if one.subject not in ("battle", "retreat", "advance", "loss", "recovery"):
            return None
        numbers = {one.number, *one.steps} if one.subject == "battle" else {*one.steps}
        return next((b for b in self.battles if b.moment.number in numbers), None)

    def _done_there(self, one: Verdict, battle: LoggedBattle) -> bool:
        """Whether what a unit of the battle did behind it may have been done in that phase: a move,
        or that it left the map or lost a step for want of supply. What it did not do is not done
        there either."""
        hops = self._hops_of(one, battle)
        if one.subject in ("retreat", "advance"):
            return any(
                judge_move(self.rules, journey, self.segment.last).verdict == "lawful"
                for journey in hops
                if journey.end.hex == one.end
            )
        if one.subject != "loss" or one.number == battle.moment.number:
            return False
        return self._starves(one)

    def _hops_of(self, one: Verdict, battle: LoggedBattle) -> Sequence[Journey]:
        """The last hops of a unit behind the roll, each with all that follow it, as moves."""
        course = self.segment.course
        piece = battle.pieces.get(one.unit) or next(
            (p for p, ends in course.ends.items() if ends.first.unit.id == one.unit), ""
        )
        hops = course.hops.get(piece)
        if hops is None:
            return ()
        board, end = self.segment.first.board, len(hops.all)
        return [
            Journey(piece, hops.all, hops.numbers, at, end - at)
            for at, hop in enumerate(hops.all)
            if hop.moment.number > battle.moment.number
            if hop.shift.before is not None and hop.shift.before.hex in board
            if hops.all[-1].shift.after is not None
        ]

    def _starves(self, one: Verdict) -> bool:
        game, phase = self.segment.first.game, self.segment.first.phase
        moment = next((m for m in self.segment.moments if m.number == one.number), None)
        unit = moment.before.by_id.get(one.unit) if moment is not None else None
        if moment is None or unit is None or kind_of(game, phase) not in ("neither", "unknown"):
            return False
        if any(shift.unit.id == unit.id and shift.after is None for shift in moment.shifts):
            left = judge_leaving(self.rules, moment.before, unit, "", dice=False)
            if left.verdict == "lawful":
                return True
        supply = {name for name, mark in marks_of(game).items() if mark.cause == "supply"}
        return not supply.isdisjoint(unit.markers)


def _at(verdict: Verdict) -> tuple[str, int, str, str]:
    return verdict.subject, verdict.number, verdict.unit, verdict.end
