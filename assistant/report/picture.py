"""A position as a picture: the map, the pieces, and the answers drawn over it."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.games import rules_for
from assistant.position import Position
from assistant.questions.whole import Whole, whole
from assistant.report import overlays
from assistant.report.files import write_bytes
from assistant.words.voice import ENGLISH, voice
from builder.drawing.canvas import Paint
from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import MapLayout, layout_map
from builder.drawing.pixels import PixelCanvas
from builder.game.model import Game

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.PngImagePlugin import PngInfo

SCALE = 1.0
AROUND = 2.5
"""How many hexes around the units are shown."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in the map sheet's pixels."""


@dataclass(frozen=True)
class Layers:
    """Which answers are drawn: zones of control, supply lines, retreats."""

    zones: bool = True
    lines: bool = True
    retreats: bool = True


def write_picture(
    position: Position, output: Path, layers: Layers, entire: bool, language: str = ENGLISH
) -> None:
    """Write the picture as PNG; `entire` shows the whole map, else the part with units."""
    write_bytes(output, picture_bytes(position, layers, entire, language))


def picture_bytes(
    position: Position,
    layers: Layers | None = None,
    entire: bool = False,
    language: str = ENGLISH,
) -> bytes:
    """The picture as the bytes of a PNG."""
    stream = io.BytesIO()
    picture = position_picture(position, layers, entire, language)
    picture.save(stream, "PNG", compress_level=6, pnginfo=_made_by_kessel())
    return stream.getvalue()


def _made_by_kessel() -> PngInfo:
    """What tells a picture of Kessel's, which may be replaced unasked, from any other."""
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Software", "Kessel")
    return info


def position_picture(
    position: Position,
    layers: Layers | None = None,
    entire: bool = False,
    language: str = ENGLISH,
) -> Image:
    """The map with the pieces, the unsupplied ringed, and the layers asked for."""
    shown = layers or Layers()
    game = table_of(position)
    layout = layout_map(game)
    box = frame(layout) if entire else part_with_units(position, layout)
    left, top, right, bottom = box
    caption = overlays.caption_height(layout)
    canvas = PixelCanvas(
        right - left, bottom - top + caption, SCALE, background="cream", supersample=2
    )
    found = whole(rules_for(position.game.id), position)
    with canvas.group(x=-left, y=-top):
        draw_map(canvas, game, layout, language)
        draw_answers(canvas, overlays.Table(position, layout), found, shown)
    with canvas.group(y=bottom - top):
        canvas.rect(0, 0, right - left, caption, Paint(fill="cream"))
        say = voice(position.game, language)
        overlays.draw_caption(canvas, position, layout, right - left, say)
    return canvas.picture()


def draw_answers(canvas: PixelCanvas, table: overlays.Table, found: Whole, layers: Layers) -> None:
    """The layers from the ground up: zones, lines, pieces, rings, arrows."""
    if layers.zones:
        overlays.draw_zones(canvas, table, found.zones)
    if layers.lines:
        overlays.draw_lines(canvas, table, found.supply)
    overlays.draw_pieces(canvas, table, found.supply)
    if layers.retreats:
        overlays.draw_retreats(canvas, table, found.retreats)


def table_of(position: Position) -> Game:
    """The game with the position's own board, so that what a case lays over the map is drawn.

    A blank board shows neither the real coast nor the names of the map.
    """
    game = position.game
    if not position.board.blank:
        return replace(game, board=position.board)
    drawing = dict(game.definition.drawing)
    drawing["map"] = {**drawing.get("map", {}), "caption": [], "inset": {}}
    definition = game.definition.model_copy(update={"drawing": drawing})
    nowhere = game.folder / "map" / "blank"
    return replace(game, board=position.board, definition=definition, folder=nowhere)


def frame(layout: MapLayout) -> Box:
    """The framed hex field."""
    region = layout.frame
    return region.x, region.y, region.x + region.width, region.y + region.height


def part_with_units(position: Position, layout: MapLayout) -> Box:
    """The smallest part of the hex field that shows all units and some hexes around them."""
    whole_field = frame(layout)
    centres = [
        layout.pixels.centre(unit.hex) for unit in position.units if unit.hex in position.game.grid
    ]
    if not centres:
        return whole_field
    reach = AROUND * layout.pixels.width
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return (
        max(whole_field[0], min(xs) - reach),
        max(whole_field[1], min(ys) - reach),
        min(whole_field[2], max(xs) + reach),
        min(whole_field[3], max(ys) + reach),
    )
