"""Connections of lines: the one place of live play that touches sockets."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import suppress

from builder import limits
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.lines import Lines, to_bytes

CHUNK = 1 << 16
MOST_UNSENT = int(limits.UNSENT)
"""Bytes that may wait for a reader who does not read."""

TIMEOUT = 10.0
"""Seconds that a server is given to take a call."""


ENDLESS = "A line came that is longer than any game: its connection was closed."
UNENDED = "A line was begun and not ended in time: its connection was closed."


class LostError(Exception):
    """The connection is gone; or had to be closed, and its sentence says why."""


class Link:
    """A connection that gives and takes lines and never waits."""

    def __init__(self, sock: socket.socket, longest: int = limits.WIRE_LINE) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._lines = Lines(longest)
        self._unsent = bytearray()

    def fileno(self) -> int:
        return self._sock.fileno()

    @property
    def address(self) -> str:
        """The address of the other end."""
        try:
            return str(self._sock.getpeername()[0])
        except OSError:
            return ""

    @property
    def held(self) -> int:
        """Bytes that wait here: of a line that is not whole, and for a reader who does not read."""
        return self._lines.held + len(self._unsent)

    @property
    def waiting(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._unsent)

    def allow(self, longest: int) -> None:
        """Lines may be so long from now on."""
        self._lines.longest = longest

    def look(self, now: float) -> None:
        """LostError if a line was begun and does not end."""
        if self._lines.is_late(now):
            raise LostError(UNENDED)

    def read(self) -> Iterator[str]:
        """The lines that have come. LostError when the other end is gone, or sends what never ends
        in a line."""
        try:
            data = self._sock.recv(CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            raise LostError from error
        if not data:
            raise LostError
        try:
            yield from self._lines.feed(data)
        except WireError as error:
            raise LostError(ENDLESS) from error

    def write(self, line: str) -> None:
        """Send a line, now or as soon as it can be. LostError when that is no use."""
        self._unsent += to_bytes(line)
        if len(self._unsent) > MOST_UNSENT:
            raise LostError
        self.flush()

    def flush(self) -> None:
        """Send what waits, as far as it goes."""
        try:
            while self._unsent:
                sent = self._sock.send(self._unsent)
                del self._unsent[:sent]
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            raise LostError from error

    def close(self) -> None:
        """End the connection."""
        try:
            self.flush()
        except LostError:
            pass
        finally:
            self._sock.close()


class Bell:
    """Wakes a loop that waits for its links, from another thread."""

    def __init__(self) -> None:
        self._ear, self._rope = socket.socketpair()
        self._ear.setblocking(False)
        self._rope.setblocking(False)

    def fileno(self) -> int:
        return self._ear.fileno()

    def ring(self) -> None:
        """Wake the loop; once is enough, however often it is rung."""
        with suppress(OSError):  # rung so often that it rings still, or closed
            self._rope.send(b"!")

    def heed(self) -> None:
        """The loop is awake."""
        with suppress(OSError):
            self._ear.recv(CHUNK)

    def close(self) -> None:
        """No more ringing."""
        self._ear.close()
        self._rope.close()


def dial(host: str, port: int) -> Link:
    """A connection to a server. Raises OSError, also for what is no address."""
    try:
        sock = socket.create_connection((host, port), TIMEOUT)
    except (ValueError, OverflowError):  # as a name with two dots or a NUL, or a port beyond any
        raise OSError(errno.EINVAL, "no address") from None
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Link(sock)
