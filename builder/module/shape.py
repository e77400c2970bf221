"""The maps of a game's module as shapes, without the module's file: where its saves' pixels lie."""

from __future__ import annotations

from builder.game.carriers import MAIN_MAP
from builder.game.model import Game
from builder.module.read_settings import module_settings
from builder.module.settings import module_name
from builder.module.table import MAP_LAYER, MAP_LAYERS, board_of, table_of
from builder.module.tray_windows import tray_window_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes.maps import layered
from builder.vassal.locations import ModuleShape
from builder.vassal.module_shape import root_shape


def game_shape(game: Game) -> ModuleShape:
    """The shape of the module that `kessel build` makes of a game."""
    if game.kept is not None:
        # What writes modules takes long to load, and a game of one's own needs none of it here.
        from builder.module.adopted import AdoptedModule

        return AdoptedModule(game, game.kept).shape
    settings = module_settings(game)
    table = table_of(game, settings)
    sheet = c.MapWindow(map_name=MAIN_MAP).holding(
        c.BoardPicker().holding(board_of(table)), layered(MAP_LAYER, MAP_LAYERS)
    )
    windows = [tray_window_of(game, table, window) for window in table.windows]
    root = c.GameModule(name=module_name(game, settings)).holding(sheet, windows)
    sizes = {window.image: window.tray for window in table.windows}

    def size(image: str) -> tuple[int, int]:
        tray = sizes.get(image)
        return table.size if tray is None else (tray.width, tray.height)

    return root_shape(root, size)
