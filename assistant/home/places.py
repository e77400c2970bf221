"""Where the home page looks and works: folders that the user chose, the workplace, what is kept."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from builder.files import read_bounded, write_whole
from builder.game.problems import Problem, ProblemsError
from builder.homes import HOMELESS, below_home, home
from builder.saying import quoting
from builder.vassal.find_module import player_folders

MOST_FOLDERS = 40
MOST_KEPT = 1 << 18
"""Bytes of the file of choices."""

DROPPED = "dropped"
"""The folder of the workplace that takes what is dropped on the page."""


def key_of(path: Path) -> str:
    """What the page calls a file or folder by: it never sends a path of its own making."""
    return sha256(os.fsencode(path)).hexdigest()[:20]


def own_folder() -> Path:
    """Where the user's choices are kept; KESSEL_HOME names another folder. ProblemsError if he has
    no home in which they could be."""
    if named := os.environ.get("KESSEL_HOME"):
        return Path(named)
    base = below_home(".config", unless="APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME")
    if base is None:
        remedy = quoting("Set it, or {variable}, to a folder.", variable="KESSEL_HOME")
        raise ProblemsError([Problem("HOME", 0, HOMELESS, remedy)])
    return base / "kessel"


def workplace() -> Path:
    """Where commands are run, and so where games and what is built lie: this folder if there are
    games in it, else `Kessel` in the user's own."""
    here, base = Path.cwd(), home()
    return here if base is None or (here / "source-art").is_dir() else base / "Kessel"


@dataclass
class Places:
    """The folders of the page. `usual` are those of VASSAL's players, which are looked at until
    the user leaves them out."""

    own: Path
    work: Path
    usual: tuple[Path, ...] = field(default_factory=lambda: tuple(player_folders()))
    added: list[Path] = field(default_factory=list)
    left_out: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.usual = tuple(dict.fromkeys(_whole(path) for path in self.usual))
        told = read_kept(self.own / "home.json")
        self.added = _paths(told.get("folders"))
        self.left_out = _paths(told.get("left_out"))

    @property
    def dropped(self) -> Path:
        """Where dropped files are put."""
        return self.work / DROPPED

    @property
    def output(self) -> Path:
        """Where modules and sheets are written."""
        return self.work / "output"

    def chosen(self) -> list[Path]:
        """Every folder that is looked at, each once."""
        usual = [path for path in self.usual if path not in self.left_out]
        own = [path for path in (self.dropped, self.output) if path.is_dir()]
        return list(dict.fromkeys([*self.added, *usual, *own]))

    def add(self, text: str) -> Path:
        """Look at a folder too. ValueError, one sentence, for what is none."""
        text = text.strip().strip('"')
        path = Path(os.path.expanduser(text))
        try:
            if not text or not path.is_absolute():
                raise ValueError("Write the whole path of the folder.")
            path = _whole(path)
            if not path.is_dir():
                raise ValueError("There is no such folder: write another, or make it first.")
            os.scandir(path).close()
        except OSError:
            raise ValueError(
                "The folder cannot be read: write another, or give yourself the right to it."
            ) from None
        if path not in self.chosen():
            if len(self.added) >= MOST_FOLDERS:
                raise ValueError("There are too many folders: leave one out first.")
            if path in self.left_out:
                self._keep(self.added, [one for one in self.left_out if one != path])
            else:
                self._keep([*self.added, path], self.left_out)
        return path

    def leave_out(self, path: Path) -> None:
        """Look at a folder no longer."""
        if path in self.added:
            self._keep([one for one in self.added if one != path], self.left_out)
        elif path in self.usual and path not in self.left_out:
            self._keep(self.added, [*self.left_out, path])

    def _keep(self, added: list[Path], left_out: list[Path]) -> None:
        """Take up a choice, written first: one that the disk did not take would be forgotten."""
        told = {"folders": list(map(str, added)), "left_out": list(map(str, left_out))}
        write_whole(self.own / "home.json", json.dumps(told, indent=1).encode(errors="replace"))
        self.added, self.left_out = added, left_out


def read_kept(path: Path) -> dict[str, Any]:
    """What a small JSON file of ours holds; nothing if it is missing or damaged."""
    with suppress(OSError, ValueError, RecursionError):
        told = json.loads(read_bounded(path, MOST_KEPT) or b"{}")
        return told if isinstance(told, dict) else {}
    return {}


def _whole(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _paths(told: object) -> list[Path]:
    texts: Iterable[Any] = told[:MOST_FOLDERS] if isinstance(told, list) else ()
    return [Path(text) for text in texts if isinstance(text, str) and Path(text).is_absolute()]
