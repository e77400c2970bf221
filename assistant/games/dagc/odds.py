"""The answer for one attack: ledger, column, chances, reasons, and every doubt about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.games.dagc.battle import Battle
from assistant.games.dagc.before_combat import before_combat
from assistant.games.dagc.calendar import freedom_is_open
from assistant.games.dagc.differential import is_natural
from assistant.games.dagc.entry import water_between
from assistant.games.dagc.fog import unseen
from assistant.games.dagc.offers import offers
from assistant.games.dagc.readings import readings
from assistant.games.dagc.reckoning import Reckoning, spare
from assistant.games.dagc.supply import OOS, OVERLOAD, TO_BE_CHOSEN, state_of
from assistant.games.dagc.units import SOVIET, is_cav_mech
from assistant.questions.answers import Odds
from assistant.questions.reasons import Reason


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
    total = f"{reckoning.attack} - {reckoning.defence} = {reckoning.differential():+d}"
    if reckoning.shift:
        text = "Differential {sum}, then {n:+d} {n|column|columns}."
        found = [Reason("11.8", text, sum=total, n=reckoning.shift)]
    else:
        found = [Reason("11.8", "Differential {sum}.", sum=total)]
    oos = [u for u in (*battle.attackers, *battle.defenders) if _is_oos(battle, u.id)]
    if oos:
        names = ", ".join(unit.shown for unit in oos)
        found.append(Reason("7.4", "Out of supply: {units}.", units=names))
    return (*found, *unseen(battle.situation.position, _defending(battle)))


def _is_oos(battle: Battle, unit_id: str) -> bool:
    unit = battle.situation.position.by_id[unit_id]
    return state_of(battle.situation, unit).state == OOS


def _defending(battle: Battle) -> str:
    return battle.defenders[0].side if battle.defenders else ""


def further(reckoning: Reckoning) -> dict[str, Any]:
    """What else the players should know: choices of the other side, missing words, readings."""
    battle = reckoning.battle
    extra: dict[str, Any] = {"differential": reckoning.differential(), "spare": spare(reckoning)}
    if missing := list(lacking(battle)):
        extra["missing"] = missing
    if choice := before_combat(battle):
        extra["before_combat"] = choice
    return extra | readings(battle.situation, open_points(reckoning))


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
