"""What an odds answer says beside its numbers: stand-ins, notes, readings, offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from assistant.games.kursk import counter_battery
from assistant.games.kursk.artillery import (
    BOMBARDMENT_RANGE,
    bar_to_bombard,
    bar_to_shell,
    support,
)
from assistant.games.kursk.battle import Battle
from assistant.games.kursk.charts import Value
from assistant.games.kursk.shifts import Shift
from assistant.games.kursk.strength import Strength
from assistant.games.kursk.units import hq_points, is_hq, points_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Offer
from assistant.questions.reasons import Reason, Saying


def stand_ins(
    battle: Battle, modifiers: Sequence[Shift], die: Value, column: int | None
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
    yield from counter_battery.short(battle)
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
                "13.51", "Of {n} artillery points {unit} has {m}.", n=named, unit=hq.shown, m=points
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
    yield from counter_battery.offers(battle)
    if situation.position.value("optional-air") and battle.segment != "overrun":
        yield Offer("air-attack=1", "+1 column", "17.23")
        yield Offer("air-defence=1", "-1 column", "17.23")
