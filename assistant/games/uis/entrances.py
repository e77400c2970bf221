"""Where reinforcements enter or are placed, hex by hex, and what closes a hex (21.2-21.24)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.games.uis import ground
from assistant.games.uis.coming import DISTRICTS, Coming, pomcus
from assistant.games.uis.lines import bar_of_port, nato_ports, under_enemy_air
from assistant.games.uis.situation import HELICOPTER, HOME, NATO, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import FSH, FULL, HQ, RAILROAD_REGIMENT, fits, in_pool, nation
from assistant.games.uis.zones import zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Entry, Refusal
from assistant.questions.reasons import Reason

RULES_OF = {
    "po": "21.4", "hu": "21.5", "cz": "21.6", "eg": "21.7", "au": "21.10", "be": "21.11",
    "ca": "21.12", "dk": "21.13", "fr": "21.14", "it": "21.15", "ne": "21.16", "uk": "21.17",
    "us": "21.18", "wg": "21.19", "su": "21.8",
}  # fmt: skip
EDGE_IN = {
    "Ng": ("poland",), "Cg": ("czechoslovakia",), "Sg": ("czechoslovakia", "hungary"),
    "be": ("belgium",), "fr": ("france", "belgium"), "it": ("italy",), "ne": ("netherlands",),
}  # fmt: skip
AIR_RULES = {"CA": "21.21", "NO": "21.23", "GA": "21.24", "GB": "21.24"}
"""Where rule 21 speaks of squadrons of a code."""
NEAR_HQ, NEAR_HQ_OTHERS, FROM_THE_PACT, NEAR_AUSTRIAN_HQ = 5, 7, 3, 4
ENEMY = Reason("21.2.5", "Enemy units stand there.", "enemy-units")
ZONE = Reason("21.2.5", "An enemy zone covers the hex.", "enemy-zone")
UNDER_AIR = "The enemy has air superiority over the hex."
PORT, AIRFIELD = "port", "airfield"
"""How those enter whom enemy air superiority keeps away."""


def is_map(situation: Situation) -> bool:
    """Whether the board has any airfield, on the map or laid down by the position."""
    return bool(situation.board.hexes_with("airfield"))


def is_due(situation: Situation, one: Coming) -> bool:
    """Whether a unit may come this turn: a hex that is full now may not be so later."""
    return not one.is_mobilized if one.turn is None else one.turn <= situation.turn


@rule("7", "7.1")
def has_room(situation: Situation, one: Coming, name: str) -> bool:
    """Whether who is placed in a hex finds room; squadrons take none, and Danes take over."""
    if one.is_squadron or one.nation == "dk":
        return True
    fields = {"size": one.size} if one.size else {}
    unit = Unit(one.id, one.side, one.type, name, fields=fields)
    return fits((*in_pool(situation.at(name), ""), unit))


def ways(
    situation: Situation, one: Coming, groups: Entrances
) -> tuple[list[Entry], dict[Refusal, None]]:
    """The hexes by which a unit enters or in which it is placed, and those closed now; those that
    cost a delay only if no other is open, or once the unit is late by so much."""
    entries: list[Entry] = []
    refused: dict[Refusal, None] = {}
    for hexes, by, cost in groups:
        delay = left_to_wait(situation, one, cost)
        for name in sorted(hexes):
            why = closed(situation, one, name, by)
            placed = by != "march" and is_due(situation, one)
            if why is None and placed and not has_room(situation, one, name):
                why = FULL
            if why:
                refused[Refusal.by(name, why)] = None
            else:
                entries.append(Entry(name, 0, by, extra={"delay": delay} if delay else {}))
    return [entry for entry in entries if not entry.extra] or entries, refused


def left_to_wait(situation: Situation, one: Coming, delay: int) -> int:
    """Turns that a way still costs: who is late has paid for as many."""
    due = situation.turn if one.turn is None else one.turn + one.held
    return max(0, delay - max(0, situation.turn - due))


Entrances = list[tuple[Iterable[str], str, int]]
"""Hexes, how they are entered, and how many turns later."""


@rule(
    "21.4", "21.5", "21.6", "21.7", "21.8", "21.11", "21.12", "21.14", "21.15", "21.16", "21.17",
    "21.18", "21.22", "21.22.2", "21.23", "21.14.1", "21.15.1", "21.17.1", "21.23.8", "21.20.2",
    "21.23.6", "21.22.4", "21.12.1", "21.18.1", "21.18.4", "21.18.5", "21.22.1", "21.23.1",
)  # fmt: skip
def places(situation: Situation, one: Coming) -> tuple[str, Entrances]:
    """Where rule 21 sends a unit: its number, and hexes with the delay that they cost."""
    number = RULES_OF.get(one.nation, "21.2")
    if one.is_shipped_squadron:
        return "21.22.4", [(nato_ports(situation), PORT, 0)]
    if one.is_squadron:
        general = "21.2.2" if one.type == HELICOPTER else "21.2.1"
        by_code = AIR_RULES.get(one.group, general)
        return by_code, [(airfields(situation, one), AIRFIELD, 0)] if is_map(situation) else []
    if one.is_flown:
        _, later = places(situation, replace(one, type="infantry"))
        fields = (airfields(situation, one), AIRFIELD, 0)
        return "21.2.3", [fields, *((hexes, by, delay + 1) for hexes, by, delay in later)]
    if one.is_placed:
        sites = pomcus(situation, one.group)
        return "21.20.2", [(sites, "placed", 0)] if sites else []
    if one.side == WP:
        return number, pact_places(situation, one)
    if one.nation == "au":
        return austrian_places(situation, one)
    if one.nation == "dk":
        return number, [(replaced(situation, one), "placed", 0)]
    if one.crossed_by_sea:
        west = _edge(situation, "west", ("netherlands", "belgium"))
        number = {"CS": "21.22.2", "NO": "21.23.6"}.get(one.group, number)
        number = "21.22.2" if one.is_lifted else number
        return number, [(nato_ports(situation), PORT, 0), (west, "march", 1)]
    if one.nation == "wg":
        return number, [(for_territorials(situation, one), "placed", 0)]
    if one.nation in EDGE_IN:
        edge = "south" if one.nation == "it" else "west"
        return number, [(_edge(situation, edge, EDGE_IN[one.nation]), "march", 0)]
    return number, []


@rule(
    "21.4", "21.5", "21.6", "21.7", "21.8", "21.8.9", "21.23.7", "21.4.1", "21.5.1", "21.6.1",
    "21.8.1", "21.8.2", "21.8.3", "21.8.4", "21.8.5", "21.8.6", "21.8.7", "21.8.8", "21.8.10",
)  # fmt: skip
def pact_places(situation: Situation, one: Coming) -> Entrances:
    """The Pact: named hexes, the edge in a country, or rail and autobahn of the East edge one
    turn later, two for Odessa; East Germans in their own towns."""
    net = ground.on_net(situation)
    east = net & ground.edges(situation)["east"]
    if one.type in (FSH, RAILROAD_REGIMENT):
        return [(east, "march", 0)]
    if one.nation == "eg":
        return [(east_german_towns(situation), "placed", 0)]
    if one.group == "NO":
        return [(_edge(situation, "east", ("poland",)), "march", 0)]
    key = one.group if one.group in DISTRICTS else one.nation
    if key in EDGE_IN:
        first = {
            n for n in net & ground.rim(situation) if ground.country(situation, n) in EDGE_IN[key]
        }
        return [(first, "march", 0), (east - first, "march", 1)]
    first = {name for name in situation.hexset(f"entry-{key}") if name in situation.board}
    if key == "po":
        return [(first, "march", 0), (situation.hexset("entry-po-later"), "march", 1)]
    return [(first, "march", 0), (east - first, "march", 2 if key == "Od" else 1)]


def _edge(situation: Situation, edge: str, lands: tuple[str, ...]) -> frozenset[str]:
    """The hexes of an edge that lie in some countries."""
    return frozenset(
        n for n in ground.edges(situation)[edge] if ground.country(situation, n) in lands
    )


def towns(situation: Situation, land: str, side: str) -> list[str]:
    """The cities and urban hexes of a country that a side controls."""
    return [
        name
        for name in sorted(situation.board.hexes_with("city", "urban"))
        if ground.country(situation, name) == land and ground.controls(situation, side, name)
        if not ground.is_enclave(situation, name)
    ]


@rule("21.10.2", "21.10.3", "21.10")
def austrian_places(situation: Situation, one: Coming) -> tuple[str, Entrances]:
    """Alpine brigades in own towns within four hexes of an Austrian headquarters, one each;
    infantry anywhere in Austria, three hexes from one another."""
    if one.type == "alpine":
        heads = [u.hex for u in situation.of_side(NATO) if u.type == HQ and nation(u) == "au"]
        near = [
            name
            for name in towns(situation, "austria", NATO)
            if ground.nearest_of(situation, name, heads) <= NEAR_AUSTRIAN_HQ
        ]
        return "21.10.2", [(near, "placed", 0)]
    land = (n for n, country in ground.countries(situation).items() if country == "austria")
    return "21.10.3", [(frozenset(land) - ground.closed_hexes(situation), "placed", 0)]


DESIGNATION = re.compile(r"(\d+)/(\w{3})")


@rule("21.13", "21.13.1", "21.13.3")
def replaced(situation: Situation, one: Coming) -> list[str]:
    """The hex of the Danish unit of its designation, if that is in General Supply; it takes over
    markers."""
    old = of_its_name(situation, one)
    return [u.hex for u in old if u.hex in situation.board and is_supplied(situation, u)]


@rule("21.13.1")
def of_its_name(situation: Situation, one: Coming) -> Iterator[Unit]:
    """The Danish units, wherever they are, that bear the designation of one that mobilizes."""
    wanted = designation(situation, one.id, one.name)
    for unit in situation.position.units:
        is_old = unit.id != one.id and not str(unit.get("code") or "").startswith("DM")
        if nation(unit) == "dk" and is_old:
            its = designation(situation, unit.counter or unit.id, unit.shown)
            if wanted & its or unit.counter == one.id.removesuffix("-dm"):
                yield unit


def designation(situation: Situation, id_: str, shown: str) -> set[str]:
    """What stands on a counter, as `1/jut`: a number and the beginning of the division's name; or
    all that is shown if it has no such form."""
    counter = situation.game.counters.get(id_)
    words = (shown, counter.name if counter else "")
    found = {"/".join(match.groups()).lower() for w in words if (match := DESIGNATION.search(w))}
    return found or {shown}


@rule("21.7", "21.7.1")
def east_german_towns(situation: Situation) -> list[str]:
    """Towns without a revolt, not adjacent to enemies."""
    revolts = situation.table("revolt")
    return [
        name
        for name in towns(situation, "east-germany", WP)
        if not revolts.get(name) and not situation.beside(name, NATO)
    ]


@rule("21.19", "21.19.1", "21.19.2")
def for_territorials(situation: Situation, one: Coming) -> list[str]:
    """West German towns within five hexes of a headquarters for brigades 51 to 56, else seven,
    three or more from any unit of the Warsaw Pact, one unit a hex."""
    most = NEAR_HQ if one.placed_by else NEAR_HQ_OTHERS
    heads = [u.hex for u in situation.of_side(NATO) if u.type == HQ and nation(u) == "wg"]
    return [
        name
        for name in towns(situation, "west-germany", NATO)
        if ground.nearest_of(situation, name, heads) <= most
        and ground.nearest_of(situation, name, situation.held[WP]) >= FROM_THE_PACT
    ]


@rule(
    "21.2.1", "21.2.2", "21.2.3", "21.21", "21.23", "21.24", "21.21.3", "21.23.4", "21.24.3",
    "21.12.2", "21.17.2", "21.18.3", "21.21.1", "21.21.4", "21.23.5", "21.24.1", "27.0.6", "28.0.2",
)  # fmt: skip
def airfields(situation: Situation, one: Coming) -> list[str]:
    """Friendly airfields without damage; of the unit's own country where it has one, but for
    helicopters of the Pact, which land on any."""
    home = HOME.get(one.nation)
    if one.type == HELICOPTER and one.side == WP:
        home = None
    return [
        name
        for name in situation.board.hexes_with("airfield") - situation.damaged
        if ground.controls(situation, one.side, name)
        and (home is None or ground.country(situation, name) == home)
    ]


@rule("21.2.3", "21.2.5", "21.20.5", "21.22.2")
def closed(situation: Situation, one: Coming, name: str, by: str) -> Reason | None:
    """What closes a hex to whoever comes: enemies, their zone, over ports, airfields and sites
    their air superiority, and of a port what makes it no source. An edge has no sky."""
    enemy = enemy_of(one.side)
    if situation.side_at(name) == enemy:
        return ENEMY
    if name in zone(situation, enemy, one.side):
        return ZONE
    from_afar = by in (PORT, AIRFIELD) or one.is_placed
    if from_afar and under_enemy_air(situation, one.side, name):
        return Reason(rule_of_the_air(one), UNDER_AIR, "enemy-zone")
    return bar_of_port(situation, name) if by == PORT else None


@rule("21.21.3", "21.21.4", "21.23.5", "21.24.3")
def rule_of_the_air(one: Coming) -> str:
    """The rule by which enemy air superiority closes a hex to whoever comes."""
    if one.is_squadron and not one.is_shipped_squadron:
        return AIR_RULES.get(one.group, "21.2.2" if one.type == HELICOPTER else "21.2.1")
    if one.is_placed:
        return "21.20.5"
    if one.is_flown and not one.is_squadron:
        return "21.23.8" if one.group == "NO" and one.side == WP else "21.2.3"
    return {"CS": "21.22.2", "NO": "21.23.6"}.get(
        one.group, "21.22.2" if one.is_lifted else "21.17"
    )
