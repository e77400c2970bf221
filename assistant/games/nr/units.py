"""What the counters say (rules 2.3, 7.2 to 7.5, 14): types, steps, white and bracketed values."""

from __future__ import annotations

from assistant.kernel.facts import opponents
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit

AXIS, SOVIET = "axis", "soviet"
ONE_STEP = ("cadre", "volkssturm", "regional", "rezervy")
"""Types of one step whatever face is up (7.5, 14.9, 14.11)."""


enemy_of = opponents(AXIS, SOVIET)
"""From each side the other."""


@rule("2.3", "7.5", "14.8")
def type_of(unit: Unit) -> str:
    """The type of the face that is up: a fort or Shock army may have another on its weak face, and
    a Soviet fort that moves there is Regional, a Yugoslav one infantry."""
    if unit.step <= 1:
        return unit.type
    weak = unit.get("weak-type")
    moves = unit.side == SOVIET and unit.face("movement") > 0
    if weak is None and unit.type == "fort" and moves:
        return "regional" if nationality(unit) != "yugoslav" else "infantry"
    return str(weak or unit.type)


def nationality(unit: Unit) -> str:
    """The unit's nationality; German and Soviet unless it says otherwise."""
    return str(unit.get("nationality") or ("german" if unit.side == AXIS else "soviet"))


@rule("14.3")
def is_armour(unit: Unit) -> bool:
    """Panzer and Tank armies."""
    return type_of(unit) == "armour"


@rule("14.5")
def is_ss_panzer(unit: Unit) -> bool:
    """The SS Panzer army, on both of its faces."""
    return is_armour(unit) and bool(unit.get("ss"))


@rule("14.6")
def is_ss_grenadier(unit: Unit) -> bool:
    """The SS Grenadiers, on both of their faces."""
    return type_of(unit) == "mechanised" and bool(unit.get("ss"))


@rule("14.7")
def is_red_shock(unit: Unit) -> bool:
    """A Soviet Shock army with its red face up."""
    return type_of(unit) == "shock" and unit.step == 1


@rule("10.7.4", "14.1")
def is_fort(unit: Unit) -> bool:
    """Fortified infantry, the Finnish army too; a fort turned Regional is none."""
    return type_of(unit) == "fort"


@rule("14.2")
def is_axis_ally(unit: Unit) -> bool:
    """Rumanians, Hungarians and Italians of the Axis; the Finnish army has rules of its own."""
    return unit.side == AXIS and nationality(unit) not in ("german", "finnish")


@rule("2.3", "7.2.2", "7.3", "7.4", "7.5", "13.5", "14.1", "14.9")
def steps_left(unit: Unit, turn: int) -> int:
    """Steps left with this face up: Germans two and then one, allies and cadres one, Soviets one
    before turn 17 and from then on two on the red face, Soviet forts two, Regionals one, and so has
    a Soviet counter of one face: the Polish army, a Fortified Front."""
    given = unit.get("steps")
    if given is not None:
        return int(given)
    if type_of(unit) in ONE_STEP or is_axis_ally(unit):
        return 1
    if unit.side == AXIS:
        return 2 if unit.step == 1 else 1
    if is_fort(unit):
        return 2
    if len(unit.get("strength") or (0, 0)) == 1:
        return 1
    return 2 if turn >= 17 and unit.step == 1 else 1


def counted_steps(position: Position, unit: Unit) -> int:
    """The same on the turn of a position."""
    return steps_left(unit, position.turn)


@rule("13.5", "14.2", "14.9.3", "14.10", "15.2")
def goes_to_turn_track(unit: Unit) -> bool:
    """One-step Axis allies, cadres, the Luftwaffe and Fortified Fronts come back as reinforcements
    and are never surrendered."""
    returns = type_of(unit) in ("cadre", "luftwaffe") or is_fortified_front(unit)
    return returns or is_axis_ally(unit)


@rule("15.2")
def is_fortified_front(unit: Unit) -> bool:
    """The optional Fortified Fronts of the Soviets."""
    return "fortified-front" in (unit.counter or unit.id)


@rule("10.7.1", "7.2.2", "14.1", "14.2", "14.9.3", "14.10", "14.11", "6.5.4")
def box_of_eliminated(unit: Unit, surrendered: bool) -> str:
    """Where an eliminated unit ends: by its own rule, else Surrendered if it was out of supply and
    Destroyed if not."""
    if goes_to_turn_track(unit):
        return "turn-track"
    if type_of(unit) == "volkssturm" or (is_fort(unit) and nationality(unit) == "german"):
        return "removed"
    return "surrendered" if surrendered else "destroyed"
