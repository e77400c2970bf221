"""The games that are installed, each read from its folder once, for the whole suite, and likewise
translated, laid out and set up once: nobody changes them in a test. Games in other folders, and
those over which an owner's copy lies, are read anew."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import builder.drawing.translation
import builder.game.loader
import builder.module.saves
import builder.module.shape
import builder.module.slots
from builder.game.locate import find_game
from builder.game.model import Game, Scenario
from builder.game.owned import own_root
from builder.module.decks import Decks
from builder.module.slots import Stock
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.locations import ModuleShape

HERE = Path(__file__).parent
NO_OWNER = HERE / "data" / "no-owner"
OURS = HERE.parent / "source-art"

_load, _shape = builder.game.loader.load_game, builder.module.shape.game_shape
_stock, _save = builder.module.slots.stock_of, builder.module.saves.save_bytes
_translate = builder.drawing.translation.translated
_STOCKS: dict[tuple[Path, str], Stock] = {}
_SAVES: dict[tuple[Path, str, str, Metadata], bytes] = {}


@cache
def _read(folder: Path) -> Game:
    return _load(folder)


@cache
def _in(folder: Path, language: str) -> Game:
    return _translate(_read(folder), language)


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
    ours = _ours(decks.game.folder)
    if ours is None or not _is_told(decks, ours):
        return _stock(decks)
    key = ours, decks.language
    if key not in _STOCKS:
        _STOCKS[key] = _stock(decks)
    return _STOCKS[key]


def _is_told(decks: Decks, ours: Path) -> bool:
    """Whether decks are those of an installed game in their language."""
    return decks.language in ("en", *_read(ours).texts) and decks.game is _in(ours, decks.language)


def translated_once(game: Game, language: str) -> Game:
    """A game in a language, as `translated` has it."""
    ours = _ours(game.folder)
    if ours is None or game is not _read(ours) or language not in game.texts:
        return _translate(game, language)
    return _in(ours, language)


def save_once(decks: Decks, stock: Stock, scenario: Scenario, metadata: Metadata) -> bytes:
    """A scenario's save, as `save_bytes` has it."""
    ours = _ours(decks.game.folder)
    shared = ours is not None and _STOCKS.get((ours, decks.language)) is stock
    if ours is None or not shared or decks.game.scenarios.get(scenario.id) is not scenario:
        return _save(decks, stock, scenario, metadata)
    key = ours, decks.language, scenario.id, metadata
    if key not in _SAVES:
        _SAVES[key] = _save(decks, stock, scenario, metadata)
    return _SAVES[key]


def read_all_once() -> None:
    """Put them in place of the readers, before anything imports these by name."""
    for room, name, once in (
        (builder.game.loader, "load_game", read_once),
        (builder.module.shape, "game_shape", shape_once),
        (builder.module.slots, "stock_of", stock_once),
        (builder.drawing.translation, "translated", translated_once),
        (builder.module.saves, "save_bytes", save_once),
    ):
        setattr(room, name, once)
