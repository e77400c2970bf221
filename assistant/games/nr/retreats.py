"""The answer to the question of retreats: every unit of a hex, its ways and its fate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.games.nr.losses import exchange
from assistant.games.nr.readings import of_areas, readings
from assistant.games.nr.results import Fate, end_of_hitler, fleeing_fate, standing_fate
from assistant.games.nr.retreat import Flight, options_of, paths, stay_bar
from assistant.games.nr.situation import Situation
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

RESULTS = ("DR", "DS", "DD")


def judged(flight: Flight, unit: Unit) -> UnitRetreats:
    """One unit's ways and fate, on the position as it stands."""
    fate = standing_fate(flight, unit)
    if fate:
        return _answer(unit, (), (), fate)
    if stay_bar(flight, unit):
        return _answer(unit, (), (), fleeing_fate(flight, unit, ()))
    found, refused = paths(flight, unit)
    fate = fleeing_fate(flight, unit, found)
    options = options_of(flight, unit, found, fate.losses)
    return _answer(unit, tuple(options), tuple(refused), fate)


def _answer(
    unit: Unit, options: tuple[Retreat, ...], refused: tuple[Refusal, ...], fate: Fate
) -> UnitRetreats:
    extra = {"losses": fate.losses, "to": fate.to}
    because = (*fate.because, *end_of_hitler(unit, fate))
    return UnitRetreats(unit.id, options, refused, fate.outcome, because, extra)


def retreats(
    situation: Situation, place: str, result: str | None, attackers: Sequence[str]
) -> Retreats:
    """What a result does to the units of a hex, and every way that each of them may go."""
    code = result or "DR"
    if code not in RESULTS:
        raise QuestionError(
            "'{result}' makes nobody retreat: write --result {results}.",
            result=code,
            results=RESULTS,
        )
    flight = Flight(situation, place, _defending_side(situation, place, attackers), code)
    answers = tuple(judged(flight, unit) for unit in flight.units)
    near = situation.near(place)
    names = ["retreat-toward"] if any(answer.options for answer in answers) else []
    extra: dict[str, Any] = readings(situation, [*names, *of_areas(situation, near, flight.side)])
    if flight.has_fort and code == "DS":
        extra["exchange"] = exchange(flight.units, False, situation.turn)
    return Retreats(
        hex=place,
        result=code,
        outcome=_outer(flight, answers),
        units=answers,
        because=(
            Reason("10.7.5", "Each unit goes its own way, by its owner's choice, in his order."),
        ),
        extra=extra,
    )


def _defending_side(situation: Situation, place: str, attackers: Sequence[str]) -> str:
    sides = sorted({unit.side for unit in situation.position.at(place)})
    hostile = {situation.position.by_id[i].side for i in attackers}
    if not sides:
        raise QuestionError("No unit stands in {hex}: nobody has to retreat there.", hex=place)
    if len(hostile) > 1:
        raise QuestionError("The attackers are of both sides: name units of one side.")
    against = [side for side in sides if side not in hostile]
    if not against:
        raise QuestionError("The attackers are of the same side as the units in {hex}.", hex=place)
    return against[0]


def _outer(flight: Flight, answers: Sequence[UnitRetreats]) -> str:
    outcomes = {answer.outcome for answer in answers}
    if outcomes == {"eliminated"}:
        return "eliminated"
    if flight.has_fort:
        return "EX" if flight.result == "DS" else "stand"
    return "stand" if flight.has_volkssturm and flight.result == "DR" else "retreat"
