"""The odds of one battle (rules 10.5, 10.6.4) and what its results become (10.7.4, 14.11)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from assistant.games.nr import cards, losses
from assistant.games.nr.battle import Battle, Choices, choices_of, objections, part_bar
from assistant.games.nr.readings import of_battle, readings
from assistant.games.nr.shifts import Shift, all_shifts, net, terrain_counts, terrain_hex
from assistant.games.nr.table import Table
from assistant.games.nr.units import AXIS, is_fort, type_of
from assistant.games.nr.weather import effect
from assistant.position import Unit
from assistant.rules.answers import LedgerLine, Odds
from assistant.rules.questions import Options
from assistant.rules.rulebook import Reason, rule

AUTO = "auto-ca"
DICE = ("1", "2", "3", "4", "5", "6")
LATER_SUPPORT = 11
"""The turn on which the optional Support markers turn over (15.3)."""


@rule("10.5.1", "10.4", "15.3.3")
def strength_of(table: Table, unit: Unit) -> int:
    """The strength of the face that is up, and what a Support marker of 15.3 adds to it."""
    early = table.turn < LATER_SUPPORT
    bonus = (2 if early else 1) if unit.side == AXIS else (1 if early else 2)
    return unit.face("strength") + (bonus if "support" in unit.markers else 0)


@rule("10.5.3", "10.6.4")
def initial_column(columns: Sequence[str], attack: int, defence: int) -> int | None:
    """The index of the highest column not above the odds; None if even the first is above."""
    if defence <= 0:
        return len(columns) - 1 if attack > 0 else None
    odds = Fraction(attack, defence)
    reached = [i for i, column in enumerate(columns) if _value(column) <= odds]
    return reached[-1] if reached else None


def _value(column: str) -> Fraction:
    attack, _, defence = column.partition(":")
    return Fraction(int(attack), int(defence))


@rule("10.6.4")
def final_column(columns: Sequence[str], initial: int | None, shift: int) -> int | None:
    """The column after the net shift, at most the last; None is the automatic counterattack."""
    if initial is None or initial + shift < 0:
        return None
    return min(initial + shift, len(columns) - 1)


@rule("10.5.5", "13.1")
def table_of(battle: Battle) -> str:
    """Each side reads its own table; in Snow and Long Winter the Axis reads the Soviet one."""
    if battle.side != AXIS:
        return battle.side
    if battle.choices.counterattack and not battle.table.option("snow-counterattack"):
        return AXIS
    return effect(battle.table.position, "axis-table")


@rule("10.7.4", "14.11")
def converted(battle: Battle) -> dict[str, str]:
    """Results that become others because a fort or a Volkssturm unit is in the target hex."""
    kinds = {"fort" if is_fort(u) else type_of(u) for u in battle.in_targets}
    if "fort" in kinds:
        return {"DR": "-", "DS": "EX", "DD": "losses without retreat"}
    return {"DR": "-"} if "volkssturm" in kinds else {}


def odds(table: Table, targets: Sequence[str], from_ids: Sequence[str], options: Options) -> Odds:
    """One battle in full; without attackers, all units that may take part."""
    hexes = tuple(dict.fromkeys(targets))
    choices = choices_of(options, hexes)
    ids = dict.fromkeys(from_ids)
    chosen = tuple(table.position.by_id[i] for i in ids)
    battle = Battle(table, hexes, chosen, choices)
    return fought(battle if chosen else with_all_attackers(battle))


def with_all_attackers(battle: Battle) -> Battle:
    """The battle with every unit of the attacking side that may take part in it."""
    side = battle.side
    able = (u for u in battle.table.units if u.side == side and part_bar(battle, u) is None)
    return Battle(battle.table, battle.targets, tuple(able), battle.choices)


def fought(battle: Battle) -> Odds:
    """The answer for a battle whose attackers are known."""
    table = battle.table
    attack, attack_line = _total(table, "attack", battle.attackers, battle.choices.attack)
    defence, defence_line = _total(table, "defence", battle.defenders, battle.choices.defence)
    against = objections(battle)
    place = terrain_hex(battle)
    shifts = all_shifts(battle, place) if battle.attackers else []
    name = table_of(battle)
    columns = table.position.game.tables[name].columns
    initial = None if against else initial_column(columns, attack, defence)
    final = None if against else final_column(columns, initial, net(shifts))
    steps = [attack_line, defence_line, *_ledger(shifts)]
    if not against:
        steps += _column_lines(columns, initial, final, net(shifts))
    column = None if against else AUTO if final is None else columns[final]
    results = {} if against else _results(table, name, column)
    return Odds(
        target=",".join(battle.targets),
        attackers=tuple(u.id for u in battle.attackers),
        defenders=tuple(u.id for u in battle.defenders),
        attack=attack,
        defence=defence,
        steps=tuple(steps),
        shift=net(shifts),
        column=column,
        possible=not against,
        results=results,
        chances=_chances(results),
        stand_in=_stand_in(battle, name, column, shifts),
        because=tuple(against) or tuple(_notes(battle, place, shifts)),
        offers=() if against else _offers(battle),
        extra=_extra(battle, place, name, None if initial is None else columns[initial], shifts),
    )


def _total(table: Table, what: str, units: Sequence[Unit], added: int) -> tuple[int, LedgerLine]:
    parts = [str(strength_of(table, unit)) for unit in units]
    total = sum(strength_of(table, unit) for unit in units) + added
    if added:
        parts.append(f"cards {added:+d}")
    return max(0, total), LedgerLine(what, " + ".join(parts) + f" = {max(0, total)}", "10.5.1")


def _ledger(shifts: list[Shift]) -> list[LedgerLine]:
    return [LedgerLine(s.what, f"{s.columns:+d}", s.rule, s.stand_in) for s in shifts]


def _column_lines(
    columns: Sequence[str], initial: int | None, final: int | None, shift: int
) -> list[LedgerLine]:
    if initial is None:
        return [LedgerLine("below 1:3", "automatic CA, no shift helps", "10.6.4")]
    lines = [LedgerLine("initial column", columns[initial], "10.5.3")]
    if final is None:
        return [*lines, LedgerLine("final column below 1:3", "automatic CA", "10.6.4")]
    capped = " (highest column)" if initial + shift > final else ""
    return [*lines, LedgerLine("final column", columns[final] + capped, "10.5.4")]


def _results(table: Table, name: str, column: str | None) -> dict[str, str]:
    if column == AUTO or column is None:
        return dict.fromkeys(DICE, "CA")
    return dict(table.position.game.tables[name].column(column))


def _chances(results: dict[str, str]) -> dict[str, float]:
    faces = list(results.values())
    return {result: faces.count(result) / len(faces) for result in dict.fromkeys(faces)}


def _stand_in(battle: Battle, name: str, column: str | None, shifts: list[Shift]) -> bool:
    table = battle.table
    if table.stand_ins or any(shift.stand_in for shift in shifts):
        return True
    if any(unit.stand_in for unit in (*battle.attackers, *battle.defenders)):
        return True
    if column is None or column == AUTO:
        return False
    return table.position.game.tables[name].stand_in(column)


@rule("10.7.2", "10.7.3", "10.1.2", "13.1")
def _notes(battle: Battle, place: str, shifts: list[Shift]) -> list[Reason]:
    """What does not count in this battle and why, and the readings taken."""
    notes = []
    if battle.choices.counterattack:
        notes.append(Reason("10.7.2", "A counterattack: no terrain shifts."))
    elif not terrain_counts(battle, place):
        notes.append(Reason("10.7.3", "A Counterblow: the defender's terrain gives no shift."))
    if battle.choices.support and not any(s.rule == "10.6.2" for s in shifts):
        notes.append(Reason("10.6.2", "All attackers are out of supply: no support marker helps."))
    if len(battle.targets) > 1 and not battle.choices.terrain:
        text = f"The defender chooses the hex whose terrain counts; {place} is best for him."
        notes.append(Reason("10.6.1", text))
    for unit in battle.bystanders:
        number = "10.7.2" if battle.choices.counterattack else "10.1.2"
        notes.append(Reason(number, f"{unit.shown} is uninvolved and shares only a retreat."))
    if battle.table.active and battle.table.stage != "combat":
        notes.append(Reason("10.0", "A plan: no battle is fought in this phase."))
    return notes


def _offers(battle: Battle) -> tuple[Any, ...]:
    supplied = not all("oos" in unit.markers for unit in battle.attackers)
    return cards.battle_offers(battle.side, battle.choices.support, supplied)


def _extra(
    battle: Battle, place: str, name: str, initial: str | None, shifts: list[Shift]
) -> dict[str, Any]:
    table = battle.table
    extra: dict[str, Any] = {
        "initial": initial,
        "table": name,
        "weather": table.weather,
        "counterblow": not battle.choices.counterattack and battle.forced,
        "counterattack": battle.choices.counterattack,
        "uninvolved": [unit.id for unit in battle.bystanders],
        "converted": converted(battle),
        "cards": cards.battle_cards(battle.side),
        "exchange": {
            "attacker": losses.exchange(battle.attackers, True, table.turn),
            "defender": losses.exchange(battle.defenders, False, table.turn),
        },
    }
    if len(battle.targets) > 1:
        extra["terrain"] = place
        extra["terrain_choices"] = {h: net(all_shifts(battle, h)) for h in battle.targets}
    stand_ins = [*table.stand_ins, *(s.what for s in shifts if s.stand_in)]
    invented = (u for u in (*battle.attackers, *battle.defenders) if u.stand_in)
    stand_ins += [f"values of {unit.shown}" for unit in invented]
    extra |= readings(table, of_battle(battle))
    return extra | ({"stand_ins": stand_ins} if stand_ins else {})


__all__ = ["Choices", "odds"]
