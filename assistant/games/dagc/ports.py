"""German supply through the ports of the Baltic and the Gulf of Finland (7.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.games.dagc.lines import BORDER, BORDERS_ALLOWED, TOO_MANY_BORDERS, Lines
from assistant.games.dagc.situation import Situation, controller
from assistant.games.dagc.units import GERMAN, SOVIET, is_locality
from assistant.kernel.places import assign
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Step, search
from assistant.position import Unit
from assistant.questions.reasons import Reason

PORT_RANGE = 6


@rule("7.9")
def is_port(situation: Situation, name: str) -> bool:
    """Towns and cities on the coast are ports, Narva excepted."""
    terrain = situation.board.of(name)
    never = situation.hexset("never-a-port")
    return "coast" in terrain and bool(terrain & {"town", "city"}) and name not in never


@rule("7.9")
def is_koenigsberg(situation: Situation, name: str) -> bool:
    """Units in the city of Koenigsberg are always in supply, whoever stands around it."""
    here = name in situation.hexset("koenigsberg")
    return here and situation.board.of(name) >= {"city", "coast"}


@rule("7.9")
def why_shut(situation: Situation, port: str) -> Reason | None:
    """A port sends no lines while a Soviet unit is next to it, nor ever after a Soviet capture."""
    lost = situation.value("lost-ports") or []
    if controller(situation, port) != GERMAN:
        return Reason("7.9", "The port {hex} is Soviet controlled.", hex=port)
    if port in lost or situation.position.control.get(port) == SOVIET:
        return Reason("7.9", "The port {hex} was once Soviet controlled.", hex=port)
    if port in situation.zones[SOVIET]:
        return Reason("7.9", "A Soviet unit is next to the port {hex}.", hex=port)
    return None


@rule("7.9")
def places(situation: Situation, port: str) -> int:
    """A town supplies five units, a city ten."""
    terrain = situation.board.of(port)
    return max(int(situation.chart.get(kind, "places", 0)) for kind in terrain)


@rule("7.9", "7.8")
def lines_from(lines: Lines, port: str) -> dict[str, tuple[str, ...]]:
    """Lines of at most six hexes, the port's own not counted, under the rules of land lines."""

    def steps(node: tuple[str, int]) -> Iterator[Step[tuple[str, int]] | Barred[tuple[str, int]]]:
        name, borders = node
        for step in lines.steps(name):
            crossed = borders + (isinstance(step, Step) and step.cost > BORDER)
            if isinstance(step, Barred):
                yield Barred((step.to, borders), step.reason)
            elif crossed > BORDERS_ALLOWED:
                yield Barred((step.to, crossed), TOO_MANY_BORDERS)
            else:
                yield Step((step.to, crossed))

    found, _ = search([(port, 0)], steps, budget=PORT_RANGE)
    reached: dict[str, tuple[str, ...]] = {}
    for node in sorted(found.cost, key=lambda node: (found.cost[node], node)):
        if node[0] not in reached:
            reached[node[0]] = tuple(name for name, _ in reversed(found.path(node)))
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
    """Give as many as possible of these units, which have no land line, a place at an open port.

    If the ports cannot carry all, the German chooses who goes without.
    """
    ports = [name for name in sorted(situation.board.terrain) if is_port(situation, name)]
    shut = {port: why for port in ports if (why := why_shut(situation, port))}
    reach = {
        port: lines_from(lines, port)
        for port in ports
        if port not in shut and port not in lines.closed and is_near(situation, port, units)
    }
    wishes = {
        unit.id: _nearest_first(reach, unit.hex) for unit in units if "oos" not in unit.markers
    }
    wishes = {unit: near for unit, near in wishes.items() if near}
    paying = {
        unit.id: wishes[unit.id]
        for unit in units
        if unit.id in wishes and not takes_no_place(situation, unit)
    }
    assigned = assign(paying, {port: places(situation, port) for port in reach})
    chosen = {unit: near[0] for unit, near in wishes.items()} | dict(assigned.given)
    where = {unit.id: unit.hex for unit in units}
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


def _nearest_first(reach: Mapping[str, Mapping[str, tuple[str, ...]]], name: str) -> list[str]:
    """The ports whose lines come to a hex, the nearest first."""
    near = [(len(lines[name]), port) for port, lines in reach.items() if name in lines]
    return [port for _, port in sorted(near)]


@rule("7.9")
def takes_no_place(situation: Situation, unit: Unit) -> bool:
    """Fortified localities and units in Koenigsberg are supplied anyway and fill no port."""
    exempt = is_locality(unit) or is_koenigsberg(situation, unit.hex)
    return exempt and bool(situation.option("ports-free-of-charge"))
