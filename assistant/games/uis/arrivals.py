"""Who comes, is mended or put together again: reinforcements, replacements, recombination (21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from assistant.games.uis import ground
from assistant.games.uis.breakdown import RECOMBINATION, counters_of, recombined
from assistant.games.uis.lines import open_ports, under_enemy_air
from assistant.games.uis.politics import mobilized
from assistant.games.uis.situation import HOME, NATO, NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import (
    ARTILLERY,
    FSH,
    HQ,
    RAILROAD_REGIMENT,
    SPECIAL_FORCES,
    is_base,
    is_combat,
    is_division,
    nation,
    steps_lost,
)
from assistant.games.uis.zones import zone
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, Entry, Refusal
from assistant.questions.reasons import Reason, Saying

DISTRICTS = ("Ng", "Cg", "Sg", "Ba", "Le", "Be", "Mo", "Ki", "Ca", "Od")
CODE = re.compile(
    rf"(P\d|CA|CS|NO|GA|GB)\s(\d+)|(AM|CM|EM|PM|DM)\+(\d+)|(Gt|{'|'.join(DISTRICTS)})(\d\d?)"
)
"""Reinforcement codes (21.3): of the North Atlantic, of mobilization, and of a fixed turn."""
ATLANTIC, MOBILIZED = ("P", "CA", "CS", "NO", "GA", "GB"), ("AM", "CM", "EM", "PM")
WANTED = {"CM": "czechoslovakia", "EM": "east-germany", "PM": "poland", "AM": "austria"}

RULES_OF = {
    "po": "21.4", "hu": "21.5", "cz": "21.6", "eg": "21.7", "au": "21.10", "be": "21.11",
    "ca": "21.12", "dk": "21.13", "fr": "21.14", "it": "21.15", "ne": "21.16", "uk": "21.17",
    "us": "21.18", "wg": "21.19", "su": "21.8",
}  # fmt: skip
EDGE_IN = {
    "Ng": ("poland",), "Cg": ("czechoslovakia",), "Sg": ("czechoslovakia", "hungary"),
    "be": ("belgium",), "fr": ("france", "belgium"), "it": ("italy",), "ne": ("netherlands",),
}  # fmt: skip
FLOWN = frozenset({"airborne", "airmobile", SPECIAL_FORCES})
FIRST_LINE = re.compile(r"\b5\d\s?HSB")
NEAR_HQ, NEAR_HQ_OTHERS, FROM_THE_PACT, NEAR_AUSTRIAN_HQ = 5, 7, 3, 4
PRICE, DIVISION_PRICE = 1, 3

ENEMY = Reason("21.2.5", "Enemy units stand there.", "enemy-units")
ZONE = Reason("21.2.5", "An enemy zone covers the hex.", "enemy-zone")
AIR = Reason("21.17, 21.22", "The enemy has air superiority over the hex.", "enemy-zone")
SHIFTED = Reason("21.25", "The battle of the North Atlantic may shift its turn.")
PASSED = Reason("21.2", "Its turn has passed: it was delayed, or players keep it back.")
REMOVED = Reason("21.11, 21.16", "Without an open hex it is removed from the game.")
DELAYED = Reason("21.2.5", "Without an open hex it waits for the next turn.")
STAYS = Reason("22.1.8", "It spends no movement points in this turn.")
UNSUPPLIED = Reason("22.1.2", "It is not in General Supply.", "supply")
BESIDE = Reason("22.1.2", "Enemy units are adjacent.", "enemy-units")


@dataclass(frozen=True)
class Coming:
    """A unit that is not in play: where its code sends it, and the turn on which it is due."""

    id: str
    side: str
    type: str
    nation: str
    name: str
    group: str
    number: int
    turn: int | None
    """None while nobody has declared the mobilization, or for ever."""

    @property
    def is_mobilized(self) -> bool:
        return self.group in MOBILIZED

    @property
    def is_flown(self) -> bool:
        return self.type in FLOWN

    @property
    def is_placed(self) -> bool:
        """Sent to a site with equipment of its own."""
        return self.group.startswith("P") and not self.is_mobilized

    @property
    def placed_by(self) -> str:
        """What besides its code decides the hexes in which it is placed."""
        if self.nation == "wg":
            return "near" if FIRST_LINE.search(self.name) else ""
        return {"au": self.type, "dk": self.id}.get(self.nation, "")

    @property
    def crossed_by_sea(self) -> bool:
        return self.group in ("CS", "NO") or self.nation == "uk"

    @property
    def is_shipped_by_players(self) -> bool:
        """Whether the battle of the North Atlantic may shift it."""
        return self.group.startswith(ATLANTIC) and self.group not in DISTRICTS


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by their turn, then who may be mended or put together again."""
    groups: dict[tuple[object, ...], list[Coming]] = {}
    for one in coming(situation):
        special = one.type in (FSH, RAILROAD_REGIMENT)
        code = (one.side, one.group, one.number, one.nation, one.placed_by)
        groups.setdefault((one.turn or 99, *code, one.is_flown, special), []).append(one)
    found = [reinforcement(situation, groups[key]) for key in sorted(groups, key=str)]
    found.sort(key=lambda one: one.turn or 99)
    back = (*returning(situation), *replacements(situation), *recombinations(situation))
    return Arrivals((*found, *back))


@rule("18.1.3", "19.8")
def returning(situation: Situation) -> Iterator[Arrival]:
    """Supply heads and Railroad Regiments that were eliminated come back in the next reinforcement
    phase by rail and autobahn hexes of the East edge, free of enemies and their zones."""
    for unit in situation.position.units:
        if unit.hex != "eliminated" or unit.type not in (FSH, RAILROAD_REGIMENT):
            continue
        number = "18.1.3" if unit.type == FSH else "19.8"
        one = Coming(unit.id, WP, unit.type, nation(unit), unit.shown, "", 0, None)
        entries, refused = ways(situation, one, pact_places(situation, one))
        free = tuple(entry for entry in entries if not situation.at(entry.hex))
        yield Arrival(
            kind="reinforcement",
            side=WP,
            units=(unit.id,),
            state="due" if free else "barred",
            rule=number,
            entries=free,
            refused=tuple(refused),
            because=() if free else (DELAYED,),
        )


@rule("21.1", "21.3")
def coming(situation: Situation) -> Iterator[Coming]:
    """Ground units off the map with a reinforcement code; of a scenario those too that the position
    does not show, because they wait on the turn track. Who was due earlier may be on the map unseen
    or gone, and is not told."""
    position = situation.position
    for unit in position.units:
        if unit.hex not in situation.board and unit.hex != "eliminated":
            yield from _coded(situation, unit.id, unit.side, unit.type, unit.shown, unit.get)
    for name, counter in position.game.counters.items() if position.scenario else ():
        waits = counter.setup.startswith("turn ") and name not in position.by_id
        if waits and counter.kind == "unit":
            called, get = counter.full_name or counter.name, counter.fields.get
            for one in _coded(situation, name, counter.side, counter.type, called, get):
                if one.turn is None or one.turn >= situation.turn:
                    yield one


def _coded(
    situation: Situation,
    id_: str,
    side: str,
    type_: str,
    name: str,
    get: Callable[[str], object],
) -> Iterator[Coming]:
    match = CODE.fullmatch(str(get("code") or ""))
    if match and type_ not in ("squadron", "helicopter", "reconnaissance"):
        group, number = (part for part in match.groups() if part)
        turn = due_turn(situation, group, int(number))
        yield Coming(id_, side, type_, str(get("nation") or ""), name, group, int(number), turn)


@rule("21.3.2", "21.9.3", "21.10.1", "21.13", "21.25", "21.25.7", "21.26")
def due_turn(situation: Situation, group: str, number: int) -> int | None:
    """The turn of a code: after mobilization or violation, once declared; the Danes mobilize on
    turn 1; what the North Atlantic shifted is added."""
    if group in MOBILIZED:
        began = mobilized(situation).get(WANTED[group])
        return None if began is None else began + number
    shift = shifts(situation).get(group, 0)
    return None if shift is None else number + int(group == "DM") + shift


@rule("21.25")
@kept
def shifts(situation: Situation) -> dict[str, int | None]:
    """Turns by which a code comes later, or None for never, as players keep them
    (arrival-shifts)."""
    pairs = (word.rsplit(" ", 1) for word in situation.told("arrival-shifts"))
    return {group: None if turns == "never" else int(turns) for group, turns in pairs}


@rule("21.2", "21.2.4", "21.3", "21.9", "21.26")
def reinforcement(situation: Situation, units: list[Coming]) -> Arrival:
    """Units of one code and nation: when they come, by which hexes, what closes the others."""
    first, now = units[0], situation.turn
    number, groups = places(situation, first)
    entries, refused = ways(situation, first, groups)
    because: list[Reason] = []
    if first.is_mobilized and first.turn is None:
        number, text = "21.9.3", "{n} {n|turn|turns} after {country} mobilizes."
        if first.group == "AM":
            number = "21.10.1"
            text = "{n} {n|turn|turns} after the Warsaw Pact violates {country}."
        named = Saying(WANTED[first.group].replace("-", " ").title())
        because.append(Reason(number, text, n=first.number, country=named))
    if first.is_shipped_by_players:
        because.append(SHIFTED)
    text = "Or {n} {n|turn|turns} later by another edge."
    because += [Reason(number, text, n=delay) for _, _, delay in groups if delay]
    if first.turn is not None and first.turn < now:
        because.append(PASSED)
    if not entries and refused:
        because.append(REMOVED if first.nation in ("be", "ne") else DELAYED)
    return Arrival(
        kind="reinforcement",
        side=first.side,
        units=tuple(sorted(one.id for one in units)),
        state=state_of(first, now, bool(entries) or not refused),
        rule=number,
        turn=first.turn,
        entries=tuple(entries),
        refused=tuple(refused),
        because=tuple(because),
    )


def state_of(one: Coming, now: int, is_open: bool) -> str:
    """Due now, later, waiting for players or events, or barred from every hex."""
    if one.turn is None or one.turn < now:
        return "waiting"
    if one.turn > now:
        return "later"
    return "due" if is_open else "barred"


def ways(
    situation: Situation, one: Coming, groups: Entrances
) -> tuple[list[Entry], dict[Refusal, None]]:
    """The hexes by which a unit enters or in which it is placed, and those closed now; those that
    cost a delay only if no other is open."""
    entries: list[Entry] = []
    refused: dict[Refusal, None] = {}
    for hexes, by, delay in groups:
        for name in sorted(hexes):
            if why := closed(situation, one, name):
                refused[Refusal.by(name, why)] = None
            else:
                entries.append(Entry(name, 0, by, extra={"delay": delay} if delay else {}))
    return [entry for entry in entries if not entry.extra] or entries, refused


Entrances = list[tuple[Iterable[str], str, int]]
"""Hexes, how they are entered, and how many turns later."""


@rule("21.4", "21.5", "21.6", "21.7", "21.8", "21.11", "21.14", "21.15", "21.16", "21.17")
def places(situation: Situation, one: Coming) -> tuple[str, Entrances]:
    """Where rule 21 sends a unit: its number, and hexes with the delay that they cost."""
    number = RULES_OF.get(one.nation, "21.2")
    if one.is_flown:
        return "21.2.3", [(airfields(situation, one), "airfield", 0)]
    if one.is_placed:
        return "21.20.2", [(pomcus(situation, one.group), "placed", 0)]
    if one.side == WP:
        return number, pact_places(situation, one)
    if one.nation == "au":
        return austrian_places(situation, one)
    if one.nation == "dk":
        return number, [(replaced(situation, one), "placed", 0)]
    if one.crossed_by_sea:
        west = _edge(situation, "west", ("netherlands", "belgium"))
        number = {"CS": "21.22.2", "NO": "21.23.6"}.get(one.group, number)
        return number, [(open_ports(situation), "port", 0), (west, "march", 1)]
    if one.nation == "wg":
        return number, [(for_territorials(situation, one), "placed", 0)]
    if one.nation in EDGE_IN:
        edge = "south" if one.nation == "it" else "west"
        return number, [(_edge(situation, edge, EDGE_IN[one.nation]), "march", 0)]
    return number, []


@rule("21.4", "21.5", "21.6", "21.7", "21.8")
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
    ]


@rule("21.10.2", "21.10.3")
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


@rule("21.13", "21.13.1", "21.13.2", "21.13.3")
def replaced(situation: Situation, one: Coming) -> list[str]:
    """The hex of the Danish unit of its name, if that is in General Supply; it takes over
    markers."""
    return [
        unit.hex
        for unit in situation.of_side(NATO)
        if nation(unit) == "dk"
        and (unit.shown == one.name or unit.counter == one.id.removesuffix("-dm"))
        and is_supplied(situation, unit)
    ]


@rule("21.7")
def east_german_towns(situation: Situation) -> list[str]:
    """Towns without a revolt, not adjacent to enemies."""
    revolts = situation.table("revolt")
    return [
        name
        for name in towns(situation, "east-germany", WP)
        if not revolts.get(name) and not situation.beside(name, NATO)
    ]


@rule("21.19")
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


@rule("21.20")
def pomcus(situation: Situation, group: str) -> tuple[str, ...]:
    """The site of a number, and none on a blank board."""
    sites = situation.definition.sets["pomcus-sites"].hexes
    number = int(group[1:])
    return () if situation.board.blank else tuple(sites[number - 1 : number])


@rule("21.2.3")
def airfields(situation: Situation, one: Coming) -> list[str]:
    """Friendly airfields without damage; of the unit's own country where it has one."""
    home = HOME.get(one.nation)
    return [
        name
        for name in situation.board.hexes_with("airfield") - situation.damaged
        if ground.controls(situation, one.side, name)
        and (home is None or ground.country(situation, name) == home)
    ]


@rule("21.2.3", "21.2.5", "21.20.5", "21.22.2")
def closed(situation: Situation, one: Coming, name: str) -> Reason | None:
    """What closes a hex to whoever comes: enemies, their zone, their air superiority."""
    enemy = enemy_of(one.side)
    if situation.side_at(name) == enemy:
        return ENEMY
    if name in zone(situation, enemy, one.side):
        return ZONE
    from_afar = one.is_flown or one.crossed_by_sea or one.group.startswith("P")
    if from_afar and under_enemy_air(situation, one.side, name):
        return AIR
    return None


@rule("22.1", "22.1.2", "22.1.4", "22.1.5", "22.1.6", "22.1.7", "22.1.8")
def replacements(situation: Situation) -> Iterator[Arrival]:
    """One step of each combat or artillery unit that has lost any, for one point or, of a division,
    three; a Base that is all that is left of its division becomes one with two steps lost for
    three."""
    for unit in situation.units:
        lone = is_base(unit) and is_all_that_is_left(situation, unit)
        mended = steps_lost(unit) and (is_combat(unit) or unit.type == ARTILLERY)
        if unit.side == NEUTRAL or not (lone or mended):
            continue
        why = None
        if not is_supplied(situation, unit):
            why = UNSUPPLIED
        elif situation.beside(unit.hex, enemy_of(unit.side)):
            why = BESIDE
        yield Arrival(
            kind="replacement",
            side=unit.side,
            units=(unit.id,),
            state="barred" if why else "possible",
            rule="22.1.6" if lone else "22.1.5" if is_division(unit) else "22.1.4",
            price=DIVISION_PRICE if lone or is_division(unit) else PRICE,
            refused=(Refusal.by(unit.hex, why),) if why else (),
            because=() if why else (STAYS,),
        )


@rule("22.1.6")
def is_all_that_is_left(situation: Situation, base: Unit) -> bool:
    """Whether no brigade of the division that the game has stands on the map or is to come."""
    known = counters_of(situation, base) if base.get("division") else set()
    alive = {unit.id for unit in situation.position.units if unit.hex != "eliminated"}
    return bool(known) and not known & alive


@rule("14.2")
def recombinations(situation: Situation) -> Iterator[Arrival]:
    """Divisions whose parts stand together, at four movement points for each part."""
    seen: set[str] = set()
    for unit in situation.units:
        if unit.id in seen or unit.side == NEUTRAL:
            continue
        parts, losses = recombined(situation, unit)
        if losses is not None:
            ids = tuple(sorted(other.id for other in parts))
            seen |= set(ids)
            why = Reason("14.2.8", "The division has lost {n} {n|step|steps}.", n=losses)
            yield Arrival(
                "recombination",
                unit.side,
                ids,
                "possible",
                rule="14.2.1",
                price=RECOMBINATION,
                because=(why,),
            )
