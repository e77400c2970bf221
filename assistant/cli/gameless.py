"""A position as bytes without its game, which whoever reads them has."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from assistant.remembered import OwnReader

if TYPE_CHECKING:
    from assistant.position import Position
    from builder.game.model import Game


def packed(position: Position) -> bytes:
    """The position but for its game."""
    stream = io.BytesIO()
    _Writer(stream, position.game).dump(position)
    return stream.getvalue()


def unpacked(data: bytes, game: Game) -> Position:
    """The position with its game; pickle.UnpicklingError for what is none."""
    from assistant.position import Position

    found = _Reader(io.BytesIO(data), game).load()
    if not isinstance(found, Position):
        raise pickle.UnpicklingError("no position")
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


class _Reader(OwnReader):
    ROOMS = ("builder.", "assistant.")

    def __init__(self, stream: io.BytesIO, game: Game) -> None:
        super().__init__(stream)
        self._game = game

    def persistent_load(self, pid: str) -> object:
        return _PARTS[pid](self._game)
