"""Odds (rules 9.0 to 9.3): one battle in full, or all that are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from assistant.games.kursk.artillery import (
    BOMBARDMENT_RANGE,
    bar_to_bombard,
    bar_to_shell,
    barred_guns,
    bombardment,
    counter_offers,
    counter_short,
    loss_order,
    support,
)
from assistant.games.kursk.battle import (
    Battle,
    RefusedUnit,
    may_attack,
    modes_of,
    segment_of,
    sorted_out,
)
from assistant.games.kursk.declared import Declared, declared
from assistant.games.kursk.gun import gun_fire
from assistant.games.kursk.overrun import left_behind
from assistant.games.kursk.reckoning import Shift, Strength, gun_shifts, shifts
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import SIDES, hq_points, is_hq, points_of
from assistant.kernel.chances import chances
from assistant.kernel.chart import Figure
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying

NO_SHIFT: tuple[Shift, ...] = ()


def odds(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], options: Options
) -> Odds:
    """One attack in full: by the units named, or by all that may join; of several stacks that
    could overrun the hex by the strongest."""
    target, what = targets[0], declared(situation.position, options)
    if not named:
        answers = [_odds(battle, []) for battle in _battles(situation, target, what)]
        best = sorted(answers, key=lambda one: (not one.possible, *_rank(situation, one)))
        return best[0] if best else _odds(Battle(situation, target, (), what), [])
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
                "13.53", "{unit} bombards and may not attack in this phase.", "spent", unit=unit
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
    die = charts.step_modifier(battle.steps) if fought else Figure(0)
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
        yield Reason("9.12", "{hex} is empty.", "missing", hex=target)
        return
    if not battle.defenders:
        yield Reason(
            "15.25", "Only partisans are in {hex}: they are eliminated by moving in.", hex=target
        )
        return
    if battle.segment == "none":
        yield Reason("9.12", "Nobody begins combat in this phase.", "phase")
    if not battle.attackers:
        yield Reason("9.12", "No unit may attack {hex}.", "missing", hex=target)
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
    die: Figure,
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


def stand_ins(
    battle: Battle, modifiers: Sequence[Shift], die: Figure, column: int | None
) -> list[str]:
    """What the answer takes from charts of our own, and from units that are ours."""
    charts = battle.situation.charts
    found: list[str] = [
        Saying("{what}: columns", what=modifier.what) for modifier in modifiers if modifier.stand_in
    ]
    if die.stand_in:
        found.append(Saying("die modifier of {n} {n|step|steps}", n=battle.steps))
    if column is not None and charts.doubtful_results(column):
        found.append(Saying("results in column {column}", column=charts.column_name(column)))
    units = (*battle.attackers, *battle.defenders)
    return found + [Saying("values of {unit}", unit=unit.shown) for unit in units if unit.stand_in]


@rule("9.45", "17.25")
def notes(battle: Battle) -> Iterator[Reason]:
    """What a player should know beside the numbers."""
    for who, modes in (
        ("attackers", battle.attacker_modes),
        ("defenders", battle.defender_postures),
    ):
        if len(modes) > 1:
            text = Saying(
                "The {who} are in several modes ({modes}): the opponent names one.",
                who=who,
                modes=modes,
            )
            yield Reason("9.45", text)
    yield from _short(battle)
    yield from counter_short(battle)
    air = battle.declared.air_attack or battle.declared.air_defence
    if battle.segment == "overrun" and air:
        yield Reason("17.25", "Air points do not count in overruns.")
    if battle.situation.position.value("optional-intelligence") and (
        battle.situation.position.viewer == battle.attacking_side
    ):
        yield Reason("16.1", "More units may lie beneath the one that is seen.")


@rule("13.31", "13.32", "13.51")
def _short(battle: Battle) -> Iterator[Reason]:
    """Where Germans declare more points than headquarters can give."""
    for name, named in battle.declared.bombardment.items():
        hq = battle.situation.position.by_id[name]
        points = hq_points(hq, "artillery")
        if named > points and bar_to_bombard(battle, hq) is None:
            yield Reason(
                "13.51", "Of {n} artillery points {unit} has {m}.", n=named, unit=hq, m=points
            )
    if battle.defending_side != "german":
        yield from _unitary(battle)
        return
    kinds: tuple[tuple[Literal["artillery", "anti-tank"], int], ...] = (
        ("artillery", battle.declared.suppress or 0),
        ("anti-tank", battle.declared.anti_tank or 0),
    )
    for kind, named in kinds:
        points, why = support(battle, kind) if named else (0, None)
        if named > points:
            text = Saying(
                "Of {n} {kind} {n|point|points} {m} can be given.", n=named, kind=kind, m=points
            )
            if why:
                text = Saying("{text} {more}", text=text, more=why.text)
            yield Reason(why.rule if why else "13.31", text)


@rule("13.16")
def _unitary(battle: Battle) -> Iterator[Reason]:
    """Soviet artillery of which a part is declared fires with all of its points."""
    points = sum(points_of(unit) for unit in battle.defenders if unit.type == "artillery")
    if battle.declared.suppress not in (None, 0, points):
        yield Reason(
            "13.16", "Soviet artillery uses all of its {n} {n|point|points} or none.", n=points
        )


def readings(battle: Battle, strength: Strength, fired: Iterable[Shift]) -> list[str]:
    """The readings of open points on which this answer rests; `fired` are the columns of guns."""
    position = battle.situation.position
    used = []
    if any(stack.unsupplied for stack in strength.stacks):
        used.append("supply-halving")
    if strength.bombardment:
        used.append("six-points")
        used += ["bombardment-suppressed"] if strength.suppression else []
    if strength.suppression and any(is_hq(unit) for unit in battle.attackers):
        used.append("artillery-hq")
    if any(modifier.columns and modifier.rule != "13.24" for modifier in fired):
        used.append("gun-modifiers")
    if battle.segment == "second" and battle.declared.anti_tank:
        used.append("anti-tank-second-segment")
    return [f"{name} = {position.game.option(name)} ({_rule(battle, name)})" for name in used]


def _rule(battle: Battle, name: str) -> str:
    return battle.situation.position.game.definition.options[name].rule


def _near(battle: Battle) -> Iterator[Unit]:
    """Headquarters near enough to bombard."""
    for name in sorted(
        battle.situation.position.board.grid.within(battle.target, BOMBARDMENT_RANGE)
    ):
        yield from (unit for unit in battle.situation.at(name) if is_hq(unit))


@rule("9.45", "13.31", "13.41", "13.51", "17.21")
def offers(battle: Battle) -> Iterator[Offer]:
    """What either player may still declare."""
    situation = battle.situation
    if battle.segment == "first" and battle.attacking_side == "german":
        for hq in _near(battle):
            points = hq_points(hq, "artillery")
            if points and bar_to_bombard(battle, hq) is None:
                yield Offer(
                    f"bombardment={hq.id}:{points}", Saying("{n:+d} attack", n=points), "13.55"
                )
    if battle.attacking_side == "soviet" and battle.segment == "first":
        for name in situation.ground.around[battle.target]:
            for gun in situation.at(name):
                barred = bar_to_shell(
                    situation, gun, battle.target, battle.attackers, battle.segment
                )
                if barred is None and gun not in battle.guns:
                    effect = Saying("{n:+d} {n|column|columns}", n=gun.get("level") or 0)
                    yield Offer(f"--from {gun.id}", effect, "13.44")
    for name, modes in (
        ("attacker-mode", battle.attacker_modes),
        ("defender-mode", battle.defender_postures),
    ):
        if len(modes) > 1:
            for mode in modes:
                yield Offer(f"{name}={mode}", "the opponent's choice", "9.45")
    yield from counter_offers(battle)
    if situation.position.value("optional-air") and battle.segment != "overrun":
        yield Offer("air-attack=1", "+1 column", "17.23")
        yield Offer("air-defence=1", "-1 column", "17.23")
