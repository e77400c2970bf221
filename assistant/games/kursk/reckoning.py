"""The attack in numbers (rules 5.6, 9.0, 9.3, 9.93, 11.5, 13): net strength and column shifts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

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
from assistant.games.kursk.units import attack_of, class_of, is_hq
from assistant.kernel.chart import NOTHING
from assistant.kernel.ledger import Modifier, by_chart
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Reason, Saying

ATTACK = "{n:+d} attack"


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

    def line(self) -> LedgerLine:
        """The stack in the ledger, and those of it that are halved."""
        half = self.unsupplied
        text = "{units} in {hex}, {units2} halved" if half else "{units} in {hex}"
        what = Saying(text, units=self.units, hex=self.hex, units2=half)
        return LedgerLine(what, Saying(ATTACK, n=self.total), "11.55" if half else "9.0")


@dataclass(frozen=True)
class Strength:
    """The attack points of a battle, step by step."""

    battle: Battle

    @cached_property
    def stacks(self) -> tuple[StackStrength, ...]:
        battle, overrun = self.battle, self.battle.segment == "overrun"
        return tuple(
            stack_strength(
                battle.situation, [unit for unit in battle.attackers if unit.hex == name], overrun
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

    @cached_property
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
        text = "{n} attack points; {m} are needed."
        return Reason(number, text, "odds", n=points, m=LEAST_ATTACK)

    def ledger(self) -> Iterator[LedgerLine]:
        """Each stack, bombardment and suppression, in the order in which they count."""
        for stack in self.stacks:
            yield stack.line()
        if self.bombardment:
            yield LedgerLine("German bombardment", Saying(ATTACK, n=self.bombardment), "13.55")
        yield from counter_ledger(self.battle, "artillery")
        if self.suppression:
            lost = self.declared + self.bombardment - self.net
            what = Saying("suppression by {n} artillery {n|point|points}", n=self.suppression)
            yield LedgerLine(what, Saying(ATTACK, n=-lost), "13.12")


@rule("11.54", "11.55", "6.18")
def stack_strength(
    situation: Situation, units: Sequence[Unit], overrun: bool = False
) -> StackStrength:
    """The attackers of a hex; those out of supply are halved together, rounded down.

    In an overrun headquarters add nothing.
    """
    fighters = [unit for unit in units if not (overrun and is_hq(unit))]
    unsupplied = [unit for unit in fighters if not situation.supplied(unit)]
    reading = situation.option("supply-halving")
    halved = fighters if reading == "whole-stack" and unsupplied else unsupplied
    groups = [[unit] for unit in halved] if reading == "each-unit" else [halved]
    parts = [
        _by_class(situation, [unit for unit in fighters if unit not in halved]),
        *(_halved(situation, group) for group in groups),
    ]
    infantry, others = (sum(points) for points in zip(*parts, strict=True))
    return StackStrength(units[0].hex, tuple(units), tuple(unsupplied), infantry, others)


def _halved(situation: Situation, units: Iterable[Unit]) -> tuple[int, int]:
    """Half of units together, rounded down once; a point that is lost is the armour's."""
    infantry, others = _by_class(situation, units)
    total, armour = (infantry + others) // 2, others // 2
    return total - armour, armour


@rule("13.11")
def _by_class(situation: Situation, units: Iterable[Unit]) -> tuple[int, int]:
    """Attack points of infantry, and of all that artillery affects only secondarily."""
    hq_too = situation.option("artillery-hq") == "infantry"
    first = ("infantry", "headquarters") if hq_too else ("infantry",)
    points = [0, 0]
    for unit in units:
        points[class_of(situation.position, unit) not in first] += attack_of(unit)
    return points[0], points[1]


# Column shifts


def shifts(battle: Battle) -> tuple[Modifier, ...]:
    """All modifiers of a battle, in order; those of no columns tell where a chart was asked."""
    return (
        *terrain_shifts(battle),
        *hexside_shifts(battle),
        *mode_shifts(battle),
        *condition_shifts(battle),
        *support_shifts(battle),
    )


@rule("5.61", "5.62", "9.32")
def terrain_shifts(battle: Battle) -> Iterator[Modifier]:
    """All terrain of the hex adds up; of entrenchments only the defender's own count."""
    situation, side = battle.situation, battle.defending_side
    for kind in sorted(situation.ground.terrain(battle.target)):
        if not kind.startswith(OWN_ENTRENCHMENT):
            name = situation.definition.terrain[kind].name
            yield by_chart(name, situation.charts.shift(kind), "9.32")
    if situation.ground.entrenched(battle.target, side):
        figure = situation.charts.shift(f"{OWN_ENTRENCHMENT}-{side}")
        yield by_chart("own entrenchment", figure, "5.62")


@rule("9.33")
def hexside_shifts(battle: Battle) -> Iterator[Modifier]:
    """Of the hexsides attacked across the one with the smallest shift counts for all."""
    charts, board = battle.situation.charts, battle.situation.board
    crossed = []
    for name in battle.hexes:
        kinds = sorted(board.between(name, battle.target))
        figure = sum(map(charts.shift, kinds), NOTHING)
        what = " and ".join(kinds).replace("-", " ") or "clear hexside"
        crossed.append((abs(figure.number), what, figure))
    if crossed:
        _, what, figure = min(crossed, key=lambda entry: entry[:2])
        yield by_chart(what, figure, "9.33")
        yield from _exclusive_shifts(battle)


@rule("5.62", "5.63")
def _exclusive_shifts(battle: Battle) -> Iterator[Modifier]:
    """Dragon's teeth of the defender's own entrenchment, and depressions in whose rear he stands,
    count only if every attacker comes across them."""
    ground, charts = battle.situation.ground, battle.situation.charts
    owned = [ground.board.owned_by(battle.target, name) for name in battle.hexes]
    common = frozenset.intersection(*owned)
    if "dragon-teeth" in common and ground.entrenched(battle.target, battle.defending_side):
        yield by_chart("dragon's teeth", charts.shift("dragon-teeth"), "5.62")
    if "depression" in common:
        yield by_chart("depression", charts.shift("depression"), "5.63")


@rule("9.45", "9.93", "10.2")
def mode_shifts(battle: Battle) -> Iterator[Modifier]:
    """The modes of both forces; disruption stands in the place of the defenders' mode."""
    shift = battle.situation.charts.mode_shift
    mode, posture = battle.attacker_mode, battle.defender_posture
    yield by_chart(Saying("attackers {mode}", mode=mode), shift("attacker", mode), "9.93")
    yield by_chart(Saying("defenders {mode}", mode=posture), shift("defender", posture), "9.93")


@rule("6.0", "11.56", "11.18", "11.19")
def condition_shifts(battle: Battle) -> Iterator[Modifier]:
    """An overrun, defenders out of supply, and defenders of several commands."""
    situation, modifier = battle.situation, battle.situation.charts.modifier
    if battle.segment == "overrun":
        yield by_chart("overrun", modifier("overrun"), "6.0")
    supply = situation.supply
    if any(not supply[u.side].under_attack(u).supplied for u in battle.defenders):
        yield by_chart("defender out of supply", modifier("defender-oos"), "11.56")
    yield from mixed_shift("mixed command", situation, situation.command.mix(battle.defenders))


@rule("11.18", "11.19")
def mixed_shift(what: str, situation: Situation, mix: str) -> Iterator[Modifier]:
    """The columns for mixed command, if it is mixed."""
    if mix:
        number = "11.18" if mix == "command-mix-one" else "11.19"
        yield by_chart(what, situation.charts.modifier(mix), number)


@rule("13.44", "17.21", "17.23", "17.25", "16.3")
def support_shifts(battle: Battle) -> Iterator[Modifier]:
    """Bombarding artillery, air points (never in an overrun), and the SS corps together."""
    modifier, declared = battle.situation.charts.modifier, battle.declared
    levels = bombarding_levels(battle)
    if levels:
        what = Saying("bombardment, {n} {n|level|levels}", n=levels)
        yield by_chart(what, modifier("bombardment-level"), "13.44", levels)
    for who, points in (("attack", declared.air_attack), ("defence", declared.air_defence)):
        if points and battle.segment != "overrun":
            what = Saying("air points in {who}", who=who)
            yield by_chart(what, modifier(f"air-{who}"), "17.23", points)
    if ss_together(battle):
        yield by_chart("SS corps together", modifier("ss-corps"), "16.3")


SS_UNITS = 3


@rule("16.3")
def ss_together(battle: Battle) -> bool:
    """With the optional rule, whether the three units of the SS corps all attack together."""
    situation = battle.situation
    if not situation.value("optional-ss") or battle.attacking_side != "german":
        return False
    corps: Counter[str] = Counter()
    for unit in battle.attackers:
        above = situation.command.directly_above(unit)
        if above and not is_hq(unit) and (_is_ss(above) or _is_ss(f"{unit.id} {unit.name}")):
            corps[above] += 1
    return any(count >= SS_UNITS for count in corps.values())


def _is_ss(name: str) -> bool:
    return any(word.startswith("ss") for word in re.split(r"[^a-z]+", name.lower()))
