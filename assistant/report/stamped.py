"""The faces of a game's counters, kept with its map once they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from assistant.report.sheet import picture_cache
from builder.drawing.stamps import Stamps
from builder.game.model import Game
from builder.module.art import key_of


@contextmanager
def stamps_of(game: Game) -> Iterator[Stamps]:
    """The faces that were drawn before; those that are drawn now are kept in the end."""
    cache, key = picture_cache(), key_of("stamps", game.id)
    stamps = Stamps(cache.get(key))
    yield stamps
    if stamps.are_new:
        cache.put(key, stamps.data())
