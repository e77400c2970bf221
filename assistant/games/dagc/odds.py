"""One attack in full: its ledger, its column, its chances, and what may still be added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.games.dagc.attacking import forbidden
from assistant.games.dagc.battle import Battle
from assistant.games.dagc.before_combat import before_combat
from assistant.games.dagc.calendar import armour_succeeds_up_to, freedom_is_open
from assistant.games.dagc.differential import (
    Modifier,
    additions,
    attack_strength,
    defenders_strength,
    is_natural,
)
from assistant.games.dagc.entry import water_between
from assistant.games.dagc.fog import unseen
from assistant.games.dagc.readings import readings
from assistant.games.dagc.results import ResultTable, result_table
from assistant.games.dagc.shifts import air_refused, armour_refused, shifts
from assistant.games.dagc.supply import OOS, OVERLOAD, TO_BE_CHOSEN, state_of
from assistant.games.dagc.units import SOVIET, is_cav_mech
from assistant.rules.answers import Odds, Offer
from assistant.rules.rulebook import Reason, rule


@dataclass(frozen=True)
class Reckoning:
    """An attack worked out: the ledger in its order, and the column that it leads to."""

    battle: Battle

    @property
    def table(self) -> ResultTable:
        return result_table(self.battle.situation)

    @cached_property
    def additions(self) -> tuple[Modifier, ...]:
        return tuple(additions(self.battle))

    @cached_property
    def shifts(self) -> tuple[Modifier, ...]:
        return tuple(shifts(self.battle))

    @cached_property
    def attack(self) -> int:
        return attack_strength(self.battle)

    @cached_property
    def defence(self) -> int:
        return defenders_strength(self.battle) + sum(line.value for line in self.additions)

    @rule("11.8")
    def differential(self) -> int:
        """The attackers' factors less the defence; it may be negative."""
        return self.attack - self.defence

    @cached_property
    def shift(self) -> int:
        return sum(line.value for line in self.shifts)

    @cached_property
    def column(self) -> int:
        return self.table.column(self.differential(), self.shift)

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        """Why the attack, or an option of it, is not allowed."""
        return (*forbidden(self.battle), *self._options_refused())

    def _options_refused(self) -> Iterator[Reason]:
        options = self.battle.options
        if options.air and (why := air_refused(self.battle)):
            yield why
        if options.armor and (why := armour_refused(self.battle)):
            yield why
        if options.fanatic and (why := self.fanatic_refused()):
            yield why

    @rule("11.23")
    def fanatic_refused(self) -> Reason | None:
        """An attacker may swear to roll until something happens in the leftmost columns only."""
        name = self.table.name(self.column)
        if not self.table.allows_fanatics(self.column):
            return Reason("11.23", f"No fanatic attack is open in column {name}.")
        if not self.table.fanatic_chances(self.column):
            return Reason("11.23", f"Column {name} holds nothing but AS: the rolls never end.")
        return None


def odds(reckoning: Reckoning) -> Odds:
    """The answer for one attack."""
    battle, table, column = reckoning.battle, reckoning.table, reckoning.column
    possible = not reckoning.refused
    lines = (*reckoning.additions, *reckoning.shifts)
    fanatic = bool(battle.options.fanatic)
    chances = table.fanatic_chances(column) if fanatic else table.chances[column]
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=reckoning.attack,
        defence=reckoning.defence,
        steps=tuple(line.line() for line in lines),
        shift=reckoning.shift,
        column=table.name(column),
        possible=possible,
        results=table.results[column] if possible else {},
        chances=chances if possible else {},
        stand_in=table.is_stand_in(column) or any(line.stand_in for line in lines),
        because=reckoning.refused or reasons(reckoning),
        offers=tuple(offers(reckoning)) if possible else (),
        extra=further(reckoning),
    )


def reasons(reckoning: Reckoning) -> tuple[Reason, ...]:
    """How the column was found, in one sentence each."""
    battle = reckoning.battle
    text = f"{reckoning.attack} - {reckoning.defence} = {reckoning.differential():+d}"
    found = [Reason("11.8", f"Differential {text}, then {reckoning.shift:+d} columns.")]
    oos = [u for u in (*battle.attackers, *battle.defenders) if _is_oos(battle, u.id)]
    if oos:
        names = ", ".join(unit.shown for unit in oos)
        found.append(Reason("7.4", f"Out of supply: {names}."))
    return (*found, *unseen(battle.situation.position, _defending(battle)))


def _is_oos(battle: Battle, unit_id: str) -> bool:
    unit = battle.situation.position.by_id[unit_id]
    return state_of(battle.situation, unit).state == OOS


def _defending(battle: Battle) -> str:
    return battle.defenders[0].side if battle.defenders else ""


def offers(reckoning: Reckoning) -> Iterator[Offer]:
    """Options that could still be taken, and what each would change."""
    battle = reckoning.battle
    options = battle.options
    if not options.air and not air_refused(battle):
        number = "13.2" if battle.front == "1uf" else "13.1"
        yield Offer("air=1", _change(reckoning, 1), number)
    if not options.armor and not armour_refused(battle):
        die = armour_succeeds_up_to(battle.situation.position)
        effect = f"on a die of 1 to {die}: {_change(reckoning, 1)}"
        yield Offer("armor=1", effect, "12.6")
    if not options.lower and reckoning.column > 0:
        yield Offer("lower=1", _change(reckoning, -1), "11.14")
    if not options.fanatic and reckoning.fanatic_refused() is None:
        table, column = reckoning.table, reckoning.column
        if "AS" in table.chances[column]:
            effect = f"rolls until not AS: {_chances(table.fanatic_chances(column))}"
            yield Offer("fanatic=1", effect, "11.23")


def _change(reckoning: Reckoning, columns: int) -> str:
    """What some columns more or less would do: columns and chances before and after."""
    table, before = reckoning.table, reckoning.column
    after = table.column(reckoning.differential(), reckoning.shift + columns)
    if after == before:
        return f"{columns:+d} column, but {table.name(before)} is the last"
    names = f"{table.name(before)} -> {table.name(after)}"
    return f"{columns:+d} column, {names}: {_chances(table.chances[after])}"


def _chances(chances: Any) -> str:
    return ", ".join(f"{result} {chance:.0%}" for result, chance in chances.items())


def further(reckoning: Reckoning) -> dict[str, Any]:
    """What else the players should know: choices of the other side, missing words, readings."""
    battle = reckoning.battle
    extra: dict[str, Any] = {"differential": reckoning.differential(), "spare": spare(reckoning)}
    if missing := list(lacking(battle)):
        extra["missing"] = missing
    if choice := before_combat(battle):
        extra["before_combat"] = choice
    return extra | readings(battle.situation, open_points(reckoning))


def spare(reckoning: Reckoning) -> int:
    """How many factors the attackers could do without and still have this column."""
    table, factors = reckoning.table, 0
    while factors < reckoning.attack:
        fewer = table.column(reckoning.differential() - factors - 1, reckoning.shift)
        if fewer < reckoning.column:
            break
        factors += 1
    return factors


def lacking(battle: Battle) -> Iterator[Reason]:
    """What the position does not say and a rule needs."""
    position = battle.situation.position
    if battle.side == SOVIET and position.turn == 1 and not position.phase:
        yield Reason("5.4", "Name the `phase`: activated units gain a column before movement only.")
    for unit in (*battle.attackers, *battle.defenders):
        if state_of(battle.situation, unit).state == OVERLOAD:
            yield Reason("7.9", f"{unit.shown}: {TO_BE_CHOSEN.text}")


def open_points(reckoning: Reckoning) -> Iterator[str]:
    """The open points on which this answer leans."""
    battle, situation = reckoning.battle, reckoning.battle.situation
    if sum(is_natural(battle, kind) for kind in battle.terrain) > 1:
        yield "mixed-terrain"
    if reckoning.shift and reckoning.table.headings.overshoot(reckoning.differential()):
        yield "clamp"
    if any(line.what == "partisan" for line in reckoning.shifts):
        yield "partisan-attack"
    if any(
        "retreated" in unit.markers and state_of(situation, unit).state == OOS
        for unit in battle.defenders
    ):
        yield "retreated-count-for-supply"
    if any(water_between(situation, origin, battle.target) for origin in battle.origins):
        yield "attack-across-water"
    if battle.options.fanatic:
        yield "fanatic-columns"
    if "city" in battle.terrain and any(is_cav_mech(unit) for unit in battle.defenders):
        yield "cav-mech-leaves-city"
    if any(freedom_is_open(situation.position, unit) for unit in battle.attackers):
        yield "1uf-free"


def strongest(battles: Sequence[Battle]) -> Battle:
    """The battle with the rightmost column, then the widest differential."""
    return max(battles, key=lambda battle: merit(Reckoning(battle)))


def merit(reckoning: Reckoning) -> tuple[int, int]:
    """How good an attack is: its column, then its differential with shifts."""
    return reckoning.column, reckoning.differential() + reckoning.shift


def without_options(battle: Battle) -> Battle:
    return replace(battle, options=type(battle.options)())
