"""The turn in words: duties, arrivals, points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.answers import Arrival, Arrivals, Duty, Entry, Score, Turn
from assistant.questions.reasons import Reason
from assistant.report.facts import further
from assistant.report.words import number, packed, table, unit_names
from assistant.words.voice import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType

HEXES_A_LINE = 8
STYLES = {"must": "bold", "may": "", "done": "dim", "forbidden": "yellow"}


def turn(say: Voice, position: Position, answer: Turn) -> Iterator[RenderableType]:
    """The duties of the phase, what must be done first, and the phases ahead."""
    from rich.text import Text

    names = {phase.id: phase.name for phase in position.game.definition.phase}
    phase = say(names.get(answer.phase, answer.phase)) or say("no phase named")
    yield Text(f"{say('Turn')} {answer.turn}: {phase}", style="bold")
    rows = table(say, "Now", "What", "Units", "Hexes", "Rule")
    for standing, style in STYLES.items():
        for duty in answer.duties:
            if duty.standing == standing:
                rows.add_row(Text(say(standing), style=style), *_duty(say, position, duty))
    yield rows
    if answer.ahead:
        ahead = ", ".join(say(names.get(one, one)) for one in answer.ahead)
        yield Text(f"{say('Ahead')}: {ahead}", style="dim")
    yield from further(say, answer.extra)


def _duty(say: Voice, position: Position, duty: Duty) -> tuple[str, ...]:
    units = unit_names(say, position, duty.units)
    return say(duty.what), units, packed(duty.hexes, HEXES_A_LINE), duty.rule


def arrivals(say: Voice, position: Position, answer: Arrivals) -> Iterator[RenderableType]:
    """Who comes as what, whether, when, where and at what price, or why not."""
    from rich.text import Text

    if not answer.arrivals:
        yield Text(say("Nobody comes, returns or grows."))
    else:
        rows = table(say, "As", "State", "Side", "Units", ">Turn", ">Price", "Where", "Why", "Rule")
        for one in answer.arrivals:
            rows.add_row(
                say(one.kind),
                say(one.state),
                say(one.side),
                ", ".join(_called(say, position, id_) for id_ in one.units),
                "" if one.turn is None else str(one.turn),
                "" if one.price is None else number(one.price),
                "\n".join(_entry(say, entry) for entry in one.entries),
                "\n".join(_why(say, one)),
                one.rule,
            )
        yield rows
    yield from _told(say, answer.because)
    yield from further(say, answer.extra)


def _called(say: Voice, position: Position, id_: str) -> str:
    """A unit of the position, or a counter that has yet to come."""
    counter = position.game.counters.get(id_)
    if id_ in position.by_id or counter is None:
        return unit_names(say, position, [id_])
    return say(counter.full_name or counter.name)


def _entry(say: Voice, entry: Entry) -> str:
    cost = f" {number(entry.cost)}" if entry.cost else ""
    return f"{entry.hex}{cost} {say(entry.by)}"


def _why(say: Voice, one: Arrival) -> Iterator[str]:
    for reason in one.because:
        yield f"{reason.rule}: {say(reason.text)}"
    for refusal in one.refused:
        yield f"{refusal.hex}: {say(refusal.text)} ({refusal.rule})"


def score(say: Voice, position: Position, answer: Score) -> Iterator[RenderableType]:
    """Points line by line, the sums, the level, and what more would bring."""
    from rich.text import Text

    rows = table(say, "Side", "What", ">Points", "Hexes", "Units", "Rule")
    for line in answer.lines:
        rows.add_row(
            say(line.side),
            say(line.what),
            number(line.points) + ("?" if line.stand_in else ""),
            packed(line.hexes, HEXES_A_LINE),
            unit_names(say, position, line.units),
            line.rule,
        )
    yield rows
    sums = ", ".join(f"{say(side)} {number(points)}" for side, points in answer.points.items())
    yield Text(f"{say('In sum')}: {sums}")
    if answer.net is not None:
        yield Text(f"{say('Net')}: {number(answer.net)}")
    if answer.level:
        yield Text(f"{say('If the game ended now')}: {say(answer.level)}", style="bold")
    if answer.thresholds:
        steps = table(say, ">Points", "What", "Rule")
        for step in answer.thresholds:
            steps.add_row(number(step.points), say(step.what), step.rule)
        yield steps
    yield from _told(say, answer.because)
    yield from further(say, answer.extra)


def _told(say: Voice, because: Iterable[Reason]) -> Iterator[RenderableType]:
    from rich.text import Text

    for reason in because:
        yield Text(f"{reason.rule}: {say(reason.text)}", style="dim")
