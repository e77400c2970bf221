"""What a position means beside supply and battle: victory, air armies, arrivals (4, 10, 13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from assistant.games.dagc.movement import STACKING_LIMIT
from assistant.games.dagc.situation import (
    BOLD_STROKE,
    GERMAN,
    SOVIET,
    Situation,
    air_armies,
    armour_succeeds_up_to,
    controller,
    enemy_of,
    front,
    german_replacements,
    group,
    is_activated,
    is_full_strength,
    scenario,
)
from assistant.games.dagc.supply import (
    german_lines,
    is_koenigsberg,
    may_be_replenished,
    own_sources,
    soviet_lines,
    state_of,
)
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

TOWN, CITY, COAST, AREA = 1, 4, 10, 1
NEEDED = 31


@dataclass(frozen=True)
class Victory:
    """Soviet points: of `towns` and `cities` held, of the Baltic coast and of the Ukrainian
    Front's area if held in supply. `koenigsberg` tells whether the Soviets have won at once."""

    towns: int
    cities: int
    coast: int
    area: int
    koenigsberg: bool
    needed: int = NEEDED

    @property
    def points(self) -> int:
        return TOWN * self.towns + CITY * self.cities + self.coast + self.area


@rule("4.1", "4.2", "4.3", "4.4")
def victory(situation: Situation) -> Victory:
    """Towns 1 point, cities 4, the coast 10, the Ukrainian Front's area 1; Koenigsberg wins."""
    board = situation.board
    area = board.hexes_with("1uf-area")
    coast = situation.hexset("baltic-coast") & board.hexes_with("coast")
    ours = soviet(situation, area)
    return Victory(
        towns=len(soviet(situation, board.hexes_with("town"))),
        cities=len(soviet(situation, board.hexes_with("city"))),
        coast=COAST if any(in_supply(situation, n) for n in soviet(situation, coast)) else 0,
        area=AREA
        if ours and len(ours) == len(area) and all(in_supply(situation, n) for n in ours)
        else 0,
        koenigsberg=bool(soviet(situation, situation.hexset("koenigsberg"))),
    )


@rule("4.2", "4.4")
def verdict(situation: Situation, found: Victory) -> Reason | None:
    """Koenigsberg wins at once; at the end of the last turn the points tell, without a draw."""
    if found.koenigsberg:
        return Reason("4.2", "The Soviets control Koenigsberg and have won.")
    if situation.turn < situation.definition.turns.last:
        return None
    if found.points >= NEEDED:
        text = "{n} points: if the turn ends so, the Soviets win."
    else:
        text = "{n} of {m} points: if the turn ends so, the Germans win."
    return Reason("4.4", text, n=found.points, m=NEEDED)


@rule("3.3", "3.4")
def soviet(situation: Situation, names: frozenset[str]) -> list[str]:
    """Those of some hexes that the Soviets control."""
    return [name for name in sorted(names) if controller(situation, name) == SOVIET]


@rule("4.3", "7.12")
def in_supply(situation: Situation, name: str) -> bool:
    """A hex is in supply if a Soviet line reaches it, as if the Soviets never ran out of supply;
    once the western Pripyat is open to lines again, through it too."""
    return bool(soviet_lines(situation).line(name))


FIRST_NU_TURN = 3
NORTH, SOUTH = "north", "south"
"""The sides of the Dvina, as the counters of Korps Gruppen name them."""


@dataclass(frozen=True)
class Entry:
    """The hexes where units of a group may be placed now."""

    side: str
    group: str
    hexes: tuple[str, ...]


def entries(situation: Situation) -> tuple[Entry, ...]:
    """For every group the hexes where its reinforcements may be placed."""
    return (
        Entry(GERMAN, "agc", usual(situation, GERMAN, "agc")),
        Entry(GERMAN, "kg", on_receivers(situation)),
        Entry(GERMAN, "nu", north_ukraine(situation)),
        Entry(SOVIET, "main", usual(situation, SOVIET, "main")),
        Entry(SOVIET, "1uf", ukrainian_front(situation)),
    )


@rule("10.1", "10.8")
def usual(situation: Situation, side: str, group_: str) -> tuple[str, ...]:
    """Own sources on the map's edge, and own cities with a land line and no enemy next to them."""
    found = own_sources(situation, side) | set(cities(situation, side))
    return with_room(situation, side, group_, found)


@rule("10.1")
def cities(situation: Situation, side: str) -> Iterator[str]:
    """Cities in supply by land without enemies around, those of the Soviets as if they never ran
    out of supply; Koenigsberg even with them."""
    lines = german_lines(situation) if side == GERMAN else soviet_lines(situation)
    for name in situation.board.hexes_with("city"):
        if controller(situation, name) != side:
            continue
        quiet = name not in situation.zones[enemy_of(side)]
        if (quiet and lines.line(name)) or (side == GERMAN and is_koenigsberg(situation, name)):
            yield name


@rule("10.2", "1.3")
def ukrainian_front(situation: Situation) -> tuple[str, ...]:
    """The hexes of the western Pripyat swamp on the south edge, the map's last row, that the
    Soviets control."""
    edge = situation.hexset("soviet-sources") | situation.hexset("german-sources")
    swamp, grid = situation.board.hexes_with("west-pripyat"), situation.board.grid
    south = (name for name in edge & swamp if grid.places[name][1] == grid.span[3])
    return with_room(situation, SOVIET, "1uf", soviet(situation, frozenset(south)))


@rule("10.3", "3.6")
def north_ukraine(situation: Situation) -> tuple[str, ...]:
    """In Bold Stroke, from turn 3, the four corps enter at the south-western edge."""
    if scenario(situation.position) != BOLD_STROKE or situation.turn < FIRST_NU_TURN:
        return ()
    return with_room(situation, GERMAN, "nu", situation.hexset("nu-entry"))


@rule("10.4")
def on_receivers(situation: Situation, part: str = "") -> tuple[str, ...]:
    """A Korps Gruppe is placed on a German unit that is none, whatever its supply: one marked N
    north of the Dvina, one marked S south of it."""
    north = situation.hexset("north-of-the-dvina")

    def lies_right(name: str) -> bool:
        return part not in (NORTH, SOUTH) or (name in north) == (part == NORTH)

    receivers = {u.hex for u in situation.of_side(GERMAN) if group(u) != "kg"}
    return with_room(situation, GERMAN, "kg", set(filter(lies_right, receivers)))


@rule("10.1", "6.1", "6.10")
def with_room(
    situation: Situation, side: str, group_: str, names: Collection[str]
) -> tuple[str, ...]:
    """Those of some hexes where one more unit may stand."""

    def fits(name: str) -> bool:
        here = situation.at(name)
        if len(here) >= STACKING_LIMIT or any(unit.side != side for unit in here):
            return False
        return side == GERMAN or all(front(unit) == group_ for unit in here)

    return tuple(name for name in sorted(names) if fits(name))


@dataclass(frozen=True)
class Overview:
    """`armour_die` is the highest die with which the armour concentration comes, 0 when it is not
    to be had; `german_replacements` is None where only the printed turn track tells."""

    victory: Victory
    victory_points: int
    verdict: Reason | None
    air_main: int
    air_1uf: int
    armour_die: int
    activated: tuple[str, ...]
    german_replacements: int | None
    may_be_replenished: tuple[str, ...]
    entries: tuple[Entry, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports."""
    position = situation.position
    points = victory(situation)
    tried = bool(position.value("armor-used"))
    return Overview(
        victory=points,
        victory_points=points.points,
        verdict=verdict(situation, points),
        air_main=air_armies(position, "main"),
        air_1uf=air_armies(position, "1uf"),
        armour_die=0 if tried else armour_succeeds_up_to(position),
        activated=tuple(unit.id for unit in situation.units if is_activated(position, unit)),
        german_replacements=german_replacements(position),
        may_be_replenished=tuple(
            unit.id
            for unit in situation.units
            if not is_full_strength(unit)
            and may_be_replenished(situation, unit, state_of(situation, unit))[0]
        ),
        entries=entries(situation),
    )
