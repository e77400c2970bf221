"""Boards and their zones."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.kinds import Colour


class BoardPicker(Component, tag="VASSAL.build.module.map.BoardPicker", holds="Setup Board"):
    """The boards of a map, and which are laid out at the start."""

    add_column_text: str = a.text("Add column")
    add_row_text: str = a.text("Add row")
    board_prompt: str = a.text("Select board")
    max_columns: int | None = a.optional_whole()
    slot_height: int = a.whole(125)
    slot_scale: float = a.real(0.2)
    slot_width: int = a.whole(350)
    title: str = a.text("Choose Boards")


class Setup(Component, tag="setup"):
    """The board command of the default layout."""


class Board(
    Component,
    tag="VASSAL.build.module.map.boardPicker.Board",
    holds="HexGrid SquareGrid RegionGrid ZonedGrid",
):
    """One picture on which pieces stand; width, height and colour are for boards without one."""

    name: str | None = a.optional()
    image: str | None = a.optional_image()
    reversible: bool = a.flag(False)
    width: int | None = a.optional_whole()
    height: int | None = a.optional_whole()
    color: Colour | None = a.optional_colour()


class ZonedGrid(
    Component,
    tag="VASSAL.build.module.map.boardPicker.board.ZonedGrid",
    holds="Zone HexGrid SquareGrid RegionGrid ZonedGridHighlighter",
):
    """A grid made of zones; outside them its own child grid holds."""


class Zone(
    Component,
    tag="VASSAL.build.module.map.boardPicker.board.mapgrid.Zone",
    holds="HexGrid SquareGrid RegionGrid ZoneProperty",
):
    """A polygon of the board with a grid and a way of naming of its own."""

    name: str = a.text()
    location_format: str = a.message("$name$")
    path: tuple[tuple[int, int], ...] = a.points()
    use_parent_grid: bool = a.flag(False)
    use_highlight: bool = a.flag(False)
    highlight_property: str = a.text()


class ZonedGridHighlighter(
    Component,
    tag="VASSAL.build.module.map.boardPicker.board.mapgrid.ZonedGridHighlighter",
    holds="ZoneHighlight",
):
    """The highlights that zones may show."""


class ZoneHighlight(
    Component, tag="VASSAL.build.module.map.boardPicker.board.mapgrid.ZoneHighlight"
):
    """One way to highlight a zone."""

    name: str = a.text()
    color: Colour | None = a.colour()
    coverage: str = a.choice("Entire Zone", "Zone Border")
    width: int = a.whole(1)
    style: str = a.choice("Plain", "Striped", "Crosshatched", "Tiled Image")
    image: str | None = a.optional_image()
    opacity: str = a.text("100")
