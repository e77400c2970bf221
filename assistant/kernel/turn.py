"""The turn: the phases ahead, what a duty says, and who comes by the printed turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from assistant.kernel.facts import Situation
from assistant.position import Position, Unit
from assistant.questions.answers import Arrival, Duty, Entry, Standing, Turn
from assistant.questions.reasons import Reason
from builder.game.model import Counter

Of = TypeVar("Of", bound=Situation)
Duties = Iterator[Duty]
TURN = "turn "
"""How the place of a counter that comes later begins."""
TRACK = "turn-track"
"""The box in which a game may keep such counters until then."""


def turn_of(situation: Situation, side: str, duties: Iterable[Duty]) -> Turn:
    """The phase at hand with its duties, and the phases after it."""
    phases, phase = [one.id for one in situation.definition.phase], situation.phase
    ahead = phases[phases.index(phase) + 1 :] if phase in phases else []
    return Turn(situation.turn, phase, side, tuple(duties), tuple(ahead))


def turn_by_phase(
    situation: Of,
    side: str,
    steps: Mapping[str, Callable[[Of, str], Duties]],
    number: str,
    first: Iterable[Duty] = (),
) -> Turn:
    """The turn where each phase, named without its side, has its own duties: `first` go before them
    (stacks over the limit). A phase with nothing to do says so by the rule `number`."""
    step = steps.get(situation.phase.removeprefix(f"{side}-"))
    told = (*first, *(step(situation, side) if step else ()))
    if step and not told:
        told = (Duty("In this phase nothing is to be done as things stand.", "done", number),)
    return turn_of(situation, side, told)


def duty_of(
    standing: Standing, number: str, what: str, units: Iterable[Unit], *hexes: str
) -> Duties:
    """A duty of some units, if there are any."""
    ids = tuple(unit.id for unit in units)
    if ids:
        yield Duty(what, standing, number, ids, hexes)


def duty_at(standing: Standing, number: str, what: str, hexes: Iterable[str]) -> Duties:
    """A duty about some hexes, if there are any."""
    names = tuple(hexes)
    if names:
        yield Duty(what, standing, number, hexes=names)


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


def to_come(position: Position) -> Iterator[tuple[int, Counter]]:
    """The units of a scenario that come on a turn and are not in play, with the turn."""
    units = [unit for unit in position.units if unit.hex != TRACK]
    present = {unit.counter or unit.id for unit in units} | {unit.id for unit in units}
    scenario = position.game.scenarios.get(position.scenario)
    for placement in scenario.placements if scenario else ():
        counter = position.game.counters[placement.counter]
        if placement.hex.startswith(TURN) and counter.kind == "unit" and counter.id not in present:
            yield int(placement.hex.removeprefix(TURN)), counter
