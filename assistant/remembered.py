"""Games as they were read the last time: kept in this user's cache folder under a key of all that
decides what they are, because reading the map of a large game takes longer than most answers."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import pickle
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import builder
from builder.files import read_bounded, real, write_whole
from builder.game.locate import find_game
from builder.game.model import Game
from builder.game.owned import own_root
from builder.homes import HOMELESS, user_cache
from builder.machine.collecting import uncollected
from builder.vassal.locations import ModuleShape

MANY_HEXES = 2_000
"""Smaller games are read as fast as they are remembered."""
MOST_BYTES = 50_000_000
MOST_FILES = 5_000
READ_BY_KESSEL = (".toml", ".csv")
BUILT_IN = (("builtins", "set"), ("builtins", "frozenset"))
PATHS = ("pathlib", "pathlib._local")
"""Where the classes of paths are: Python 3.13 alone has them in the second."""

Bound = tuple[Game, ModuleShape]
"""A game and the shape of its module."""


def bound_game(name: str, heard: Callable[[Game], object] | None = None) -> Bound:
    """The game of a name, as its files say it now; ProblemsError with every mistake in them.

    `heard` is told the game before the shape of its module is worked out, if that must be.
    """
    if known := remembered(name):
        if heard is not None:
            heard(known[0])
        return known
    # What reads a game takes long to load, and a remembered one needs none of it.
    from assistant.played import played_game

    game = played_game(name)
    if heard is not None:
        heard(game)
    from builder.module.shape import game_shape

    bound = game, game_shape(game)
    remember(name, bound)
    return bound


def remembered(name: str) -> Bound | None:
    """The game of a name and its shape, if nothing has changed since they were kept."""
    folder = find_game(name)
    with suppress(Exception):  # whatever is wrong with a cache, the game's files tell it anew
        place = _place(folder)
        data = read_bounded(place, MOST_BYTES) if _is_own(place) else None
        if data and (key := key_of(folder)) and data.startswith(key):
            with uncollected():
                game, shape = _Reader(io.BytesIO(data[len(key) :])).load()
            if isinstance(game, Game) and isinstance(shape, ModuleShape):
                return game, shape
    return None


def remember(name: str, bound: Bound) -> None:
    """Keep a game and its shape for the next time, in place of what was kept of it before."""
    game, _ = bound
    if len(game.grid.places) < MANY_HEXES or game.kept is not None:
        return
    with suppress(Exception):  # a cache that cannot be written costs time only
        folder = find_game(name)
        if key := key_of(folder):
            _ = game.board.around  # what every question asks is worked out once, and kept with it
            place = _place(folder)
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(place, key + pickle.dumps(bound, pickle.HIGHEST_PROTOCOL))
            place.chmod(stat.S_IRUSR | stat.S_IWUSR)


def key_of(folder: Path) -> bytes:
    """What decides how a game reads: Kessel's code, the game's files and the owner's
    copies; empty if there are too many files to ask."""
    told = f"{sys.version} {sys.executable} {folder} {real(folder)}"
    parts = [_code(), *(_stamp(str(root)) for root in (folder, own_root()) if root is not None)]
    if not all(parts):
        return b""
    return hashlib.sha256(b"".join([hashlib.sha256(told.encode()).digest(), *parts])).digest()


@cache
def _code() -> bytes:
    """The stamp of Kessel's code as it lay when it was first asked for: a process goes on with what
    it has loaded, whatever is installed meanwhile, and must not keep its games under the key of a
    newer Kessel, which could not read them."""
    return _stamp(str(Path(builder.__file__).parent))


def _stamp(root: str) -> bytes:
    """What decides how the files below a folder read; empty if they are too many to ask."""
    known = hashlib.sha256()
    for count, (path, status) in enumerate(sorted(_files(root), key=itemgetter(0)), 1):
        if count > MOST_FILES:
            return b""
        known.update(f"\0{path}\0{status.st_size}\0".encode())
        if path.endswith(READ_BY_KESSEL):
            known.update(Path(path).read_bytes())
        else:
            known.update(str(status.st_mtime_ns).encode())
    return known.digest()


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files below a folder; none if there is no such folder."""
    if not os.path.isdir(folder):
        return
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        elif entry.is_file():
            yield entry.path, entry.stat()


def _place(folder: Path) -> Path:
    """The file of a game in the user's cache; OSError without one."""
    if (cache := user_cache()) is None:
        raise FileNotFoundError(errno.ENOENT, HOMELESS)
    told = hashlib.sha256(str(real(folder)).encode()).hexdigest()[:12]
    return cache / "games" / f"{real(folder).name}-{told}"


def _is_own(place: Path) -> bool:
    """Whether nobody else could have written a file: only the user's own is believed."""
    if os.name == "nt":
        return place.is_file()
    status = place.lstat()
    alone = status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return alone and stat.S_ISREG(status.st_mode)


class _Reader(pickle.Unpickler):
    """Makes nothing but values of Kessel's own classes and paths, whatever a file asks for."""

    def find_class(self, module: str, name: str) -> Any:
        plain = module in PATHS or (module, name) in BUILT_IN
        if "." not in name and (plain or module.startswith("builder.")):
            found = super().find_class(module, name)
            if isinstance(found, type) and (plain or found.__module__ == module):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a game")
