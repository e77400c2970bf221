"""Stacking: two units a hex, and never both Soviet fronts (chapter 6)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.dagc.entry import STACKING_LIMIT
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import front
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Saying


def stacking(situation: Situation) -> Stacking:
    """Every stack that breaks a rule."""
    return Stacking(
        tuple(
            violation
            for name, units in situation.stacks.items()
            for violation in (*overstacked(name, units), *mixed_fronts(name, units))
        )
    )


@rule("6.1", "6.2", "6.6")
def overstacked(name: str, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """More than two units in a hex: the owner removes the excess, which ones is up to him."""
    excess = len(units) - STACKING_LIMIT
    if excess > 0:
        text = Saying(
            "{n} units in {hex}: the owner eliminates {m} of his choice.",
            n=len(units),
            hex=name,
            m=excess,
        )
        yield Violation(name, "6.1", text, {"units": [u.id for u in units], "excess": excess})


@rule("6.10")
def mixed_fronts(name: str, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """Units of the main front and of the 1st Ukrainian Front in one hex."""
    if len({front(unit) for unit in units}) > 1:
        text = Saying(
            "Units of the main front and of the 1st Ukrainian Front are together in {hex}.",
            hex=name,
        )
        yield Violation(name, "6.10", text, {"units": [u.id for u in units]})
