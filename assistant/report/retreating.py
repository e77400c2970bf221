"""Retreats and advances in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.report.words import (
    closed_hexes,
    further,
    number,
    reasons,
    state_word,
    table,
    unit_name,
    way,
)
from assistant.rules.answers import Advances, Retreats, UnitRetreats

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def retreats(position: Position, answer: Retreats) -> Iterator[RenderableType]:
    """What the result does, then each unit's ways: the preferred, the others, the closed."""
    from rich.text import Text

    yield Text.assemble((f"{answer.hex}, {answer.result}: ", "bold"), state_word(answer.outcome))
    yield from reasons(answer.because)
    for unit in answer.units:
        yield Text.assemble((unit_name(position, unit.id), "bold"), ": ", state_word(unit.outcome))
        yield from reasons(unit.because)
        if unit.options:
            yield options(unit)
        if unit.refused:
            yield closed_hexes(unit.refused)
        yield from further(unit.extra)
    yield from further(answer.extra)


def options(unit: UnitRetreats) -> Table:
    """The open ways, the owner's first choice on top."""
    rows = table("Way", "Choice", ">Loss", "Why")
    for option in sorted(unit.options, key=lambda option: not option.preferred):
        rows.add_row(
            way(option.path),
            "must be one of these" if option.preferred else "open, but not the first choice",
            number(option.losses),
            "; ".join(f"{r.rule} {r.text}" for r in option.because),
        )
    return rows


def advances(position: Position, answer: Advances) -> Iterator[RenderableType]:
    """How far each unit may advance."""
    from rich.text import Text

    yield Text(f"Advance into {answer.hex}", style="bold")
    yield from reasons(answer.because)
    for unit in answer.units:
        ways = ", ".join(way(option) for option in unit.options) or "may not advance"
        yield Text.assemble((unit_name(position, unit.id), "bold"), f": {ways}")
        yield from reasons(unit.because)
        if unit.refused:
            yield closed_hexes(unit.refused)
        yield from further(unit.extra)
    yield from further(answer.extra)
