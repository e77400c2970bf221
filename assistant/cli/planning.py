"""`kessel plan`: the best set of battles for a side, in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli.asking import Given, Json, PositionFile, StepNumber, answer
from assistant.cli.language import Language, chosen
from assistant.cli.replacing import Force, may_write
from assistant.questions.door import Door
from assistant.table import known_side, seen_by
from assistant.words.voice import general
from builder.game.problems import Problem, ProblemsError

if TYPE_CHECKING:
    from assistant.planning.cheapest import Forces
    from assistant.planning.plan import Plan
    from assistant.position import Position

PATIENCE = 60.0
"""Seconds after which no further target is looked at for its least force."""


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(plan)


def plan(
    position: PositionFile,
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="Whose turn; the side in phase if absent."),
    ] = None,
    for_: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="MEASURE",
            help="What counts: balance, kills, hexes, wiped or least-risk.",
        ),
    ] = "balance",
    column: Annotated[
        str | None,
        typer.Option(
            "--column",
            metavar="COLUMN",
            help="Instead of a plan: for each target, the least force that reaches this column; "
            "nobody moves.",
        ),
    ] = None,
    step: StepNumber = None,
    viewer: Annotated[
        str | None,
        typer.Option("--viewer", metavar="SIDE", help="Whose eyes; those of the side if absent."),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Write its moves as a VASSAL log as well."),
    ] = None,
    force: Force = False,
    language: Language = None,
    json: Json = False,
) -> None:
    """Which battles to fight, with whom and from where: the best set that can be found.

    Where the side is in its movement, its units' moves are part of the plan.
    """
    from assistant.cli.watching import warn
    from assistant.planning.plan import best_plan
    from builder.files import write_whole

    looked = may_write([] if log is None else [log], force, ending=".vlog")
    given = Given(position, step, viewer, language, json)
    if column is not None:
        answer("forces", given, lambda door: _forces(door, column))
        return

    def ask(door: Door) -> Plan:
        known = known_side(door.position.game, side) if side else ""
        if known and not viewer:
            seen = door.rules.visible(seen_by(door.position, known))
            door = replace(door, position=seen)
        found = best_plan(door, known, for_)
        if log is not None:
            spoken = general(chosen(language, json))
            eyes, told = viewer or known, door.position
            made = _as_log(position, found, eyes, told, step, lambda note: warn(spoken(note)))
            write_whole(log, made, looked)
        return found

    answer("plan", given, ask)


def _forces(door: Door, column: str) -> Forces:
    from assistant.planning.cheapest import Forces, cheapest

    return Forces(column, tuple(cheapest(door, column, PATIENCE)))


def _as_log(
    position: Path,
    plan: Plan,
    viewer: str,
    table: Position,
    step: int | None,
    warn: Callable[[str], None],
) -> bytes:
    """The plan's moves, then a line for each battle."""
    from assistant.binding import open_record
    from assistant.planning.as_log import LogMove, plan_log
    from assistant.words.columns import column_word

    if position.suffix.lower() == ".toml":
        text, remedy = "A position file has no pieces of VASSAL.", "Name a save or a log."
        raise ProblemsError([Problem(str(position), 0, text, remedy)])
    planned = {m.unit: m for battle in plan.battles for m in battle.moves}
    moves = [LogMove(unit, planned[unit].path[1:]) for unit in plan.order]
    lines = [
        f"{odds.target}: {', '.join(table.by_id[id_].shown for id_ in odds.attackers)}"
        f" ({column_word(odds.column or '–')})"
        for odds in (battle.odds for battle in plan.battles)
    ]
    return plan_log(open_record(position), viewer, moves, lines, at=step, warn=warn)
