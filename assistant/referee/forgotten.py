"""Attacks that the rules ask for and that nobody made before the phase was over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.planning.duty import bound, compulsory
from assistant.position import Position
from assistant.questions.protocol import NO_OPTIONS, QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import kind_of
from assistant.referee.phases import Segment, just_before, sets_right
from assistant.referee.verdicts import Verdict, placed, unknown, unlawful

MOST_NAMED = 6
"""Of the units that had to attack so many are named; a verdict's `unit` has all of them."""

FORGOTTEN = "Next to enemies these units had to attack, and did not: {units}."
UNTOLD = "These units had to attack, and the log does not tell all battles of the phase: {units}."
FOUGHT_LATE = (
    "{why} (rule {rule}) But of them some attack at step {n}: the marker may have been put on too "
    "early."
)


@dataclass(frozen=True)
class Phase:
    """A phase of battles that is over, with those that the log holds."""

    rules: Rules
    segment: Segment
    battles: Sequence[LoggedBattle]

    @cached_property
    def ended(self) -> Position:
        """The table at its end, the marker as it stood."""
        turn, phase = self.segment.label
        return replace(self.segment.last, turn=turn, phase=phase)

    @cached_property
    def whole(self) -> bool:
        """Whether the log tells all its battles: no dice but those of declared ones, nobody hurt
        or moved but those who fought in them, and none in the phases just before, under whose
        marker they may have been fought."""
        rolled = {battle.moment.number for battle in self.battles}
        fought = {piece for battle in self.battles for piece in battle.fighters}
        fought |= {id_ for battle in self.battles for id_ in battle.known}
        if any(battle.sure != "declared" for battle in self.battles):
            return False
        if any(phase.course.dice for phase in just_before(self.segment.earlier)):
            return False
        for moment in self.segment.moments:
            if moment.dice and moment.number not in rolled:
                return False
            for shift in moment.shifts:
                same = shift.before and shift.after and shift.before.step == shift.after.step
                if (shift.moved or not same) and not {shift.piece, shift.unit.id} & fought:
                    return False
        return True

    def could(self, id_: str, idle: Iterable[str]) -> str:
        """The hex of enemies beside it that a unit could have attacked: with the others who did
        not fight, or with those who attacked it. Empty if there is none."""
        there = self.segment.first
        unit = there.by_id[id_]
        beside = there.board.neighbours(unit.hex)
        for name in (n for n in beside if there.side_at(n) not in ("", unit.side)):
            attacked = [one for one in self.battles if name in one.targets]
            near = there.board.neighbours(name)
            with_it = [i for i in idle if i in there.by_id and there.by_id[i].hex in near]
            joined = dict.fromkeys((id_, *with_it, *(i for b in attacked for i in b.attackers)))
            known = [i for i in joined if i in there.by_id]
            try:
                odds = self.rules.odds(self.rules.visible(there), [name], known, NO_OPTIONS)
            except QuestionError:
                continue
            if odds.possible and id_ in odds.attackers:
                return name
        return ""


def judge_forgotten(
    rules: Rules, segment: Segment, battles: Sequence[LoggedBattle]
) -> Iterator[Verdict]:
    """The verdicts on those who had to attack in a phase, at its beginning and still at its end,
    and did not. Of a phase in which the log begins nothing is said."""
    game, closing = segment.first.game, segment.closing
    if closing is None or segment.opening or not segment.earlier or not compulsory(game):
        return
    if kind_of(game, segment.first.phase) != "combat" or sets_right(segment):
        return
    phase = Phase(rules, segment, battles)
    attacked = {id_ for battle in battles for id_ in battle.attackers}
    idle = bound(rules, segment.first) - attacked
    idle = idle & bound(rules, phase.ended) if idle else idle
    beside = {id_: name for id_ in sorted(idle) if (name := phase.could(id_, sorted(idle)))}
    if not beside:
        return
    units = [segment.first.by_id[id_] for id_ in beside]
    named = named_shortly([unit.shown for unit in units])
    finding = unlawful(compulsory(game), FORGOTTEN, units=named)
    finding = finding if phase.whole else unknown(UNTOLD, units=named)
    start, end = (",".join(dict.fromkeys(n)) for n in ((u.hex for u in units), beside.values()))
    where = {"side": units[0].side, "unit": ",".join(beside), "start": start, "end": end}
    yield placed(finding, "battle", closing, steps=(closing.number,), **where)


def named_shortly(names: list[str]) -> list[str] | Saying:
    """The first of some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    if more <= 1:
        return names
    return Saying("{names} and {n} more", names=names[:MOST_NAMED], n=more)


def without_fought_late(
    verdicts: Iterable[Verdict], battles: Sequence[LoggedBattle]
) -> Iterator[Verdict]:
    """All verdicts on a game; who had to attack and does so behind the marker, in a phase of the
    same turn in which nobody fights, may have been meant to before."""
    for one in verdicts:
        late = _late(one, battles)
        if late is not None:
            text = Saying(FOUGHT_LATE, why=one.text, rule=one.rule, n=late.moment.step)
            one = replace(one, verdict="unknown", rule="", text=text)
        yield one


def _late(one: Verdict, battles: Sequence[LoggedBattle]) -> LoggedBattle | None:
    if one.verdict != "unlawful" or getattr(one.text, "template", "") != FORGOTTEN:
        return None
    behind = (b for b in battles if b.moment.number > one.number and b.position.turn == one.turn)
    return next(
        (
            battle
            for battle in behind
            if {*one.unit.split(",")} & {*battle.attackers}
            and kind_of(battle.position.game, battle.position.phase) != "combat"
        ),
        None,
    )
