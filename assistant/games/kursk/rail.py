"""Movement by rail (rules 5.3, 5.37 to 5.39)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    class_of,
    enemy_of,
    is_hq,
)
from assistant.games.kursk.walk import bar_to_move
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Step, search
from assistant.position import Unit
from assistant.questions.answers import Told
from assistant.questions.reasons import Reason

SINGLE, DOUBLE = "railroad", "railroad-double"
REACH = {frozenset({SINGLE}): 20, frozenset({DOUBLE}): 30, frozenset({SINGLE, DOUBLE}): 25}
"""Hexes that a unit may go, by the kinds of track that it uses."""
UNITS_PER_TURN = 5
UNITS_PER_HEX = {SINGLE: 2, DOUBLE: 4}


class Stop(NamedTuple):
    """A hex on the way, the one before it (a train does not turn), the kinds of track so far."""

    hex: str
    before: str
    tracks: frozenset[str]


@rule("5.37")
def weight(situation: Situation, unit: Unit) -> int:
    """What a unit counts towards the five of a turn: two if armoured, mechanised or a
    headquarters."""
    return 2 if is_hq(unit) or class_of(situation.position, unit) == "armoured" else 1


@rule("5.31", "5.32", "5.36")
def bar_to_rail(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may not go by rail at all, or None."""
    bar = bar_to_move(situation, unit)
    if bar is None and situation.moment.kind == "mechanized":
        bar = Reason("5.0", "Rail movement belongs to the first movement phase.", "phase")
    bar = bar or situation.bar_of_mode("5.36", unit, "rail")
    if bar is None and unit.hex in situation.zones[enemy_of(unit.side)]:
        return Reason("5.31", "{unit} begins in an enemy zone.", "enemy-zone", unit=unit)
    if bar is None and unit.hex in situation.ground.foreign_rail[unit.side]:
        return Reason("5.32", "{hex} began beyond the start line.", "area", hex=unit.hex)
    return bar


@rule("5.3", "5.31", "5.32", "15.25")
def open_to_rail(situation: Situation, side: str, name: str) -> bool:
    """A train enters no enemy zone, no hex of the enemy, partisans included, and none that began
    beyond the start line."""
    enemy = enemy_of(side)
    if name in situation.zones[enemy] or name in situation.ground.foreign_rail[side]:
        return False
    return all(unit.side == side for unit in situation.at(name))


@rule("5.3", "5.33", "5.34")
def by_rail(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """All hexes within reach: 20 on single track, 30 on double track, 25 on both together."""
    if bar_to_rail(situation, unit) is not None:
        return ()
    tracks = {kind: situation.board.lines.get(kind, frozenset()) for kind in UNITS_PER_HEX}

    def steps(stop: Stop) -> Iterator[Step[Stop]]:
        for near in situation.ground.around[stop.hex]:
            if near == stop.before or not open_to_rail(situation, unit.side, near):
                continue
            for kind, crossed in tracks.items():
                if (stop.hex, near) in crossed:
                    yield Step(Stop(near, stop.hex, stop.tracks | {kind}))

    found, _ = search([Stop(unit.hex, "", frozenset())], steps, max(REACH.values()))
    reached = {s.hex for s, cost in found.cost.items() if s.tracks and cost <= REACH[s.tracks]}
    return tuple(sorted(reached - {unit.hex}))


@dataclass(frozen=True)
class RailLimits(Told):
    """What a unit counts by rail, how many may go in a turn, and how many by a hex of each kind of
    track."""

    weight: int
    a_turn: int
    a_hex: Mapping[str, int]


@rule("5.37", "5.38", "5.39")
def rail_limits(situation: Situation, unit: Unit) -> RailLimits | Reason:
    """What the unit counts by rail, against the five of a turn and the units that may enter a hex
    of each kind of track; or why it may not go by rail."""
    bar = bar_to_rail(situation, unit)
    if bar is not None:
        return Reason(bar.rule, bar.text)
    return RailLimits(weight(situation, unit), UNITS_PER_TURN, dict(UNITS_PER_HEX))
