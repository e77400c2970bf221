"""Retreat after combat, and what it costs those who hold instead (9.9, 9.11, 9.12, 10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from assistant.games.uis.barriers import enemy_airfield, may_not_enter
from assistant.games.uis.battle import DISENGAGEMENT, MARCH, Battle, Declared
from assistant.games.uis.ground import (
    closed_hexes,
    distance,
    edges,
    is_barrier,
    unbridged_major_river,
)
from assistant.games.uis.lines import by_ferry
from assistant.games.uis.results import RESULTS
from assistant.games.uis.situation import NATO, Situation, enemy_of
from assistant.games.uis.stacking import fits, in_pool
from assistant.games.uis.units import (
    ARTILLERY,
    BRIGADE,
    FSH,
    HEDGEHOG,
    REGIMENT,
    is_base,
    is_combat,
    is_division,
    mode,
    size,
    steps_at_first,
    steps_left,
)
from assistant.games.uis.zones import breakthrough_zone, zone
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

STAND, RETREAT, ELIMINATED = "stand", "retreat", "eliminated"
DIVISION_BASE, DISPLACED = "division-base", "displaced"
DISPLACEMENT = 5


@dataclass(frozen=True)
class Fate:
    """Steps lost, and what becomes of the unit."""

    losses: int
    outcome: str
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Fight:
    """A combat with result D: who attacked, which hexes were attacked, all their defenders."""

    situation: Situation
    attackers: tuple[Unit, ...]
    targets: tuple[str, ...]
    defenders: tuple[Unit, ...]
    fates: dict[str, Fate] = field(default_factory=dict, compare=False)

    @property
    def phasing(self) -> str:
        return self.attackers[0].side if self.attackers else ""

    @cached_property
    @rule("9.12.1")
    def lone_defender(self) -> bool:
        """Whether one brigade or regiment is the only defender in the whole combat."""
        units = self.defenders
        if self.situation.option("lone-defender") == "combat-units":
            units = tuple(unit for unit in units if is_combat(unit))
        if len(units) != 1 or not is_combat(units[0]) or is_base(units[0]):
            return False
        return size(units[0]) in (BRIGADE, REGIMENT)

    @cached_property
    @rule("9.12.1")
    def steps(self) -> int:
        """Each defender loses one step; a lone brigade or regiment two if a division attacked."""
        by_division = any(is_division(unit) for unit in self.attackers)
        return 2 if by_division and self.lone_defender else 1

    @cached_property
    @rule("9.16.2")
    def active_defence(self) -> bool:
        """Active Defence was declared: a D costs every defender one step more."""
        nato = any(unit.side == NATO for unit in self.defenders)
        return nato and bool(self.situation.value("active-defence"))

    def at(self, name: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.defenders if unit.hex == name)


def hold(fight: Fight, unit: Unit) -> Fate:
    """What a unit pays if its owner stands."""
    if unit.id not in fight.fates:
        fight.fates[unit.id] = (
            combat_fate(fight, unit) if is_combat(unit) else support_fate(fight, unit)
        )
    return fight.fates[unit.id]


@rule("9.12.1", "9.11.7", "9.16.2", "10.5", "10.6")
def combat_fate(fight: Fight, unit: Unit) -> Fate:
    """Steps lost in place; a division that has none left becomes its Base, any other unit dies;
    so do units that never had more than one."""
    if steps_at_first(unit) == 1:
        return Fate(1, ELIMINATED, (Reason("9.11.7", "A unit of one step dies on D."),))
    lost = fight.steps + int(fight.active_defence)
    why = Reason("9.12.1", "Holding costs it {n} {n|step|steps}.", n=lost)
    return Fate(lost, after_losses(unit, lost), (why,))


@rule("10.5", "10.6")
def after_losses(unit: Unit, lost: int) -> str:
    """What is left of a combat unit."""
    if lost < steps_left(unit):
        return STAND
    return DIVISION_BASE if is_division(unit) else ELIMINATED


@rule("9.11.8", "10.7", "10.8", "9.12.4", "18.3")
def support_fate(fight: Fight, unit: Unit) -> Fate:
    """Support units alone die on D, those with combat units when these all die; supply heads are
    displaced on any D instead (18.3)."""
    if unit.type == FSH:
        return head_fate(fight.situation, unit)
    fighters = [other for other in fight.at(unit.hex) if is_combat(other)]
    literal = fight.situation.option("stacked-support") == "eliminated"
    if fighters and not literal:
        if any(hold(fight, other).outcome in (STAND, DIVISION_BASE) for other in fighters):
            return stacked_fate(unit)
        why = Reason("10.7", "It dies with the last combat unit of its stack.")
    elif fighters:
        why = Reason("9.11.8", "Support units die on any D.")
    else:
        why = Reason("10.8", "Support units alone are eliminated on D.")
    return Fate(steps_left(unit), ELIMINATED, (why,))


@rule("9.12.4", "15.1.4")
def stacked_fate(unit: Unit) -> Fate:
    """Stacked support loses nothing, but for artillery that fired in this combat."""
    if unit.type != ARTILLERY:
        return Fate(0, STAND, (Reason("10.7", "Combat units take the losses of the stack."),))
    text = "If it fired in this combat it loses one step with its stack."
    return Fate(0, STAND, (Reason("9.12.4", text),))


@rule("18.1.1", "18.1.2", "18.3")
def head_fate(situation: Situation, unit: Unit) -> Fate:
    """A supply head goes back five hexes towards the East edge; nearer to it, it is eliminated
    until the next reinforcement phase."""
    far = [
        hexes
        for name in edges(situation)["east"]
        if (hexes := distance(situation, unit.hex, name)) is not None
    ]
    if far and min(far) < DISPLACEMENT:
        text = "Less than five hexes from the East edge: it is eliminated and comes back next turn."
        return Fate(1, ELIMINATED, (Reason("18.1.2", text),))
    text = "It is displaced five hexes towards a rail or autobahn hex of the East edge."
    return Fate(0, DISPLACED, (Reason("18.1.1", text),))


RISK = 0.4
"""A roll of 1 to 8 of 20 (9.11.11)."""

HexRule = Callable[[Fight, Unit, str], Reason | None]


@rule("9.11.6", "9.11.7", "9.11.8")
def may_not_retreat(fight: Fight, unit: Unit) -> Reason | None:
    """Hedgehogs, units of one step and support units by themselves never retreat."""
    if not is_combat(unit):
        return support_stays(fight, unit)
    if mode(unit) == HEDGEHOG:
        return Reason("9.11.6", "A unit in Hedgehog mode never retreats.", "unit")
    if steps_at_first(unit) == 1:
        return Reason("9.11.7", "A unit that never had more than one step cannot retreat.", "unit")
    return None


@rule("9.11.8", "10.7")
def support_stays(fight: Fight, unit: Unit) -> Reason | None:
    """Support units go only along with combat units of their stack; a supply head never."""
    if unit.type == FSH:
        return Reason("18.3", "A supply head is displaced on D.", "unit")
    if fight.situation.option("stacked-support") == "eliminated":
        return Reason("9.11.8", "Support units cannot retreat.", "unit")
    fighters = [other for other in fight.at(unit.hex) if is_combat(other)]
    if not fighters:
        return Reason("9.11.8", "Support units alone cannot retreat.", "unit")
    if not any(open_hexes(fight, other) for other in fighters):
        return Reason(
            "9.11.8", "Support units stay when no combat unit of the stack retreats.", "unit"
        )
    return None


@rule("9.11", "9.11.9")
def open_hexes(fight: Fight, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit may retreat to, in no order of preference."""
    return tuple(
        name
        for name in sorted(fight.situation.around[unit.hex])
        if retreat_refused(fight, unit, name) is None
    )


def retreat_refused(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """The first rule that keeps a unit from retreating to a hex."""
    if why := may_not_retreat(fight, unit):
        return why
    for test in HEX_RULES:
        if why := test(fight, unit, name):
            return why
    return None


@rule("10.7", "9.11")
def along_with_the_stack(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Support units go where a combat unit of their stack may go."""
    if is_combat(unit):
        return None
    if any(name in open_hexes(fight, other) for other in fight.at(unit.hex) if is_combat(other)):
        return None
    return Reason("9.11.8", "No combat unit of its stack may retreat there.", "unit")


@rule("9.11.2")
def enemy_there(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into a hex with enemies."""
    if fight.situation.side_at(name) == enemy_of(unit.side):
        return Reason("9.11.2", "Enemy units stand there.", "enemy-units")
    return None


@rule("5.1.6", "9.11.5")
def water(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into all-sea or lake hexes."""
    if name in closed_hexes(fight.situation):
        return Reason("5.1.6", "Ground units enter no all-sea or lake hex.", "terrain")
    return None


@rule("9.11.3")
def peaks(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not across alpine or impassable hexsides."""
    if is_barrier(fight.situation, unit.hex, name):
        return Reason("9.11.3", "The hexside is alpine or impassable.", "hexside")
    if by_ferry(fight.situation.board.between(unit.hex, name)):
        return Reason("30", "No retreat by ferry.", "hexside")
    return None


@rule("9.11.2", "38.3.2")
def major_river(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not across a major river without a sound bridge."""
    if unbridged_major_river(fight.situation, unit.hex, name):
        return Reason("9.11.2", "A major river without a bridge.", "hexside")
    return None


@rule("9.11.2", "9.11.12", "9.13.5")
def breach(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into the Breakthrough Zones of earlier combats."""
    if name in breakthrough_zone(fight.situation):
        return Reason("9.11.2", "The hex lies in a Breakthrough Zone.", "enemy-zone")
    return None


@rule("9.11.2", "9.11.4", "6.2.4")
def enemy_zone(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into an enemy zone, unless a friend stands there who is not part of this retreat."""
    situation = fight.situation
    if name not in zone(situation, enemy_of(unit.side), fight.phasing):
        return None
    if situation.side_at(name) == unit.side and name not in fight.targets:
        return None
    return Reason(
        "9.11.2", "An enemy zone that no friend outside this combat negates.", "enemy-zone"
    )


@rule("5.9", "5.10", "36.5.8", "41.2")
def foreign_ground(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into neutral countries, nor abroad for units tied to their country."""
    return may_not_enter(fight.situation, unit, unit.hex, name)


@rule("9.0.6", "28.3")
def airfield(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not onto an enemy airfield, which must be attacked before anybody enters it."""
    return enemy_airfield(fight.situation, unit, name)


@rule("7.7", "9.11.10")
def crowded(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not beyond the stacking limit; attacked units that leave a hex themselves count no more."""
    there = [other for other in fight.situation.at(name) if other.hex not in fight.targets]
    if fits((*in_pool(there, ""), unit)):
        return None
    return Reason("9.11.10, 7.7", "The stacking limit would be broken.", "full")


HEX_RULES: tuple[HexRule, ...] = (
    enemy_there,
    water,
    peaks,
    major_river,
    foreign_ground,
    breach,
    enemy_zone,
    airfield,
    crowded,
    along_with_the_stack,
)


@rule("9.11.11")
def risk(unit: Unit) -> float:
    """The chance that a unit that has retreated before in this phase loses one step more."""
    return RISK if "no-zoc" in unit.markers else 0


@rule("7.7", "9.11.10")
def all_fit(fight: Fight, units: tuple[Unit, ...]) -> bool:
    """Whether all units that may retreat from a hex find room at the same time."""
    return _places(fight, [unit for unit in units if open_hexes(fight, unit)], {})


def _places(fight: Fight, units: list[Unit], taken: dict[str, list[Unit]]) -> bool:
    if not units:
        return True
    unit, *rest = units
    for name in open_hexes(fight, unit):
        there = [*in_pool(fight.situation.at(name), ""), *taken.get(name, []), unit]
        if fits(there) and _places(fight, rest, {**taken, name: [*taken.get(name, []), unit]}):
            return True
    return False


DEFENDED = "D"
CHOICE = Reason("9.9", "The owner either holds and loses steps or retreats one hex.")
CROWDED = Reason("9.11.10", "Not all units find room: the owner chooses who stays and loses steps.")


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex; D if none is named."""
    attackers = on_map(situation, attackers)
    wanted = (result or DEFENDED).upper()
    if wanted not in RESULTS:
        raise QuestionError(
            "'{result}' is no result: write one of {results}.", result=result, results=RESULTS
        )
    if not situation.at(target):
        return of_nobody(situation, target, wanted)
    fight = fight_for(situation, target, attackers)
    if wanted != DEFENDED or situation.value("assault") == DISENGAGEMENT:
        return nobody_retreats(fight, target, wanted)
    units = tuple(unit_retreats(fight, unit) for unit in fight.at(target))
    because = [CHOICE]
    if not all_fit(fight, fight.at(target)):
        because.append(CROWDED)
    return Retreats(
        hex=target,
        result=wanted,
        outcome=outcome_of([unit.outcome for unit in units]),
        units=units,
        because=tuple(because),
        extra=further(fight),
    )


@rule("28.3", "36.7.8")
def of_nobody(situation: Situation, target: str, result: str) -> Retreats:
    """An airfield or a revolt without units: nobody retreats. QuestionError for any other hex."""
    if situation.table("revolt").get(target, 0):
        why = Reason("36.7.8", "D removes the revolt markers; there is no breach and no advance.")
    elif "airfield" in situation.board.of(target):
        why = Reason("28.3", "D captures the airfield by the advance; there is no breach.")
    else:
        raise QuestionError("There is no unit in {hex}.", hex=target)
    outcome = ELIMINATED if result == DEFENDED else STAND
    return Retreats(target, result, outcome, (), (why,))


@rule("9.9", "9.10")
def nobody_retreats(fight: Fight, target: str, result: str) -> Retreats:
    """C, A1 and A2 leave the defender where he is, and a disengagement never costs anything."""
    why = Reason("9.9", "Only D moves or hurts the defender.", "stays")
    nothing = {"hold": {"losses": 0, "outcome": STAND}}
    units = tuple(
        UnitRetreats(
            id=unit.id,
            options=(),
            refused=tuple(Refusal.by(name, why) for name in sorted(fight.situation.around[target])),
            outcome=STAND,
            because=(why,),
            extra=nothing,
        )
        for unit in fight.at(target)
    )
    return Retreats(target, result, STAND, units, (why,), further(fight))


@rule("9.11", "9.11.1", "9.16.2")
def unit_retreats(fight: Fight, unit: Unit) -> UnitRetreats:
    """One unit's open hexes with what they cost, its closed ones, and its fate if it holds."""
    fate = hold(fight, unit)
    lost = int(fight.active_defence and is_combat(unit))
    options = tuple(
        Retreat(
            path=(name,),
            losses=lost,
            preferred=True,
            extra={"risk": risk(unit), **_what_is_left(unit, lost)},
        )
        for name in open_hexes(fight, unit)
    )
    refused = tuple(
        Refusal.by(name, why)
        for name in sorted(fight.situation.around[unit.hex])
        if (why := retreat_refused(fight, unit, name))
    )
    return UnitRetreats(
        id=unit.id,
        options=options,
        refused=refused,
        outcome=RETREAT if options else fate.outcome,
        because=fate.because,
        extra={"hold": held(fate)},
    )


def held(fate: Fate) -> dict[str, Any]:
    return {"losses": fate.losses, "outcome": fate.outcome}


def _what_is_left(unit: Unit, lost: int) -> dict[str, str]:
    """What becomes of a unit that a certain loss on the way uses up."""
    left = after_losses(unit, lost) if lost else STAND
    return {} if left == STAND else {"outcome": left}


def outcome_of(outcomes: Sequence[str]) -> str:
    """One word for the whole hex: retreat if anybody may, else the mildest fate."""
    for word in (RETREAT, STAND, "division-base", DISPLACED):
        if word in outcomes:
            return word
    return ELIMINATED


def further(fight: Fight) -> dict[str, Any]:
    """The attackers meant, the hexes attacked, and the readings taken."""
    points = []
    if fight.steps == 2 or len(fight.defenders) > 1:
        points.append("lone-defender")
    if any(not is_combat(unit) for unit in fight.defenders):
        points.append("stacked-support")
    return {
        "attackers": [unit.id for unit in fight.attackers],
        "targets": list(fight.targets),
        "no_zoc": "Every unit that retreats is marked No-ZOC (9.11.1).",
        **fight.situation.readings(points),
    }


@rule("9.2.1", "9.5.2.1", "9.12.1")
def fight_for(situation: Situation, target: str, attackers: Sequence[Unit]) -> Fight:
    """The combat that a retreat follows: the attacker's hex decides which others share it."""
    enemy = enemy_of(situation.side_at(target))
    for unit in attackers:
        if unit.side != enemy:
            raise QuestionError(
                "{unit} is no enemy of the units in {hex}.", unit=unit.id, hex=target
            )
    fighting = tuple(unit for unit in attackers if is_combat(unit))
    if not fighting:
        fighting = likely_attacker(situation, target, enemy)
    targets = {target}
    kind = situation.value("assault")
    if kind not in (MARCH, DISENGAGEMENT):
        for unit in fighting:
            battle = Battle(situation, unit, (target,), Declared({"type": kind}))
            targets |= set(battle.targets)
    hexes = tuple(sorted(targets))
    defenders = tuple(unit for name in hexes for unit in situation.at(name))
    return Fight(situation, fighting, hexes, defenders)


def likely_attacker(situation: Situation, target: str, enemy: str) -> tuple[Unit, ...]:
    """The attacker meant when none is named: the strongest that may attack this hex."""
    near = [
        unit
        for name in sorted(situation.around[target])
        if situation.side_at(name) == enemy
        for unit in situation.at(name)
        if is_combat(unit)
    ]
    near.sort(key=lambda unit: (not is_division(unit), -unit.face("attack"), size(unit), unit.id))
    return tuple(near[:1])
