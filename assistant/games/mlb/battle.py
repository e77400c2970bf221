"""The question of odds: one attack in full with its ledger, or every attack that is possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

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
from assistant.games.mlb.units import SUPPLY_LOSS, is_hq, state_of
from assistant.position import Unit
from assistant.rules.answers import Attacks, LedgerLine, Odds
from assistant.rules.chances import chances
from assistant.rules.questions import Options, QuestionError
from assistant.rules.rulebook import Reason
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
            raise QuestionError(f"Unknown option '{name}': write air=stuka, air=ace or terrain=N.")
    terrain = options.get("terrain")
    if terrain is not None and not (terrain.isascii() and terrain.isdigit()):
        raise QuestionError(f"terrain={terrain} is no number of columns: write terrain=0 or more.")
    return What(declared_marker(options.get("air")), None if terrain is None else int(terrain))


def odds(situation: Situation, target: str, from_ids: Sequence[str], options: Options) -> Odds:
    """One attack in full: by the units named, or by all that may join."""
    return _odds(situation, target, attackers_of(situation, target, from_ids), what_if(options))


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
