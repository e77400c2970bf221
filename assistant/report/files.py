"""Writes what a player asked for, and never over a file of VASSAL's."""

from __future__ import annotations

from pathlib import Path

from builder.files import EVERYTHING, Looked, write_made
from builder.game.problems import Problem, ProblemsError

KEPT = (".vsav", ".vlog", ".vmod", ".vmdx")
"""Endings of files that are never written over."""


def write_bytes(path: Path, content: bytes, looked: Looked = EVERYTHING) -> None:
    """Write, replacing what was there only when all is written.

    ProblemsError if a file of VASSAL's would be lost; OSError if it cannot be written.
    """
    if path.suffix.lower() in KEPT and path.exists():
        remedy = "Choose another name: those are never written over."
        raise ProblemsError([Problem(str(path), 0, "This is a file of VASSAL's.", remedy)])
    write_made(path, content, looked)


def write_text(path: Path, text: str, looked: Looked = EVERYTHING) -> None:
    """The same for text, in UTF-8; a ? stands for what a file's name has no sign for."""
    write_bytes(path, text.encode("utf-8", "replace"), looked)
