"""The facts of a position that every chapter asks for, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.nr.units import AXIS, SOVIET, enemy_of, nationality
from assistant.kernel import facts
from assistant.kernel.facts import by_id, kept
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.reasons import Reason, Saying
from builder.game.board import Board

WATER = frozenset(("lake", "sea"))
CLOSED = frozenset(("lake", "sea", "outside"))
"""Hexes that no unit enters: full lakes, open sea, land outside of the map."""

FINLAND = "finland"


@rule("8.3", "8.5", "10.1")
def passable(board: Board, start: str, end: str) -> bool:
    """No unit, attack or zone crosses a lake or sea side; a full lake hex has only such sides."""
    if board.between(start, end) & WATER:
        return False
    return not (board.of(start) & CLOSED or board.of(end) & CLOSED)


@rule("8.6", "8.7")
def area_bar(position: Position, unit: Unit, place: str) -> Reason | None:
    """Finland takes Germans, Finns and Soviets; the Balkans, once open, Germans, Yugoslavs and
    Soviets."""
    if place not in position.board.areas:
        return None
    nation = nationality(unit)
    if place == FINLAND:
        if nation in ("german", "finnish", "soviet"):
            return None
        return Reason("8.6", "Only German, Finnish and Soviet units may enter Finland.", "area")
    if not position.value("balkans-open"):
        return Reason(
            "8.7", "The Balkans are closed until the turn after the oil fields fall.", "area"
        )
    if nation in ("german", "yugoslav"):
        return None
    if nation == "soviet" and position.game.option("soviets-in-balkans"):
        return None
    return Reason("8.7", "{unit} is none of those that may enter the Balkans.", "area", unit=unit)


@rule("6.1", "12.7.1")
def holders(position: Position) -> Mapping[str, str]:
    """Who holds each listed city, objective or oil hex: the last side to enter, so units that stand
    in it win over the list. A place in no list belongs to nobody."""
    control: dict[str, str] = {}
    if not position.board.blank:
        for side, places in position.game.definition.control.items():
            control |= dict.fromkeys(places, side)
    control |= position.control
    for place, side in control.items():
        occupants = {unit.side for unit in position.at(place)}
        if occupants == {enemy_of(side)}:
            control[place] = enemy_of(side)
    return control


@rule("6.1")
def edges(position: Position) -> Mapping[str, frozenset[str]]:
    """The west edge is the Axis's, the east and south edges are the Soviets'."""
    sides = position.game.definition.side
    if position.board.blank:
        return {side.id: frozenset(side.values["blank-edge"]) for side in sides}
    return {side.id: position.game.hexset(str(side.values["edge"])) for side in sides}


def is_clear(board: Board, place: str) -> bool:
    """Whether a hex is Clear: no terrain but that it may lie in Greater Germany (10.6.3)."""
    return not board.of(place) - {"germany"}


@rule("13.1", "8.6")
def in_ussr(board: Board, place: str) -> bool:
    """Whether a hex lies in the U.S.S.R.; Finland and the Balkans do not."""
    return place not in board.areas and "germany" not in board.of(place)


SNOWY = ("snow", "long-winter")


@rule("8.2", "13.1", "14.14.3")
@kept
def weather_of(position: Position) -> str:
    """This turn's weather: as given, else clear on a blank board, else by the turn track."""
    given = position.value("weather")
    if given:
        return str(given)
    return "clear" if position.board.blank else printed_weather(position)


@rule("13.1")
def printed_weather(position: Position) -> str:
    """The turn track's weather; a Snow turn that follows a Snow turn is Long Winter."""
    now = _on_track(position, position.turn)
    before = _on_track(position, position.turn - 1) if position.turn > 1 else ""
    return "long-winter" if now == before == "snow" else now


def _on_track(position: Position, turn: int) -> str:
    if turn == 4 and first_snow_turn(position) == 5:
        return "mud"
    return position.game.tables["turns"][str(turn), "weather"]


def weather_is_stand_in(position: Position) -> bool:
    """Whether the weather is read from a cell of the turn track that is ours."""
    if position.value("weather") or position.board.blank:
        return False
    return (str(position.turn), "weather") in position.game.tables["turns"].doubtful


def effect(position: Position, name: str) -> str:
    """One cell of the weather chart for this turn; `-` means no effect."""
    return position.game.tables["weather"][weather_of(position), name]


@rule("10.6.2", "14.14")
def first_snow_turn(position: Position) -> int:
    """The first Snow turn of the game, 4 or 5."""
    return int(position.value("first-snow-turn"))


@rule("10.6.2", "13.1")
def is_first_snow(position: Position) -> bool:
    """Whether this is the first Snow turn, on which a Shock! marker counts double."""
    return position.turn == first_snow_turn(position) and weather_of(position) == "snow"


@rule("12.9", "12.10")
def initiative(position: Position) -> str:
    """The side with the initiative: the Axis before turn 12, then the Soviets."""
    return str(position.value("initiative") or (AXIS if position.turn < 12 else SOVIET))


@rule("8.4.1", "10.8.2", "13.5")
def soviet_tanks_ripe(position: Position) -> bool:
    """Soviet tanks win their advance and stacking from the Soviet player turn of turn 11 on."""
    return position.turn > 11 or (position.turn == 11 and not position.phase.startswith(AXIS))


@rule("13.5")
def oil_fallen(position: Position) -> bool:
    """Whether German armour other than SS has lost its bonuses to the fall of Ploesti."""
    return bool(position.value("oil-fallen"))


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
        return weather_of(self.position)

    @cached_property
    def control(self) -> Mapping[str, str]:
        return holders(self.position)

    @cached_property
    def edges(self) -> Mapping[str, frozenset[str]]:
        return edges(self.position)

    def cities_of(self, side: str) -> frozenset[str]:
        """The cities that a side holds."""
        cities = self.board.hexes_with("city")
        return frozenset(place for place, holder in self.control.items() if holder == side) & cities

    def passable(self, start: str, end: str) -> bool:
        return passable(self.board, start, end)

    def marked(self, place: str, marker: str) -> bool:
        """Whether a marker lies in the hex: on any one of its units."""
        return any(marker in unit.markers for unit in self.position.at(place))

    def count_marked(self, marker: str, side: str) -> int:
        """In how many places of a side a marker lies."""
        return sum(self.marked(place, marker) for place in self.held[side])

    @cached_property
    def stand_ins(self) -> tuple[str, ...]:
        """What every answer about this position leans on that is ours and not the rulebook's."""
        if weather_is_stand_in(self.position):
            return (
                Saying("the weather of turn {n}: {weather}", n=self.turn, weather=self.weather),
            )
        return ()


situation_of = kept(Situation)
"""The facts of a position, worked out once however many questions are asked."""
