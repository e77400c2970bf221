"""What an answer takes for granted because the position does not tell it, and the name by which to
tell it (4, 12, 21, 23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.games.uis.coming import coming
from assistant.games.uis.lines import COMMUNICATION_TURNS
from assistant.games.uis.situation import Situation
from assistant.questions.reasons import Reason

NO_TURN = Reason(
    "12.2.1, 12.3.1",
    "No turn is told: it counts as the fifth of the war, when lines of communication supply nobody"
    " any more. Write turn = N, or war-turn = N in [state].",
    "missing",
)
NO_WEATHER = Reason(
    "23",
    'The weather is not told and counts as good: write weather = "bad" in [state] if it is not.',
    "missing",
)
NOBODY_DUE = Reason(
    "21", "No turn is told, so nobody is due: write turn = N for who comes now.", "missing"
)
NO_MOBILIZATION = Reason(
    "21.9",
    "Whether countries mobilized is not told, so their units wait: name them with their turns as"
    ' mobilized = ["poland 4"] in [state].',
    "missing",
)


def of_war(situation: Situation) -> Iterator[Reason]:
    """The turn of the war, where it decides who draws supply by a line of communication."""
    if situation.value("war-turn") is not None:
        return
    if not situation.turn:
        yield NO_TURN
    elif situation.turn > min(COMMUNICATION_TURNS.values()):
        text = (
            "The war counts as in its turn {n}, as if it had begun with the game: write"
            " war-turn = N in [state] if it began later."
        )
        yield Reason("12.2.1, 12.3.1", text, "missing", n=situation.turn)


def of_weather(situation: Situation) -> Iterator[Reason]:
    """The weather, which doubles costs and keeps squadrons down."""
    if not situation.position.state.get("weather"):
        yield NO_WEATHER


def of_arrivals(situation: Situation) -> Iterator[Reason]:
    """The turn and who mobilized, if anybody waits for them."""
    waiting = list(coming(situation))
    if waiting and not situation.turn:
        yield NOBODY_DUE
    untold = "mobilized" not in situation.position.state
    if untold and any(one.is_mobilized and one.turn is None for one in waiting):
        yield NO_MOBILIZATION


def as_extra(*found: Reason) -> dict[str, Any]:
    """As an answer tells it; nothing if all is told."""
    return {"not_judged": list(found)} if found else {}
