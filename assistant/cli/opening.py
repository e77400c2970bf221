"""Opens what a player names on the command line as a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.protocol import QuestionError
from builder.game.problems import Problem, ProblemsError, nearest

if TYPE_CHECKING:
    from builder.game.model import Game


def open_position(path: Path, step: int | None, viewer: str | None) -> Position:
    """A position from a save, a log (last or given step) or a position file."""
    if not path.exists():
        raise ProblemsError([Problem(str(path), 0, "There is no such file.")])
    if path.suffix.lower() != ".toml":
        return _open_save(path, step, viewer)
    from assistant.position_file import read_position

    position = read_position(path)
    if viewer is None:
        return position
    return replace(position, viewer=known_side(viewer, position.game))


def _open_save(path: Path, step: int | None, viewer: str | None) -> Position:
    from assistant.binding import open_record

    record = open_record(path)
    return record.position(step, known_side(viewer, record.game) if viewer else "")


def known_side(side: str, game: Game) -> str:
    """The side of that id; QuestionError with the sides that there are."""
    if side not in game.sides:
        raise QuestionError(f"Unknown side '{side}'. {nearest(side, game.sides)}")
    return side
