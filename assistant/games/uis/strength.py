"""The two strengths of a combat, artillery and ground support among them (9, 15.1, 27.8, 36.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.additions import has_airmobile, jams
from assistant.games.uis.air_support import flights
from assistant.games.uis.battle import MARCH, Battle, of_the_revolt
from assistant.games.uis.ground import distance, is_built_up
from assistant.games.uis.situation import enemy_of
from assistant.games.uis.supply import ammo
from assistant.games.uis.units import ARTILLERY, TACTICAL, contingency, is_combat, mode, steps_lost
from assistant.games.uis.zones import zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Reason, Saying

REACH = {"attacker": 2, "defender": 1}


def supporting(battle: Battle, role: str) -> tuple[Unit, ...]:
    """The artillery of one role that fires."""
    return tuple(unit for unit in named(battle, role) if may_not_fire(battle, role, unit) is None)


def named(battle: Battle, role: str) -> tuple[Unit, ...]:
    """The artillery that players named for one role."""
    by_id = battle.situation.position.by_id
    return tuple(by_id[name] for name in battle.declared.names.get(f"{role}-artillery", ()))


@rule("15.1.1", "15.1.3", "9.5.2.2", "36.7.2")
def may_not_fire(battle: Battle, role: str, unit: Unit) -> Reason | None:
    """Artillery fires in Tactical mode, without losses, with ammunition and within reach; in an
    enemy zone only beside a unit that shields it."""
    side = battle.attacking_side if role == "attacker" else battle.defending_side
    if unit.type != ARTILLERY or unit.side != side:
        return Reason(
            "15.1", "{unit} is no artillery of the {role}.", "unit", unit=unit.id, role=role
        )
    if of_the_revolt(battle, unit):
        text = "{unit} is of the nation in revolt and does not help to suppress it."
        return Reason("36.7.2", text, "unit", unit=unit.id)
    if unit.hex not in battle.situation.board.grid:
        return Reason("15.1", "{unit} is not on the map.", "distance", unit=unit.id)
    if mode(unit) != TACTICAL:
        return Reason("15.1.1", "{unit} is not in Tactical mode.", "unit", unit=unit.id)
    if not within_reach(battle, role, unit):
        return Reason(
            "15.1.1", "{unit} is out of reach of the units attacked.", "distance", unit=unit.id
        )
    if steps_lost(unit):
        return Reason("15.1.1", "{unit} has lost a step.", "unit", unit=unit.id)
    if not is_shielded(battle, unit):
        return Reason(
            "15.1.1", "{unit} stands unshielded in an enemy zone.", "enemy-zone", unit=unit.id
        )
    if ammo(unit) == 0:
        return Reason("15.1.1", "{unit} has no ammunition.", "supply", unit=unit.id)
    if role == "attacker" and battle.type == MARCH and unit.hex != battle.active.hex:
        return Reason("9.5.2.2", "{unit} does not move with the division.", "way", unit=unit.id)
    return None


@rule("15.1.1")
def within_reach(battle: Battle, role: str, unit: Unit) -> bool:
    """The attacker's within two hexes of a unit attacked, the defender's next to one or with it."""
    hexes = {other.hex for other in battle.defenders} or set(battle.targets)
    far = [distance(battle.situation, unit.hex, name) for name in hexes]
    return any(hexes_away is not None and hexes_away <= REACH[role] for hexes_away in far)


@rule("15.1.1")
def is_shielded(battle: Battle, unit: Unit) -> bool:
    """In an enemy zone a combat unit, or other support with contingency defence, must be there."""
    situation = battle.situation
    if unit.hex not in zone(situation, enemy_of(unit.side), battle.phasing):
        return True
    return any(
        is_combat(other) or (other.type != ARTILLERY and contingency(other))
        for other in situation.at(unit.hex)
        if other.id != unit.id
    )


@rule("15", "15.0.3")
def bombardment(role: str, unit: Unit) -> int:
    """The first number supports attackers, the second defenders."""
    return unit.face("offensive" if role == "attacker" else "defensive")


@dataclass(frozen=True)
class Part:
    """One addend of a strength."""

    what: str
    points: int
    rule: str
    stand_in: bool = False

    def line(self, of: str) -> LedgerLine:
        return LedgerLine(self.what, f"{self.points:+d} {of}", self.rule, self.stand_in)


@dataclass(frozen=True)
class Strengths:
    """Attack and defence of one combat, and what they are made of."""

    battle: Battle

    @cached_property
    def attack_parts(self) -> tuple[Part, ...]:
        return tuple(attack_parts(self.battle))

    @cached_property
    def defence_parts(self) -> tuple[Part, ...]:
        return tuple(defence_parts(self.battle))

    @property
    def attack(self) -> int:
        return sum(part.points for part in self.attack_parts)

    @property
    def defence(self) -> int:
        return sum(part.points for part in self.defence_parts)


@rule("9.2", "9.3.3", "9.4.2", "9.6.3", "3.2")
def attack_parts(battle: Battle) -> Iterator[Part]:
    """The attacking unit's own strength by kind of assault, then artillery and ground support."""
    for unit in battle.attackers:
        points = battle.assault.strength(unit.face("attack"))
        yield Part(f"{unit.shown}, {battle.assault.name}", points, battle.assault.rule)
    yield from support_parts(battle, "attacker")


@rule("9.0.4", "9.8", "9.17.3", "36.7.3", "10.7")
def defence_parts(battle: Battle) -> Iterator[Part]:
    """Defences of the combat units, of support units only where they stand alone, then artillery
    and ground support; step losses take nothing away."""
    if battle.revolt:
        yield Part("revolt markers", battle.revolt, "36.7.3")
    for unit in battle.fighting_defenders:
        if is_combat(unit):
            yield Part(unit.shown, unit.face("defence"), "9.1.12")
        elif contingency(unit):
            yield Part(
                Saying("{unit}, contingency", unit=unit.shown), contingency(unit) or 0, "9.0.4"
            )
    if has_airmobile(battle):
        yield Part("airmobile battalion", 1, "9.17.3")
    yield from support_parts(battle, "defender")


def support_parts(battle: Battle, role: str) -> Iterator[Part]:
    """Artillery and ground support of one role, each halved by itself."""
    guns = artillery_points(battle, role)
    if guns:
        yield Part("artillery", guns, "15.1")
    air, flight = air_points(battle, role), flights(battle).get(role)
    if air and flight:
        what = Saying("ground support, {n:.1f} of {m} expected", n=flight.expected, m=flight.most)
        yield Part(what, air, "27.8.2", flight.stand_in)
    elif air:
        yield Part("ground support", air, "27.8")


@rule("9.19.1", "9.5.2.4", "36.7.7", "3.2")
def artillery_points(battle: Battle, role: str) -> int:
    """Halved by hostile electronic warfare, but for an attacker who fires from built-up hexes for
    a unit in one; the defender's halved against a march assault, NATO's for a revolt."""
    units = supporting(battle, role)
    hostile = jams(battle, "defender" if role == "attacker" else "attacker")
    built_up = role == "attacker" and any(
        is_built_up(battle.situation, unit.hex) for unit in battle.attackers
    )
    safe = [u for u in units if built_up and is_built_up(battle.situation, u.hex)]
    shielded = sum(bombardment(role, unit) for unit in safe)
    open_points = sum(bombardment(role, unit) for unit in units) - shielded
    for _ in range(halvings_of_kind(battle, role)):
        open_points, shielded = open_points // 2, shielded // 2
    return shielded + (open_points // 2 if hostile else open_points)


@rule("9.19.1", "9.5.2.4", "36.7.6", "27.8", "3.2")
def air_points(battle: Battle, role: str) -> int:
    """Halved by hostile electronic warfare; the defender's by a march assault, NATO's for a
    revolt."""
    points = ground_support(battle, role)
    for _ in range(halvings_of_kind(battle, role)):
        points //= 2
    return points // 2 if jams(battle, "defender" if role == "attacker" else "attacker") else points


@rule("27.8.2", "3.2")
def ground_support(battle: Battle, role: str) -> int:
    """The strength told, or what of the squadrons named may be expected to arrive."""
    if flight := flights(battle).get(role):
        return flight.counted
    return battle.declared.numbers.get(f"{role}-air", 0)


@rule("9.5.2.4", "36.7.6", "36.7.7")
def halvings_of_kind(battle: Battle, role: str) -> int:
    """How often the kind of combat halves the defender's support."""
    if role != "defender":
        return 0
    return int(battle.type == MARCH) + int(bool(battle.revolt))
