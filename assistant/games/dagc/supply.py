"""The supply of every unit: by land, by port, or out of it (chapter 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.games.dagc.calendar import pripyat_is_closed, soviets_are_out_of_supply
from assistant.games.dagc.lines import (
    PRIPYAT,
    Lines,
    cav_mech_lines,
    german_lines,
    soviet_lines,
)
from assistant.games.dagc.ports import PortSupply, is_koenigsberg, port_supply
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import GERMAN, is_cav_mech, is_locality
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

SUPPLIED = "supplied"
PORT = "port"
OVERLOAD = "overload"
DEFENCE = "defence"
OOS = "oos"

BY_LAND = {
    "german": Reason("7.7", "A line to a German source on the map's edge."),
    "soviet": Reason("7.10", "A line to a Soviet source on the map's edge."),
}
BY_PORT = Reason("7.9", "A line of at most six hexes to an open port.")
IN_KOENIGSBERG = Reason("7.9", "Units in Koenigsberg are always in supply.")
TO_BE_CHOSEN = Reason(
    "7.9",
    "The ports in reach cannot carry all; the German chooses who goes without: mark those 'oos'.",
)
CHOSEN = Reason("7.9", "The German left this unit without port supply this turn.")
LOCALITY = Reason("12.5", "A fortified locality supplies itself and its stack for defence only.")
NO_LINE = Reason("7.2", "No line to a working source.")
LATE = Reason("7.12", "From turn 6 on all Soviet units are out of supply.")


@dataclass(frozen=True)
class UnitState:
    """How one unit stands, and the line that it uses: from its hex to the source."""

    state: str
    line: tuple[str, ...] = ()
    because: tuple[Reason, ...] = ()

    @property
    def source(self) -> str | None:
        return self.line[-1] if self.line else None


@dataclass(frozen=True)
class SupplyTable:
    """The state of every unit on the map by its id, and what the ports do."""

    states: Mapping[str, UnitState]
    ports: PortSupply = field(default_factory=PortSupply)


@rule("7.1")
@kept
def supply_of(situation: Situation) -> SupplyTable:
    """Every unit's supply as it is at this moment, at which a move or a battle would begin."""
    germans = tuple(unit for unit in situation.units if unit.side == GERMAN)
    soviets = tuple(unit for unit in situation.units if unit.side != GERMAN)
    lines = german_lines(situation)
    by_land = {unit.id: lines.line(unit.hex) for unit in germans}
    cut_off = tuple(unit for unit in germans if not by_land[unit.id])
    ports = port_supply(situation, lines, cut_off) if cut_off else PortSupply()
    states = {unit.id: german_state(situation, unit, by_land[unit.id], ports) for unit in germans}
    return SupplyTable(states | soviet_states(situation, soviets), ports)


@rule("7.2", "7.7", "7.9", "12.5")
def german_state(
    situation: Situation, unit: Unit, land: tuple[str, ...], ports: PortSupply
) -> UnitState:
    """A German unit has a land line, or port supply, or is at least supplied for defence."""
    if land:
        return UnitState(SUPPLIED, land, (BY_LAND[GERMAN],))
    if is_koenigsberg(situation, unit.hex):
        return UnitState(PORT, (unit.hex,), (IN_KOENIGSBERG,))
    if unit.id in ports.undecided:
        return UnitState(OVERLOAD, ports.lines.get(unit.id, ()), (TO_BE_CHOSEN,))
    if unit.id in ports.lines:
        return UnitState(PORT, ports.lines[unit.id], (BY_PORT,))
    chosen = (CHOSEN,) if "oos" in unit.markers else ()
    if any(is_locality(other) for other in situation.at(unit.hex)):
        return UnitState(DEFENCE, (), (*chosen, LOCALITY))
    return UnitState(OOS, (), (*chosen, NO_LINE))


@rule("7.2", "7.10", "7.11", "7.12")
def soviet_states(situation: Situation, units: tuple[Unit, ...]) -> dict[str, UnitState]:
    """A Soviet unit needs a land line, and from turn 6 on not even that helps."""
    if soviets_are_out_of_supply(situation.position):
        return {unit.id: UnitState(OOS, (), (LATE,)) for unit in units}
    lines = soviet_lines(situation)
    states = {unit.id: soviet_state(situation, unit, lines) for unit in units}
    if not pripyat_is_closed(situation.position):
        return states
    groups = [u for u in units if is_cav_mech(u) and states[u.id].state == OOS]
    own = cav_mech_lines(situation)
    return states | {unit.id: cav_mech_state(unit, own) for unit in groups}


def soviet_state(situation: Situation, unit: Unit, lines: Lines) -> UnitState:
    line = lines.line(unit.hex)
    if not line and lines.closed.get(unit.hex) == PRIPYAT:
        if situation.option("pripyat-own-hex"):
            return UnitState(OOS, (), (PRIPYAT,))
        line = lines.line_leaving(unit.hex)
    if line:
        return UnitState(SUPPLIED, line, (BY_LAND[unit.side],))
    return UnitState(OOS, (), (NO_LINE,))


@rule("12.4")
def cav_mech_state(unit: Unit, lines: Lines) -> UnitState:
    """A cav-mech group may use lines through the western Pripyat swamp."""
    line = lines.line(unit.hex)
    through = Reason("12.4", "Cav-mech groups trace lines through the western Pripyat swamp.")
    if line:
        return UnitState(SUPPLIED, line, (BY_LAND[unit.side], through))
    return UnitState(OOS, (), (NO_LINE,))


def state_of(situation: Situation, unit: Unit) -> UnitState:
    return supply_of(situation).states[unit.id]


@rule("7.3", "7.4", "7.9", "12.5")
def may_act_in_supply(situation: Situation, unit: Unit) -> bool:
    """For movement and attack: by land or port; supply for defence only does not help."""
    return state_of(situation, unit).state in (SUPPLIED, PORT, OVERLOAD)


@rule("7.4", "12.5")
def defends_in_supply(situation: Situation, unit: Unit) -> bool:
    """For defence a fortified locality in the hex is enough."""
    locality = any(is_locality(other) for other in situation.at(unit.hex))
    return locality or state_of(situation, unit).state != OOS


@rule("12.6", "10.8")
def has_land_line(situation: Situation, unit: Unit) -> bool:
    """Port supply is full supply, but not supply by land."""
    return state_of(situation, unit).state == SUPPLIED
