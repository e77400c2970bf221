"""Step losses: who must bear them (rules 10.7.1, 14.1, 14.5 to 14.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.games.nr.situation import Situation
from assistant.games.nr.units import (
    AXIS,
    box_of_eliminated,
    is_fort,
    is_ss_grenadier,
    is_ss_panzer,
    nationality,
    steps_left,
    type_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit


@rule("10.7.1", "14.1", "14.5", "14.6", "14.7", "15.3.5")
def exchange_bearers(
    units: Sequence[Unit], attacking: bool, brown_too: bool = False
) -> tuple[list[Unit], str]:
    """Who may take the one step that a side loses in an exchange, and the rule that says so: German
    forts first; attacking SS Panzer or Shock armies, by one reading the brown ones too; SS
    Grenadiers; else the owner's choice."""
    forts = [u for u in units if is_fort(u) and u.side == AXIS and nationality(u) == "german"]
    if forts:
        return forts, "14.1"
    panzers = [unit for unit in units if is_ss_panzer(unit)]
    if attacking and panzers:
        return panzers, "14.5"
    shock = [u for u in units if type_of(u) == "shock" or (brown_too and u.type == "shock")]
    if attacking and shock:
        return shock, "14.7"
    grenadiers = [unit for unit in units if is_ss_grenadier(unit)]
    if grenadiers:
        return grenadiers, "14.6"
    return list(units), "10.7.1"


@rule("10.7.1", "7.2.2", "14.9.2")
def fate_of_step(unit: Unit, turn: int) -> dict[str, Any]:
    """What one lost step does to a unit: it flips, or it is eliminated and goes to a box."""
    if steps_left(unit, turn) > 1:
        return {"id": unit.id, "loses": "flips", "to": None}
    box = box_of_eliminated(unit, surrendered="oos" in unit.markers)
    return {"id": unit.id, "loses": "eliminated", "to": box}


def exchange(situation: Situation, units: Sequence[Unit], attacking: bool) -> dict[str, Any]:
    """One side's part in an EX: the units that may bear it, each with its fate, and the rule."""
    brown_too = situation.option("shock-bears-exchange") == "any-face"
    bearers, number = exchange_bearers(units, attacking, brown_too)
    return {"rule": number, "one_of": [fate_of_step(unit, situation.turn) for unit in bearers]}
