"""The position that was read last from a large save, kept for the next picture of the same moment:
what a player changes between two pictures is mostly what is drawn on them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import assistant
from builder.module.art import Cache

if TYPE_CHECKING:
    from assistant.position import Position
    from assistant.remembered import Bound

_PLACE = hashlib.sha256(b"position").hexdigest()[:40]
"""Of the one position that is kept, whichever it is."""


@dataclass(frozen=True)
class Moment:
    """A moment as somebody's eyes see it: the bytes of the save, told by their sum, the step and
    the side that were asked for."""

    save: str
    step: int | None
    viewer: str | None

    @classmethod
    def asked(cls, path: Path, words: Sequence[str]) -> Moment:
        """What the words of a command line ask for; OSError if there is no such save. They are
        taken roughly: another moment than is asked for in the end is of no use, and no harm."""
        step = _behind(words, ("--step",))
        number = int(step) if step is not None and step.isdecimal() and len(step) < 10 else None
        return cls(sum_of(path), number, _behind(words, ("--viewer", "--side")))


def sum_of(path: Path) -> str:
    """What tells the bytes of a file from others; OSError if it cannot be read."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _behind(words: Sequence[str], options: Sequence[str]) -> str | None:
    """The word behind an option, the last time that it stands there."""
    found = None
    for word, after in zip(words, [*words[1:], None], strict=True):
        name, _, value = word.partition("=")
        if name in options:
            found = value if "=" in word else after
    return found


@dataclass(frozen=True)
class Before:
    """A position that was read before: the moment, what opens its game, the name of its module, the
    games that were `known` then, what decided how it was `read`, and the position as bytes."""

    moment: Moment
    name: str
    module: str
    known: str
    read: str
    data: bytes

    @classmethod
    def kept(cls, moment: Moment) -> Before | None:
        """The one that is kept, if it is of this moment."""
        if (kept := _cache().get(_PLACE)) is None:
            return None
        with suppress(ValueError, TypeError, KeyError):
            told, _, data = kept.partition(b"\n")
            facts = json.loads(told)
            if facts.pop("moment") == asdict(moment):
                return cls(moment, **facts, data=data)
        return None

    @classmethod
    def of(cls, moment: Moment, name: str, module: str, position: bytes) -> Before:
        """A position that was read now, of a game that Kessel has."""
        return cls(moment, name, module, _known(name), _read_by(name), position)

    def keep(self) -> None:
        """In place of the one that is kept."""
        facts = {name: value for name, value in asdict(self).items() if name != "data"}
        if self.read:
            _cache().put(_PLACE, json.dumps(facts).encode() + b"\n" + self.data)

    def forget(self) -> None:
        """Keep it no more."""
        _cache().drop(_PLACE)

    def position(self, bound: Callable[[str], Bound]) -> Position | None:
        """The position, of the game that `bound` has; None if the save would be read otherwise
        now: Kessel, the game, or which games there are have changed, or its module was bound."""
        from assistant.cli.gameless import unpacked
        from builder.game.owned import may_be_bound

        if self.known != _known(self.name) or (self.module and may_be_bound(self.module)):
            return None
        game, _ = bound(self.name)
        if self.read == _read_by(self.name):
            with suppress(Exception):  # whatever is wrong with it, the save tells it anew
                return unpacked(self.data, game)
        return None


def _cache() -> Cache:
    from builder.geography.natural_earth import user_cache

    return Cache(user_cache().parent / "pictures")


def _known(name: str) -> str:
    """The games that a save can name, and what opens the one of a name here."""
    from builder.game.locate import installed_games, known_game

    return " ".join((*installed_games(), known_game(Path(name).name)))


def _read_by(name: str) -> str:
    """What decides how a game is read, and saves of it; empty if that cannot be told."""
    from assistant.remembered import key_of
    from builder.game.locate import find_game

    if not (game := key_of(find_game(name))):
        return ""
    files = os.scandir(Path(assistant.__file__).parent)
    stats = ((file.name, file.stat()) for file in files if file.name.endswith(".py"))
    code = sorted(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in stats)
    return hashlib.sha256(b"\0".join([game, *map(str.encode, code)])).hexdigest()
