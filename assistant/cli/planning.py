"""`kessel plan`: the best set of battles for a side, in the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from assistant.cli.asking import Given, Json, PositionFile, StepNumber, answer
from assistant.cli.language import Language
from assistant.questions.door import Door
from assistant.table import known_side, seen_by


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
    step: StepNumber = None,
    viewer: Annotated[
        str | None,
        typer.Option("--viewer", metavar="SIDE", help="Whose eyes; those of the side if absent."),
    ] = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Which battles to fight, with whom and from where: the best set that can be found.

    Where the side is in its movement, its units' moves are part of the plan.
    """
    from assistant.planning.plan import Plan, best_plan

    def ask(door: Door) -> Plan:
        chosen = known_side(door.position.game, side) if side else ""
        if chosen and not viewer:
            seen = door.rules.visible(seen_by(door.position, chosen))
            door = replace(door, position=seen)
        return best_plan(door, chosen, for_)

    answer("plan", Given(position, step, viewer, language, json), ask)
