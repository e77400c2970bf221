"""Odds (rules 9.0 to 9.3): one battle in full, or all that are possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.games.kursk.artillery import (
    bar_to_bombard,
    bar_to_shell,
    bombardment,
    loss_order,
)
from assistant.games.kursk.attackers import RefusedUnit, may_attack, sorted_out
from assistant.games.kursk.battle import Battle, modes_of, segment_of
from assistant.games.kursk.charts import Value
from assistant.games.kursk.counter_battery import barred_guns
from assistant.games.kursk.declared import Declared, declared
from assistant.games.kursk.gun import gun_fire
from assistant.games.kursk.overrun import left_behind
from assistant.games.kursk.remarks import notes, offers, readings, stand_ins
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.shifts import Shift, gun_shifts, shifts
from assistant.games.kursk.sides import SIDES
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.strength import Strength
from assistant.kernel.chances import chances
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying

NO_SHIFT: tuple[Shift, ...] = ()


def odds(situation: Situation, target: str, from_ids: Sequence[str], options: Options) -> Odds:
    """One attack in full: by the units named, or by all that may join; of several stacks that
    could overrun the hex by the strongest."""
    what = declared(situation.position, options)
    if not from_ids:
        answers = [_odds(battle, []) for battle in _battles(situation, target, what)]
        best = sorted(answers, key=lambda one: (not one.possible, *_rank(situation, one)))
        return best[0] if best else _odds(Battle(situation, target, (), what), [])
    named = [situation.position.by_id[name] for name in dict.fromkeys(from_ids)]
    _check_sides(situation, target, named)
    battle, refused = _declared_battle(situation, target, named, what)
    return _odds(battle, refused)


def _check_sides(situation: Situation, target: str, named: Sequence[Unit]) -> None:
    sides = {unit.side for unit in named}
    defenders = situation.at(target)
    if len(sides) > 1:
        raise QuestionError("The attackers are of two sides: name units of one.")
    if defenders and defenders[0].side in sides:
        raise QuestionError(
            "The attackers and the units in {hex} are of one side: name units of the other.",
            hex=target,
        )


@rule("9.11", "13.41", "13.53", "13.65")
def _declared_battle(
    situation: Situation, target: str, named: Sequence[Unit], what: Declared
) -> tuple[Battle, list[RefusedUnit]]:
    """The battle as far as the units named may take part: artillery bombards, a headquarters that
    bombards does not attack."""
    guns = [unit for unit in named if unit.type == "artillery"]
    fighters = sorted([u for u in named if u not in guns], key=lambda unit: (unit.hex, unit.id))
    able, refused = sorted_out(situation, fighters, target)
    battle = Battle(situation, target, able, what)
    firing = {hq for hq, n in what.bombardment.items() if n}
    for unit in able:
        if unit.id in firing and bar_to_bombard(battle, unit) is None:
            reason = Reason(
                "13.53", "{unit} bombards and may not attack in this phase.", unit=unit.shown
            )
            refused.append(RefusedUnit(unit.id, reason))
            able = tuple(u for u in able if u.id != unit.id)
    firing_guns = []
    countering = {fire.unit for fire in what.counter_battery}
    for gun in guns:
        reason_ = bar_to_shell(situation, gun, target, able, segment_of(situation))
        if reason_ is None and gun.id in countering:
            text = Saying(
                "{unit} fires at enemy guns and does not bombard in this phase.", unit=gun.shown
            )
            reason_ = Reason("13.65", text)
        if reason_ is None:
            firing_guns.append(gun)
        else:
            refused.append(RefusedUnit(gun.id, reason_))
    return Battle(situation, target, able, what, tuple(firing_guns)), refused


# The answer


def _odds(battle: Battle, refused: list[RefusedUnit]) -> Odds:
    situation, charts = battle.situation, battle.situation.charts
    strength = Strength(battle)
    bars = list(_bars(battle, strength))
    fought = bool(battle.defenders) and not battle.automatic
    modifiers = shifts(battle) if fought else NO_SHIFT
    shift = sum(modifier.columns for modifier in modifiers)
    base = charts.base_column(strength.net) if fought else None
    column = None if base is None else charts.shifted(base, shift)
    die = charts.step_modifier(battle.steps) if fought else Value(0)
    possible = not bars
    results = charts.results(column, round(die.number)) if possible and column is not None else {}
    barred = (*bombardment(battle)[1], *barred_guns(battle))
    refused = [*refused, *(RefusedUnit(unit.id, why) for unit, why in barred)]
    doubts = stand_ins(battle, modifiers, die, column)
    gun = gun_fire(battle)
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in situation.at(battle.target)),
        attack=strength.net,
        defence=battle.steps,
        steps=tuple(_ledger(battle, strength, modifiers, die, base, column)),
        shift=shift,
        column=None if column is None else charts.column_name(column),
        possible=possible,
        results=results,
        chances=chances(results),
        stand_in=bool(doubts),
        because=(*bars, *notes(battle)),
        offers=tuple(offers(battle)) if possible else (),
        extra=_said(
            {
                "strength": strength.declared,
                "base": None if base is None else charts.column_name(base),
                "die_modifier": round(die.number),
                "numbers": _numbers(battle, results),
                "segment": battle.segment,
                "automatic": battle.automatic,
                "attacker_mode": battle.attacker_mode if battle.attackers else None,
                "defender_mode": battle.defender_posture if battle.defenders else None,
                "bombarding": [gun.id for gun in battle.guns],
                "gun": gun,
                "loss_order": list(loss_order(battle)),
                "refused": [entry.as_data() for entry in refused],
                "stand_ins": doubts,
                "readings": readings(
                    battle, strength, gun_shifts(battle) if gun and gun["possible"] else ()
                ),
            }
        ),
    )


def _said(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say something: no gun, no word about its fire."""
    return {name: value for name, value in fields.items() if value is not None}


@rule("9.41", "9.47")
def _numbers(battle: Battle, results: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """What each cell that may come up means in the modes of this battle."""
    modes = modes_of(battle.situation, battle.holding)
    posture = battle.defender_posture if results else ""
    defender = posture if posture in modes else next(iter(modes))
    return {
        cell: read_cell(cell).after_modes(battle.attacker_mode, defender)._asdict()
        for cell in sorted(set(results.values()))
    }


@rule("6.14", "6.17", "9.16", "9.31", "9.86", "15.25")
def _bars(battle: Battle, strength: Strength) -> Iterator[Reason]:
    """What makes an attack unlawful as a whole."""
    situation, target = battle.situation, battle.target
    if not situation.at(target):
        yield Reason("9.12", "{hex} is empty.", hex=target)
        return
    if not battle.defenders:
        yield Reason(
            "15.25", "Only partisans are in {hex}: they are eliminated by moving in.", hex=target
        )
        return
    if battle.segment == "none":
        yield Reason("9.12", "Nobody begins combat in this phase.")
    if not battle.attackers:
        yield Reason("9.12", "No unit may attack {hex}.", hex=target)
        return
    if any("advanced" in unit.markers for unit in battle.defenders):
        yield Reason("9.86", "The units in {hex} advanced in this segment.", hex=target)
    if battle.segment == "overrun":
        if len(battle.hexes) > 1:
            yield Reason("6.14", "The units of an overrun move together, from one hex.")
        reason = left_behind(situation, battle.attackers, battle.attackers[0].hex)
        if reason is not None:
            yield reason
    weak = strength.bar()
    if weak is not None:
        yield weak


def _ledger(
    battle: Battle,
    strength: Strength,
    modifiers: Sequence[Shift],
    die: Value,
    base: int | None,
    column: int | None,
) -> Iterator[LedgerLine]:
    """The attack in the order in which it is worked out."""
    charts = battle.situation.charts
    yield from strength.ledger()
    if battle.automatic:
        yield LedgerLine("guns alone in the hex", "eliminated without loss", "9.37")
    if base is None or column is None:
        return
    yield LedgerLine(
        Saying("{n} {n|point|points}", n=strength.net),
        Saying("column {column}", column=charts.column_name(base)),
        "9.0",
    )
    for modifier in modifiers:
        if modifier.columns:
            yield modifier.line()
    total = sum(modifier.columns for modifier in modifiers)
    if total:
        name = charts.column_name(column)
        yield LedgerLine(
            Saying("{n:+d} {n|column|columns} in all", n=total),
            Saying("column {column}", column=name),
            "9.34",
        )
    effect = Saying("{n:+d} to the die", n=round(die.number))
    yield LedgerLine(
        Saying("{n} defending {n|step|steps}", n=battle.steps), effect, "9.92", die.stand_in
    )


# All attacks


@rule("9.12", "9.16")
def attacks(situation: Situation) -> Attacks:
    """Every possible attack by all who may join it, best first; in movement phases every overrun
    by a whole stack on a hex beside it."""
    found = []
    for side in SIDES:
        for target in sorted(situation.defended[side]):
            for battle in _battles(situation, target, Declared()):
                answer = _odds(battle, [])
                if answer.possible:
                    found.append(answer)
    return Attacks(tuple(sorted(found, key=lambda attack: _rank(situation, attack))))


def _battles(situation: Situation, target: str, what: Declared) -> Iterator[Battle]:
    joined = may_attack(situation, target)
    if not joined:
        return
    if segment_of(situation) != "overrun":
        yield Battle(situation, target, joined, what)
        return
    for name in sorted({unit.hex for unit in joined}):
        stack = tuple(unit for unit in joined if unit.hex == name)
        yield Battle(situation, target, stack, what)


def _rank(situation: Situation, attack: Odds) -> tuple[int, float, str]:
    columns = situation.charts.table("combat").columns
    place = columns.index(attack.column) if attack.column else len(columns)
    return -place, -attack.attack, attack.target
