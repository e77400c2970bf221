"""The facts of a position that every chapter asks for, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.nr import ground, weather
from assistant.kernel import facts
from assistant.kernel.facts import by_id, kept
from assistant.position import Unit
from assistant.questions.reasons import Saying


@dataclass(frozen=True)
class Situation(facts.Situation):
    """A position with what follows from it at once: weather, who stands where, who holds what."""

    @cached_property
    def active(self) -> str:
        """The Active side by the phase; empty when the position names no phase."""
        return self.phase.partition("-")[0]

    @cached_property
    def stage(self) -> str:
        """The phase without its side: supply, movement, combat, removal ..."""
        return self.phase.partition("-")[2]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units on the map, in an order that does not depend on the file."""
        return by_id(unit for unit in self.position.units if unit.hex in self.board)

    def units_at(self, place: str, side: str) -> tuple[Unit, ...]:
        """The side's units in a hex or area, by id."""
        here = [unit for unit in self.position.at(place) if unit.side == side]
        return tuple(sorted(here, key=lambda unit: unit.id))

    @cached_property
    def weather(self) -> str:
        return weather.weather_of(self.position)

    @cached_property
    def control(self) -> Mapping[str, str]:
        return ground.holders(self.position)

    @cached_property
    def edges(self) -> Mapping[str, frozenset[str]]:
        return ground.edges(self.position)

    def cities_of(self, side: str) -> frozenset[str]:
        """The cities that a side holds."""
        cities = self.board.hexes_with("city")
        return frozenset(place for place, holder in self.control.items() if holder == side) & cities

    def passable(self, start: str, end: str) -> bool:
        return ground.passable(self.board, start, end)

    def marked(self, place: str, marker: str) -> bool:
        """Whether a marker lies in the hex: on any one of its units."""
        return any(marker in unit.markers for unit in self.position.at(place))

    @cached_property
    def stand_ins(self) -> tuple[str, ...]:
        """What every answer about this position leans on that is ours and not the rulebook's."""
        if weather.weather_is_stand_in(self.position):
            return (
                Saying("the weather of turn {n}: {weather}", n=self.turn, weather=self.weather),
            )
        return ()


situation_of = kept(Situation)
"""The facts of a position, worked out once however many questions are asked."""
