"""Supply as [supply] declares it: lines, the state of each unit, what the lack of it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from assistant.classic.ground import ALL
from assistant.classic.situation import Situation, cite
from assistant.classic.units import printed
from assistant.kernel.facts import kept
from assistant.kernel.flood import Flood, flood
from assistant.kernel.lines import pocket
from assistant.kernel.search import Step, search
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.reasons import Reason
from builder.game.rules_file.chapters import Lines, State
from builder.game.rules_file.chapters import Supply as Declared
from builder.game.rules_file.parts import changed

SHOWN_STOPS = 6

FOUND = "A line of {n} {n|hex|hexes} runs to {source}."
FOUND_POINTS = "A line of {n} movement {n|point|points} runs to {source}."
THROUGH = "The line runs through {unit} in {hex}."
NO_SOURCE = "The {side} side has no source of supply that works."
TOO_FAR = "No line of {n} {n|hex|hexes} or fewer reaches a source."
TOO_FAR_POINTS = "No line of {n} movement {n|point|points} or fewer reaches a source."
NO_LINK = "No {types} in supply is within {n} {n|hex|hexes}."
NO_LINK_IN_RANGE = "No {types} in supply is in range."
CUT_UNITS = "Enemy units in {hex} cut the line."
CUT_ZONE = "An enemy zone of control closes {hex} to the line."
CUT_GROUND = "{hex} is closed to the line."
MORE = "{n} further {n|hex ends|hexes end} its lines."
NOT_JUDGED = "Supply is judged in other phases; until then the marker holds."
DIES_NOW = "A unit that is so is eliminated at once."
DIES = "A unit that stays so for {n} {n|turn|turns} is eliminated."
NO_LINE = "No line reaches a source."
NONE_NEEDED = "No rule of supply is declared for it."
NO_RULES = "The game declares no rules of supply."


@dataclass(frozen=True, eq=False)
class Network:
    """Every hex from which a line runs, how long it is, and the next hex on the way."""

    length: Mapping[str, float]
    towards: Mapping[str, str | None]

    def way(self, name: str) -> tuple[str, ...]:
        found: list[str] = []
        here: str | None = name
        while here is not None:
            found.append(here)
            here = self.towards[here]
        return tuple(found)


@dataclass(frozen=True, eq=False)
class SideLines:
    """The supply lines of one side."""

    situation: Situation
    side: str
    lines: Lines

    @cached_property
    def closed(self) -> frozenset[str]:
        """The hexes that no line enters."""
        words = self.situation.rules.supply.closed if self.situation.rules.supply else ()
        opposition = self.situation.opposition(self.side, "supply")
        found: set[str] = set()
        if "enemy" in words:
            found |= opposition.enemies
        if "enemy-zone" in words:
            found |= opposition.zone - opposition.friends
        if "friend" in words:
            found |= self.situation.held[self.side]
        return frozenset(found | self.situation.position.board.hexes_with(*words))

    @cached_property
    def barriers(self) -> frozenset[str]:
        """Names of hexsides that no line crosses."""
        words = self.situation.rules.supply.closed if self.situation.rules.supply else ()
        return frozenset(words) & frozenset(self.situation.position.game.definition.hexside)

    @cached_property
    def around(self) -> Mapping[str, tuple[str, ...]]:
        """From each hex the neighbours to which the ground lets a line run."""
        return self._open(self.situation.ground.open_around(self.lines.class_))

    def _open(self, near: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        """Of neighbours those to which no hexside lies that lines do not cross."""
        if not self.barriers:
            return near
        return {
            name: tuple(n for n in around if not self._is_barred(name, n))
            for name, around in near.items()
        }

    def _is_barred(self, here: str, near: str) -> bool:
        """Whether a hexside lies between that no line crosses."""
        return bool(self.barriers and self.barriers & self.situation.ground.features(here, near))

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The sources that work: not in enemy hands, and where no friend stands, neither in a zone
        nor on ground that is closed."""
        held = self.situation.held[self.side]
        enemies = self.situation.enemies(self.side)
        return tuple(
            name
            for name in sorted(self.situation.places(self.lines.sources, self.side))
            if name not in enemies
            and (name in held or (name not in self.closed and self._is_entered(name)))
        )

    def _is_entered(self, name: str) -> bool:
        """Whether a line may end in a hex: its ground is open, or what lines follow leads there."""
        ground = self.situation.ground
        if ground.entry(self.lines.class_, name) is not None:
            return True
        if self.lines.along and ground.along(self.lines.along).get(name):
            return True
        return any(name in self.around[near] for near in ground.board.around[name])

    @property
    def longest(self) -> float:
        """How long a line may be; weather may shorten it, and fractions of hexes are dropped."""
        length = self.lines.off if self.lines.off is not None else self.lines.length
        if length is None:
            return float("inf")
        left = changed(Fraction(length), self.situation.weather[1].supply)
        return float(left) if self.lines.by == "points" else float(left // 1)

    @cached_property
    def network(self) -> Network:
        """All lines from the sources."""
        if self.lines.by == "points":
            return self._by_points
        if not self.lines.along:
            return _network(flood(self.sources, self.around, self.closed, reach=self.longest))
        along = self._open(self.situation.ground.along(self.lines.along))
        rail = flood(self.sources, along, self.closed)
        off = flood(list(rail), self.around, self.closed, reach=self.longest)
        towards = {
            name: off.towards[name] if off.towards[name] is not None else rail.towards[name]
            for name in off
        }
        return Network(dict(off.distance), towards)

    @cached_property
    def _by_points(self) -> Network:
        steps = self.situation.ground.steps(self.lines.class_)

        def onward(here: str) -> Iterator[Step[str]]:
            for near, price in steps[here]:
                if price is None or price == ALL or near in self.closed:
                    continue
                if not self._is_barred(here, near):
                    yield Step(near, float(price))

        found, _ = search(self.sources, onward, self.longest)
        return Network(found.cost, found.previous)

    @cached_property
    def links(self) -> Mapping[str, Unit]:
        """The hexes of units through which lines run, of those that are in supply themselves."""
        through = self.lines.through
        if through is None:
            return {}
        units = (u for u in self.situation.units if u.side == self.side and u.type in through.type)
        return {unit.hex: unit for unit in units if self._from(unit.hex, self.network)}

    @cached_property
    def linked(self) -> Mapping[str, Network]:
        """For each link the hexes that it supplies."""
        return {
            name: _network(flood([name], self.around, self.closed, reach=self.link_length(unit)))
            for name, unit in self.links.items()
        }

    def link_length(self, unit: Unit) -> int:
        through = self.lines.through
        assert through is not None
        length = through.length
        if not isinstance(length, int):
            length = int(printed(unit, length)) if unit.get(length) is not None else 0
        return self.shortened(length)

    def shortened(self, hexes: int) -> int:
        """What weather leaves of the hexes over which a unit hands supply on."""
        return int(changed(Fraction(hexes), self.situation.weather[1].supply) // 1)

    def line(self, unit: Unit) -> tuple[str, ...]:
        """The line of a unit to its source, both included; empty without one."""
        through = self.lines.through
        if through is None or unit.type in through.type:
            return self._from(unit.hex, self.network)
        ways = []
        for name, network in self.linked.items():
            first = self._from(unit.hex, network, self.link_length(self.links[name]))
            if first:
                ways.append((*first, *self._from(name, self.network)[1:]))
        return min(ways, key=lambda way: (len(way), way), default=())

    def _from(self, name: str, network: Network, longest: float | None = None) -> tuple[str, ...]:
        """A line from a hex, which is never closed to its own line."""
        if name in network.length:
            return network.way(name)
        most = self.longest if longest is None else longest
        by_points = self.lines.by == "points" and longest is None  # links count hexes
        if name in self.situation.enemies(self.side) or by_points:
            return self._leaving(name, network, most)
        near = [n for n in self.around.get(name, ()) if n in network.length]
        first = min(near, key=lambda n: (network.length[n], n), default=None)
        if first is None or network.length[first] + 1 > most:
            return ()
        return (name, *network.way(first))

    def _leaving(self, name: str, network: Network, most: float) -> tuple[str, ...]:
        """A line counted in movement points from a hex in an enemy zone."""
        steps = dict(self.situation.ground.steps(self.lines.class_))
        best: tuple[float, str] | None = None
        for near, _ in steps.get(name, ()):
            if near not in network.length or self._is_barred(near, name):
                continue
            back = dict(steps[near]).get(name)
            if isinstance(back, float):
                total = network.length[near] + back
                if total <= most and (best is None or (total, near) < best):
                    best = (total, near)
        return (name, *network.way(best[1])) if best else ()

    def points(self, path: Sequence[str]) -> float:
        """The movement points of a line, from its source to the unit in whose hex it begins."""
        if path[0] in self.network.length or len(path) < 2:
            return self.network.length.get(path[0], 0)
        last = self.situation.ground.price(self.lines.class_, path[1], path[0])
        return self.network.length[path[1]] + (last if isinstance(last, float) else 0)

    def is_too_far_alone(self, name: str) -> bool:
        """Whether a line in hexes would be too long also if no enemy were there."""
        if self.lines.by == "points" or self.lines.along:
            return False
        far = min((self._far.get(n, inf) for n in self.around.get(name, ())), default=inf) + 1
        return self.longest < min(far, self._far.get(name, inf)) < inf

    @cached_property
    def _far(self) -> Mapping[str, float]:
        """How far each hex lies from a source for lines that no unit closes."""
        supply, board = self.situation.rules.supply, self.situation.position.board
        ground = board.hexes_with(*supply.closed) if supply else ()
        places = self.situation.places(self.lines.sources, self.side)
        starts = sorted(name for name in places if self._is_entered(name))
        return flood(starts, self.around, frozenset(ground)).distance

    def has_no_price(self, name: str) -> bool:
        """Whether the ground of a hex is closed to a line in movement points, or takes them all."""
        return not isinstance(self.situation.ground.entry(self.lines.class_, name), float)

    def cut_by(self, name: str) -> Mapping[str, Reason]:
        """What ends the lines of a hex that is cut off."""
        return pocket(name, self.situation.ground.board.around, self._bar).closing

    def _bar(self, start: str, end: str) -> Reason | None:
        rule = cite(self.situation.rules.supply, "supply")
        if end in self.situation.enemies(self.side) & self.closed:
            return Reason(rule, CUT_UNITS, "enemy-units", hex=end)
        if end in self.closed and end in self.situation.against[self.side]:
            return Reason(rule, CUT_ZONE, "enemy-zone", hex=end)
        if end in self.closed or end not in self.around.get(start, ()):
            return Reason(rule, CUT_GROUND, "terrain", hex=end)
        return None


def _network(found: Flood[str]) -> Network:
    return Network(dict(found.distance), found.towards)


@kept
def lines_of(situation: Situation) -> Mapping[str, SideLines]:
    """The lines of every side that has rules of supply."""
    supply = situation.rules.supply
    if supply is None:
        return {}
    return {name: SideLines(situation, name, line) for name, line in supply.named(Lines).items()}


@kept
def _known(situation: Situation) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Lines and states by id, as far as they were asked for."""
    return {}, {}


def way_of(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The line of a unit on the map; empty without one."""
    ways, _ = _known(situation)
    if unit.id not in ways:
        lines = lines_of(situation).get(unit.side)
        ways[unit.id] = lines.line(unit) if lines else ()
    return ways[unit.id]


def state_of(situation: Situation, unit: Unit) -> str:
    """The state in force of a unit on the map."""
    _, states = _known(situation)
    if unit.id not in states:
        states[unit.id] = _state(situation, unit, judged=judged_now(situation))
    return states[unit.id]


def judged_now(situation: Situation) -> bool:
    """Whether supply is judged at this moment: in the phases that are named, in any if none is,
    where no phase is told, and in games that have no marker to remember it by."""
    supply, phase = situation.rules.supply, situation.position.phase
    if supply is None or not supply.when or not phase or phase in supply.when:
        return True
    return not set(supply.states[1:]) & set(situation.position.game.definition.units.markers)


def _state(situation: Situation, unit: Unit, judged: bool) -> str:
    supply = situation.rules.supply
    if supply is None:
        return "supplied"
    states = supply.states
    marked = next((number for number, name in enumerate(states) if name in unit.markers), 0)
    if unit.side not in lines_of(situation):
        return states[0]
    if not judged:
        return states[marked]
    if way_of(situation, unit):
        return states[0]
    return states[min(marked + 1, len(states) - 1)]


def effects_of(situation: Situation, unit: Unit) -> State:
    """What its supply does to a unit."""
    if (
        situation.rules.supply is None
        or not _effects(situation)
        or unit.hex not in situation.position.board
    ):
        return State()
    return _effects(situation).get(state_of(situation, unit), State())


@kept
def _effects(situation: Situation) -> Mapping[str, State]:
    supply = situation.rules.supply
    return supply.named(State) if supply else {}


def supply(situation: Situation) -> Supply:
    """The answer to the question of supply, for all units on the map."""
    return Supply(tuple(_answer(situation, unit) for unit in situation.units))


def _answer(situation: Situation, unit: Unit) -> UnitSupply:
    declared = situation.rules.supply
    rule = cite(declared, "supply")
    if declared is None:
        because: tuple[Reason, ...] = (Reason(rule, NO_RULES),)
        return UnitSupply(unit.id, unit.side, unit.hex, "supplied", because=because)
    lines = lines_of(situation).get(unit.side)
    if lines is None:
        because = (Reason(rule, NONE_NEEDED),)
        best = declared.states[0]
        told = _named(declared, best)
        return UnitSupply(unit.id, unit.side, unit.hex, best, because=because, extra=told)
    path, state = way_of(situation, unit), state_of(situation, unit)
    reasons = list(_found(lines, unit, path, rule) if path else _missing(lines, unit, rule))
    extra: dict[str, Any] = _named(declared, state)
    if not judged_now(situation):
        extra["next"] = _state(situation, unit, judged=True)
        # what its line says comes first unless the marker says otherwise and holds
        at = len(reasons) if extra["next"] == state else 0
        reasons.insert(at, Reason(rule, NOT_JUDGED, "phase"))
    effects = _effects(situation).get(state)
    if effects and effects.eliminated_after is not None:
        dies = DIES if effects.eliminated_after else DIES_NOW
        reasons.append(Reason(rule, dies, n=effects.eliminated_after))
    return UnitSupply(
        unit.id, unit.side, unit.hex, state, path[-1] if path else None, path, tuple(reasons), extra
    )


def _named(declared: Declared, state: str) -> dict[str, Any]:
    """That a unit is in supply, where the game calls that by a word of its own."""
    return {"supplied": True} if state == declared.states[0] != "supplied" else {}


def _found(lines: SideLines, unit: Unit, path: tuple[str, ...], rule: str) -> Iterator[Reason]:
    through = lines.lines.through
    linked = through is not None and unit.type not in through.type
    if lines.lines.by == "points" and not linked:
        yield Reason(rule, FOUND_POINTS, n=_tidy(lines.points(path)), source=path[-1])
        return
    yield Reason(rule, FOUND, n=len(path) - 1, source=path[-1])
    if linked:
        link = next((lines.links[name] for name in path if name in lines.links), None)
        if link:
            yield Reason(rule, THROUGH, unit=link.shown, hex=link.hex)


def _missing(lines: SideLines, unit: Unit, rule: str) -> Iterator[Reason]:
    if not lines.sources:
        side = lines.situation.position.game.sides[lines.side].name
        yield Reason(rule, NO_SOURCE, "supply", side=side)
        return
    through = lines.lines.through
    if through and unit.type not in through.type:
        names = lines.situation.position.game.definition.units.types
        types = [names[kind].name or kind for kind in through.type if kind in names]
        if isinstance(through.length, int):
            yield Reason(rule, NO_LINK, "supply", types=types, n=lines.shortened(through.length))
        else:
            yield Reason(rule, NO_LINK_IN_RANGE, "supply", types=types)
    elif lines.longest < float("inf"):
        text = TOO_FAR_POINTS if lines.lines.by == "points" else TOO_FAR
        yield Reason(rule, text, "distance", n=_tidy(lines.longest))
        if lines.is_too_far_alone(unit.hex):
            return
    stops = _nearest(lines.situation, unit.hex, lines.cut_by(unit.hex))
    if lines.lines.by == "points" and lines.has_no_price(unit.hex):
        stops.insert(0, Reason(rule, CUT_GROUND, "terrain", hex=unit.hex))
    if not stops and not through and lines.longest == float("inf"):
        yield Reason(rule, NO_LINE, "supply")
    yield from stops[:SHOWN_STOPS]
    if len(stops) > SHOWN_STOPS:
        yield Reason(rule, MORE, n=len(stops) - SHOWN_STOPS)


def _nearest(situation: Situation, start: str, stops: Mapping[str, Reason]) -> list[Reason]:
    """Enemies first, for they say more than the shore of a lake; of these the nearest."""
    order = {"enemy-units": 0, "enemy-zone": 1}
    grid = situation.position.board.grid

    def rank(name: str) -> tuple[int, int, str]:
        far = grid.distance(start, name) if start in grid and name in grid else 0
        return order.get(stops[name].code or "", 2), far, name

    return [stops[name] for name in sorted(stops, key=rank)]


def _tidy(number: float) -> float:
    return int(number) if float(number).is_integer() else round(number, 3)
