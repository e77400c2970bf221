"""The turn: the phases ahead, what a duty says, and who comes by the printed turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from assistant.kernel.facts import Situation, kept
from assistant.position import Position, Unit, unit_of
from assistant.questions.answers import Arrival, Duty, Entry, Turn
from assistant.questions.duties import Fact, Listed, Tells
from assistant.questions.reasons import Reason
from builder.game.definition import Definition
from builder.saying import AsWritten

Of = TypeVar("Of", bound=Situation)
TURN = "turn "
"""How the place of a counter that comes later begins."""
TRACK = "turn-track"
"""The box in which a game may keep such counters until then."""


def turn_of(situation: Situation, side: str, duties: Iterable[Duty]) -> Turn:
    """The phase at hand with its duties, and the phases after it that this turn has."""
    ahead = phases_ahead(situation.definition, situation.turn, situation.phase)
    return Turn(situation.turn, situation.phase, side, tuple(duties), ahead)


def phases_ahead(definition: Definition, turn: int, phase: str) -> tuple[str, ...]:
    """The phases that come after one in a turn: those that this turn has."""
    phases = [one.id for one in definition.phase if not one.turns or turn in one.turns]
    return tuple(phases[phases.index(phase) + 1 :]) if phase in phases else ()


def turn_by_phase(situation: Of, side: str, listed: Listed[Of], number: str) -> Turn:
    """The turn of a game whose duties are listed by phase, named without its side. A phase with
    nothing to do says so by the rule `number`."""
    phase = situation.phase
    told = tuple(listed.duties(situation, phase, side))
    if not told and listed.knows(phase.removeprefix(f"{side}-")):
        told = (Duty("In this phase nothing is to be done as things stand.", "done", number),)
    return turn_of(situation, side, told)


def arrival_of(
    kind: str,
    unit: Unit,
    number: str,
    bar: Reason | None = None,
    *,
    price: float | None = None,
    entries: Iterable[Entry] = (),
    state: str = "possible",
) -> Arrival:
    """One unit that may come, return or grow; `bar` is why it may not now."""
    because = () if bar is None else (bar,)
    ids, how = (unit.id,), state if bar is None else "barred"
    hexes = tuple(entries)
    return Arrival(kind, unit.side, ids, how, number, price=price, entries=hexes, because=because)


def to_come(position: Position) -> Iterator[tuple[int, Unit]]:
    """The units of a scenario that come on a turn and are not in play, with the turn."""
    for unit in absent(position):
        if unit.hex.startswith(TURN):
            yield int(unit.hex.removeprefix(TURN)), unit


def coming_in(position: Position, turn: int) -> tuple[str, ...]:
    """Ids of the counters that come on in a turn by the scenario, in play already or not."""
    scenario = position.game.scenarios.get(position.scenario)
    placements = scenario.placements if scenario else ()
    return tuple(one.counter for one in placements if one.hex == f"{TURN}{turn}")


def not_named(position: Position, box: str) -> Iterator[Unit]:
    """The units that a scenario puts into a box and that the position does not name anywhere."""
    return (unit for unit in absent(position) if unit.hex == box)


def without_scenario(
    position: Position, number: str, *, always: bool = False
) -> tuple[Reason, ...]:
    """The scenario is asked for by name where the printed board is used, none is named and no piece
    waits beside the map: nobody could be said to come. `always` where more hangs on it."""
    waits = any(u.hex == TRACK or u.hex.startswith(TURN) for u in position.units)
    if position.scenario or (not always and (position.board.blank or waits)):
        return ()
    text = "The scenario tells who comes: write scenario = one of {what}."
    return (Reason(number, text, "missing", what=[*map(AsWritten, position.game.scenarios)]),)


def at_start(*questions: Callable[[Of], Tells | None]) -> dict[str, Fact[Of]]:
    """Facts of the set-up by the names of their questions, `too_early` as too-early: they tell
    something only as long as the units still stand as they were set up."""

    def fact(question: Callable[[Of], Tells | None]) -> Fact[Of]:
        return lambda situation, side: question(situation) if begins(situation) else None

    return {question.__name__.replace("_", "-"): fact(question) for question in questions}


@kept
def begins(situation: Situation) -> bool:
    """Whether the units still stand as they were set up: the first phase of a scenario that is
    named, on the printed map, with most of its units there. A few units are an example."""
    first = situation.turn == 1 and situation.phase == situation.definition.phase[0].id
    named = situation.game.scenarios.get(situation.position.scenario)
    if not first or named is None or situation.board.blank:
        return False
    board = situation.board
    due = sum(placement.hex in board for placement in named.placements)
    return 2 * sum(unit.hex in board for unit in situation.position.units) > due


def absent(position: Position) -> Iterator[Unit]:
    """The units of a scenario that are not in play, in the places where it puts them."""
    units = [unit for unit in position.units if unit.hex != TRACK]
    present = {unit.counter or unit.id for unit in units} | {unit.id for unit in units}
    scenario = position.game.scenarios.get(position.scenario)
    for placement in scenario.placements if scenario else ():
        counter = position.game.counters[placement.counter]
        if counter.kind == "unit" and counter.id not in present:
            yield unit_of(counter, placement.hex)


def groups_to_come(
    position: Position, key: Callable[[Unit], tuple[str, ...]]
) -> Iterator[tuple[int, str, tuple[str, ...], tuple[str, ...]]]:
    """The same in groups that come alike, the earliest first: turn, side, key and ids."""
    groups: dict[tuple[int, str, tuple[str, ...]], list[str]] = {}
    for turn, unit in to_come(position):
        groups.setdefault((turn, unit.side, key(unit)), []).append(unit.id)
    for (turn, side, its), ids in sorted(groups.items()):
        yield turn, side, its, tuple(ids)


def placed_in(hexes: Iterable[str], by: str = "placement") -> tuple[Entry, ...]:
    """Hexes in which something may be placed, free of points."""
    return tuple(Entry(name, by=by) for name in hexes)
