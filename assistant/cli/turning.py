"""The questions of the turn: its duties, who arrives, how the game stands."""

from __future__ import annotations

import typer

from assistant.cli.asking import Given, Json, PositionFile, StepNumber, Viewer, answer
from assistant.cli.language import Language
from assistant.questions.door import Door


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    for command in (turn, arrivals, score):
        app.command()(command)


def turn(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """What the phase at hand asks for: what must be done, may be, was, and may not be."""
    answer("turn", Given(position, step, viewer, language, json), Door.turn)


def arrivals(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Who comes, returns or grows: when, where, at what price, or why not."""
    answer("arrivals", Given(position, step, viewer, language, json), Door.arrivals)


def score(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Victory points as the position stands, by source, and who would win now."""
    answer("score", Given(position, step, viewer, language, json), Door.score)
