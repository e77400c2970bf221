"""Battle (rules 10.0, 10.3, 10.4, 15): who may attack what, aircraft, strengths, columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from assistant.games.mlb.situation import (
    AXIS,
    SUPPLY_LOSS,
    Situation,
    attack_of,
    defence_of,
    enemy_of,
    is_hq,
    printed_value,
    state_of,
)
from assistant.games.mlb.supply import invented_units
from assistant.kernel import sayings
from assistant.kernel.chances import chances
from assistant.kernel.combat import Attack, ratio_column
from assistant.kernel.ledger import ATTACK, COLUMNS, Modifier, net
from assistant.kernel.room import no_friends, of_one_side
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer
from assistant.questions.battle_options import Listed
from assistant.questions.protocol import ONE_BY_ONE, Options, QuestionError
from assistant.questions.reasons import Code, Reason, Saying
from builder.game.model import Table


@dataclass(frozen=True)
class AirMarker:
    """Columns that a marker shifts to the right, and what it takes from the die."""

    name: str
    columns: int
    die: int
    rule: str

    @property
    def effect(self) -> str:
        if self.columns:
            return Saying(COLUMNS, n=self.columns)
        return Saying("{n:+d} on the die, at least 1", n=-self.die)


NO_MARKER = AirMarker("no aircraft", 0, 0, "15.2(1)")
MARKERS: Mapping[str, AirMarker] = MappingProxyType(
    {
        "stuka": AirMarker("Stuka", 2, 0, "10.3.3(2), 15.2(2)"),
        "ace": AirMarker("ace", 0, 2, "10.4.1(2), 15.2(2)"),
    }
)


@rule("15.2(1)", "15.2(3)")
def marker_called(option: str, name: str) -> AirMarker:
    """The Axis player may declare one marker, never two, in any battle, whoever attacks."""
    if "," in name and all(one in MARKERS for one in name.split(",")):
        text = "air={name}: a battle uses one marker (15.2(3)): write one, air=stuka or air=ace."
        raise QuestionError(text, name=name)
    if name not in MARKERS:
        text = "air={name} is no air marker: write one, air=stuka or air=ace."
        raise QuestionError(text, name=name)
    return MARKERS[name]


HIDDEN = {"soviet": "air", "axis": "soviet-chosen"}
"""What each player does not see: the air markers in the Axis hand, the chits that the Soviet player
has chosen."""


@rule("15.1(4)", "6.1")
def without_hidden_hand(position: Position) -> Position:
    """The position without what the viewer does not see of the other player's hand."""
    hidden = HIDDEN.get(position.viewer, "")
    if hidden not in position.state:
        return position
    seen = {name: value for name, value in position.state.items() if name != hidden}
    return replace(position, state=seen)


@rule("15.2(1)")
def offers(position: Position, taken: AirMarker) -> tuple[Offer, ...]:
    """Markers in the hand, as far as the viewer knows it, that could still be declared."""
    if taken is not NO_MARKER:
        return ()
    hand = sorted(set(position.value("air") or ()))
    return tuple(Offer(f"air={m}", MARKERS[m].effect, MARKERS[m].rule, AXIS) for m in hand)


PAIR = frozenset({"rough", "town"})
"""Terrain whose shifts the rules state together (10.3.3)."""

# Who may attack what


@rule("10.0", "10.0.2", "10.0.5", "10.0.7")
def bars_to_attack(situation: Situation, unit: Unit, target: str) -> tuple[Reason, ...]:
    """What keeps a unit out of an attack: distance, impassable ground, no activation, an attack
    already made."""
    found: list[Reason] = []
    side, ground = (unit.hex, target), situation.ground

    def bar(number: str, text: str, code: Code) -> None:
        found.append(Reason(number, text, code, unit=unit))

    if target not in situation.near(unit.hex):
        found.append(sayings.not_adjacent("10.0", unit=unit, hex=target))
    elif side in ground.impassable:
        bar("10.0.7", "{unit} is behind an impassable hexside.", "hexside")
    elif side in ground.closed and not situation.option("attack-over-sea"):
        bar("10.0.7", "{unit} is behind a hexside of sea (reading attack-over-sea).", "hexside")
    if situation.value("activation") and "activated" not in unit.markers:
        bar("10.0.2", "{unit} is not activated.", "command")
    if "attacked" in unit.markers:
        bar("10.0.2", "{unit} has attacked in this segment.", "spent")
    if not situation.fights(unit):
        bar("2.3.1", "{unit} is a headquarters and no combat unit.", "unit")
    return tuple(found)


def may_attack(situation: Situation, side: str, target: str) -> tuple[Unit, ...]:
    """All units of a side that may join an attack on a hex, by id."""
    near = sorted(situation.beside(target, side), key=lambda unit: unit.id)
    return tuple(unit for unit in near if not bars_to_attack(situation, unit, target))


COMBAT = frozenset(("", "first-activation", "combat"))
"""Phases in which units attack; without one named they may."""


@rule("10.0", "10.0.5", "10.0.6", "16.1(1)")
def bars_to_target(situation: Situation, target: str) -> tuple[Reason, ...]:
    """A hex is attacked only in a combat segment, with enemy units in it, and once."""
    found, defenders = [], situation.at(target)
    if situation.phase not in COMBAT:
        found.append(sayings.no_battle_now("10.0", phase=situation.phase_name(situation.phase)))
    if not defenders:
        found.append(Reason("10.0", "{hex} is empty.", "stays", hex=target))
    elif all(is_hq(unit) for unit in defenders) and not lone_hq_open(situation):
        text = "{hex} holds nothing but a headquarters."
        found.append(Reason("10.0", text, "unit", hex=target))
    if target in (situation.value("attacked-hexes") or ()):
        text = "{hex} has been attacked in this segment."
        found.append(Reason("10.0.5", text, "spent", hex=target))
    return tuple(found)


def lone_hq_open(situation: Situation) -> bool:
    """Whether a headquarters alone in its hex may be attacked, by the readings in force."""
    return bool(situation.option("lone-hq-attackable") and situation.option("hq-is-combat-unit"))


def attackers_of(situation: Situation, target: str, named: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units named, or all that may join; QuestionError for units of the wrong side."""
    side = situation.side_at(target)
    if not named:
        return may_attack(situation, enemy_of(side), target) if side else ()
    of_one_side(named)
    no_friends(named, side)
    return tuple(sorted(named, key=lambda unit: unit.id))


# Strengths and columns


@rule("10.3.1", "1.3")
def stack_attack(situation: Situation, units: Sequence[Unit], over_river: bool) -> int:
    """The attack of the units of one hex: added up, less what supply takes, then halved once if
    they attack over a river, bridge or no bridge."""
    if situation.option("supply-before-river") or not over_river:
        total = sum(attack_of(unit) for unit in units)
        return total // 2 if over_river else total
    lost = sum(SUPPLY_LOSS for unit in units if state_of(unit) != "supplied")
    return max(0, sum(printed_value(unit, "attack") for unit in units) // 2 - lost)


@rule("10.3.3(1)")
def terrain_shifts(situation: Situation, target: str) -> tuple[Modifier, ...]:
    """Columns to the left for each terrain of the defenders' hex; they add up."""
    found = situation.ground.terrain(target)
    pair = {kind for kind, _ in found} >= PAIR
    lines = []
    for kind, feature in found:
        columns = None if kind == "clear" else feature.values.get("shift")
        if columns is not None:
            ours = feature.stand_in("shift") and not (pair and kind in PAIR)
            name = feature.name or kind
            lines.append(Modifier(name, -int(columns), "10.3.3(1)", stand_in=ours))
    return tuple(lines)


@rule("10.3.2", "10.3.3", "10.3.3(2)", "10.3.4", "10.3.5")
def final_column(
    situation: Situation, attack: int, defence: int, left: int, right: int
) -> int | None:
    """The column in which an attack is resolved, or None if it falls below 1-1 and may not be made.

    A defence of nothing is attacked in the last column whatever the shifts. Ratios beyond the last
    column count as that column before they are shifted. Whether the attack may be made is settled
    by terrain, before aircraft are declared.
    """
    columns = situation.game.tables["combat"].columns
    last = len(columns) - 1
    if defence == 0:
        return last if attack > 0 or situation.option("zero-attack-allowed") else None
    start = ratio_column(columns, attack, defence)
    if start < 0:
        return None
    lawful = start - left >= 0 or (right > 0 and situation.option("stuka-can-rescue"))
    if situation.option("shift-order") == "air-then-terrain":
        column = min(start + right, last) - left
    else:
        column = start - left + right
    return min(column, last) if lawful and column >= 0 else None


@rule("10.4", "10.4.1(1)", "10.4.1(2)", "15.2(2)")
def results_of(table: Table, column: int, air: AirMarker) -> dict[str, str]:
    """What each roll gives; an ace takes two from the die, never below one."""
    heading = table.columns[column]
    return {row: table[str(max(1, int(row) - air.die)), heading] for row in table.rows}


# One attack in full


@dataclass(frozen=True)
class What:
    """The options of a battle: the air marker, and columns that replace the terrain chart."""

    air: AirMarker = NO_MARKER
    terrain: int | None = None


OPTIONS = Listed(Path(__file__).with_name("options.toml"))


@dataclass(frozen=True)
class Battle(Attack[Situation]):
    """One attack on one hex: who takes part, and what the rules make of it."""

    what: What = What()

    def over_river(self, name: str) -> bool:
        """Whether the attack from a hex crosses a river of either kind."""
        return (name, self.target) in self.situation.ground.rivers

    def attack_from(self, name: str) -> int:
        return stack_attack(self.situation, self.stacks[name], self.over_river(name))

    @cached_property
    def attack(self) -> int:
        return sum(self.attack_from(name) for name in self.stacks)

    @cached_property
    @rule("10.0.6", "10.3.1", "2.3.1")
    def defence(self) -> int:
        """All units in the hex defend together; headquarters with the strength they have."""
        return sum(defence_of(unit) for unit in self.defenders if self.situation.fights(unit))

    @cached_property
    def ground_shifts(self) -> tuple[Modifier, ...]:
        """Shifts for terrain: the chart's, or those given in its place."""
        given = self.what.terrain
        if given is None:
            return terrain_shifts(self.situation, self.target)
        return (Modifier("terrain as given", -given, "10.3.3(1)"),) if given else ()

    @property
    def left(self) -> int:
        """Columns to the left for terrain."""
        return -net(self.ground_shifts)

    @property
    def table(self) -> Table:
        return self.situation.game.tables["combat"]

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
            found.append(Reason("10.0", "No unit may attack {hex}.", "unit", hex=self.target))
        if not found and self.column is None:
            found.append(self._too_weak())
        return tuple(found)

    def _too_weak(self) -> Reason:
        columns = self.table.columns
        text = "{n} to {m} is below {column}."
        if self.defence and ratio_column(columns, self.attack, self.defence) >= 0:
            text = "{n} to {m}, {k} {k|column|columns} to the left, is below {column}."
        values = {"n": self.attack, "m": self.defence, "k": self.left, "column": columns[0]}
        return Reason("10.3.4", text, "odds", **values)


def odds(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], options: Options
) -> Odds:
    """One attack in full: by the units named, or by all that may join."""
    target = one_target(targets)
    what = What(**OPTIONS.read(options, {"marker": marker_called}))
    return answer(Battle(situation, target, attackers_of(situation, target, named), what))


@rule("10.0.5")
def one_target(targets: Sequence[str]) -> str:
    """A battle has one target hex; QuestionError for more."""
    if len(targets) > 1:
        raise QuestionError(ONE_BY_ONE, hexes=targets)
    return targets[0]


def attacks(situation: Situation) -> Attacks:
    """Every hex that the active side (or either) may attack, by all who may join, best first."""
    found = []
    for target, defenders in situation.stacks.items():
        side = enemy_of(defenders[0].side)
        if situation.active in ("", side):
            battle = Battle(situation, target, may_attack(situation, side, target))
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
    steps = tuple(ledger(battle))
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


LONE_HEADQUARTERS = (
    "10.0 spares a lone headquarters; 10.7.4, which is followed, does not (`lone-hq-attackable`)."
)


def _readings(battle: Battle) -> Iterator[Reason]:
    """Readings of open points on which the answer rests."""
    lone_hq = bool(battle.defenders) and all(is_hq(unit) for unit in battle.defenders)
    if lone_hq and lone_hq_open(battle.situation):
        yield Reason("10.7.4", LONE_HEADQUARTERS)
    if battle.defenders and battle.attack == battle.defence == 0:
        text = "By the letter nothing attacks nothing at 10+ (`zero-attack-allowed`)."
        yield Reason("10.3.5", text)


# The ledger


def ledger(battle: Battle) -> Iterator[LedgerLine]:
    """The attack step by step: each stack, the defence, the ratio, the shifts, the aircraft."""
    for name, units in battle.stacks.items():
        yield from _supply_lines(units, "attack")
        halved = ", halved over the river" if battle.over_river(name) else ""
        what = Saying("{units} in {hex}" + halved, units=units, hex=name)
        yield Modifier(what, battle.attack_from(name), "10.3.1", ATTACK).line()
    yield from _supply_lines(battle.defenders, "defence")
    what = Saying("{units} in {hex}", units=battle.defenders or "nobody", hex=battle.target)
    yield LedgerLine(what, Saying("{n} defence", n=battle.defence), "10.0.6")
    if not battle.defenders:
        return
    columns = battle.table.columns
    if battle.defence == 0:
        last = Saying("column {column}", column=columns[-1])
        yield LedgerLine("defence of nothing", last, "10.3.5")
        return
    column = ratio_column(columns, battle.attack, battle.defence)
    text = "column below {column}" if column < 0 else "column {column}"
    found = Saying(text, column=columns[max(0, column)])
    yield LedgerLine(Saying("{n} to {m}", n=battle.attack, m=battle.defence), found, "10.3.2")
    yield from (shift.line() for shift in battle.ground_shifts)
    if (air := battle.what.air) is not NO_MARKER:
        yield LedgerLine(air.name, air.effect, air.rule)


def _supply_lines(units: Iterable[Unit], which: str) -> Iterator[LedgerLine]:
    """A line for each unit that supply weakens in this role."""
    told = {"isolated": ("{unit} isolated", "11.2.3"), "oos": ("{unit} out of supply", "11.2.2")}
    for unit in units:
        state = state_of(unit)
        if state == "isolated" or (state == "oos" and which == "attack"):
            text, number = told[state]
            effect = Saying("{n:+d} {which}, at least 0", n=-SUPPLY_LOSS, which=which)
            yield LedgerLine(Saying(text, unit=unit), effect, number)
