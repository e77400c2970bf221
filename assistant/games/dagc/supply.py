"""Supply: how lines run, what ports carry, how each unit stands, who takes replacements (7, 10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from assistant.games.dagc.situation import (
    GERMAN,
    SOVIET,
    Situation,
    group,
    is_cav_mech,
    is_full_strength,
    is_locality,
)
from assistant.kernel import lines as kernel
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.ground import sides_with
from assistant.kernel.places import assign
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Step, search
from assistant.position import Unit
from assistant.questions.answers import Refusal, Supply, Told, UnitSupply, refusals
from assistant.questions.reasons import Reason
from builder.game.board import Hexside

# Lines

BORDERS_ALLOWED = 2

ENEMY_HEX = Reason("7.2", "Enemy units stand there.", "enemy-units")
ENEMY_ZONE = Reason(
    "7.2", "An enemy zone of control that no friendly unit negates (8.4).", "enemy-zone"
)
WATER = Reason("7.2", "The hexside is all lake or all sea.", "hexside")
STRAIT = {
    GERMAN: Reason("7.2", "Only Soviet lines cross the strait.", "hexside"),
    SOVIET: Reason("7.2", "Lines cross the strait only if both its hexes are Soviet.", "hexside"),
}
TRENCH = Reason("7.14", "No German line enters a Soviet entrenchment.", "terrain")
PRIPYAT = Reason(
    "7.11", "Only cav-mech groups trace lines through the western Pripyat swamp.", "terrain"
)
LOST_SOURCE = {
    GERMAN: Reason("7.7", "This source is not German controlled.", "supply"),
    SOVIET: Reason("7.10", "This source is not Soviet controlled.", "supply"),
}
TOO_MANY_BORDERS = Reason(
    "7.8", "The way to this source crosses more than two border hexsides.", "supply"
)


@rule("7.2")
def barriers(situation: Situation, side: str) -> dict[Hexside, Reason]:
    """Water stops lines; the strait lets Soviet lines pass while both its hexes are Soviet."""
    closed = {}
    for pair, features in situation.board.hexsides.items():
        if "strait" in features:
            if side == GERMAN or len(situation.soviet(pair)) < 2:
                closed[pair] = STRAIT[side]
        elif features & {"lake", "sea"}:
            closed[pair] = WATER
    return closed


@rule("7.8")
def borders(situation: Situation, side: str) -> frozenset[Hexside]:
    """The hexsides that count as borders: a German line counts them, a Soviet one does not."""
    if side != GERMAN:
        return frozenset()
    if situation.option("borders") != "map-edge":
        return sides_with(situation.board, "border")
    is_edge = situation.board.grid.is_edge
    edge = [name for name in situation.board.around if is_edge(name)]
    return frozenset((a, b) for a in edge for b in situation.near(a) if is_edge(b))


@rule("7.7", "7.10", "7.13")
@kept_for
def own_sources(situation: Situation, side: str) -> frozenset[str]:
    """The map-edge hexes of a side that it still controls; by one reading the Soviets lose theirs
    only while Germans stand in them."""
    listed = situation.hexset(f"{side}-sources")
    if side == SOVIET and not situation.option("sources-need-control"):
        return listed - situation.held[GERMAN]
    return frozenset(name for name in listed if situation.controller(name) == side)


@rule("7.7", "7.10")
def working_sources(situation: Situation, side: str) -> frozenset[str]:
    """Controlled sources that no enemy zone suppresses: one with a garrison works in a zone too."""
    return own_sources(situation, side) - situation.opposed[side].closed


@dataclass(frozen=True)
class Lines(kernel.Lines):
    """The lines of one kind of unit: `shut` hexes, each with the rule, and sources that may serve
    no more, each with why."""

    shut: Mapping[str, Reason] = field(default_factory=dict)
    useless: Mapping[str, Reason] = field(default_factory=dict)

    def cut(self, name: str) -> tuple[Refusal, ...]:
        """For a hex without a line: everything around its pocket that closes it, by rule."""
        if name in self.shut:
            return (Refusal.by(name, self.shut[name]),)
        if name not in self._cuts:
            found = kernel.pocket(name, self.around, self.bar)
            useless = {name: why for name, why in self.useless.items() if name in found.inside}
            told = refusals({**found.closing, **useless})
            self._cuts.update(dict.fromkeys(found.inside, told))
        return self._cuts[name]

    @cached_property
    def _cuts(self) -> dict[str, tuple[Refusal, ...]]:
        return {}


@rule("7.2", "8.4", "8.5")
def traced(situation: Situation, side: str, more: Mapping[str, Reason]) -> Lines:
    """Lines enter neither enemy hexes nor enemy zones, unless a friendly unit negates the zone, and
    none of `more` hexes."""
    enemy, across = situation.opposed[side], barriers(situation, side)
    shut = {
        **dict.fromkeys(enemy.zone - enemy.friends, ENEMY_ZONE),
        **dict.fromkeys(enemy.enemies, ENEMY_HEX),
        **more,
    }
    own, listed = own_sources(situation, side), situation.hexset(f"{side}-sources")
    return Lines(
        own - shut.keys(),
        situation.around,
        shut,
        across,
        lambda start, end: across.get((start, end)) or shut.get(end),
        tolls=borders(situation, side),
        most_tolls=BORDERS_ALLOWED,
        shut=shut,
        useless={n: TOO_MANY_BORDERS if n in own else LOST_SOURCE[side] for n in listed},
    )


@rule("7.2", "7.14")
@kept
def german_lines(situation: Situation) -> Lines:
    """German lines keep out of Soviet entrenchments."""
    trenches = situation.board.hexes_with("soviet-entrenchment")
    return traced(situation, GERMAN, dict.fromkeys(trenches, TRENCH))


@rule("7.2", "12.4")
@kept
def cav_mech_lines(situation: Situation) -> Lines:
    """Cav-mech groups trace through the western Pripyat swamp as well."""
    return traced(situation, SOVIET, {})


@rule("7.2", "7.11", "10.8")
@kept
def lines_round_pripyat(situation: Situation) -> Lines:
    """Other Soviet lines go round the western Pripyat swamp; those for replacements always do."""
    swamp = situation.board.hexes_with("west-pripyat")
    return traced(situation, SOVIET, dict.fromkeys(swamp, PRIPYAT))


@rule("7.11", "3.6")
def soviet_lines(situation: Situation) -> Lines:
    """The lines of Soviet units that are no cav-mech groups."""
    closed = situation.now("pripyat-closed")
    return lines_round_pripyat(situation) if closed else cav_mech_lines(situation)


# Ports

PORT_RANGE = 6


@rule("7.9")
def is_port(situation: Situation, name: str) -> bool:
    """Towns and cities on the coast are ports, Narva excepted."""
    terrain = situation.board.of(name)
    never = situation.hexset("never-a-port")
    return "coast" in terrain and bool(terrain & {"town", "city"}) and name not in never


@rule("7.9")
def is_koenigsberg(situation: Situation, name: str) -> bool:
    """Units in the city of Königsberg are always in supply, whoever stands around it."""
    here = name in situation.hexset("koenigsberg")
    return here and situation.board.of(name) >= {"city", "coast"}


@rule("7.9")
def why_shut(situation: Situation, port: str) -> Reason | None:
    """A port sends no lines while a Soviet unit is next to it, nor ever after a Soviet capture."""
    lost = situation.value("lost-ports") or []
    if situation.controller(port) != GERMAN:
        return Reason("7.9", "The port {hex} is Soviet controlled.", "supply", hex=port)
    if port in lost or situation.position.stood_in(port, SOVIET):
        return Reason("7.9", "The port {hex} was once Soviet controlled.", "supply", hex=port)
    if port in situation.zones[SOVIET]:
        return Reason("7.9", "A Soviet unit is next to the port {hex}.", hex=port)
    return None


@rule("7.9", "7.8")
def lines_from(lines: Lines, port: str) -> dict[str, tuple[str, ...]]:
    """Lines of at most six hexes, the port's own not counted, under the rules of land lines."""

    def steps(node: tuple[str, int]) -> Iterator[Step[tuple[str, int]]]:
        name, crossed = node
        for near in lines.open_from(name):
            now = crossed + ((name, near) in lines.tolls)
            if now <= BORDERS_ALLOWED:
                yield Step((near, now))

    found, _ = search([(port, 0)], steps, budget=PORT_RANGE)
    reached: dict[str, tuple[str, ...]] = {}
    for node in sorted(found.cost, key=lambda node: (found.cost[node], node)):
        reached.setdefault(node[0], tuple(name for name, _ in reversed(found.path(node))))
    return reached


@dataclass(frozen=True)
class PortSupply:
    """What the ports do: the line of each unit that they can reach, and who may have to go without.

    `candidates` counts the units that need a place, `carried` those that find one, `shut` has the
    ports that send no lines.
    """

    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    undecided: frozenset[str] = frozenset()
    candidates: int = 0
    carried: int = 0
    shut: Mapping[str, Reason] = field(default_factory=dict)


@rule("7.9")
def port_supply(situation: Situation, lines: Lines, units: Sequence[Unit]) -> PortSupply:
    """Give as many as possible of these units, which have no land line, a place at an open port: a
    town supplies five, a city ten. If the ports cannot carry all, the German chooses who goes
    without. Fortified localities and units in Königsberg are supplied anyway and fill no port."""
    ports = [name for name in sorted(situation.board.terrain) if is_port(situation, name)]
    shut = {port: why for port in ports if (why := why_shut(situation, port))}
    reach = {
        port: lines_from(lines, port)
        for port in ports
        if port not in shut and port not in lines.shut and is_near(situation, port, units)
    }
    chosen, paying, where = {}, {}, {unit.id: unit.hex for unit in units}
    for unit in units:
        near = sorted((len(to[unit.hex]), port) for port, to in reach.items() if unit.hex in to)
        if near and "oos" not in unit.markers:
            chosen[unit.id] = near[0][1]
            exempt = is_locality(unit) or is_koenigsberg(situation, unit.hex)
            if not exempt or not situation.option("ports-free-of-charge"):
                paying[unit.id] = [port for _, port in near]
    places, terrain = situation.chart.get, situation.board.of
    room = {port: max(int(places(kind, "places", 0)) for kind in terrain(port)) for port in reach}
    assigned = assign(paying, room)
    chosen |= assigned.given
    return PortSupply(
        lines={unit: reach[port][where[unit]] for unit, port in chosen.items()},
        undecided=assigned.undecided,
        candidates=len(paying),
        carried=len(assigned.given),
        shut=shut,
    )


def is_near(situation: Situation, port: str, units: Sequence[Unit]) -> bool:
    """Whether any of the units is so near that a line of six hexes could reach it."""
    grid = situation.board.grid
    return any(grid.distance(port, unit.hex) <= PORT_RANGE for unit in units)


# How each unit stands

SUPPLIED, PORT, OVERLOAD, DEFENCE, OOS = "supplied", "port", "overload", "defence", "oos"

BY_LAND = {
    GERMAN: Reason("7.7", "A line to a German source on the map's edge."),
    SOVIET: Reason("7.10", "A line to a Soviet source on the map's edge."),
}
BY_PORT = Reason("7.9", "A line of at most six hexes to an open port.")
IN_KOENIGSBERG = Reason("7.9", "Units in Königsberg are always in supply.")
TO_BE_CHOSEN = Reason(
    "7.9",
    "The ports in reach cannot carry all; the German chooses who goes without: mark those as out "
    "of supply (`oos`).",
)
CHOSEN = Reason("7.9", "The German left this unit without port supply this turn.")
LOCALITY = Reason(
    "12.5", "A fortified locality supplies itself and its stack for defence only.", "unit"
)
NO_LINE = Reason("7.2", "No line to a working source.")
LATE = Reason("7.12", "From turn 6 on all Soviet units are out of supply.")
THROUGH = Reason(
    "12.4", "Cav-mech groups trace lines through the western Pripyat swamp.", "terrain"
)


@dataclass(frozen=True)
class SupplyTable:
    """The supply of every unit on the map by its id, and what the ports do."""

    units: Mapping[str, UnitSupply]
    ports: PortSupply


@rule("7.1")
@kept
def supply_of(situation: Situation) -> SupplyTable:
    """Every unit's supply as it is at this moment, at which a move or a battle would begin."""
    lines, germans = german_lines(situation), situation.of_side(GERMAN)
    cut_off = tuple(unit for unit in germans if unit.hex not in lines)
    ports = port_supply(situation, lines, cut_off) if cut_off else PortSupply()
    found = {unit.id: german_supply(situation, unit, lines, ports) for unit in germans}
    soviet = {unit.id: soviet_supply(situation, unit) for unit in situation.of_side(SOVIET)}
    return SupplyTable(found | soviet, ports)


@rule("7.2", "7.7", "7.9", "12.5")
def german_supply(situation: Situation, unit: Unit, lines: Lines, ports: PortSupply) -> UnitSupply:
    """A German unit has a land line, or port supply, or is at least supplied for defence."""
    if land := lines.line(unit.hex):
        return kernel.supplied(unit, SUPPLIED, land, (BY_LAND[GERMAN],))
    if is_koenigsberg(situation, unit.hex):
        return kernel.supplied(unit, PORT, (unit.hex,), (IN_KOENIGSBERG,))
    if unit.id in ports.undecided:
        return kernel.supplied(unit, OVERLOAD, ports.lines.get(unit.id, ()), (TO_BE_CHOSEN,))
    if unit.id in ports.lines:
        return kernel.supplied(unit, PORT, ports.lines[unit.id], (BY_PORT,))
    chosen = (CHOSEN,) if "oos" in unit.markers else ()
    if any(is_locality(other) for other in situation.at(unit.hex)):
        return kernel.supplied(unit, DEFENCE, (), (*chosen, LOCALITY))
    return kernel.supplied(unit, OOS, (), (*chosen, NO_LINE))


@rule("7.2", "7.10", "7.11", "7.12", "12.4")
def soviet_supply(situation: Situation, unit: Unit) -> UnitSupply:
    """A Soviet unit needs a land line, a cav-mech group may use one through the western Pripyat
    swamp, and from turn 6 on not even that helps."""
    if situation.now("soviets-unsupplied"):
        return kernel.supplied(unit, OOS, (), (LATE,))
    lines, own_hex = soviet_lines(situation), situation.option("pripyat-own-hex")
    line, in_swamp = lines.line(unit.hex), lines.shut.get(unit.hex) == PRIPYAT
    if in_swamp and not own_hex:
        line = lines.line_leaving(unit.hex)
    if line:
        return kernel.supplied(unit, SUPPLIED, line, (BY_LAND[SOVIET],))
    if is_cav_mech(unit):
        if line := cav_mech_lines(situation).line(unit.hex):
            return kernel.supplied(unit, SUPPLIED, line, (BY_LAND[SOVIET], THROUGH))
        return kernel.supplied(unit, OOS, (), (NO_LINE,))
    return kernel.supplied(unit, OOS, (), (PRIPYAT if in_swamp and own_hex else NO_LINE,))


def state_of(situation: Situation, unit: Unit) -> str:
    """How a unit stands: supplied by land, by a port, for defence only ..."""
    return supply_of(situation).units[unit.id].state


@rule("7.3", "7.4", "7.9", "12.5")
def may_act_in_supply(situation: Situation, unit: Unit) -> bool:
    """For movement and attack: by land or port; supply for defence only does not help."""
    return state_of(situation, unit) in (SUPPLIED, PORT, OVERLOAD)


@rule("7.4", "12.5")
def defends_in_supply(situation: Situation, unit: Unit) -> bool:
    """For defence a fortified locality in the hex is enough."""
    locality = any(is_locality(other) for other in situation.at(unit.hex))
    return locality or state_of(situation, unit) != OOS


@rule("12.6", "10.8")
def has_land_line(situation: Situation, unit: Unit) -> bool:
    """Port supply is full supply, but not supply by land."""
    return state_of(situation, unit) == SUPPLIED


# Replacements


@rule("10.7")
def never_replaced(unit: Unit) -> Reason | None:
    """Fortified localities and Korps Gruppen neither come back nor are made up."""
    if not is_locality(unit) and group(unit) != "kg":
        return None
    return Reason("10.7", "Fortified localities and Korps Gruppen are never replaced.")


@rule("10.6", "10.8", "12.4")
def may_be_replenished(situation: Situation, unit: Unit) -> tuple[bool, Reason]:
    """Whether a reduced unit may be made up to full strength where it stands: with land supply, or
    a line from Königsberg; the late Soviets trace as if they had supply."""
    if never := never_replaced(unit):
        return False, never
    told = supply_of(situation).units[unit.id]
    if unit.side == SOVIET and situation.now("soviets-unsupplied"):
        if is_cav_mech(unit):
            if unit.hex in cav_mech_lines(situation):
                return True, THROUGH
        elif unit.hex in lines_round_pripyat(situation):
            text = "From turn 6 on a line round the western Pripyat swamp is enough."
            return True, Reason("10.8", text, "terrain")
    elif told.state == SUPPLIED:
        return True, Reason("10.8", "It has a land line.")
    elif told.state == PORT:
        if is_koenigsberg(situation, told.path[-1]):
            return True, Reason("10.8", "Its port supply comes from Königsberg.")
        return False, Reason("10.8", "Port supply brings replacements only from Königsberg.")
    return False, Reason("10.8", "It has no line for replacements.")


# The answer


@dataclass(frozen=True)
class Overload(Told):
    """How many units ask for port supply, for how many there are places, how many are too many."""

    candidates: int
    places: int
    excess: int


@dataclass(frozen=True)
class Replacement(Told):
    """Whether a reduced unit may take a replacement step where it stands, and why."""

    allowed: bool
    because: tuple[Reason, ...]


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, by hex and then from the bottom of the stack."""
    ports = supply_of(situation).ports
    return Supply(
        tuple(unit_supply(situation, unit) for unit in situation.units),
        {
            "overload": Overload(ports.candidates, ports.carried, ports.candidates - ports.carried),
            "ports_shut": {port: why.text for port, why in ports.shut.items()},
            **situation.readings(open_points(situation, ports)),
        },
    )


def unit_supply(situation: Situation, unit: Unit) -> UnitSupply:
    """One unit's supply with its reasons, and whether it may take a replacement step."""
    extra: dict[str, Any] = {}
    found = supply_of(situation).units[unit.id]
    because = found.because
    if not is_full_strength(unit):
        allowed, why = may_be_replenished(situation, unit)
        extra["replacement"] = Replacement(allowed, (why,))
    lines = lines_of(situation, unit)
    if lines is not None and found.state in (OOS, DEFENCE):
        cuts = extra["cut_by"] = lines.cut(unit.hex)
        told = {(why.rule, str(why.text)) for why in because}
        more = why_cut_off(situation, unit, cuts)
        because += tuple(why for why in more if (why.rule, str(why.text)) not in told)
    return replace(found, because=because, extra=extra)


@rule("7.2")
def lines_of(situation: Situation, unit: Unit) -> Lines | None:
    """The lines that a unit traces; None when the turn forbids them all."""
    if unit.side == GERMAN:
        return german_lines(situation)
    if situation.now("soviets-unsupplied"):
        return None
    return cav_mech_lines(situation) if is_cav_mech(unit) else soviet_lines(situation)


def why_cut_off(situation: Situation, unit: Unit, cuts: tuple[Refusal, ...]) -> Iterator[Reason]:
    """The rules beside 7.2 that close its lines, each told once, and the shut ports in range."""
    for number in sorted({cut.rule for cut in cuts} - {NO_LINE.rule}):
        yield next(Reason(number, cut.text) for cut in cuts if cut.rule == number)
    if unit.side == GERMAN:
        shut = supply_of(situation).ports.shut
        yield from (why for port, why in shut.items() if is_near(situation, port, (unit,)))


def open_points(situation: Situation, ports: PortSupply) -> Iterator[str]:
    """The open points on which these answers lean."""
    if sides_with(situation.board, "border"):
        yield "borders"
    swamp = situation.board.hexes_with("west-pripyat")
    tracing = (unit for unit in situation.of_side(SOVIET) if not is_cav_mech(unit))
    if situation.now("pripyat-closed") and any(unit.hex in swamp for unit in tracing):
        yield "pripyat-own-hex"
    by_port = (unit for unit in situation.units if unit.id in ports.lines)
    if any(is_locality(unit) or is_koenigsberg(situation, unit.hex) for unit in by_port):
        yield "ports-free-of-charge"
    sources = situation.hexset("soviet-sources") - situation.held[GERMAN]
    if len(situation.soviet(sources)) < len(sources):
        yield "sources-need-control"
