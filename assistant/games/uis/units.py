"""What a unit is: combat or support, its size, mode, steps (3.1, 5.3, 5.8, 10); stacking: how many
units a hex holds, in each of its three pools (7)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.uis.situation import NATO, WP, Situation
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Reason, Saying

TACTICAL, ROAD, HEDGEHOG = "tactical", "road", "hedgehog"
DIVISION, BRIGADE, REGIMENT, BATTALION = "division", "brigade", "regiment", "battalion"
PARTS = frozenset({BRIGADE, REGIMENT})
BASE, ARTILLERY, HQ, FSH = "division-base", "artillery", "hq", "fsh"
RAILROAD_REGIMENT, ENGINEER, SPECIAL_FORCES = "railroad-regiment", "engineer", "special-forces"

COMBAT = frozenset(
    {"armoured", "mechanized", "infantry", "airborne", "airmobile", "marine", "alpine", BASE}
)
FOOT = frozenset({"airborne", "airmobile", "alpine", "marine", SPECIAL_FORCES})
LINE = frozenset({"armoured", "mechanized"})
LONE_ROAD = frozenset({"ssm", "ada", "ew", RAILROAD_REGIMENT})
FLOWN_OR_LANDED = frozenset({"airborne", "airmobile", "marine"})
STEPS = 3


@rule("3.1")
def is_combat(unit: Unit) -> bool:
    """Divisions, brigades, regiments and battalions with attack and defence, and Division Bases."""
    return unit.type in COMBAT


@rule("3.1")
def size(unit: Unit) -> str:
    """Division, brigade, regiment or battalion; a brigade if the counter does not tell."""
    return str(unit.get("size") or BRIGADE)


def is_division(unit: Unit) -> bool:
    return is_combat(unit) and unit.type != BASE and size(unit) == DIVISION


def is_base(unit: Unit) -> bool:
    return unit.type == BASE


@rule("5.3")
def mode(unit: Unit) -> str:
    """Tactical unless another mode shows; Railroad Regiments are always in Road mode (19.3)."""
    if unit.type == RAILROAD_REGIMENT:
        return ROAD
    return str(unit.get("mode") or TACTICAL)


def nation(unit: Unit) -> str:
    return str(unit.get("nation") or "")


def fatigue(unit: Unit) -> int:
    return int(unit.get("fatigue") or 0)


def attack(unit: Unit) -> int | None:
    """The attack on the face now up; None if the position does not tell."""
    return None if unit.get("attack") is None else unit.face("attack")


def cadre(unit: Unit) -> int:
    return int(unit.get("cadre") or 0)


def spent(unit: Unit) -> float:
    return float(unit.get("spent") or 0)


@rule("14", "12.2.9", "12.3.9", "12.2.11")
def is_component(unit: Unit) -> bool:
    """A brigade or regiment of a division that has broken down; artillery never is one. Armoured
    and mechanized regiments of the Warsaw Pact are made for any division and bear no name."""
    if not is_combat(unit) or is_base(unit) or is_division(unit):
        return False
    return bool(unit.get("division")) or is_made_for_any(unit)


@rule("14.2.1", "12.3.9")
def is_made_for_any(unit: Unit) -> bool:
    """A regiment or Base of the Warsaw Pact that stands for a part of any division."""
    if unit.side != WP or unit.get("division"):
        return False
    return is_base(unit) or (unit.type in LINE and size(unit) == REGIMENT)


@rule("10.1", "15.1", "33.0.3", "17.0.1", "18.0.1")
def steps_at_first(unit: Unit) -> int:
    """Combat units and artillery have three steps, Special Forces two, everything else one."""
    if unit.type == ARTILLERY:
        return STEPS
    if unit.type == SPECIAL_FORCES:
        return 2
    if not is_combat(unit) or is_base(unit) or size(unit) == BATTALION:
        return 1
    return STEPS


@rule("10.2", "10.3")
def steps_lost(unit: Unit) -> int:
    """Steps lost so far, which casualty markers of 1 and 2, or 1 and 3, show."""
    return unit.step - 1


@rule("10.4")
def steps_left(unit: Unit) -> int:
    """Steps that the unit can still lose."""
    return max(1, steps_at_first(unit) - steps_lost(unit))


def counted_steps(position: Position, unit: Unit) -> int | None:
    """The same of a ground unit; of a squadron its faces tell it."""
    return None if unit.type in position.game.flying_types else steps_left(unit)


@rule("5.8", "33.2", "33.0.2")
def is_foot(unit: Unit) -> bool:
    """Airborne, airmobile, alpine and marine units and Special Forces go on foot."""
    return unit.type in FOOT


@rule("9.7.1", "9.7.4")
def attacks_concentrically(unit: Unit) -> bool:
    """Divisions and brigades, and regiments of Marines or Airborne; never Bases."""
    if not is_combat(unit) or is_base(unit):
        return False
    if size(unit) in (DIVISION, BRIGADE):
        return True
    return size(unit) == REGIMENT and unit.type in ("airborne", "marine")


@rule("3.1", "9.0.4")
def contingency(unit: Unit) -> int | None:
    """The defence of a support unit attacked without combat units; None if it has none."""
    value = unit.get("contingency")
    return None if value is None or is_combat(unit) else int(value)


MOST_COMBAT, MOST, MOST_WITH_DIVISION = 3, 5, 2
HALF = frozenset({"ssm", "ew", "engineer", "ada", "sam", "special-forces"})
POOLS = {"": "7.1", "rail": "7.1, 7.4", "autobahn": "7.1, 7.5"}
POOL_NAMES = {
    "": "{hex}",
    "rail": "{hex} moving by rail",
    "autobahn": "{hex} moving along the autobahn",
}
FULL = Reason("7.1", "The hex has no room for the unit under the stacking limit.", "full")


@rule("7.2", "7.3", "15.2", "16.2", "17.2", "19.2", "20.2", "17.0.2")
def places(unit: Unit) -> float:
    """What a unit that is no division takes, in brigades; a combat battalion half of one."""
    if is_combat(unit) and not is_base(unit):
        return 0.5 if size(unit) == BATTALION else 1
    return 0.5 if unit.type in HALF else 1


@rule("7.1")
def fits(units: Iterable[Unit]) -> bool:
    """Three combat brigades and five in all, or one division and two of support."""
    divisions, combat, support = measure(units)
    if divisions:
        return divisions == 1 and combat == 0 and support <= MOST_WITH_DIVISION
    return combat <= MOST_COMBAT and combat + support <= MOST


@rule("7.1", "7.2", "7.3")
def measure(units: Iterable[Unit]) -> tuple[int, float, float]:
    """Divisions, other combat units and support units of a stack; Bases count as support."""
    divisions, combat, support = 0, 0.0, 0.0
    for unit in units:
        if is_division(unit):
            divisions += 1
        elif is_combat(unit) and not is_base(unit):
            combat += places(unit)
        else:
            support += places(unit)
    return divisions, combat, support


def pool(unit: Unit) -> str:
    return str(unit.get("moving") or "")


def in_pool(units: Iterable[Unit], wanted: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if pool(unit) == wanted)


def has_room(situation: Situation, unit: Unit, name: str, wanted: str = "") -> bool:
    """Whether a unit may join the friends in a hex, within one pool."""
    there = (other for other in situation.at(name) if other.id != unit.id)
    return fits((*in_pool(there, wanted), unit))


@rule("7.4", "7.5", "7.6")
def stacking(situation: Situation) -> Stacking:
    """Every pool of a hex that holds too much: the opponent eliminates the excess. Units of both
    sides in a hex break the rules of movement, which is told of it instead."""
    shared = shared_hexes(situation)
    return Stacking(
        tuple(
            by_both(name, stack) if name in shared else violation(name, units, wanted)
            for name, stack in situation.stacks.items()
            for wanted in ([""] if name in shared else POOLS)
            if name in shared or not fits(units := in_pool(stack, wanted))
        )
    )


@rule("5.1.7")
@kept
def shared_hexes(situation: Situation) -> frozenset[str]:
    """The hexes in which units of both sides stand, which only Special Forces may do in a raid."""
    return frozenset(
        name
        for name in situation.held[WP] & situation.held[NATO]
        if len({unit.side for unit in situation.at(name) if unit.type != SPECIAL_FORCES}) > 1
    )


def by_both(name: str, stack: tuple[Unit, ...]) -> Violation:
    text = Saying("{hex}: units of both sides stand here, which the rules forbid.", hex=name)
    return Violation(name, "5.1.7", text, {"units": [unit.id for unit in stack]})


def violation(name: str, units: tuple[Unit, ...], wanted: str) -> Violation:
    """A stack with more units of a pool than may stand together, and how many they are."""
    divisions, combat, support = measure(units)
    text = Saying(
        "{where}: {n} {n|division|divisions}, {m:g} combat {m|brigade|brigades} and {k:g} of "
        "support; the opponent eliminates the excess.",
        where=Saying(POOL_NAMES[wanted], hex=name),
        n=divisions,
        m=combat,
        k=support,
    )
    extra = {"units": [unit.id for unit in units], "pool": wanted or "ordinary"}
    return Violation(name, POOLS[wanted], text, extra)
