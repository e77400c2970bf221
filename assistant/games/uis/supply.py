"""General Supply: sources, headquarters, supply heads, Bases, and what its lack means (12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from assistant.games.uis.lines import (
    COMMUNICATION_TURNS,
    Way,
    austrian_cities,
    communication,
    nato_sources,
    under_enemy_air,
    wp_sources,
)
from assistant.games.uis.routes import ENDLESS, Network, head_routes, routes_to
from assistant.games.uis.situation import MOVEMENT, NATO, NEUTRAL, WP, Situation
from assistant.games.uis.units import (
    FLOWN_OR_LANDED,
    FSH,
    HQ,
    is_base,
    is_combat,
    is_component,
    is_made_for_any,
    nation,
)
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.reasons import Reason, Saying


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


@dataclass(frozen=True)
class Links:
    """Routes to the links of a chain: the routes, and the unit with its own supply in each goal."""

    network: Network
    at: dict[str, tuple[str, Found]] = field(default_factory=dict)

    def found(self, unit: Unit, limit: float, why: Reason) -> Found | None:
        """The unit's chain through the nearest link within a limit."""
        way = self.network.way(unit.hex, limit)
        if way is None:
            return None
        link, its = self.at[way.end]
        return Found(
            True,
            way.path + its.path[1:],
            (link, *its.via),
            (why, *its.because),
            way.stand_in or its.stand_in,
        )


def plain(way: Way | None, good: Reason, bad: Reason) -> Found:
    """Supply by one line, without links."""
    if way is None:
        return Found(False, because=(bad,))
    return Found(True, way.path, (), (good,), way.stand_in)


def base_links(
    situation: Situation,
    side: str,
    bases: Iterable[Unit],
    limit: float,
    states: dict[str, Found],
) -> Links | None:
    """Routes to Bases that are themselves in supply."""
    must = side == NATO or situation.option("regiment-base-supplied")
    at: dict[str, tuple[str, Found]] = {}
    for base in bases:
        if states[base.id].supplied or not must:
            at.setdefault(base.hex, (base.id, states[base.id]))
    return Links(routes_to(situation, side, at, limit), at) if at else None


NATO_LIMIT, NATO_BASE_LIMIT = 15, 10
INDEPENDENT_BRIGADES = frozenset({"us", "uk", "ne"})


@rule("12.2.2", "12.2.3", "12.2.4", "12.2.9", "12.2.10", "12.2.11", "12.5.4", "16.3", "15.4")
def nato_states(situation: Situation, units: Iterable[Unit]) -> dict[str, Found]:
    """NATO: 15 points to a source or to a headquarters of its own nation, brigades of divisions
    that have broken down 10 to their Base."""
    chains = NatoChains(situation, tuple(units))
    headquarters = {u.id: chains.headquarters(u) for u in chains.units if u.type == HQ}
    links = chains.links(headquarters)
    independent = {
        unit.id: chains.independent(unit, links)
        for unit in chains.units
        if unit.type != HQ and not chains.base_of(unit)
    }
    states = headquarters | independent
    by_base = {
        unit.id: chains.by_base(unit, links, states)
        for unit in chains.units
        if unit.id not in states
    }
    return states | by_base


@dataclass(frozen=True)
class NatoChains:
    """The chains of NATO's supply: sources, headquarters by nation, Bases by division."""

    situation: Situation
    units: tuple[Unit, ...]

    @rule("12.2.4", "12.2.7")
    def headquarters(self, unit: Unit) -> Found:
        """A headquarters needs a route of any length to a source."""
        good = Reason("12.2.4", "The headquarters has a route to a source.")
        bad = Reason("12.2.4", "The headquarters has no route to a source.")
        return plain(nato_routes(self.situation, nation(unit)).way(unit.hex), good, bad)

    def links(self, headquarters: dict[str, Found]) -> dict[str, Links]:
        """Routes to the supplied headquarters of each nation."""
        found: dict[str, dict[str, tuple[str, Found]]] = {}
        for unit in self.units:
            if unit.id in headquarters and headquarters[unit.id].supplied:
                its = found.setdefault(nation(unit), {})
                its.setdefault(unit.hex, (unit.id, headquarters[unit.id]))
        return {
            name: Links(routes_to(self.situation, NATO, at, NATO_LIMIT), at)
            for name, at in found.items()
        }

    @rule("12.2.9", "12.2.10")
    def base_of(self, unit: Unit) -> Unit | None:
        """The Base on which a brigade depends, its own nation's if two nations number a division
        alike; none if it is eliminated, not in play yet, or brigades are independent by option."""
        if not is_component(unit):
            return None
        division = str(unit.get("division"))
        if division in self.situation.told("eliminated"):
            return None
        if self.situation.in_force("independent-brigades") and nation(unit) in INDEPENDENT_BRIGADES:
            return None
        bases = sorted(self.bases.get(division, ()), key=lambda base: nation(base) != nation(unit))
        return bases[0] if bases else None

    @cached_property
    def bases(self) -> dict[str, list[Unit]]:
        """The Bases on the map by their division."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units:
            if is_base(unit):
                found.setdefault(str(unit.get("division") or ""), []).append(unit)
        return found

    @rule("12.2.2", "12.2.3")
    def independent(self, unit: Unit, links: dict[str, Links]) -> Found:
        """Fifteen points to a source, or to one headquarters of the same nation."""
        routes = nato_routes(self.situation, nation(unit))
        way = routes.way(unit.hex, NATO_LIMIT)
        good = Reason("12.2.2", "A source is within 15 movement points.")
        if way is not None:
            return plain(way, good, good)
        through = Reason("12.2.2", "A headquarters of its nation is within 15 movement points.")
        its = links.get(nation(unit))
        found = its.found(unit, NATO_LIMIT, through) if its else None
        return found or Found(False, because=(too_far("12.2.2", routes, unit, NATO_LIMIT),))

    @cached_property
    def _to_base(self) -> dict[str, Links | None]:
        """Routes to each Base that has been asked for."""
        return {}

    @rule("12.2.9", "12.5.4")
    def by_base(self, unit: Unit, links: dict[str, Links], states: dict[str, Found]) -> Found:
        """Ten points to its own Base that is itself in supply; landed troops choose."""
        base = self.base_of(unit)
        assert base is not None
        if base.id not in self._to_base:
            its = base_links(self.situation, NATO, (base,), NATO_BASE_LIMIT, states)
            self._to_base[base.id] = its
        its = self._to_base[base.id]
        why = Reason("12.2.9", "Its Division Base is within 10 movement points.")
        found = its.found(unit, NATO_BASE_LIMIT, why) if its else None
        if found is None and unit.type in FLOWN_OR_LANDED:
            alone = self.independent(unit, links)
            found = alone if alone.supplied else None
        no_base = Reason(
            "12.2.9", "Its Division Base {unit} is out of reach or of supply.", unit=base.shown
        )
        return found or Found(False, because=(no_base,))


@kept
def _nato_routes(situation: Situation) -> dict[bool, Network]:
    return {}


@rule("12.2.5", "12.2.6", "12.2.7")
def nato_routes(situation: Situation, of_nation: str) -> Network:
    """Routes to the sources, for Austrian units to Austrian cities too; as far as needed."""
    known, austrian = _nato_routes(situation), of_nation == "au"
    if austrian not in known:
        sources = nato_sources(situation)
        if austrian:
            sources |= austrian_cities(situation)
        heads = frozenset(
            unit.hex
            for unit in situation.of_side(NATO)
            if unit.type == HQ and (nation(unit) == "au") == austrian
        )
        known[austrian] = routes_to(situation, NATO, sources, NATO_LIMIT, heads)
    return known[austrian]


def too_far(number: str, routes: Network, unit: Unit, limit: int) -> Reason:
    """Why a unit has no supply, with the length of its way if there is one."""
    length = routes.length(unit.hex)
    if length is None or length == ENDLESS:
        text = Saying(
            "No route to a source, nor one of {n} {n|point|points} to a supplied headquarters.",
            n=limit,
        )
    else:
        text = Saying(
            "The nearest source is {n:g} {n|point|points} away, more than {m}.", n=length, m=limit
        )
    return Reason(number, text)


WP_LIMIT, WP_BASE_LIMIT = 10, 5
OFF_NET_LIMIT = 5


@rule("12.3.2", "12.3.3", "12.3.4", "12.3.6", "12.3.9", "12.5.4", "16.3")
def wp_states(situation: Situation, units: Iterable[Unit]) -> dict[str, Found]:
    """Warsaw Pact: 10 points to a source, a supply head, or one headquarters of any nation;
    regiments of divisions that have broken down 5 to a Base."""
    units = tuple(units)
    sources = Links(routes_to(situation, WP, wp_sources(situation), WP_LIMIT))
    states = heads(situation, [unit for unit in units if unit.type == FSH])
    by_head = supplied_links(situation, states, [u for u in units if u.type == FSH], WP_LIMIT)
    for unit in units:
        if unit.type == HQ:
            states[unit.id] = wp_found(unit, sources, (by_head,), "12.3.4")
    by_hq = supplied_links(situation, states, [u for u in units if u.type == HQ], WP_LIMIT)
    for unit in units:
        if unit.id not in states and not draws_on_base(situation, unit):
            states[unit.id] = wp_found(unit, sources, (by_head, by_hq), "12.3.2")
    bases = tuple(unit for unit in units if is_base(unit))
    by_base = base_links(situation, WP, bases, WP_BASE_LIMIT, states)
    for unit in units:
        if unit.id not in states:
            found = regiment(unit, by_base)
            if not found.supplied and unit.type in FLOWN_OR_LANDED:
                alone = wp_found(unit, sources, (by_head, by_hq), "12.3.2")
                found = alone if alone.supplied else found
            states[unit.id] = found
    return states


@rule("12.3.5", "18")
def heads(situation: Situation, units: Iterable[Unit]) -> dict[str, Found]:
    """A supply head needs a route of any length, but at most five of its hexes in Warsaw Pact
    countries may lie beside rail and autobahn."""
    units = tuple(units)
    if not units:
        return {}
    network = head_routes(situation, wp_sources(situation), frozenset(u.hex for u in units))
    good = Reason("12.3.5", "The supply head has a route to a source, by rail and autobahn.")
    bad = Reason("12.3.5", "No route to a source with five hexes at most beside rail and autobahn.")
    return {unit.id: plain(network.way(unit.hex, OFF_NET_LIMIT), good, bad) for unit in units}


def supplied_links(
    situation: Situation, states: dict[str, Found], units: Iterable[Unit], limit: float
) -> Links | None:
    """Routes to those of some Warsaw Pact units that are supplied."""
    at: dict[str, tuple[str, Found]] = {}
    for unit in units:
        if states[unit.id].supplied:
            at.setdefault(unit.hex, (unit.id, states[unit.id]))
    return Links(routes_to(situation, WP, at, limit), at) if at else None


@rule("12.3.2", "12.3.4", "12.3.6")
def wp_found(unit: Unit, sources: Links, chains: Iterable[Links | None], number: str) -> Found:
    """A source first, then a supply head, then a headquarters: the shortest chain that holds."""
    way = sources.network.way(unit.hex, WP_LIMIT)
    if way is not None:
        good = Reason(number, "A source is within 10 movement points.")
        return plain(way, good, good)
    why = Reason(number, "A supply head or headquarters is within 10 movement points.")
    for links in chains:
        if links and (found := links.found(unit, WP_LIMIT, why)):
            return found
    text = "No source, supply head or supplied headquarters is within 10 movement points."
    return Found(False, because=(Reason(number, text),))


@rule("12.3.9")
def draws_on_base(situation: Situation, unit: Unit) -> bool:
    """A regiment of a broken-down division; of those without its name by one reading only."""
    independent = situation.option("pact-regiments") == "independent"
    return is_component(unit) and not (independent and is_made_for_any(unit))


@rule("12.3.9")
def regiment(unit: Unit, by_base: Links | None) -> Found:
    """A regiment of a broken-down division lives on any Base within five points."""
    why = Reason("12.3.9", "A Division Base is within 5 movement points.")
    found = by_base.found(unit, WP_BASE_LIMIT, why) if by_base else None
    none = Reason("12.3.9", "No supplied Division Base is within 5 movement points.")
    return found or Found(False, because=(none,))


@rule("12.2.1", "12.3.1", "40")
def by_communication(situation: Situation, side: str, units: Iterable[Unit]) -> dict[str, Found]:
    """In the first turns of war, four for NATO and three for the Warsaw Pact, a line of
    communication is enough."""
    lines = communication(situation)[side]
    number = "12.2.1" if side == NATO else "12.3.1"
    turns = COMMUNICATION_TURNS[side]
    good = Reason(
        number, "In the first {n} turns of war a line of communication is enough.", n=turns
    )
    bad = Reason("40.1", "No line of communication.")
    return {unit.id: plain(lines.way(unit.hex), good, bad) for unit in units}


@rule("12", "12.0")
@kept
def supply_of(situation: Situation) -> dict[str, Found]:
    """Every unit on the map by its id, as it stands at this moment."""
    states = {unit.id: neutral(unit) for unit in situation.of_side(NEUTRAL)}
    for side, by_chain in ((NATO, nato_states), (WP, wp_states)):
        units = situation.of_side(side)
        if not units:
            continue
        if situation.war_turn <= COMMUNICATION_TURNS[side]:
            states |= by_communication(situation, side, units)
        else:
            states |= by_chain(situation, units)
        states |= flown_in(situation, side, units, states)
    return states


@rule("41.1")
def neutral(unit: Unit) -> Found:
    """Neutral units stand still and take no part in the war: nothing cuts them off."""
    return Found(True, (unit.hex,), (), (Reason("41", "A neutral unit is not at war."),))


@rule("12.5.1", "12.5.2", "12.5.3", "29.5")
def flown_in(
    situation: Situation, side: str, units: Iterable[Unit], states: dict[str, Found]
) -> dict[str, Found]:
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
        elif unit.type in FLOWN_OR_LANDED and not under_enemy_air(situation, side, unit.hex):
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
    if "oos" not in unit.markers or situation.in_force("integrated-supply"):
        return False
    return not is_supplied(situation, unit)


@rule("27.15")
def draws_on_interdicted_head(situation: Situation, unit: Unit) -> bool:
    """Whether the unit's chain runs through a supply head interdicted from the air."""
    interdicted = set(situation.told("interdicted-heads"))
    return bool(interdicted & set(supply_of(situation)[unit.id].via))


SUPPLIED, FUEL_1, OOS = "supplied", "fuel-1", "oos"
STOCKS = Reason("13", "Integrated Supply: out of General Supply it lives on its own stocks.")
INTERDICTED = Reason("27.15", "Its supply head is interdicted: three hexes, and +2 to the enemy.")


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, by hex and then from the bottom of the stack."""
    states = supply_of(situation)
    return Supply(
        tuple(unit_supply(situation, unit, states[unit.id]) for unit in situation.units),
        {
            "stand_in": any(found.stand_in for found in states.values()),
            **situation.readings(open_points(situation)),
        },
    )


def unit_supply(situation: Situation, unit: Unit, found: Found) -> UnitSupply:
    """One unit with its reasons."""
    state = state_after_check(situation, unit, found)
    because = found.because
    if not found.supplied and situation.in_force("integrated-supply"):
        because = (*because, STOCKS)
    if is_combat(unit) and draws_on_interdicted_head(situation, unit):
        because = (*because, INTERDICTED)
    return UnitSupply(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        state=state,
        source=found.source,
        path=found.path,
        because=because,
        extra={"via": found.via, "stand_in": found.stand_in},
    )


@rule("12.4.1", "12.4.2", "12.4.3")
def state_after_check(situation: Situation, unit: Unit, found: Found) -> str:
    """What the check at the start of this Movement Phase makes of the unit: a first failure is
    Fuel-1, a second one in its own phase Out of Supply."""
    if found.supplied:
        return SUPPLIED
    if "oos" in unit.markers:
        return OOS
    own_phase = MOVEMENT.get(situation.position.phase) == unit.side
    return OOS if "fuel-1" in unit.markers and own_phase else FUEL_1


def open_points(situation: Situation) -> list[str]:
    """The open points on which these answers lean."""
    points = []
    if situation.table("nuclear"):
        points.append("nuclear-routes")
    if any("ferry" in features for features in situation.board.hexsides.values()):
        points.append("lines-by-ferry")
    if any(unit.type == "division-base" and unit.side == WP for unit in situation.units):
        points.append("regiment-base-supplied")
    if any(is_component(unit) and is_made_for_any(unit) for unit in situation.units):
        points.append("pact-regiments")
    return points if situation.held[WP] | situation.held[NATO] else []
