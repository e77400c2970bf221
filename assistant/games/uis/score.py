"""How the game stands: places conquered, military points by source, the political ones that show
(42); and what matters now beside supply and battle: the calendar, ports, contested hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from assistant.games.uis.ground import country, holder, is_enclave
from assistant.games.uis.lines import (
    COMMUNICATION_TURNS,
    bar_of_port,
    closed_by_enemy,
    communication,
    nato_ports,
)
from assistant.games.uis.politics import revolts
from assistant.games.uis.situation import (
    AIRCRAFT,
    NATO,
    NATO_COUNTRIES,
    WP,
    WP_COUNTRIES,
    Situation,
    enemy_of,
)
from assistant.games.uis.units import (
    BASE,
    BRIGADE,
    is_combat,
    is_division,
    nation,
    size,
    steps_lost,
)
from assistant.games.uis.zones import zone
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Score, ScoreLine
from assistant.questions.reasons import Reason, Saying

NAMES = {"city": "cities", "urban": "urban hexes", "airfield": "airfields", "port": "ports"}
OF_SEVERAL_HEXES = ("København",)
"""Strategic places whose hexes bear names that begin with the place's."""


def worth(situation: Situation, row: str) -> Figure:
    return situation.figure("military-points", row)


def owner(situation: Situation, name: str) -> str:
    """The side that held a hex at the beginning."""
    land = country(situation, name)
    of_nato = land in NATO_COUNTRIES or land == "austria"
    if is_enclave(situation, name):
        return NATO
    return WP if land in WP_COUNTRIES else NATO if of_nato else ""


@rule("42.2", "42.2.1")
@kept
def conquered(situation: Situation) -> Mapping[str, str]:
    """Who has conquered which hex that counts: the other side held it at first, and this one was
    the last to stand there."""
    found = {}
    for name in sorted(situation.board.hexes_with(*NAMES)):
        first, last = owner(situation, name), holder(situation, name)
        if last in (WP, NATO) and first in (WP, NATO) and last != first:
            found[name] = last
    return found


@rule("42.2", "6.2.3", "40", "42.2.2", "42.2.3")
def counting(situation: Situation, side: str) -> list[str]:
    """The conquered hexes that count: outside enemy zones, which friends undo, and with a line of
    communication."""
    shut, lines = closed_by_enemy(situation, side), communication(situation, side)
    mine = (name for name, last in conquered(situation).items() if last == side)
    return [name for name in mine if name not in shut and name in lines]


def row_of(situation: Situation, name: str, kind: str) -> str:
    """The row of the table that a hex counts in as of this kind, or empty; a city is not urban."""
    kinds = situation.board.of(name)
    if kind not in kinds or (kind == "urban" and "city" in kinds):
        return ""
    return f"port {situation.board.names.get(name, '')}" if kind == "port" else kind


@rule("42.2")
def military_lines(situation: Situation, side: str, hexes: list[str]) -> Iterator[ScoreLine]:
    """Conquered hexes by their kind, ports, and strategic places of which all hexes count."""
    for kind, called in NAMES.items():
        its = [name for name in hexes if row_of(situation, name, kind)]
        total = NOTHING
        for name in its:
            total += worth(situation, row_of(situation, name, kind))
        if total.number:
            doubt = total.stand_in
            yield ScoreLine(side, called, total.number, "42.2", tuple(its), stand_in=doubt)
    for place in strategic(situation, hexes):
        figure = worth(situation, place)
        yield ScoreLine(side, place, figure.number, "42.2", stand_in=figure.stand_in)


@rule("42.2.4")
def strategic(situation: Situation, hexes: list[str]) -> tuple[str, ...]:
    """Strategic places of which every hex is among these."""
    names = situation.board.names
    found = []
    for row, _ in situation.chart("military-points"):
        several = row in OF_SEVERAL_HEXES
        its = {n for n, word in names.items() if word == row or (several and word.startswith(row))}
        if its and its <= set(hexes):
            found.append(row)
    return tuple(found)


@dataclass(frozen=True)
class Conquest:
    """Points of one side: their sum, how many it would have besides if no enemy zone and no cut
    line kept it from them, and the places that count by name."""

    points: int
    disputed: int
    hexes: int
    places: tuple[str, ...]
    stand_in: bool = False


@rule("42.2")
def conquest(situation: Situation, side: str) -> Conquest:
    """The military points of a side: hexes by their kind, ports and strategic places by name."""
    held = [name for name, last in conquered(situation).items() if last == side]
    good = counting(situation, side)
    own = list(military_lines(situation, side, good))
    points, possible = (
        int(sum(line.points for line in found))
        for found in (own, military_lines(situation, side, held))
    )
    doubtful = any(line.stand_in for line in own)
    places = strategic(situation, good)
    return Conquest(points, possible - points, len(good), places, doubtful)


GONE = "eliminated"
BRIGADES = 3
LOST_BRIGADE = {"us": (2, "US brigades eliminated"), "wg": (1, "West German brigades eliminated")}
OVERTHROWN, WITH_REVOLT, IN_PACT_COUNTRY, IN_BERLIN = 15, 10, 6, 1

SUMS = Reason(
    "42.2", "These sums are the military points; the political points are summed by themselves."
)
FIRST_POLITICAL = Reason("42", "A political victory goes before a military one.")
ELSEWHERE = Reason("42.1.2, 42.2.2", "The levels of victory stand in the scenario's own tables.")
NOT_SEEN = Reason(
    "42.1",
    "Surrenders, the North Atlantic, first releases and attacks on towns count as the position"
    " tells them.",
)
UNSEEN_SQUADRONS = Reason(
    "8, 42.1",
    "NATO's squadrons on their airfields are hidden from the Pact, so steps that American ones lost"
    " there are not counted: ask without a side.",
)
RHINE = Reason(
    "42.1",
    "Where the Rhine runs this board does not show: tell the Pact's divisions with a line of"
    " communication on its west bank as `divisions-west-of-rhine`.",
)

NO_MOBILIZATION_TOLD = Reason(
    "42.1",
    "Whether countries of the Pact mobilized is not told, so nobody has points for it: name them in"
    " `mobilized`, or leave its list empty.",
)
NO_EVENTS_TOLD = Reason(
    "42.1",
    "Whether a revolt ever began is not told, so the Pact has no points for peace at home: tell"
    " `political-events`, or leave its list empty.",
)

NO_CONTROL_TOLD = Reason(
    "42.2",
    "Hexes without units count as their country's: tell in `[control]` which of them the other side"
    " was the last to hold.",
)


def not_told(situation: Situation) -> Iterator[Reason]:
    """What political points lean on and the position does not tell: nothing is counted for it."""
    told = situation.position.state
    yield NOT_SEEN
    if situation.position.viewer == WP:
        yield UNSEEN_SQUADRONS
    if not situation.position.held:
        yield NO_CONTROL_TOLD
    if "mobilized" not in told:
        yield NO_MOBILIZATION_TOLD
    if "political-events" not in told and not revolts_begun(situation, revolts(situation)):
        yield NO_EVENTS_TOLD
    if situation.board.blank and "divisions-west-of-rhine" not in told:
        yield RHINE


@rule("42.1.2", "42.1.3")
def score(situation: Situation) -> Score:
    """Military points of both sides, net as the Pact's less NATO's; political points besides."""
    sides = (WP, NATO)
    military = [
        line
        for side in sides
        for line in military_lines(situation, side, counting(situation, side))
    ]
    political = list(political_lines(situation))
    points, sums = (
        {side: sum(line.points for line in lines if line.side == side) for side in sides}
        for lines in (military, political)
    )
    return Score(
        lines=(*military, *political),
        points=points,
        net=points[WP] - points[NATO],
        because=(SUMS, FIRST_POLITICAL, ELSEWHERE),
        extra={
            "political": {**sums, "net": sums[WP] - sums[NATO]},
            "not_judged": list(not_told(situation)),
        },
    )


@rule("42.1", "40", "42.1.1")
def political_lines(situation: Situation) -> Iterator[ScoreLine]:
    """What of the two tables of political points a position shows: losses of NATO, governments
    overthrown, revolts, combat units with a line of communication in countries of the Pact, and in
    West Berlin, which is none of them."""
    yield from lost_by_nato(situation)
    yield from told_by_players(situation)
    if fallen := situation.told("overthrown"):
        yield _political(NATO, "governments overthrown", OVERTHROWN * len(fallen))
    places = [name for name, value in sorted(situation.table("revolt").items()) if value]
    lands = {country(situation, name) for name in places} & WP_COUNTRIES
    if begun := revolts_begun(situation, lands):
        yield _political(NATO, "countries where a revolt began", STARTED * begun)
    if lands:
        points = WITH_REVOLT * len(lands)
        yield _political(NATO, "countries with revolt markers", points, hexes=tuple(places))
    lines, inside = communication(situation, NATO), dict[str, list[Unit]]()
    fighters = [unit for unit in situation.of_side(NATO) if is_combat(unit)]
    for unit in fighters:
        land = country(situation, unit.hex)
        abroad = land in WP_COUNTRIES and not is_enclave(situation, unit.hex)
        if abroad and unit.hex in lines:
            inside.setdefault(land, []).append(unit)
    if inside:
        points, there = IN_PACT_COUNTRY * len(inside), [u for its in inside.values() for u in its]
        yield _political(NATO, "countries of the Warsaw Pact entered", points, there)
    if berlin := [unit for unit in fighters if is_enclave(situation, unit.hex)]:
        yield _political(NATO, "combat units in West Berlin", IN_BERLIN, berlin)


@rule("42.1", "36.5.1", "36.7.9", "36.8.1", "36.0.2", "36.0.3", "36.0.4")
def revolts_begun(situation: Situation, with_markers: Collection[str]) -> int:
    """In how many of the Pact's countries a revolt has begun: where its markers lie, where it was
    suppressed, where it overthrew the government; one at least if players tell that any began."""
    past = (*situation.told("overthrown"), *situation.told("revolts-suppressed"))
    told = "revolt-started" in situation.told("political-events")
    return max(int(told), len({*with_markers, *past}))


def _political(
    side: str,
    what: str,
    points: float,
    units: list[Unit] | None = None,
    hexes: tuple[str, ...] = (),
) -> ScoreLine:
    ids = tuple(unit.id for unit in units or ())
    return ScoreLine(side, what, points, "42.1", hexes, ids, extra={"political": True})


EVENTS = {
    "atlantic-cut": (WP, "North Atlantic lines cut", 4),
    "nato-nuclear-first": (WP, "NATO released nuclear weapons first", 12),
    "atlantic-safe": (NATO, "North Atlantic lines safe", 3),
    "wp-chemicals-first": (NATO, "the Pact released chemicals first", 4),
    "wp-nuclear-first": (NATO, "the Pact released nuclear weapons first", 10),
}
SURRENDER, ALL_PORTS, NO_MOBILIZATION, NO_REVOLT, STARTED = 10, 10, 3, 4, 8
WEST_OF_RHINE = 5
STRUCK = {(WP, "nuclear"): -6, (WP, "chemical"): -3, (NATO, "nuclear"): -10, (NATO, "chemical"): -5}


@rule("42.1", "24.2.4")
def told_by_players(situation: Situation) -> Iterator[ScoreLine]:
    """What no map shows: surrenders, the North Atlantic, first releases, mobilization and revolts
    that never came, attacks on towns, each if the position tells it; and all ports in the Pact's
    hands."""
    if gone := situation.told("surrendered"):
        yield _political(WP, "countries of NATO that surrendered", SURRENDER * len(gone))
    told = situation.told("political-events")
    for event, (side, called, points) in EVENTS.items():
        if event in told:
            yield _political(side, called, points)
    kept = situation.position.state
    if "mobilized" in kept and not situation.mobilized.keys() - {"austria"}:
        yield _political(WP, "no mobilization in the Pact's countries", NO_MOBILIZATION)
    yield from west_of_the_rhine(situation)
    begun = revolts_begun(situation, revolts(situation))
    if "political-events" in kept and not begun:
        yield _political(WP, "no revolt has started", NO_REVOLT)
    for word in situation.told("towns-struck"):
        side, kind, number = word.split()
        called = Saying("{kind} attacks on towns", kind=kind)
        yield _political(side, called, STRUCK[side, kind] * int(number))
    ports = nato_ports(situation)
    if ports and all(holder(situation, name) == WP for name in ports):
        yield _political(WP, "all NATO ports", ALL_PORTS, hexes=tuple(sorted(ports)))


WEST = "west-of-rhine"


@rule("42.1", "40")
def west_of_the_rhine(situation: Situation) -> Iterator[ScoreLine]:
    """The Pact's divisions with a line of communication on the west bank of the Rhine: as many as
    players tell, else those that stand there on the map."""
    called = "divisions west of the Rhine"
    if "divisions-west-of-rhine" in situation.position.state:
        if told := int(situation.value("divisions-west-of-rhine") or 0):
            yield _political(WP, called, WEST_OF_RHINE * told)
        return
    if situation.board.blank:
        return
    bank, lines = situation.hexset(WEST), communication(situation, WP)
    there = [
        unit
        for unit in situation.of_side(WP)
        if is_division(unit) and unit.hex in bank and unit.hex in lines
    ]
    if there:
        yield _political(WP, called, WEST_OF_RHINE * len(there), there)


SQUADRON = 2
"""Steps of a squadron: it is turned over for the first that it loses (28)."""


@rule("42.1", "28.1")
def lost_by_nato(situation: Situation) -> Iterator[ScoreLine]:
    """American and West German brigades eliminated, three for a division; steps of American
    squadrons."""
    gone = [unit for unit in situation.position.units if unit.hex == GONE and unit.side == NATO]
    for name, (price, called) in LOST_BRIGADE.items():
        units = [unit for unit in gone if nation(unit) == name and brigades(unit)]
        if units:
            yield _political(WP, called, price * sum(map(brigades, units)), units)
    american = [u for u in situation.position.units if nation(u) == "us" and u.type in AIRCRAFT]
    flown = [unit for unit in american if unit.hex == GONE or unit.step > 1]
    if steps := sum(SQUADRON if unit.hex == GONE else steps_lost(unit) for unit in flown):
        yield _political(WP, "steps of US squadrons", steps, flown)


def brigades(unit: Unit) -> int:
    """How many brigades a combat unit counts as: three for a division, none for a Base."""
    if is_division(unit):
        return BRIGADES
    return int(is_combat(unit) and size(unit) == BRIGADE and unit.type != BASE)


FIRST_DAY = date(1985, 7, 24)
DAYS = 2


@dataclass(frozen=True)
class Shut:
    """A port that is no source now, and why."""

    port: str
    because: tuple[Reason, ...]


@dataclass(frozen=True)
class Overview:
    """`days` are those of the turn, empty when no turn is told; `war_turn` counts from 1, 0 before
    war; `supplied_by_communication` are the sides that live on lines of communication alone.
    `contested` are hexes of a side's combat units in enemy zones, `hexes_between` those in zones
    of both with nobody, `pact_ahead` the Warsaw Pact's military points less NATO's."""

    days: str
    war_turn: int
    weather: str
    supplied_by_communication: tuple[str, ...]
    ports_shut: tuple[Shut, ...]
    contested: dict[str, tuple[str, ...]]
    hexes_between: int
    military_points: dict[str, Conquest]
    pact_ahead: int


@rule("6.0")
def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports."""
    turn, names, sides = situation.war_turn, situation.board.names, (WP, NATO)
    points = {side: conquest(situation, side) for side in sides}
    between = zone(situation, WP, situation.phasing) & zone(situation, NATO, situation.phasing)
    return Overview(
        days=days(situation.turn),
        war_turn=turn,
        weather="bad" if situation.bad_weather else "good",
        supplied_by_communication=tuple(
            side for side in sides if 0 < turn <= COMMUNICATION_TURNS[side]
        ),
        ports_shut=tuple(
            Shut(names.get(name, name), (why,))
            for name in sorted(nato_ports(situation))
            if (why := bar_of_port(situation, name)) is not None
        ),
        contested={side: contested(situation, side) for side in sides},
        hexes_between=len(between - situation.stacks.keys()),
        military_points=points,
        pact_ahead=points[WP].points - points[NATO].points,
    )


@rule("4")
def days(turn: int) -> str:
    """The two days of a turn, the first of which is 24 July 1985; empty for no turn."""
    if turn < 1:
        return ""
    first = FIRST_DAY + timedelta(days=DAYS * (turn - 1))
    return f"{first.isoformat()} / {(first + timedelta(days=DAYS - 1)).isoformat()}"


@rule("6.0")
def contested(situation: Situation, side: str) -> tuple[str, ...]:
    """Hexes in which combat units of a side stand in an enemy zone."""
    enemy = zone(situation, enemy_of(side), situation.phasing)
    return tuple(
        name
        for name, units in situation.stacks.items()
        if units[0].side == side and name in enemy and any(is_combat(unit) for unit in units)
    )
