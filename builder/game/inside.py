"""Holds a game's folder to itself: no link in it may lead a reader, or a writer, out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from builder.game.locate import is_installed
from builder.game.problems import Problem, ProblemsError


def no_way_out(folder: Path) -> None:
    """ProblemsError with every link in a game's folder that leads out of it. The folder may be a
    stranger's: what such a link leads to is neither opened nor shown in a message."""
    if is_installed(folder):
        return  # because installers may lay out their own files as links
    home = os.path.realpath(folder)
    out = sorted(path for path in _links(str(folder)) if not _is_within(path, home))
    if out:
        text = "A link that leads out of the game's folder."
        remedy = "Put the file itself there."
        raise ProblemsError([Problem(path, 0, text, remedy) for path in out])


def _links(folder: str) -> Iterator[str]:
    """The links below a folder, itself left aside; hidden folders are nobody's tables."""
    try:
        entries = list(os.scandir(folder))
    except OSError:  # told by whoever reads it
        return
    for entry in entries:
        if entry.is_symlink() or _is_junction(entry):
            yield entry.path
        elif entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            yield from _links(entry.path)


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Whether it is Windows' other kind of link, which Python tells since 3.12."""
    told = getattr(entry, "is_junction", None)
    return told is not None and bool(told())


def _is_within(path: str, home: str) -> bool:
    real = os.path.realpath(path)
    return real == home or Path(real).is_relative_to(home)
