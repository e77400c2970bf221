"""What chapters ask of a position again and again: who stands where, whose zone, whose control."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from assistant.games.dagc.units import GERMAN, SOVIET
from assistant.kernel.chart import Chart, chart_of
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from builder.game.board import Board


@dataclass(frozen=True)
class Situation:
    """A position with its facts, each worked out when it is first asked for."""

    position: Position

    @property
    def board(self) -> Board:
        return self.position.board

    @cached_property
    def chart(self) -> Chart:
        return chart_of(self.position.game.definition)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units on the map by hex, each stack from the bottom up."""
        on_map = (unit for unit in self.position.units if unit.hex in self.board.grid)
        return tuple(sorted(on_map, key=lambda unit: unit.hex))

    @cached_property
    def stacks(self) -> dict[str, tuple[Unit, ...]]:
        stacks: dict[str, list[Unit]] = {}
        for unit in self.units:
            stacks.setdefault(unit.hex, []).append(unit)
        return {name: tuple(units) for name, units in stacks.items()}

    @cached_property
    def holders(self) -> dict[str, str]:
        """The side of the units in each hex that has any."""
        return {name: units[0].side for name, units in self.stacks.items()}

    @cached_property
    def held(self) -> dict[str, frozenset[str]]:
        """Hexes with units of each side."""
        return {
            side: frozenset(name for name, holder in self.holders.items() if holder == side)
            for side in (GERMAN, SOVIET)
        }

    @cached_property
    def zones(self) -> dict[str, frozenset[str]]:
        """Hexes in the zone of control of each side."""
        return {side: zone_of_control(self.board, self.held[side]) for side in (GERMAN, SOVIET)}

    def at(self, name: str) -> tuple[Unit, ...]:
        """The units of a hex, bottom first."""
        return self.stacks.get(name, ())

    def side_at(self, name: str) -> str:
        """The side that holds a hex with units, or empty."""
        return self.holders.get(name, "")

    def option(self, name: str) -> object:
        """The reading in force of an open point."""
        return self.position.game.option(name)


@kept
def situation_of(position: Position) -> Situation:
    """The facts of a position, the same value whenever it is asked for."""
    return Situation(position)


@rule("8.1", "8.2")
def zone_of_control(board: Board, held: Iterable[str]) -> frozenset[str]:
    """Every ground unit, supplied or not, controls the six hexes around it across any hexside."""
    return frozenset(near for name in held for near in board.neighbours(name))


@rule("3.3")
def controller(situation: Situation, name: str) -> str:
    """A hex is its occupier's, else of whoever entered it last: the Soviets begin with their own
    sources, the Germans with the rest."""
    occupier = situation.side_at(name)
    if occupier:
        return occupier
    told = situation.position.control.get(name)
    if told:
        return told
    return SOVIET if name in situation.position.game.hexset("soviet-sources") else GERMAN
