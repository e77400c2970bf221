"""What the position means beside supply and battle: crossings, tables, chits, points, arrivals."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.mlb.chits import Chits, chits
from assistant.games.mlb.crossings import (
    Crossing,
    CrossingTables,
    count,
    count_now,
    crossings,
    tables_for,
)
from assistant.games.mlb.headquarters import special_activation
from assistant.games.mlb.reinforcements import drop_hexes, next_group, placement_hexes
from assistant.games.mlb.situation import SIDES, Situation
from assistant.games.mlb.victory import Victory, victory


@dataclass(frozen=True)
class Arrivals:
    """Where reinforcements of a side may be placed now."""

    side: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """`cp` is the number of Soviet crossing points on record, which drives `tables`; `cp_now`
    counts also those that fall to the Soviets as things stand."""

    cp: int
    cp_now: int
    crossing_points: tuple[Crossing, ...]
    tables: CrossingTables
    chits: dict[str, Chits]
    special_activation: tuple[str, ...]
    victory: Victory
    reinforcements: tuple[Arrivals, ...]
    next_soviet_reinforcement: tuple[str, ...]
    airborne_drop: tuple[str, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports; hidden things are left out already."""
    points = count(situation)
    return Overview(
        cp=points,
        cp_now=count_now(situation),
        crossing_points=crossings(situation),
        tables=tables_for(situation, points),
        chits={side: chits(situation, side) for side in SIDES},
        special_activation=special_activation(situation),
        victory=victory(situation),
        reinforcements=tuple(Arrivals(side, placement_hexes(situation, side)) for side in SIDES),
        next_soviet_reinforcement=tuple(unit.id for unit in next_group(situation)),
        airborne_drop=drop_hexes(situation),
    )
