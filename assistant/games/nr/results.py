"""What a result makes of each unit (rules 10.7, 10.7.1, 10.7.4, 10.7.6, 12.5, 14.9, 14.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.games.nr.retreat import Flight, Path, stay_bar
from assistant.games.nr.units import box_of_eliminated, steps_left, type_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class Fate:
    """What a result makes of one unit."""

    outcome: str
    losses: int
    to: str | None
    because: tuple[Reason, ...] = ()


@rule("10.7.4", "14.11")
def standing_fate(flight: Flight, unit: Unit) -> Fate | None:
    """In a hex with a fort nobody retreats: DR is void, DS an exchange, DD costs steps only. A
    Volkssturm unit voids a DR and is then used up. None where the result takes its usual course."""
    if flight.result == "DR" and (flight.has_fort or flight.has_volkssturm):
        if type_of(unit) == "volkssturm":
            text = "It turned the retreat into no effect and is out of the game."
            return Fate("stand", 0, "removed", (Reason("14.11", text),))
        number = "10.7.4" if flight.has_fort else "14.11"
        return Fate("stand", 0, None, (Reason(number, "DR has no effect on this hex."),))
    if not flight.has_fort:
        return None
    if flight.result == "DS":
        return Fate("EX", 0, None, (Reason("10.7.4", "DS on a fort hex becomes EX."),))
    losses = 0 if flight.is_bystander(unit) else 1
    reason = Reason("10.7.4", "DD on a fort hex: no retreat, the steps are lost.")
    return after_losses(flight, unit, Fate("stand", losses, None, (reason,)))


@rule("10.7", "10.7.1")
def after_losses(flight: Flight, unit: Unit, fate: Fate) -> Fate:
    """The fate of a unit after the steps that the result takes from it."""
    if fate.losses < steps_left(unit, flight.situation.turn) or not fate.losses:
        return fate
    box = box_of_eliminated(unit, surrendered="oos" in unit.markers)
    reason = Reason("10.7.1", "The step loss eliminates {unit}: to {box}.", unit=unit, box=box)
    return Fate("eliminated", fate.losses, box, (*fate.because, reason, *_cadre(flight, unit)))


@rule("14.9.2")
def _cadre(flight: Flight, unit: Unit) -> Iterator[Reason]:
    """A cadre may take the place of a unit with two faces that a step loss eliminates."""
    waiting = flight.situation.position.at("cadre-available")
    two_faces = len(unit.get("strength") or ()) > 1
    if type_of(unit) != "cadre" and two_faces and any(u.side == unit.side for u in waiting):
        yield Reason("14.9.2", "The owner may put an available cadre in its place.")


@rule("10.7", "10.7.1", "10.7.2", "10.7.5", "10.7.6", "14.9.3")
def fleeing_fate(flight: Flight, unit: Unit, found: Sequence[Path]) -> Fate:
    """The usual course: a unit that cannot retreat two hexes is eliminated; DS sends it to
    Shattered afterwards, DD costs it a step; a bystander only retreats."""
    bystander = flight.is_bystander(unit)
    losses = 1 if flight.result == "DD" and not bystander else 0
    if not found:
        box = box_of_eliminated(unit, surrendered="oos" in unit.markers)
        reason = stay_bar(flight, unit) or Reason("10.7.5", "There is no way two hexes away.")
        return Fate(
            "eliminated", losses, box, (reason, Reason("10.7.1", "Eliminated: to {box}.", box=box))
        )
    if bystander:
        return Fate("retreat", 0, None, (Reason("10.1.2", "White: it only shares the retreat."),))
    if flight.result == "DS":
        box = "turn-track" if type_of(unit) == "cadre" else "shattered"
        reason = Reason("10.7.6", "It retreats first, then goes to {box}.", box=box)
        return Fate("retreat", 0, box, (reason,))
    return after_losses(flight, unit, Fate("retreat", losses, None))


@rule("12.5")
def end_of_hitler(unit: Unit, fate: Fate) -> tuple[Reason, ...]:
    """The end of the Berlin Garrison is the end of the game."""
    if type_of(unit) == "garrison" and fate.outcome == "eliminated":
        return (Reason("12.5", "With the Berlin Garrison the Axis loses the game."),)
    return ()
