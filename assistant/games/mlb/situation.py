"""The facts of a position: the ground, zones of control, lines of communication (rules 2.1, 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from assistant.kernel import sayings
from assistant.kernel.combat import sides_of
from assistant.kernel.facts import by_id, held_by, kept, opponents
from assistant.kernel.flood import flood
from assistant.kernel.ground import crossed_by, exits, hexes, hexsides, joined_by, line_sides
from assistant.kernel.lines import Lines
from assistant.kernel.rulebook import rule
from assistant.kernel.withdrawal import Nearness
from assistant.kernel.zones import Facing, Opposition, zone_of
from assistant.position import Position, Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.board import Board, Hexside
from builder.game.definition import Feature
from builder.game.model import Game
from builder.saying import AsWritten

State = Literal["supplied", "oos", "isolated"]
SUPPLY_LOSS = 2


def is_hq(unit: Unit) -> bool:
    return unit.type == "hq"


@rule("2.2.2")
def is_mechanised(position: Position, unit: Unit) -> bool:
    """Mechanised and armoured units have an attack and a defence of their own and advance further.

    The class stands with the unit type in game.toml.
    """
    kind = position.game.definition.units.types.get(unit.type)
    return kind is not None and kind.values.get("class") == "mechanised"


@rule("11.1.4")
def state_of(unit: Unit) -> State:
    """The supply state in force: what the last supply chit left, told by the marker."""
    if "isolated" in unit.markers:
        return "isolated"
    return "oos" if "oos" in unit.markers else "supplied"


@rule("11.2.2", "11.2.3", "10.3.1")
def attack_of(unit: Unit) -> int:
    """Attack of the face now up; two less, never below nothing, out of supply or isolated."""
    printed = printed_value(unit, "attack")
    return printed if state_of(unit) == "supplied" else max(0, printed - SUPPLY_LOSS)


@rule("11.2.3", "10.3.1")
def defence_of(unit: Unit) -> int:
    """Defence of the face now up; two less, never below nothing, only when isolated."""
    printed = printed_value(unit, "defence")
    return max(0, printed - SUPPLY_LOSS) if state_of(unit) == "isolated" else printed


@rule("11.2.3", "1.3")
def allowance_of(unit: Unit) -> int:
    """Printed movement, halved and rounded down when isolated."""
    movement = unit.get("movement")
    if movement is None:
        text = "The position does not say how far {unit} moves: add movement = N to it."
        raise QuestionError(text, unit=unit)
    return int(movement) // 2 if state_of(unit) == "isolated" else int(movement)


@rule("2.2.2")
def printed_value(unit: Unit, name: Literal["attack", "defence"]) -> int:
    """Attack or defence as printed: the one strength of a unit that has no pair of them."""
    for field in (name, "strength"):
        if unit.get(field):
            return unit.face(field)
    kind = f"{name} = [N, N]" if unit.get("attack") or unit.get("defence") else "strength = [N, N]"
    text = "The position does not say the {name} of {unit}: add {kind} to it."
    raise QuestionError(text, name=name, unit=unit, kind=AsWritten(kind))


@rule("2.2.3", "10.5", "14.0")
def steps_left(unit: Unit) -> int:
    """Faces not yet lost; a headquarters has one step whatever its counter shows."""
    if is_hq(unit):
        return 1
    faces = [unit.get(name) for name in ("strength", "attack", "defence")]
    longest = max((len(values) for values in faces if values), default=1)
    return max(1, longest - unit.step + 1)


def counted_steps(position: Position, unit: Unit) -> int:
    """The same, whatever the position."""
    return steps_left(unit)


SIDES = AXIS, SOVIET = "axis", "soviet"
UNREACHED = 10_000
"""Farther than any source lies."""

enemy_of = opponents(AXIS, SOVIET)


@dataclass(frozen=True)
class Ground:
    """One board, with the sets of hexes and hexsides that rules ask for."""

    game: Game
    board: Board

    water = hexes("sea", "lake")
    """Water hexes: no unit, no zone, no line, no command."""
    cities = hexes("city", "major-city")
    major_cities = hexes("major-city")
    crossing_points = hexes("crossing-point")

    closed = hexsides("impassable", "sea")
    """Impassable and all-sea hexsides: nothing passes."""
    impassable = hexsides("impassable")
    rivers = hexsides("river", "major-river")
    """Hexsides with a river of either kind."""
    major = hexsides("major-river")
    roads = crossed_by("road")

    @cached_property
    def railways(self) -> Mapping[str, tuple[str, ...]]:
        """From each hex of a railway those to which it leads."""
        return joined_by(self.board, "railroad")

    @cached_property
    @rule("2.1.3")
    def bridged(self) -> frozenset[Hexside]:
        """A river hexside has a bridge where a road or a railway crosses it."""
        return self.rivers & line_sides(self.board, "road", "railroad")

    @cached_property
    def unbridged_major(self) -> frozenset[Hexside]:
        return self.major - self.bridged

    @cached_property
    def no_line(self) -> frozenset[Hexside]:
        """Hexsides that no line of communication crosses."""
        return self.unbridged_major | self.closed

    @cached_property
    @rule("3.2", "3.2(1)", "3.2(2)", "14.0")
    def exits(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours that a unit controls from each hex and that nothing closes: over rivers of
        any kind, but no water and nothing behind an impassable hexside."""
        return exits(self.board, self.water, self.closed)

    @rule("2.1.2", "13.2(2)")
    def sources(self, side: str, bridgehead: str = "") -> frozenset[str]:
        """Supply symbols of a side, and the airborne bridgehead for the Soviets."""
        marked = self.board.hexes_with(f"{side}-supply")
        return marked | {bridgehead} if bridgehead and side == SOVIET else marked

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


@dataclass(frozen=True)
class Situation(Facing):
    """A position with its ground, zones and lines."""

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.game, self.board)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Units in a hex of the map, by hex and id, whatever their order in the file."""
        return by_id(unit for unit in self.position.units if unit.hex in self.board)

    @cached_property
    @rule("3.2", "3.2(3)")
    def zones(self) -> Mapping[str, frozenset[str]]:
        """Side -> the hexes in its zones of control; headquarters have one only by one reading."""
        held = held_by(filter(self.fights, self.units), SIDES)
        return {side: zone_of(held[side], self.ground.exits.__getitem__) for side in SIDES}

    def fights(self, unit: Unit) -> bool:
        """Whether it is a combat unit: a headquarters only by one reading."""
        return not is_hq(unit) or bool(self.option("hq-is-combat-unit"))

    def with_units(self, units: Iterable[Unit]) -> Situation:
        """The same ground with other units on it; the map is not read again."""
        other = Situation(self.position.with_units(units))
        vars(other)["ground"] = self.ground
        return other

    @cached_property
    def lines(self) -> Mapping[str, Lines]:
        """Side -> the lines of communication that it can trace now."""
        return {side: lines_of(self, side) for side in SIDES}

    def hostile_cities(self, side: str) -> frozenset[str]:
        """The cities that the enemy of a side controls."""
        return frozenset(c for c in self.ground.cities if self.owner(c) == enemy_of(side))

    @cached_property
    def nearness(self) -> Mapping[str, Nearness]:
        """Side -> how far hexes lie from its sources, for retreats."""
        return {side: nearness(self, side) for side in SIDES}

    @cached_property
    def bridgehead(self) -> str:
        """The hex of the airborne bridgehead marker; empty when it is not on the map or overrun."""
        name = str(self.value("airborne-bridgehead") or "")
        return name if name in self.ground.exits and name not in self.held[AXIS] else ""

    def sources(self, side: str) -> frozenset[str]:
        return self.ground.sources(side, self.bridgehead)

    def owner(self, name: str) -> str:
        """Who controls a city or crossing point: whoever stands there, else as recorded."""
        return self.side_at(name) or self.recorded_owner(name)

    def recorded_owner(self, name: str) -> str:
        """Control as the position records it; empty for a hex that nobody controls."""
        return self.position.holder(name)

    @cached_property
    def absolute_orders(self) -> frozenset[str]:
        """Hexes with an absolute order: as given, else the six of the set-up on the own map."""
        given = self.position.state.get("absolute-orders")
        if given is not None:
            return frozenset(given)
        return frozenset() if self.board.blank else self.hexset("absolute-orders")

    @property
    def active(self) -> str:
        """The side whose headquarters is activated; empty if the position does not say."""
        return str(self.value("active") or "")


situation_of = kept(Situation)
"""The situation of a position, worked out once however many questions are asked."""


@rule("3.3", "3.3(1)", "3.3(2)")
def lines_of(situation: Situation, side: str) -> Lines:
    """Lines enter no enemies, no zone without a friend, no water, no enemy city; they cross no
    impassable hexside and no major river without a bridge. A source in a zone sends none, unless
    the other reading holds."""
    ground, enemy = situation.ground, situation.opposed[side]
    cities = situation.hostile_cities(side)
    closed = enemy.closed | (cities - enemy.friends) | ground.water
    sources = situation.sources(side)
    working = sources - closed
    if not situation.option("source-in-zone-blocks"):
        working |= sources - enemy.enemies - ground.water - cities

    def bar(start: str, end: str) -> Reason | None:
        return line_across(ground, start, end) or line_into(ground, enemy, cities, end)

    return Lines(working, situation.around, closed, ground.no_line, bar)


@rule("3.3(1)", "3.3(2)")
def line_into(
    ground: Ground, enemy: Opposition, cities: frozenset[str], name: str
) -> Reason | None:
    """What closes a hex to a line: enemies, water, their zone without a friend, their city."""
    if name in enemy.enemies:
        return sayings.enemy_in("3.3(1)", hex=name)
    if name in ground.water:
        return sayings.water("3.3(2)", hex=name)
    if enemy.closes(name):
        text = "{hex} is in an enemy zone and no friendly unit holds it."
        return Reason("3.3(1)", text, "enemy-zone", hex=name)
    if name in cities and name not in enemy.friends:
        return Reason("3.3(2)", "{hex} is a city that the enemy controls.", "terrain", hex=name)
    return None


@rule("3.3(2)")
def line_across(ground: Ground, start: str, end: str) -> Reason | None:
    """What closes a hexside to a line: a major river without a bridge, impassable ground."""
    if (start, end) in ground.unbridged_major:
        return sayings.no_bridge("3.3(2)", side=(start, end))
    if (start, end) in ground.closed:
        return sayings.impassable("3.3(2)", side=(start, end))
    return None


@rule("10.6.2(1)")
def nearness(situation: Situation, side: str) -> Nearness:
    """How far hexes lie from each source of a side: counted straight, or by one reading round water
    and impassable hexsides."""
    sources = tuple(sorted(situation.sources(side)))
    if situation.option("retreat-metric") != "path":
        return Nearness(sources, situation.board.grid.distance)
    far = {source: flood([source], situation.ground.exits).distance for source in sources}
    return Nearness(sources, lambda name, source: far[source].get(name, UNREACHED))


@rule("10.6.2(1)")
def each_step_nearer(situation: Situation, side: str, way: tuple[str, ...]) -> bool:
    """Whether every step comes nearer to a source: to one and the same, or, by the other reading,
    to any."""
    steps = [situation.nearness[side].approached(a, b) for a, b in pairwise(way)]
    if situation.option("retreat-metric") == "any-source":
        return bool(steps) and all(steps)
    return bool(steps) and bool(frozenset.intersection(*steps))


@dataclass(frozen=True)
class Mover:
    """One unit that moves or retreats: where it begins, the ground, and the enemy that it meets."""

    situation: Situation
    unit: Unit

    @property
    def start(self) -> str:
        return self.unit.hex

    @cached_property
    def ground(self) -> Ground:
        return self.situation.ground

    @cached_property
    def enemy(self) -> Opposition:
        """All enemy units as they stand, in a retreat the attackers among them."""
        return self.situation.opposed[self.unit.side]


@rule("3.1(2)")
def bar_ground(
    ground: Ground, enemies: frozenset[str], here: str, near: str, water: str, hexside: str
) -> Reason | None:
    """What no unit enters however it goes: enemies, water and, across impassable or all-sea
    hexsides, anything; `water` and `hexside` are the rules that say so."""
    if near in enemies:
        return sayings.enemy_in("3.1(2)", hex=near)
    if near in ground.water:
        return sayings.water(water, hex=near)
    side = (here, near)
    return sayings.impassable(hexside, side=side) if side in ground.closed else None


# Stacking (3.1): two combat units and one headquarters in a hex, all of one side


COMBAT_UNITS = 2
HEADQUARTERS = 1


@rule("3.1(1)", "14.1(1)", "10.6.5")
def room_for(situation: Situation, unit: Unit, name: str, ignoring: Collection[str] = ()) -> bool:
    """Whether a unit may end in a hex beside the friends there, of whatever nationality.

    Units whose ids are in `ignoring` do not count; nor does the unit itself, or any marker.
    """
    kind = is_hq(unit)
    there = sum(
        is_hq(other) == kind and other.side == unit.side
        for other in situation.at(name)
        if other.id != unit.id and other.id not in ignoring
    )
    return there < (HEADQUARTERS if kind else COMBAT_UNITS)


@rule("3.1", "3.1(2)", "3.1(3)")
def stacking(situation: Situation) -> Stacking:
    """Stacks over the limit or of both sides, as at the end of a movement segment, a retreat or an
    advance."""
    found: list[Violation] = []
    for name, units in sorted(situation.stacks.items()):
        sides = sides_of(units)
        if len(sides) > 1:
            text = Saying("Units of both sides are in {hex}.", hex=name)
            found.append(Violation(name, "3.1(2)", text))
        for side in sides:
            found += over_limit(name, [unit for unit in units if unit.side == side])
    return Stacking(tuple(found))


def over_limit(name: str, units: Sequence[Unit]) -> Iterator[Violation]:
    """The limits that the units of one side break in a hex."""
    hqs = [unit for unit in units if is_hq(unit)]
    combat = [unit for unit in units if not is_hq(unit)]
    if len(combat) > COMBAT_UNITS:
        text = "{n} combat units ({units}); the limit is {m}."
        said = Saying(text, n=len(combat), units=combat, m=COMBAT_UNITS)
        yield Violation(name, "3.1(1)", said)
    if len(hqs) > HEADQUARTERS:
        text = "{n} headquarters ({units}) in one hex; one is the limit."
        yield Violation(name, "3.1(1), 14.1(1)", Saying(text, n=len(hqs), units=hqs))
