"""Everything about a position that the rules ask for more than once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.mlb.ground import Ground
from assistant.games.mlb.lines import Lines
from assistant.games.mlb.nearness import Nearness
from assistant.games.mlb.units import is_hq
from assistant.games.mlb.zones import zones_of
from assistant.kernel.facts import kept
from assistant.position import Position, Unit

SIDES = ("axis", "soviet")


def enemy_of(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


@dataclass(frozen=True)
class Situation:
    """A position with its zones, lines and stacks, each worked out when first asked for."""

    position: Position

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.position.game, self.position.board)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Units that stand in a hex of the map, by hex and id, so that answers do not depend on the
        order of the file."""
        placed = (unit for unit in self.position.units if unit.hex in self.position.board)
        return tuple(sorted(placed, key=lambda unit: (unit.hex, unit.id)))

    @cached_property
    def stacks(self) -> Mapping[str, tuple[Unit, ...]]:
        stacks: dict[str, list[Unit]] = {}
        for unit in self.units:
            stacks.setdefault(unit.hex, []).append(unit)
        return {name: tuple(units) for name, units in stacks.items()}

    @cached_property
    def held(self) -> Mapping[str, frozenset[str]]:
        """Side -> the hexes in which it has a unit."""
        return {s: frozenset(u.hex for u in self.units if u.side == s) for s in SIDES}

    @cached_property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """Side -> the hexes in its zones of control."""
        hq_too = self.reading("hq-is-combat-unit")
        return {
            s: zones_of(
                self.ground,
                {u.hex for u in self.units if u.side == s and (hq_too or not is_hq(u))},
            )
            for s in SIDES
        }

    @cached_property
    def lines(self) -> Mapping[str, Lines]:
        """Side -> the lines of communication that it can trace now."""
        return {side: self._lines(side) for side in SIDES}

    @cached_property
    def nearness(self) -> Mapping[str, Nearness]:
        """Side -> how far hexes lie from its sources, for retreats."""
        metric = self.reading("retreat-metric")
        return {s: Nearness(self.ground, tuple(sorted(self.sources(s))), metric) for s in SIDES}

    def _lines(self, side: str) -> Lines:
        enemy = enemy_of(side)
        return Lines(
            ground=self.ground,
            friends=self.held[side],
            enemies=self.held[enemy],
            enemy_zone=self.zones[enemy],
            hostile_cities=frozenset(h for h in self.ground.cities if self.owner(h) == enemy),
            sources=self.sources(side),
            source_in_zone_blocks=bool(self.reading("source-in-zone-blocks")),
        )

    @cached_property
    def bridgehead(self) -> str:
        """The hex of the airborne bridgehead marker; empty when it is not on the map or overrun."""
        name = str(self.position.value("airborne-bridgehead") or "")
        return name if name in self.ground.exits and name not in self.held["axis"] else ""

    def sources(self, side: str) -> frozenset[str]:
        return self.ground.sources(side, self.bridgehead)

    def owner(self, name: str) -> str:
        """Who controls a city or crossing point: whoever stands there, else as recorded."""
        units = self.stacks.get(name)
        return units[0].side if units else self.recorded_owner(name)

    def recorded_owner(self, name: str) -> str:
        """Control as the position records it; empty for a hex that nobody controls."""
        return self.position.control.get(name, "")

    @cached_property
    def absolute_orders(self) -> frozenset[str]:
        """Hexes with an absolute order: as given, else the six of the set-up on the own map."""
        given = self.position.state.get("absolute-orders")
        if given is not None:
            return frozenset(given)
        if self.position.board.blank:
            return frozenset()
        return self.position.game.hexset("absolute-orders")

    def reading(self, option: str) -> Any:
        """The reading in force of an open point of the rules."""
        return self.position.game.option(option)


@kept
def situation_of(position: Position) -> Situation:
    """The situation of a position, worked out once however many questions are asked."""
    return Situation(position)
