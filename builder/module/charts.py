"""The charts of a game as images: its tables, terrain effects, sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from builder.game.model import Game
from builder.module.art import Picture


@dataclass(frozen=True)
class ChartPicture(Picture):
    """A chart to be drawn."""

    title: str = ""


def chart_pictures(game: Game) -> list[ChartPicture]:
    return []
