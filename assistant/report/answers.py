"""Answers for people: one readable text for each question, of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from assistant.position import Position
from assistant.questions.answers import Attacks, Timing
from assistant.report import turning
from assistant.report.battles import attacks, odds
from assistant.report.plans import forces, plan
from assistant.report.retreating import advances, retreats
from assistant.report.table_talk import moves, stacking, strangers, supply, zones
from assistant.words.voice import Voice
from builder.saying import Saying

if TYPE_CHECKING:
    from rich.console import RenderableType

Words = Callable[[Voice, Position, Any], "Iterator[RenderableType]"]

QUESTIONS: Mapping[str, Words] = {
    "supply": supply,
    "zones": zones,
    "stacking": stacking,
    "moves": moves,
    "odds": odds,
    "attacks": attacks,
    "retreats": retreats,
    "advances": advances,
    "plan": plan,
    "forces": forces,
    "turn": turning.turn,
    "arrivals": turning.arrivals,
    "score": turning.score,
}


def print_answer(say: Voice, question: str, position: Position, answer: Any) -> None:
    """Print the answer to one of the questions to the terminal, and what it does not know of."""
    told = QUESTIONS[question](say, position, answer)
    print_parts([*strangers(say, position), *told, *of_another_phase(say, position, answer)])


def of_another_phase(say: Voice, position: Position, answer: Any) -> Iterator[RenderableType]:
    """That the answer is none in the phase at hand, and in which it is one."""
    from rich.text import Text

    timing = getattr(answer, "timing", None)
    if timing is None:
        return
    if timing.assumed or timing.phase == position.phase:
        yield Text(say(timing.text), style="yellow")
    elif isinstance(answer, Attacks):
        yield Text(say(_attacks_ahead(position, timing)), style="yellow")
    else:
        yield Text(say(timing.text) + " (--anyway)", style="yellow")


def _attacks_ahead(position: Position, timing: Timing) -> Saying:
    """That nobody can be attacked now, and how to see who can be later."""
    called = position.game.definition.phase_name
    text = (
        "No attack is possible in the phase {phase}: "
        "--anyway gives those as if no phase were named."
    )
    if timing.phase:
        text = "No attack is possible in the phase {phase}: --anyway gives those of the phase {m}."
    return Saying(text, phase=called(position.phase), m=called(timing.phase))


def print_parts(parts: Iterable[RenderableType]) -> None:
    """Print the parts of an answer, with air below its tables."""
    from rich.table import Table
    from rich.text import Text

    from assistant.report.terminal import console

    screen = console()
    air = False
    for part in parts:
        heading = isinstance(part, Text) and part.plain.startswith("\n")
        if air and not heading:
            screen.print()
        screen.print(part)
        air = isinstance(part, Table)
