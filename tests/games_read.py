"""The games that are installed, each read from its folder once, for the whole suite: nobody changes
them in a test. Games in other folders, and those over which an owner's copy lies, are read anew."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import builder.game.loader
import builder.module.shape
import builder.module.slots
from builder.game.locate import find_game
from builder.game.model import Game
from builder.game.owned import own_root
from builder.module.decks import Decks
from builder.module.slots import Stock
from builder.vassal.locations import ModuleShape

HERE = Path(__file__).parent
NO_OWNER = HERE / "no-owner"
OURS = HERE.parent / "source-art"

_load, _shape = builder.game.loader.load_game, builder.module.shape.game_shape
_stock = builder.module.slots.stock_of
_STOCKS: dict[tuple[Path, str], Stock] = {}


@cache
def _read(folder: Path) -> Game:
    return _load(folder)


@cache
def _laid_out(folder: Path) -> ModuleShape:
    return _shape(_read(folder))


def _ours(folder: Path) -> Path | None:
    """The folder of an installed game over which no owner's copy lies."""
    return folder if folder.resolve().parent == OURS and own_root() == NO_OWNER else None


def read_once(name: str | Path) -> Game:
    """The game in a folder or of a name, as `load_game` has it."""
    ours = _ours(find_game(str(name)))
    return _load(name) if ours is None else _read(ours)


def shape_once(game: Game) -> ModuleShape:
    """A game's module, as `game_shape` has it."""
    ours = _ours(game.folder)
    return _laid_out(ours) if ours is not None and game is _read(ours) else _shape(game)


def stock_once(decks: Decks) -> Stock:
    """The pieces of a game's module, as `stock_of` has them."""
    game, ours = decks.game, _ours(decks.game.folder)
    if ours is None or game is not _read(ours):
        return _stock(decks)
    key = ours, decks.language
    if key not in _STOCKS:
        _STOCKS[key] = _stock(decks)
    return _STOCKS[key]


def read_all_once() -> None:
    """Put them in place of the readers, before anything imports these by name."""
    for room, name, once in (
        (builder.game.loader, "load_game", read_once),
        (builder.module.shape, "game_shape", shape_once),
        (builder.module.slots, "stock_of", stock_once),
    ):
        setattr(room, name, once)
