"""Writes a file beside its place and then puts it there, so that no half-written one remains."""

from __future__ import annotations

import os
from pathlib import Path

from builder.game.problems import Problem, ProblemsError


def write_bytes(path: Path, content: bytes) -> None:
    """Write, replacing what was there only when all is written; ProblemsError if it cannot be."""
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
