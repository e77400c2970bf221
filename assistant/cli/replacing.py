"""The one rule of every command that writes: what Kessel did not make, or somebody changed since,
is replaced with --force."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from builder.files import NO_FILE, Looked, look, no_plain_file
from builder.game.problems import Problem, ProblemsError
from builder.saying import quoting
from builder.sealing import SEALED

Force = Annotated[
    bool, typer.Option("--force", help="Replace files that are there and not as Kessel left them.")
]


_ELSEWHERE = "Choose another name."


def may_write(paths: Iterable[Path], force: bool, *, ending: str = "") -> Looked:
    """What lies there now, so that nothing is lost that comes while the command is at work.

    ProblemsError for each file that would be lost: all but modules, sheets, pictures and pages
    that lie as Kessel left them, which it makes again; and for each whose name promises something
    else than what is written, because programs go by the `ending`. What is no file is replaced
    with --force neither."""
    paths = list(paths)
    if nowhere := [path for path in paths if no_plain_file(path)]:
        raise ProblemsError([Problem(str(p), 0, f"{NO_FILE}.", _ELSEWHERE) for p in nowhere])
    remedy = "Choose another name, or replace it with --force."
    looked, lost = (Looked(), []) if force else look(paths)
    if lost:
        raise ProblemsError([Problem(str(path), 0, _there(path), remedy) for path in lost])
    if ending:
        _check_endings(paths, ending)
    return looked


def _there(path: Path) -> str:
    """Why a file is not replaced unasked: saves, logs and position files never are."""
    if path.suffix.lower() in SEALED:
        return "The file is already there, and not as Kessel left it."
    return "The file is already there."


def _check_endings(paths: Iterable[Path], ending: str) -> None:
    text = quoting("What is written is a {ending} file.", ending=ending)
    wrong = [
        Problem(str(path), 0, text, quoting("Call it {name}.", name=path.stem + ending))
        for path in paths
        if path.suffix.casefold() != ending
    ]
    if wrong:
        raise ProblemsError(wrong)


_FILES = {".pdf", ".vmod", ".png", ".zip"}
"""Endings of files: a folder that is made is not meant to be called so."""


def check_folder(folder: Path) -> None:
    """ProblemsError if what is to be the folder of several files is called like one of them."""
    if folder.suffix.casefold() in _FILES and not folder.is_dir():
        text = "What is written are several files, in a folder."
        remedy = quoting("Name a folder, as -o {name}.", name=folder.stem)
        raise ProblemsError([Problem(str(folder), 0, text, remedy)])
