"""What the answer to a battle's result lets the defenders pay in steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.questions.answers import Retreats, UnitRetreats
from builder.game.model import Game
from builder.game.rulebook.results import result_of
from builder.game.rules_file.chapters import Result


def may_lose(game: Game, answer: Retreats, told: UnitRetreats) -> bool:
    """Whether the answer lets a unit, or its stack, lose something. What the attackers lose is none
    of it, and a number of none is none either."""
    own = told.losses or told.hold is not None or any(option.losses for option in told.options)
    return bool(own or answer.losses_of("defender") or any(_together(game, answer)))


def _together(game: Game, answer: Retreats) -> Iterator[object]:
    """What the stack may lose as a whole, by the words of the games."""
    result = declared_result(game, answer.result)
    yield result is not None and result.defender.or_lose
    for key in ("alternatives", "strength_lost", "exchange"):
        yield answer.extra.get(key)
    number = answer.extra.get("number")
    yield number.get("defender") if isinstance(number, Mapping) else number
    yield any(way["steps"] for way in answer.extra.get("ways", ()))


def either(game: Game, answer: Retreats, told: UnitRetreats) -> bool:
    """Whether a unit goes or loses a step, and never both."""
    result = declared_result(game, answer.result)
    chosen = answer.extra.get("alternatives") or (result is not None and result.defender.or_lose)
    more = answer.losses_of("defender") or told.losses or any(o.losses for o in told.options)
    return bool(chosen and told.options and not more and not answer.extra.get("strength_lost"))


def goes_as_well(game: Game, answer: Retreats, told: UnitRetreats) -> bool:
    """Whether a unit alone in its hex loses steps and goes, both, by the result."""
    result = declared_result(game, answer.result)
    alone = len(answer.units) == 1 and any(option.path for option in told.options)
    if result is None or not alone:
        return False
    fate = result.defender
    return bool(fate.lose and fate.retreat) and not fate.or_lose and told.losses is None


def declared_result(game: Game, result: str) -> Result | None:
    """What a result does under declared rules; None in a game that is code."""
    return result_of(game.rules, result) if game.rules is not None else None
