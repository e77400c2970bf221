"""The two strengths of a combat, step by step (9.1.12, 9.3, 9.4, 9.5.2, 9.17.3, 9.19, 36.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.air_support import flights
from assistant.games.uis.artillery import bombardment, supporting
from assistant.games.uis.assaults import MARCH
from assistant.games.uis.battle import Battle
from assistant.games.uis.defences import has_airmobile
from assistant.games.uis.electronics import jams
from assistant.games.uis.ground import is_built_up
from assistant.games.uis.units import contingency, is_combat
from assistant.kernel.rulebook import rule
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Saying


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
