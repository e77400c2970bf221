"""The connections that a page's server holds: fewer than the system gives files, askers first.

Whoever opens hundreds, and says or reads nothing or waits for news, would else take every file that
the program may open, with lines of Python in the terminal for each, and keep the owner's browser
out.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from assistant.board.guards import WELCOME
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
    """One connection; beyond the most it takes the place of the oldest that can best be spared: one
    that waits for no answer, else one that does not read the answer it has, else one that waits for
    news, for a page which is there asks for those anew. Those of strangers go before those that
    have shown the key of the page."""

    since = 0.0
    ahead = 0
    shown = False
    """Whether the key of the page was shown here before what is asked now."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody called."""
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > most():
            others = [one for one in self.connections if isinstance(one, Held) and one is not self]
            spared = [one for one in others if one.idle or one.unread or one.for_news]
            last = min(spared, key=Held._worth, default=self)
            self.connections.discard(last)  # now, because many may call at one moment
            last.transport.abort()

    def _worth(self) -> tuple[bool, int, float]:
        """What of those that can be spared is spared first."""
        return self.welcome, 0 if self.idle else 1 if self.unread else 2, self.since

    @property
    def welcome(self) -> bool:
        """Whether who asks here has shown the key of the page."""
        return self.shown or (self.cycle is not None and WELCOME in self.cycle.scope["state"])

    def on_response_complete(self) -> None:
        """An answer is given. Browsers wait for it before they ask again on the same connection;
        who goes on and on without that asks for more than is worked out for him."""
        self.shown = self.welcome
        waits = self.conn.their_state is h11.DONE and bool(self.conn.trailing_data[0])
        self.ahead = self.ahead + 1 if waits else 0
        if self.ahead >= limits.AHEAD:
            self.transport.close()
        super().on_response_complete()

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
    def unread(self) -> bool:
        """Whether an answer waits to be read that is longer than what the system takes."""
        return self.flow.write_paused

    @property
    def for_news(self) -> bool:
        """Whether what was asked is to be told of what changes."""
        return self.cycle is not None and self.cycle.scope["path"].endswith(NEWS)
