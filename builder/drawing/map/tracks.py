"""The turn track, phases, boxes and general tracks beside the map."""

from __future__ import annotations

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import mix
from builder.drawing.map.furniture import draw_panel, heading
from builder.drawing.map.layout import Region, box_name, turn_name
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named, own
from builder.drawing.typeset import squeezed


def draw_tracks(canvas: Canvas, scene: Scene) -> None:
    """The turn track, other tracks, boxes and the list of phases; of a printed map those that its
    picture does not show."""
    for region in scene.layout.of_kind("turn-track", "track", "box", "phases"):
        if _is_printed(scene, region):
            continue
        draw_panel(canvas, scene, region)
        colour = scene.side_colour(region.side) if region.side else ""
        heading(canvas, scene, region, _title(scene, region), colour)
        if region.kind == "turn-track":
            for space in scene.layout.spaces(region.id):
                _turn(canvas, scene, space)
        elif region.kind == "track":
            for space in scene.layout.spaces(region.id):
                _space(canvas, scene, space)
        elif region.kind == "phases":
            _phases(canvas, scene, region)
        else:
            draw_room(canvas, scene, region)


def _is_printed(scene: Scene, region: Region) -> bool:
    """Whether a place lies on the picture of a module that was taken over: it is printed there, and
    a place may be as large as the map."""
    game = scene.game
    taken = game.definition.adopted is not None and scene.layout.under is not None
    return taken and region.id.removeprefix("box:") in game.places


def _title(scene: Scene, region: Region) -> str:
    if region.kind == "turn-track":
        return own(scene.language, "Turns")
    if region.kind == "phases":
        return own(scene.language, "Sequence of play")
    return box_name(scene.game, scene.language, region)


def _turn(canvas: Canvas, scene: Scene, space: Region) -> None:
    """One turn: its number large and quiet, its calendar name above, room for counters below."""
    unit, palette = scene.panel_unit, scene.palette
    pad = 3 * unit
    canvas.rect(
        space.x + pad,
        space.y + pad,
        space.width - 2 * pad,
        space.height - 2 * pad,
        Paint(fill=palette.sheet, stroke=palette.rule, width=1.1 * unit),
        radius=4 * unit,
    )
    number = int(space.id.removeprefix("turn:"))
    x, y = space.centre
    ghost = mix(palette.sheet, palette.rule, 0.45)
    size = min(space.width, space.height) * 0.55
    style = TextStyle(size, "black", colour=ghost, anchor="middle", baseline="middle")
    canvas.text(x, y + 9 * unit, str(number), style)
    top = space.y + 16 * unit
    label = turn_name(scene.game, number, scene.language) or (
        f"{own(scene.language, 'Turn')} {number}"
    )
    small = TextStyle(13 * unit, "medium", colour=palette.ink, anchor="middle", baseline="middle")
    canvas.text(x, top, label, squeezed(label, small, space.width - 14 * unit))


def _space(canvas: Canvas, scene: Scene, space: Region) -> None:
    unit, palette = scene.panel_unit, scene.palette
    number = int(space.id.rpartition(":")[2])
    tone = palette.sheet if number % 5 else mix(palette.sheet, palette.rule, 0.35)
    canvas.rect(
        space.x,
        space.y,
        space.width,
        space.height,
        Paint(fill=tone, stroke=palette.rule, width=unit),
    )
    style = TextStyle(17 * unit, "medium", colour=palette.faint, anchor="middle", baseline="middle")
    canvas.text(*space.centre, str(number), style)


def draw_room(canvas: Canvas, scene: Scene, region: Region) -> None:
    """Room for counters: an open field with corner marks."""
    unit, palette = scene.panel_unit, scene.palette
    left, right = region.x + 12 * unit, region.x + region.width - 12 * unit
    top, bottom = region.y + 34 * unit, region.y + region.height - 12 * unit
    colour = scene.side_colour(region.side) if region.side else palette.rule
    canvas.rect(
        left,
        top,
        right - left,
        bottom - top,
        Paint(
            fill=mix(palette.sheet, colour, 0.10), stroke=mix(palette.rule, colour, 0.3), width=unit
        ),
        radius=4 * unit,
    )


def _phases(canvas: Canvas, scene: Scene, region: Region) -> None:
    """The phases of a turn in their order, with the colour of the side that acts."""
    unit, palette = scene.panel_unit, scene.palette
    game = scene.game
    left = region.x + 16 * unit
    rows = len(game.definition.phase)
    top = region.y + 34 * unit
    step = (region.height - 44 * unit) / max(1, rows)
    for index, phase in enumerate(game.definition.phase):
        y = top + (index + 0.5) * step
        tone = scene.side_colour(phase.side) if phase.side else palette.rule
        canvas.rect(left, y - step * 0.40, 5 * unit, step * 0.8, Paint(fill=tone))
        style = TextStyle(13 * unit, "bold", colour=palette.ink, anchor="end", baseline="middle")
        canvas.text(left + 29 * unit, y, str(index + 1), style)
        words = named(game, scene.language, f"phase.{phase.id}", phase.name)
        text = TextStyle(13.5 * unit, colour=palette.ink, baseline="middle")
        room = region.x + region.width - 14 * unit - left - 37 * unit
        canvas.text(left + 37 * unit, y, words, squeezed(words, text, room))
