"""What a unit is: its steps, its group and front, the special kinds (chapters 2 and 12)."""

from __future__ import annotations

from assistant.kernel.facts import opponents
from assistant.kernel.rulebook import rule
from assistant.position import Unit

GERMAN = "german"
SOVIET = "soviet"


enemy_of = opponents(GERMAN, SOVIET)


@rule("2.9")
def strength(unit: Unit) -> int:
    """The combat factor on the side of the counter that is up, for attack and defence alike."""
    return unit.face("strength")


@rule("2.11")
def steps_left(unit: Unit) -> int:
    """A counter with two faces has two steps at full strength and one when it is reduced."""
    faces = len(unit.get("strength") or [0])
    return max(1, faces - unit.step + 1)


@rule("2.11")
def is_full_strength(unit: Unit) -> bool:
    """A unit is at full strength until it loses its first step."""
    return unit.step == 1


@rule("2.5")
def group(unit: Unit) -> str:
    """The organisation that the counter's colours show; army group or main front if not told."""
    return str(unit.get("group") or ("agc" if unit.side == GERMAN else "main"))


@rule("2.5", "6.10")
def front(unit: Unit) -> str:
    """Soviet units are of the main front or of the 1st Ukrainian; the Germans are all one."""
    if unit.side == GERMAN:
        return GERMAN
    return "1uf" if group(unit) == "1uf" else "main"


@rule("2.7", "12.5")
def is_locality(unit: Unit) -> bool:
    """A fortified locality neither moves nor attacks, and shields what is stacked with it."""
    return unit.type == "fortified-locality"


@rule("2.7", "12.2")
def is_cav_mech(unit: Unit) -> bool:
    """A cavalry-mechanised group has its own movement, supply, retreat and advance."""
    return unit.type == "cav-mech"


@rule("12.7")
def is_fresh_shock_army(unit: Unit) -> bool:
    """Only a shock army that has lost no step brings its column."""
    return unit.type == "shock" and is_full_strength(unit)
