"""The boards of a map as they lie side by side: one sheet in the pixels of the map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from builder import limits
from builder.adopt.told import Told
from builder.drawing.rasters import in_colours, is_clear, opened
from builder.drawing.scans import MOST_PIXELS
from builder.vassal.buildfile import components as c
from builder.vassal.locations import LaidMap

if TYPE_CHECKING:
    from PIL.Image import Image

TOO_LARGE = "Its boards side by side are larger than VASSAL can show: the first alone is drawn."
OUTSIDE = "Its boards lie outside of its edge: the first alone is drawn."
_GROUND = "#d8d0bc"


def laid_names(laid: LaidMap) -> tuple[str, ...]:
    """The names of the boards from the upper left on, a turned one with its sign."""
    boards = sorted(laid.boards, key=lambda one: (one.top, one.left))
    return tuple(f"{one.board.name}{' (turned)' * one.reversed}" for one in boards)


def size_of(laid: LaidMap) -> tuple[int, int]:
    """How far the boards reach, in pixels of the map, with the edge that it has on all sides;
    (0, 0) without boards."""
    if not laid.boards:
        return 0, 0
    wide = max(one.left + one.board.width for one in laid.boards)
    high = max(one.top + one.board.height for one in laid.boards)
    return wide + laid.shape.edge_width, high + laid.shape.edge_height


def is_one_picture(laid: LaidMap) -> bool:
    """Whether the map is one board in its corner, so that the board's own picture is the sheet."""
    one = laid.boards[0] if len(laid.boards) == 1 else None
    return one is not None and (one.left, one.top, one.reversed) == (0, 0, False)


def fits(laid: LaidMap, told: Told) -> bool:
    """Whether one picture can hold all boards; told if not."""
    wide, high = size_of(laid)
    is_outside = min(wide, high) < 1  # by an edge below nothing
    if not is_outside and max(wide, high) <= limits.TABLETOP and wide * high <= limits.MAP:
        return True
    told.add("component", "Board", OUTSIDE if is_outside else TOO_LARGE, laid.shape.name)
    return False


def boards_of(root: c.GameModule, map_: str) -> dict[str, c.Board]:
    """The boards of a module's map by name."""
    return {
        part.name or "": part
        for window in root.walk()
        if isinstance(window, c.MapWindow) and (window.map_name or "") == map_
        for part in window.walk()
        if isinstance(part, c.Board)
    }


def board_picture(source: Path | bytes, name: str) -> Image:
    """A picture of pixels as a board shows it; RasterError or OSError if it cannot be read."""
    with opened(source, name, MOST_PIXELS) as picture:
        return in_colours(picture, "RGBA" if is_clear(picture) else "RGB")


def drawn(
    laid: LaidMap, boards: dict[str, c.Board], opened: Callable[[str], Image | None]
) -> Image:
    """The boards at their places, one without a picture in its colour."""
    from PIL import Image

    sheet = Image.new("RGB", size_of(laid), _GROUND)
    for one in laid.boards:
        if min(one.board.width, one.board.height) < 1:
            continue  # it has no pixel to show
        own = boards.get(one.board.name)
        picture = opened(own.image) if own is not None and own.image else None
        size = one.board.width, one.board.height
        if picture is None:
            colour = own.color if own is not None else None
            picture = Image.new("RGB", size, colour[:3] if colour else _GROUND)
        if picture.mode != "RGB":
            ground = Image.new("RGBA", picture.size, _GROUND)
            picture = Image.alpha_composite(ground, picture.convert("RGBA")).convert("RGB")
        picture = picture.resize(size) if picture.size != size else picture
        sheet.paste(picture.rotate(180) if one.reversed else picture, (one.left, one.top))
    return sheet
