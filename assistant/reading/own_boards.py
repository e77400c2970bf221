"""The boards that a save of an adopted module lies on, where they are others than its game's."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from builder.files import write_whole
from builder.game.board_places import KINDS, BoardPlace, Kind
from builder.game.kept import Kept
from builder.game.model import Game
from builder.saying import Saying
from builder.vassal.locations import LaidMap, Locator, ModuleShape
from builder.vassal.state import GameState

if TYPE_CHECKING:
    from PIL.Image import Image

    from builder.vassal.buildfile.components import Board


def on_its_boards(game: Game, shape: ModuleShape, state: GameState) -> tuple[Game, tuple[str, ...]]:
    """An adopted game with the boards of its main map as a state lays them: their picture, their
    places. The game as it is where they are the same; what does not fit is told."""
    adopted = game.definition.adopted
    if adopted is None or not adopted.boards or game.kept is None:
        return game, ()
    laid = Locator(shape, state).laid(adopted.map)
    if laid is None or not laid.boards:
        return game, ()
    # What lays boards out for `adopt` takes long to load, and most saves lie on the usual ones.
    from builder.adopt.tabletop import laid_names

    names = laid_names(laid)
    if names == adopted.boards:
        return game, ()
    if game.definition.board is None:
        return game, (_other_hexes(names, adopted.boards),)
    found = _relaid(game, game.kept, laid)
    return (game, (_other_hexes(names, adopted.boards),)) if found is None else (found, ())


def _other_hexes(names: tuple[str, ...], own: tuple[str, ...]) -> str:
    return Saying(
        "The save lies on the board '{board}', and the game's files have '{own}': the picture shows"
        " the latter.",
        board=", ".join(names),
        own=", ".join(own),
    )


def _relaid(game: Game, kept: Kept, laid: LaidMap) -> Game | None:
    """The game on other boards; None if no picture can show them."""
    from builder.adopt.places import places_on
    from builder.adopt.tabletop import boards_of, fits, size_of
    from builder.adopt.told import Told
    from builder.game.loader import with_places

    old = game.definition.board
    assert old is not None
    if not fits(laid, Told()):
        return None
    picture = _picture(game, kept, laid, boards_of(kept.root, laid.shape.name))
    wide, high = size_of(laid)
    places = {name: place for name, place in game.places.items() if place.map}
    for name, place in places_on(laid, True, old.counter, frozenset(), Told()).items():
        outline = tuple((float(x), float(y)) for x, y in place.outline)
        kind: Kind = next((k for k in KINDS if k == place.kind), "box")
        places[name] = BoardPlace(name, kind, place.x, place.y, place.width, place.height, outline)
    gone = {name for name, place in game.places.items() if not place.map}
    units = game.definition.units
    areas = tuple(name for name in units.areas if name not in gone)
    boxes = tuple(name for name in units.boxes if name not in gone)
    board = old.model_copy(update={"width": wide, "height": high, "picture": picture})
    units = units.model_copy(update={"areas": areas, "boxes": boxes})
    definition = game.definition.model_copy(update={"board": board, "units": units})
    definition = with_places(definition, places)
    own = replace(game.board, areas=frozenset(definition.units.areas))
    return replace(game, definition=definition, board=own, places=places)


def _picture(game: Game, kept: Kept, laid: LaidMap, boards: dict[str, Board]) -> str:
    """The picture of the boards by its file in the game's folder: of one board its own; several are
    laid together once. Empty where there is none."""
    from builder.adopt.tabletop import drawn, is_one_picture, laid_names

    one = boards.get(laid.boards[0].board.name)
    if is_one_picture(laid) and one is not None and (one.image or "").lower()[-4:] != ".svg":
        path = kept.picture(one.image) if one.image else None
        return path.relative_to(game.folder).as_posix() if path and path.is_file() else ""
    spots = [(board.left, board.top) for board in laid.boards]
    key = hashlib.sha256(repr((laid_names(laid), spots)).encode()).hexdigest()[:12]
    path = game.folder / "art" / "faces" / f"boards-{key}.png"
    if not path.is_file():
        try:
            together = BytesIO()
            drawn(laid, boards, partial(_opened, kept)).save(together, "PNG", compress_level=1)
            write_whole(path, together.getvalue())
        except OSError:  # a folder that nobody may write to
            return ""
    return path.relative_to(game.folder).as_posix()


def _opened(kept: Kept, name: str) -> Image | None:
    from builder.adopt.tabletop import board_picture
    from builder.drawing.rasters import RasterError

    try:
        return board_picture(kept.picture(name), name)
    except (RasterError, OSError):
        return None
