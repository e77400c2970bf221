"""General Supply: sources, headquarters, supply heads, Bases, and what its lack means (12); points
of ammunition and fuel under Integrated Supply, an optional rule (13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.games.uis import lines
from assistant.games.uis.lines import COMMUNICATION_TURNS, Route, Routes, routes_to
from assistant.games.uis.situation import MOVEMENT, NATO, NEUTRAL, WP, Situation
from assistant.games.uis.units import (
    ARTILLERY,
    FLOWN_OR_LANDED,
    FSH,
    HQ,
    SPECIAL_FORCES,
    is_base,
    is_component,
    is_foot,
    is_made_for_any,
    nation,
)  # fmt: skip
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class Found:
    """How a unit stands: whether in General Supply, its whole line, the units that it passes."""

    supplied: bool
    path: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    because: tuple[Reason, ...] = ()
    stand_in: bool = False

    @property
    def source(self) -> str | None:
        return self.path[-1] if self.path else None


States = Mapping[str, Found]
"""Units by their id and how they stand."""


@dataclass(frozen=True)
class Links:
    """Routes to the links of a chain: the routes, and the unit with its own supply in each goal."""

    routes: Routes
    at: Mapping[str, tuple[str, Found]] = field(default_factory=dict)

    def found(self, unit: Unit, limit: float, why: Reason) -> Found | None:
        """The unit's chain through the nearest link within a limit."""
        way = self.routes.way(unit.hex, limit)
        if way is None:
            return None
        link, its = self.at[way.end]
        path, because = way.path + its.path[1:], (why, *its.because)
        return Found(True, path, (link, *its.via), because, way.stand_in or its.stand_in)


def links_to(
    situation: Situation,
    units: Iterable[Unit],
    states: States,
    limit: float,
    asking: Iterable[Unit],
    unsupplied_too: bool = False,
) -> Links | None:
    """Routes for those who ask to those of some units that are themselves in supply; None if none
    is."""
    at: dict[str, tuple[str, Found]] = {}
    side = ""
    for unit in units:
        if states[unit.id].supplied or unsupplied_too:
            at.setdefault(unit.hex, (unit.id, states[unit.id]))
            side = unit.side
    if not at:
        return None
    return Links(routes_to(situation, side, at, limit, enough={u.hex for u in asking}), at)


def plain(way: Route | None, good: Reason, bad: Reason) -> Found:
    """Supply by one line, without links."""
    return Found(True, way.path, (), (good,), way.stand_in) if way else lacking(bad)


def lacking(why: Reason) -> Found:
    """A unit without supply."""
    return Found(False, because=(why,))


NATO_LIMIT, NATO_BASE_LIMIT = 15, 10
INDEPENDENT_BRIGADES = frozenset({"us", "uk", "ne"})

HQ_HAS_ROUTE = Reason("12.2.4", "The headquarters has a route to a source.")
HQ_HAS_NONE = Reason("12.2.4", "The headquarters has no route to a source.")
NATO_SOURCE = Reason("12.2.2", "A source is within 15 movement points.")
NATO_HQ = Reason("12.2.2", "A headquarters of its nation is within 15 movement points.")
NATO_NOTHING = Reason(
    "12.2.2", "No source or supplied headquarters of its nation is within 15 movement points."
)
ITS_BASE = Reason("12.2.9", "Its Division Base is within 10 movement points.")


@rule("12.2.2", "12.2.3", "12.2.4", "12.2.9", "12.2.10", "12.2.11", "12.5.4", "16.3", "15.4")
def nato_states(situation: Situation, units: Sequence[Unit]) -> dict[str, Found]:
    """NATO: 15 points to a source or to a headquarters of its own nation, which needs a route of
    any length; brigades of divisions that have broken down 10 to their Base that is itself in
    supply, landed troops as they choose."""
    states: dict[str, Found] = {}
    headquarters: dict[str, list[Unit]] = {}
    of_nation: dict[str, list[Unit]] = {}
    for unit in units:
        of_nation.setdefault(nation(unit), []).append(unit)
        if unit.type == HQ:
            headquarters.setdefault(nation(unit), []).append(unit)
            way = nato_routes(situation, nation(unit) == "au").way(unit.hex)
            states[unit.id] = plain(way, HQ_HAS_ROUTE, HQ_HAS_NONE)
    links = {
        name: links_to(situation, its, states, NATO_LIMIT, of_nation[name])
        for name, its in headquarters.items()
    }
    dependent: dict[str, Unit] = {}
    of_base: dict[str, list[Unit]] = {}
    for unit in units:
        if base := base_of(situation, unit):
            dependent[unit.id] = base
            of_base.setdefault(base.id, []).append(unit)
        elif unit.type != HQ:
            states[unit.id] = independent(situation, unit, links.get(nation(unit)))
    by_base = {
        base.id: links_to(situation, (base,), states, NATO_BASE_LIMIT, of_base[base.id])
        for base in {base.id: base for base in dependent.values()}.values()
    }
    for unit in (unit for unit in units if unit.id in dependent):
        base = dependent[unit.id]
        its = by_base[base.id]
        found = its and its.found(unit, NATO_BASE_LIMIT, ITS_BASE)
        if not found and unit.type in FLOWN_OR_LANDED:
            alone = independent(situation, unit, links.get(nation(unit)))
            found = alone if alone.supplied else None
        text = "Its Division Base {unit} is out of reach or of supply."
        states[unit.id] = found or lacking(Reason("12.2.9", text, unit=base.shown))
    return states


@rule("12.2.2", "12.2.3")
def independent(situation: Situation, unit: Unit, headquarters: Links | None) -> Found:
    """Fifteen points to a source, or to one headquarters of the same nation."""
    routes = nato_routes(situation, nation(unit) == "au")
    if way := routes.way(unit.hex, NATO_LIMIT):
        return plain(way, NATO_SOURCE, NATO_SOURCE)
    found = headquarters and headquarters.found(unit, NATO_LIMIT, NATO_HQ)
    if found:
        return found
    return lacking(NATO_NOTHING)


@rule("12.2.9", "12.2.10")
def base_of(situation: Situation, unit: Unit) -> Unit | None:
    """The Base on which a brigade depends, its own nation's if two nations number a division
    alike; none if it is eliminated, not in play yet, or brigades are independent by option."""
    division = str(unit.get("division"))
    if not is_component(unit) or division in situation.told("eliminated"):
        return None
    if situation.in_force("independent-brigades") and nation(unit) in INDEPENDENT_BRIGADES:
        return None
    bases = nato_bases(situation).get(division, ())
    return min(bases, key=lambda base: nation(base) != nation(unit), default=None)


@kept
def nato_bases(situation: Situation) -> dict[str, list[Unit]]:
    """NATO's Bases on the map by their division."""
    found: dict[str, list[Unit]] = {}
    for unit in situation.of_side(NATO):
        if is_base(unit):
            found.setdefault(str(unit.get("division") or ""), []).append(unit)
    return found


@rule("12.2.4", "12.2.5", "12.2.6", "12.2.7")
@kept_for
def nato_routes(situation: Situation, austrian: bool) -> Routes:
    """Routes to the sources, for Austrian units to Austrian cities too; for headquarters of any
    length."""
    sources = lines.nato_sources(situation)
    if austrian:
        sources |= lines.austrian_cities(situation)
    heads = [
        unit.hex
        for unit in situation.of_side(NATO)
        if unit.type == HQ and (nation(unit) == "au") == austrian
    ]
    return routes_to(situation, NATO, sources, NATO_LIMIT, heads)


WP_LIMIT, WP_BASE_LIMIT = 10, 5
OFF_NET_LIMIT = 5

HEAD_HAS_ROUTE = Reason("12.3.5", "The supply head has a route to a source, by rail and autobahn.")
HEAD_HAS_NONE = Reason(
    "12.3.5", "No route to a source with five hexes at most beside rail and autobahn."
)
A_BASE = Reason("12.3.9", "A Division Base is within 5 movement points.")
NO_BASE = Reason("12.3.9", "No supplied Division Base is within 5 movement points.")


@rule("12.3.2", "12.3.3", "12.3.4", "12.3.6", "12.3.9", "12.5.4", "16.3")
def wp_states(situation: Situation, units: Sequence[Unit]) -> dict[str, Found]:
    """Warsaw Pact: 10 points to a source, a supply head, or one headquarters of any nation;
    regiments of divisions that have broken down 5 to any Base, landed ones as they choose."""
    heads = [unit for unit in units if unit.type == FSH]
    headquarters = [unit for unit in units if unit.type == HQ]
    sources = Links(routes_to(situation, WP, lines.wp_sources(situation), WP_LIMIT))
    states = states_of_heads(situation, heads)
    chains = [sources, links_to(situation, heads, states, WP_LIMIT, units)]
    for unit in headquarters:
        states[unit.id] = wp_found(unit, chains, "12.3.4")
    chains.append(links_to(situation, headquarters, states, WP_LIMIT, units))
    for unit in units:
        if unit.id not in states and not draws_on_base(situation, unit):
            states[unit.id] = wp_found(unit, chains, "12.3.2")
    bases = [unit for unit in units if is_base(unit)]
    any_base = not situation.option("regiment-base-supplied")
    by_base = links_to(situation, bases, states, WP_BASE_LIMIT, units, any_base)
    for unit in (unit for unit in units if unit.id not in states):
        found = by_base and by_base.found(unit, WP_BASE_LIMIT, A_BASE)
        if not found and unit.type in FLOWN_OR_LANDED:
            alone = wp_found(unit, chains, "12.3.2")
            found = alone if alone.supplied else None
        states[unit.id] = found or lacking(NO_BASE)
    return states


@rule("12.3.5", "18")
def states_of_heads(situation: Situation, heads: Sequence[Unit]) -> dict[str, Found]:
    """A supply head needs a route of any length, but at most five of its hexes in Warsaw Pact
    countries may lie beside rail and autobahn."""
    routes = lines.head_routes(situation, OFF_NET_LIMIT, [unit.hex for unit in heads])
    return {unit.id: plain(routes.get(unit.hex), HEAD_HAS_ROUTE, HEAD_HAS_NONE) for unit in heads}


@rule("12.3.2", "12.3.4", "12.3.6")
def wp_found(unit: Unit, chains: Sequence[Links | None], number: str) -> Found:
    """A source first, then a supply head, then a headquarters: the first chain that holds."""
    sources, *others = chains
    assert sources is not None
    if way := sources.routes.way(unit.hex, WP_LIMIT):
        good = Reason(number, "A source is within 10 movement points.")
        return plain(way, good, good)
    why = Reason(number, "A supply head or headquarters is within 10 movement points.")
    for links in others:
        if links and (found := links.found(unit, WP_LIMIT, why)):
            return found
    text = "No source, supply head or supplied headquarters is within 10 movement points."
    return lacking(Reason(number, text))


@rule("12.3.9")
def draws_on_base(situation: Situation, unit: Unit) -> bool:
    """A regiment of a broken-down division; of those without its name by one reading only."""
    independent = situation.option("pact-regiments") == "independent"
    return is_component(unit) and not (independent and is_made_for_any(unit))


@rule("12.2.1", "12.3.1")
def by_communication_now(situation: Situation, side: str) -> bool:
    """Whether a line of communication is enough for a side still."""
    return situation.war_turn <= COMMUNICATION_TURNS[side]


@rule("12.2.1", "12.3.1", "40")
def by_communication(situation: Situation, side: str, units: Iterable[Unit]) -> dict[str, Found]:
    """In the first turns of war, four for NATO and three for the Warsaw Pact, a line of
    communication is enough."""
    number = "12.2.1" if side == NATO else "12.3.1"
    text = "In the first {n} turns of war a line of communication is enough."
    good = Reason(number, text, n=COMMUNICATION_TURNS[side])
    bad = Reason("40.1", "No line of communication.")
    known = lines.communication(situation, side)
    return {unit.id: plain(lines.line_of(known, unit.hex), good, bad) for unit in units}


@rule("12", "12.0", "41.1")
@kept
def supply_of(situation: Situation) -> dict[str, Found]:
    """Every unit on the map by its id, as it stands at this moment. Neutral units stand still and
    take no part in the war: nothing cuts them off."""
    peace = Reason("41", "A neutral unit is not at war.")
    neutral = situation.of_side(NEUTRAL)
    states = {unit.id: Found(True, (unit.hex,), (), (peace,)) for unit in neutral}
    for side, by_chain in ((NATO, nato_states), (WP, wp_states)):
        units = situation.of_side(side)
        if units and by_communication_now(situation, side):
            states |= by_communication(situation, side, units)
        elif units:
            states |= by_chain(situation, units)
        states |= flown_in(situation, units, states)
    return states


@rule("12.5.1", "12.5.2", "12.5.3", "29.5")
def flown_in(situation: Situation, units: Iterable[Unit], states: States) -> dict[str, Found]:
    """Troops that came by air or sea are supplied in that turn, later unless the enemy rules the
    air over them."""
    found = {}
    for unit in units:
        landed = unit.get("landed")
        if not landed or states[unit.id].supplied:
            continue
        if landed == "this-turn":
            why = Reason("12.5.1", "It came by air or sea this turn.")
            found[unit.id] = Found(True, (unit.hex,), (), (why,))
            continue
        in_the_air = unit.type in FLOWN_OR_LANDED
        if in_the_air and not lines.under_enemy_air(situation, unit.side, unit.hex):
            why = Reason("12.5.3", "Supplied by air: no enemy air superiority over its hex.")
            found[unit.id] = Found(True, (unit.hex,), (), (why,))
    return found


def is_supplied(situation: Situation, unit: Unit) -> bool:
    """Whether a unit is in General Supply now."""
    return supply_of(situation)[unit.id].supplied


@rule("12.4", "12.4.1", "13.2.3")
def is_out_of_supply(situation: Situation, unit: Unit) -> bool:
    """A unit suffers only if it bears the marker and has no route now; under Integrated Supply
    the marker does not exist."""
    if OOS not in unit.markers or situation.in_force("integrated-supply"):
        return False
    return not is_supplied(situation, unit)


@rule("27.15")
def draws_on_interdicted_head(situation: Situation, unit: Unit) -> bool:
    """Whether the unit's chain runs through a supply head interdicted from the air."""
    interdicted = situation.told("interdicted-heads")
    return bool(interdicted) and any(
        name in interdicted for name in supply_of(situation)[unit.id].via
    )


SUPPLIED, FUEL_1, OOS = "supplied", "fuel-1", "oos"


@rule("12.4.1", "12.4.2", "12.4.3")
def state_after_check(situation: Situation, unit: Unit, found: Found) -> str:
    """What the check at the start of this Movement Phase makes of the unit: a first failure is
    Fuel-1, a second one in its own phase Out of Supply."""
    if found.supplied:
        return SUPPLIED
    own_phase = MOVEMENT.get(situation.phase) == unit.side
    return OOS if OOS in unit.markers or (FUEL_1 in unit.markers and own_phase) else FUEL_1


FREE_POINTS = (5, 20, 40)
"""What a unit with so much fuel left can pay without General Supply."""


@rule("13", "13.0.1", "13.0.2", "13.0.3", "13.0.4", "13.0.5", "15.3")
def ammo(unit: Unit) -> int:
    """Points of ammunition left; if the position does not tell, a full stock: three of artillery
    and the Warsaw Pact, two of foot infantry and NATO."""
    full = 2 if unit.type != ARTILLERY and (is_foot(unit) or unit.side == NATO) else 3
    told = unit.get("ammo")
    return full if told is None else int(told)


RESTED = "rested"
"""The field of a unit that has rested on its way: the points that this took."""


@rule("13.1.4")
def rested(unit: Unit) -> int:
    """Points spent on rest in this phase, for which no fuel is paid."""
    return int(unit.get(RESTED) or 0)


@rule("13.1.1", "13.1.2", "13.1.3", "13.1.4", "13.1.5")
def fuel_limit(situation: Situation, unit: Unit) -> int | None:
    """The most points that a unit without General Supply can pay with its fuel, rest besides; None
    if its fuel does not matter or is not told."""
    fuel = unit.get("fuel")
    if fuel is None or not situation.in_force("integrated-supply") or is_foot(unit):
        return None
    if is_supplied(situation, unit) or int(fuel) >= len(FREE_POINTS):
        return None
    return FREE_POINTS[int(fuel)] + rested(unit)


@rule("13.1.4")
def fuel_used(situation: Situation, unit: Unit, before: float, after: float) -> int:
    """Points of fuel that a unit without General Supply pays for spending from one total to
    another: beyond 5, 20 and 40 points; rest and supplies are not counted."""
    if not situation.in_force("integrated-supply") or is_foot(unit) or is_supplied(situation, unit):
        return 0
    free = rested(unit)
    return sum(before <= points + free < after for points in FREE_POINTS)


@rule("13.0.6", "14.1.5", "14.2.6")
def stocks(situation: Situation, parts: Iterable[Unit]) -> dict[str, int]:
    """What a division and its parts have of each stock: the least that any had."""
    if not situation.in_force("integrated-supply"):
        return {}
    parts = tuple(parts)
    fuel = [3 if (told := unit.get("fuel")) is None else int(told) for unit in parts]
    return {"ammo": min(map(ammo, parts)), "fuel": min(fuel)}


@rule("13.2.1", "13.2.2", "13.2.3", "13.2.4", "9.1.15")
def is_without_ammo(situation: Situation, unit: Unit) -> bool:
    """A unit neither in General Supply nor with ammunition fights as if out of supply."""
    if not situation.in_force("integrated-supply") or unit.type == SPECIAL_FORCES:
        return False
    return ammo(unit) == 0 and not is_supplied(situation, unit)


@rule("13.2.5", "13.2.6", "15.1.3")
def bar_to_rationing(situation: Situation, units: tuple[Unit, ...], special: bool) -> Reason | None:
    """Only a unit without General Supply and with ammunition left may ration it, and not in a
    single-echelon assault or Active Defence (`special`)."""
    if not situation.in_force("integrated-supply"):
        return Reason("13", "Integrated Supply is not in force.", "option")
    if special:
        text = "No rationing in a single-echelon assault or Active Defence."
        return Reason("13.2.6", text, "unit")
    if all(is_supplied(situation, unit) or ammo(unit) <= 0 for unit in units):
        text = "Only a unit without General Supply and with ammunition left rations it."
        return Reason("13.2.5", text, "supply")
    return None
