"""Where reinforcements and rebuilt units may come into play (10.1 to 10.5, 3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.dagc.calendar import BOLD_STROKE, scenario
from assistant.games.dagc.entry import STACKING_LIMIT
from assistant.games.dagc.lines import (
    Lines,
    german_lines,
    lines_round_pripyat,
    own_sources,
)
from assistant.games.dagc.ports import is_koenigsberg
from assistant.games.dagc.situation import Situation, controller
from assistant.games.dagc.units import GERMAN, SOVIET, enemy_of, front, group
from assistant.kernel.rulebook import rule

FIRST_NU_TURN = 3


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
        Entry(GERMAN, "kg", on_other_units(situation)),
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
    """Cities in supply by land without enemies around; Koenigsberg even with them."""
    lines = lines_of(situation, side)
    for name in situation.board.hexes_with("city"):
        if controller(situation, name) != side:
            continue
        quiet = name not in situation.zones[enemy_of(side)]
        if (quiet and lines.line(name)) or (side == GERMAN and is_koenigsberg(situation, name)):
            yield name


def lines_of(situation: Situation, side: str) -> Lines:
    """The lines of cities, those of the Soviets as if they never ran out of supply."""
    return german_lines(situation) if side == GERMAN else lines_round_pripyat(situation)


@rule("10.2")
def ukrainian_front(situation: Situation) -> tuple[str, ...]:
    """The south-edge hexes of the western Pripyat swamp that the Soviets control."""
    edge = situation.hexset("soviet-sources") | situation.hexset("german-sources")
    swamp = situation.board.hexes_with("west-pripyat")
    south = {n for n in edge & swamp if is_south_edge(situation, n)}
    held = {name for name in south if controller(situation, name) == SOVIET}
    return with_room(situation, SOVIET, "1uf", held)


@rule("1.3")
def is_south_edge(situation: Situation, name: str) -> bool:
    """The south side of the map is its last row."""
    return situation.board.grid.places[name][1] == situation.board.grid.span[3]


@rule("10.3", "3.6")
def north_ukraine(situation: Situation) -> tuple[str, ...]:
    """In Bold Stroke, from turn 3, the four corps enter at the south-western edge."""
    position = situation.position
    if scenario(position) != BOLD_STROKE or position.turn < FIRST_NU_TURN:
        return ()
    return with_room(situation, GERMAN, "nu", position.game.hexset("nu-entry"))


@rule("10.4")
def on_other_units(situation: Situation) -> tuple[str, ...]:
    """A Korps Gruppe is placed on a German unit that is none, whatever its supply."""
    receivers = {u.hex for u in situation.units if u.side == GERMAN and group(u) != "kg"}
    return with_room(situation, GERMAN, "kg", receivers)


@rule("10.1", "6.1", "6.10")
def with_room(
    situation: Situation, side: str, group_: str, names: set[str] | frozenset[str]
) -> tuple[str, ...]:
    """Those of some hexes where one more unit may stand."""
    return tuple(name for name in sorted(names) if _fits(situation, side, group_, name))


def _fits(situation: Situation, side: str, group_: str, name: str) -> bool:
    here = situation.at(name)
    if len(here) >= STACKING_LIMIT or any(unit.side != side for unit in here):
        return False
    return side == GERMAN or all(front(unit) == group_ for unit in here)
