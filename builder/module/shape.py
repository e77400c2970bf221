"""The maps of a game's module as shapes, without the module's file: where its saves' pixels lie."""

from __future__ import annotations

from builder.game.model import Game
from builder.module.settings import counter_width, module_name, module_settings
from builder.module.table import MAP_NAME, board_of, table_of
from builder.vassal.buildfile import components as c
from builder.vassal.locations import ModuleShape
from builder.vassal.module_shape import root_shape


def game_shape(game: Game) -> ModuleShape:
    """The shape of the module that `kessel build` makes of a game."""
    settings = module_settings(game)
    table = table_of(game, counter_width(game, settings))
    window = c.MapWindow(map_name=MAP_NAME).holding(c.BoardPicker().holding(board_of(table)))
    root = c.GameModule(name=module_name(game, settings)).holding(window)
    return root_shape(root, lambda image: table.size)
