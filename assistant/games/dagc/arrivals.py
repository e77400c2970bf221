"""Who arrives, returns and is made up (chapters 3.6 to 3.9, 10): when, where, at what price."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from assistant.games.dagc.movement import STACKING_LIMIT
from assistant.games.dagc.situation import (
    BOLD_STROKE,
    GERMAN,
    SOVIET,
    Situation,
    enemy_of,
    front,
    group,
    is_full_strength,
    is_locality,
)
from assistant.games.dagc.supply import (
    german_lines,
    is_koenigsberg,
    may_be_replenished,
    never_replaced,
    own_sources,
    soviet_lines,
)
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import arrival_of, groups_to_come, placed_in, without_scenario
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals
from assistant.questions.reasons import Reason

DEAD = "dead-pile"
DELAYED = Reason("10.5", "Its turn is past: it may still come, this turn or later.")
NO_ENTRY = Reason("10.1", "No hex is open to it now.", "supply")
ONE_STEP = Reason("10.8", "It comes back with one step and takes no other this turn.")
ONE_A_TURN = Reason("10.4", "One Korps Gruppe a turn joins each receiving unit.")
NUMBERS = {"1uf": "10.2", "nu": "10.3", "kg": "10.4"}
"""The rule by which a group with an entry of its own comes."""
NORTH, SOUTH = "north", "south"
"""The sides of the Dvina, as the counters of Korps Gruppen name them."""


@rule("3.8", "3.9", "10.6")
def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by turn, units of the dead pile, reduced units that may be made up."""
    steps = {side: situation.replacement_steps(side) for side in (GERMAN, SOVIET)}
    told = {side: left for side, left in steps.items() if left is not None}
    notes = [
        Reason("10.1", "A unit pays nothing for the hex in which it is placed."),
        Reason("10.6", "Steps that are not used in their turn are lost."),
    ]
    # In backticks, because these are the words that a position file takes in every language.
    if missing := [f"`{side}-replacements`" for side in steps if side not in told]:
        text = (
            "The turn track alone tells the steps: "
            "name them in the state {n|variable|variables} {what:and}."
        )
        notes.append(Reason("10.6", text, "missing", n=len(missing), what=missing))
    notes += without_scenario(situation.position, "10.1")
    found = (*reinforcements(situation), *returning(situation), *made_up(situation))
    able = (afforded(told, one) for one in found)
    return Arrivals(tuple(able), tuple(notes), {"replacement_steps": told} if told else {})


@rule("10.6")
def afforded(steps: Mapping[str, int], one: Arrival) -> Arrival:
    """Nothing is made up or comes back where the position says that no step is left."""
    if one.state != "possible" or not one.price or steps.get(one.side, one.price) >= one.price:
        return one
    why = (*one.because, Reason("10.6", "No replacement step is left."))
    return replace(one, state="barred", price=None, entries=(), because=why)


@rule("10.1", "10.5", "3.6")
def reinforcements(situation: Situation) -> Iterator[Arrival]:
    """The units of the scenario that are not in play yet: nobody comes before his turn, anybody may
    come later."""

    def group_of(unit: Unit) -> tuple[str, str]:
        """The organisation of a unit, and its side of the Dvina."""
        return group(unit), str(unit.get("entry") or "")

    for turn, side, (its, part), ids in groups_to_come(situation.position, group_of):
        hexes = places(situation, side, its, part)
        state = "later" if turn > situation.turn else "due" if hexes else "barred"
        why = [DELAYED, *situation.unseen(side)] if turn < situation.turn else []
        why += [NO_ENTRY] if state == "barred" else []
        why += [ONE_A_TURN] if its == "kg" else []
        number, entries, because = NUMBERS.get(its, "10.1"), placed_in(hexes), tuple(why)
        yield Arrival(
            "reinforcement", side, ids, state, number, turn, entries=entries, because=because
        )


@rule("10.6", "10.8")
def returning(situation: Situation) -> Iterator[Arrival]:
    """A dead unit comes back for a step, with one step, by the entry of its group."""
    for unit in situation.in_box(DEAD):
        if never := never_replaced(unit):
            yield arrival_of("replacement", unit, never.rule, never)
            continue
        hexes = places(situation, unit.side, group(unit))
        bar = None if hexes else NO_ENTRY
        one = arrival_of("replacement", unit, "10.8", bar, price=1, entries=placed_in(hexes))
        yield one if bar else replace(one, because=(ONE_STEP,))


@rule("10.6", "10.8")
def made_up(situation: Situation) -> Iterator[Arrival]:
    """A reduced unit takes one step where it stands, or why not."""
    for unit in situation.units:
        if not is_full_strength(unit):
            able, why = may_be_replenished(situation, unit)
            state, price = ("possible", 1) if able else ("barred", None)
            its = (unit.id,)
            yield Arrival("step", unit.side, its, state, why.rule, price=price, because=(why,))


# Where they are placed


@rule("10.1", "6.1", "6.10")
def places(situation: Situation, side: str, its: str, part: str = "") -> tuple[str, ...]:
    """The hexes where units of a group may be placed now: those of its entry where one more unit
    may stand."""

    def fits(name: str) -> bool:
        here = situation.at(name)
        if len(here) >= STACKING_LIMIT or any(unit.side != side for unit in here):
            return False
        return side == GERMAN or all(front(unit) == its for unit in here)

    found: Collection[str]
    if its == "kg":
        found = on_receivers(situation, part)
    elif its == "1uf":
        found = ukrainian_front(situation)
    elif its == "nu":
        found = north_ukraine(situation)
    else:
        found = own_sources(situation, side) | cities(situation, side)
    return tuple(name for name in sorted(found) if fits(name))


@rule("10.1", "10.8")
def cities(situation: Situation, side: str) -> set[str]:
    """Cities in supply by land without enemies around, those of the Soviets as if they never ran
    out of supply; Königsberg even with them."""
    lines = german_lines(situation) if side == GERMAN else soviet_lines(situation)
    own = (n for n in situation.board.hexes_with("city") if situation.controller(n) == side)
    return {
        name
        for name in own
        if (name not in situation.zones[enemy_of(side)] and name in lines)
        or (side == GERMAN and is_koenigsberg(situation, name))
    }


@rule("10.2", "1.3")
def ukrainian_front(situation: Situation) -> set[str]:
    """The hexes of the western Pripyat swamp on the south edge, the map's last row, that the
    Soviets control."""
    edge = situation.hexset("soviet-sources") | situation.hexset("german-sources")
    swamp, grid = situation.board.hexes_with("west-pripyat"), situation.board.grid
    south = (name for name in edge & swamp if grid.places[name][1] == grid.span[3])
    return set(situation.soviet(south))


@rule("10.3", "3.6")
def north_ukraine(situation: Situation) -> frozenset[str]:
    """In Bold Stroke, from turn 3, the four corps enter at the south-western edge."""
    return situation.hexset("nu-entry") if situation.now("north-ukraine") else frozenset()


@rule("10.4")
def on_receivers(situation: Situation, part: str) -> set[str]:
    """A Korps Gruppe is placed on a German unit that is none, whatever its supply: one marked N
    north of the Dvina, one marked S south of it."""
    north = situation.hexset("north-of-the-dvina")
    receivers = {u.hex for u in situation.of_side(GERMAN) if group(u) != "kg"}
    return receivers & north if part == NORTH else receivers - north if part == SOUTH else receivers


@rule("13.2", "13.3")
def interdictable(situation: Situation, front: str) -> tuple[Unit, ...]:
    """German units that air armies of a front may slow: the main one's keep out of the area of the
    1st Ukrainian Front, whose own keep to it except in Bold Stroke; a locality is never slowed."""
    area = situation.board.hexes_with("1uf-area")
    germans = [u for u in situation.of_side(GERMAN) if not is_locality(u)]
    if front != "1uf":
        return tuple(unit for unit in germans if unit.hex not in area)
    free = situation.scenario == BOLD_STROKE
    return tuple(unit for unit in germans if free or unit.hex in area)
