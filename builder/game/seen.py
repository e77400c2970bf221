"""What a page has seen of files that it writes whole, because others may edit them beside it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from builder.game.problems import Problem, ProblemsError


class Seen:
    """Files as a page saw them last; one that was never looked at may be anything."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.paths = tuple(paths)
        self._signs: dict[Path, bytes] = {}

    def look(self) -> None:
        """What lies there now is what the page shows."""
        self._signs = self._now()

    def check(self) -> None:
        """ProblemsError, once, for files that somebody changed since: what the page holds would
        take their place."""
        now, known = self._now(), self._signs
        self._signs = now
        if changed := [path for path in self.paths if known and now[path] != known[path]]:
            text = "The file was changed since this page read it."
            remedy = "Save once more to replace it, or open the page anew to begin with it."
            raise ProblemsError([Problem(str(path), 0, text, remedy) for path in changed])

    def _now(self) -> dict[Path, bytes]:
        return {p: sha256(p.read_bytes()).digest() if p.is_file() else b"" for p in self.paths}
