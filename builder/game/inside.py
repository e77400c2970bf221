"""Holds a game's folder to itself: no link in it may lead a reader, or a writer, out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from builder import limits
from builder.files import remedy_of
from builder.game.locate import is_installed
from builder.game.problems import Problem, ProblemsError
from builder.saying import quoting

GAME = "A link that leads out of the game's folder."
COPY = "A link that leads out of the owner's copy."


def no_way_out(folder: Path, text: str = GAME) -> None:
    """ProblemsError with every link in a game's folder that leads out of it, or for folders in
    folders that no reader could follow, or one that may not be read. The folder may be a
    stranger's: what such a link leads to is neither opened nor shown in a message. `text` tells
    whose folder it is."""
    if is_installed(folder):
        return  # because installers may lay out their own files as links
    home = os.path.realpath(folder)
    out = sorted(path for path in _links(str(folder)) if not _is_within(path, home))
    if out:
        remedy = "Put the file itself there."
        raise ProblemsError([Problem(path, 0, text, remedy) for path in out])


def _links(folder: str) -> Iterator[str]:
    """The links below a folder, itself left aside; hidden folders are nobody's tables, and only
    their depth counts. ProblemsError for too deep a one, or an unreadable one."""
    left = [(folder, 0, False)]
    while left:
        place, depth, hidden = left.pop()
        if depth > limits.FOLDERS:
            text = quoting("Folders lie in folders more than {n} levels deep.", n=limits.FOLDERS)
            raise ProblemsError([Problem(folder, 0, text, "Take them out of the game's folder.")])
        try:
            entries = list(os.scandir(place))
            os.stat(os.path.join(place, os.curdir))  # whether the files in it can be reached
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            if hidden:
                continue
            raise _unreadable(place, error) from None
        for entry in entries:
            if entry.is_symlink() or _is_junction(entry):
                if not hidden:
                    yield entry.path
            elif entry.is_dir(follow_symlinks=False):
                left.append((entry.path, depth + 1, hidden or entry.name.startswith(".")))


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder, by name; none if there is no such folder. ProblemsError if it cannot
    be read."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise _unreadable(str(folder), error) from None
    return [folder / name for name in names]


def _unreadable(folder: str, error: OSError) -> ProblemsError:
    """Who looks for files in it would find none, and take it for an empty one."""
    text = quoting("Cannot read the folder: {why}.", why=error.strerror or "unreadable")
    return ProblemsError([Problem(folder, 0, text, remedy_of(error))])


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Whether it is Windows' other kind of link, which Python tells since 3.12."""
    told = getattr(entry, "is_junction", None)
    return told is not None and bool(told())


def _is_within(path: str, home: str) -> bool:
    real = os.path.realpath(path)
    return real == home or Path(real).is_relative_to(home)
