"""Trays drawn: panels with boxes, charts, and marks that lie on rows of charts."""

from __future__ import annotations

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.charts import game_charts
from builder.drawing.colours import mix
from builder.drawing.map.furniture import draw_panel, heading
from builder.drawing.map.layout import Region, layout_map
from builder.drawing.map.scene import Scene
from builder.drawing.map.tracks import draw_room
from builder.drawing.trays import CHART_SCALE, Tray
from builder.game.model import Game


def draw_tray(canvas: Canvas, game: Game, tray: Tray, language: str = "en") -> None:
    """The whole sheet with its upper left corner at the origin."""
    scene = Scene(game, layout_map(game), language)
    palette = scene.palette
    colour = scene.side_colour(tray.side) if tray.side else palette.rule
    ground = mix(palette.panel, colour, 0.45)
    canvas.rect(0, 0, tray.width, tray.height, Paint(fill=ground))
    if not tray.boxes and not tray.charts:
        width, height = tray.wide - 16, tray.high - 16
        _box(canvas, scene, Region("hand", "box", tray.title, 8, 8, width, height, tray.side))
    for box in tray.boxes:
        _box(canvas, scene, box)
    sheets = {chart.id: chart for chart in game_charts(game, language)} if tray.charts else {}
    for placed in tray.charts:
        with canvas.group(x=placed.x, y=placed.y, scale=CHART_SCALE):
            sheets[placed.chart].draw(canvas)


def _box(canvas: Canvas, scene: Scene, box: Region) -> None:
    draw_panel(canvas, scene, box)
    colour = scene.side_colour(box.side) if box.side else ""
    heading(canvas, scene, box, box.name, colour)
    draw_room(canvas, scene, box)


def draw_row_mark(canvas: Canvas, box: tuple[float, float, float, float]) -> None:
    """A frame and a tint on one row of a chart: x, y, width, height in the chart's own units."""
    x, y, width, height = box
    with canvas.group(scale=CHART_SCALE):
        tint = Paint(fill="#e3b23c", opacity=0.28)
        canvas.rect(x, y, width, height, tint, radius=3)
        frame = Paint(stroke="#a14f3c", width=2.4, join="round")
        canvas.rect(x + 1.2, y + 1.2, width - 2.4, height - 2.4, frame, radius=3)
