"""General Supply of the Warsaw Pact: sources, supply heads, headquarters, Bases (12.3)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.uis.routes import head_routes, routes_to
from assistant.games.uis.sides import WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.sources import wp_sources
from assistant.games.uis.supply_chain import Found, Links, base_links, plain
from assistant.games.uis.units import (
    FLOWN_OR_LANDED,
    FSH,
    HQ,
    is_base,
    is_component,
    is_made_for_any,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

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
