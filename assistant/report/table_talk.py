"""Supply, zones, stacking and moves in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.report.words import (
    COLUMNS_OF_HEXES,
    by_reason,
    closed_hexes,
    further,
    number,
    reasons,
    state_word,
    table,
    unit_name,
    way,
)
from assistant.rules.answers import Moves, Stacking, Supply, UnitSupply, Zones

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

MOST_CUTS = 6


def supply(position: Position, answer: Supply) -> Iterator[RenderableType]:
    """Every unit with its state and line; under it, for those without, what cuts them off."""
    for side in position.game.sides.values():
        units = [unit for unit in answer.units if unit.side == side.id]
        if not units:
            continue
        rows = table("Unit", "Hex", "State", "Source", "Line", title=f"{side.name}: {sums(units)}")
        for unit in units:
            rows.add_row(
                unit_name(position, unit.id),
                unit.hex,
                state_word(unit.state),
                unit.source or "",
                f"{len(unit.path) - 1}: {way(unit.path)}" if unit.path else why(unit),
            )
        yield rows
    yield from further(answer.extra)


def sums(units: list[UnitSupply]) -> str:
    """How many units are in each state."""
    states: dict[str, int] = {}
    for unit in units:
        states[unit.state] = states.get(unit.state, 0) + 1
    return ", ".join(f"{count} {state}" for state, count in states.items())


def why(unit: UnitSupply) -> Text:
    """The reasons of a unit's state, then what cuts it off, the hexes of each rule together."""
    from rich.text import Text

    lines = [f"{reason.rule} {reason.text}" for reason in unit.because]
    for (rule, text), names in by_reason(unit.extra.get("cut_by", ())).items():
        shown = " ".join(names[:MOST_CUTS])
        more = f" and {len(names) - MOST_CUTS} more" if len(names) > MOST_CUTS else ""
        lines.append(f"{rule} {text} ({shown}{more})")
    return Text("\n".join(lines))


def zones(position: Position, answer: Zones) -> Iterator[RenderableType]:
    """The hexes in each side's zones, a dozen a line."""
    from rich.text import Text

    for side, names in answer.zones.items():
        yield Text(f"{position.game.sides[side].name}: {len(names)} hexes", style="bold")
        for first in range(0, len(names), COLUMNS_OF_HEXES):
            yield Text("  " + " ".join(names[first : first + COLUMNS_OF_HEXES]))
    yield from further(answer.extra)


def stacking(position: Position, answer: Stacking) -> Iterator[RenderableType]:
    """What breaks a stacking rule, or that nothing does."""
    from rich.text import Text

    if not answer.violations:
        yield Text("No stack breaks a rule.", style="green")
    for violation in answer.violations:
        yield Text.assemble(
            (f"{violation.hex} ", "bold red"), (f"{violation.rule} ", "cyan"), violation.text
        )
    yield from further(answer.extra)


def moves(position: Position, answer: Moves) -> Iterator[RenderableType]:
    """The points, each hex in reach with cost and way, and what closes the others."""
    from rich.text import Text

    unit = position.by_id[answer.unit]
    yield Text.assemble(
        (unit_name(position, answer.unit), "bold"),
        f" in {unit.hex}: {number(answer.allowance)} movement points",
    )
    yield from reasons(answer.because)
    if answer.reach:
        rows = table(">Cost", "Hex", "Way")
        for reached in answer.reach:
            rows.add_row(number(reached.cost), reached.hex, way(reached.path, limit=10))
        yield rows
    else:
        yield Text("It can reach no hex.", style="bold red")
    if answer.refused:
        yield closed_hexes(answer.refused)
    yield from further(answer.extra, but=("too_far", "rolled"))
