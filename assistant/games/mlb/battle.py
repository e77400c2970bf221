"""The question of odds: one attack in full with its ledger, or every attack that is possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assistant.games.mlb.air import NO_MARKER, AirMarker, declared_marker, offers
from assistant.games.mlb.attackers import (
    attackers_of,
    bars_to_attack,
    bars_to_target,
    lone_hq_open,
    may_attack,
)
from assistant.games.mlb.odds import (
    column_of,
    columns_left,
    defence_total,
    final_column,
    results_of,
    stack_attack,
    terrain_shifts,
)
from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.stand_ins import invented_units
from assistant.games.mlb.units import SUPPLY_LOSS, is_hq, state_of
from assistant.kernel.chances import chances
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table


@dataclass(frozen=True)
class What:
    """The options of a battle: the air marker, and columns that replace the terrain chart."""

    air: AirMarker = NO_MARKER
    terrain: int | None = None


def what_if(options: Options) -> What:
    """The options as given by `--with`."""
    for name in options:
        if name not in ("air", "terrain"):
            raise QuestionError(
                "Unknown option '{name}': write air=stuka, air=ace or terrain=N.", name=name
            )
    terrain = options.get("terrain")
    if terrain is not None and not (terrain.isascii() and terrain.isdigit()):
        raise QuestionError(
            "terrain={word} is no number of columns: write terrain=0 or more.", word=terrain
        )
    return What(declared_marker(options.get("air")), None if terrain is None else int(terrain))


@dataclass(frozen=True)
class Battle:
    """One attack on one hex: who takes part, and what the rules make of it."""

    situation: Situation
    target: str
    attackers: tuple[Unit, ...]
    what: What

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        return self.situation.stacks.get(self.target, ())

    @cached_property
    def stacks(self) -> dict[str, list[Unit]]:
        """The attackers by the hex that they attack from."""
        stacks: dict[str, list[Unit]] = {}
        for unit in self.attackers:
            stacks.setdefault(unit.hex, []).append(unit)
        return stacks

    def over_river(self, name: str) -> bool:
        """Whether the attack from a hex crosses a river of either kind."""
        return (name, self.target) in self.situation.ground.rivers

    def attack_from(self, name: str) -> int:
        return stack_attack(self.situation, self.stacks[name], self.over_river(name))

    @cached_property
    def attack(self) -> int:
        return sum(self.attack_from(name) for name in self.stacks)

    @cached_property
    def defence(self) -> int:
        return defence_total(self.situation, self.defenders)

    @cached_property
    def left(self) -> int:
        """Columns to the left for terrain: the chart's, or those given in its place."""
        given = self.what.terrain
        return columns_left(self.situation, self.target) if given is None else given

    @property
    def table(self) -> Table:
        return self.situation.position.game.tables["combat"]

    @cached_property
    def column(self) -> int | None:
        """The column in which it is resolved; None if it falls below the first."""
        if not self.defenders:
            return None
        right = self.what.air.columns
        return final_column(self.situation, self.attack, self.defence, self.left, right)

    @cached_property
    def bars(self) -> tuple[Reason, ...]:
        """Everything that forbids the attack."""
        found = [*bars_to_target(self.situation, self.target)]
        for unit in self.attackers:
            found += bars_to_attack(self.situation, unit, self.target)
        if not self.attackers:
            found.append(Reason("10.0", "No unit may attack {hex}.", hex=self.target))
        if not found and self.column is None:
            found.append(self._too_weak())
        return tuple(found)

    def _too_weak(self) -> Reason:
        shifted = self.defence and column_of(self.table, self.attack, self.defence) >= 0
        text = "{n} to {m} is below {column}."
        if shifted:
            text = "{n} to {m}, {k} {k|column|columns} to the left, is below {column}."
        lowest = self.table.columns[0]
        values = {"n": self.attack, "m": self.defence, "k": self.left, "column": lowest}
        return Reason("10.3.4", text, "odds", **values)


def odds(situation: Situation, target: str, from_ids: Sequence[str], options: Options) -> Odds:
    """One attack in full: by the units named, or by all that may join."""
    attackers = attackers_of(situation, target, from_ids)
    return answer(Battle(situation, target, attackers, what_if(options)))


def attacks(situation: Situation) -> Attacks:
    """Every hex that the active side (or either) may attack, by all who may join, best first."""
    active = situation.position.value("active")
    found = []
    for target, defenders in situation.stacks.items():
        side = enemy_of(defenders[0].side)
        if active in (None, "", side):
            battle = Battle(situation, target, may_attack(situation, side, target), What())
            if not battle.bars:
                found.append(battle)
    return Attacks(tuple(answer(battle) for battle in sorted(found, key=_rank)))


def _rank(battle: Battle) -> tuple[int, Fraction, str]:
    ratio = Fraction(battle.attack, max(1, battle.defence))
    return -(battle.column or 0), -ratio, battle.target


def answer(battle: Battle) -> Odds:
    """A battle as the answer to the question of odds."""
    column = None if battle.bars else battle.column
    results = {} if column is None else results_of(battle.table, column, battle.what.air)
    steps = ledger(battle)
    leaning = [line.what for line in steps if line.stand_in]
    leaning += invented_units((*battle.attackers, *battle.defenders))
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=battle.attack,
        defence=battle.defence,
        steps=steps,
        shift=0 if battle.defence == 0 else battle.what.air.columns - battle.left,
        column=None if column is None else battle.table.columns[column],
        possible=column is not None,
        results=results,
        chances=chances(results),
        stand_in=bool(leaning),
        because=(*battle.bars, *_readings(battle)),
        offers=() if column is None else offers(battle.situation.position, battle.what.air),
        extra={"stand_ins": leaning},
    )


def _readings(battle: Battle) -> list[Reason]:
    """Readings of open points on which the answer rests."""
    found = []
    lone_hq = bool(battle.defenders) and all(is_hq(unit) for unit in battle.defenders)
    if lone_hq and lone_hq_open(battle.situation):
        text = "Reading lone-hq-attackable: 10.0 spares a lone headquarters, 10.7.4 does not."
        found.append(Reason("10.7.4", text))
    if battle.defenders and battle.attack == battle.defence == 0:
        text = "Reading zero-attack-allowed: by the letter nothing attacks nothing at 10+."
        found.append(Reason("10.3.5", text))
    return found


# The ledger


def ledger(battle: Battle) -> tuple[LedgerLine, ...]:
    """The attack step by step: each stack, the defence, the ratio, the shifts, the aircraft."""
    forces = (*_attack_lines(battle), *_defence_lines(battle))
    if not battle.defenders:
        return forces
    if battle.defence == 0:
        last = Saying("column {column}", column=battle.table.columns[-1])
        return (*forces, LedgerLine("defence of nothing", last, "10.3.5"))
    return (*forces, _ratio_line(battle), *_shift_lines(battle))


def _attack_lines(battle: Battle) -> Iterator[LedgerLine]:
    for name, units in battle.stacks.items():
        yield from _supply_lines(units, "attack")
        halved = ", halved over the river" if battle.over_river(name) else ""
        what = Saying("{units} in {hex}" + halved, units=[u.shown for u in units], hex=name)
        yield LedgerLine(what, Saying("{n:+d} attack", n=battle.attack_from(name)), "10.3.1")


def _defence_lines(battle: Battle) -> Iterator[LedgerLine]:
    yield from _supply_lines(battle.defenders, "defence")
    shown = [unit.shown for unit in battle.defenders] or "nobody"
    yield LedgerLine(
        Saying("{units} in {hex}", units=shown, hex=battle.target),
        Saying("{n} defence", n=battle.defence),
        "10.0.6",
    )


def _ratio_line(battle: Battle) -> LedgerLine:
    columns = battle.table.columns
    column = column_of(battle.table, battle.attack, battle.defence)
    found = Saying("column {column}", column=columns[column])
    if column < 0:
        found = Saying("column below {column}", column=columns[0])
    return LedgerLine(Saying("{n} to {m}", n=battle.attack, m=battle.defence), found, "10.3.2")


def _shift_lines(battle: Battle) -> Iterator[LedgerLine]:
    given, air = battle.what.terrain, battle.what.air
    if given is None:
        yield from terrain_shifts(battle.situation, battle.target)
    elif given:
        yield LedgerLine(
            "terrain as given", Saying("{n:+d} {n|column|columns}", n=-given), "10.3.3(1)"
        )
    if air is not NO_MARKER:
        yield LedgerLine(air.name, air.effect, air.rule)


def _supply_lines(units: Iterable[Unit], which: str) -> list[LedgerLine]:
    """A line for each unit that supply weakens in this role."""
    states = ("oos", "isolated") if which == "attack" else ("isolated",)
    rules = {"oos": "11.2.2", "isolated": "11.2.3"}
    names = {"oos": "out of supply", "isolated": "isolated"}
    return [
        LedgerLine(
            Saying("{unit} " + names[state_of(unit)], unit=unit.shown),
            Saying("{n:+d} {which}, at least 0", n=-SUPPLY_LOSS, which=which),
            rules[state_of(unit)],
        )
        for unit in units
        if state_of(unit) in states
    ]
