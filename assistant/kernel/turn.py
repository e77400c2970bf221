"""The turn: the phases ahead, what a duty says, and who comes by the printed turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.kernel.facts import Situation
from assistant.position import Position, Unit
from assistant.questions.answers import Duty, Standing, Turn
from builder.game.model import Counter

Duties = Iterator[Duty]
TURN = "turn "
"""How the set-up of a counter that comes later begins."""


def turn_of(situation: Situation, side: str, duties: Iterable[Duty]) -> Turn:
    """The phase at hand with its duties, and the phases after it."""
    phases, phase = [one.id for one in situation.definition.phase], situation.phase
    ahead = phases[phases.index(phase) + 1 :] if phase in phases else []
    return Turn(situation.turn, phase, side, tuple(duties), tuple(ahead))


def duty_of(
    standing: Standing, number: str, what: str, units: Iterable[Unit], *hexes: str
) -> Duties:
    """A duty of some units, if there are any."""
    ids = tuple(unit.id for unit in units)
    if ids:
        yield Duty(what, standing, number, ids, hexes)


def to_come(position: Position) -> Iterator[tuple[int, Counter]]:
    """The counters of a scenario that come on a turn and are not in the position, with the turn."""
    present = {unit.counter or unit.id for unit in position.units} | set(position.by_id)
    for counter in position.game.counters.values() if position.scenario else ():
        if counter.setup.startswith(TURN) and counter.id not in present:
            yield int(counter.setup.removeprefix(TURN)), counter
