"""Who comes, is mended or put together again, in the order of their turns (21, 22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.games.uis import untold
from assistant.games.uis.coming import CODE, NOT_AT_ONCE, WANTED, Coming, coming, uncoded
from assistant.games.uis.entrances import (
    Entrances,
    left_to_wait,
    of_its_name,
    pact_places,
    places,
    ways,
)
from assistant.games.uis.replacements import of_squadrons, recombinations, replacements
from assistant.games.uis.situation import HELICOPTER, NATO, WP, Situation
from assistant.games.uis.units import (
    FSH,
    RAILROAD_REGIMENT,
    is_base,
    is_component,
    is_division,
    nation,
)
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Arrival, Arrivals, Entry
from assistant.questions.reasons import Reason, Saying
from builder.saying import AsWritten

SHIFTED = Reason("21.25", "The battle of the North Atlantic may shift its turn.")
KEPT_AWAY = Reason("21.25", "It fights in the North Atlantic or in Norway and never comes.")
PASSED = Reason("21.2", "Its turn has passed: it was delayed, or players keep it back.")
SHIPPED = Reason(
    "21.22.4",
    "They fly no mission in the turn of their arrival and go to an airfield in the next Movement"
    " Phase.",
)
REMOVED = {
    "be": Reason("21.11", "Without an open hex it is removed from the game."),
    "ne": Reason("21.16", "Without an open hex it is removed from the game."),
    "wg": Reason("21.19.3", "Without an open hex it is removed from the game."),
    "au": Reason("21.10", "Who cannot be placed is eliminated."),
}
DELAYED = Reason("21.2.5", "Without an open hex it waits for the next turn.")
SITE_LOST = Reason("21.20.4", "Its site is lost: it comes by sea, five turns later.")
SITE_UNDER_AIR = Reason(
    "21.20.5", "Its site is under enemy air superiority: one turn later, or five turns by sea."
)
ONE_A_HEX = "One of them in a hex."
EVENLY = Reason(
    "21.19.1",
    "One of them in a hex, and those of a turn spread evenly over the West German headquarters.",
)
APART = Reason("21.10.3", "Three hexes or more from other regiments placed this turn.")
HELIPADS = Reason("21.2.2", "Or on a helipad of its own side, which the printed map alone shows.")
OFF_MAP = Reason("28.2", "Or on an airfield of its nation off the map.")
GDYNIA = "off-map"
WAITING = ("reinforcements", "variable")
BY_GROUND = "Or {n} {n|turn|turns} later by {where}, as the ground units of its nation come."
FEW = 3
"""Hexes that are named where a unit may come later by them."""
LATER_BY = "Or {n} {n|turn|turns} later by {where}."
ONLY_LATER_BY = "Its own hexes are closed now: it comes {n} {n|turn|turns} later by {where}."
THE_EDGE = {
    WP: Saying("any rail or autobahn hex of the East edge of the map"),
    NATO: Saying("any hex of the West edge of the map in the Netherlands or Belgium"),
}


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by their turn, those of the side in phase first, then who may be mended or put
    together again."""
    groups: dict[tuple[object, ...], list[Coming]] = {}
    for one in coming(situation):
        special = one.type in (FSH, RAILROAD_REGIMENT)
        code = (one.side, one.group, one.number, one.nation, one.placed_by)
        air = (one.is_flown, one.is_squadron, one.type == HELICOPTER)
        groups.setdefault((one.turn or 99, *code, *air, special), []).append(one)
    found = [reinforcement(situation, groups[key]) for key in sorted(groups, key=str)]
    found.sort(key=lambda one: (one.turn or 99, one.side != situation.phasing))
    back = (*returning(situation), *by_gdynia(situation), *replacements(situation))
    grown = (*of_squadrons(situation), *recombinations(situation))
    extra = untold.as_extra(*untold.of_arrivals(situation))
    return Arrivals((*found, *back, *grown), tuple(without_a_code(situation)), extra)


@rule("21.1.1", "21.1.2")
def without_a_code(situation: Situation) -> Iterator[Reason]:
    """Units that wait for their turn and whose code is not told; parts of divisions wait for a
    breakdown, and lost ones for nothing."""
    waiting = [
        unit.shown
        for unit in situation.position.units
        if unit.hex in WAITING and not is_base(unit) and not is_component(unit)
        if not CODE.fullmatch(str(unit.get("code") or ""))
    ]
    strange = {
        unit.shown: str(unit.get("code"))
        for unit in situation.position.units
        if unit.shown in waiting and unit.get("code") and unit.get("code") not in situation.board
    }
    for shown, word in strange.items():
        text = '{unit}: {word} is no code of a reinforcement; as printed, code = "Gt6" or "PM+2".'
        yield Reason("21.3", text, "missing", unit=shown, word=AsWritten(word))
    if bare := [shown for shown in waiting if shown not in strange]:
        text = 'Nobody knows the turn of {units}: write the code printed on them, code = "Gt6".'
        yield Reason("21.1", text, "missing", units=bare)


@rule("18.1.3", "19.8")
def returning(situation: Situation) -> Iterator[Arrival]:
    """Supply heads and Railroad Regiments that were eliminated come back in the next reinforcement
    phase by rail and autobahn hexes of the East edge, free of enemies and their zones."""
    for unit in situation.position.units:
        if unit.hex != "eliminated" or unit.type not in (FSH, RAILROAD_REGIMENT):
            continue
        number = "18.1.3" if unit.type == FSH else "19.8"
        one = uncoded(unit)
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
    turn = situation.turn + 1
    for unit in situation.position.units:
        if unit.side != WP or nation(unit) != "po" or unit.type != "marine":
            continue
        edge, ids = situation.hexset("entry-po-marines"), (unit.id,)
        if not is_division(unit):
            continue
        if unit.hex in edge:
            why = Reason("21.4.2", "To Gdynia off the map, where it is one turn later.")
            yield Arrival("withdrawal", WP, ids, "possible", "21.4.2", turn, because=(why,))
        elif unit.hex == GDYNIA and not unit.get("code"):
            why = Reason("21.4.2", "From Gdynia off the map, one turn after it leaves.")
            one = uncoded(unit, turn)
            entries, refused = ways(situation, one, [(edge, "march", 0)])
            shut = tuple(refused)
            yield Arrival(
                kind="reinforcement",
                side=WP,
                units=ids,
                state="possible",
                rule="21.4.2",
                turn=turn,
                entries=tuple(entries),
                refused=shut,
                because=(why,),
            )


@rule("21.2", "21.2.4", "21.3", "21.9", "21.26", "21.3.1")
def reinforcement(situation: Situation, units: list[Coming]) -> Arrival:
    """Units of one code and nation: when they come, by which hexes, what closes the others."""
    first, now = units[0], situation.turn
    if first.stays_away:
        ids = tuple(sorted(one.id for one in units))
        return Arrival("reinforcement", first.side, ids, "barred", "21.25", because=(KEPT_AWAY,))
    number, groups = places(situation, first)
    entries, refused = ways(situation, first, groups)
    mobilized = _mobilized(first)
    number = mobilized.rule if mobilized else number
    is_open = bool(entries) or not groups
    because = [mobilized] if mobilized else []
    because += [SHIFTED] if first.is_shipped_by_players else []
    because += dict.fromkeys(_waits(situation, first, groups, entries, number))
    because += of_its_site(situation, first)
    because += spread(first)
    because += _based(first)
    because += [PASSED] if first.turn is not None and first.turn < now else []
    because += [] if is_open else [without_a_hex(situation, first)]
    return Arrival(
        kind="reinforcement",
        side=first.side,
        units=tuple(sorted(one.id for one in units)),
        state=state_of(first, now, is_open),
        rule=number,
        turn=first.turn + first.held if first.turn is not None else None,
        entries=tuple(entries),
        refused=tuple(refused),
        because=tuple(because),
    )


def _mobilized(first: Coming) -> Reason | None:
    """How long after its country does so a unit comes that nobody has mobilized yet."""
    if not first.is_mobilized or first.turn is not None:
        return None
    number, text = "21.9.3", "{n} {n|turn|turns} after {country} mobilizes."
    if first.group == "AM":
        number = "21.10.1"
        text = "{n} {n|turn|turns} after the Warsaw Pact violates {country}."
    named = Saying(WANTED[first.group].replace("-", " ").title())
    return Reason(number, text, n=first.number, country=named)


@rule("21.4.1", "21.5.1", "21.6.1", "21.8", "21.17.1", "21.22.2")
def _waits(
    situation: Situation,
    first: Coming,
    groups: Entrances,
    entries: Sequence[Entry],
    number: str,
) -> Iterator[Reason]:
    """How many turns later other hexes are open, and which: those of a few by their numbers."""
    only_late = bool(entries) and all(entry.extra for entry in entries)
    text = ONLY_LATER_BY if only_late else LATER_BY
    for hexes, _, cost in groups:
        if not (delay := left_to_wait(situation, first, cost)):
            continue
        named = sorted(hexes)
        if not named:
            continue
        where = named if len(named) <= FEW else THE_EDGE[first.side]
        yield Reason(number, BY_GROUND if first.is_flown else text, n=delay, where=where)


def _based(first: Coming) -> Iterator[Reason]:
    """Where a squadron comes to."""
    if first.is_shipped_squadron:
        yield SHIPPED
    elif first.is_squadron:
        yield HELIPADS if first.type == HELICOPTER else OFF_MAP


@rule("21.19.1", "21.19.2", "21.10.2", "21.10.3")
def spread(one: Coming) -> Iterator[Reason]:
    """How those who are placed in towns and fields of their own country keep apart."""
    if one.is_flown:
        return
    if one.nation == "wg":
        yield EVENLY if one.placed_by else Reason("21.19.2", ONE_A_HEX)
    elif one.nation == "au":
        yield Reason("21.10.2", ONE_A_HEX) if one.type == "alpine" else APART


@rule("21.20.3", "21.20.4", "21.20.5")
def of_its_site(situation: Situation, one: Coming) -> Iterator[Reason]:
    """What the site of its equipment means for a unit: no move at once, and later if the site is
    lost or under enemy air superiority."""
    if one.is_lifted:
        yield SITE_LOST
    if not one.is_placed:
        return
    yield NOT_AT_ONCE
    if one.held:
        yield SITE_UNDER_AIR


@rule(
    "21.10.2", "21.11", "21.13.2", "21.13.3", "21.16", "21.19.3", "21.11.1", "21.16.1", "21.21.5",
    "21.24.4",
)  # fmt: skip
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
