"""How large a map's picture may be."""

from __future__ import annotations

from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError
from builder.game.toml_file import read_toml

MOST = 80_000_000
"""Pixels of one picture: VASSAL holds four bytes of each in memory, and more when it zooms."""


def check_size(game: Game, width: float, height: float) -> None:
    """ProblemsError if a map of this size in pixels is more than VASSAL can show."""
    if 0 < width * height <= MOST:
        return
    path = game.folder / "game.toml"
    line = read_toml(path).line("grid", "hex-width") if path.is_file() else 0
    text = f"The map would be {width:,.0f} x {height:,.0f} pixels, more than VASSAL can show."
    remedy = "Make grid.hex-width, grid.margin, or the boxes and turns beside the map smaller."
    raise ProblemsError([Problem(str(path), line, text, remedy)])
