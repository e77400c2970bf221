"""What matters now beside supply and battle: the calendar, ports, contested hexes, points held."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from assistant.games.uis.lines import COMMUNICATION_TURNS, nato_ports, port_shut
from assistant.games.uis.military_points import Conquest, conquest
from assistant.games.uis.situation import (
    NATO,
    WP,
    Situation,
    enemy_of,
)
from assistant.games.uis.units import is_combat
from assistant.games.uis.zones import zone
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

FIRST_DAY = date(1985, 7, 24)
DAYS = 2


@dataclass(frozen=True)
class Shut:
    """A port that is no source now, and why."""

    port: str
    because: tuple[Reason, ...]


@dataclass(frozen=True)
class Overview:
    """`days` are those of the turn, empty when no turn is told; `war_turn` counts from 1, 0 before
    war; `supplied_by_communication` are the sides that live on lines of communication alone.
    `contested` are hexes of a side's combat units in enemy zones, `hexes_between` those in zones
    of both with nobody, `pact_ahead` the Warsaw Pact's military points less NATO's."""

    days: str
    war_turn: int
    weather: str
    supplied_by_communication: tuple[str, ...]
    ports_shut: tuple[Shut, ...]
    contested: dict[str, tuple[str, ...]]
    hexes_between: int
    military_points: dict[str, Conquest]
    pact_ahead: int


def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports."""
    position = situation.position
    turn = situation.war_turn
    points = {side: conquest(situation, side) for side in (WP, NATO)}
    return Overview(
        days=days(position.turn),
        war_turn=turn,
        weather="bad" if situation.bad_weather else "good",
        supplied_by_communication=tuple(
            side for side in (WP, NATO) if 0 < turn <= COMMUNICATION_TURNS[side]
        ),
        ports_shut=tuple(
            Shut(situation.board.names.get(name, name), (why,))
            for name in sorted(nato_ports(situation))
            if (why := port_shut(situation, name)) is not None
        ),
        contested={side: contested(situation, side) for side in (WP, NATO)},
        hexes_between=len(between(situation)),
        military_points=points,
        pact_ahead=points[WP].points - points[NATO].points,
    )


@rule("4")
def days(turn: int) -> str:
    """The two days of a turn, the first of which is 24 July 1985; empty for no turn."""
    if turn < 1:
        return ""
    first = FIRST_DAY + timedelta(days=DAYS * (turn - 1))
    return f"{first.isoformat()} / {(first + timedelta(days=DAYS - 1)).isoformat()}"


@rule("6.0")
def contested(situation: Situation, side: str) -> tuple[str, ...]:
    """Hexes in which combat units of a side stand in an enemy zone."""
    enemy = zone(situation, enemy_of(side), situation.phasing)
    return tuple(
        name
        for name, units in situation.stacks.items()
        if units[0].side == side and name in enemy and any(is_combat(unit) for unit in units)
    )


@rule("6.0")
def between(situation: Situation) -> frozenset[str]:
    """Empty hexes in zones of both sides."""
    phasing = situation.phasing
    both = zone(situation, WP, phasing) & zone(situation, NATO, phasing)
    return both - situation.stacks.keys()
