"""Bytes from a socket as lines of text, however they were cut up on the way."""

from __future__ import annotations

from collections.abc import Iterator

from builder import limits
from builder.vassal.wire.errors import WireError


class Lines:
    """Collects bytes and gives whole lines without their ends; WireError for an endless one."""

    def __init__(self, longest: int = limits.WIRE_LINE) -> None:
        self.longest = longest
        self._held = bytearray()
        self._looked = 0

    @property
    def held(self) -> int:
        """Bytes of a line that is not whole yet."""
        return len(self._held)

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that are whole now, in order."""
        self._held += data
        while (end := self._held.find(b"\n", self._looked)) >= 0:
            line = bytes(self._held[:end])
            del self._held[: end + 1]
            self._looked = 0
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
