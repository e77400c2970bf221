"""Headquarters (rules 8 and 14): command range, whom they may activate, where they relocate."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.stacking import room_for
from assistant.games.mlb.units import is_hq
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError

LEAST_DISTANCE = 4
"""Hexes that a relocated headquarters must put behind it."""


@dataclass(frozen=True)
class Command:
    """What a headquarters commands now: its range, the hexes in it, the units it could activate."""

    range: int
    hexes: tuple[str, ...]
    units: tuple[str, ...]


@rule("8.2", "8.2.1")
def command_hexes(situation: Situation, hq: Unit) -> frozenset[str]:
    """Hexes in command range, counted round water and impassable hexsides; enemies, zones and
    supply are nothing to it."""
    exits = situation.ground.exits
    reached, fringe = {hq.hex}, {hq.hex}
    for _ in range(command_range(hq)):
        fringe = {near for name in fringe for near in exits[name]} - reached
        reached |= fringe
    return frozenset(reached)


def command_range(hq: Unit) -> int:
    if hq.get("range") is None:
        raise QuestionError(
            "The position does not say the range of {unit}: add range = N.", unit=hq.shown
        )
    return int(hq.get("range"))


@rule("8.0", "8.1.1", "8.1.2")
def may_activate(situation: Situation, hq: Unit) -> tuple[Unit, ...]:
    """Friendly units in command range, whatever their formation; other headquarters only for the
    Axis, and those cannot activate in their turn."""
    hexes = command_hexes(situation, hq)
    return tuple(
        unit
        for unit in situation.units
        if unit.side == hq.side
        and unit.hex in hexes
        and unit.id != hq.id
        and (hq.side == "axis" or not is_hq(unit))
    )


def command(situation: Situation, hq: Unit) -> Command:
    return Command(
        command_range(hq),
        tuple(sorted(command_hexes(situation, hq))),
        tuple(unit.id for unit in may_activate(situation, hq)),
    )


@rule("7.3(3)")
def special_activation(situation: Situation) -> tuple[str, ...]:
    """Units among which a Manstein chit may choose: any of the Axis, headquarters counted too."""
    return tuple(unit.id for unit in situation.units if unit.side == "axis")


@rule("14.1(2)", "14.1(3)", "14.1(4)", "14.2(1)")
def relocation_hexes(situation: Situation, hq: Unit) -> tuple[str, ...]:
    """Where a headquarters may be set down: four hexes off or more, outside enemy zones, with a
    line of communication, and no second headquarters there."""
    side, grid = hq.side, situation.position.board.grid
    zone = situation.zones[enemy_of(side)]
    if situation.reading("hq-relocation-from") == "enemy-units":
        away_from = tuple(sorted(situation.held[enemy_of(side)]))
    else:
        away_from = (hq.hex,)
    too_near = {name for centre in away_from for name in grid.within(centre, LEAST_DISTANCE - 1)}
    return tuple(
        name
        for name in sorted(situation.lines[side].onward)
        if name not in zone and name not in too_near and room_for(situation, hq, name)
    )
