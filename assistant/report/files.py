"""Writes a file beside its place and then puts it there, so that no half-written one remains."""

from __future__ import annotations

import os
from pathlib import Path

from builder.game.problems import Problem, ProblemsError

KEPT = (".vsav", ".vlog", ".vmod", ".vmdx")
"""Endings of files that are never written over."""


def write_bytes(path: Path, content: bytes) -> None:
    """Write, replacing what was there only when all is written; ProblemsError if it cannot be, or
    if a file of VASSAL's would be lost."""
    if path.suffix.lower() in KEPT and path.exists():
        remedy = "Choose a name with another ending."
        raise ProblemsError([Problem(str(path), 0, "This is a file of VASSAL's.", remedy)])
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        reason = error.strerror or "it cannot be written"
        raise ProblemsError([Problem(str(path), 0, f"Cannot be written: {reason}.")]) from None


def write_text(path: Path, text: str) -> None:
    """The same for text, in UTF-8."""
    write_bytes(path, text.encode("utf-8"))
