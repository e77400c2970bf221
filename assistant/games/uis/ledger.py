"""The ledger of a combat: strengths, ratio, shifts and modifiers, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.electronics import jams
from assistant.games.uis.ratio import odds_name
from assistant.games.uis.reckoning import Reckoning
from assistant.games.uis.units import SPECIAL_FORCES
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Reason, Saying

MAY_RETIRE = Reason("9.0.7", "Special Forces attacked alone may retire before the combat.")


def ledger(reckoning: Reckoning) -> Iterator[LedgerLine]:
    """Strengths, ratio, shifts and modifiers in their order."""
    strengths, battle = reckoning.strengths, reckoning.battle
    for part in strengths.attack_parts:
        yield part.line("attack")
    for part in strengths.defence_parts:
        yield part.line("defence")
    if not reckoning.is_fought:
        return
    yield LedgerLine("ratio", odds_name(reckoning.place), "9.1.12")
    if reckoning.shift:
        yield LedgerLine(
            "concentric assault", Saying("{n:+d} {n|column|columns}", n=reckoning.shift), "9.7"
        )
    for modifier in reckoning.modifiers.found:
        yield modifier.line()
    for role in ("attacker", "defender"):
        if jams(battle, role):
            other = "defender" if role == "attacker" else "attacker"
            yield LedgerLine(
                "electronic warfare", Saying("-3 {role}, not below 0", role=other), "9.19.1"
            )


def reasons(reckoning: Reckoning) -> Iterator[Reason]:
    """How the column was found."""
    if reckoning.automatic:
        yield reckoning.automatic
    if any(unit.type == SPECIAL_FORCES for unit in reckoning.battle.fighting_defenders):
        yield MAY_RETIRE
    if reckoning.is_fought:
        strengths, net = reckoning.strengths, reckoning.modifiers.net
        text = Saying(
            "{n} against {m} is {odds}, shifted {k:+d}; row {k2:+d}.",
            n=strengths.attack,
            m=strengths.defence,
            odds=odds_name(reckoning.place),
            k=reckoning.shift,
            k2=net,
        )
        yield Reason("9.1.12", text)
