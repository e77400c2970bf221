"""How large a board is that is no hex field, and where its places lie on it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from builder.drawing.map.limits import check_size
from builder.drawing.rasters import RasterError, file_of, size_of
from builder.drawing.scans import MOST_PIXELS, fits
from builder.game.board_places import BoardPlace
from builder.game.definition import BoardDefinition
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.typed import problem_at

_USUAL = (1200, 900)

Box = tuple[float, float, float, float]


def board_size(game: Game, board: BoardDefinition) -> tuple[int, int]:
    """Width and height of the board in pixels; ProblemsError for a picture that is of no use."""
    if board.width and board.height:
        return board.width, board.height
    if not board.picture:
        wide, high = _extent(game, board)
        return board.width or wide, board.height or high
    try:
        return size_of(file_of(game.folder, board.picture), board.picture, MOST_PIXELS)
    except RasterError as error:
        raise wrong_picture(game, error) from None


def _extent(game: Game, board: BoardDefinition) -> tuple[int, int]:
    """The usual size, larger where places lie beyond it, with a margin of a third of a counter."""
    margin = board.counter / 3
    right = low = 0.0
    for place, (x, y, wide, high) in rectangles(game, board.counter):
        right = max(right, x + wide + margin, *(x + margin for x, _ in place.outline))
        low = max(low, y + high + margin, *(y + margin for _, y in place.outline))
    return max(_USUAL[0], math.ceil(right)), max(_USUAL[1], math.ceil(low))


def beyond_the_sheet(game: Game, board: BoardDefinition) -> Iterator[BoardPlace]:
    """Places whose middle lies off the sheet: what stands there nobody sees."""
    width, height = board_size(game, board)
    for place, _ in rectangles(game, board.counter):
        if not (0 <= place.x <= width and 0 <= place.y <= height):
            yield place


def cut_off(game: Game, board: BoardDefinition) -> Iterator[BoardPlace]:
    """Boxes of which a part lies off the sheet, though their middle does not."""
    width, height = board_size(game, board)
    for place, (x, y, wide, high) in rectangles(game, board.counter):
        inside = 0 <= place.x <= width and 0 <= place.y <= height
        whole = x >= -1 and y >= -1 and x + wide <= width + 1 and y + high <= height + 1
        if place.kind == "box" and inside and not whole and not place.outline:
            yield place


def hidden_places(game: Game, board: BoardDefinition) -> Iterator[tuple[BoardPlace, str]]:
    """Boxes that lie on the middle of a place, where VASSAL would take pieces to be in the box;
    each with one such place."""
    found = [(p, box) for p, box in rectangles(game, board.counter) if p.kind == "box"]
    middles = [(p.x, p.y, p.id) for p in game.places.values() if p.in_play and not p.map]
    for place, (x, y, wide, high) in found:
        for across, down, name in middles:
            if not place.outline and x < across < x + wide and y < down < y + high:
                yield place, name
                break


def wrong_picture(game: Game, error: RasterError) -> ProblemsError:
    """What is wrong with the board's picture, at its place in game.toml."""
    return ProblemsError([problem_at(game, ("board", "picture"), error.text, error.remedy)])


def check_board(game: Game, board: BoardDefinition) -> tuple[int, int]:
    """The board's size, if a sheet may be as large."""
    width, height = board_size(game, board)
    check_size(game, width, height)
    if board.picture:
        try:
            fits(file_of(game.folder, board.picture), board.picture, (width, height))
        except RasterError as error:
            raise wrong_picture(game, error) from None
    return width, height


def rectangles(game: Game, counter: float) -> Iterator[tuple[BoardPlace, Box]]:
    """Every place of the main map with its rectangle: left, top, width, height in pixels."""
    for place in game.places.values():
        if place.map:
            continue
        wide, high = place.width, place.height
        if place.outline:
            # As far as the outline reaches to both sides of where the pieces stand.
            xs, ys = [x for x, _ in place.outline], [y for _, y in place.outline]
            wide = 2 * max(0.0, min(place.x - min(xs), max(xs) - place.x))
            high = 2 * max(0.0, min(place.y - min(ys), max(ys) - place.y))
        wide, high = wide or counter, high or counter
        yield place, (place.x - wide / 2, place.y - high / 2, wide, high)
