"""Who arrives, returns and is made up (chapters 3.6 to 3.9, 10): when, where, at what price."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from assistant.games.dagc.overview import north_ukraine, on_receivers, ukrainian_front, usual
from assistant.games.dagc.situation import (
    BOLD_STROKE,
    GERMAN,
    Situation,
    german_replacements,
    group,
    is_full_strength,
    is_locality,
    scenario,
    unseen,
)
from assistant.games.dagc.supply import may_be_replenished, state_of
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import arrival_of, to_come
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, Entry
from assistant.questions.reasons import Reason
from builder.game.model import Counter

DEAD = "dead-pile"
DELAYED = Reason("10.5", "Its turn is past: it may still come, this turn or later.")
NO_ENTRY = Reason("10.1", "No hex is open to it now.", "supply")


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by turn, units of the dead pile, reduced units that may be made up."""
    steps = german_replacements(situation.position)
    told = {} if steps is None else {"replacement_steps": {GERMAN: steps}}
    notes = [
        Reason("10.1", "A unit pays nothing for the hex in which it is placed."),
        Reason("10.6", "Steps that are not used in their turn are lost."),
    ]
    if steps is None:
        text = "How many steps a turn brings stands on the printed turn track alone."
        notes.append(Reason("10.6", text, "missing"))
    found = (*reinforcements(situation), *returning(situation), *made_up(situation))
    return Arrivals(found, tuple(notes), told)


@rule("10.1", "10.5", "3.6")
def reinforcements(situation: Situation) -> Iterator[Arrival]:
    """The units of the scenario that are not in play yet: nobody comes before his turn, anybody may
    come later."""
    groups: dict[tuple[int, str, str, str], list[str]] = {}
    for turn, counter in to_come(situation.position):
        key = (turn, counter.side, group_of(counter), str(counter.fields.get("entry") or ""))
        groups.setdefault(key, []).append(counter.id)
    now = situation.turn
    for (turn, side, its, part), ids in sorted(groups.items()):
        hexes = places(situation, side, its, part)
        state = "later" if turn > now else "due" if hexes else "barred"
        why = [DELAYED, *unseen(situation.position, side)] if turn < now else []
        if state == "barred":
            why.append(NO_ENTRY)
        if its == "kg":
            why.append(Reason("10.4", "One Korps Gruppe a turn joins each receiving unit."))
        entries = tuple(Entry(name, by="placement") for name in hexes)
        number = NUMBERS.get(its, "10.1")
        yield Arrival(
            "reinforcement",
            side,
            tuple(ids),
            state,
            number,
            turn,
            entries=entries,
            because=tuple(why),
        )


NUMBERS = {"1uf": "10.2", "nu": "10.3", "kg": "10.4"}
"""The rule by which a group with an entry of its own comes."""


def group_of(counter: Counter) -> str:
    """The organisation of a counter, as `group` tells it of a unit."""
    usual_one = "agc" if counter.side == GERMAN else "main"
    return str(counter.fields.get("group") or usual_one)


def places(situation: Situation, side: str, its: str, part: str) -> tuple[str, ...]:
    """The hexes where units of a group may be placed now."""
    if its == "kg":
        return on_receivers(situation, part)
    if its == "1uf":
        return ukrainian_front(situation)
    if its == "nu":
        return north_ukraine(situation)
    return usual(situation, side, its)


@rule("10.6", "10.7", "10.8")
def returning(situation: Situation) -> Iterator[Arrival]:
    """A dead unit comes back for a step, with one step, by the entry of its group."""
    for unit in situation.in_box(DEAD):
        if is_locality(unit) or group(unit) == "kg":
            why = Reason("10.7", "Fortified localities and Korps Gruppen are never replaced.")
            yield arrival_of("replacement", unit, "10.7", why)
            continue
        hexes = places(situation, unit.side, group(unit), "")
        entries = (Entry(name, by="placement") for name in hexes)
        bar = None if hexes else NO_ENTRY
        yield arrival_of("replacement", unit, "10.8", bar, price=1, entries=entries)


@rule("10.6", "10.8")
def made_up(situation: Situation) -> Iterator[Arrival]:
    """A reduced unit takes one step where it stands, or why not."""
    for unit in situation.units:
        if not is_full_strength(unit):
            allowed, why = may_be_replenished(situation, unit, state_of(situation, unit))
            state = "possible" if allowed else "barred"
            ids, price = (unit.id,), 1 if allowed else None
            yield Arrival("step", unit.side, ids, state, why.rule, price=price, because=(why,))


def due(situation: Situation, side: str) -> Collection[Arrival]:
    """What may come or grow for a side now."""
    found = (one for one in arrivals(situation).arrivals if one.side == side)
    return [one for one in found if one.state in ("due", "possible")]


@rule("13.2", "13.3")
def interdictable(situation: Situation, front: str) -> tuple[Unit, ...]:
    """German units that air armies of a front may slow: the main one's keep out of the area of the
    1st Ukrainian Front, whose own keep to it except in Bold Stroke; a locality is never slowed."""
    area = situation.board.hexes_with("1uf-area")
    germans = [u for u in situation.of_side(GERMAN) if not is_locality(u)]
    if front != "1uf":
        return tuple(unit for unit in germans if unit.hex not in area)
    free = scenario(situation.position) == BOLD_STROKE
    return tuple(unit for unit in germans if free or unit.hex in area)
