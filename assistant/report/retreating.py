"""Retreats and advances in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.answers import Advances, Retreats, UnitRetreats, ways_of
from assistant.report.facts import further
from assistant.report.words import (
    closed_hexes,
    number,
    reasons,
    spot,
    state_word,
    table,
    unit_name,
    unit_names,
    untold,
    way,
)
from assistant.words.voice import Voice
from builder.saying import Saying

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MOST_WAYS = 8
"""Ways of an advance that are told hex by hex; of more, the hexes in which they end."""
MUST, MAY = "must be one of these", "open, but not the first choice"


def retreats(say: Voice, position: Position, answer: Retreats) -> Iterator[RenderableType]:
    """What the result does, then each unit's ways: the preferred, the others, the closed."""
    hexes = ", ".join(spot(say, position, name) for name in answer.hex.split(","))
    yield _headed(say, f"{hexes}, {answer.result}", answer.outcome, answer.result)
    yield from reasons(say, answer.because)
    for unit in answer.units:
        yield _headed(say, unit_name(say, position, unit.id), unit.outcome, answer.result)
        yield from reasons(say, unit.because)
        if ways_of(unit) or any(not option.path for option in unit.options):
            yield options(say, position, unit)
        if closed := untold(unit.refused, unit.because):
            yield closed_hexes(say, position, closed)
        yield from further(say, position, unit.extra)
    yield from further(say, position, {**answer.extra, "attackers": answer.attackers or ()})


def _headed(say: Voice, head: str, outcome: str, result: str) -> Text:
    """A line about a hex or a unit: what becomes of it, unless that is but the result again."""
    from rich.text import Text

    if outcome == result:
        return Text(head, style="bold")
    return Text.assemble((f"{head}: ", "bold"), state_word(say, outcome))


def _ends(say: Voice, position: Position, ways: Sequence[Sequence[str]]) -> str:
    """The ways of an advance; where they are many, the hexes in which they end, the near first."""
    if not ways:
        return say("may not advance")
    shown = partial(spot, say, position)
    if len(ways) <= MOST_WAYS:
        return ", ".join(way(option, shown=shown) for option in ways)
    least: dict[str, int] = {}
    for option in sorted(ways, key=len):
        least.setdefault(option[-1], len(option))
    by_length = [
        (length, sorted(shown(end) for end, far in least.items() if far == length))
        for length in sorted(set(least.values()))
    ]
    told = [
        say(Saying("{hexes} ({n} {n|hex|hexes})", hexes=", ".join(ends), n=length))
        for length, ends in by_length
    ]
    return "; ".join(told)


def options(say: Voice, position: Position, unit: UnitRetreats) -> Table:
    """The open ways, the owner's first choice on top."""
    rows = table(say, "Way", "Choice", ">Loss", "Why")
    for option in sorted(unit.options, key=lambda option: not option.preferred):
        rows.add_row(
            way(option.path, shown=partial(spot, say, position)) or say.state("stand"),
            say(MUST if option.preferred else MAY),
            number(say, option.losses),
            " ".join(f"{r.rule} {say(r.text)}" for r in option.because),
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
        yield Text.assemble(
            (unit_name(say, position, unit.id), "bold"), f": {_ends(say, position, unit.options)}"
        )
        yield from reasons(say, unit.because)
        if closed := untold(unit.refused, unit.because):
            yield closed_hexes(say, position, closed)
        yield from further(say, position, unit.extra)
    yield from further(say, position, answer.extra)
