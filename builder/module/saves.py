"""A scenario as a save that VASSAL opens."""

from __future__ import annotations

from builder.game.carriers import MAIN_MAP
from builder.game.model import Scenario
from builder.module.decks import Decks
from builder.module.language import said_by_component
from builder.module.opening import opening_values
from builder.module.slots import Stock, start_decks, start_of
from builder.module.state import properties_of, turn_state
from builder.module.table import BOARD_NAME
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import BoardPlace
from builder.vassal.decks import deck_of
from builder.vassal.traits.movement import Immobile
from builder.vassal.write import NewPiece, SaveBuilder

_TRACKER = "TurnTracker0"  # by its id, as VASSAL itself writes it


def save_bytes(decks: Decks, stock: Stock, scenario: Scenario, metadata: Metadata) -> bytes:
    """The `.vsav` of a scenario; `metadata` is that of the module it belongs to."""
    save = SaveBuilder(metadata, scenario.name)
    start = start_of(decks, scenario)
    for (map_, (_, x, y)), group in start.stacks.items():
        for alike in stock.piles(group):
            pieces = [NewPiece(stock.on_table(placement)) for placement, _ in alike]
            if any(isinstance(trait, Immobile) for trait in pieces[0].traits):
                save.add_loose(map_, x, y, pieces[0])
            else:
                save.add_stack(map_, x, y, pieces)
    maps = {MAIN_MAP: BOARD_NAME} | {window.name: window.name for window in decks.table.windows}
    for map_ in maps:
        for pile, held in start_decks(decks, stock, start, map_):
            cards = [NewPiece(stock.on_table(placement)) for placement in held]
            said = said_by_component(pile, decks.language)  # a save keeps a deck's own menu
            save.add_deck(deck_of(said, map_, pile.x, pile.y), cards)
    opening = opening_values(decks.game, decks.table, scenario, decks.settings)
    for name, value in (properties_of(decks.game, scenario) | opening).items():
        save.set_global(name, value)
    for map_, board in maps.items():
        save.set_boards(map_, [BoardPlace(board)])
    save.set_turn(_TRACKER, turn_state(decks.game, scenario))
    return archive_bytes(save.entries(date_saved=metadata.date_saved))
