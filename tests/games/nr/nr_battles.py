"""Battles of No Retreat, asked in a line."""

from __future__ import annotations

from typing import Any

from nr_board import axis, place, soviet

from assistant.games.nr import RULES
from assistant.position import Position
from assistant.questions.answers import Odds


def odds(position: Position, attackers: str, *targets: str, **options: Any) -> Odds:
    given = {name: str(value) for name, value in options.items()}
    return RULES.odds(position, targets or ("1411",), attackers.split(), given)


def fight(attack: int, defence: int, side: str = "axis", /, **more: Any) -> Odds:
    """One attacker in 1311 against one defender in 1411."""
    attacker, defender = (axis, soviet) if side == "axis" else (soviet, axis)
    options = {
        k: more.pop(k)
        for k in ("support", "shift", "attack", "defence", "counterblow", "counterattack")
        if k in more
    }
    phase = more.pop("phase", f"{side}-combat")
    position = place(
        attacker("A", "1311", [attack]), defender("T", "1411", [defence]), phase=phase, **more
    )
    return odds(position, "A", **options)


def rules_of(answer: Odds) -> list[str]:
    return [reason.rule for reason in answer.because]
