"""The facts of a position that every chapter asks for: the ground, weather, control, zones, and
what they make of a unit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.nr.units import AXIS, SOVIET, enemy_of, nationality, type_of
from assistant.kernel.facts import by_id, kept
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import Facing, zone_of
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

SIDES = (AXIS, SOVIET)
WATER = frozenset(("lake", "sea"))
CLOSED = frozenset(("lake", "sea", "outside"))
"""Hexes that no unit enters: full lakes, open sea, land outside of the map."""
FINLAND = "finland"
SNOWY = ("snow", "long-winter")


@dataclass(frozen=True)
class Situation(Facing):
    """A position with what follows from it at once: weather, who stands where, who holds what."""

    @cached_property
    def active(self) -> str:
        """The Active side by the phase; empty when the position names no phase."""
        return self.phase.partition("-")[0]

    @cached_property
    def stage(self) -> str:
        """The phase without its side: supply, movement, combat, removal ..."""
        return self.phase.partition("-")[2]

    # Units

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units on the map, in an order that does not depend on the file."""
        return by_id(unit for unit in self.position.units if unit.hex in self.board)

    def units_at(self, place: str, side: str) -> tuple[Unit, ...]:
        """The side's units in a hex or area, by id."""
        here = [unit for unit in self.position.at(place) if unit.side == side]
        return tuple(sorted(here, key=lambda unit: unit.id))

    def marked(self, place: str, marker: str) -> bool:
        """Whether a marker lies in the hex: on any one of its units."""
        return any(marker in unit.markers for unit in self.position.at(place))

    def count_marked(self, marker: str, side: str) -> int:
        """In how many places of a side a marker lies."""
        return sum(self.marked(place, marker) for place in self.held[side])

    def told_of(self, unit: Unit, name: str) -> Any:
        """What the unit itself, or else the game of its type, says."""
        own = unit.get(name)
        return self.definition.units.types[type_of(unit)].values.get(name) if own is None else own

    @rule("2.3", "10.1.1")
    def is_white(self, unit: Unit) -> bool:
        """A white strength does not attack of its own will and does not advance."""
        return bool(self.told_of(unit, "white"))

    @rule("2.3", "8.5")
    def is_parenthesised(self, unit: Unit) -> bool:
        """A strength in parentheses belongs to a unit that cannot move and has no zone."""
        return bool(self.told_of(unit, "parenthesised"))

    # The ground

    @rule("8.3", "8.5", "10.1")
    def passable(self, start: str, end: str) -> bool:
        """No unit, attack or zone crosses a lake or sea side; a full lake hex has no others."""
        board = self.board
        closed = board.of(start) & CLOSED or board.of(end) & CLOSED
        return not (board.between(start, end) & WATER or closed)

    @rule("13.1", "8.6")
    def in_ussr(self, place: str) -> bool:
        """Whether a hex lies in the U.S.S.R.; Finland and the Balkans do not."""
        return place not in self.board.areas and "germany" not in self.board.of(place)

    @rule("8.6", "8.7")
    def bar_area(self, unit: Unit, place: str) -> Reason | None:
        """Finland takes Germans, Finns and Soviets; the Balkans, once open, Germans, Yugoslavs and
        Soviets."""
        if place not in self.board.areas:
            return None
        nation = nationality(unit)
        if place == FINLAND:
            if nation in ("german", "finnish", "soviet"):
                return None
            return Reason("8.6", "Only German, Finnish and Soviet units may enter Finland.", "area")
        if not self.value("balkans-open"):
            text = "The Balkans are closed until the turn after the oil fields fall."
            return Reason("8.7", text, "area")
        if nation in ("german", "yugoslav"):
            return None
        if nation == "soviet" and self.option("soviets-in-balkans"):
            return None
        text = "{unit} is none of those that may enter the Balkans."
        return Reason("8.7", text, "area", unit=unit)

    @cached_property
    @rule("6.1", "12.7.1")
    def control(self) -> Mapping[str, str]:
        """Who holds each listed city, objective or oil hex: the last side to enter, so units that
        stand in it win over the list. A place in no list belongs to nobody."""
        control: dict[str, str] = {}
        if not self.board.blank:
            for side, places in self.definition.control.items():
                control |= dict.fromkeys(places, side)
        control |= self.position.control
        control |= {place: side for place, side in self.position.held.items() if place in control}
        for place, side in control.items():
            if {unit.side for unit in self.position.at(place)} == {enemy_of(side)}:
                control[place] = enemy_of(side)
        return control

    @rule("12.7.1")
    def holder(self, place: str) -> str:
        """Who holds a hex without units, of whatever kind: the last side to enter it."""
        return self.control.get(place) or self.position.holder(place)

    @cached_property
    @rule("6.1")
    def edges(self) -> Mapping[str, frozenset[str]]:
        """The west edge is the Axis's, the east and south edges are the Soviets'."""
        sides = self.definition.side
        if self.board.blank:
            return {side.id: frozenset(side.values["blank-edge"]) for side in sides}
        return {side.id: self.hexset(str(side.values["edge"])) for side in sides}

    def cities_of(self, side: str) -> frozenset[str]:
        """The cities that a side holds."""
        cities = self.board.hexes_with("city")
        return frozenset(place for place, holder in self.control.items() if holder == side) & cities

    # Zones

    @rule("8.5", "6.5.3", "2.3")
    def has_zone(self, unit: Unit) -> bool:
        """Every unit has a zone but those marked out of supply and those in parentheses."""
        return "oos" not in unit.markers and not self.is_parenthesised(unit)

    @rule("8.5", "8.6", "8.7")
    def zone_of(self, side: str, lost: Collection[str] = frozenset()) -> frozenset[str]:
        """All hexes and areas adjacent to a unit with a zone, but not across a lake or sea side;
        units whose ids are in `lost` have just lost theirs."""
        units = (unit for unit in self.of_side(side) if unit.id not in lost)
        held, near, passable = {u.hex for u in units if self.has_zone(u)}, self.near, self.passable
        return zone_of(held, lambda name: (end for end in near(name) if passable(name, end)))

    @cached_property
    def zones(self) -> dict[str, frozenset[str]]:
        """The zones of both sides as the position stands."""
        return {side: self.zone_of(side) for side in SIDES}

    # The turn

    @cached_property
    @rule("8.2", "13.1", "14.14.3")
    def weather(self) -> str:
        """This turn's weather: as given, else clear on a blank board, else by the turn track, where
        a Snow turn that follows a Snow turn is Long Winter."""
        if given := self.value("weather"):
            return str(given)
        if self.board.blank:
            return "clear"
        now = self._on_track(self.turn)
        before = self._on_track(self.turn - 1) if self.turn > 1 else ""
        return "long-winter" if now == before == "snow" else now

    def _on_track(self, turn: int) -> str:
        if turn == 4 and self.first_snow_turn() == 5:
            return "mud"
        return self.game.tables["turns"][str(turn), "weather"]

    @rule("10.6.2", "14.14")
    def first_snow_turn(self) -> int:
        """The first Snow turn of the game, 4 or 5, on which a Shock! marker counts double."""
        return int(self.value("first-snow-turn"))

    def effect(self, name: str) -> str:
        """One cell of the weather chart for this turn; `-` means no effect."""
        return self.game.tables["weather"][self.weather, name]

    @rule("12.9", "12.10")
    def initiative(self) -> str:
        """The side with the initiative: the Axis before turn 12, then the Soviets."""
        return str(self.value("initiative") or (AXIS if self.turn < 12 else SOVIET))

    @rule("8.4.1", "10.8.2", "13.5")
    def soviet_tanks_ripe(self) -> bool:
        """Soviet tanks win their advance and stacking from the Soviet player turn of turn 11 on."""
        return self.turn > 11 or (self.turn == 11 and not self.phase.startswith(AXIS))

    @rule("13.5")
    def oil_fallen(self) -> bool:
        """Whether German armour other than SS has lost its bonuses to the fall of Ploesti."""
        return bool(self.value("oil-fallen"))

    @cached_property
    def stand_ins(self) -> tuple[str, ...]:
        """What every answer about this position leans on that is ours and not the rulebook's: the
        weather, where it is read from a cell of the turn track that is ours."""
        if self.value("weather") or self.board.blank:
            return ()
        if (str(self.turn), "weather") not in self.game.tables["turns"].doubtful:
            return ()
        return (Saying("the weather of turn {n}: {weather}", n=self.turn, weather=self.weather),)


situation_of = kept(Situation)
"""The facts of a position, worked out once however many questions are asked."""
