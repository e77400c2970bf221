"""A game as it is played with: refused where no rule could count with what its owner wrote."""

from __future__ import annotations

from pathlib import Path

from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError


def played_game(game: str | Path) -> Game:
    """The game of a name or in a folder, as its files say it now; ProblemsError with every mistake
    in them, and for what the owner wrote into charts and no rule can count with."""
    found = load_game(game)
    if found.own_values:
        from builder.game.check.charts import own_misfits  # which most have no need of

        if wrong := own_misfits(found):
            raise ProblemsError(sorted(wrong))
    return found
