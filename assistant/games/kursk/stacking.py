"""Stacking (rule 7): six points in a hex, and one gun of each kind besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import GUNS, stacking_points
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Reason, Saying

LIMIT = 6


def points(situation: Situation, units: Iterable[Unit]) -> int:
    return sum(stacking_points(situation.position, unit) for unit in units)


@rule("7.0", "7.1", "7.23")
def excess(situation: Situation, units: Sequence[Unit]) -> Reason | None:
    """Why these units may not share a hex, or None."""
    total = points(situation, units)
    if total > LIMIT:
        return Reason("7.0", "{n} stacking points; {m} are allowed.", "full", n=total, m=LIMIT)
    for kind in GUNS:
        guns = [unit for unit in units if unit.type == kind]
        if len(guns) > 1:
            text = "{units}: one {kind} unit is allowed in a hex."
            return Reason("7.23", text, "full", units=guns, kind=kind)
    return None


@rule("7.21", "7.22")
def room_for(situation: Situation, unit: Unit, name: str) -> bool:
    """Whether a unit may stand in a hex beside the friends there."""
    friends = [u for u in situation.at(name) if u.side == unit.side and u.id != unit.id]
    return not friends or excess(situation, [*friends, unit]) is None


@rule("7.0", "7.22")
def stacking(situation: Situation) -> Stacking:
    """All hexes over the limit; nobody's are judged while he moves."""
    return Stacking(tuple(_violations(situation)))


def _violations(situation: Situation) -> Iterator[Violation]:
    moment = situation.moment
    for name, units in sorted(situation.stacks.items()):
        reason = excess(situation, units)
        if reason is None or (moment.moving and units[0].side == moment.side):
            continue
        text = "{reason} Their owner eliminates units until the limit is kept."
        extra = {"points": points(situation, units), "units": [unit.id for unit in units]}
        yield Violation(name, reason.rule, Saying(text, reason=reason.text), extra)
