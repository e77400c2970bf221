"""What a unit may do with its points besides moving: rest, change its mode, leave an enemy zone by
a combat, take in supplies, wait as a reserve, blow bridges; and who goes along (5.2-5.4, 6.1, 9.6,
9.18, 13.3, 14, 19.6, 38.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from assistant.games.uis import ground, supply, units
from assistant.games.uis.battle import DISENGAGEMENT, Battle, Declared
from assistant.games.uis.limits import allowance, goes_on_foot, rolls_passed, weariness
from assistant.games.uis.replacements import RECOMBINATION, broken_into, recombined
from assistant.games.uis.situation import NATO, WP, Situation
from assistant.games.uis.zones import has_gone, in_enemy_zone, is_covered, leaves_a_guard
from assistant.kernel.rulebook import rule
from assistant.position import Unit

REST = 10
RESERVE, RESERVE_RANGE = 10, 3
Reach = Callable[[Unit, float, bool], Mapping[str, float]]
"""The hexes in reach of a unit as it would be after an action, with so many points spent, and what
each costs from then on; the last says whether it has torn itself away from the enemy."""


@dataclass(frozen=True)
class Burden:
    """Fatigue rolls that points call for, and the chance of each level; None if there are none."""

    fatigue_rolls: int | None = None
    fatigue: Mapping[str, float] | None = None


@dataclass(frozen=True)
class Tiring(Burden):
    """Hexes, by the fatigue rolls that reaching them calls for."""

    hexes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Action(Burden):
    """What a unit may do: its cost, the hexes that only it brings into reach and of them those that
    tire; in `extra` what is special about it."""

    cost: float = 0
    rule: str = ""
    reach: tuple[str, ...] | None = None
    tiring: tuple[Tiring, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


Told = Iterator[tuple[str, Action]]
"""Actions, each by its name."""


@dataclass(frozen=True)
class Actions:
    """The actions of one unit that has `left` points, fatigue included; `reached` are the hexes of
    a plain move."""

    situation: Situation
    unit: Unit
    left: float
    reached: frozenset[str]
    reach: Reach

    @cached_property
    def is_held(self) -> bool:
        return in_enemy_zone(self.situation, self.unit, self.unit.side)

    def told(self) -> dict[str, Action]:
        """All actions that the rules allow here, by name."""
        kinds = (self.rest, self.modes, self.disengage, self.take_in, self.wait, self.bridges)
        return dict(one for kind in (*kinds, self.parts) for one in kind())

    def costing(self, cost: float, number: str, **extra: Any) -> Action:
        """An action that brings no hex into reach."""
        burden = self.burden(self.unit, cost)
        return Action(burden.fatigue_rolls, burden.fatigue, cost, number, extra=extra)

    def after(
        self, unit: Unit, cost: float, number: str, torn: bool = False, **extra: Any
    ) -> Action:
        """What an action costs, the hexes that it newly brings into reach, and of them those that
        call for fatigue rolls, with the chances of each level when the unit gets there."""
        burden = self.burden(unit, cost)
        told = Action(burden.fatigue_rolls, burden.fatigue, cost, number, extra=extra)
        way = self.reach(unit, cost, torn)
        if not (new := tuple(sorted(way.keys() - self.reached))):
            return told
        tiring: dict[int, Tiring] = {}
        for name in new:
            burden = self.burden(unit, cost + way[name])
            if rolls := burden.fatigue_rolls:
                known = tiring.get(rolls) or Tiring(rolls, burden.fatigue)
                tiring[rolls] = replace(known, hexes=(*known.hexes, name))
        in_order = tuple(tiring[rolls] for rolls in sorted(tiring))
        return replace(told, reach=new, tiring=in_order or None)

    @rule("5.4.1", "5.4.2", "5.4.3", "5.4.5", "5.8.2")
    def burden(self, unit: Unit, points: float) -> Burden:
        """The fatigue rolls that so many points more call for, and what they make of a unit."""
        before = units.spent(self.unit)
        rolls = len(rolls_passed(self.situation, unit, before, before + points))
        if not rolls:
            return Burden()
        return Burden(rolls, weariness(self.situation, unit, before, before + points))

    @rule("5.4.6")
    def rest(self) -> Told:
        """At the beginning of its move ten points a level make a unit fresh again."""
        level = units.fatigue(self.unit)
        for rested in range(1, level + 1):
            cost = REST * rested
            fields = {**self.unit.fields, "fatigue": level - rested, supply.RESTED: cost}
            fresh = replace(self.unit, fields=fields)
            if has_gone(self.unit) or cost > allowance(self.situation, fresh).cap:
                return
            told = self.after(fresh, cost, "5.4.6")
            left = {} if told.fatigue_rolls else {"fatigue": level - rested}
            yield f"rest-{rested}", replace(told, extra=left)

    @rule("5.3", "6.1.12", "6.1.13", "5.8.4")
    def modes(self) -> Told:
        """Another mode: combat units alone dig in; foot infantry and Railroad Regiments keep
        theirs; in an enemy zone nobody forms up for the road unless a guard stands there."""
        now = units.mode(self.unit)
        if self.unit.type in (units.RAILROAD_REGIMENT, units.FSH, "sam"):
            return
        for mode in (units.TACTICAL, units.ROAD, units.HEDGEHOG):
            if mode == now or (mode == units.HEDGEHOG and not units.is_combat(self.unit)):
                continue
            foot = goes_on_foot(self.situation, self.unit)
            guarded = not self.is_held or is_covered(self.situation, self.unit)
            if mode == units.ROAD and (foot or not guarded):
                continue
            dug = "to-hedgehog" if mode == units.HEDGEHOG else f"{now}-to-{mode}"
            figure = self.situation.figure(
                "movement", "from-hedgehog" if now == units.HEDGEHOG else dug
            )
            if figure.number <= self.left:
                changed = replace(self.unit, fields={**self.unit.fields, "mode": mode})
                doubt = figure.stand_in
                yield f"mode-{mode}", self.after(changed, figure.number, "5.3", stand_in=doubt)

    @rule("9.6", "9.6.4", "9.10", "9.15", "9.10.2")
    def disengage(self) -> Told:
        """Who is held may tear himself away by a combat; on C, A1 and A2 he goes on at twice the
        cost of terrain, on C one of the enemies may follow the same way."""
        battle = Battle(
            self.situation, self.unit, (self.unit.hex,), Declared({"type": DISENGAGEMENT})
        )
        if self.is_held and not leaves_a_guard(self.situation, self.unit) and not battle.refused:
            cost = self.situation.figure("movement", DISENGAGEMENT).number
            pursuers = [one.id for one in battle.attackers]
            told = self.after(self.unit, cost, "9.6", torn=True, pursuers=pursuers)
            yield DISENGAGEMENT, told

    @rule("13.3.2")
    def take_in(self) -> Told:
        """One point takes in fuel and ammunition."""
        if self.left >= 1 and may_refill(self.situation, self.unit):
            yield "supplies", self.costing(1, "13.3.2")

    @rule("9.18.4")
    def wait(self) -> Told:
        """Ten points make a Corps Reserve of it."""
        if self.left >= RESERVE and may_wait(self.situation, self.unit):
            yield "reserve", self.costing(RESERVE, "9.18")

    @rule("38.3.1", "36.8.6", "38.3.1.1", "38.3.1.3")
    def bridges(self) -> Told:
        """Bridges over the hexsides of its hex are blown without a roll."""
        here = self.unit.hex
        sides = [
            f"{here}/{near}"
            for near in self.situation.around[here]
            if ground.is_river(self.situation, here, near)
            and ground.is_bridged(self.situation, here, near)
        ]
        if sides:
            yield "demolition", self.costing(0, "38.3.1", hexsides=sides)

    @rule(
    "14.1.1", "14.1.2", "14.1.3", "14.1.4", "14.1.5", "14.2.1", "14.2.2", "14.2.3", "14.2.5",
    "5.2.5",
)  # fmt: skip
    def parts(self) -> Told:
        """Not in an enemy zone: break down, for two points in Road mode and four in Tactical mode,
        the parts keeping points, fatigue, losses and stocks; or recombine, as tired and as spent as
        the worst part."""
        unit = self.unit
        if self.is_held:
            return
        price = 2 if units.mode(unit) == units.ROAD else 4
        if has_parts(unit) and price <= self.left:
            kept = {"spent": units.spent(unit) + price, "fatigue": units.fatigue(unit)}
            kept |= {"losses": units.steps_lost(unit), **supply.stocks(self.situation, [unit])}
            made_of = broken_into(self.situation, unit)
            extra = {"made_of": made_of} if made_of else {}
            yield "breakdown", self.costing(price, "14.1", parts=kept, **extra)
            return
        if self.left < RECOMBINATION:
            return
        parts, losses = recombined(self.situation, unit)
        if losses is None:
            return
        told = {
            "losses": losses,
            "spent": max(map(units.spent, parts)) + RECOMBINATION,
            "fatigue": max(map(units.fatigue, parts)),
            **supply.stocks(self.situation, parts),
        }
        yield "recombination", Action(cost=RECOMBINATION, rule="14.2", extra=told)


@rule("9.18", "9.18.2", "9.18.3")
def may_wait(situation: Situation, unit: Unit) -> bool:
    """Whether a unit may become a Corps Reserve: a NATO combat unit in supply, in Tactical mode,
    beside no enemy, within three hexes of a headquarters of its nation that has no reserve yet."""
    if unit.side != NATO or not units.is_combat(unit) or "reserve" in unit.markers:
        return False
    if units.mode(unit) != units.TACTICAL or situation.beside(unit.hex, WP):
        return False
    own = [one for one in situation.of_side(NATO) if units.nation(one) == units.nation(unit)]
    headquarters = [one.hex for one in own if one.type == units.HQ]
    waiting = sum("reserve" in one.markers for one in own)
    if not headquarters or waiting >= len(headquarters):
        return False
    near = ground.nearest_of(situation, unit.hex, headquarters) <= RESERVE_RANGE
    return near and supply.is_supplied(situation, unit)


@rule("13.3.2")
def may_refill(situation: Situation, unit: Unit) -> bool:
    """A unit of the Warsaw Pact in supply takes in fuel and ammunition, once a phase."""
    if unit.side != WP or not situation.in_force("integrated-supply"):
        return False
    full = unit.get("fuel") in (None, 3) and supply.ammo(unit) == 3
    return not full and supply.is_supplied(situation, unit)


UNDIVIDED = frozenset({"airborne", "airmobile"})


@rule("14.1", "14.2")
def has_parts(unit: Unit) -> bool:
    """Whether the tables of rule 14 have parts for a division: they name none of France, none that
    is flown, and of the Pact armoured and mechanized ones only."""
    if not units.is_division(unit) or units.nation(unit) == "fr" or unit.type in UNDIVIDED:
        return False
    return unit.side != WP or unit.type in units.LINE


@rule("5.2", "5.2.1", "5.2.2", "5.2.4", "19.6", "19.7")
def companions(situation: Situation, unit: Unit) -> tuple[Unit, ...]:
    """Support that may go along with a combat unit of its hex; with a Railroad Regiment a supply
    head and the other regiments. Who is dropped on the way moves no more."""
    there = [one for one in situation.at(unit.hex) if one.id != unit.id and not one.get("moved")]
    if unit.type == units.RAILROAD_REGIMENT:
        return tuple(o for o in there if o.type in (units.FSH, units.RAILROAD_REGIMENT))
    if not units.is_combat(unit):
        return ()
    fixed = (units.FSH, units.RAILROAD_REGIMENT, "sam")
    return tuple(one for one in there if not units.is_combat(one) and one.type not in fixed)
