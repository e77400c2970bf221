"""General Supply of NATO: sources, headquarters by nation, Bases by division (12.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.calendar import in_force
from assistant.games.uis.routes import ENDLESS, Network, routes_to
from assistant.games.uis.sides import NATO
from assistant.games.uis.situation import Situation
from assistant.games.uis.sources import austrian_cities, nato_sources
from assistant.games.uis.supply_chain import Found, Links, base_links, plain
from assistant.games.uis.units import FLOWN_OR_LANDED, HQ, is_base, is_component, nation
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

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
        position = self.situation.position
        if division in (position.value("eliminated") or ()):
            return None
        if in_force(position, "independent-brigades") and nation(unit) in INDEPENDENT_BRIGADES:
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
