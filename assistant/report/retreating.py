"""Retreats and advances in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.answers import Advances, Retreats, UnitRetreats
from assistant.report.facts import further
from assistant.report.words import (
    closed_hexes,
    number,
    reasons,
    state_word,
    table,
    unit_name,
    unit_names,
    way,
)
from assistant.saying import Saying
from assistant.words.voice import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MUST, MAY = "must be one of these", "open, but not the first choice"


def retreats(say: Voice, position: Position, answer: Retreats) -> Iterator[RenderableType]:
    """What the result does, then each unit's ways: the preferred, the others, the closed."""
    yield _headed(say, f"{answer.hex}, {answer.result}", answer.outcome, answer.result)
    yield from reasons(say, answer.because)
    for unit in answer.units:
        yield _headed(say, unit_name(say, position, unit.id), unit.outcome, answer.result)
        yield from reasons(say, unit.because)
        if unit.options:
            yield options(say, unit)
        if unit.refused:
            yield closed_hexes(say, unit.refused)
        yield from further(say, position, unit.extra)
    yield from further(say, position, {**answer.extra, "attackers": answer.attackers or ()})


def _headed(say: Voice, head: str, outcome: str, result: str) -> Text:
    """A line about a hex or a unit: what becomes of it, unless that is but the result again."""
    from rich.text import Text

    if outcome == result:
        return Text(head, style="bold")
    return Text.assemble((f"{head}: ", "bold"), state_word(say, outcome))


def options(say: Voice, unit: UnitRetreats) -> Table:
    """The open ways, the owner's first choice on top."""
    rows = table(say, "Way", "Choice", ">Loss", "Why")
    for option in sorted(unit.options, key=lambda option: not option.preferred):
        rows.add_row(
            way(option.path) or say.state("stand"),
            say(MUST if option.preferred else MAY),
            number(option.losses),
            "; ".join(f"{r.rule} {say(r.text)}" for r in option.because),
        )
    return rows


def advances(say: Voice, position: Position, answer: Advances) -> Iterator[RenderableType]:
    """How far each unit may advance."""
    from rich.text import Text

    yield Text(say(Saying("Advance into {hex}", hex=answer.hex)), style="bold")
    yield from reasons(say, answer.because)
    if answer.vacated:
        gone = unit_names(say, position, answer.vacated)
        yield Text(say(Saying("With {units} gone from the hex.", units=gone)), style="dim")
    for unit in answer.units:
        ways = ", ".join(way(option) for option in unit.options) or say("may not advance")
        yield Text.assemble((unit_name(say, position, unit.id), "bold"), f": {ways}")
        yield from reasons(say, unit.because)
        if unit.refused:
            yield closed_hexes(say, unit.refused)
        yield from further(say, position, unit.extra)
    yield from further(say, position, answer.extra)
