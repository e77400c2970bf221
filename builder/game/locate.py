"""Where a game's folder is: a path, a name in ./source-art, or one installed with Kessel."""

from __future__ import annotations

from pathlib import Path

from builder.game.problems import Problem, ProblemsError, nearest

_HERE = Path(__file__).resolve().parent


def find_game(name: str) -> Path:
    """The folder of a game; ProblemsError, with the names that exist, if there is none."""
    given = Path(name)
    if (given / "game.toml").is_file():
        return given
    if given.name == "game.toml" and given.is_file():
        return given.parent
    for root in game_roots():
        if given.name == name and (root / name / "game.toml").is_file():
            return root / name
    if given.is_dir():
        problem = Problem(name, 0, "The folder holds no game.toml.", "`kessel new` makes one.")
    else:
        remedy = nearest(name, installed_games())
        problem = Problem(name, 0, "There is no such game or folder.", remedy)
    raise ProblemsError([problem])


def game_roots() -> tuple[Path, ...]:
    """The folders in which games are looked up by name, in order."""
    return (Path("source-art"), _HERE / "installed", _HERE.parents[1] / "source-art")


def installed_games() -> tuple[str, ...]:
    """The names that `find_game` knows."""
    found = {file.parent.name for root in game_roots() for file in root.glob("*/game.toml")}
    return tuple(sorted(found))
