"""Bytes from a socket as lines of text, however they were cut up on the way."""

from __future__ import annotations

from collections.abc import Iterator

from builder import limits
from builder.vassal.wire.errors import WireError

PACE = 16 << 10
"""Bytes that must have come for each second that a line takes beyond WIRE_WAIT: a whole save may
come over a slow connection."""


class Lines:
    """Collects bytes and gives whole lines without their ends; WireError for an endless one."""

    def __init__(self, longest: int = limits.WIRE_LINE) -> None:
        self.longest = longest
        self._held = bytearray()
        self._looked = 0
        self._begun: float | None = None

    @property
    def held(self) -> int:
        """Bytes of a line that is not whole yet."""
        return len(self._held)

    def is_late(self, now: float) -> bool:
        """Whether a line that was begun should have ended by now. It begins when this is asked
        first while a part of it is held."""
        if not self._held:
            self._begun = None
        elif self._begun is None:
            self._begun = now
        else:
            return now - self._begun > limits.WIRE_WAIT + len(self._held) // PACE
        return False

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that are whole now, in order."""
        self._held += data
        while (end := self._held.find(b"\n", self._looked)) >= 0:
            line = bytes(self._held[:end])
            del self._held[: end + 1]
            self._looked, self._begun = 0, None
            yield line.removesuffix(b"\r").decode("utf-8", "replace")
        self._looked = len(self._held)
        if self._looked > self.longest:
            self._held.clear()
            self._looked = 0
            raise WireError(f"a line is longer than {self.longest >> 20} MB")


def to_bytes(line: str) -> bytes:
    """A line as it goes out. An end of line within it would begin another: it becomes a space."""
    plain = line.replace("\n", " ").replace("\r", " ")
    return plain.encode("utf-8", "replace") + b"\n"
