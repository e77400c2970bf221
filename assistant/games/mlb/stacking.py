"""Stacking (rule 3.1): two combat units and one headquarters in a hex, all of one side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from assistant.games.mlb.situation import Situation
from assistant.games.mlb.units import is_hq
from assistant.kernel.combat import sides_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Saying

COMBAT_UNITS = 2
HEADQUARTERS = 1


@rule("3.1(1)", "14.1(1)", "10.6.5")
def room_for(situation: Situation, unit: Unit, name: str, ignoring: Collection[str] = ()) -> bool:
    """Whether a unit may end in a hex beside the friends there, of whatever nationality.

    Units whose ids are in `ignoring` do not count; nor does the unit itself, or any marker.
    """
    kind = is_hq(unit)
    there = sum(
        is_hq(other) == kind and other.side == unit.side
        for other in situation.at(name)
        if other.id != unit.id and other.id not in ignoring
    )
    return there < (HEADQUARTERS if kind else COMBAT_UNITS)


@rule("3.1", "3.1(2)", "3.1(3)")
def stacking(situation: Situation) -> Stacking:
    """Stacks over the limit or of both sides, as at the end of a movement segment, a retreat or an
    advance."""
    found: list[Violation] = []
    for name, units in sorted(situation.stacks.items()):
        sides = sides_of(units)
        if len(sides) > 1:
            text = Saying("Units of both sides are in {hex}.", hex=name)
            found.append(Violation(name, "3.1(2)", text))
        for side in sides:
            found += _over_limit(name, [unit for unit in units if unit.side == side])
    return Stacking(tuple(found))


def _over_limit(name: str, units: Sequence[Unit]) -> Iterator[Violation]:
    """The limits that the units of one side break in a hex."""
    hqs = [unit for unit in units if is_hq(unit)]
    combat = [unit for unit in units if not is_hq(unit)]
    if len(combat) > COMBAT_UNITS:
        text = "{n} combat units ({units}); the limit is {m}."
        said = Saying(text, n=len(combat), units=combat, m=COMBAT_UNITS)
        yield Violation(name, "3.1(1)", said)
    if len(hqs) > HEADQUARTERS:
        text = "{n} headquarters ({units}) in one hex; one is the limit."
        yield Violation(name, "3.1(1), 14.1(1)", Saying(text, n=len(hqs), units=hqs))
