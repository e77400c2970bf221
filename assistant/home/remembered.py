"""What was read of saves in earlier starts: by path, size and time, in a file of the user's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from assistant.home.finding import Found
from assistant.home.summary import Told
from builder.files import read_bounded, write_whole
from builder.game.locate import find_game
from builder.game.owned import own_root
from builder.game.problems import ProblemsError

FILE = "saves.json"
MOST_BYTES = 8 << 20
MOST_KEPT = 4_000
_AFTERWARDS = ("matters",)
"""What is told of a save by the rules, and so holds only while the game's files are the same."""


@dataclass
class Remembered:
    """The file; whatever it holds that is damaged or of another Kessel counts as nothing."""

    path: Path
    _told: dict[str, Any] = field(default_factory=dict)
    _stamps: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with suppress(OSError, ValueError, RecursionError):
            told = json.loads(read_bounded(self.path, MOST_BYTES) or b"{}")
            if isinstance(told, dict) and told.get("kessel") == version("kessel"):
                saves = told.get("saves")
                self._told = saves if isinstance(saves, dict) else {}

    def of(self, one: Found) -> Told | None:
        """What was read of this state of the file; nothing if it never was."""
        kept = self._told.get(_name(one))
        if not isinstance(kept, dict) or not isinstance(kept.get("told"), dict):
            return None
        told: Told = kept["told"]
        if kept.get("stamp") != self._stamp(told.get("game")):
            return {key: value for key, value in told.items() if key not in _AFTERWARDS}
        return told

    def keep(self, kept: Mapping[Found, Told]) -> None:
        """Write what is known now, the newest files first; a file that cannot be written is let be:
        it is read anew at the next start."""
        told: dict[str, Any] = {}
        for one in sorted(kept, reverse=True)[:MOST_KEPT]:
            if "trouble" not in kept[one]:  # it may be another program's, and gone tomorrow
                told[_name(one)] = {
                    "told": kept[one],
                    "stamp": self._stamp(kept[one].get("game")),
                }
        told = {**told, **{k: v for k, v in self._told.items() if k not in told}}
        told = dict(list(told.items())[:MOST_KEPT])
        data = json.dumps({"kessel": version("kessel"), "saves": told}, ensure_ascii=False)
        with suppress(OSError):
            write_whole(self.path, data.encode(errors="replace"))
            self._told = told

    def _stamp(self, game: Any) -> str:
        """Changes when a file of the game or of the owner's copy does; looked at once a start."""
        if not isinstance(game, str):
            return ""
        if game not in self._stamps:
            parts, root = [], own_root()
            with suppress(ProblemsError, OSError):
                for folder in (find_game(game), *([root / game] if root else ())):
                    for path in sorted(folder.rglob("*")):
                        told = path.stat()
                        parts.append(f"{path} {told.st_mtime_ns} {told.st_size}")
            self._stamps[game] = sha256("\n".join(parts).encode(errors="replace")).hexdigest()[:20]
        return self._stamps[game]


def _name(one: Found) -> str:
    return f"{one.key}-{one.size}-{one.modified}"
