"""What rules.toml takes from the rest of the game: its combat table and its boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.game.model import Game, Table

DEAD = ("dead-pile", "eliminated", "dead")
"""Boxes of the eliminated, where no box is named."""


def combat_table(game: Game) -> Table | None:
    """The combat table: the one that is named, else `crt`, else the only one that there is."""
    assert game.rules is not None
    name = game.rules.combat.table
    if name:
        return game.tables.get(name)
    if "crt" in game.tables:
        return game.tables["crt"]
    return next(iter(game.tables.values())) if len(game.tables) == 1 else None


def box_names(game: Game) -> tuple[str, ...]:
    """The boxes of a game: those that rules know and those that are drawn."""
    return (*game.definition.units.boxes, *game.definition.drawn_boxes)
