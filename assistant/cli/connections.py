"""The connections that a page's server holds: fewer than the system gives files, askers first.

Whoever opens hundreds and says nothing would else take every file that the program may open, with
lines of Python in the terminal for each, and keep the owner's own browser out.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from builder import limits


def most() -> int:
    """How many at once: half of the files that this program may open, if that is less."""
    try:
        import resource
    except ImportError:  # Windows, which gives more
        return int(limits.CONNECTIONS)
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(limits.CONNECTIONS, files // 2) if files > 0 else int(limits.CONNECTIONS)


class Held(H11Protocol):
    """One connection; beyond the most it takes the place of the oldest that waits for no answer."""

    since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody called."""
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > most():
            idle = [one for one in self.connections if isinstance(one, Held) and one.idle]
            last = min(idle, key=lambda one: (one is self, one.since), default=self)
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
