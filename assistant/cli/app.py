"""The command line's words: one typer application from the groups of commands."""

from __future__ import annotations

import typer

from assistant.cli import asking, building, live, making, printing, reporting, showing, watching

app = typer.Typer(
    name="kessel",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="VASSAL modules, printed counters and a referee's answers for hex-and-counter wargames.",
)
building.add_to(app)
making.add_to(app)
printing.add_to(app)
asking.add_to(app)
reporting.add_to(app)
showing.add_to(app)
watching.add_to(app)
live.add_to(app)
