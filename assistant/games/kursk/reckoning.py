"""The attack in numbers (rules 5.6, 9.0, 9.3, 9.93, 11.5, 13): net strength and column shifts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assistant.games.kursk.artillery import (
    bombarding_levels,
    bombardment,
    counter_ledger,
    suppressed,
    suppression,
)
from assistant.games.kursk.battle import Battle
from assistant.games.kursk.charts import OWN_ENTRENCHMENT
from assistant.games.kursk.overrun import LEAST_ATTACK
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import attack_of, class_of, is_gun, is_hq, names_of
from assistant.kernel.chart import Figure
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Reason, Saying


@dataclass(frozen=True)
class StackStrength:
    """What the attackers of one hex bring; `infantry` is what artillery affects first."""

    hex: str
    units: tuple[Unit, ...]
    unsupplied: tuple[Unit, ...]
    infantry: int
    others: int

    @property
    def total(self) -> int:
        return self.infantry + self.others


@dataclass(frozen=True)
class Strength:
    """The attack points of a battle, step by step."""

    battle: Battle

    @cached_property
    def stacks(self) -> tuple[StackStrength, ...]:
        battle = self.battle
        return tuple(
            stack_strength(
                battle.situation,
                name,
                [unit for unit in battle.attackers if unit.hex == name],
                battle.segment == "overrun",
            )
            for name in battle.hexes
        )

    @property
    def declared(self) -> int:
        return sum(stack.total for stack in self.stacks)

    @cached_property
    def bombardment(self) -> int:
        return bombardment(self.battle)[0]

    @cached_property
    def suppression(self) -> int:
        return suppression(self.battle)

    @property
    @rule("9.0", "13.12", "13.55")
    def net(self) -> int:
        """Attack points after suppression; what bombardment adds cannot be suppressed."""
        infantry = sum(stack.infantry for stack in self.stacks)
        others = sum(stack.others for stack in self.stacks)
        if self.battle.situation.option("bombardment-suppressed"):
            return suppressed(infantry, others + self.bombardment, self.suppression)
        return suppressed(infantry, others, self.suppression) + self.bombardment

    @rule("9.31", "6.11")
    def bar(self) -> Reason | None:
        """At least six points before suppression and before any column shift."""
        with_guns = self.battle.situation.option("six-points") == "with-bombardment"
        points = self.declared + (self.bombardment if with_guns else 0)
        if points >= LEAST_ATTACK:
            return None
        number = "6.11" if self.battle.segment == "overrun" else "9.31"
        return Reason(
            number, "{n} attack points; {m} are needed.", "odds", n=points, m=LEAST_ATTACK
        )

    def ledger(self) -> Iterator[LedgerLine]:
        """Each stack, bombardment and suppression, in the order in which they count."""
        for stack in self.stacks:
            number = "11.55" if stack.unsupplied else "9.0"
            what = Saying("{units} in {hex}", units=names_of(stack.units), hex=stack.hex)
            if stack.unsupplied:
                half = names_of(stack.unsupplied)
                text = "{units} in {hex}, {units2} halved"
                units = names_of(stack.units)
                what = Saying(text, units=units, hex=stack.hex, units2=half)
            yield LedgerLine(what, Saying("{n:+d} attack", n=stack.total), number)
        if self.bombardment:
            yield LedgerLine(
                "German bombardment",
                Saying("{n:+d} attack", n=self.bombardment),
                "13.55",
            )
        yield from counter_ledger(self.battle, "artillery")
        if self.suppression:
            lost = self.declared + self.bombardment - self.net
            what = Saying("suppression by {n} artillery {n|point|points}", n=self.suppression)
            yield LedgerLine(what, Saying("{n:+d} attack", n=-lost), "13.12")


@rule("11.54", "11.55", "6.18")
def stack_strength(
    situation: Situation, name: str, units: Sequence[Unit], overrun: bool = False
) -> StackStrength:
    """The attackers of a hex; those out of supply are halved together, rounded down.

    In an overrun headquarters add nothing.
    """
    fighters = [unit for unit in units if not (overrun and is_hq(unit))]
    unsupplied = [unit for unit in fighters if not situation.supplied(unit)]
    reading = situation.option("supply-halving")
    if reading == "whole-stack" and unsupplied:
        halved, whole = fighters, []
    else:
        halved = unsupplied
        whole = [unit for unit in fighters if unit not in unsupplied]
    infantry, others = _by_class(situation, whole)
    if reading == "each-unit":
        for unit in halved:
            more, rest = _halved(situation, [unit])
            infantry, others = infantry + more, others + rest
    else:
        more, rest = _halved(situation, halved)
        infantry, others = infantry + more, others + rest
    return StackStrength(name, tuple(units), tuple(unsupplied), infantry, others)


def _halved(situation: Situation, units: Sequence[Unit]) -> tuple[int, int]:
    """Half of units together, rounded down once; a point that is lost is the armour's."""
    infantry, others = _by_class(situation, units)
    total, armour = (infantry + others) // 2, others // 2
    return total - armour, armour


@rule("13.11")
def _by_class(situation: Situation, units: Sequence[Unit]) -> tuple[int, int]:
    """Attack points of infantry, and of all that artillery affects only secondarily."""
    hq_too = situation.option("artillery-hq") == "infantry"
    first = ("infantry", "headquarters") if hq_too else ("infantry",)
    infantry = others = 0
    for unit in units:
        if class_of(situation.position, unit) in first:
            infantry += attack_of(unit)
        else:
            others += attack_of(unit)
    return infantry, others


SS_UNITS = 3


class Shift(NamedTuple):
    """One modifier: columns to the right, or negative to the left."""

    what: str
    columns: int
    rule: str
    stand_in: bool = False

    def line(self) -> LedgerLine:
        return LedgerLine(
            self.what, Saying("{n:+d} {n|column|columns}", n=self.columns), self.rule, self.stand_in
        )


def shifts(battle: Battle) -> tuple[Shift, ...]:
    """All modifiers of a battle, in order; those of no columns tell where a chart was asked."""
    return (
        *terrain_shifts(battle),
        *hexside_shifts(battle),
        *mode_shifts(battle),
        *condition_shifts(battle),
        *support_shifts(battle),
    )


def _shift(what: str, value: Figure, number: str, times: int = 1) -> Shift:
    return Shift(what, round(value.number) * times, number, value.stand_in)


@rule("5.61", "5.62", "9.32")
def terrain_shifts(battle: Battle) -> Iterator[Shift]:
    """All terrain of the hex adds up; of entrenchments only the defender's own count."""
    ground = battle.situation.ground
    charts = battle.situation.charts
    for kind in sorted(ground.terrain(battle.target)):
        if not kind.startswith(OWN_ENTRENCHMENT):
            name = battle.situation.position.game.definition.terrain[kind].name
            yield _shift(name, charts.shift(kind), "9.32")
    side = battle.defending_side
    if ground.entrenched(battle.target, side):
        yield _shift("own entrenchment", charts.shift(f"{OWN_ENTRENCHMENT}-{side}"), "5.62")


@rule("9.33")
def hexside_shifts(battle: Battle) -> Iterator[Shift]:
    """Of the hexsides attacked across the one with the smallest shift counts for all."""
    charts = battle.situation.charts
    board = battle.situation.position.board
    crossed = []
    for name in battle.hexes:
        kinds = sorted(board.between(name, battle.target))
        values = [charts.shift(kind) for kind in kinds]
        columns = sum(value.number for value in values)
        stand_in = any(value.stand_in for value in values)
        what = " and ".join(kinds).replace("-", " ") or "clear hexside"
        crossed.append((abs(columns), what, Figure(columns, stand_in)))
    if crossed:
        _, what, value = min(crossed, key=lambda entry: entry[:2])
        yield _shift(what, value, "9.33")
    yield from _exclusive_shifts(battle)


@rule("5.62", "5.63")
def _exclusive_shifts(battle: Battle) -> Iterator[Shift]:
    """Dragon's teeth of the defender's own entrenchment, and depressions in whose rear he stands,
    count only if every attacker comes across them."""
    situation = battle.situation
    board = situation.position.board
    owned = [board.owned_by(battle.target, name) for name in battle.hexes]
    if not owned:
        return
    friendly = situation.ground.entrenched(battle.target, battle.defending_side)
    if friendly and all("dragon-teeth" in kinds for kinds in owned):
        yield _shift("dragon's teeth", situation.charts.shift("dragon-teeth"), "5.62")
    if all("depression" in kinds for kinds in owned):
        yield _shift("depression", situation.charts.shift("depression"), "5.63")


@rule("9.45", "9.93", "10.2")
def mode_shifts(battle: Battle) -> Iterator[Shift]:
    """The modes of both forces; disruption stands in the place of the defenders' mode."""
    shift = battle.situation.charts.mode_shift
    mode, posture = battle.attacker_mode, battle.defender_posture
    yield _shift(Saying("attackers {mode}", mode=mode), shift("attacker", mode), "9.93")
    yield _shift(Saying("defenders {mode}", mode=posture), shift("defender", posture), "9.93")


@rule("6.0", "11.56", "11.18", "11.19")
def condition_shifts(battle: Battle) -> Iterator[Shift]:
    """An overrun, defenders out of supply, and defenders of several commands."""
    situation = battle.situation
    modifier = situation.charts.modifier
    if battle.segment == "overrun":
        yield _shift("overrun", modifier("overrun"), "6.0")
    supply = situation.supply
    if any(not supply[u.side].under_attack(u).supplied for u in battle.defenders):
        yield _shift("defender out of supply", modifier("defender-oos"), "11.56")
    mix = situation.command.mix(battle.defenders)
    if mix:
        number = "11.18" if mix == "command-mix-one" else "11.19"
        yield _shift("mixed command", modifier(mix), number)


@rule("13.44", "17.21", "17.23", "17.25", "16.3")
def support_shifts(battle: Battle) -> Iterator[Shift]:
    """Bombarding artillery, air points (never in an overrun), and the SS corps together."""
    modifier = battle.situation.charts.modifier
    levels = bombarding_levels(battle)
    if levels:
        what = Saying("bombardment, {n} {n|level|levels}", n=levels)
        yield _shift(what, modifier("bombardment-level"), "13.44", levels)
    if battle.segment != "overrun":
        for who, points in (
            ("attack", battle.declared.air_attack),
            ("defence", battle.declared.air_defence),
        ):
            if points:
                yield _shift(
                    Saying("air points in {who}", who=who), modifier(f"air-{who}"), "17.23", points
                )
    if ss_together(battle):
        yield _shift("SS corps together", modifier("ss-corps"), "16.3")


@rule("16.3")
def ss_together(battle: Battle) -> bool:
    """With the optional rule, whether the three units of the SS corps all attack together."""
    situation = battle.situation
    if not situation.position.value("optional-ss") or battle.attacking_side != "german":
        return False
    corps: dict[str, int] = {}
    for unit in battle.attackers:
        chain = situation.command.chain(unit)
        if chain and not is_hq(unit) and (_is_ss(chain[0]) or _is_ss(f"{unit.id} {unit.name}")):
            corps[chain[0]] = corps.get(chain[0], 0) + 1
    return any(count >= SS_UNITS for count in corps.values())


def _is_ss(name: str) -> bool:
    return any(word.startswith("ss") for word in re.split(r"[^a-z]+", name.lower()))


@rule("13.24", "13.21", "13.22")
def gun_shifts(battle: Battle) -> Iterator[Shift]:
    """Anti-tank fire loses a column against infantry and headquarters alone, and takes the other
    modifiers for those that it strikes; terrain never counts."""
    modifier = battle.situation.charts.modifier
    classes = {
        class_of(battle.situation.position, unit) for unit in battle.attackers if not is_gun(unit)
    }
    if "armoured" not in classes:
        yield _shift("infantry and headquarters only", modifier("gun-at-infantry"), "13.24")
    if battle.situation.option("gun-modifiers") == "all":
        yield from _target_shifts(battle)


@rule("13.24", "11.56", "11.18", "11.19", "9.93")
def _target_shifts(battle: Battle) -> Iterator[Shift]:
    """What the attackers' supply, commands and mode add to fire at them, as if they defended. Of
    several stacks the least mixed one counts."""
    situation = battle.situation
    modifier = situation.charts.modifier
    shift = situation.charts.mode_shift("defender", battle.attacker_mode)
    yield _shift(Saying("targets {mode}", mode=battle.attacker_mode), shift, "9.93")
    if not all(map(situation.supplied, battle.attackers)):
        yield _shift("targets out of supply", modifier("defender-oos"), "11.56")
    mixes = [
        situation.command.mix([unit for unit in battle.attackers if unit.hex == name])
        for name in battle.hexes
    ]
    mix = min(mixes, key=lambda one: round(modifier(one).number) if one else 0)
    if mix:
        number = "11.18" if mix == "command-mix-one" else "11.19"
        yield _shift("targets of mixed command", modifier(mix), number)
