"""What a result of the combat table does: by the words of [results], to which side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from assistant.classic.situation import Situation
from assistant.classic.strengths import printed_attack
from assistant.classic.units import printed, steps_left
from assistant.position import Unit
from assistant.questions.protocol import QuestionError
from builder.game.problems import nearest
from builder.game.rulebook.results import NOTHING, result_of
from builder.game.rulebook.tables import combat_table
from builder.game.rules_file.chapters import Fate, Result
from builder.saying import AsWritten


def asked_result(situation: Situation, code: str | None) -> tuple[str, Result]:
    """The result that was asked for; without one the mildest that makes
    defenders retreat.

    QuestionError for a result that the table does not have, or if none is a retreat.
    """
    if code is not None:
        found = result_of(situation.rules, code)
        if found is None or (code in NOTHING and code not in _cells(situation)):
            known = [*situation.rules.results, *(cell for cell in _cells(situation) if cell)]
            rest = nearest(code, set(known))
            raise QuestionError(
                "There is no result '{result}'. {rest}", result=AsWritten(code), rest=rest
            )
        return code, found
    retreats = [
        (bool(one.defender.lose), one.defender.retreat, number, name)
        for number, (name, one) in enumerate(situation.rules.results.items())
        if one.defender.retreat
    ]
    if not retreats:
        raise QuestionError("No result of this game makes the defenders retreat: name a result.")
    name = min(retreats)[-1]
    return name, situation.rules.results[name]


def _cells(situation: Situation) -> set[str]:
    chart = combat_table(situation.position.game)
    return set(chart.cells.values()) if chart else set()


def losses_of(
    situation: Situation, fate: Fate, units: Sequence[Unit], others: Sequence[Unit], attacking: bool
) -> tuple[int, Fraction]:
    """What a stack must lose: steps, and printed strength where each side loses as much.

    `others` are the units of the other side, all of which are lost in an exchange.
    """
    everything = sum(map(steps_left, units))
    lose = fate.lose
    if isinstance(lose, int):
        return min(lose, everything), Fraction(0)
    if lose == "all":
        return everything, Fraction(0)
    if lose == "half":
        return -(-everything // 2), Fraction(0)
    if lose == "as many steps":
        return min(everything, sum(map(steps_left, others))), Fraction(0)
    value = sum((face_value(situation, unit, not attacking) for unit in others), Fraction(0))
    own = sum((face_value(situation, unit, attacking) for unit in units), Fraction(0))
    return (everything if value >= own else 0), min(value, own)


def face_value(situation: Situation, unit: Unit, attacking: bool) -> Fraction:
    """The printed strength that counts in an exchange: attack or defence, as the unit fights."""
    if attacking:
        return printed_attack(situation, unit)
    return printed(unit, situation.defence_field)
