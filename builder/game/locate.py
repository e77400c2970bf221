"""Where a game's folder is: a path, a name in ./source-art, or one installed with Kessel."""

from __future__ import annotations

import os
import re
from pathlib import Path

from builder import limits
from builder.files import read_bounded, real
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.toml_file import told_of
from builder.saying import AsWritten, Saying, quoting

_HERE = Path(__file__).resolve().parent

PLACES = "KESSEL_GAMES"
"""The environment variable that names further folders with games in them."""

STRAY = "A folder of this name lies here, and may have come with the file: it is not taken."
OWN = "If it is yours, move it into source-art, or let KESSEL_GAMES name the folder that holds it."

MOST_PLACES = int(limits.GAME_FOLDERS)


def find_game(name: str) -> Path:
    """The folder of a game; ProblemsError, with the names that exist, if there is none."""
    given = Path(name)
    if (given / "game.toml").is_file():
        return given
    if given.name == "game.toml" and given.is_file():
        return given.parent
    folders = [root / name for root in game_roots()] if given.name == name else []
    if found := _first(*folders, given):
        return found
    raise ProblemsError([_no_game(name)])


def find_named(name: str) -> Path:
    """The folder of a game that a file names, which may be a stranger's: of this id in Kessel's
    folders, never one that lies where the command runs, because it may have come with the file.
    ProblemsError if there is none."""
    if len(name) > limits.COUNTER_NAME:
        remedy = nearest(name[: limits.COUNTER_NAME], installed_games())
        text = quoting(
            "The id of a game has at most {n} letters, this one {m:,}.",
            n=limits.COUNTER_NAME,
            m=len(name),
        )
        raise ProblemsError([Problem(name, 0, text, remedy)])
    try:
        if found := _first(*(root / name for root in game_roots())):
            return found
        here = (Path(name) / "game.toml").is_file()
    except OSError:  # as of a name that no folder can have
        here = False
    raise ProblemsError([Problem(name, 0, STRAY, OWN) if here else _no_game(name)])


def _first(*folders: Path) -> Path | None:
    """The first of some folders that holds a game; ProblemsError for one that holds another."""
    for folder in folders:
        if (folder / "game.toml").is_file():
            return folder
        if folder.is_dir() and any(folder.iterdir()):
            text, remedy = "The folder holds no game.toml.", "`kessel new` makes one."
            raise ProblemsError([Problem(str(folder), 0, text, remedy)])
    return None


def _no_game(name: str) -> Problem:
    remedy = nearest(name, installed_games())
    return Problem(name, 0, "There is no such game or folder.", remedy)


def game_roots() -> tuple[Path, ...]:
    """The folders in which games are looked up by name, in order: those of KESSEL_GAMES, parted as
    in PATH, come last, so that none of theirs hides another."""
    named = [Path(part) for part in os.environ.get(PLACES, "").split(os.pathsep) if part.strip()]
    own = (Path("source-art"), _HERE / "installed", _HERE.parents[1] / "source-art")
    return (*own, *named[:MOST_PLACES])


def known_game(name: str) -> str:
    """What opens the game that a save names: its id, or the folder of that id where one of the same
    name lies where the command runs, because a save must not choose that one."""
    if not (Path(name) / "game.toml").is_file():
        return name
    folders = (root / name for root in game_roots())
    return next((str(folder) for folder in folders if (folder / "game.toml").is_file()), name)


def is_installed(folder: Path) -> bool:
    """Whether the game's folder is part of the installed package."""
    return real(folder).is_relative_to(_HERE / "installed")


def left_as_it_is(folder: Path, command: str) -> None:
    """ProblemsError for a folder of the installed package, which no command changes; the remedy is
    the command that changes a copy."""
    if is_installed(folder):
        text = "This game came with Kessel's installation and is left as it is."
        remedy = (
            "Copy the folder to source-art/{name} and run `kessel {command} source-art/{name}`."
        )
        told = Saying(remedy, name=AsWritten(folder.name), command=AsWritten(command))
        raise ProblemsError([Problem(str(folder), 0, text, told)])


def called(folder: Path) -> str:
    """What a command calls the game in a folder: its name if that is the game that the name opens,
    else the folder."""
    name = folder.name
    places = (Path(name), *(root / name for root in game_roots()))
    first = next((place for place in places if (place / "game.toml").is_file()), None)
    if first is not None and real(first) == real(folder):
        return name
    return f'"{folder}"' if " " in str(folder) else str(folder)


def installed_games() -> tuple[str, ...]:
    """The names that `find_game` knows wherever the command runs."""
    found = {file.parent.name for root in game_roots() for file in root.glob("*/game.toml")}
    return tuple(sorted(found))


def is_titled(name: str, title: str) -> bool:
    """Whether a game has this title, told without reading the game; false for one whose game.toml
    cannot be read."""
    try:
        text = _definition(find_game(known_game(name)))
        if "\\u" not in text and not all(word in text for word in re.findall(r"\w+", title)):
            return False
        return bool(told_of(text).get("title") == title)
    except (OSError, ValueError):
        return False


def _definition(folder: Path) -> str:
    """The text of a game.toml, whoever's it is; OSError or ValueError if it cannot be read."""
    data = read_bounded(folder / "game.toml", limits.SOURCE)
    if data is None:
        raise ValueError("it is larger than any game's")
    return data.decode("utf-8")


def adopted_games() -> dict[str, str]:
    """What opens each game that was taken over from a module, and the name of that module: those of
    Kessel's folders first, then those where the command runs, whose names no other has."""
    names = installed_games()
    found = {known_game(name): _adopted_from(find_game(known_game(name))) for name in names}
    for file in sorted(Path().glob("*/game.toml")):
        if file.parent.name not in names:
            found[file.parent.name] = _adopted_from(file.parent)
    return {name: module for name, module in found.items() if module}


def adopted_version(name: str) -> str:
    """The version of the module that a game was taken over from; empty where it is not told."""
    return _adopted_told(find_game(name), "version")


def _adopted_from(folder: Path) -> str:
    """The name of the module that a game was taken over from; empty for others, and for one whose
    game.toml cannot be read."""
    return _adopted_told(folder, "module")


def _adopted_told(folder: Path, word: str) -> str:
    try:
        text = _definition(folder)
        if "[adopted]" not in text:
            return ""
        told = told_of(text).get("adopted", {})
    except (OSError, ValueError):
        return ""
    found = told.get(word) if isinstance(told, dict) else None
    return found if isinstance(found, str) else ""
