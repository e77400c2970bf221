"""The attack in points (rules 9.0, 9.3, 11.55, 13.5): from printed values to net strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.games.kursk import counter_battery
from assistant.games.kursk.artillery import bombardment, suppressed, suppression
from assistant.games.kursk.battle import Battle
from assistant.games.kursk.overrun import LEAST_ATTACK
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import attack_of, class_of, is_hq, names_of
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
        return Reason(number, "{n} attack points; {m} are needed.", n=points, m=LEAST_ATTACK)

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
        yield from counter_battery.ledger(self.battle, "artillery")
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
