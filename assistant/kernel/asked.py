"""What a question about a battle names, checked alike in all games: attackers of one side and not
of the defenders', a result that the game has."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.kernel.combat import sides_of
from assistant.position import Unit
from assistant.questions.protocol import QuestionError


def of_one_side(attackers: Sequence[Unit]) -> None:
    """QuestionError for attackers of two sides."""
    if len(sides_of(attackers)) > 1:
        raise QuestionError("The attackers are of two sides: name units of one.")


def no_friends(attackers: Sequence[Unit], defending: str) -> None:
    """QuestionError for attackers of the side that defends."""
    if own := [unit for unit in attackers if unit.side == defending]:
        text = "{units} and the defenders are of one side: name attackers of the other."
        raise QuestionError(text, units=own)


def result_among(asked: str, known: Collection[str], read: str = "") -> str:
    """The result asked for, as the game reads it; QuestionError for one that it does not have."""
    result = read or asked
    if result not in known:
        text = "'{result}' is no result: write one of {results}."
        raise QuestionError(text, result=asked, results=known)
    return result
