"""One attack as [combat] declares it: strengths, the column, its shifts, the chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from assistant.classic.attackers import bar_to_attack, phase_bar
from assistant.classic.battle_terrain import BattleTerrain, Worth
from assistant.classic.situation import Situation, cite
from assistant.classic.strengths import (
    condition_amounts,
    defence_of,
    defending_strength,
    plain,
    printed_attack,
    rounded_as,
    support_range,
)
from assistant.classic.units import printed
from assistant.kernel.facts import kept_for
from assistant.kernel.ledger import COLUMNS, Modifier, net
from assistant.position import Unit
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason
from builder.game.model import Table as Chart
from builder.game.rulebook.check import supports
from builder.game.rulebook.columns import column_of, row_of
from builder.game.rulebook.leaning import Rolls, favouring
from builder.game.rulebook.tables import combat_table
from builder.game.rules_file.chapters import BattleOffer, Combat, Support
from builder.game.rules_file.parts import Amount, Condition, changed, exact
from builder.game.rules_file.parts import Modifier as Declared

EMPTY = "There is no enemy unit in {hex}."
NOBODY = "No unit may attack {hex}."
ALONE = "Units at a distance only support: one must be adjacent to {hex}."
BELOW = "{n} to {m} is less than the table has."
SHIFTED = "From {column} a shift of {n:+g} leads beyond the first column of the table."
ABOVE = "{n} to {m} is more than the table has."
THEIRS = "{option}: only the {side} side may take it."

DIE = "{n:+g} on the die"


@dataclass(frozen=True, eq=False)
class Battle:
    """One attack on one hex, or on several, and what the rules make of it."""

    situation: Situation
    targets: tuple[str, ...]
    attackers: tuple[Unit, ...]
    options: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def combat(self) -> Combat:
        return self.situation.rules.combat

    @property
    def rule(self) -> str:
        return cite(self.combat, "combat")

    @cached_property
    def side(self) -> str:
        return self.attackers[0].side if self.attackers else ""

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        stacks = self.situation.stacks
        return tuple(unit for name in self.targets for unit in stacks.get(name, ()))

    @property
    def near(self) -> tuple[Unit, ...]:
        """The attackers that are adjacent to a hex attacked."""
        return self.terrain.near

    @cached_property
    def terrain(self) -> BattleTerrain:
        """What the ground does to this battle."""
        return BattleTerrain(self.situation, self.targets, self.attackers, self._favouring)

    def _favouring(self) -> Rolls:
        """The rolls that favour the defender in the column, which no ground shifts where it is
        added to the die."""
        heading = self.chart.columns[self._nearest]
        return favouring(self.situation.rules, self.chart, heading)

    # Strengths

    @cached_property
    def attack(self) -> Fraction:
        total = sum((self.strength_of(unit)[0] for unit in self.attackers), Fraction(0))
        total += sum(exact(offer.attack) * n for offer, n in self.taken)
        return max(Fraction(0), total)

    @kept_for
    def strength_of(self, unit: Unit) -> tuple[Fraction, tuple[tuple[str, str, Fraction], ...]]:
        """What a unit adds to the attack, and each change on the way: what, rule, value after; what
        changed it is rounded at the end, once."""
        value = printed_attack(self.situation, unit, near=bool(self.terrain.faces(unit)))
        changes: list[tuple[str, str, Fraction]] = []
        amounts: list[tuple[str, str, Amount]] = [*condition_amounts(self.situation, unit)]
        if self.terrain.faces(unit):
            amounts += [
                (name, across.rule or self.rule, across.attackers)
                for name, across, hit in self.terrain.entries
                if across.attackers != "same" and unit.id in hit
            ]
        for what, rule, amount in amounts:
            value = changed(value, amount)
            changes.append((what, rule, value))
        return (rounded_as(self.combat, value) if changes else value), tuple(changes)

    @cached_property
    def defence(self) -> Fraction:
        """The strength of the defenders, before terrain; each in its state of supply."""
        stacks = (self.situation.stacks.get(name, ()) for name in self.targets)
        return sum((self._defence_of(stack) for stack in stacks if stack), Fraction(0))

    def _defence_of(self, stack: Sequence[Unit]) -> Fraction:
        """What those who stand in one hex defend it with."""
        values = [defence_of(self.situation, unit) for unit in stack]
        if self.combat.defended_by == "best":
            return max(values)
        if self.combat.defended_by == "top":
            return values[-1]
        return sum(values, Fraction(0))

    @cached_property
    def defending_support(self) -> tuple[Unit, ...]:
        """Units of the defender in range that add to the defence."""
        found = []
        enemy = self.defenders[0].side if self.defenders else ""
        for support in supports(self.combat.support):
            if support.defends:
                found += [
                    unit
                    for unit in self.situation.units
                    if unit.side == enemy
                    and unit.type in support.type
                    and unit not in self.defenders
                    and self._within(unit, support)
                ]
        return tuple(found)

    def _within(self, unit: Unit, support: Support) -> bool:
        most = support_range(unit, support)
        ways = (self.situation.far(unit.hex, name) for name in self.targets)
        return any(way is not None and way <= most for way in ways)

    # The column

    @cached_property
    def total_defence(self) -> Fraction:
        """The defence of each hex by its own terrain, then what else changes the whole, and at last
        support from elsewhere, which no ground changes, and options."""
        total = sum((self._on_its_ground(name) for name in self.held), Fraction(0))
        for _, across in self.terrain.whole_entries:
            total = changed(total, across.defence)
        support = (defending_strength(self.situation, unit) for unit in self.defending_support)
        total += sum(support, Fraction(0))
        total += sum(exact(offer.defence) * n for offer, n in self.taken)
        return max(Fraction(0), total)

    @property
    def held(self) -> tuple[str, ...]:
        """The hexes attacked in which somebody stands."""
        return tuple(name for name in self.targets if self.situation.stacks.get(name))

    def _on_its_ground(self, name: str) -> Fraction:
        """The defence of a hex where its terrain adds to it or multiplies it, one after the
        other."""
        total = self._defence_of(self.situation.stacks[name])
        for _, value, _ in self.ground_of_defence(name):
            total = total * value if self.combat.terrain == "multiply" else total + value
        return max(Fraction(0), total)

    def ground_of_defence(self, name: str) -> tuple[Worth, ...]:
        """What the ground of a hex does to the strength that defends it."""
        changes = self.combat.terrain in ("add", "multiply")
        return self.terrain.values_at(name) if changes else ()

    @cached_property
    def taken(self) -> tuple[tuple[BattleOffer, int], ...]:
        return tuple((self.combat.offers[name], n) for name, n in self.options.items() if n)

    @cached_property
    def shifts(self) -> tuple[Modifier, ...]:
        """Columns, to the right for the attacker."""
        return self._modifiers("shift", self.combat.shift, COLUMNS, -1)

    @cached_property
    def rolls(self) -> tuple[Modifier, ...]:
        """What is added to the die."""
        return self._modifiers("die", self.combat.roll, DIE, 1)

    def _modifiers(
        self, word: str, declared: Mapping[str, Declared], effect: str, terrain: int
    ) -> tuple[Modifier, ...]:
        """The lines of the ledger that change the column or the die: of terrain `terrain` times its
        value, of the ground crossed, of what is declared, of the weather, of what is offered."""
        found: list[tuple[str, Fraction, str]] = []
        ground = self.terrain.values if self.combat.terrain == word else ()
        for kind, across in self.terrain.whole_entries:
            found.append((kind, exact(getattr(across, word)), across.rule or self.rule))
        for name, one in declared.items():
            if self._holds(one):
                found.append((one.name or name, exact(one.by), one.rule or self.rule))
        weather, effects = self.situation.weather
        found.append((weather, exact(getattr(effects, word)), self._weather_rule))
        for name, n in self.options.items():
            offer = self.combat.offers[name]
            value = exact(getattr(offer, word)) * n
            found.append((offer.name or name, value, offer.rule or self.rule))
        return (
            *(
                Modifier(kind, plain(terrain * value), self.terrain.rule_of(kind), effect, doubt)
                for kind, value, doubt in ground
                if value
            ),
            *(Modifier(what, plain(n), rule, effect) for what, n, rule in found if n),
        )

    @property
    def _weather_rule(self) -> str:
        return self.situation.weather[1].rule or cite(self.situation.rules.weather, "weather")

    def _holds(self, condition: Condition) -> bool:
        """Whether a declared modifier counts in this battle. Who has no strength, as a leader, may
        be the one that is asked for, and is never one of the others that `only` excludes."""
        units = self.defenders if condition.of == "defenders" else self.attackers
        types = {unit.type for unit in units}
        strong = types if condition.of == "attackers" else self._strong_defenders
        there = types if condition.of == "defenders" else types | self._beside_attackers
        state = self.situation.position
        ground = {kind for name in self.targets for kind in self.terrain.kinds(name)}
        weather = (self.situation.rules.weather.state, self.situation.weather[0])
        return (
            bool(units)
            and there >= set(condition.if_)
            and (not condition.any or bool(there & set(condition.any)))
            and (not condition.only or strong <= set(condition.only))
            and (not condition.side or units[0].side == condition.side)
            and (not condition.in_ or bool(ground & set(condition.in_)))
            and not ground & set(condition.not_in)
            and (not condition.phase or state.phase in condition.phase)
            and all(
                (weather[1] if name == weather[0] else _text(state.value(name))) == _text(value)
                for name, value in condition.state.items()
            )
        )

    @cached_property
    def _strong_defenders(self) -> set[str]:
        """The types of the defenders that have a strength; of all where none has."""
        field = self.situation.defence_field
        strong = {unit.type for unit in self.defenders if printed(unit, field) > 0}
        return strong or {unit.type for unit in self.defenders}

    @cached_property
    def _beside_attackers(self) -> frozenset[str]:
        """The types of units that stand with attackers and have nothing to attack with, as leaders
        do: they add what a condition says."""
        hexes = {unit.hex for unit in self.near}
        return frozenset(
            unit.type
            for name in hexes
            for unit in self.situation.stacks.get(name, ())
            if unit.side == self.side
            and (unit.type in self.combat.no_attack or printed_attack(self.situation, unit) <= 0)
        )

    @cached_property
    def shift(self) -> int:
        columns = net(self.shifts)
        most = self.combat.most_shift
        return columns if most is None else max(-most, min(most, columns))

    @cached_property
    def chart(self) -> Chart:
        found = combat_table(self.situation.position.game)
        if found is None:
            raise QuestionError(
                "The game has no combat table: write combat.csv, and name it in [combat]."
            )
        return found

    @cached_property
    def place(self) -> int:
        """The index of the column before shifts: -1 below the table, its length above it."""
        combat = self.combat
        return column_of(
            self.chart.columns, combat.by, combat.round, self.attack, self.total_defence
        )

    @cached_property
    def column(self) -> int | None:
        """The column in which the attack is resolved; None if the table has none for it."""
        last = len(self.chart.columns) - 1
        if self.place > last and self.combat.more == "not allowed":
            return None
        low = self.combat.less_than_table == "first column"
        if not low and (self.place < 0 or min(self.place, last) + self.shift < 0):
            return None
        return self._nearest

    @property
    def _nearest(self) -> int:
        """The column to which odds and shifts lead, of those that the table has."""
        last = len(self.chart.columns) - 1
        return max(0, min(max(0, min(self.place, last)) + self.shift, last))

    @cached_property
    def bars(self) -> tuple[Reason, ...]:
        """Everything that forbids the attack."""
        found: list[Reason] = []
        shown = ",".join(self.targets)
        if not self.defenders:
            found.append(Reason(self.rule, EMPTY, "missing", hex=shown))
        for unit in self.attackers:
            if why := bar_to_attack(self.situation, unit, self.targets):
                found.append(why)
        if not self.attackers:
            found.append(Reason(self.rule, NOBODY, "unit", hex=shown))
        elif not self.near and not any(
            support.alone
            for unit in self.attackers
            for support in supports(self.combat.support)
            if unit.type in support.type
        ):
            found.append(Reason(self.rule, ALONE, "distance", hex=shown))
        found += self._not_theirs()
        if phase := phase_bar(self.situation, self.side):
            found.append(phase)
        if not found and self.column is None:
            found.append(self._no_column())
        return tuple(found)

    def _no_column(self) -> Reason:
        """Why the table has no column for the attack: by its odds, or by what shifts it."""
        columns = self.chart.columns
        if 0 <= self.place < len(columns):
            rule = cite(self.combat, "combat", "less-than-table")
            return Reason(rule, SHIFTED, "odds", column=columns[self.place], n=self.shift)
        above = self.place >= len(columns)
        text, key = (ABOVE, "more") if above else (BELOW, "less-than-table")
        n, m = plain(self.attack), plain(self.total_defence)
        return Reason(cite(self.combat, "combat", key), text, "odds", n=n, m=m)

    def _not_theirs(self) -> Iterator[Reason]:
        """Why options that were taken are not to be had: another side's, unless it defends and
        they help it."""
        held = {unit.side for unit in self.defenders}
        for name, n in self.options.items():
            offer = self.combat.offers[name]
            helps = max(offer.shift, offer.attack) <= 0
            if not n or offer.side in ("", self.side) or (offer.side in held and helps):
                continue
            side = self.situation.position.game.sides[offer.side].name
            values = {"option": offer.name or name, "side": side}
            yield Reason(offer.rule or self.rule, THEIRS, "side", **values)

    @cached_property
    def results(self) -> Mapping[str, str]:
        """The die as rolled, and what it brings."""
        if self.bars or self.column is None:
            return {}
        heading = self.chart.columns[self.column]
        change = net(self.rolls)
        return {
            str(roll): self.chart[row_of(self.chart.rows, roll + change), heading]
            for roll in faces_of_die(self.combat.die)
        }

    @property
    def chances(self) -> dict[str, float]:
        """How likely each result is."""
        weights = faces_of_die(self.combat.die)
        total = sum(weights.values())
        found: dict[str, int] = {}
        for roll, result in self.results.items():
            found[result] = found.get(result, 0) + weights[int(roll)]
        return {result: float(Fraction(n, total)) for result, n in sorted(found.items())}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def faces_of_die(die: str) -> dict[int, int]:
    """Each sum that the dice can show, and in how many ways: `2d6` shows 7 in six."""
    number, faces = map(int, die.split("d"))
    found = {0: 1}
    for _ in range(number):
        before, found = found, {}
        for total, ways in before.items():
            for face in range(1, faces + 1):
                found[total + face] = found.get(total + face, 0) + ways
    return dict(sorted(found.items()))
