"""From a VASSAL save or log to a position: pieces are recognised by the counter ids they carry."""

from __future__ import annotations

from pathlib import Path

from assistant.position import Position


def read_save(path: Path, step: int | None = None) -> Position:
    """The position in a save, or at a step of a log (the last if None)."""
    raise NotImplementedError(path, step)
