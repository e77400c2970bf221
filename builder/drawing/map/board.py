"""Draws a board that is no hex field: its picture, and areas, points, squares and boxes on it."""

from __future__ import annotations

import math

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.map.board_size import MOST_PIXELS, Box, rectangles, wrong_picture
from builder.drawing.rasters import RasterError, file_of, in_colours, opened
from builder.game.board_places import BoardPlace
from builder.game.model import Game

_GROUND, _AREA, _INK, _LINE = "#efe6cf", "#f7f0dd", "#4a4032", "#8a7a5c"


def draw_board(canvas: Canvas, game: Game, size: tuple[int, int]) -> None:
    """Draw the board and, without a picture or with `over`, its places."""
    board = game.definition.board
    assert board is not None
    width, height = size
    if board.picture:
        try:
            path = file_of(game.folder, board.picture)
            with opened(path, board.picture, MOST_PIXELS) as picture:
                canvas.image(in_colours(picture, "RGB"), 0, 0, width, height)
        except RasterError as error:
            raise wrong_picture(game, error) from None
        if not board.over:
            return
    else:
        canvas.rect(0, 0, width, height, Paint(fill=_GROUND))
    _links(canvas, game)
    unit = board.counter / 60
    for place, box in rectangles(game, board.counter * 0.9):
        _draw_place(canvas, place, box, unit)


def _links(canvas: Canvas, game: Game) -> None:
    """The lines between points that are joined."""
    points = {p.id: p for p in game.places.values() if p.kind == "point" and not p.map}
    paint = Paint(stroke=_LINE, width=3.0, cap="round")
    for start, others in sorted(game.board.links.items()):
        for end in others:
            if start < end and start in points and end in points:
                a, b = points[start], points[end]
                canvas.line(a.x, a.y, b.x, b.y, paint)


def _draw_place(canvas: Canvas, place: BoardPlace, box: Box, unit: float) -> None:
    paint = Paint(fill=_AREA, stroke=_INK, width=1.6 * unit)
    x, y, wide, high = box
    if place.outline:
        canvas.polygon(place.outline, paint)
    elif place.kind == "point":
        canvas.circle(place.x, place.y, min(wide, high) / 2, paint)
    else:
        canvas.rect(x, y, wide, high, paint)
    text = place.name or place.id
    size = max(5.0 * unit, min(13 * unit, 1.6 * wide / max(4, len(text))))
    style = TextStyle(size=size, colour=_INK, anchor="middle")
    canvas.text(place.x, y + min(high, math.inf) - size * 0.5, text, style)
