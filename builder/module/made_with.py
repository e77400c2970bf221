"""What a module says of its making: with which Kessel, and from which files."""

from __future__ import annotations

import codecs
import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from builder.game.model import Game

ENTRY = "kessel.json"


def made_with(game: Game, language: str) -> bytes:
    """The entry of a module that says so: Kessel's version, the language, and the SHA-256 of each
    source file. It tells no folder of the machine that built it.

    A table is told as it is read, without a byte order mark and with LF at the ends of its lines,
    because a spreadsheet or a clone on Windows writes both, and the module is the same.
    """
    files = sorted(path for path in game.folder.rglob("*") if _is_source(path, game.folder))
    told = {
        "kessel": kessel_version(),
        "game": game.id,
        "version": game.definition.version,
        "language": language,
        "files": {path.relative_to(game.folder).as_posix(): _digest(path) for path in files},
    }
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _is_source(path: Path, folder: Path) -> bool:
    """Whether a module may be made of a file: not of what is hidden, as a repository of git is, nor
    of the module that was built into the folder before."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden and path.suffix != ".vmod"


def _digest(path: Path) -> str:
    if path.suffix in (".csv", ".toml"):
        text = path.read_bytes().removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
        return hashlib.sha256(text.replace(b"\r", b"\n")).hexdigest()
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def kessel_version() -> str:
    """The version of the installed Kessel; empty where only its files lie."""
    try:
        return version("kessel")
    except PackageNotFoundError:
        return ""
