"""Draws a board that is no hex field: its picture, and areas, points, squares and boxes on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.map.areas import TINT
from builder.drawing.map.board_size import Box, rectangles, wrong_picture
from builder.drawing.map.ground import draw_ground_in, draw_tint_in
from builder.drawing.map.lines import draw_line
from builder.drawing.map.scatter import seed_of
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import draw_settlement
from builder.drawing.map.shapes import inside
from builder.drawing.map.sides import LONG_STYLES, MARKS, draw_mark_at, draw_side_line
from builder.drawing.map.spots import beside, draw_spot
from builder.drawing.map.vocabulary import GROUNDS, LINES, SETTLEMENTS, SPOTS
from builder.drawing.map.water import draw_water_in
from builder.drawing.paths import Point
from builder.drawing.rasters import RasterError, file_of
from builder.drawing.scans import scan_for
from builder.game.board_places import BoardPlace
from builder.game.model import Game

_WATERS = {"river": 4.2, "major-river": 9.0}  # as wide as in the legend
_PARTS = 48  # corners of a point's circle
_GROUND, _AREA, _INK, _LINE = "#efe6cf", "#f7f0dd", "#4a4032", "#8a7a5c"


def draw_board(canvas: Canvas, scene: Scene) -> None:
    """Draw the board and, without a picture or with `over`, its places."""
    game = scene.game
    board = game.definition.board
    assert board is not None
    width, height = scene.layout.width, scene.layout.height
    if board.picture:
        try:
            path = file_of(game.folder, board.picture)
            picture = scan_for(path, board.picture, (math.ceil(width), math.ceil(height)))
        except RasterError as error:
            raise wrong_picture(game, error) from None
        canvas.image(picture, 0, 0, width, height)
        if not board.over:
            return
    else:
        canvas.rect(0, 0, width, height, Paint(fill=_GROUND))
    _links(canvas, game)
    unit = board.counter / 60
    places = list(rectangles(game, board.counter * 0.9))
    points = [(place, box) for place, box in places if place.kind == "point"]
    _draw_places(canvas, scene, [one for one in places if one not in points], unit)
    _draw_waters(canvas, scene)
    _draw_borders(canvas, scene)
    _draw_lines(canvas, scene)
    _draw_marks(canvas, scene)
    _draw_places(canvas, scene, points, unit)  # roads end at their circles
    for place, _ in places:  # towns over their roads, as on hexes
        _draw_signs(canvas, scene, place)
    for place, box in places:  # over the ground of all neighbours
        _draw_name(canvas, game, place, box, unit)


def _draw_places(
    canvas: Canvas, scene: Scene, places: Sequence[tuple[BoardPlace, Box]], unit: float
) -> None:
    """Places with their ground and outline."""
    for place, box in places:
        outline = _outline(place, box)
        _draw_ground(canvas, scene, place, outline)
        canvas.polygon(outline, Paint(stroke=_INK, width=1.6 * unit))


def _links(canvas: Canvas, game: Game) -> None:
    """The lines from points to the points and areas that they are joined with."""
    places = {p.id: p for p in game.places.values() if p.in_play}
    kinds = {name: place.kind for name, place in places.items()}
    paint = Paint(stroke=_LINE, width=3.0, cap="round")
    for start, others in sorted(game.board.links.items()):
        for end in others:
            if start < end and "point" in (kinds.get(start), kinds.get(end)) and end in places:
                a, b = places[start], places[end]
                canvas.line(a.x, a.y, b.x, b.y, paint)


def _draw_waters(canvas: Canvas, scene: Scene) -> None:
    """Rivers between places: along the border that two areas share, across the line of points."""
    game = scene.game
    places = {p.id: p for p in game.places.values() if not p.map}
    for (start, end), features in sorted(game.board.hexsides.items()):
        words = {scene.hexside_words.get(name, "") for name in features} & _WATERS.keys()
        if start < end and words and start in places and end in places:
            width = max(_WATERS[word] for word in words) * scene.unit
            for a, b in _parting(places[start], places[end], 24 * scene.unit):
                for colour, wide in (
                    (scene.palette.river_edge, width + 1.6 * scene.unit),
                    (scene.palette.river, width),
                ):
                    canvas.line(*a, *b, Paint(stroke=colour, width=wide, cap="round"))


def _draw_borders(canvas: Canvas, scene: Scene) -> None:
    """Borders, impassable sides and the like between places, each feature in one stroke."""
    game = scene.game
    places = {p.id: p for p in game.places.values() if not p.map}
    runs: dict[str, list[tuple[Point, Point]]] = {}
    for (start, end), features in sorted(game.board.hexsides.items()):
        long = [name for name in features if scene.hexside_words.get(name) in LONG_STYLES]
        if start < end and long and start in places and end in places:
            parting = _parting(places[start], places[end], 24 * scene.unit)
            for name in long:
                runs.setdefault(name, []).extend(parting)
    for name, run in sorted(runs.items()):
        colour = scene.look("hexside", name).colour
        draw_side_line(canvas, scene, scene.hexside_words[name], run, colour)


def _draw_lines(canvas: Canvas, scene: Scene) -> None:
    """Roads and railways, straight from the middle of each place to that of the next."""
    places = {p.id: p for p in scene.game.places.values() if p.in_play}
    for word in LINES:
        for kind, drawn in scene.line_words.items():
            crossed = sorted(scene.game.board.lines.get(kind, ())) if drawn == word else ()
            steps = [
                [(places[start].x, places[start].y), (places[end].x, places[end].y)]
                for start, end in crossed
                if start < end and start in places and end in places
            ]
            draw_line(canvas, scene, word, steps, scene.look("line", kind).colour)


def _draw_marks(canvas: Canvas, scene: Scene) -> None:
    """Bridges, fords, slopes and the like: in the middle of what lies between two places, on the
    side of the one that has them, over rivers and roads."""
    board = scene.game.board
    places = {p.id: p for p in scene.game.places.values() if not p.map}
    once = {sides: found for sides, found in board.hexsides.items() if sides[0] < sides[1]}
    for (start, end), features in [*sorted(once.items()), *sorted(board.owned.items())]:
        if start not in places or end not in places:
            continue
        one, other = places[start], places[end]
        for name in sorted(features):
            if mark := MARKS.get(scene.hexside_words.get(name, "")):
                (a, b), *_ = _parting(one, other, 24 * scene.unit)
                middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                towards = (other.x - one.x, other.y - one.y)
                draw_mark_at(
                    canvas, scene, mark, middle, towards, scene.look("hexside", name).colour
                )


def _parting(one: BoardPlace, other: BoardPlace, reach: float) -> list[tuple[Point, Point]]:
    """What lies between two places: edges of both outlines, the side of two squares, else a stroke
    between their middles, `reach` to each side."""
    if one.outline and other.outline:
        edges = {frozenset(edge) for edge in pairwise((*other.outline, other.outline[0]))}
        own = pairwise((*one.outline, one.outline[0]))
        if shared := [edge for edge in own if frozenset(edge) in edges]:
            return shared
    if one.kind == other.kind == "square" and (one.x == other.x or one.y == other.y):
        reach = (one.width if one.x == other.x else one.height) / 2
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    away = math.hypot(other.x - one.x, other.y - one.y) or 1.0
    dx, dy = (other.x - one.x) / away * reach, (other.y - one.y) / away * reach
    return [((x - dy, y + dx), (x + dy, y - dx))]


def _outline(place: BoardPlace, box: Box) -> Sequence[Point]:
    """What a place covers: its own outline, a circle around a point, else its rectangle."""
    x, y, wide, high = box
    if place.outline:
        return place.outline
    if place.kind == "point":
        radius = min(wide, high) / 2
        turns = (2 * math.pi * part / _PARTS for part in range(_PARTS))
        return [(place.x + radius * math.cos(t), place.y + radius * math.sin(t)) for t in turns]
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _words(scene: Scene, place: BoardPlace) -> list[tuple[str, str]]:
    """A place's terrain ids, each with its drawing word."""
    has = {*place.terrain, *scene.game.board.terrain.get(place.id, ())}
    return [(name, word) for name, word in scene.terrain_words.items() if name in has]


def _draw_ground(canvas: Canvas, scene: Scene, place: BoardPlace, outline: Sequence[Point]) -> None:
    """A place's ground as that of a hex: over a picture as tints, else with its texture."""
    board = scene.game.definition.board
    printed = bool(board and board.picture)
    words = {word for _, word in _words(scene, place)}
    grounds = [word for word in GROUNDS if word != "clear" and word in words]
    if not grounds and not printed:
        canvas.polygon(outline, Paint(fill=_AREA))
    for word in grounds:
        if printed:
            draw_tint_in(canvas, scene, outline, word)
        elif word in ("sea", "lake") and place.kind != "square":
            draw_water_in(canvas, scene, outline, word)
        else:  # squares of one sea run on into each other: no shore between them
            draw_ground_in(canvas, scene, outline, word)
    for name, _ in _words(scene, place):
        tint = scene.look("terrain", name).tint
        if tint:
            canvas.polygon(outline, Paint(fill=tint, opacity=TINT))


def _draw_signs(canvas: Canvas, scene: Scene, place: BoardPlace) -> None:
    """A place's settlement at its middle, and symbols where a counter leaves a corner free."""
    words = _words(scene, place)
    towns = [word for word in SETTLEMENTS if any(word == each for _, each in words)]
    for word in towns[-1:]:
        draw_settlement(canvas, scene, word, place.x, place.y, seed_of(place.id))
    signs = [(name, word) for name, word in words if word in SPOTS]
    for number, (name, word) in enumerate(signs):
        x, y = beside(scene, (place.x, place.y), number)
        draw_spot(canvas, scene, word, x, y, scene.look("terrain", name).colour)


def _draw_name(canvas: Canvas, game: Game, place: BoardPlace, box: Box, unit: float) -> None:
    """A place's name at its foot; in an area the lowest line that lies well within its outline, of
    a point beside its circle."""
    text = game.board.names.get(place.id, place.title)
    _, y, wide, high = box
    room = wide if place.kind != "point" else 6 * wide
    size = max(5.0 * unit, min(13 * unit, 1.6 * room / max(4, len(text))))
    style = TextStyle(size=size, colour=_INK, anchor="middle", halo=_AREA, halo_width=0.16 * size)
    if place.kind == "point":
        x, low, anchor = _beside_point(game, place, min(wide, high) / 2, size)
        canvas.text(x, low, text, replace(style, weight="medium", anchor=anchor))
        return
    half = text_width(text, style) / 2 + _CLEAR * size
    low = y + high - size * 0.5
    for step in range(int(2 * high / size)) if place.outline else ():
        line = low - step * size / 2
        heights = (line + _CLEAR * size, line - size)
        corners = ((place.x + side, end) for side in (-half, half) for end in heights)
        if all(inside(corner, place.outline) for corner in corners):
            low = line
            break
    canvas.text(place.x, low, text, style)


_CLEAR = 0.45
"""How far a name keeps from the outline of its area, in sizes of its letters."""
_Anchor = Literal["start", "middle", "end"]


def _beside_point(
    game: Game, place: BoardPlace, radius: float, size: float
) -> tuple[float, float, _Anchor]:
    """Where a point's name stands: below its circle, else above or at a side, whichever is farthest
    from the lines to its neighbours if one comes near."""
    away, drop = radius + 0.35 * size, 0.36 * size
    ways: tuple[tuple[float, tuple[float, float, _Anchor]], ...] = (
        (90.0, (place.x, place.y + radius + 1.05 * size, "middle")),
        (270.0, (place.x, place.y - radius - 0.45 * size, "middle")),
        (0.0, (place.x + away, place.y + drop, "start")),
        (180.0, (place.x - away, place.y + drop, "end")),
    )
    ends = (game.places.get(other) for other in game.board.links.get(place.id, ()))
    lines = [math.degrees(math.atan2(e.y - place.y, e.x - place.x)) for e in ends if e is not None]

    def free(angle: float) -> float:
        turns = (abs((line - angle + 180) % 360 - 180) for line in lines)
        return min(_FREE, min(turns, default=_FREE))

    return max(ways, key=lambda way: free(way[0]))[1]


_FREE = 50.0
"""Degrees from a line at which a name is clear of it."""
