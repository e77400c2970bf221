"""Large saves that another process reads while this one loads what draws them."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder import limits
from builder.budget import Budget
from builder.children import Beside, forks
from builder.dataclass import dataclass

if TYPE_CHECKING:
    from assistant.position import Position
    from assistant.report.early import Early
    from builder.game.model import Game

MUCH = 1_000_000
"""Bytes of a save that takes longer to read than a process to begin."""


@contextmanager
def reader_of(path: Path, step: int | None, viewer: str | None) -> Iterator[Beside | None]:
    """Another process that reads a large save; None where this one is to read it.

    It is begun before anything else, because both then load at once what each needs.
    """
    large = path.suffix.lower() != ".toml" and path.is_file() and path.stat().st_size > MUCH
    reader = Beside.of_little(_read, path, step, viewer) if large and forks() else None
    try:
        yield reader
    finally:
        if reader is not None:
            reader.end()


def position_of(
    path: Path, step: int | None, viewer: str | None, early: Early, reader: Beside | None
) -> Position:
    """The position in a file, as `open_table` has it."""
    from assistant.table import open_table, table_of

    read = None if reader is None else _read_beside(early, reader)
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
    read = reader.next(_Read)
    return None if read is None else read.position(game)


def _load_what_draws() -> None:
    """In time that would else be waited."""
    for name in _DRAWS:
        import_module(name)
    from assistant.report.sheet import any_kept

    if not any_kept():  # then the game is read from its files, and its map is drawn
        for name in _DRAWS_FIRST:
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
_DRAWS_FIRST = (
    "builder.drawing.map.halves",
    "builder.drawing.map.strewn",
    "builder.game.loader",
    "builder.module.shape",
)


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


def _read(
    hear: Callable[[type], object], path: Path, step: int | None, viewer: str | None
) -> Iterator[_Named | _Read]:
    """In the other process. A stranger's module and an adopted one are left to the program, whose
    games are not all in their files."""
    from assistant.binding import bound_game, foreign_of, game_name, record_of
    from assistant.remembered import remembered
    from assistant.table import known_side
    from builder.vassal.savedgame import read_saved_game

    with Budget(limits.MADE, str(path), whole=True):
        saved = read_saved_game(path)
        if foreign_of(saved) is not None:
            return
        name = game_name(saved)
        yield _Named(name)
        bound = remembered(name)
        if bound is None:  # the program reads it from its files, which takes long, and keeps it
            hear(_Remembered)
            bound = bound_game(name)
        if bound[0].kept is not None:
            return
        record = record_of(path, saved, lambda _: bound)
        side = known_side(bound[0], viewer) if viewer else ""
        yield _Read.of(record.position(step, side))
