"""The legend: every terrain, hexside, line and symbol of the game, drawn as it is on the map."""

from __future__ import annotations

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.map import areas, ground, lines, mega, settlements, sides, spots
from builder.drawing.map.entries import Entry, entries
from builder.drawing.map.furniture import draw_panel, heading
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import (
    GROUNDS,
    LINES,
    LONG_SIDES,
    RIVERS,
    SETTLEMENTS,
    SPOTS,
)
from builder.drawing.map.words import named, own
from builder.drawing.paths import Point, polyline, rectangle, smooth
from builder.drawing.typeset import draw_lines, in_lines

SAMPLE = (46.0, 27.0)
"""Width and height of a sample, at 80 px."""

COLUMN = 205.0
ROW = 36.0


def draw_legend(canvas: Canvas, scene: Scene) -> None:
    """The panel of samples with their names, in as many columns as it is wide."""
    region = scene.layout.region("legend")
    unit, palette = scene.panel_unit, scene.palette
    draw_panel(canvas, scene, region)
    heading(canvas, scene, region, own(scene.language, "Legend"))
    found = entries(scene.game, scene.config)
    across = max(1, int(region.width / unit // COLUMN))
    down = -(-len(found) // across)
    wide = (region.width - 20 * unit) / across
    style = TextStyle(13 * unit, colour=palette.ink, baseline="middle")
    for index, entry in enumerate(found):
        column, row = divmod(index, down)
        x = region.x + 16 * unit + column * wide
        y = region.y + 38 * unit + row * ROW * unit
        middle = x + SAMPLE[0] / 2 * unit, y + SAMPLE[1] / 2 * unit
        with canvas.group(x=middle[0], y=middle[1], scale=unit / scene.unit):
            draw_sample(canvas, scene, entry)
        words = _words(scene, entry)
        room = wide - (SAMPLE[0] + 22) * unit
        _words_in(canvas, words, x + (SAMPLE[0] + 10) * unit, y + SAMPLE[1] / 2 * unit, room, style)


def _words(scene: Scene, entry: Entry) -> str:
    if entry.id == "clear" and entry.kind == "terrain":
        return named(scene.game, scene.language, "terrain.clear", own(scene.language, "Clear"))
    name = named(scene.game, scene.language, f"{entry.kind}.{entry.id}", entry.name)
    if entry.kind == "spot":  # of several spots drawn alike, each may have words of its own
        return named(scene.game, scene.language, f"names.{entry.name}", name)
    return name


def _words_in(canvas: Canvas, text: str, x: float, y: float, room: float, style: TextStyle) -> None:
    """A name in one line or two."""
    lines, fit = in_lines(text, room, style)
    draw_lines(canvas, lines, x, y, fit)


def draw_sample(canvas: Canvas, scene: Scene, entry: Entry) -> None:
    """One sample in a small frame around the origin."""
    unit, palette = scene.unit, scene.palette
    width, height = SAMPLE[0] * unit, SAMPLE[1] * unit
    frame = rectangle(-width / 2, -height / 2, width, height, 2 * unit)
    with canvas.group(clip=frame):
        canvas.rect(-width / 2, -height / 2, width, height, Paint(fill=palette.land))
        _draw(canvas, scene, entry)
    canvas.path(frame, Paint(stroke=palette.faint, width=0.9 * unit))


def _draw(canvas: Canvas, scene: Scene, entry: Entry) -> None:
    """The sample around the origin."""
    unit, palette, word = scene.unit, scene.palette, entry.draw
    half, high = SAMPLE[0] / 2 * unit, SAMPLE[1] / 2 * unit
    across = [(-half, 4 * unit), (-half / 3, -3 * unit), (half / 3, 3 * unit), (half, -4 * unit)]
    if entry.kind == "edge":
        _edge(canvas, scene, entry, half)
    elif word in GROUNDS:
        _patch(canvas, scene, word, half, high)
        tint = scene.look("terrain", entry.id).tint if entry.kind == "terrain" else ""
        if tint:
            canvas.rect(-half, -high, 2 * half, 2 * high, Paint(fill=tint, opacity=areas.TINT))
    elif word in SETTLEMENTS:
        with canvas.group(scale=min(1.0, 12.5 / settlements.RADII[word])):
            settlements.draw_settlement(canvas, scene, word, 0, 0, 7)
    elif word in SPOTS:
        spots.draw_spot(canvas, scene, word, 0, 0, entry.colour)
    elif word in RIVERS:
        width = (9.0 if word == "major-river" else 4.2) * unit
        _curve(canvas, across, palette.river_edge, width + 1.6 * unit)
        _curve(canvas, across, palette.river, width)
    elif word in LONG_SIDES:
        curve = [(-half, 0.0), (half, 0.0)]
        colour = scene.look("hexside", entry.id).colour
        sides.draw_side_line(canvas, scene, word, [curve], colour)
    elif word in LINES:
        curve = [(-half - 2, 0.0), (half + 2, 0.0)]
        lines.draw_line(canvas, scene, word, [curve], scene.look("line", entry.id).colour)
    elif word == "area":
        _area(canvas, scene, areas.area_colour(scene, entry.id), half, high)
    elif entry.kind == "terrain" and word == "trench":
        run = [(-half - 4 * unit, 3 * unit), (half + 4 * unit, 3 * unit)]
        areas.draw_trench(canvas, scene, run, areas.trench_colour(scene, entry.id))
    elif word == "mega-hexes":
        _mega_hexes(canvas, scene, entry.colour, half)
    elif word in sides.MARKS:
        _mark(canvas, scene, entry, half)


def _curve(canvas: Canvas, points: list[Point], colour: str, width: float) -> None:
    canvas.path(smooth(points), Paint(stroke=colour, width=width, join="round"))


def _patch(canvas: Canvas, scene: Scene, word: str, half: float, high: float) -> None:
    palette = scene.palette
    fills = {
        "clear": palette.land,
        "woods": palette.woods,
        "light-woods": palette.woods,
        "lake": palette.shallows,
        "sea": palette.sea,
    }
    fill = fills.get(word) or getattr(palette, word)
    canvas.rect(-half, -high, 2 * half, 2 * high, Paint(fill=fill))
    ground.draw_texture(canvas, scene, word, half, high)


def _area(canvas: Canvas, scene: Scene, colour: str, half: float, high: float) -> None:
    unit = scene.unit
    edge = [(-half, 0.0), (half, 0.0)]
    canvas.rect(-half, 0, 2 * half, high, Paint(fill=colour, opacity=0.12))
    canvas.polyline(edge, Paint(stroke=colour, width=7 * unit, opacity=0.2))
    canvas.polyline(edge, Paint(stroke=colour, width=1.9 * unit, dash=(7 * unit, 4 * unit)))


def _mega_hexes(canvas: Canvas, scene: Scene, colour: str, half: float) -> None:
    """The outline as it runs from hex to hex."""
    step = 2 * half / 4
    run = [(step * (place - 2), (4 if place % 2 else -4) * scene.unit) for place in range(-1, 6)]
    mega.draw_outline(canvas, scene, polyline(run), colour)


def _edge(canvas: Canvas, scene: Scene, entry: Entry, half: float) -> None:
    mark = next(edge for edge in scene.config.edge if edge.set == entry.id)
    unit = scene.unit
    if mark.draw == "supply":
        canvas.rect(-half, -3 * unit, 2 * half, 6 * unit, Paint(fill=mark.colour))
    areas.draw_arrow(canvas, scene, mark.colour, 0, 0, 90 if mark.draw != "breakthrough" else -90)


def _mark(canvas: Canvas, scene: Scene, entry: Entry, half: float) -> None:
    """A hexside mark on a piece of what it belongs to."""
    unit, palette = scene.unit, scene.palette
    if entry.draw in ("bridge", "crossing", "ford"):
        edge = [(-half, 0.0), (half, 0.0)]
        canvas.polyline(edge, Paint(stroke=palette.river, width=4.2 * unit))
    elif entry.draw in ("strait", "ferry"):
        canvas.rect(-half, -40, 2 * half, 80, Paint(fill=palette.shallows))
    else:
        canvas.line(-half, 0, half, 0, Paint(stroke=palette.grid, width=unit, opacity=0.4))
    colour = scene.look("hexside", entry.id).colour
    turned = 90 if entry.draw in ("strait", "ferry") else 0
    with canvas.group(scale=unit, rotate=turned):
        sides.MARKS[entry.draw](canvas, scene, colour)
