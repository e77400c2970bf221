"""Retreat after combat, what it costs those who hold instead, and the advance into the vacated hex
(9.9-9.14, 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from assistant.games.uis import ground, limits, units
from assistant.games.uis.battle import (
    DISENGAGEMENT,
    MARCH,
    Battle,
    Declared,
    bar_to_active_defence,
)
from assistant.games.uis.costs import entry_cost
from assistant.games.uis.lines import by_ferry
from assistant.games.uis.reckoning import RESULTS, TORN, losses, stops
from assistant.games.uis.situation import HELICOPTER, NATO, NEUTRAL, SQUADRONS, Situation, enemy_of
from assistant.games.uis.walk import paid
from assistant.games.uis.zones import breakthrough_zone, zone
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.facts import kept_for
from assistant.kernel.pursuit import barred
from assistant.kernel.room import on_map, result_among
from assistant.kernel.rulebook import rule
from assistant.kernel.withdrawal import all_placed, closed_for_all
from assistant.position import Unit
from assistant.questions.answers import (
    Advances,
    Retreat,
    Retreats,
    UnitAdvances,
    UnitRetreats,
    refusals,
)
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.saying import AsWritten

STAND, RETREAT, ELIMINATED = "stand", "retreat", "eliminated"
CAPTURED = "captured"
DIVISION_BASE, DISPLACED = "division-base", "displaced"
DISPLACEMENT = 5
RISK = 0.4
"""A roll of 1 to 8 of 20 (9.11.11)."""

AGAIN = Reason("9.11.11", "Retreated before in this phase, it loses one step more on 1 to 8 of 20.")


@dataclass(frozen=True)
class Fate:
    """Steps lost, and what becomes of the unit."""

    losses: int
    outcome: str
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Blow:
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
    def steps(self) -> int:
        """Each defender loses one step; a brigade or regiment that is the only defender in the
        whole combat two if a division attacked."""
        defenders = self.defenders
        if self.situation.option("lone-defender") == "combat-units":
            defenders = tuple(unit for unit in defenders if units.is_combat(unit))
        is_lone = len(defenders) == 1 and any(
            units.is_combat(unit) and not units.is_base(unit) and units.size(unit) in units.PARTS
            for unit in defenders
        )
        return 2 if is_lone and any(units.is_division(unit) for unit in self.attackers) else 1

    @cached_property
    @rule("9.16.2", "9.16.2.2")
    def active_defence(self) -> bool:
        """Active Defence was declared, and lawfully: a D costs every defender one step more."""
        return self.declared_active and not self.bar_to_active

    @cached_property
    def declared_active(self) -> bool:
        """Whether NATO defends and has declared it."""
        nato = any(unit.side == NATO for unit in self.defenders)
        return nato and bool(self.situation.value("active-defence"))

    @cached_property
    @rule("9.16.1", "9.16.2.4")
    def bar_to_active(self) -> Reason | None:
        """Why these defenders may not defend actively; None too if nobody is named who attacks."""
        battle = self.battle
        return bar_to_active_defence(battle) if battle else None

    @cached_property
    def battle(self) -> Battle | None:
        """The combat as it was declared."""
        if not self.attackers:
            return None
        kind = self.situation.value("assault")
        return Battle(self.situation, self.attackers[0], self.targets, Declared({"type": kind}))

    def at(self, name: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.defenders if unit.hex == name)

    def fighters_with(self, unit: Unit) -> list[Unit]:
        """The combat units of its stack."""
        return [other for other in self.at(unit.hex) if units.is_combat(other)]

    def hold(self, unit: Unit) -> Fate:
        """What a unit pays if its owner stands."""
        if unit.id not in self.fates:
            fate = combat_fate if units.is_combat(unit) else support_fate
            self.fates[unit.id] = fate(self, unit)
        return self.fates[unit.id]


@rule("9.12.1", "9.11.7", "9.16.2", "10.5", "10.6", "9.16.2.3")
def combat_fate(blow: Blow, unit: Unit) -> Fate:
    """Steps lost in place; a division that has none left becomes its Base, any other unit dies;
    so do units that never had more than one."""
    if units.steps_at_first(unit) == 1:
        return Fate(1, ELIMINATED, (Reason("9.11.7", "A unit of one step dies on D."),))
    lost = blow.steps + int(blow.active_defence)
    why = [Reason("9.12.1", "Holding costs it {n} {n|step|steps}.", n=blow.steps)]
    why += [ACTIVE] if blow.active_defence else []
    return Fate(lost, after_losses(unit, lost), tuple(why))


ACTIVE = Reason("9.16.2", "For the Active Defence it loses one step besides, held or not.")
LAST = Reason("10.6", "That is its last step: held or not, it is eliminated.")
TO_BASE = Reason("10.5", "That is its last step: held or not, its Division Base takes its place.")
WITH_THE_LAST = Reason("10.7", "It dies with the last combat unit of its stack.")


@rule("9.16.2", "9.16.2.3", "10.5", "10.6", "10.7")
def price_of_going(blow: Blow, unit: Unit) -> Fate:
    """What a unit pays if it retreats: the step of the Active Defence, which may be its last; a
    support unit dies with its stack."""
    if not units.is_combat(unit):
        fighters = blow.fighters_with(unit)
        if fighters and all(dies_anyway(blow, other) for other in fighters):
            return Fate(units.steps_left(unit), ELIMINATED, (WITH_THE_LAST,))
        return Fate(0, RETREAT)
    if not blow.active_defence:
        return Fate(0, RETREAT)
    left = after_losses(unit, 1)
    if left == STAND:
        return Fate(1, RETREAT, (ACTIVE,))
    return Fate(1, left, (ACTIVE, LAST if left == ELIMINATED else TO_BASE))


def dies_anyway(blow: Blow, unit: Unit) -> bool:
    """Whether a combat unit dies if it holds, and if it retreats or cannot."""
    if blow.hold(unit).outcome != ELIMINATED:
        return False
    return price_of_going(blow, unit).outcome == ELIMINATED or not open_hexes(blow, unit)


@rule("10.5", "10.6")
def after_losses(unit: Unit, lost: int) -> str:
    """What is left of a combat unit."""
    if lost < units.steps_left(unit):
        return STAND
    return DIVISION_BASE if units.is_division(unit) else ELIMINATED


@rule("9.11.8", "10.7", "10.8", "9.12.4", "15.1.4", "18.3")
def support_fate(blow: Blow, unit: Unit) -> Fate:
    """Support units alone die on D, those with combat units when these all die, else they lose
    nothing, but for artillery that fired in this combat; supply heads are displaced on any D."""
    if unit.type == units.FSH:
        return head_fate(blow.situation, unit)
    fighters = blow.fighters_with(unit)
    if not fighters:
        why = Reason("10.8", "Support units alone are eliminated on D.")
    elif blow.situation.option("stacked-support") == "eliminated":
        why = Reason("9.11.8", "Support units die on any D.")
    elif all(blow.hold(other).outcome == ELIMINATED for other in fighters):
        why = WITH_THE_LAST
    elif unit.type == units.ARTILLERY:
        text = "If it fired in this combat it loses one step with its stack."
        return Fate(0, STAND, (Reason("9.12.4", text),))
    else:
        return Fate(0, STAND, (Reason("10.7", "Combat units take the losses of the stack."),))
    return Fate(units.steps_left(unit), ELIMINATED, (why,))


@rule("18.1.1", "18.1.2", "18.3")
def head_fate(situation: Situation, unit: Unit) -> Fate:
    """A supply head goes back five hexes towards the East edge; nearer to it, it is eliminated
    until the next reinforcement phase."""
    if ground.nearest_of(situation, unit.hex, ground.edges(situation)["east"]) < DISPLACEMENT:
        text = "Less than five hexes from the East edge: it is eliminated and comes back next turn."
        return Fate(1, ELIMINATED, (Reason("18.1.2", text),))
    text = "It is displaced five hexes towards a rail or autobahn hex of the East edge."
    return Fate(0, DISPLACED, (Reason("18.1.1", text),))


@rule("9.11.6", "9.11.7", "9.11.8", "10.7")
@kept_for
def bar_to_retreat(blow: Blow, unit: Unit) -> Reason | None:
    """Hedgehogs, units of one step and supply heads never retreat; support units only along with
    combat units of their stack."""
    if units.is_combat(unit):
        if units.mode(unit) == units.HEDGEHOG:
            return Reason("9.11.6", "A unit in Hedgehog mode never retreats.", "unit")
        if units.steps_at_first(unit) == 1:
            text = "A unit that never had more than one step cannot retreat."
            return Reason("9.11.7", text, "unit")
        return None
    if unit.type == units.FSH:
        return Reason("18.3", "A supply head is displaced on D.", "unit")
    if blow.situation.option("stacked-support") == "eliminated":
        return Reason("9.11.8", "Support units cannot retreat.", "unit")
    fighters = blow.fighters_with(unit)
    if not fighters:
        return Reason("9.11.8", "Support units alone cannot retreat.", "unit")
    if not any(open_hexes(blow, other) for other in fighters):
        text = "Support units stay when no combat unit of the stack retreats."
        return Reason("9.11.8", text, "unit")
    return None


@rule("9.11", "9.11.9")
@kept_for
def open_hexes(blow: Blow, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit may retreat to, in no order of preference."""
    near = sorted(blow.situation.around[unit.hex])
    return tuple(name for name in near if bar_to_retreat_into(blow, unit, name) is None)


@rule("5.1.6", "9.11.2", "9.11.3", "9.11.5", "38.3.2", "9.11.8", "10.7")
def bar_to_retreat_into(blow: Blow, unit: Unit, name: str) -> Reason | None:
    """The first rule that keeps a unit from retreating to a hex: neither to enemies or water, nor
    across alpine or impassable hexsides or a major river without a sound bridge; support goes
    where a combat unit of its stack may go."""
    why = bar_to_retreat(blow, unit) or bar_of_hex(blow, unit, name)
    if why or units.is_combat(unit):
        return why
    if any(name in open_hexes(blow, other) for other in blow.fighters_with(unit)):
        return None
    return Reason("9.11.8", "No combat unit of its stack may retreat there.", "unit")


@rule("5.1.6", "9.11.2", "9.11.3", "9.11.5")
def bar_of_hex(blow: Blow, unit: Unit, name: str) -> Reason | None:
    """What of the hex and the way there closes it to a retreat."""
    situation = blow.situation
    if situation.side_at(name) == enemy_of(unit.side):
        return Reason("9.11.2", "Enemy units stand there.", "enemy-units")
    if name in ground.closed_hexes(situation):
        return Reason("5.1.6", "Ground units enter no all-sea or lake hex.", "terrain")
    if ground.is_barrier(situation, unit.hex, name):
        return Reason("9.11.3", "The hexside is alpine or impassable.", "hexside")
    if by_ferry(situation.board.between(unit.hex, name)):
        return Reason("30", "No retreat by ferry.", "hexside")
    if ground.unbridged_major_river(situation, unit.hex, name):
        return Reason("9.11.2", "A major river without a bridge.", "hexside")
    return (
        limits.bar_of_country(situation, unit, unit.hex, name)
        or bar_of_zone(blow, unit, name)
        or limits.bar_of_airfield(situation, unit, name)
        or bar_of_room(blow, unit, name)
    )


@rule("9.0.7", "33.0.1")
def retires_to(blow: Blow, unit: Unit) -> tuple[str, ...] | None:
    """Where Special Forces alone may retire before the combat, by the rules of retreats; None for
    other units."""
    if unit.type != units.SPECIAL_FORCES or blow.fighters_with(unit):
        return None
    near = sorted(blow.situation.around[unit.hex])
    return tuple(name for name in near if bar_of_hex(blow, unit, name) is None)


@rule("9.11.2", "9.11.4", "9.11.12", "9.13.5", "6.2.4")
def bar_of_zone(blow: Blow, unit: Unit, name: str) -> Reason | None:
    """Not into the Breakthrough Zones of earlier combats, nor into an enemy zone unless a friend
    stands there who is not part of this retreat."""
    situation = blow.situation
    if name in breakthrough_zone(situation):
        return Reason("9.11.2", "The hex lies in a Breakthrough Zone.", "enemy-zone")
    befriended = situation.side_at(name) == unit.side and name not in blow.targets
    if befriended or name not in zone(situation, enemy_of(unit.side), blow.phasing):
        return None
    text = "An enemy zone that no friend outside this combat negates."
    return Reason("9.11.2", text, "enemy-zone")


@rule("7.7", "9.11.10")
def bar_of_room(blow: Blow, unit: Unit, name: str) -> Reason | None:
    """Not beyond the stacking limit; attacked units that leave a hex themselves count no more."""
    there = [other for other in blow.situation.at(name) if other.hex not in blow.targets]
    if units.fits((*units.in_pool(there, ""), unit)):
        return None
    return Reason("9.11.10, 7.7", "The stacking limit would be broken.", "full")


@rule("7.7", "9.11.10")
def all_fit(blow: Blow, going: Sequence[Unit]) -> bool:
    """Whether all units that may retreat from a hex find room at the same time."""
    ways = {unit.id: names for unit in going if (names := open_hexes(blow, unit))}
    by_id = blow.situation.position.by_id

    def fits(name: str, ids: tuple[str, ...]) -> bool:
        there = units.in_pool(blow.situation.at(name), "")
        return units.fits(
            (*(unit for unit in there if unit.id not in ways), *map(by_id.__getitem__, ids))
        )

    return all_placed(ways, fits, lambda ids: units.measure(map(by_id.__getitem__, ids)))


DEFENDED = "D"
BOTH_SIDES = (
    "Units of both sides stand in {hexes}, which the rules forbid: only those attacked count there."
)
NOT_ACTIVE = "Active Defence does not count, its step is not lost: {why}"
ALL_ALIKE = "One result strikes {hexes:and}: the owner retreats with all units of them or holds."
CHOICE = Reason("9.9", "The owner either holds and loses steps or retreats one hex.")
RETIRED = "Before the combat they may retire instead: {hexes}."
TRAPPED = Reason("9.0.7", "No hex is open to retire to before the combat.")
BREACHED = Reason("9.12.5", "Who holds here dies: the attacker breaks through all the same.")
CROWDED = Reason("9.11.10", "Not all units find room: the owner chooses who stays and loses steps.")


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex; D if none is named."""
    attackers = on_map(situation, attackers)
    wanted = result_among(result or "", RESULTS, (result or DEFENDED).upper())
    if not situation.at(target):
        return of_nobody(situation, target, wanted)
    blow = blow_of(situation, target, attackers)
    if situation.value("assault") == DISENGAGEMENT:
        return torn_away(blow, target, wanted)
    if wanted != DEFENDED:
        return nobody_retreats(blow, target, wanted)
    going = tuple(unit_retreats(blow, unit) for unit in blow.at(target))
    because = [*choices(blow)]
    because += [BREACHED] if all_die(blow) else []
    because += shared(situation, blow.targets)
    if blow.declared_active and (why := blow.bar_to_active):
        because.append(Reason(why.rule, NOT_ACTIVE, why.code, why=Saying(why.text)))
    outcomes = [unit.outcome for unit in going]
    ordered = (RETREAT, STAND, DIVISION_BASE, DISPLACED, ELIMINATED)
    outcome = next(word for word in ordered if word in (*outcomes, ELIMINATED))
    return Retreats(target, wanted, outcome, going, tuple(because), further(blow))


@rule("9.9.1", "9.11", "9.11.10")
def choices(blow: Blow) -> Iterator[Reason]:
    """What the owner chooses, where anybody can go and live: for all units of all hexes alike."""
    if not any(
        open_hexes(blow, unit) and price_of_going(blow, unit).outcome != ELIMINATED
        for unit in blow.defenders
    ):
        return
    yield CHOICE
    if len(blow.targets) > 1:
        yield Reason("9.11", ALL_ALIKE, hexes=blow.targets)
    if not all_fit(blow, blow.defenders):
        yield CROWDED


@rule("5.1.7")
def shared(situation: Situation, targets: Iterable[str]) -> list[Reason]:
    """Whose units count in hexes attacked where both sides stand, which no rule allows."""
    if not (both := sorted(units.shared_hexes(situation) & {*targets})):
        return []
    return [Reason("5.1.7", BOTH_SIDES, hexes=both)]


@rule("9.12.5")
def all_die(blow: Blow) -> bool:
    """Whether the combat units all die if they hold, which is a breach as a retreat is."""
    fates = [blow.hold(unit).outcome for unit in blow.defenders if units.is_combat(unit)]
    return bool(fates) and all(fate == ELIMINATED for fate in fates)


@rule("28.3", "36.7.8", "28.3.6")
def of_nobody(situation: Situation, target: str, result: str) -> Retreats:
    """An airfield or a revolt without ground units: nobody retreats. Squadrons hold no other hex.
    QuestionError for any other."""
    gone = ELIMINATED
    if situation.table("revolt").get(target, 0):
        why = Reason("36.7.8", "D removes the revolt markers; there is no breach and no advance.")
    elif "airfield" in situation.board.of(target):
        gone = CAPTURED
        why = Reason("28.3", "With D the advance captures the airfield; there is no breach.")
    elif there := situation.position.at(target):
        text = "Squadrons alone hold no hex: nobody in {hex} is attacked or retreats ({units})."
        why = Reason("28", text, units=[unit.shown for unit in there], hex=target)
        return Retreats(target, result, STAND, (), (why,))
    else:
        raise QuestionError("There is no unit in {hex}: name a hex with units.", hex=target)
    lost = captured(situation, target, enemy_of(situation.phasing)) if result == DEFENDED else ()
    outcome = gone if result == DEFENDED else STAND
    return Retreats(target, result, outcome, (), (why, *lost))


@rule("9.9", "9.9.2")
def nobody_retreats(blow: Blow, target: str, result: str) -> Retreats:
    """C, A1 and A2 leave the defender where he is: they stop the attacker and may cost him."""
    why = Reason("9.9", "Only D moves or hurts the defender.", "stays")
    battle = blow.battle
    if battle is None:
        return all_stay(blow, target, result, why)
    told = all_stay(blow, target, result, why, *of_the_attacker(battle, result))
    lost = losses(battle)[result]
    left = after_losses(battle.active, lost)
    ends = {"attacker_losses": lost, "attacker_outcome": {battle.active.id: left}}
    return replace(told, extra={**told.extra, **ends})


def all_stay(blow: Blow, target: str, result: str, why: Reason, *more: Reason) -> Retreats:
    """Nobody of a hex goes anywhere or loses anything."""
    refused = closed_for_all(blow.situation.around[target], why)
    extra = {"hold": {"losses": 0, "outcome": STAND}}
    staying = tuple(
        UnitRetreats(unit.id, (), refused, STAND, (why,), extra=extra) for unit in blow.at(target)
    )
    return Retreats(target, result, STAND, staying, (why, *more), further(blow))


@rule("9.4.2", "9.9.2", "9.12.2", "9.12.3", "9.12.4", "10.5", "10.6")
def of_the_attacker(battle: Battle, result: str) -> Iterator[Reason]:
    """What a result other than D does to the unit that attacks and to the guns stacked with it."""
    unit, lost = battle.active, losses(battle)[result]
    if lost:
        number = {"A1": "9.12.2", "A2": "9.12.3"}.get(result, "9.4.2")
        yield Reason(number, "{unit} loses {n} {n|step|steps}.", unit=unit.shown, n=lost)
        left = after_losses(unit, lost)
        if left == ELIMINATED:
            yield Reason("10.6", "{unit} is eliminated.", unit=unit.shown)
        elif left == DIVISION_BASE:
            yield Reason("10.5", "Its Division Base takes the place of {unit}.", unit=unit.shown)
        if guns := [o.shown for o in battle.situation.at(unit.hex) if o.type == units.ARTILLERY]:
            text = "Of the artillery in its hex what fired in this combat loses one step: {units}."
            yield Reason("9.12.4", text, units=guns)
    if result in stops(battle):
        yield Reason("9.9", "The attacker stops and spends nothing more in this phase.")
    else:
        yield Reason("9.20", "In fluid combat the attacker may go on after it.")


UNMOVED = Reason("9.10", "A disengagement itself moves nobody and costs no step.", "stays")


@rule("9.10", "9.10.1", "9.10.2", "9.15")
def torn_away(blow: Blow, target: str, result: str) -> Retreats:
    """A disengagement never costs a step nor moves anybody at once: it lets the unit go on or
    not."""
    return all_stay(blow, target, result, UNMOVED, TORN.get(result, TORN["A1"]))


@rule("9.11", "9.11.1", "9.11.11", "9.16.2", "9.1.17", "9.9.1")
def unit_retreats(blow: Blow, unit: Unit) -> UnitRetreats:
    """One unit's open hexes with what they cost, and the risk that it loses one step more if it has
    retreated before in this phase; its closed hexes, and its fate if it holds."""
    fate, going = blow.hold(unit), price_of_going(blow, unit)
    extra: dict[str, Any] = {"risk": RISK if "no-zoc" in unit.markers else 0}
    if going.outcome != RETREAT:
        extra["outcome"] = going.outcome
    ways = open_hexes(blow, unit)
    options = tuple(Retreat((name,), going.losses, True, going.because, extra) for name in ways)
    closed = {
        name: why
        for name in blow.situation.around[unit.hex]
        if (why := bar_to_retreat_into(blow, unit, name))
    }
    held: dict[str, Any] = {"hold": {"losses": fate.losses, "outcome": fate.outcome}}
    because = fate.because
    if options:  # what befalls it either way is said once
        because = (*because, *(why for why in going.because if why not in because))
    if options and "no-zoc" in unit.markers:
        because = (*because, AGAIN)
    if (before := retires_to(blow, unit)) is not None:
        held["retire"] = list(before)
        because = (*because, Reason("9.0.7", RETIRED, hexes=before) if before else TRAPPED)
    return UnitRetreats(
        id=unit.id,
        options=options,
        refused=refusals(closed),
        outcome=RETREAT if options and going.outcome != ELIMINATED else fate.outcome,
        because=because,
        extra=held,
    )


def further(blow: Blow) -> dict[str, Any]:
    """The attackers meant, the hexes attacked, and the readings taken."""
    points = {
        "lone-defender": blow.steps == 2 or len(blow.defenders) > 1,
        "stacked-support": not all(units.is_combat(unit) for unit in blow.defenders),
    }
    return {
        "attackers": [unit.id for unit in blow.attackers],
        "targets": list(blow.targets),
        "no_zoc": "Every unit that retreats is marked No-ZOC (9.11.1).",
        **blow.situation.readings(name for name, matters in points.items() if matters),
    }


@rule("9.2.1", "9.5.2.1", "9.12.1")
def blow_of(situation: Situation, target: str, attackers: Sequence[Unit]) -> Blow:
    """The combat that a retreat follows: the attacker's hex decides which others share it. If no
    attacker is named, the strongest is meant that may attack this hex."""
    enemy = enemy_of(situation.side_at(target))
    if target in units.shared_hexes(situation):
        enemy = attackers[0].side if attackers else situation.phasing or enemy
    for unit in attackers:
        if unit.side != enemy:
            text = "{unit} is no enemy of the units in {hex}: name enemies of theirs."
            raise QuestionError(text, unit=unit.shown, hex=target)
    fighting = tuple(unit for unit in attackers if units.is_combat(unit))
    if not fighting:
        near = [unit for unit in situation.beside(target, enemy) if units.is_combat(unit)]
        near.sort(key=lambda u: (not units.is_division(u), -u.face("attack"), units.size(u), u.id))
        fighting = tuple(near[:1])
    targets = {target}
    kind = situation.value("assault")
    if kind not in (MARCH, DISENGAGEMENT):
        for unit in fighting:
            targets |= {*Battle(situation, unit, (target,), Declared({"type": kind})).targets}
    hexes = tuple(sorted(targets))
    there = tuple(u for name in hexes for u in situation.at(name) if u.side != enemy)
    return Blow(situation, fighting, hexes, there)


MANDATORY = Reason(
    "9.14", "The attacker must enter one vacated hex; support stacked with it may go along."
)
ALSO = (
    "{units} {n|attacks|attack} {hexes:and} in the same combat: of the hexes vacated the owner "
    "chooses which is entered; ask for {named} together."
)
ONE = Reason("9.14.1", "Only the one attacking unit advances: each is looked at by itself.")


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """The advance of each named unit into the vacated hex, and what it still costs; of all combat
    units next to it whose side moves now, if none is named."""
    going = on_map(situation, named) or tuple(
        unit
        for unit in situation.beside(target)
        if units.is_combat(unit) and unit.side != NEUTRAL and situation.moves_now(unit.side)
    )
    fighters = sum(units.is_combat(unit) for unit in going)
    found = tuple(unit_advances(situation, target, unit, going) for unit in going)
    because = [
        MANDATORY,
        *([ONE] if fighters > 1 else ()),
        *also_attacked(situation, target, going),
    ]
    sides = {unit.side for unit in going}
    lost = [why for side in sorted(sides) for why in captured(situation, target, enemy_of(side))]
    return Advances(target, found, because=(*because, *lost))


@rule("9.14.2")
def also_attacked(situation: Situation, target: str, going: Sequence[Unit]) -> Iterator[Reason]:
    """The hexes that were attacked together with the vacated one and are still held: the attacker
    enters either, if they are vacated too."""
    if situation.value("assault") in (MARCH, DISENGAGEMENT):
        return
    attacking: dict[tuple[str, ...], list[str]] = {}
    for unit in going:
        if units.is_combat(unit) and target in situation.around[unit.hex]:
            held = tuple(sorted({*Battle(situation, unit, ()).controlling} - {target}))
            attacking.setdefault(held, []).append(unit.shown)
    for held, names in attacking.items():
        if held:
            named = AsWritten(",".join((target, *held)))
            yield Reason("9.14.2", ALSO, units=names, n=len(names), hexes=held, named=named)


@rule("28.3.7", "28.3.5")
def captured(situation: Situation, target: str, side: str) -> Iterator[Reason]:
    """What becomes of the squadrons of a side on an airfield that the enemy enters."""
    if "airfield" not in situation.board.of(target):
        return
    there = situation.squadrons_at(target, side)
    helicopters = [unit.shown for unit in there if unit.type == HELICOPTER]
    others = [unit.shown for unit in there if unit.type != HELICOPTER]
    if others:
        text = "Squadrons on a captured airfield are eliminated: {units}."
        yield Reason("28.3.7", text, units=others)
    if helicopters:
        text = "Helicopters fly off to a field in range or are eliminated: {units}."
        yield Reason("28.3.5, 28.3.7", text, units=helicopters)


@rule("28.3.1", "9.9.2")
def unit_advances(
    situation: Situation, target: str, unit: Unit, going: Sequence[Unit]
) -> UnitAdvances:
    """One unit: the vacated hex, or the rule that closes it."""
    is_near = target in situation.around[unit.hex]
    cost = still_to_pay(situation, unit, target) if is_near else NOTHING
    if why := bar_to_advance(situation, target, unit, going, cost):
        return replace(barred(unit, target, why), extra={"cost": cost.number})
    extra = {"cost": cost.number, "stand_in": cost.stand_in}
    before = paid(situation, unit)
    if rolls := limits.rolls_needed(situation, unit, before, before + cost.number):
        extra["fatigue_rolls"] = rolls
    return UnitAdvances(unit.id, ((target,),), extra=extra)


@rule("9.14.3")
def still_to_pay(situation: Situation, unit: Unit, target: str) -> Figure:
    """The full cost of the hex less what the assault cost; the breach just made costs nothing, and
    support that goes along pays nothing."""
    if not units.is_combat(unit):
        return NOTHING
    assault = situation.figure("movement", str(situation.value("assault")))
    rest = entry_cost(situation, unit, units.mode(unit), unit.hex, target) - assault
    return Figure(max(0.0, rest.number), rest.stand_in)


@rule("5.4", "9.10", "9.13", "9.14", "9.14.1", "9.14.3", "36.7.8")
def bar_to_advance(
    situation: Situation, target: str, unit: Unit, going: Sequence[Unit], cost: Figure
) -> Reason | None:
    """The first rule that keeps a unit out of the vacated hex: the attacker alone advances, support
    only with a combat unit it stands with; into no hex of revolt, nor after a disengagement, nor
    for more points than fatigue allows."""
    if unit.type in SQUADRONS:
        return limits.FLIES
    if target not in situation.around[unit.hex]:
        text = "{unit} is not next to {hexes}."
        return Reason("9.14.1", text, "distance", unit=unit.shown, hexes=target)
    if unit.side == NEUTRAL or not situation.moves_now(unit.side):
        return Reason("9.14", "Only the attacker advances, never the side that defends.", "side")
    if not any(units.is_combat(other) and other.hex == unit.hex for other in (unit, *going)):
        text = "A support unit advances only along with the attacker it stands with."
        return Reason("9.14.1", text, "unit")
    if situation.side_at(target) == enemy_of(unit.side):
        text = "{hex} is not vacated: enemy units stand there."
        return Reason("9.14", text, "enemy-units", hex=target)
    if situation.table("revolt").get(target, 0):
        return Reason("36.7.8", "No advance follows when a revolt is suppressed.", "stays")
    if situation.value("assault") == DISENGAGEMENT:
        return Reason("9.10", "After a disengagement there is pursuit, and no advance.", "stays")
    closed = limits.bar_of_ground(situation, unit, unit.hex, target)
    if why := closed or limits.bar_of_country(situation, unit, unit.hex, target):
        return why
    if not units.has_room(situation, unit, target):
        return units.FULL
    if paid(situation, unit) + cost.number > limits.allowance(situation, unit).cap:
        return Reason("5.4", "The unit has not enough movement points left.", "allowance")
    return None
