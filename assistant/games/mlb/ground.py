"""The map as the rules of this game read it: water, rivers, bridges, cities, supply symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.kernel.rulebook import rule
from builder.game.board import Board, Hexside
from builder.game.definition import Feature
from builder.game.model import Game

WATER = ("sea", "lake")
CITIES = ("city", "major-city")


@dataclass(frozen=True)
class Ground:
    """One board, with the sets of hexes and hexsides that rules ask for."""

    game: Game
    board: Board

    @cached_property
    def water(self) -> frozenset[str]:
        """Water hexes: no unit, no zone, no line, no command."""
        return self.board.hexes_with(*WATER)

    @cached_property
    def cities(self) -> frozenset[str]:
        return self.board.hexes_with(*CITIES)

    @cached_property
    def major_cities(self) -> frozenset[str]:
        return self.board.hexes_with("major-city")

    @cached_property
    def crossing_points(self) -> frozenset[str]:
        return self.board.hexes_with("crossing-point")

    @cached_property
    def closed(self) -> frozenset[Hexside]:
        """Impassable and all-sea hexsides: nothing passes."""
        return self._sides("impassable", "sea")

    @cached_property
    def impassable(self) -> frozenset[Hexside]:
        return self._sides("impassable")

    @cached_property
    def major(self) -> frozenset[Hexside]:
        return self._sides("major-river")

    @cached_property
    def rivers(self) -> frozenset[Hexside]:
        """Hexsides with a river of either kind."""
        return self._sides("river", "major-river")

    @cached_property
    def roads(self) -> frozenset[Hexside]:
        return self.board.lines.get("road", frozenset())

    @cached_property
    def railways(self) -> frozenset[Hexside]:
        return self.board.lines.get("railroad", frozenset())

    @cached_property
    @rule("2.1.3")
    def bridged(self) -> frozenset[Hexside]:
        """A river hexside has a bridge where a road or a railway crosses it."""
        return self.rivers & (self.roads | self.railways)

    @cached_property
    def unbridged_major(self) -> frozenset[Hexside]:
        return self.major - self.bridged

    @cached_property
    def exits(self) -> Mapping[str, tuple[str, ...]]:
        """From each hex the neighbours that land and hexsides allow: no water, nothing closed."""
        closed, water = self.closed, self.water
        return {
            name: tuple(n for n in near if n not in water and (name, n) not in closed)
            for name, near in self.board.around.items()
        }

    @rule("2.1.2", "13.2(2)")
    def sources(self, side: str, bridgehead: str = "") -> frozenset[str]:
        """Supply symbols of a side, and the airborne bridgehead for the Soviets."""
        marked = self.board.hexes_with(f"{side}-supply")
        return marked | {bridgehead} if bridgehead and side == "soviet" else marked

    def terrain(self, name: str) -> tuple[tuple[str, Feature], ...]:
        """The terrain kinds of a hex with their effects; a bare hex is clear."""
        known = self.game.definition.terrain
        kinds = sorted(self.board.of(name)) or ["clear"]
        return tuple((kind, known[kind]) for kind in kinds if kind in known)

    @rule("9.2")
    def cost_to_enter(self, name: str) -> float:
        """Movement points of a hex by the terrain chart: of its dearest terrain, else of clear."""
        clear = float(self.game.definition.terrain["clear"].values["move"])
        costs = [float(f.values["move"]) for _, f in self.terrain(name) if "move" in f.values]
        return max(costs, default=clear)

    def _sides(self, *features: str) -> frozenset[Hexside]:
        wanted = frozenset(features)
        return frozenset(pair for pair, found in self.board.hexsides.items() if found & wanted)
