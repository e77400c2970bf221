"""Retreats: the ways of two hexes that are open to a unit (rules 10.7.5, 8.6, 8.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.games.nr.ground import area_bar
from assistant.games.nr.network import Network, networks_now
from assistant.games.nr.situation import Situation
from assistant.games.nr.stacking import room_for, surplus_box
from assistant.games.nr.units import (
    enemy_of,
    is_fort,
    is_parenthesised,
    is_white,
    nationality,
    type_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat
from assistant.questions.reasons import Reason, Saying

Path = tuple[str, ...]


@dataclass(frozen=True)
class Flight:
    """The units of one hex, the result that they suffer, and what bounds their retreat."""

    situation: Situation
    place: str
    side: str
    result: str

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return self.situation.units_at(self.place, self.side)

    @cached_property
    def network(self) -> Network:
        """The side's supply routes as the position stands."""
        return networks_now(self.situation)[self.side]

    @cached_property
    def friends(self) -> frozenset[str]:
        return self.situation.held[self.side]

    @property
    def has_fort(self) -> bool:
        return any(is_fort(unit) for unit in self.units)

    @property
    def has_volkssturm(self) -> bool:
        return any(type_of(unit) == "volkssturm" for unit in self.units)

    def is_bystander(self, unit: Unit) -> bool:
        """White units under a Counterblow share only the retreat (10.1.2)."""
        position = self.situation.position
        fighters = any(not is_white(position, other) for other in self.units)
        marked = self.situation.marked(self.place, "counterblow")
        return marked and fighters and is_white(position, unit)


@rule("10.7.5", "8.5.4")
def hex_bar(flight: Flight, unit: Unit, start: str, end: str) -> Reason | None:
    """Closed to retreats: enemy units, prohibited sides, areas that the unit may not enter, and
    enemy zones in which no friendly unit stands."""
    if end in flight.situation.held[enemy_of(flight.side)]:
        return Reason("10.7.5", "{hex} holds an enemy unit.", hex=end)
    if not flight.situation.passable(start, end):
        return Reason(
            "10.7.5", "Between {hex} and {hex2} lies a prohibited lake or sea.", hex=start, hex2=end
        )
    if reason := area_bar(flight.situation.position, unit, end):
        return Reason(f"10.7.5, {reason.rule}", reason.text)
    if end in flight.network.enemy_zone and end not in flight.friends:
        return Reason("10.7.5", "{hex} lies in an enemy zone and holds no friendly unit.", hex=end)
    return None


@rule("10.7.5", "8.6", "8.7")
def paths(flight: Flight, unit: Unit) -> tuple[list[Path], list[Refusal]]:
    """Every way of two hexes that ends two hexes away, or of fewer into an area, which ends the
    retreat; and why the other hexes are closed."""
    board, start = flight.situation.board, flight.place
    beside = {start, *board.neighbours(start)}
    found: list[Path] = []
    refused: dict[str, Reason] = {}
    for first in board.neighbours(start):
        if reason := hex_bar(flight, unit, start, first):
            refused.setdefault(first, reason)
            continue
        if first in board.areas:
            found.append((first,))
            continue
        before = len(found)
        for second in board.neighbours(first):
            if second == start or (second in beside and second not in board.areas):
                continue
            if reason := hex_bar(flight, unit, first, second):
                refused.setdefault(second, reason)
            else:
                found.append((first, second))
        if len(found) == before:
            refused[first] = Reason("10.7.5", "From {hex} no hex two away is open.", hex=first)
    for path in found:
        refused.pop(path[-1], None)
    return found, [Refusal(place, r.rule, r.text) for place, r in sorted(refused.items())]


@rule("10.7.5", "14.1")
def stay_bar(flight: Flight, unit: Unit) -> Reason | None:
    """Who cannot retreat at all: immobile units, and the Finnish army out of Finland."""
    if is_parenthesised(flight.situation.position, unit):
        return Reason("2.3", "{unit} is immobile and cannot retreat.", unit=unit)
    if nationality(unit) == "finnish" and flight.place == "finland":
        return Reason("14.1", "The Finnish army never leaves Finland.")
    return None


@rule("10.7.5")
def source_distance(flight: Flight, place: str) -> float:
    """Hexes from a place to the nearest friendly source of supply, along a supply route."""
    if flight.situation.option("retreat-toward") == "straight":
        grid = flight.situation.board.grid
        sources = flight.network.cities | flight.network.edges
        if place in grid:
            return min((grid.distance(place, s) for s in sources), default=float("inf"))
    network = flight.network
    return min(t.length_leaving(place) for t in (network.to_city, network.to_edge))


@rule("10.7.5")
def options_of(flight: Flight, unit: Unit, found: Sequence[Path], losses: int) -> list[Retreat]:
    """The legal ways; those that end nearer to a source of supply are preferred, or all of them if
    none does."""
    start = source_distance(flight, flight.place)
    ends = {path[-1]: source_distance(flight, path[-1]) for path in found}
    nearer = {end for end, distance in ends.items() if distance < start}
    options = []
    for path in sorted(found):
        end = path[-1]
        preferred = end in nearer or not nearer
        options.append(
            Retreat(path, losses, preferred, tuple(_why(flight, unit, end, ends, start, nearer)))
        )
    return sorted(options, key=lambda option: not option.preferred)


def _why(
    flight: Flight, unit: Unit, end: str, ends: dict[str, float], start: float, nearer: set[str]
) -> Iterator[Reason]:
    if end in nearer:
        yield Reason("10.7.5", "At distance {n:g} from a source of supply.", n=ends[end])
    elif nearer:
        yield Reason("10.7.5", "No nearer to a source of supply, and other ways are.")
    if not room_for(flight.situation, end, unit):
        box = surplus_box(unit)
        text = Saying(
            "Overstacked in {hex}: the owner sends one unit away, {unit} to {box}.",
            hex=end,
            unit=unit,
            box=box,
        )
        yield Reason("8.4.3", text)
