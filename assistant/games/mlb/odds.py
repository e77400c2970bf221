"""Odds (rules 10.0 to 10.4, 15.2): who attacks, with what, in which column, with what results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assistant.games.mlb.air import NO_MARKER, AirMarker, declared_marker, offers
from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.units import (
    SUPPLY_LOSS,
    attack_of,
    defence_of,
    is_hq,
    printed_value,
    state_of,
)
from assistant.position import Unit
from assistant.rules.answers import Attacks, LedgerLine, Odds
from assistant.rules.chances import chances
from assistant.rules.questions import Options, QuestionError
from assistant.rules.rulebook import Reason, rule
from builder.game.model import Table

PAIR = frozenset({"rough", "town"})
"""Terrain whose shifts the rules state together (10.3.3)."""


@dataclass(frozen=True)
class What:
    """The options of a battle: the air marker, and columns that replace the terrain chart."""

    air: AirMarker = NO_MARKER
    terrain: int | None = None


def what_if(options: Options) -> What:
    """The options as given by `--with`."""
    for name in options:
        if name not in ("air", "terrain"):
            raise QuestionError(f"Unknown option '{name}': write air=stuka, air=ace or terrain=N.")
    terrain = options.get("terrain")
    if terrain is not None and not (terrain.isascii() and terrain.isdigit()):
        raise QuestionError(f"terrain={terrain} is no number of columns: write terrain=0 or more.")
    return What(declared_marker(options.get("air")), None if terrain is None else int(terrain))


def columns_of(table: Table) -> tuple[Fraction, ...]:
    """The least ratio of each column, read from its heading: 1.5-1 is three to two, 10+ is ten."""
    return tuple(Fraction(heading.split("-")[0].rstrip("+")) for heading in table.columns)


# Who attacks


@rule("10.0", "10.0.2", "10.0.5", "10.0.7")
def bars_to_attack(situation: Situation, unit: Unit, target: str) -> tuple[Reason, ...]:
    """What keeps a unit out of an attack: distance, impassable ground, no activation, an attack
    already made."""
    found = []
    if target not in situation.position.board.neighbours(unit.hex):
        found.append(Reason("10.0", f"{unit.shown} is not adjacent to {target}."))
    elif (unit.hex, target) in situation.ground.closed:
        found.append(Reason("10.0.7", f"{unit.shown} is behind an impassable hexside."))
    if situation.position.value("activation") and "activated" not in unit.markers:
        found.append(Reason("10.0.2", f"{unit.shown} is not activated."))
    if "attacked" in unit.markers:
        found.append(Reason("10.0.2", f"{unit.shown} has attacked in this segment."))
    if is_hq(unit) and not situation.reading("hq-is-combat-unit"):
        found.append(Reason("2.3.1", f"{unit.shown} is a headquarters and no combat unit."))
    return tuple(found)


def may_attack(situation: Situation, side: str, target: str) -> tuple[Unit, ...]:
    """All units of a side that may join an attack on a hex."""
    return tuple(
        unit
        for near in sorted(situation.position.board.neighbours(target))
        for unit in situation.stacks.get(near, ())
        if unit.side == side and not bars_to_attack(situation, unit, target)
    )


@rule("10.0", "10.0.5", "10.0.6")
def bars_to_target(situation: Situation, target: str) -> tuple[Reason, ...]:
    """A hex is attacked only with enemy units in it, and once in a segment."""
    found = []
    defenders = situation.stacks.get(target, ())
    if not defenders:
        found.append(Reason("10.0", f"{target} is empty."))
    elif all(is_hq(unit) for unit in defenders) and not lone_hq_open(situation):
        found.append(Reason("10.0", f"{target} holds nothing but a headquarters."))
    if target in (situation.position.value("attacked-hexes") or ()):
        found.append(Reason("10.0.5", f"{target} has been attacked in this segment."))
    return tuple(found)


def lone_hq_open(situation: Situation) -> bool:
    """Whether a headquarters alone in its hex may be attacked, by the readings in force."""
    return bool(situation.reading("lone-hq-attackable") and situation.reading("hq-is-combat-unit"))


# Strengths


@rule("10.3.1", "1.3")
def stack_attack(situation: Situation, units: Sequence[Unit], over_river: bool) -> int:
    """The attack of the units of one hex: added up, less what supply takes, then halved once if
    they attack over a river, bridge or no bridge."""
    if situation.reading("supply-before-river") or not over_river:
        total = sum(attack_of(unit) for unit in units)
        return total // 2 if over_river else total
    lost = sum(SUPPLY_LOSS for unit in units if state_of(unit) != "supplied")
    return max(0, sum(printed_value(unit, "attack") for unit in units) // 2 - lost)


@rule("10.0.6", "10.3.1", "2.3.1")
def defence_total(situation: Situation, defenders: Iterable[Unit]) -> int:
    """All units in the hex defend together; headquarters with the strength they have."""
    hq_too = situation.reading("hq-is-combat-unit")
    return sum(defence_of(unit) for unit in defenders if hq_too or not is_hq(unit))


@rule("10.3.2")
def column_of(table: Table, attack: int, defence: int) -> int:
    """The last column whose ratio the attack reaches; -1 below the first."""
    return sum(1 for least in columns_of(table) if attack >= least * defence) - 1


@rule("10.3.3(1)")
def terrain_shifts(situation: Situation, target: str) -> tuple[LedgerLine, ...]:
    """Columns to the left for each terrain of the defenders' hex; they add up."""
    found = situation.ground.terrain(target)
    pair = {kind for kind, _ in found} >= PAIR
    return tuple(
        LedgerLine(
            what=feature.name or kind,
            effect=f"{-feature.values['shift']:+d} columns",
            rule="10.3.3(1)",
            stand_in=feature.stand_in("shift") and not (pair and kind in PAIR),
        )
        for kind, feature in found
        if feature.values.get("shift") is not None and kind != "clear"
    )


def columns_left(situation: Situation, target: str) -> int:
    return sum(int(f.values.get("shift", 0)) for _, f in situation.ground.terrain(target))


@rule("10.3.3", "10.3.3(2)", "10.3.4", "10.3.5")
def final_column(
    situation: Situation, attack: int, defence: int, left: int, right: int
) -> int | None:
    """The column in which an attack is resolved, or None if it falls below 1-1 and may not be made.

    A defence of nothing is attacked in the last column whatever the shifts. Ratios beyond the last
    column count as that column before they are shifted. Whether the attack may be made is settled
    by terrain, before aircraft are declared.
    """
    table = situation.position.game.tables["combat"]
    last = len(table.columns) - 1
    if defence == 0:
        return last if attack > 0 or situation.reading("zero-attack-allowed") else None
    start = column_of(table, attack, defence)
    if start < 0:
        return None
    lawful = start - left >= 0 or (right > 0 and situation.reading("stuka-can-rescue"))
    if situation.reading("shift-order") == "air-then-terrain":
        column = min(start + right, last) - left
    else:
        column = start - left + right
    return min(column, last) if lawful and column >= 0 else None


@rule("10.4", "10.4.1(1)", "10.4.1(2)", "15.2(2)")
def results_of(table: Table, column: int, air: AirMarker) -> dict[str, str]:
    """What each roll gives; an ace takes two from the die, never below one."""
    heading = table.columns[column]
    return {row: table[str(max(1, int(row) - air.die)), heading] for row in table.rows}


# The answer


def odds(situation: Situation, target: str, from_ids: Sequence[str], options: Options) -> Odds:
    """One attack in full: by the units named, or by all that may join."""
    return _odds(situation, target, _attackers(situation, target, from_ids), what_if(options))


def attacks(situation: Situation) -> Attacks:
    """Every hex that the active side (or either) may attack, by all who may join, best first."""
    active = situation.position.value("active")
    found = []
    for target, defenders in situation.stacks.items():
        side = enemy_of(defenders[0].side)
        if active in (None, "", side):
            attackers = may_attack(situation, side, target)
            if attackers:
                found.append(_odds(situation, target, attackers, What()))
    possible = [attack for attack in found if attack.possible]
    return Attacks(tuple(sorted(possible, key=lambda attack: _rank(situation, attack))))


def _rank(situation: Situation, attack: Odds) -> tuple[int, Fraction, str]:
    columns = situation.position.game.tables["combat"].columns
    ratio = Fraction(int(attack.attack), max(1, int(attack.defence)))
    return -columns.index(str(attack.column)), -ratio, attack.target


def _attackers(situation: Situation, target: str, from_ids: Sequence[str]) -> tuple[Unit, ...]:
    defenders = situation.stacks.get(target, ())
    if from_ids:
        named = [situation.position.by_id[name] for name in dict.fromkeys(from_ids)]
        sides = sorted({unit.side for unit in named})
        if len(sides) > 1:
            raise QuestionError("The attackers are of two sides: name units of one.")
        if defenders and sides == [defenders[0].side]:
            raise QuestionError(
                f"{', '.join(from_ids)} and the units in {target} are of one side: "
                "name attackers of the other."
            )
        return tuple(sorted(named, key=lambda unit: (unit.hex, unit.id)))
    if not defenders:
        return ()
    return may_attack(situation, enemy_of(defenders[0].side), target)


def _odds(situation: Situation, target: str, attackers: Sequence[Unit], what: What) -> Odds:
    defenders = situation.stacks.get(target, ())
    stacks = _by_hex(attackers)
    rivers = situation.ground.rivers
    attack = sum(
        stack_attack(situation, units, (name, target) in rivers) for name, units in stacks.items()
    )
    defence = defence_total(situation, defenders)
    left = columns_left(situation, target) if what.terrain is None else what.terrain
    right = what.air.columns
    bars = [*bars_to_target(situation, target)]
    for unit in attackers:
        bars += bars_to_attack(situation, unit, target)
    if not attackers:
        bars.append(Reason("10.0", f"No unit may attack {target}."))
    column = final_column(situation, attack, defence, left, right) if defenders else None
    table = situation.position.game.tables["combat"]
    if column is None and not bars:
        bars.append(_too_weak(table, attack, defence, left))
    possible = not bars and column is not None
    results = results_of(table, column, what.air) if possible and column is not None else {}
    ledger = _ledger(situation, target, stacks, defence, what)
    return Odds(
        target=target,
        attackers=tuple(unit.id for unit in attackers),
        defenders=tuple(unit.id for unit in defenders),
        attack=attack,
        defence=defence,
        steps=ledger,
        shift=0 if defence == 0 else right - left,
        column=table.columns[column] if possible and column is not None else None,
        possible=possible,
        results=results,
        chances=chances(results),
        stand_in=any(line.stand_in for line in ledger)
        or any(unit.stand_in for unit in (*attackers, *defenders)),
        because=(*bars, *_readings(situation, defenders, attack, defence)),
        offers=offers(situation.position, what.air) if possible else (),
        extra={"attacker_side": attackers[0].side if attackers else None},
    )


def _by_hex(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    stacks: dict[str, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.hex, []).append(unit)
    return stacks


def _too_weak(table: Table, attack: int, defence: int, left: int) -> Reason:
    first = table.columns[0]
    if defence and column_of(table, attack, defence) >= 0:
        text = f"{attack} to {defence}, {left} columns to the left, is below {first}."
    else:
        text = f"{attack} to {defence} is below {first}."
    return Reason("10.3.4", text)


def _ledger(
    situation: Situation,
    target: str,
    stacks: Mapping[str, Sequence[Unit]],
    defence: int,
    what: What,
) -> tuple[LedgerLine, ...]:
    """The attack step by step: each stack, the defence, the ratio, the shifts, the aircraft."""
    table = situation.position.game.tables["combat"]
    lines: list[LedgerLine] = []
    total = 0
    for name, units in stacks.items():
        over = (name, target) in situation.ground.rivers
        value = stack_attack(situation, units, over)
        total += value
        lines += _supply_lines(units, "attack")
        shown = f"{', '.join(unit.shown for unit in units)} in {name}"
        halved = ", halved over the river" if over else ""
        lines.append(LedgerLine(f"{shown}{halved}", f"+{value} attack", "10.3.1"))
    defenders = situation.stacks.get(target, ())
    lines += _supply_lines(defenders, "defence")
    shown = ", ".join(unit.shown for unit in defenders) or "nobody"
    lines.append(LedgerLine(f"{shown} in {target}", f"{defence} defence", "10.0.6"))
    if defenders and defence == 0:
        return (*lines, LedgerLine("defence of nothing", f"column {table.columns[-1]}", "10.3.5"))
    if defenders:
        column = column_of(table, total, defence)
        ratio = table.columns[column] if column >= 0 else f"below {table.columns[0]}"
        lines.append(LedgerLine(f"{total} to {defence}", f"column {ratio}", "10.3.2"))
    if what.terrain is None:
        lines += terrain_shifts(situation, target)
    elif what.terrain:
        lines.append(LedgerLine("terrain as given", f"{-what.terrain:+d} columns", "10.3.3(1)"))
    if what.air is not NO_MARKER:
        lines.append(LedgerLine(what.air.name, what.air.effect, what.air.rule))
    return tuple(lines)


def _supply_lines(units: Iterable[Unit], which: str) -> list[LedgerLine]:
    """A line for each unit that supply weakens in this role."""
    states = ("oos", "isolated") if which == "attack" else ("isolated",)
    rules = {"oos": "11.2.2", "isolated": "11.2.3"}
    names = {"oos": "out of supply", "isolated": "isolated"}
    return [
        LedgerLine(
            f"{unit.shown} {names[state_of(unit)]}",
            f"-{SUPPLY_LOSS} {which}, at least 0",
            rules[state_of(unit)],
        )
        for unit in units
        if state_of(unit) in states
    ]


def _readings(
    situation: Situation, defenders: Sequence[Unit], attack: int, defence: int
) -> list[Reason]:
    """Readings of open points on which the answer rests."""
    found = []
    if defenders and all(is_hq(unit) for unit in defenders) and lone_hq_open(situation):
        text = "Reading lone-hq-attackable: 10.0 spares a lone headquarters, 10.7.4 does not."
        found.append(Reason("10.7.4", text))
    if defenders and attack == defence == 0:
        text = "Reading zero-attack-allowed: by the letter nothing attacks nothing at 10+."
        found.append(Reason("10.3.5", text))
    return found
