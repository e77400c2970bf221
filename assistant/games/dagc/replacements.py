"""Who on the map may take a replacement step, as far as supply goes (10.6-10.8, 12.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.games.dagc.calendar import soviets_are_out_of_supply
from assistant.games.dagc.lines import Lines, cav_mech_lines, lines_round_pripyat
from assistant.games.dagc.ports import is_koenigsberg
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.supply import PORT, SUPPLIED, UnitState
from assistant.games.dagc.units import SOVIET, group, is_cav_mech, is_full_strength, is_locality
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

NEVER = Reason("10.7", "Fortified localities and Korps Gruppen are never replaced.")
BY_LAND = Reason("10.8", "It has a land line.")
BY_KOENIGSBERG = Reason("10.8", "Its port supply comes from Koenigsberg.")
NOT_BY_PORT = Reason("10.8", "Port supply brings replacements only from Koenigsberg.")
NO_LINE = Reason("10.8", "It has no line for replacements.")
LATE_LINE = Reason("10.8", "From turn 6 on a line round the western Pripyat swamp is enough.")


@rule("10.6", "10.7", "10.8")
def replacement(situation: Situation, unit: Unit, state: UnitState) -> Mapping[str, Any]:
    """Whether a reduced unit may be made up to full strength where it stands, and why."""
    if is_full_strength(unit):
        return {}
    allowed, why = may_be_replenished(situation, unit, state)
    return {"replacement": {"allowed": allowed, "because": [why]}}


@rule("10.7", "10.8", "12.4")
def may_be_replenished(situation: Situation, unit: Unit, state: UnitState) -> tuple[bool, Reason]:
    """Land supply, or a line from Koenigsberg; the late Soviets trace as if they had supply."""
    if is_locality(unit) or group(unit) == "kg":
        return False, NEVER
    if unit.side == SOVIET and soviets_are_out_of_supply(situation.position):
        lines = late_lines(situation, unit)
        return (True, LATE_LINE) if lines.line(unit.hex) else (False, NO_LINE)
    if state.state == SUPPLIED:
        return True, BY_LAND
    if state.state == PORT:
        helped = is_koenigsberg(situation, state.source or "")
        return (True, BY_KOENIGSBERG) if helped else (False, NOT_BY_PORT)
    return False, NO_LINE


def late_lines(situation: Situation, unit: Unit) -> Lines:
    """The lines for Soviet replacements from turn 6 on; cav-mech groups still cross the swamp."""
    return cav_mech_lines(situation) if is_cav_mech(unit) else lines_round_pripyat(situation)
