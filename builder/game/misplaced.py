"""Tells a place that is not the folder of all owner's copies, but was named as that.

Nothing of a game would be found there, and every answer would lean on stand-ins without a word.
"""

from __future__ import annotations

import os
from pathlib import Path

from builder.files import is_there
from builder.game.inside import folders_in
from builder.game.locate import installed_games
from builder.game.owned import BINDING, BINDINGS, READ, game_id
from builder.game.problems import Problem, ProblemsError
from builder.saying import quoting

PACKED = ".zip"


def sure_of_place(root: Path, game: str) -> None:
    """ProblemsError where the folder of all owner's copies is none."""
    if (wrong := misplaced(root, game)) is not None:
        raise ProblemsError([wrong])


def misplaced(root: Path, game: str) -> Problem | None:
    """What is wrong with the folder of all owner's copies; None for one that may hold a copy of the
    game, though it holds none."""
    if root.is_file():
        text = "This is a file, and owner's copies lie in a folder."
        return Problem(str(root), 0, text, _instead_of_file(root, game))
    if game_id(root) or game_id(root / game):  # what is the owner's own tells none
        text = "This is the game itself, and not its owner's copy."
        return Problem(str(root), 0, text, "Name a folder of your own.")
    is_folder = is_there(root / game) and (root / game).is_dir()
    if is_folder or not _is_copy(root) or any(map(_is_copy, folders_in(root))):
        return None
    name, above = _named(root)
    text = "This is the copy of one game, and not the folder of all copies."
    if name == game or name in installed_games():
        remedy = quoting("Name the folder above it: {folder}", folder=str(above))
    else:
        remedy = quoting("Call it '{name}', and name the folder above it.", name=game)
    return Problem(str(root), 0, text, remedy)


def _instead_of_file(file: Path, game: str) -> str:
    if file.suffix.lower() == PACKED:
        return quoting("`kessel own {game} --take FILE` takes a packed copy.", game=game)
    for copy in file.absolute().parents[:2]:
        if _is_copy(copy):
            return quoting("Name the folder above the copy: {folder}", folder=str(copy.parent))
    return "Name that folder."


def _named(folder: Path) -> tuple[str, Path]:
    """What a folder is called, and the one above it as whoever named it may write it."""
    whole = Path(os.path.abspath(folder))
    return whole.name, folder.parent if folder.name not in ("", "..") else whole.parent


def _is_copy(folder: Path) -> bool:
    """Whether files of a copy lie in a folder itself."""
    if any((folder / name).is_file() for name in READ):
        return True
    kinds = ("charts/*.csv", "scenarios/*.toml", f"{BINDINGS}/*/{BINDING}")
    return any(next(folder.glob(kind), None) is not None for kind in kinds)
