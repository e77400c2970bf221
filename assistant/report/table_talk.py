"""Supply, zones, stacking and moves in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.answers import IN_SUPPLY, Moves, Stacking, Supply, UnitSupply, Zones
from assistant.report.facts import further
from assistant.report.words import (
    COLUMNS_OF_HEXES,
    by_reason,
    closed_hexes,
    number,
    reasons,
    state_word,
    table,
    unit_name,
    way,
)
from assistant.saying import Saying
from assistant.words.voice import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MOST_CUTS = 6
FEW_HEXES = 24
"""As many hexes in reach are listed one by one, each with its way."""


def strangers(say: Voice, position: Position) -> Iterator[RenderableType]:
    """What the answers do not know of, a line each: pieces left out, a log that was cut off."""
    from rich.text import Text

    for sentence in position.unknown:
        yield Text(say(sentence), style="bold red")


def supply(say: Voice, position: Position, answer: Supply) -> Iterator[RenderableType]:
    """Every unit with its state and line, those without on top, with what cuts them off."""
    for side in position.game.sides.values():
        units = [unit for unit in answer.units if unit.side == side.id]
        units.sort(key=lambda unit: unit.state in IN_SUPPLY)
        if not units:
            continue
        rows = table(
            say, "Unit", "Hex", "State", "Source", "Line",
            title=f"{say(side.name)}: {sums(say, units)}",
        )  # fmt: skip
        for unit in units:
            rows.add_row(
                unit_name(say, position, unit.id),
                unit.hex,
                state_word(say, unit.state),
                unit.source or "",
                f"{len(unit.path) - 1}: {way(unit.path)}" if unit.path else why(say, unit),
            )
        yield rows
    yield from further(say, position, answer.extra, but=("overview",))


def sums(say: Voice, units: list[UnitSupply]) -> str:
    """How many units are in each state."""
    states: dict[str, int] = {}
    for unit in units:
        states[unit.state] = states.get(unit.state, 0) + 1
    return ", ".join(f"{count} {say.state(state, count)}" for state, count in states.items())


def why(say: Voice, unit: UnitSupply) -> Text:
    """The reasons of a unit's state, then what cuts it off, the hexes of each rule together."""
    from rich.text import Text

    lines = [f"{reason.rule} {say(reason.text)}" for reason in unit.because]
    for (rule, text), names in by_reason(unit.extra.get("cut_by", ())).items():
        shown = " ".join(names[:MOST_CUTS])
        more = (
            " " + say(Saying("and {n} more", n=len(names) - MOST_CUTS))
            if len(names) > MOST_CUTS
            else ""
        )
        lines.append(f"{rule} {say(text)} ({shown}{more})")
    return Text("\n".join(lines))


def zones(say: Voice, position: Position, answer: Zones) -> Iterator[RenderableType]:
    """The hexes in each side's zones, a dozen a line."""
    from rich.text import Text

    for side, names in answer.zones.items():
        yield Text(
            f"{say(position.game.sides[side].name)}: " + say(Saying("{n} hexes", n=len(names))),
            style="bold",
        )
        for first in range(0, len(names), COLUMNS_OF_HEXES):
            yield Text("  " + " ".join(names[first : first + COLUMNS_OF_HEXES]))
    yield from further(say, position, answer.extra)


def stacking(say: Voice, position: Position, answer: Stacking) -> Iterator[RenderableType]:
    """What breaks a stacking rule, or that nothing does."""
    from rich.text import Text

    if not answer.violations:
        yield Text(say("No stack breaks a rule."), style="green")
    for violation in answer.violations:
        yield Text.assemble(
            (f"{violation.hex} ", "bold red"), (f"{violation.rule} ", "cyan"), say(violation.text)
        )
    yield from further(say, position, answer.extra)


def moves(say: Voice, position: Position, answer: Moves) -> Iterator[RenderableType]:
    """The points, the hexes in reach by what they cost, and what closes the others."""
    from rich.text import Text

    ids = [answer.unit] if answer.unit in position.by_id else answer.unit.split(",")
    names = ", ".join(unit_name(say, position, id_) for id_ in ids)
    where, points = position.by_id[ids[0]].hex, number(answer.allowance)
    yield Text.assemble(
        (names, "bold"),
        " " + say(Saying("in {hex}: {n} movement points", hex=where, n=points)),
    )
    yield from reasons(say, answer.because)
    if answer.reach:
        yield reach(say, answer)
    else:
        yield Text(say("It can reach no hex."), style="bold red")
    if answer.refused:
        yield closed_hexes(say, answer.refused)
    yield from further(say, position, answer.extra, but=("too_far", "rolled"))


def reach(say: Voice, answer: Moves) -> Table:
    """The hexes in reach: each with its way where they are few, else those of one cost together."""
    found = sorted(answer.reach, key=lambda reached: (reached.cost, reached.hex))
    if len(found) <= FEW_HEXES:
        rows = table(say, ">Cost", "Hex", "Way")
        for reached in found:
            rows.add_row(number(reached.cost), reached.hex, way(reached.path, limit=10))
        return rows
    together: dict[float, list[str]] = {}
    for reached in found:
        together.setdefault(reached.cost, []).append(reached.hex)
    rows = table(say, ">Cost", "Hex")
    for cost, names in together.items():
        rows.add_row(number(cost), " ".join(names))
    return rows
