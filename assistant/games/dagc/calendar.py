"""What the scenario and the game turn change: one function for each line of the table of turns."""

from __future__ import annotations

from assistant.games.dagc.situation import GERMAN, SOVIET
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit

HISTORICAL = "historical"
BOLD_STROKE = "bold-stroke"
ACTIVATION_RANGE = 9

COMBAT_PHASES = {
    SOVIET: ("soviet-pre-combat", "soviet-post-combat"),
    GERMAN: ("german-pre-combat", "german-post-combat"),
}
MOVEMENT_PHASE = {SOVIET: "soviet-movement", GERMAN: "german-movement"}


def scenario(position: Position) -> str:
    """The scenario played: the historical one unless the position names another."""
    return position.scenario or HISTORICAL


@rule("5.2")
def phasing_side(position: Position) -> str:
    """The side that acts in the phase; empty if the position names no phase."""
    phases = position.game.definition.phase
    return next((phase.side for phase in phases if phase.id == position.phase), "")


@rule("3.2", "3.6", "5.4")
def bagration_hex(position: Position) -> str:
    """The marker lies in 4004, in Bold Stroke in 4720, unless the position puts it elsewhere."""
    usual = "4720" if scenario(position) == BOLD_STROKE else "4004"
    return str(position.state.get("bagration") or usual)


@rule("5.4")
def is_activated(position: Position, unit: Unit) -> bool:
    """On turn 1 the Soviet units that began it within nine hexes of the marker are activated."""
    if unit.side != SOVIET or position.turn != 1:
        return False
    told = unit.get("activated")
    if told is not None:
        return bool(told)
    return position.game.grid.distance(bagration_hex(position), unit.hex) <= ACTIVATION_RANGE


@rule("5.4")
def is_held_back(position: Position, unit: Unit) -> bool:
    """On turn 1 a Soviet unit that is not activated may neither move nor attack."""
    return unit.side == SOVIET and position.turn == 1 and not is_activated(position, unit)


@rule("7.12")
def soviets_are_out_of_supply(position: Position) -> bool:
    """From turn 6 on every Soviet unit is out of supply."""
    return position.turn >= 6


@rule("7.11", "3.6")
def pripyat_is_closed(position: Position) -> bool:
    """Until turn 6, lines through the western Pripyat are void; in Bold Stroke from turn 2."""
    first = 2 if scenario(position) == BOLD_STROKE else 1
    return first <= position.turn < 6


@rule("12.2")
def cav_mech_groups_are_special(position: Position) -> bool:
    """Cav-mech groups retreat before combat and advance two hexes on turns 1 to 5."""
    return position.turn <= 5


@rule("12.7")
def shock_armies_count(position: Position) -> bool:
    """Shock armies bring their column on turns 2 to 5."""
    return 2 <= position.turn <= 5


@rule("12.6")
def armour_succeeds_up_to(position: Position) -> int:
    """The highest die that brings the armour concentration: none on turn 1, then 4, from 6 on 5."""
    if position.turn == 1:
        return 0
    return 4 if position.turn <= 5 else 5


@rule("13.1", "13.2", "13.4")
def air_armies(position: Position, front: str) -> int:
    """Unused air armies of a front: eight of the main one, four from turn 6, unless told."""
    if front == "1uf":
        return int(position.value("air-1uf") or 0)
    usual = 8 if position.turn <= 5 else 4
    return int(position.state.get("air-main", usual))


@rule("10.2", "3.6")
def ukrainian_front_is_free(position: Position) -> bool:
    """The 1st Ukrainian Front is bound to its own area in the historical scenario."""
    if position.game.option("1uf-free") == "bold-stroke":
        return scenario(position) == BOLD_STROKE
    return scenario(position) != HISTORICAL


def freedom_is_open(position: Position, unit: Unit) -> bool:
    """Whether it depends on the reading of 10.2 if this unit is bound to its area."""
    decided = scenario(position) in (HISTORICAL, BOLD_STROKE)
    return unit.get("group") == "1uf" and not decided


@rule("11.1")
def activated_must_attack(position: Position) -> bool:
    """Historically, activated units must attack before they move on turn 1."""
    return (
        scenario(position) == HISTORICAL
        and position.turn == 1
        and position.phase == "soviet-pre-combat"
    )


@rule("3.8", "3.9", "10.6")
def german_replacements(position: Position) -> int | None:
    """Two steps a turn without the bomb plot, three if D-Day failed too; else the turn track's."""
    return {"no-bomb-plot": 2, "failed-d-day-no-bomb-plot": 3}.get(scenario(position))
