"""What a page has seen of files that it writes whole, because others may edit them beside it, and
several pages may be open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from builder.game.problems import Problem, ProblemsError

Signs = Mapping[str, str]
"""By the name of each file the sign of what lies in it; a page brings those that it was told."""


class Seen:
    """Files that pages show and write. `part` gives what they show of one, else it is all of it."""

    def __init__(
        self, paths: Iterable[Path], part: Callable[[Path], bytes] = Path.read_bytes
    ) -> None:
        self.paths = tuple(paths)
        self._part = part
        self._refused: tuple[Signs, Signs] | None = None

    def signs(self) -> dict[str, str]:
        """What lies there now."""
        return {
            path.name: sha256(self._part(path)).hexdigest() if path.is_file() else ""
            for path in self.paths
        }

    def check(self, known: Signs) -> None:
        """ProblemsError, once, for files that are no longer as a page knows them: what it holds
        would take their place. A page that knows none of them may write."""
        now = self.signs()
        if (known, now) == self._refused:
            return
        told = {**now, **known}
        changed = [path for path in self.paths if now[path.name] != told[path.name]]
        if changed:
            self._refused = known, now
            text = "The file was changed since this page read it."
            remedy = "Save once more to replace it, or open the page anew to begin with it."
            raise ProblemsError([Problem(str(path), 0, text, remedy) for path in changed])
