"""Games at hand: each is read once and kept until one of its files changes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from assistant.binding import Bound, bound_game
from builder.game.locate import find_game
from builder.game.owned import own_root

Stamp = tuple[tuple[str, int, int], ...]
"""Name, time and size of every file of a game."""


@dataclass
class Shelf:
    """Games and the shapes of their modules, so that a new save of a game need not load it."""

    _kept: dict[Path, tuple[Stamp, Bound]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def bound(self, name: str) -> Bound:
        """The game of a name as its files are now; ProblemsError with every mistake in them."""
        folder = find_game(name)
        with self._lock:
            kept = self._kept.get(folder)
            if kept is None or kept[0] != _stamp(folder, kept[1]):
                bound = bound_game(str(folder))
                kept = self._kept[folder] = (_stamp(folder, bound), bound)
            return kept[1]


def _stamp(folder: Path, bound: Bound) -> Stamp:
    """Of the game's files and of the owner's copy of it."""
    root = own_root()
    places = [folder] if root is None else [folder, root / bound[0].id]
    return tuple(sorted(stamp for place in places for stamp in _stamps(place)))


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            try:
                stat = os.stat(path)
            except OSError:
                continue
            yield path, stat.st_mtime_ns, stat.st_size
