"""Advance after combat (rule 9.8): along the losers' way, or one hex beyond those eliminated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.games.kursk import sayings
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import room_for
from assistant.games.kursk.units import enemy_of, is_partisan
from assistant.kernel.combat import sides_of
from assistant.kernel.pursuit import Way
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances, refusals
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason


@rule("9.81", "9.86")
def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each unit may advance, whether it attacked or held against an attack."""
    if len(sides_of(named)) > 1:
        raise QuestionError("The units that advance are of two sides: name units of one.")
    near = situation.beside(target, situation.moment.side)
    units = named or [unit for unit in near if not is_partisan(unit)]
    route = tuple(situation.value("route") or ())
    here = target
    for name in route:
        if name not in situation.near(here):
            raise QuestionError("route: {hex} and {hex2} do not touch.", hex=here, hex2=name)
        here = name
    note = Reason("9.83", "The losers were eliminated: their hex and one beside it.")
    if route:
        note = Reason("9.81", "The losers retreated {n} {n|hex|hexes}.", n=len(route))
    found = tuple(_unit(situation, target, unit, route) for unit in units)
    return Advances(target, found, (note,))


def _unit(situation: Situation, target: str, unit: Unit, route: tuple[str, ...]) -> UnitAdvances:
    reason = bar_to_advance(situation, unit, target)
    if reason is not None:
        return UnitAdvances(unit.id, (), (Refusal.by(target, reason),), (reason,))
    bars = {run: bar_to_run(situation, unit, run) for run in runs(situation, target, route)}
    options = tuple(run for run, bar in bars.items() if bar is None)
    closed = {run[-1]: bar for run, bar in bars.items() if bar is not None}
    return UnitAdvances(unit.id, options, refusals(closed))


@rule("9.81", "9.87", "9.88", "15.24", "6.25")
def bar_to_advance(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Nobody advances after an overrun, after a retreat, or from a hex that is not adjacent."""
    if situation.moment.moving:
        return Reason("9.87", "Nobody advances after an overrun.", "phase")
    if is_partisan(unit):
        return sayings.never_moves
    if "retreated" in unit.markers:
        return Reason("9.88", "{unit} has retreated.", "spent", unit=unit)
    if target not in situation.near(unit.hex):
        return sayings.not_beside("9.81", unit=unit, hex=unit.hex, hex2=target)
    return None


@rule("9.81", "9.83")
def runs(situation: Situation, target: str, route: tuple[str, ...]) -> Iterator[Way]:
    """As many hexes of the losers' way as they retreated, the battle hex first; behind units that
    were eliminated, where there is no such way, any one adjacent hex."""
    if not route:
        yield (target,)
        yield from ((target, near) for near in situation.near(target))
    for length in range(1, len(route) + 1):
        yield (target, *route)[:length]


@rule("9.82", "9.84", "9.85", "9.89", "5.65", "7.22")
def bar_to_run(situation: Situation, unit: Unit, run: Way) -> Reason | None:
    """The first rule that closes a run. Major rivers do not, nor zones in the battle hex; the
    losers' own entrenchment ends the advance, and so does a zone beyond it."""
    enemy, here = enemy_of(unit.side), unit.hex
    for index, name in enumerate(run):
        if name in situation.held[enemy]:
            return enemy_in("9.82", name)
        if (here, name) in situation.ground.closed:
            return sayings.lake(hex=here, hex2=name)
        if index == 1 and situation.ground.entrenched(here, enemy):
            text = "{hex} is an entrenchment that the losers held."
            return Reason("9.82", text, "terrain", hex=here)
        in_zone = index > 1 and here in situation.zones[enemy]
        if in_zone and situation.option("zones-stop-advance"):
            return sayings.in_zone("9.85", unit=here)
        here = name
    if not room_for(situation, unit, run[-1]):
        return sayings.no_room("7.22", unit=unit, hex=run[-1])
    return None
