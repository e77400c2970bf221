"""Opens what a player names on the command line as a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assistant.position import Position
from assistant.position_file import read_position
from assistant.rules.questions import QuestionError
from builder.game.problems import Problem, ProblemsError, nearest


def open_position(path: Path, step: int | None, viewer: str | None) -> Position:
    """A position from a save, a log (last or given step) or a position file."""
    if not path.exists():
        raise ProblemsError([Problem(str(path), 0, "There is no such file.")])
    if path.suffix.lower() == ".toml":
        position = read_position(path)
    else:
        from assistant.binding import read_save

        position = read_save(path, step)
    if viewer is None:
        return position
    if viewer not in position.game.sides:
        raise QuestionError(f"Unknown side '{viewer}'. {nearest(viewer, position.game.sides)}")
    return replace(position, viewer=viewer)
