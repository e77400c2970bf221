"""The connections that a page's server holds: fewer than the system gives files, askers first.

Whoever opens hundreds, and says nothing or waits for news, would else take every file that the
program may open, with lines of Python in the terminal for each, and keep the owner's browser out.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from builder import limits

NEWS = "/api/events"
"""Where a page waits for news, on a connection that is never answered to its end."""


def most() -> int:
    """How many at once: half of the files that this program may open, if that is less."""
    try:
        import resource
    except ImportError:  # Windows, which gives more
        return int(limits.CONNECTIONS)
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(limits.CONNECTIONS, files // 2) if files > 0 else int(limits.CONNECTIONS)


class Held(H11Protocol):
    """One connection; beyond the most it takes the place of the oldest that waits for no answer, or
    else of the oldest that waits for news: a page which is there asks for those anew."""

    since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody called."""
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > most():
            others = [one for one in self.connections if isinstance(one, Held) and one is not self]
            spared = [one for one in others if one.idle or one.for_news]
            last = min(spared, key=lambda one: (not one.idle, one.since), default=self)
            self.connections.discard(last)  # now, because many may call at one moment
            last.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP: say so, and answer what was asked on this connection no more."""
        asked = self.cycle
        if asked is not None and asked.response_started:
            self.transport.abort()
        else:
            super().send_400_response(msg)
        if asked is not None:
            # The page would else answer into a connection that is closed, and the terminal say so.
            asked.disconnected = True
            asked.message_event.set()

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered here: not asked yet, or answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def for_news(self) -> bool:
        """Whether what was asked is to be told of what changes."""
        return self.cycle is not None and self.cycle.scope["path"].endswith(NEWS)
