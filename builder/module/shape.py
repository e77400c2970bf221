"""The maps of a game's module as shapes, without the module's file: where its saves' pixels lie."""

from __future__ import annotations

from builder.game.model import Game
from builder.module.adopted import adopted_module
from builder.module.counters import MAP_LAYER, MAP_LAYERS
from builder.module.decks import Decks
from builder.module.settings import module_name, module_settings
from builder.module.table import MAP_NAME, board_of, table_of
from builder.module.windows import window_map
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes.maps import layered
from builder.vassal.locations import ModuleShape
from builder.vassal.module_shape import root_shape


def game_shape(game: Game) -> ModuleShape:
    """The shape of the module that `kessel build` makes of a game."""
    if (own := adopted_module(game)) is not None:
        return own.shape
    settings = module_settings(game)
    decks = Decks(game, settings, table_of(game, settings))
    sheet = c.MapWindow(map_name=MAP_NAME).holding(
        c.BoardPicker().holding(board_of(decks.table)), layered(MAP_LAYER, MAP_LAYERS)
    )
    windows = [window_map(decks, window) for window in decks.table.windows]
    root = c.GameModule(name=module_name(game, settings)).holding(sheet, windows)
    sizes = {window.image: window.tray for window in decks.table.windows}

    def size(image: str) -> tuple[int, int]:
        tray = sizes.get(image)
        return decks.table.size if tray is None else (tray.width, tray.height)

    return root_shape(root, size)
