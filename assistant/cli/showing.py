"""`kessel show`: what lies on the table of a save, and what happened in a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assistant.cli.building import Extensions, Json
from assistant.cli.language import Language, chosen


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(show)


def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save (.vsav) or log (.vlog).")],
    module: Annotated[
        Path | None, typer.Option("--module", metavar="FILE", help="The module, if not found.")
    ] = None,
    extension: Extensions = None,
    step: Annotated[
        int | None, typer.Option("--step", help="Look after this step of a log.")
    ] = None,
    changes: Annotated[
        bool, typer.Option("--changes", help="Say what changed in each step.")
    ] = False,
    viewer: Annotated[
        str | None,
        typer.Option("--viewer", "--side", metavar="SIDE", help="Look with the eyes of a side."),
    ] = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Pieces by map, hex and stack; the chat, dice and changes of a log's steps."""
    from assistant.cli.output import print_json
    from assistant.report import show as table
    from builder.vassal.errors import naming

    with naming(file):
        shown = table.show(file, module, step, changes, viewer, extension or ())
        if json:
            print_json(table.show_json(shown))
        else:
            typer.echo(table.show_text(shown, chosen(language, json)))
