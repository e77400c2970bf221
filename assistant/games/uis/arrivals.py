"""Who comes, is mended or put together again: reinforcements, replacements, recombination (21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from assistant.games.uis import ground
from assistant.games.uis.bases import bar_base
from assistant.games.uis.breakdown import RECOMBINATION, counters_of, recombined
from assistant.games.uis.lines import open_ports, under_enemy_air
from assistant.games.uis.politics import mobilized
from assistant.games.uis.situation import HOME, NATO, NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import (
    AIRCRAFT,
    ARTILLERY,
    FSH,
    FULL,
    HELICOPTER,
    HQ,
    RAILROAD_REGIMENT,
    SPECIAL_FORCES,
    fits,
    in_pool,
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
SITE = re.compile(r"P\d")
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
SQUADRONS = AIRCRAFT | {HELICOPTER}
AIR_RULES = {"CA": "21.21", "NO": "21.23", "GA": "21.24", "GB": "21.24"}
"""Where rule 21 speaks of squadrons of a code."""
SEALIFT = 5
"""Turns later by sea for who finds the site of his equipment lost."""
FIRST_LINE = re.compile(r"\b5\d\s?HSB")
NEAR_HQ, NEAR_HQ_OTHERS, FROM_THE_PACT, NEAR_AUSTRIAN_HQ = 5, 7, 3, 4
PRICE, DIVISION_PRICE = 1, 3

ENEMY = Reason("21.2.5", "Enemy units stand there.", "enemy-units")
ZONE = Reason("21.2.5", "An enemy zone covers the hex.", "enemy-zone")
AIR = Reason("21.17, 21.22", "The enemy has air superiority over the hex.", "enemy-zone")
SHIFTED = Reason("21.25", "The battle of the North Atlantic may shift its turn.")
PASSED = Reason("21.2", "Its turn has passed: it was delayed, or players keep it back.")
REMOVED = {
    "be": Reason("21.11", "Without an open hex it is removed from the game."),
    "ne": Reason("21.16", "Without an open hex it is removed from the game."),
    "wg": Reason("21.19.3", "Without an open hex it is removed from the game."),
    "au": Reason("21.10", "Who cannot be placed is eliminated."),
}
DELAYED = Reason("21.2.5", "Without an open hex it waits for the next turn.")
NOT_AT_ONCE = Reason("21.20.3", "It does not move in the turn of its arrival.")
SITE_LOST = Reason("21.20.4", "Its site is lost: it comes by sea, five turns later.")
SITE_UNDER_AIR = Reason(
    "21.20.5", "Its site is under enemy air superiority: one turn later, or five turns by sea."
)
OFF_MAP = Reason("28.2", "Or on an airfield of its nation off the map.")
BY_GROUND = "Or {n} {n|turn|turns} later as the ground units of its nation come."
BY_ANOTHER_EDGE = "Or {n} {n|turn|turns} later by another edge."
STAYS = Reason("22.1.8", "It spends no movement points in this turn.")
CADRE_AGAIN = Reason("22.1.9", "It has its original cadre again, five at the most.")
OF_ITS_TYPE = Reason("22.2.1", "Points of its type of aircraft pay; what is left over is lost.")
PAYERS = Reason("22.1.3", "Points of its own nation pay; those of the Pact's allies any of them.")
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
    is_lifted: bool = False
    """Whether its site is lost, so that it comes by sea."""
    size: str = ""

    @property
    def is_mobilized(self) -> bool:
        return self.group in MOBILIZED

    @property
    def is_flown(self) -> bool:
        return self.type in FLOWN or self.is_squadron

    @property
    def is_squadron(self) -> bool:
        return self.type in SQUADRONS

    @property
    def is_placed(self) -> bool:
        """Sent to a site with equipment of its own."""
        return self.group.startswith("P") and not self.is_mobilized and not self.is_lifted

    @property
    def placed_by(self) -> str:
        """What besides its code decides the hexes in which it is placed."""
        if self.nation == "wg":
            return "near" if FIRST_LINE.search(self.name) else ""
        return {"au": self.type, "dk": self.id}.get(self.nation, "")

    @property
    def crossed_by_sea(self) -> bool:
        return self.group in ("CS", "NO") or self.nation == "uk" or self.is_lifted

    @property
    def is_shipped_by_players(self) -> bool:
        """Whether the battle of the North Atlantic may shift it."""
        return self.group.startswith(ATLANTIC) and self.group not in DISTRICTS


def is_map(situation: Situation) -> bool:
    """Whether the board has any airfield, on the map or laid down by the position."""
    return bool(situation.board.hexes_with("airfield"))


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by their turn, then who may be mended or put together again."""
    groups: dict[tuple[object, ...], list[Coming]] = {}
    for one in coming(situation):
        special = one.type in (FSH, RAILROAD_REGIMENT)
        code = (one.side, one.group, one.number, one.nation, one.placed_by)
        air = (one.is_flown, one.is_squadron, one.type == HELICOPTER)
        groups.setdefault((one.turn or 99, *code, *air, special), []).append(one)
    found = [reinforcement(situation, groups[key]) for key in sorted(groups, key=str)]
    found.sort(key=lambda one: one.turn or 99)
    back = (*returning(situation), *by_gdynia(situation), *replacements(situation))
    grown = (*of_squadrons(situation), *recombinations(situation))
    return Arrivals((*found, *back, *grown))


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


@rule("21.4.2")
def by_gdynia(situation: Situation) -> Iterator[Arrival]:
    """Polish Marines go from the edge to Gdynia, which lies off the map, and back, in a turn."""
    for unit in situation.of_side(WP):
        at_edge = unit.hex in situation.hexset("entry-po-marines")
        if nation(unit) == "po" and unit.type == "marine" and is_division(unit) and at_edge:
            why = Reason("21.4.2", "To Gdynia off the map, where it is one turn later.")
            turn = situation.turn + 1
            ids = (unit.id,)
            yield Arrival("withdrawal", WP, ids, "possible", "21.4.2", turn, because=(why,))


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
        flies = counter.type in SQUADRONS
        waits = counter.setup.startswith("turn ") or (flies and counter.setup == "variable")
        if waits and name not in position.by_id and (flies or counter.kind == "unit"):
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
    if match:
        group, number = (part for part in match.groups() if part)
        turn = due_turn(situation, group, int(number))
        lifted = type_ not in SQUADRONS and is_site_lost(situation, group)
        turn = turn + SEALIFT if lifted and turn is not None else turn
        nation_, size = str(get("nation") or ""), str(get("size") or "")
        yield Coming(id_, side, type_, nation_, name, group, int(number), turn, lifted, size)


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
    text = BY_GROUND if first.is_flown else BY_ANOTHER_EDGE
    delays = dict.fromkeys(delay for _, _, delay in groups if delay)
    because += [Reason(number, text, n=delay) for delay in delays]
    because += of_its_site(situation, first)
    if first.is_squadron and first.type != HELICOPTER:
        because.append(OFF_MAP)
    if first.turn is not None and first.turn < now:
        because.append(PASSED)
    is_open = bool(entries) or not groups
    if not is_open:
        because.append(without_a_hex(situation, first))
    return Arrival(
        kind="reinforcement",
        side=first.side,
        units=tuple(sorted(one.id for one in units)),
        state=state_of(first, now, is_open),
        rule=number,
        turn=first.turn,
        entries=tuple(entries),
        refused=tuple(refused),
        because=tuple(because),
    )


@rule("21.20.3", "21.20.4", "21.20.5")
def of_its_site(situation: Situation, one: Coming) -> Iterator[Reason]:
    """What the site of its equipment means for a unit: no move at once, and later if the site is
    lost or under enemy air superiority."""
    if one.is_lifted:
        yield SITE_LOST
    if not one.is_placed:
        return
    yield NOT_AT_ONCE
    if any(under_enemy_air(situation, one.side, name) for name in pomcus(situation, one.group)):
        yield SITE_UNDER_AIR


@rule("21.20.3")
def came_to_its_site_now(situation: Situation, unit: Unit) -> bool:
    """Whether a unit stands on the site of its equipment in the turn of its arrival."""
    match = CODE.fullmatch(str(unit.get("code") or ""))
    group, number = [part for part in match.groups() if part] if match else ("", "0")
    if unit.hex not in pomcus(situation, group):
        return False
    return due_turn(situation, group, int(number)) == situation.turn


@rule("21.20.4")
def is_site_lost(situation: Situation, group: str) -> bool:
    """Whether the enemy's combat units stand on a site, or players tell that it is lost."""
    lost = situation.told("pomcus-lost")
    return any(
        name in lost or any(one.side == WP and is_combat(one) for one in situation.at(name))
        for name in pomcus(situation, group)
    )


@rule("21.10.2", "21.11", "21.13.2", "21.13.3", "21.16", "21.19.3")
def without_a_hex(situation: Situation, one: Coming) -> Reason:
    """What becomes of a unit that is due and has no hex: it waits, but for Belgians, Dutch and
    territorials, who leave the game, and for Danes, who follow the unit that they replace."""
    if one.nation == "dk" and one.group == "DM":
        old = list(of_its_name(situation, one))
        if any(unit.hex in situation.board for unit in old):
            return Reason("21.13.3", "The unit that it replaces is out of supply: one turn later.")
        text = "The unit that it replaces is not on the map: it never comes if that is eliminated."
        return Reason("21.13.2", text)
    on_foot = not one.is_flown
    return REMOVED.get(one.nation, DELAYED) if on_foot else DELAYED


def state_of(one: Coming, now: int, is_open: bool) -> str:
    """Due now, later, waiting for players or events, or barred from every hex."""
    if one.turn is None or one.turn < now:
        return "waiting"
    if one.turn > now:
        return "later"
    return "due" if is_open else "barred"


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
    cost a delay only if no other is open."""
    entries: list[Entry] = []
    refused: dict[Refusal, None] = {}
    for hexes, by, delay in groups:
        for name in sorted(hexes):
            why = closed(situation, one, name)
            if why is None and by != "march" and not has_room(situation, one, name):
                why = FULL
            if why:
                refused[Refusal.by(name, why)] = None
            else:
                entries.append(Entry(name, 0, by, extra={"delay": delay} if delay else {}))
    return [entry for entry in entries if not entry.extra] or entries, refused


Entrances = list[tuple[Iterable[str], str, int]]
"""Hexes, how they are entered, and how many turns later."""


@rule(
    "21.4", "21.5", "21.6", "21.7", "21.8", "21.11", "21.12", "21.14", "21.15", "21.16", "21.17",
    "21.18", "21.22", "21.22.2", "21.23",
)  # fmt: skip
def places(situation: Situation, one: Coming) -> tuple[str, Entrances]:
    """Where rule 21 sends a unit: its number, and hexes with the delay that they cost."""
    number = RULES_OF.get(one.nation, "21.2")
    if one.is_squadron:
        general = "21.2.2" if one.type == HELICOPTER else "21.2.1"
        by_code = AIR_RULES.get(one.group, general)
        return by_code, [(airfields(situation, one), "airfield", 0)] if is_map(situation) else []
    if one.is_flown:
        _, later = places(situation, replace(one, type="infantry"))
        fields = (airfields(situation, one), "airfield", 0)
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
    """The site of a number, none on a blank board and for another code."""
    if situation.board.blank or not SITE.fullmatch(group):
        return ()
    number = int(group[1:])
    return tuple(situation.definition.sets["pomcus-sites"].hexes[number - 1 : number])


@rule("21.2.1", "21.2.2", "21.2.3", "21.21", "21.23", "21.24")
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


@rule(
    "22.1", "22.1.2", "22.1.3", "22.1.4", "22.1.5", "22.1.6", "22.1.7", "22.1.8", "22.1.9",
    "22.1.10",
)  # fmt: skip
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
            because=() if why else (PAYERS, STAYS, *([CADRE_AGAIN] if is_combat(unit) else [])),
        )


@rule("22.2", "22.2.2", "22.2.3", "22.2.4")
def of_squadrons(situation: Situation) -> Iterator[Arrival]:
    """Squadrons of the Pact: a step back for one point of their type, one that was shot down for
    two, on sound airfields with a line of communication."""
    for unit in situation.position.units:
        gone = unit.hex == "eliminated"
        hurt = unit.side == WP and unit.type in AIRCRAFT and (gone or steps_lost(unit))
        if not hurt:
            continue
        why = bar_base(situation, WP, unit.hex) if unit.hex in situation.board else None
        one = Coming(unit.id, WP, unit.type, nation(unit), unit.shown, "", 0, None)
        fields = airfields(situation, one) if gone else ()
        fit = [name for name in sorted(fields) if bar_base(situation, WP, name) is None]
        yield Arrival(
            kind="replacement",
            side=WP,
            units=(unit.id,),
            state="barred" if why else "possible",
            rule="22.2.4" if gone else "22.2.3",
            price=2 if gone else 1,
            entries=tuple(Entry(name, 0, "airfield") for name in fit),
            refused=(Refusal.by(unit.hex, why),) if why else (),
            because=() if why else (OF_ITS_TYPE,),
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
