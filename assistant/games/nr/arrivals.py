"""Who comes, returns, turns his face and at how many cards (chapters 7, 13.5, 14.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from assistant.games.nr.optional import broken_up
from assistant.games.nr.situation import CLOSED, SIDES, Situation
from assistant.games.nr.supply import Network, direct_route, land_route, networks_now
from assistant.games.nr.units import (
    AXIS,
    ONE_STEP,
    SOVIET,
    box_of_eliminated,
    enemy_of,
    goes_to_turn_track,
    is_axis_ally,
    is_fort,
    nationality,
    type_of,
)
from assistant.games.nr.zones import room_for
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import TRACK, arrival_of, not_named, to_come, without_scenario
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, Entry
from assistant.questions.data import Data, Row
from assistant.questions.reasons import Reason

SHATTERED, DESTROYED, SURRENDERED = "shattered", "destroyed", "surrendered"
LATE = Reason("7.8", "Its turn is past: it has waited.")
NO_HEX = Reason("7.6", "No hex is open to it now.", "supply")
IN_ITS_CITY = ("garrison", "volkssturm")
FIRST_AXIS, LAST_AXIS = 5, 23
"""Turns between which the Axis upgrades and replaces."""
TWO_STEPS, FIRST_FORT = 17, 3
GARRISON = "axis-berlin-garrison"
LEAVING = {
    15: "axis-8-italian",
    16: "axis-2-panzer",
    18: "axis-ss-panzer",
    28: GARRISON,
}
"""The unit that leaves the game at the beginning of a turn."""
ARRIVAL = "arrival"
TURN_UNTOLD = (
    "Nothing says on which turn {unit} comes: write the turn of its counter as arrival = N."
)
SAME_FACE = Reason("7.7", "It comes back on the face with which it left.")
DISORGANISED = Reason("7.7", "It comes back disorganised, unless a cadre makes room for it.")
BACK_SHAKEN = Reason("7.9", "It comes back disorganised, unless a cadre makes room for it.")
SS_PANZER, SS_RETURNS = "axis-ss-panzer", 23


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by turn, units that come back, and those that turn their face."""
    found = (
        *reinforcements(situation),
        *by_event(situation),
        *ss_returns(situation),
        *recovered(situation),
        *replaced(situation),
        *upgraded(situation),
        *modernised(situation),
        *fortified(situation),
        *reorganised(situation),
        *broken_up(situation),
    )
    hands = {side: situation.value(f"{side}-cards") for side in SIDES}
    told = {side: cards for side, cards in hands.items() if cards is not None}
    paying = {one.side for one in found if one.price and one.state == "possible"}
    notes = [Reason("5.4", "Prices are cards to be discarded.")] if paying else []
    # In backticks, because these are the words that a position file takes in every language.
    if missing := [f"`{side}-cards`" for side in SIDES if side in paying and side not in told]:
        text = (
            "Prices are cards; "
            "name how many are in hand in the state {n|variable|variables} {what:and}."
        )
        notes = [Reason("5.4", text, "missing", n=len(missing), what=missing)]
    notes += without_scenario(situation.position, "7.8")
    notes += on_rails(situation)
    able = tuple(map(partial(afforded, told), found))
    return Arrivals(able, tuple(notes), situation.readings(open_points(situation, able)))


@rule("9.2")
def on_rails(situation: Situation) -> Iterator[Reason]:
    """Units in the Rail Movement Box return to the map too, in a phase of their own."""
    sides = (situation.active,) if situation.active else SIDES
    if waiting := [u.shown for u in situation.in_box("rail") if u.side in sides]:
        yield Reason("9.2", ON_RAILS, units=waiting)


ON_RAILS = (
    "In the Rail Movement Box: {units}. They get off in their side's detraining phase: `turn` "
    "tells in which hexes then, `moves` for each of them."
)


def open_points(situation: Situation, found: Iterable[Arrival]) -> Iterator[str]:
    """The readings on which the answer leans."""
    if free_turns(situation) and any(u.type == "shock" for u in weak(situation, SOVIET)):
        yield "shock-modernised"
    turned = [situation.position.by_id[one.units[0]] for one in found if one.kind == "fort"]
    if any(no_land_route(situation, unit) for unit in turned):
        yield "fort-supply"


@rule("5.4")
def afforded(hands: Mapping[str, int], one: Arrival) -> Arrival:
    """What costs more cards than the hand holds, where that is told, is not to be had."""
    hand, price = hands.get(one.side), one.price or 0
    if one.state != "possible" or hand is None or price <= hand:
        return one
    why = Reason("5.4", "It costs {n} {n|card|cards}, and the hand holds {m}.", n=price, m=hand)
    return replace(one, state="barred", entries=(), because=(*one.because, why))


# Where units are placed


@rule("7.6")
@kept
def places(situation: Situation) -> dict[tuple[str, bool], frozenset[str]]:
    """Side, and whether it is for recovered units -> the hexes for placement: next to or in an own
    city, in no enemy zone, with a land route. Recovered units come to both countries, the others to
    their own; besides there is the own edge, for the Axis to recovered units alone."""
    return {
        (side, back): _places(situation, side, back) for side in SIDES for back in (False, True)
    }


def _places(situation: Situation, side: str, back: bool) -> frozenset[str]:
    board, network = situation.board, networks_now(situation)[side]
    cities = situation.cities_of(side)
    near = cities | {
        n for city in cities for n in situation.near(city) if situation.passable(city, n)
    }
    home = {name for name in near if back or situation.in_ussr(name) == (side == SOVIET)}
    found = {name for name in home if land_route(network, name)}
    if side == SOVIET or back:
        found |= {n for n in situation.edges[side] if situation.in_ussr(n) == (side == SOVIET)}
    shut = board.hexes_with(*CLOSED) | board.areas | situation.held[enemy_of(side)]
    return frozenset(found - shut - network.enemy.zone)


@rule("14.9.4")
def on_cadres(network: Network) -> frozenset[str]:
    """Hexes of cadres with a route to the own edge: a unit that comes back takes their place."""
    cadres = (u for u in network.situation.of_side(network.side) if type_of(u) == "cadre")
    return frozenset(u.hex for u in cadres if direct_route(network, u.hex))


def entries(situation: Situation, unit: Unit, back: bool, cadres: bool) -> tuple[Entry, ...]:
    """The hexes where a unit has room, and the cadres that it may replace."""
    open_to = places(situation)[unit.side, back]
    roomy = [name for name in sorted(open_to) if room_for(situation, name, unit)]
    found = [Entry(name, by="placement") for name in roomy]
    if cadres:
        why = (Reason("14.9.4", "The cadre there leaves, and the unit is not disorganised."),)
        on = sorted(on_cadres(networks_now(situation)[unit.side]).difference(roomy))
        found += [Entry(name, by="placement", because=why) for name in on]
    return tuple(found)


# The placement step


@rule("7.8", "14.9.1", "13.5")
def reinforcements(situation: Situation) -> Iterator[Arrival]:
    """Units of the turn track by their turn; cadres go to their box, and the last defenders to the
    cities that their counters name."""
    groups: dict[tuple[int, str, str], list[Unit]] = {}
    for turn, unit in expected(situation):
        if gone_for_good(situation, turn, unit) or is_lost_rumanian(situation, unit):
            continue
        kind = "cadre" if type_of(unit) == "cadre" else ""
        if type_of(unit) in IN_ITS_CITY:
            kind = f"city {named_city(situation, unit)}"
        groups.setdefault((turn, unit.side, kind), []).append(unit)
    for (turn, side, kind), units in sorted(groups.items(), key=lambda group: group[0]):
        ids = tuple(unit.id for unit in units)
        state = "later" if turn > situation.turn else "due"
        why = [LATE] if turn < situation.turn else []
        hexes: tuple[Entry, ...] = ()
        if kind == "cadre":
            why.append(Reason("14.9.1", "Cadres go to their box and are placed in battle."))
        elif kind:
            why.append(Reason("13.5", "Each appears in the city that its counter names."))
            hexes = tuple(Entry(name, by="placement") for name in kind.split()[1:])
        else:
            hexes = with_room(situation, side, units)
            if state == "due" and not hexes:
                state = "barred"
                why.append(NO_HEX)
        yield Arrival(
            "reinforcement", side, ids, state, "7.8", turn, entries=hexes, because=tuple(why)
        )
    for unit in on_the_track(situation):
        if is_lost_rumanian(situation, unit):
            gone_ = Reason("11.3", "Rumania has surrendered: {unit} has left the game.", unit=unit)
            yield arrival_of("reinforcement", unit, "11.3", gone_)
        elif unit.get(ARRIVAL) is None:
            why = [Reason("14.2", TURN_UNTOLD, "missing", unit=unit)]
            yield Arrival(
                "reinforcement", unit.side, (unit.id,), "waiting", "7.8", because=tuple(why)
            )


@rule("7.8", "14.2", "14.9.3", "14.10", "15.2")
def on_the_track(situation: Situation) -> Iterator[Unit]:
    """The units on the turn track whose turn is their own: those that say so, and those that wait
    neither for the turn of the scenario nor for an event of the map."""
    scheduled = {unit.id for _, unit in to_come(situation.position)}
    waiting = {id_ for event in EVENTS.read["event"] for id_ in event.ids}
    for unit in situation.in_box(TRACK):
        its = unit.counter or unit.id
        if unit.get(ARRIVAL) is not None or its not in scheduled | waiting:
            yield unit


def expected(situation: Situation) -> Iterator[tuple[int, Unit]]:
    """Everybody whose turn of arrival is known, and that turn: a unit on the track goes before what
    the scenario says of its counter."""
    told = [unit for unit in on_the_track(situation) if unit.get(ARRIVAL) is not None]
    known = {unit.counter or unit.id for unit in told}
    yield from (one for one in to_come(situation.position) if one[1].id not in known)
    yield from ((int(unit.get(ARRIVAL)), unit) for unit in told)


@rule("13.5")
def named_city(situation: Situation, unit: Unit) -> str:
    """The city of the map whose name stands on a counter; empty if it names none."""
    names, cities = situation.board.names, sorted(situation.board.hexes_with("city"))
    return next((n for n in cities if names.get(n, "?") in unit.name), "")


@rule("13.5", "11.3", "14.11")
def gone_for_good(situation: Situation, turn: int, unit: Unit) -> bool:
    """Whether a unit that is nowhere has left the game: its turn to leave is past, or it belongs to
    the last defenders, who never wait."""
    left = any(unit.id == name and situation.turn >= when for when, name in LEAVING.items())
    return left or (type_of(unit) in IN_ITS_CITY and turn < situation.turn)


@rule("13.5")
def leaving_garrison(situation: Situation) -> tuple[Unit, ...]:
    """The Berlin Garrison where it stands on the map as its last turn begins."""
    if LEAVING.get(situation.turn) != GARRISON or situation.stage not in ("", "cards"):
        return ()
    return tuple(unit for unit in situation.of_side(AXIS) if type_of(unit) == "garrison")


@rule("13.5", "6.1")
def leaves_supplied(situation: Situation, unit: Unit) -> bool:
    """Whether it has Direct Supply and is therefore not held to be eliminated as it leaves."""
    return direct_route(networks_now(situation)[AXIS], unit.hex)


@rule("11.3", "13.5", "14.2")
def rumania_fell(situation: Situation) -> bool:
    """A red Soviet unit stands in the Rumanian oil fields, or the position says that they fell."""
    wells = situation.hexset("rumanian-oil")
    here = any(u.hex in wells and u.step == 1 for u in situation.of_side(SOVIET))
    return here or bool(situation.value("oil-fallen"))


@rule("11.3", "14.2")
def is_lost_rumanian(situation: Situation, unit: Unit) -> bool:
    """A Rumanian army of the Axis after the surrender of its country."""
    theirs = unit.side == AXIS and unit.fields.get("nationality") == "rumanian"
    return theirs and rumania_fell(situation)


@rule("13.5")
def ss_returns(situation: Situation) -> Iterator[Arrival]:
    """From turn 23 the SS Panzer army that left may return whole, for two points."""
    gone = {unit.id: unit for _, unit in expected(situation)}
    if situation.turn >= SS_RETURNS and SS_PANZER in gone:
        hexes = with_room(situation, AXIS, [gone[SS_PANZER]])
        why = Reason("13.5", "It may return at full strength for two points of events.")
        state, bars = ("possible", ()) if hexes else ("barred", (NO_HEX,))
        yield Arrival(
            "reinforcement", AXIS, (SS_PANZER,), state, "13.5", entries=hexes, because=(why, *bars)
        )


@rule("7.6", "8.4.1")
def with_room(situation: Situation, side: str, units: Sequence[Unit]) -> tuple[Entry, ...]:
    """The hexes for reinforcements where one of them at least has room."""
    return tuple(
        Entry(name, by="placement")
        for name in sorted(places(situation)[side, False])
        if any(room_for(situation, name, unit) for unit in units)
    )


@dataclass(frozen=True)
class Event(Row):
    """Units that an event of the map brings, as a row of events.toml: whose they are, near which
    hexes and how near (none: in towns of Greater Germany), into which areas, the hexes that the
    Soviets take before, and what is said until then and afterwards."""

    side: str
    ids: tuple[str, ...]
    came: str
    waits: str
    near: str = ""
    reach: int = 0
    areas: tuple[str, ...] = ()
    taken: str = ""

    def has_come(self, situation: Situation) -> bool:
        """Whether the Soviets control any of its hexes; without these, whether a red Soviet unit
        stands in Greater Germany or Rumania."""
        if self.taken:
            wanted = situation.hexset(self.taken)
            return any(situation.control.get(name) == SOVIET for name in wanted)
        reds = (unit.hex for unit in situation.of_side(SOVIET) if unit.step == 1)
        beyond = (name for name in reds if name in situation.board.grid)
        return any(not situation.in_ussr(name) for name in beyond)


EVENTS = Data(Path(__file__).with_name("events.toml"), dict[str, tuple[Event, ...]])


@rule("13.5", "8.7")
def by_event(situation: Situation) -> Iterator[Arrival]:
    """Units on the turn track that wait for an event of the map, and the hexes in which they are
    set down: empty ones with a land route near a town, an area of the Balkans, German towns."""
    listed = {unit.id for unit in not_named(situation.position, TRACK)}
    listed |= {u.counter or u.id for u in situation.in_box(TRACK)}
    for event in EVENTS.read["event"]:
        ids = tuple(id_ for id_ in event.ids if id_ in listed)
        if ids:
            has = event.has_come(situation)
            why = Reason("13.5", event.came if has else event.waits)
            hexes = tuple(Entry(name, by="placement") for name in event_hexes(situation, event))
            state = "waiting" if not has else "possible" if hexes else "barred"
            bars = (NO_HEX,) if state == "barred" else ()
            yield Arrival(
                "reinforcement", event.side, ids, state, "13.5", entries=hexes, because=(why, *bars)
            )


def event_hexes(situation: Situation, event: Event) -> list[str]:
    """Where the units of an event are set down."""
    network, board = networks_now(situation)[event.side], situation.board
    if not event.near and not event.areas:
        towns = (n for n in situation.cities_of(event.side) if not situation.in_ussr(n))
        army = Unit(event.ids[0], event.side, "infantry", TRACK)
        free = (n for n in towns if n not in network.enemy.zone)
        return sorted(n for n in free if room_for(situation, n, army))
    centres = situation.hexset(event.near) if event.near else ()
    around = {n for name in centres for n in board.grid.within(name, event.reach)}
    shut = board.hexes_with(*CLOSED) | network.enemy.zone
    free = (n for n in around - shut if n in board and not situation.at(n))
    enemy = enemy_of(event.side)
    own = (n for n in free if situation.holder(n) != enemy and land_route(network, n))
    return sorted(own) + list(event.areas)


@rule("7.7")
def recovered(situation: Situation) -> Iterator[Arrival]:
    """Shattered units come back free, on the face with which they left, disorganised."""
    for unit in situation.in_box(SHATTERED):
        bar, hexes = bar_for_good(unit), entries(situation, unit, back=True, cadres=True)
        bar = bar or (None if hexes else NO_HEX)
        open_to = () if bar else hexes
        one = arrival_of("recovery", unit, "7.7", bar, price=0, entries=open_to, state="due")
        yield one if bar else replace(one, because=(SAME_FACE, DISORGANISED))


@rule("7.9", "7.9.1", "7.9.2")
def replaced(situation: Situation) -> Iterator[Arrival]:
    """Destroyed units come back for a card, Shock armies and surrendered units for two; those of
    two steps on their weak face; the Axis only from turn 5 to 23."""
    for box, cards in ((DESTROYED, 1), (SURRENDERED, 2)):
        for unit in situation.in_box(box):
            hexes = entries(situation, unit, back=False, cadres=True)
            bar = bar_for_good(unit) or bar_by_turn(situation, unit.side)
            bar = bar or (None if hexes else NO_HEX)
            price = max(cards, 2 if unit.type == "shock" else 1)
            open_to = () if bar else hexes
            one = arrival_of("replacement", unit, "7.9", bar, price=price, entries=open_to)
            yield (
                one if bar else replace(one, because=(face_of_return(situation, unit), BACK_SHAKEN))
            )


@rule("7.9.2", "7.2.2")
def face_of_return(situation: Situation, unit: Unit) -> Reason:
    """The face with which a replaced unit comes back: the weak one of two steps; before turn 17 a
    Soviet unit that is no fort keeps its own, having one step on either."""
    if len(unit.get("strength") or ()) < 2 or unit.type in ONE_STEP:
        return Reason("7.9", "It has one face.")
    if unit.side == SOVIET and unit.type != "fort" and situation.turn < TWO_STEPS:
        return Reason("7.2.2", "Before turn 17 it comes back on the face with which it left.")
    return Reason("7.9.2", "It comes back on its weak face.")


@rule("12.5", "14.1", "14.2", "14.9.3", "14.10", "14.11", "15.2")
def bar_for_good(unit: Unit) -> Reason | None:
    """Why a unit comes back neither free nor for cards: it has left the game, or its place is the
    turn track or Finland."""
    if type_of(unit) == "garrison":
        return Reason("12.5", "The Berlin Garrison is never replaced.")
    if box_of_eliminated(unit, surrendered=False) == "removed":
        number = "14.11" if type_of(unit) == "volkssturm" else "14.1"
        return Reason(number, "Once eliminated it has left the game.")
    if nationality(unit) == "finnish":
        return Reason("14.1", "It stands in Finland alone, and no unit is placed there.")
    if goes_to_turn_track(unit):
        text = "It is not replaced: its place is the turn track, from where it comes back free."
        return Reason("14.2", text)
    return None


def bar_by_turn(situation: Situation, side: str) -> Reason | None:
    """Why the Axis neither upgrades nor replaces on this turn."""
    if side == SOVIET or FIRST_AXIS <= situation.turn <= LAST_AXIS:
        return None
    text = "The Axis replaces and upgrades on turns {n} to {m} only."
    return Reason("7.9.1", text, n=FIRST_AXIS, m=LAST_AXIS)


# The step of turning units


def weak(situation: Situation, side: str) -> Sequence[Unit]:
    """Units on the weak of two faces; forts, Regionals and one-step allies left out."""
    return [
        unit
        for unit in situation.of_side(side)
        if unit.step > 1 and len(unit.get("strength") or ()) > 1
        if unit.type not in ("fort", "regional") and not is_axis_ally(unit)
    ]


@rule("6.5.1", "7.1")
def no_land_route(situation: Situation, unit: Unit) -> Reason | None:
    """Only units with a land route and without the marker are upgraded or modernised."""
    if "oos" in unit.markers:
        return Reason("6.5.1", "It is marked as out of supply.", "supply")
    if land_route(networks_now(situation)[unit.side], unit.hex):
        return None
    return Reason("7.1", "It has no land route.", "supply")


@rule("7.1", "7.3", "14.5", "14.6", "14.7")
def upgraded(situation: Situation) -> Iterator[Arrival]:
    """Two cards turn a weak Axis unit, one an SS unit and, from turn 17, a Soviet one; two a Shock
    army."""
    for side in SIDES:
        if side == SOVIET and situation.turn < TWO_STEPS:
            continue
        for unit in weak(situation, side):
            bar = bar_by_turn(situation, side) or no_land_route(situation, unit)
            cheap = unit.type != "shock" if side == SOVIET else bool(unit.get("ss"))
            cards = 1 if cheap else 2
            yield arrival_of("upgrade", unit, "7.1", bar, price=cards)


def free_turns(situation: Situation) -> int:
    """How many Soviet units the turn modernises free of cards."""
    return int(situation.game.tables["turns"][str(situation.turn), "soviet-modernised"])


@rule("7.2", "7.2.0", "7.2.1", "14.7")
def modernised(situation: Situation) -> Iterator[Arrival]:
    """The Soviet units among which the free modernisations of the turn may be chosen; a Shock army
    turns for two cards."""
    most, units, cut_off = free_turns(situation), [], []
    for unit in weak(situation, SOVIET) if most else ():
        pays = unit.type == "shock" and situation.option("shock-modernised") == "cards"
        bar = no_land_route(situation, unit)
        if pays and situation.turn < TWO_STEPS:
            yield arrival_of("modernisation", unit, "14.7", bar, price=2)
        elif not pays and bar is None:
            units.append(unit)
        elif not pays and situation.turn < TWO_STEPS:
            cut_off.append(arrival_of("modernisation", unit, "7.2", bar))
    if most and units:
        text = "{n} of these {n|is|are} modernised free of cards."
        why = (Reason("7.2", text, n=min(most, len(units))),)
        ids = tuple(unit.id for unit in units)
        yield Arrival("modernisation", SOVIET, ids, "possible", "7.2", price=0, because=why)
    yield from cut_off


@rule("7.5", "14.1", "14.8")
def fortified(situation: Situation) -> Iterator[Arrival]:
    """A Regional unit becomes a fort for a card in its own city, for two elsewhere, from turn 3; a
    fort turns back free; Yugoslavs do either in the Balkans alone."""
    for unit in situation.of_side(SOVIET):
        yugoslav = nationality(unit) == "yugoslav"
        text = "It turns its face in the areas of the Balkans alone."
        bar = Reason("14.8", text, "area") if yugoslav and "balkans" not in unit.hex else None
        if is_fort(unit):
            if unit.type == "fort" and unit.step == 1:
                yield arrival_of("regional", unit, "7.5", bar, price=0)
        elif unit.type in ("fort", "regional") and situation.turn >= FIRST_FORT:
            if bar is None and situation.option("fort-supply") == "land":
                bar = no_land_route(situation, unit)
            name = situation.board.names.get(unit.hex, "")
            own = bool(name) and name.lower() in (unit.name or unit.id).lower()
            yield arrival_of("fort", unit, "7.5", bar, price=1 if own else 2)


@rule("7.10")
def reorganised(situation: Situation) -> Iterator[Arrival]:
    """A card takes the marker from a disorganised unit at once."""
    for side in SIDES:
        for unit in situation.of_side(side):
            if "disorganised" in unit.markers:
                yield arrival_of("reorganisation", unit, "7.10", price=1)
