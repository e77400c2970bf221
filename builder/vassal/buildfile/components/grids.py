"""Grids and how their places are named."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.kinds import Colour


class HexGrid(
    Component, tag="VASSAL.build.module.map.boardPicker.board.HexGrid", holds="HexGridNumbering"
):
    """Hexagons: `dx` from column to column, `dy` from row to row, in pixels."""

    sideways: bool = a.flag(False)
    x0: int = a.whole(0)
    y0: int = a.whole(32)
    dy: float = a.real(64.0)
    dx: float = a.real(55.42562584220407)
    snap_to: bool = a.flag(True)
    edges_legal: bool = a.flag(False)
    corners_legal: bool = a.flag(False)
    visible: bool = a.flag(False)
    dots_visible: bool = a.flag(False)
    color: Colour | None = a.colour("0,0,0")


class SquareGrid(
    Component,
    tag="VASSAL.build.module.map.boardPicker.board.SquareGrid",
    holds="SquareGridNumbering",
):
    """Rectangles, in pixels."""

    x0: int = a.whole(24)
    y0: int = a.whole(24)
    dx: float = a.real(48.0)
    dy: float = a.real(48.0)
    range_: str = a.text("Metric")
    snap_to: bool = a.flag(True)
    edges_legal: bool = a.flag(False)
    corners_legal: bool = a.flag(False)
    visible: bool = a.flag(False)
    dots_visible: bool = a.flag(False)
    color: Colour | None = a.colour("0,0,0")


class RegionGrid(
    Component, tag="VASSAL.build.module.map.boardPicker.board.RegionGrid", holds="Region"
):
    """Named points; each place belongs to the nearest."""

    snapto: bool = a.flag(True)
    visible: bool = a.flag(False)
    fontsize: int = a.whole(9)


class Region(Component, tag="VASSAL.build.module.map.boardPicker.board.Region"):
    """One named point, in pixels of the board."""

    name: str = a.text()
    originx: int = a.whole(0)
    originy: int = a.whole(0)


class HexGridNumbering(
    Component, tag="VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
):
    """How hexes are named (FORMATS 8.3)."""

    first: str = a.choice("H", "V")
    sep: str = a.text()
    h_type: str = a.choice("N", "A")
    h_leading: int = a.whole(1)
    h_off: int = a.whole(1)
    h_descend: bool = a.flag(False)
    v_type: str = a.choice("N", "A")
    v_leading: int = a.whole(1)
    v_off: int = a.whole(1)
    v_descend: bool = a.flag(False)
    location_format: str = a.message("$gridLocation$")
    visible: bool = a.flag(False)
    font_size: int = a.whole(9)
    color: Colour | None = a.colour("0,0,0")
    rotate_text: int = a.whole(0)
    h_draw_off: int = a.whole(0)
    v_draw_off: int = a.whole(0)
    stagger: bool = a.flag(True)


class SquareGridNumbering(
    Component, tag="VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering"
):
    """How rectangles are named."""

    first: str = a.choice("H", "V")
    sep: str = a.text()
    h_type: str = a.choice("N", "A")
    h_leading: int = a.whole(1)
    h_off: int = a.whole(1)
    h_descend: bool = a.flag(False)
    v_type: str = a.choice("N", "A")
    v_leading: int = a.whole(1)
    v_off: int = a.whole(1)
    v_descend: bool = a.flag(False)
    location_format: str = a.message("$gridLocation$")
    visible: bool = a.flag(False)
    font_size: int = a.whole(9)
    color: Colour | None = a.colour("0,0,0")
    rotate_text: int = a.whole(0)
    h_draw_off: int = a.whole(0)
    v_draw_off: int = a.whole(0)
