"""How large a map's picture may be."""

from __future__ import annotations

from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.typed import problem_at
from builder.saying import quoting

MOST = 80_000_000
"""Pixels of one picture: VASSAL holds four bytes of each in memory, and more when it zooms."""


def check_size(game: Game, width: float, height: float) -> None:
    """ProblemsError if a map of this size in pixels is more than VASSAL can show."""
    if 0 < width * height <= MOST:
        return
    text = quoting(
        "The map would be {width:,.0f} x {height:,.0f} pixels, more than VASSAL can show.",
        width=width,
        height=height,
    )
    remedy = "Make grid.hex-width, grid.margin, or the boxes and turns beside the map smaller."
    raise ProblemsError([problem_at(game, ("grid", "hex-width"), text, remedy)])
