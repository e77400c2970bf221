"""Where a game's folder is: a path, a name in ./source-art, or one installed with Kessel."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from builder.game.problems import Problem, ProblemsError, nearest

_HERE = Path(__file__).resolve().parent

PLACES = "KESSEL_GAMES"
"""The environment variable that names further folders with games in them."""

MOST_PLACES = 50


def find_game(name: str) -> Path:
    """The folder of a game; ProblemsError, with the names that exist, if there is none."""
    given = Path(name)
    if (given / "game.toml").is_file():
        return given
    if given.name == "game.toml" and given.is_file():
        return given.parent
    folders = [root / name for root in game_roots()] if given.name == name else []
    for folder in (*folders, given):
        if (folder / "game.toml").is_file():
            return folder
        if folder.is_dir() and any(folder.iterdir()):
            text, remedy = "The folder holds no game.toml.", "`kessel new` makes one."
            raise ProblemsError([Problem(str(folder), 0, text, remedy)])
    remedy = nearest(name, installed_games())
    raise ProblemsError([Problem(name, 0, "There is no such game or folder.", remedy)])


def game_roots() -> tuple[Path, ...]:
    """The folders in which games are looked up by name, in order: those of KESSEL_GAMES, parted as
    in PATH, and the one where the command runs come last, so that none of theirs hides another."""
    named = [Path(part) for part in os.environ.get(PLACES, "").split(os.pathsep) if part.strip()]
    own = (Path("source-art"), _HERE / "installed", _HERE.parents[1] / "source-art")
    return (*own, *named[:MOST_PLACES], Path())


def is_installed(folder: Path) -> bool:
    """Whether the game's folder is part of the installed package."""
    return folder.resolve().is_relative_to(_HERE / "installed")


def installed_games() -> tuple[str, ...]:
    """The names that `find_game` knows."""
    found = {file.parent.name for root in game_roots() for file in root.glob("*/game.toml")}
    return tuple(sorted(found))


def is_titled(name: str, title: str) -> bool:
    """Whether a game has this title, told without reading the game; false for one whose game.toml
    cannot be read."""
    try:
        text = (find_game(name) / "game.toml").read_text(encoding="utf-8")
        if "\\u" not in text and not all(word in text for word in re.findall(r"\w+", title)):
            return False
        return bool(tomllib.loads(text).get("title") == title)
    except (OSError, ValueError):
        return False


def adopted_from(name: str) -> str:
    """The name of the module that a game was taken over from; empty for others, and for one whose
    game.toml cannot be read."""
    try:
        text = (find_game(name) / "game.toml").read_text(encoding="utf-8")
        if "[adopted]" not in text:
            return ""
        told = tomllib.loads(text).get("adopted", {})
    except (OSError, ValueError):
        return ""
    found = told.get("module") if isinstance(told, dict) else None
    return found if isinstance(found, str) else ""
