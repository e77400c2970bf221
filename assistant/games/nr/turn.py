"""The sequence of play: the facts on which the duties of duties.toml depend (chapters 4 to 11,
13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from assistant.games.nr.arrivals import (
    LEAVING,
    arrivals,
    free_turns,
    is_lost_rumanian,
    leaves_supplied,
    leaving_garrison,
    modernised,
)
from assistant.games.nr.battle import MARKERS, target_limit
from assistant.games.nr.movement import CAPACITY, bar_embark, detraining_hexes, may_buy_rail
from assistant.games.nr.odds import obligations, possible_battles
from assistant.games.nr.optional import (
    drop,
    in_supply,
    lonely_reserve,
    reserves_returning,
    strategic_reserve,
    supported,
    unanswered,
)
from assistant.games.nr.score import CUT_OFF, NA_BERLIN, TOTAL, sudden_death
from assistant.games.nr.situation import Situation
from assistant.games.nr.supply import check, judge, map_points, networks_now, objectives
from assistant.games.nr.units import AXIS, SOVIET, box_of_eliminated, enemy_of
from assistant.games.nr.zones import stacking
from assistant.kernel.facts import by_id, kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import turn_by_phase
from assistant.position import Unit
from assistant.questions.answers import Turn
from assistant.questions.duties import Fact, Listed, Tells, of_hexes, of_units, when

CARDS, KEPT = 4, 2
ONE_MORE = {AXIS: range(8, 10), SOVIET: range(21, 29)}
ONE_CARD_TURN = 23
COSTS_A_CARD = range(15, 19)
DEAD = ("destroyed", "surrendered", "turn-track", "removed")
"""Boxes of eliminated units; those in the others were not eliminated."""


@rule("5.1", "8.4.3", "9.1", "13.3")
def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    return turn_by_phase(situation, situation.active, DUTIES, "4.0")


# Cards


def hand(situation: Situation, side: str) -> int | None:
    """How many cards a side holds, if the position tells."""
    held = situation.value(f"{side}-cards")
    return None if held is None else int(held)


@rule("5.1")
def discards(situation: Situation, side: str) -> Tells | None:
    """All cards but two go before others are drawn; how many those are, if the hand is known."""
    held = hand(situation, side)
    if held is None:
        return Tells(values={"n": KEPT})
    text = "{m} {m|card is|cards are} discarded: {n} may be kept."
    return Tells(values={"n": KEPT, "m": held - KEPT}, text=text) if held > KEPT else None


@rule("5.1")
def hand_kept(situation: Situation, side: str) -> Tells | None:
    """A hand known to be small enough."""
    held = hand(situation, side)
    return None if held is None or held > KEPT else Tells(values={"n": held})


@rule("5.2")
def cards_drawn(situation: Situation, side: str) -> int:
    """Four; one less for each site that the enemy holds, one more on some turns, one less for an
    army that left the game dead or out of supply; the Axis one alone on turn 23."""
    if side == AXIS and situation.turn == ONE_CARD_TURN:
        return 1
    more = situation.turn in ONE_MORE[side]
    return CARDS + more - len(sites_lost(situation, side)) - _missed(situation, side)


@rule("5.2")
def sites_lost(situation: Situation, side: str) -> frozenset[str]:
    """The sites that the enemy holds, each of which costs a card: the wells of Rumania, those of
    the Caucasus and Moscow."""
    oil = situation.hexset("rumanian-oil")
    wells = situation.board.hexes_with("oil")
    sites = oil if side == AXIS else (wells - oil) | situation.hexset("moscow")
    return frozenset(name for name in sites if situation.control.get(name) == enemy_of(side))


@rule("5.2", "13.5")
def draws(situation: Situation, side: str) -> Tells:
    """How many cards are drawn, and why not four."""
    lost, more = sites_lost(situation, side), situation.turn in ONE_MORE[side]
    missed = _missed(situation, side)
    told = Tells(values={"n": cards_drawn(situation, side)})
    if side == AXIS and situation.turn == ONE_CARD_TURN:
        return replace(told, text=LEAST_DRAWN)
    if lost or more or missed:
        told = replace(told, text=WHY_DRAWN[bool(lost), more, bool(missed)])
    return replace(told, hexes=tuple(sorted(lost)))


_DRAWN = "{n} {n|card is|cards are} drawn:"
LEAST_DRAWN = f"{_DRAWN} the Axis has no more on this turn."
WHY_DRAWN = {
    (True, False, False): f"{_DRAWN} one less for each of these hexes, which the enemy holds.",
    (False, True, False): f"{_DRAWN} one more on this turn.",
    (False, False, True): f"{_DRAWN} one less for an army that leaves dead or out of supply.",
    (True, True, False): (
        f"{_DRAWN} one more on this turn, and one less for each of these hexes, which the enemy "
        "holds."
    ),
    (True, False, True): (
        f"{_DRAWN} one less for each of these hexes, which the enemy holds, and one less for an "
        "army that leaves dead or out of supply."
    ),
}
"""By sites that the enemy holds, a turn with one more, and an army that leaves: no turn has both
of the last."""


@rule("13.5")
def _missed(situation: Situation, side: str) -> int:
    """One card for an Axis army that should leave now, and is dead or has no supply."""
    if side != AXIS or situation.turn not in COSTS_A_CARD:
        return 0
    networks = networks_now(situation)
    return sum(
        unit.hex in DEAD
        or (unit.hex in situation.board and judge(networks[AXIS], unit).state == "oos")
        for unit in situation.position.units
        if LEAVING.get(situation.turn, "none") in (unit.id, unit.counter)
    )


@rule("7.2", "7.2.0")
def free_modernisations(situation: Situation, side: str) -> Tells | None:
    """The units among which the free modernisations are chosen, and how many those are."""
    for one in modernised(situation) if side == SOVIET else ():
        if one.state == "possible" and not one.price:
            most = min(free_turns(situation), len(one.units))
            return Tells(tuple(one.units), values={"n": most})
    return None


@rule("13.5")
def leaving(situation: Situation, side: str) -> Tells | None:
    """Who leaves the game at the beginning of the turn, wherever it is; of the Berlin Garrison,
    whether it is held to be eliminated."""
    if side != AXIS:
        return None
    gone, garrison = LEAVING.get(situation.turn, ""), leaving_garrison(situation)
    everywhere = by_id(situation.position.units)
    found = of_units(u for u in everywhere if gone and gone in (u.id, u.counter))
    if not garrison:
        return found
    spared = all(leaves_supplied(situation, unit) for unit in garrison)
    ids = tuple(unit.id for unit in garrison)
    return Tells(ids, text=SPARED) if spared else Tells(ids, text=CUT_OFF.text)


SPARED = "The Berlin Garrison leaves with Direct Supply and does not count as eliminated."


@rule("11.3", "14.2")
def rumanians(situation: Situation, side: str) -> Tells | None:
    """Those of the Axis leave, wherever they are, once a red Soviet unit has stood in their oil
    fields."""
    everywhere = by_id(situation.position.units) if side == AXIS else ()
    return of_units(unit for unit in everywhere if is_lost_rumanian(situation, unit))


def track(situation: Situation, column: str) -> str:
    """What the turn track says of this turn."""
    return situation.game.tables["turns"][str(situation.turn), column].rstrip("?")


@rule("13.3")
def markers(situation: Situation, side: str) -> Tells | None:
    """Before the Axis turn, what both sides receive."""
    if side != AXIS:
        return None
    blitz, shock = (int(track(situation, name) or 0) for name in ("blitz", "shock"))
    return Tells(values={"n": blitz, "m": shock})


@rule("5.2.1", "13.4")
def red(situation: Situation, side: str) -> Tells | None:
    """Whether the turn has a red event."""
    return when(side == AXIS and track(situation, "red").startswith("yes"))


# Maintenance, which comes before the Axis turn


@rule("12.1")
def objectives_checked(situation: Situation, side: str) -> Tells | None:
    """What either side holds of the objectives that it needs, with those held."""
    if side != AXIS:
        return None
    networks = networks_now(situation)
    axis, soviet = (objectives(situation, one, networks[one].city_ways) for one in (AXIS, SOVIET))
    if not (axis.of or soviet.of):
        return None
    values = {"n": len(axis.held), "m": axis.needed, "k": len(soviet.held), "l": soviet.needed}
    return Tells(hexes=(*axis.held, *soviet.held), values=values)


@rule("12.2", "13.2")
def death_checked(situation: Situation, side: str) -> Tells | None:
    """The check of Sudden Death on turns that have one; on turn 12 of both sides."""
    printed = situation.game.tables["turns"][str(situation.turn), "sudden-death"]
    if side != AXIS or printed.startswith("-"):
        return None
    if situation.turn == NA_BERLIN:
        return Tells(text=BOTH_CHECK)
    asked = sudden_death(situation, str(situation.turn))
    if asked is None:
        return Tells(text=NUMBER_PRINTED)
    first = situation.side_name(situation.initiative())
    return Tells(values={"side": first, "n": asked})


LAST_YEAR, SEVASTOPOL = 23, 3
"""The turns on which 1945 begins and Sevastopol is fortified."""
BOTH_CHECK = (
    "Sudden Death is checked: of the Axis before the initiative passes, of the Soviets after it."
)
NUMBER_PRINTED = "Sudden Death is checked: the number stands on the Victory Point Track."


@rule("12.3")
def total_victory(situation: Situation, side: str) -> Tells | None:
    """Whether the Soviets have the points of a total victory, as far as the position tells."""
    points = map_points(situation, SOVIET)
    if situation.initiative() == SOVIET:
        points += int(situation.value("event-points") or 0)
    return when(side == AXIS and points >= TOTAL, n=points)


@rule("13.5")
def sevastopol(situation: Situation, side: str) -> Tells | None:
    """The Regional unit of Sevastopol that becomes a fort in its own city on turn 3."""
    if side != AXIS or situation.turn != SEVASTOPOL:
        return None
    named = (u for u in situation.of_side(SOVIET) if "sevastopol" in (u.counter or u.id))
    here = situation.board.names
    return of_units(u for u in named if u.step > 1 and here.get(u.hex, "") == "Sevastopol")


# Organisation, movement, combat, the end


@rule("8.0", "2.3")
def mobile(situation: Situation, side: str) -> list[Unit]:
    """The units that can move at all."""
    return [u for u in situation.of_side(side) if not situation.is_parenthesised(u)]


@rule("10.1", "10.2")
@kept_for
def targets(situation: Situation, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """Marked hexes that must be attacked, and all that may be."""
    bound = (duty.hex for duty in obligations(situation, side) if duty.must)
    fought = possible_battles(situation, side)
    return frozenset(bound), frozenset(one.target for one in fought if one.possible)


@rule("10.1")
def target_markers(situation: Situation, side: str) -> Tells:
    """How many hexes a side may mark, its own Counterblows of the turn before taken off."""
    most, number = target_limit(situation, side)
    left = MARKERS - situation.count_marked("counterblow", side)
    return Tells(values={"n": min(most, left)}, rule=number if most <= left else "10.1")


@rule("10.1", "10.1.2")
def counterblow_hexes(situation: Situation, side: str) -> list[str]:
    """Hexes of the side that is not Active next to a unit that can answer, without a marker and
    not of white units alone."""
    other = enemy_of(side)
    return [
        place
        for place in sorted({unit.hex for unit in situation.of_side(other)})
        if not any(situation.marked(place, marker) for marker in ("target", "counterblow"))
        if not all(map(situation.is_white, situation.units_at(place, other)))
        if any(situation.passable(unit.hex, place) for unit in situation.beside(place, side))
    ]


@rule("5.4", "10.1", "10.1.2")
def counterblows(situation: Situation, side: str) -> Tells | None:
    """Where the other side may lay Counterblows, and how many its markers and cards allow."""
    other = enemy_of(side)
    most = MARKERS - situation.count_marked("counterblow", other)
    held = hand(situation, other)
    most = most if held is None else min(most, held)
    places = counterblow_hexes(situation, side)
    return Tells(hexes=tuple(places), values={"n": most}) if places and most > 0 else None


@rule("9.1", "9.1.1", "9.1.3")
def embarking(situation: Situation, side: str) -> Tells | None:
    """Who may embark: the first free, and on the first turns no other."""
    found = of_units(u for u in mobile(situation, side) if not bar_embark(situation, u))
    if found is None or may_buy_rail(situation):
        return found
    return replace(found, rule="9.1.3", text="One of these units may embark, free; no other may.")


@rule("9.1.3", "13.5")
def no_rail(situation: Situation, side: str) -> Tells | None:
    """The first turns, on which nobody of the Axis embarks."""
    return when(side == AXIS and not may_buy_rail(situation))


@rule("6.0", "6.4")
def unsupplied(situation: Situation) -> list[Unit]:
    """The units on the map that the check finds out of supply."""
    states = check(situation).units
    return [u for u in situation.units if u.id in states and states[u.id].state == "oos"]


@rule("9.1.2")
def full_box(situation: Situation, side: str) -> Tells | None:
    """A side's units in the Rail Movement Box when it holds no more."""
    waiting = tuple(unit.id for unit in situation.in_box("rail") if unit.side == side)
    return Tells(waiting, values={"n": CAPACITY}) if len(waiting) >= CAPACITY else None


@rule("11.1")
def lost(situation: Situation) -> list[Unit]:
    """Units marked out of supply that still are, and surrender."""
    return [unit for unit in unsupplied(situation) if "oos" in unit.markers]


LEAVES = {
    "surrendered": "Still out of supply: these units go to the Surrendered units.",
    "turn-track": "Still out of supply: these units go to the turn track.",
    "removed": "Still out of supply: these units leave the game for good.",
}


@rule("11.1", "14.2", "14.9.3")
def surrendering(situation: Situation) -> list[Tells]:
    """The same by the box in which they end."""
    gone: dict[str, list[str]] = {}
    for unit in lost(situation):
        gone.setdefault(box_of_eliminated(unit, True), []).append(unit.id)
    return [Tells(tuple(ids), text=LEAVES[box]) for box, ids in sorted(gone.items())]


@rule("11.2")
def cleaned(situation: Situation) -> list[Unit]:
    """Those whose markers of supply and disorganisation come off."""
    gone = lost(situation)
    marked = (u for u in situation.units if u.markers & {"oos", "disorganised"})
    return [unit for unit in marked if unit not in gone]


@rule("9.2")
def detraining(situation: Situation, side: str) -> Tells | None:
    """The units in the Rail Movement Box and where they may get off."""
    waiting = [unit for unit in situation.in_box("rail") if unit.side == side]
    if not waiting:
        return None
    hexes = tuple(detraining_hexes(situation, waiting[0]))
    return Tells(tuple(unit.id for unit in waiting), hexes)


FACTS: Mapping[str, Fact[Situation]] = {
    "overfull": lambda s, _: of_hexes(found.hex for found in stacking(s).violations),
    "leaving": leaving,
    "rumanians": rumanians,
    "markers": markers,
    "objectives": objectives_checked,
    "sudden-death": death_checked,
    "total-victory": total_victory,
    "na-berlin": lambda s, side: when(side == AXIS and s.turn == NA_BERLIN),
    "last-year": lambda s, side: when(side == AXIS and s.turn == LAST_YEAR),
    "sevastopol": sevastopol,
    "lonely-reserve": lambda s, side: of_units(lonely_reserve(s, side)),
    "reserve-returns": reserves_returning,
    "goes-on": lambda s, _: when(s.turn < s.definition.turns.last),
    "last": lambda s, _: when(s.turn >= s.definition.turns.last),
    "discards": discards,
    "hand-kept": hand_kept,
    "draws": draws,
    "modernised": free_modernisations,
    "red": red,
    "unsupplied": lambda s, _: of_units(u for u in unsupplied(s) if "oos" not in u.markers),
    "mobile": lambda s, side: of_units(mobile(s, side)),
    "embarking": embarking,
    "no-rail": no_rail,
    "full-box": full_box,
    "immobile": lambda s, side: of_units(u for u in s.of_side(side) if s.is_parenthesised(u)),
    "strategic-reserve": lambda s, side: of_units(strategic_reserve(s, side)),
    "supported": lambda s, side: of_units(supported(s, side)),
    "supportable": lambda s, side: of_units(
        in_supply(s, s.of_side(side) if supported(s, side) else ())
    ),
    "bound": lambda s, side: of_hexes(targets(s, side)[0]),
    "targets": lambda s, side: of_hexes(targets(s, side)[1] - targets(s, side)[0]),
    "no-targets": lambda s, side: when(not any(targets(s, side))),
    "target-markers": target_markers,
    "counterblows": counterblows,
    "no-cards": lambda s, side: when(hand(s, enemy_of(side)) == 0 and counterblow_hexes(s, side)),
    "unanswered": lambda s, side: of_units(unanswered(s, side)),
    "lost": lambda s, _: surrendering(s),
    "cleaned": lambda s, _: of_units(cleaned(s)),
    "detraining": detraining,
    "drop": lambda s, side: of_units(drop(s, side)),
}
"""What must be so for a duty to stand, by its name in duties.toml."""

DUTIES = Listed(Path(__file__).with_name("duties.toml"), FACTS, kept(arrivals))
