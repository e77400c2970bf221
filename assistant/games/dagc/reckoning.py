"""An attack worked out: its ledger, its column, and why it may not be made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.games.dagc.attacking import forbidden
from assistant.games.dagc.battle import Battle
from assistant.games.dagc.differential import (
    Modifier,
    additions,
    attack_strength,
    defenders_strength,
)
from assistant.games.dagc.results import ResultTable, result_table
from assistant.games.dagc.shifts import air_refused, armour_refused, shifts
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason


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
        if options.air:
            yield from air_refused(self.battle)
        if options.armor and (why := armour_refused(self.battle)):
            yield why
        if options.fanatic and (why := self.fanatic_refused()):
            yield why

    @rule("11.23")
    def fanatic_refused(self) -> Reason | None:
        """An attacker may swear to roll until something happens in the leftmost columns only."""
        name = self.table.name(self.column)
        if not self.table.allows_fanatics(self.column):
            return Reason("11.23", "No fanatic attack is open in column {column}.", column=name)
        if not self.table.fanatic_chances(self.column):
            return Reason(
                "11.23", "Column {column} holds nothing but AS: the rolls never end.", column=name
            )
        return None


def spare(reckoning: Reckoning) -> int:
    """How many factors the attackers could do without and still have this column."""
    table, factors = reckoning.table, 0
    while factors < reckoning.attack:
        fewer = table.column(reckoning.differential() - factors - 1, reckoning.shift)
        if fewer < reckoning.column:
            break
        factors += 1
    return factors


def strongest(battles: Sequence[Battle]) -> Battle:
    """The battle with the rightmost column, then the widest differential."""
    return max(battles, key=lambda battle: merit(Reckoning(battle)))


def merit(reckoning: Reckoning) -> tuple[int, int]:
    """How good an attack is: its column, then its differential with shifts."""
    return reckoning.column, reckoning.differential() + reckoning.shift
