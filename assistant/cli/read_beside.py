"""Large saves that another process reads while this one loads what draws them."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder import limits
from builder.machine.budget import Budget
from builder.machine.children import Beside, forks

if TYPE_CHECKING:
    from assistant.position import Position
    from assistant.report.early import Early
    from builder.game.model import Game

MUCH = 1_000_000
"""Bytes of a save that takes longer to read than a process to begin."""

_SAVES = frozenset((".vsav", ".vlog"))


@dataclass(frozen=True)
class Reader:
    """Another process that reads a save."""

    path: Path
    beside: Beside


@contextmanager
def reader_of(words: Sequence[str]) -> Iterator[Reader | None]:
    """Another process that reads the large save of which the words of a command line ask for a
    picture; None where there is none.

    It is begun before the words are understood, because what does that takes long to load: it
    loads meanwhile what reads, and will be told which step is wanted.
    """
    path = _large_save(words)
    if path is None or not forks():
        yield None
        return
    import assistant.position  # because what both need is loaded once
    import assistant.remembered  # noqa: F401

    beside = Beside.of_little(_read, path)
    if beside is None:
        yield None
        return
    try:
        yield Reader(path, beside)
    finally:
        beside.end()


def _large_save(words: Sequence[str]) -> Path | None:
    if words[1:2] != ["picture"]:
        return None
    saves = (path for path in map(Path, words[2:]) if path.suffix.lower() in _SAVES)
    with suppress(OSError, ValueError):  # of names that are none
        return next((one for one in saves if one.is_file() and one.stat().st_size > MUCH), None)
    return None


def position_of(
    path: Path, step: int | None, viewer: str | None, early: Early, reader: Reader | None
) -> Position:
    """The position in a file, as `open_table` has it."""
    from assistant.table import open_table, table_of

    read = None
    if reader is not None and reader.path == path:
        reader.beside.tell(_Asked(step, viewer))
        read = _read_beside(early, reader.beside)
    if read is None:
        return open_table(path, step, viewer, early.bound).position
    return table_of(read).position


def _read_beside(early: Early, reader: Beside) -> Position | None:
    """A large save that another process read; None where this one is to read it, and to tell what
    is wrong."""
    _load_what_draws()
    named = reader.next(_Named)
    if named is None:
        return None
    game, _ = early.bound(named.name)
    reader.tell(_Remembered())
    early.go_on()
    from assistant.games import rules_for

    rules_for(game)
    for _ in early.look_ahead():
        if reader.is_ready:
            break
    read = reader.next(_Read)
    return None if read is None else read.position(game)


def _load_what_draws() -> None:
    """In time that would else be waited. Where no map was drawn before, only what the process that
    draws half of it is to know: it is begun the sooner."""
    from assistant.report.sheet import any_kept

    for name in _DRAWS if any_kept() else _DRAWS_FIRST:
        import_module(name)


_DRAWS = (
    "assistant.remembered",
    "assistant.report.picture",
    "builder.drawing.mix",
    "builder.drawing.stamps",
    "builder.drawing.map.caption_places",
    "pypdfium2",
    "PIL.ImageFilter",
)
_DRAWS_FIRST = "assistant.remembered", "builder.drawing.map.halves", "builder.game.loader"


@dataclass(frozen=True)
class _Asked:
    """Which step of a log is wanted, and by whose eyes."""

    step: int | None
    viewer: str | None


@dataclass(frozen=True)
class _Named:
    """The game of a save."""

    name: str


@dataclass(frozen=True)
class _Remembered:
    """That the game was read, and so need not be read again."""


@dataclass(frozen=True)
class _Read:
    """A position but for its game, which whoever asked has."""

    data: bytes

    @classmethod
    def of(cls, position: Position) -> _Read:
        stream = io.BytesIO()
        _Writer(stream, position.game).dump(position)
        return cls(stream.getvalue())

    def position(self, game: Game) -> Position:
        found: Position = _Reader(io.BytesIO(self.data), game).load()
        return found


_PARTS: dict[str, Callable[[Game], object]] = {
    "game": lambda game: game,
    "board": lambda game: game.board,
    "grid": lambda game: game.grid,
}


class _Writer(pickle.Pickler):
    def __init__(self, stream: io.BytesIO, game: Game) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._parts = {id(part(game)): name for name, part in _PARTS.items()}

    def persistent_id(self, obj: Any) -> str | None:
        return self._parts.get(id(obj))


class _Reader(pickle.Unpickler):
    """What comes from a process that this one began, and from nobody else."""

    def __init__(self, stream: io.BytesIO, game: Game) -> None:
        super().__init__(stream)
        self._game = game

    def persistent_load(self, pid: str) -> object:
        return _PARTS[pid](self._game)


def _read(hear: Callable[[type[Any]], Any], path: Path) -> Iterator[_Named | _Read]:
    """In the other process. A stranger's module and an adopted one are left to the program, whose
    games are not all in their files."""
    from assistant.binding import bound_game, foreign_of, game_name, record_of
    from assistant.remembered import remembered
    from builder.machine.freed import keep_freed
    from builder.vassal.replay import types_of
    from builder.vassal.savedgame import read_saved_game

    keep_freed()
    with Budget(limits.MADE, str(path), whole=True):
        saved = read_saved_game(path)
        if foreign_of(saved) is not None:
            return
        name = game_name(saved)
        yield _Named(name)
        bound, types = remembered(name), None
        if bound is None:  # the program reads it from its files, which takes long, and keeps it
            types = types_of(saved)
            hear(_Remembered)
            bound = bound_game(name)
        if bound[0].kept is not None:
            return
        record = record_of(path, saved, lambda _: bound, types)
        asked = hear(_Asked)
        yield _Read.of(record.position(asked.step, _side(bound[0], asked.viewer)))


def _side(game: Game, viewer: str | None) -> str:
    if viewer is None:  # most often: then nothing is loaded that knows questions
        return ""
    from assistant.table import known_side

    return known_side(game, viewer)
