"""What the position means beside supply and battle, for reports (rules 6, 8, 12 to 17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.games.mlb import turn
from assistant.games.mlb.score import Victory, victory
from assistant.games.mlb.situation import SIDES, Situation
from assistant.games.mlb.supply import special_activation


@dataclass(frozen=True)
class Placement:
    """Where reinforcements of a side may be placed now."""

    side: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """`cp` is the number of Soviet crossing points on record; `cp_now` counts also those that fall
    to the Soviets as things stand, which drives `tables` unless the position gives a number."""

    cp: int
    cp_now: int
    crossing_points: tuple[turn.Crossing, ...]
    tables: turn.CrossingTables
    chits: Mapping[str, turn.Chits]
    special_activation: tuple[str, ...]
    victory: Victory
    reinforcements: tuple[Placement, ...]
    next_soviet_reinforcement: tuple[str, ...]
    airborne_drop: tuple[str, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports; hidden things are left out already."""
    return Overview(
        cp=turn.count(situation),
        cp_now=turn.count_now(situation),
        crossing_points=turn.crossings(situation),
        tables=turn.tables_for(situation, turn.in_force(situation)),
        chits={side: turn.chits(situation, side) for side in SIDES},
        special_activation=special_activation(situation),
        victory=victory(situation),
        reinforcements=tuple(Placement(s, turn.placement_hexes(situation, s)) for s in SIDES),
        next_soviet_reinforcement=tuple(unit.id for unit in turn.next_group(situation)),
        airborne_drop=turn.drop_hexes(situation),
    )
