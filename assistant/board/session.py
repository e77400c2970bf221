"""The files that the board page shows, and who is told when one of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from threading import Lock

from assistant.board.changed import Change
from assistant.board.images import Images
from assistant.board.source import Source


@dataclass
class Session:
    """What the page shows. `put` may be called from any thread; readers are told at once.

    `note` is what the page says of a newest file that could not be read; `status` how a live game
    is followed: `live`, `behind` or `lost`, empty for files.
    """

    sources: list[Source] = field(default_factory=list)
    version: int = 0
    note: str = ""
    status: str = ""
    news: list[Change] = field(default_factory=list)
    images: Images = field(default_factory=Images)
    _readers: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def put(self, source: Source, news: list[Change] | None = None, note: str = "") -> None:
        """Show a new state in place of the first source, with what changed since the last."""
        with self._lock:
            self.sources[:1] = [source]
            self.news = news or []
            self.note = note
            self.version += 1
        self._tell()

    def say_status(self, status: str) -> None:
        """Say on the page how the live game is followed."""
        with self._lock:
            self.status = status
            self.version += 1
        self._tell()

    def trouble(self, text: str) -> None:
        """Say on the page why the newest file is not shown."""
        with self._lock:
            self.note = text
            self.version += 1
        self._tell()

    @property
    def battles(self) -> tuple[Change, ...]:
        """What the news tell of battles that the players have declared or rolled for."""
        return tuple(change for change in self.news if change.kind == "battle")

    async def versions(self) -> AsyncIterator[int]:
        """The version now, and each later one as it comes."""
        event = asyncio.Event()
        reader = (asyncio.get_running_loop(), event)
        self._readers.add(reader)
        try:
            while True:
                yield self.version
                await event.wait()
                event.clear()
        finally:
            self._readers.discard(reader)

    def _tell(self) -> None:
        for loop, event in list(self._readers):
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
