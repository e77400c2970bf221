"""Makes the files of a new game: a small commented one that builds at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from builder.files import DEVICES, write_folder
from builder.game.locate import installed_games
from builder.game.problems import Problem, ProblemsError, already_there
from builder.saying import quoting
from builder.spelling import spelled

NAME = re.compile(r"^(?!(con|prn|aux|nul|com\d|lpt\d)\Z)[a-z][a-z0-9-]{0,63}\Z")
"""Ids of games, which name folders: without the names that Windows keeps for its devices."""


_COMMENT = re.compile(r'(?P<code>(?:[^"#]|"[^"]*")*?)# ?(?P<text>.*)')
"""A line of a template with its comment: a # within quotes begins none."""

_COMMENTS = {"es": "skeleton_es.toml"}
"""Where the comments stand in other languages."""


def new_game(name: str, parent: Path, language: str = "en") -> list[Path]:
    """Write the skeleton of a game into `parent / name`; returns the files written.

    The comments are in the language, as far as they are known in it; what the files say is the
    same in all. ProblemsError if the name cannot be an id or is that of another game, or the folder
    is already there.
    """
    folder = parent / name
    if not NAME.match(name):
        raise ProblemsError([no_id(name)])
    if folder.exists():
        raise ProblemsError([already_there(folder)])
    if name in installed_games():
        text = quoting(
            "'{name}' is the id of a game that Kessel has, and the new one would hide it.",
            name=name,
        )
        raise ProblemsError([Problem(name, 0, text, "Choose another id.")])
    title = name.replace("-", " ").title()
    comments = _comments(language)
    texts = {
        relative: commented(text, comments).replace("{id}", name).replace("{title}", title)
        for relative, text in _templates(files("builder.game") / "skeleton", "")
    }
    return write_folder(folder, {relative: text.encode() for relative, text in texts.items()})


def commented(text: str, comments: Mapping[str, str]) -> str:
    """The text of a template with its comments said anew; those that are not there stay."""
    lines = []
    for line in text.splitlines(keepends=True):
        found = _COMMENT.match(line)
        said = comments.get(found["text"]) if found else None
        lines.append(line if found is None or said is None else f"{found['code']}# {said}\n")
    return "".join(lines)


def _comments(language: str) -> Mapping[str, str]:
    if language not in _COMMENTS:
        return {}
    text = (files("builder.game") / _COMMENTS[language]).read_text(encoding="utf-8")
    return tomllib.loads(text)


def no_id(name: str) -> Problem:
    """What is wrong with a name that is no id of a game, and the nearest one that is."""
    path, _, last = name.replace("\\", "/").rstrip("/").rpartition("/")
    plain = spelled("NFKD", last).encode("ascii", "ignore").decode().casefold()
    id_ = re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789").rstrip("-")[:40]
    id_ = id_ if NAME.match(id_) else "my-game"
    if path:
        text = "This is a path, and the id of a game belongs here."
        return Problem(
            name, 0, text, quoting("Write {word}, with --in {name} beside it.", word=id_, name=path)
        )
    remedy = quoting(
        "Write small letters, digits and hyphens, a letter first, as {name}.", name=id_
    )
    if DEVICES.match(name):
        text = "Windows keeps this name for a device: it cannot be the id of a game."
        return Problem(name, 0, text, remedy)
    return Problem(name, 0, "This cannot be the id of a game.", remedy)


def _templates(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _templates(entry, f"{prefix}{entry.name}/")
        else:
            found.append((prefix + entry.name, entry.read_text(encoding="utf-8")))
    return found
