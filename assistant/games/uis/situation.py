"""What chapters ask of a position again and again: who stands where, which markers lie where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.uis.sides import NATO, NEUTRAL, WP
from assistant.kernel.facts import kept
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
    def around(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of each hex."""
        return self.board.around

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
    def held(self) -> dict[str, frozenset[str]]:
        """Hexes with units of each side."""
        return {
            side: frozenset(name for name, units in self.stacks.items() if units[0].side == side)
            for side in (WP, NATO, NEUTRAL)
        }

    def at(self, name: str) -> tuple[Unit, ...]:
        """The units of a hex, bottom first."""
        return self.stacks.get(name, ())

    def side_at(self, name: str) -> str:
        """The side whose units stand in the hex, or empty."""
        units = self.stacks.get(name)
        return units[0].side if units else ""

    def of_side(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.side == side)

    def table(self, name: str) -> Mapping[str, Any]:
        """A state table, empty if the position has none."""
        if name not in self._tables:
            self._tables[name] = self.position.value(name) or {}
        return self._tables[name]

    @cached_property
    def _tables(self) -> dict[str, Mapping[str, Any]]:
        return {}

    @cached_property
    def damaged(self) -> frozenset[str]:
        """Damaged facilities: hexes, and hexsides under both orders."""
        names = set()
        for name in self.position.value("damaged") or ():
            start, slash, end = name.partition("/")
            names |= {name, f"{end}/{start}"} if slash else {name}
        return frozenset(names)

    def option(self, name: str) -> Any:
        """The reading in force of an open point."""
        return self.position.game.option(name)


@kept
def situation_of(position: Position) -> Situation:
    """The facts of a position, the same value whenever it is asked for."""
    return Situation(position)
