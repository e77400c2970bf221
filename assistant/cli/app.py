"""The command line's words: one typer application from the groups of commands."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from assistant.cli import (
    adopting,
    asking,
    building,
    joining,
    live,
    making,
    owning,
    planning,
    printing,
    refereeing,
    reporting,
    showing,
    studio,
    tracing,
    watching,
)
from assistant.cli.emptied import EMPTY, Filled
from builder.game.owned import VARIABLE

app = typer.Typer(
    name="kessel",
    add_completion=False,
    pretty_exceptions_enable=False,
    help="VASSAL modules, printed counters and a referee's answers for hex-and-counter wargames.",
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"kessel {version('kessel')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _before(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
    own: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="The folder of owner's copies, for this command."),
    ] = None,
) -> None:
    """VASSAL modules, printed counters and a referee's answers for hex-and-counter wargames."""
    if own is not None and not own.strip():
        raise typer.BadParameter(EMPTY, ctx=context, param_hint="'--own'")
    if own:  # the loader looks there, and so do the programs that this one starts
        os.environ[VARIABLE] = own
    if given := os.environ.get(VARIABLE):
        context.meta[owning.GIVEN] = owning.Given(given, by_variable=not own)
        if context.invoked_subcommand not in owning.MAKING:
            owning.sure_there(context.meta[owning.GIVEN])
    if context.invoked_subcommand is None:
        from assistant.cli.home import open_home

        open_home(frozenset(getattr(context.command, "commands", ())))


building.add_to(app)
adopting.add_to(app)
making.add_to(app)
printing.add_to(app)
asking.add_to(app)
planning.add_to(app)
refereeing.add_to(app)
reporting.add_to(app)
showing.add_to(app)
watching.add_to(app)
live.add_to(app)
tracing.add_to(app)
studio.add_to(app)
owning.add_to(app)
joining.add_to(app)
for _command in app.registered_commands:
    _command.cls = Filled
