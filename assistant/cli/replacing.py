"""The one rule of every command that writes: what Kessel did not make is replaced with --force."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from builder.files import strangers
from builder.game.problems import Problem, ProblemsError

Force = Annotated[
    bool, typer.Option("--force", help="Replace files that are there and not Kessel's own.")
]


def may_write(paths: Iterable[Path], force: bool) -> None:
    """ProblemsError for each file that would be lost: all but modules, sheets and pictures that
    Kessel made, which it makes again."""
    remedy = "Choose another name with -o, or replace it with --force."
    text = "The file is already there."
    lost = [] if force else strangers(paths)
    if lost:
        raise ProblemsError([Problem(str(path), 0, text, remedy) for path in lost])
