"""Nuclear attacks: who brings the points, steps lost, contamination (25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from assistant.games.uis.air import DIE, TRANSPORT, Squadron, all_of, strike_groups
from assistant.games.uis.air_support import rounded
from assistant.games.uis.ground import nearest_of
from assistant.games.uis.missions import DIGITS, Mission
from assistant.games.uis.retreat import DIVISION_BASE, ELIMINATED
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import (
    ARTILLERY,
    HEDGEHOG,
    ROAD,
    is_combat,
    is_division,
    mode,
    steps_left,
)
from assistant.kernel.chances import of_a_die
from assistant.kernel.headings import column_at, row_at
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine, Odds
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table

CONTAMINATED = "Leaving costs the level more; contamination closes supply routes."


@dataclass(frozen=True)
class Struck:
    """A unit under nuclear attack: the steps that use it up, and what is left of it then."""

    id: str
    kills: int
    outcome: str


WORST = 3
FACILITY_STEPS = 2


@rule("25.2.1", "25.2.5")
def bars_to_delivery(attack: Mission, named: Iterable[Unit], points: int) -> Iterator[Reason]:
    """Of artillery and missiles that players name: out of reach or supply, or more points than
    missiles bring."""
    bring = [unit for unit in named if unit.type in REACH]
    able = {unit.id for unit in deliverers(attack)}
    for unit in bring:
        if unit.id not in able:
            text = "{unit} is out of reach or of supply."
            yield Reason("25.2.1", text, "distance", unit=unit.shown)
    most = MISSILE_POINTS * len(bring)
    if bring and all(unit.type == ROCKETS for unit in bring) and points > most:
        text = "Missiles bring two points each in a turn: {n} here, not {m}."
        yield Reason("25.2.5", text, "full", n=most, m=points)


LEAST_ATTACK = 3
FLIGHT_FIRST = Reason(
    "25.3.1",
    "The squadrons fly a ground attack there: ask for mission=ground-attack; `nuclear-points` are "
    "those that come through.",
)


@rule("25.2.1")
def bars_to_squadrons(squadrons: Iterable[Squadron]) -> Iterator[Reason]:
    """Points are brought by squadrons that fly ground attacks, with a printed value of three."""
    text = "{unit} brings no nuclear points: only squadrons with a ground attack of 3 or more do."
    for one in squadrons:
        if one.is_helicopter or one.kind == TRANSPORT or one.attack < LEAST_ATTACK:
            yield Reason("25.2.1", text, "unit", unit=one.shown)


@rule("25.3", "25.3.2", "25.3.8", "25.4.1")
def nuclear(attack: Mission, named: Iterable[Unit] = ()) -> Odds:
    """A nuclear attack: steps lost in the hex, what each unit can take, and the contamination
    afterwards: added to the present level, three at most, and only if a step was lost."""
    points = attack.declared.numbers.get("nuclear-points", 0)
    because = Reason("25.4.1", CONTAMINATED)
    steps = (LedgerLine("nuclear points", str(points), "25.3.2"),)
    if not points:
        why = Reason("25.3.2", "Say how many points reach the hex: nuclear-points=2.", "missing")
        return attack.answer(points, steps, {}, (why,), because, {})
    tables = attack.situation.game.tables
    losses, levels = rolled(tables["nuclear"], points), rolled(tables["contamination"])
    before = int(attack.situation.table("nuclear").get(attack.target, 0))
    spared = losses.get(0, 0.0)
    level = {before: spared}
    for added, chance in levels.items():
        worse = min(WORST, before + added)
        level[worse] = level.get(worse, 0.0) + (1 - spared) * chance
    extra: dict[str, Any] = {
        "contamination": rounded(dict(sorted(level.items()))),
        "facility": FACILITY_STEPS,
        "units": [Struck(unit.id, steps_to_kill(unit), fate(unit)) for unit in attack.defenders],
        "deliverers": [unit.id for unit in deliverers(attack)],
        "not_judged": [Reason("25.2", "How many points are left to each kind of delivery.")],
    }
    chances = {str(lost): chance for lost, chance in losses.items()}
    extra["outcomes"] = {str(n): Saying("{n} {n|step|steps} lost", n=n) for n in losses}
    flying = all_of(strike_groups(attack.declared.groups.get("attacker-squadrons", ())))
    if flying:
        extra["not_judged"] = [*extra["not_judged"], FLIGHT_FIRST]
    barred = (*bars_to_delivery(attack, named, points), *bars_to_squadrons(flying))
    return attack.answer(points, steps, {} if barred else chances, barred, because, extra)


ROCKETS = "ssm"
REACH = {ARTILLERY: 2, ROCKETS: 50}
MISSILE_POINTS = 2


@rule("25.2", "25.2.1", "25.2.4", "25.2.5", "25.2.6", "25.2.3")
def deliverers(attack: Mission) -> Iterator[Unit]:
    """Artillery two hexes far and missiles fifty, in General Supply; missiles bring two points a
    turn at most. Aircraft with a ground attack of three fly a ground attack."""
    for unit in attack.situation.of_side(attack.side):
        near = nearest_of(attack.situation, unit.hex, [attack.target]) <= REACH.get(unit.type, -1)
        if near and is_supplied(attack.situation, unit):
            yield unit


@rule("25.3.2")
def rolled(table: Table, column: int = 0) -> dict[int, float]:
    """The numbers of one column of a table over all faces of the die; of its only column if none
    is named."""
    heading = column_at(table, column) if len(table.columns) > 1 else table.columns[0]
    found = of_a_die(DIE, lambda roll: int(table[row_at(table, roll), heading]))
    return {number: round(chance, DIGITS) for number, chance in sorted(found.items())}


@rule("25.3.3", "25.3.5", "25.3.6")
def steps_to_kill(unit: Unit) -> int:
    """Steps that the attacker must assign to a unit to use it up: a Hedgehog combat unit absorbs
    the first, one in Road mode loses one more."""
    steps = steps_left(unit)
    if is_combat(unit) and mode(unit) == HEDGEHOG:
        return steps + 1
    return max(1, steps - 1) if is_combat(unit) and mode(unit) == ROAD else steps


@rule("25.3.7")
def fate(unit: Unit) -> str:
    """A division leaves its Base, any other unit nothing."""
    return DIVISION_BASE if is_division(unit) else ELIMINATED
