"""Advance after combat (rule 9.8): along the losers' way, or one hex beyond those eliminated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.games.kursk.sayings import in_zone, lake, never_moves, no_room, not_beside
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import room_for
from assistant.games.kursk.units import enemy_of, is_partisan
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

Run = tuple[str, ...]


@dataclass(frozen=True)
class Pursuit:
    """An advance into a hex that was vacated; `route` are the hexes into which the losers went,
    None if they were eliminated."""

    situation: Situation
    hex: str
    unit: Unit
    route: tuple[str, ...] | None

    @cached_property
    def enemy(self) -> str:
        return enemy_of(self.unit.side)

    @rule("9.81", "9.83")
    def runs(self) -> Iterator[Run]:
        """As many hexes of the losers' way as they retreated, the battle hex first; behind units
        that were eliminated any one adjacent hex."""
        if self.route is None:
            yield (self.hex,)
            for near in self.situation.ground.around[self.hex]:
                yield (self.hex, near)
            return
        way = (self.hex, *self.route)
        for length in range(1, len(self.route) + 1):
            yield way[:length]

    @rule("9.82", "9.84", "9.85", "9.89", "5.65", "7.22")
    def bar(self, run: Run) -> Reason | None:
        """The first rule that closes a run. Major rivers do not, nor zones in the battle hex."""
        here = self.unit.hex
        for index, name in enumerate(run):
            reason = self._bar_step(here, name) or self._bar_beyond(run, index)
            if reason is not None:
                return reason
            here = name
        if not room_for(self.situation, self.unit, run[-1]):
            return no_room("7.22", self.unit, run[-1])
        return None

    def _bar_step(self, here: str, name: str) -> Reason | None:
        if name in self.situation.held[self.enemy]:
            return enemy_in("9.82", name)
        if (here, name) in self.situation.ground.closed:
            return lake(here, name)
        return None

    @rule("9.82", "9.85")
    def _bar_beyond(self, run: Run, index: int) -> Reason | None:
        """The losers' own entrenchment ends the advance, and so does a zone beyond it."""
        if index == 0:
            return None
        before = run[index - 1]
        if index == 1 and self.situation.ground.entrenched(self.hex, self.enemy):
            return Reason(
                "9.82", "{hex} is an entrenchment that the losers held.", "terrain", hex=self.hex
            )
        held = index > 1 and before in self.situation.zones[self.enemy]
        if held and self.situation.option("zones-stop-advance"):
            return in_zone("9.85", before)
        return None


@rule("9.81", "9.87", "9.88", "15.24", "6.25")
def bar_to_advance(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Nobody advances after an overrun, after a retreat, or from a hex that is not adjacent."""
    if situation.moment.moving:
        return Reason("9.87", "Nobody advances after an overrun.", "phase")
    if is_partisan(unit):
        return never_moves()
    if "retreated" in unit.markers:
        return Reason("9.88", "{unit} has retreated.", "spent", unit=unit)
    if target not in situation.near(unit.hex):
        return not_beside("9.81", unit, target)
    return None


@rule("9.81", "9.86")
def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each unit may advance, whether it attacked or held against an attack."""
    units = _units(situation, target, named)
    route = tuple(situation.position.value("route") or ()) or None
    _check_route(situation, target, route)
    found = tuple(_unit(situation, target, unit, route) for unit in units)
    return Advances(target, found, _notes(route))


def _units(situation: Situation, target: str, named: Sequence[Unit]) -> Sequence[Unit]:
    if named:
        if len({unit.side for unit in named}) > 1:
            raise QuestionError("The units that advance are of two sides: name units of one.")
        return named
    side = situation.moment.side
    near = (u for name in situation.ground.around[target] for u in situation.at(name))
    found = [unit for unit in near if side in ("", unit.side) and not is_partisan(unit)]
    return sorted(found, key=lambda unit: (unit.hex, unit.id))


def _check_route(situation: Situation, target: str, route: tuple[str, ...] | None) -> None:
    here = target
    for name in route or ():
        if name not in situation.ground.around[here]:
            raise QuestionError("route: {hex} and {hex2} do not touch.", hex=here, hex2=name)
        here = name


def _unit(
    situation: Situation, target: str, unit: Unit, route: tuple[str, ...] | None
) -> UnitAdvances:
    reason = bar_to_advance(situation, unit, target)
    if reason is not None:
        refusal = Refusal.by(target, reason)
        return UnitAdvances(unit.id, (), (refusal,), (reason,))
    pursuit = Pursuit(situation, target, unit, route)
    runs = [(run, pursuit.bar(run)) for run in pursuit.runs()]
    options = tuple(run for run, bar in runs if bar is None)
    refused = {run[-1]: bar for run, bar in runs if bar is not None}
    return UnitAdvances(
        id=unit.id,
        options=options,
        refused=tuple(Refusal.by(name, why) for name, why in sorted(refused.items())),
    )


def _notes(route: tuple[str, ...] | None) -> tuple[Reason, ...]:
    if route is None:
        text = "The losers were eliminated: their hex and one beside it."
        return (Reason("9.83", text),)
    return (Reason("9.81", "The losers retreated {n} {n|hex|hexes}.", n=len(route)),)
