"""What stands beside the country on a map: title, compass, scale bar."""

from __future__ import annotations

import math

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.map.layout import Region
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named, own
from builder.drawing.typeset import in_lines, squeezed, title_lines


def draw_furniture(canvas: Canvas, scene: Scene) -> None:
    """Title with compass and scale in one cartouche, or wherever the layout has them."""
    layout = scene.layout
    if layout.has("title"):
        _cartouche(canvas, scene, layout.region("title"))
    if layout.has("compass"):
        region = layout.region("compass")
        draw_compass(canvas, scene, *region.centre, min(region.width, region.height) * 0.40)
    if layout.has("scale"):
        region = layout.region("scale")
        draw_scale(canvas, scene, region.x, region.y + region.height / 2, region.width)


def _cartouche(canvas: Canvas, scene: Scene, region: Region) -> None:
    """The game's title over a rule, its subtitle, and what the layout gives no place of its own."""
    unit, palette = scene.panel_unit, scene.palette
    draw_panel(canvas, scene, region)
    layout = scene.layout
    compass, scale = not layout.has("compass"), not layout.has("scale")
    pad = 22 * unit
    left, right = region.x + pad, region.x + region.width - pad
    if compass:
        right -= 118 * unit
        draw_compass(
            canvas, scene, region.x + region.width - 82 * unit, region.centre[1], 50 * unit
        )
    game = scene.game
    title = named(game, scene.language, "title", game.definition.title)
    subtitle = named(game, scene.language, "subtitle", game.definition.subtitle)
    large = TextStyle(38 * unit, "black", colour=palette.ink, baseline="top")
    lines, style = title_lines(title, right - left, large)
    y = region.y + pad
    for line in lines:
        canvas.text(left, y, line, style)
        y += style.size * 1.02
    y += 2 * unit
    canvas.line(left, y, right, y, Paint(stroke=palette.town, width=2.2 * unit))
    y += 11 * unit
    small = TextStyle(16.5 * unit, italic=True, colour=palette.ink, baseline="top")
    lines, style = in_lines(subtitle, right - left, small)
    for line in lines:
        canvas.text(left, y, line, style)
        y += style.size * 1.25
    if scale:
        draw_scale(canvas, scene, left, region.y + region.height - 24 * unit, right - left)


def draw_panel(canvas: Canvas, scene: Scene, region: Region) -> None:
    """The ground of a box beside the map: a soft panel with a fine double rule."""
    palette, unit = scene.palette, scene.panel_unit
    canvas.rect(
        region.x,
        region.y,
        region.width,
        region.height,
        Paint(fill=palette.panel, stroke=palette.ink, width=1.5 * unit),
    )
    gap = 4 * unit
    canvas.rect(
        region.x + gap,
        region.y + gap,
        region.width - 2 * gap,
        region.height - 2 * gap,
        Paint(stroke=palette.rule, width=0.8 * unit),
    )


def draw_compass(canvas: Canvas, scene: Scene, x: float, y: float, radius: float) -> None:
    """A rose whose long point shows true north."""
    palette = scene.palette
    with canvas.group(x=x, y=y, rotate=scene.config.north, scale=radius / 50):
        canvas.circle(0, 0, 41, Paint(stroke=palette.rule, width=1.2))
        canvas.circle(0, 0, 37.5, Paint(stroke=palette.rule, width=0.6))
        for step in range(32):
            angle = math.radians(step * 11.25)
            inner = 33.5 if step % 4 else 30
            canvas.line(
                inner * math.sin(angle),
                inner * math.cos(angle),
                37.5 * math.sin(angle),
                37.5 * math.cos(angle),
                Paint(stroke=palette.faint, width=0.7),
            )
        for turn, long, wide in ((45, 22, 5.0), (0, 36, 7.5)):
            for quarter in range(4):
                with canvas.group(rotate=turn + quarter * 90):
                    _needle(canvas, scene, long + (7 if not turn and not quarter else 0), wide)
        canvas.text(
            0,
            -56,
            "N",
            TextStyle(17, "bold", colour=palette.ink, anchor="middle", baseline="middle"),
        )


def _needle(canvas: Canvas, scene: Scene, long: float, wide: float) -> None:
    """Half dark, half light, pointing up."""
    palette = scene.palette
    dark = Paint(fill=palette.ink, stroke=palette.ink, width=0.7, join="round")
    light = Paint(fill=palette.sheet, stroke=palette.ink, width=0.7, join="round")
    canvas.polygon([(0, -long), (wide, -wide), (0, 0)], dark)
    canvas.polygon([(0, -long), (-wide, -wide), (0, 0)], light)


_ROUND = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250)
_STEPS = (*(metres / 1000 for metres in (*_ROUND, 500)), *_ROUND)
"""Kilometres that a quarter of the bar may measure."""


def draw_scale(canvas: Canvas, scene: Scene, x: float, y: float, room: float) -> None:
    """A bar of round kilometres, or metres, and what one hex measures; nothing without a scale."""
    km = scene.game.definition.grid.km
    if not km:
        return
    unit, palette = scene.panel_unit, scene.palette
    per = scene.width / km
    most = room * 0.62 / per
    step = max((s for s in _STEPS if s * 4 <= most), default=_STEPS[0])
    shown, measure = (step, "km") if step >= 1 else (round(1000 * step), "m")
    length = step * per
    high = 6 * unit
    for index in range(4):
        fill = palette.ink if index % 2 == 0 else palette.sheet
        canvas.rect(
            x + index * length,
            y,
            length,
            high,
            Paint(fill=fill, stroke=palette.ink, width=0.9 * unit),
        )
    style = TextStyle(11.5 * unit, colour=palette.ink, anchor="middle")
    for index in range(5):
        words = f"{index * shown} {measure}" if index == 4 else str(index * shown)
        canvas.text(x + index * length, y - 5 * unit, words, style)
    note = own(scene.language, "One hex: {km} km").format(km=f"{km:g}")
    canvas.text(
        x + 4 * length + 26 * unit,
        y + high,
        note,
        TextStyle(11.5 * unit, italic=True, colour=palette.ink),
    )


def heading(canvas: Canvas, scene: Scene, region: Region, text: str, colour: str = "") -> None:
    """The heading of a panel, in spaced capitals over a short rule."""
    unit, palette = scene.panel_unit, scene.palette
    style = TextStyle(
        13.5 * unit, "bold", colour=palette.ink, spacing=1.4 * unit, baseline="middle"
    )
    x, y = region.x + 14 * unit, region.y + 18 * unit
    if colour:
        canvas.rect(x, y - 6 * unit, 12 * unit, 12 * unit, Paint(fill=colour), radius=2 * unit)
        x += 19 * unit
    words = text.upper()
    canvas.text(x, y, words, squeezed(words, style, region.x + region.width - x - 12 * unit))
