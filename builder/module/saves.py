"""A scenario as a save that VASSAL opens."""

from __future__ import annotations

from builder.game.model import Game, Scenario
from builder.module.cards import add_decks
from builder.module.language import ENGLISH
from builder.module.slots import Stock, on_the_table, set_up
from builder.module.state import properties_of, turn_state
from builder.module.table import BOARD_NAME, MAP_NAME, Table
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import BoardPlace
from builder.vassal.write import NewPiece, SaveBuilder

_TRACKER = "TurnTracker0"  # by its id, as VASSAL itself writes it


def save_bytes(
    game: Game,
    stock: Stock,
    table: Table,
    scenario: Scenario,
    metadata: Metadata,
    language: str = ENGLISH,
) -> bytes:
    """The `.vsav` of a scenario; `metadata` is that of the module it belongs to."""
    save = SaveBuilder(metadata, scenario.name)
    for (_, x, y), group in on_the_table(table, set_up(game, scenario)).items():
        pieces = [NewPiece(stock.on_table(placement)) for placement, _ in group]
        save.add_stack(MAP_NAME, x, y, pieces)
    add_decks(game, save, stock.gpids, language)
    for name, value in properties_of(game, scenario).items():
        save.set_global(name, value)
    save.set_boards(MAP_NAME, [BoardPlace(BOARD_NAME)])
    save.set_turn(_TRACKER, turn_state(game, scenario))
    return archive_bytes(save.entries(date_saved=metadata.date_saved))
