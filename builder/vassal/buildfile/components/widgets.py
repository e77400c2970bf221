"""Palettes, charts and the widgets that lay them out."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke

_PARTS = "TabWidget PanelWidget ListWidget BoxWidget MapWidget PieceSlot CardSlot Chart HtmlChart"


class PieceWindow(
    Component,
    tag="VASSAL.build.module.PieceWindow",
    holds="TabWidget PanelWidget BoxWidget ListWidget",
):
    """A palette of pieces to drag onto the map."""

    name: str | None = a.optional()
    description: str | None = a.optional()
    hidden: bool = a.flag(False)
    text: str = a.text("Pieces")
    tooltip: str = a.text("Show/Hide the Pieces window")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    scale: float = a.real(1.0)
    default_width: int = a.whole(0)


class ChartWindow(
    Component,
    tag="VASSAL.build.module.ChartWindow",
    holds="Chart HtmlChart TabWidget PanelWidget BoxWidget ListWidget MapWidget",
):
    """A window of charts."""

    name: str = a.text("Chart Window Menu")
    description: str | None = a.optional()
    text: str = a.text("Chart Window Menu")
    tooltip: str = a.text("Chart Window Menu")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()


class TabWidget(
    Component,
    tag="VASSAL.build.widget.TabWidget",
    holds=_PARTS,
):
    """Children one behind the other, with tabs."""

    entry_name: str | None = a.optional()
    description: str | None = a.optional()


class PanelWidget(
    Component,
    tag="VASSAL.build.widget.PanelWidget",
    holds=_PARTS,
):
    """Children side by side."""

    entry_name: str | None = a.optional()
    description: str | None = a.optional()
    fixed: bool = a.flag(False)
    n_columns: int = a.whole(3)
    vert: bool = a.flag(False)
    scale: float = a.real(1.0)


class ListWidget(
    Component,
    tag="VASSAL.build.widget.ListWidget",
    holds=_PARTS,
):
    """Children in a list, one shown at a time."""

    entry_name: str | None = a.optional()
    description: str | None = a.optional()
    scale: float = a.real(1.0)
    width: int = a.whole(0)
    height: int = a.whole(0)
    divider: int = a.whole(0)


class BoxWidget(
    Component,
    tag="VASSAL.build.widget.BoxWidget",
    holds=_PARTS,
):
    """Children in a pull-down menu, one shown at a time."""

    entry_name: str | None = a.optional()
    width: int = a.whole(0)
    height: int = a.whole(0)


class MapWidget(Component, tag="VASSAL.build.widget.MapWidget", holds="WidgetMap"):
    """A map inside a palette or chart window."""

    entry_name: str | None = a.optional()
    description: str | None = a.optional()


class Chart(Component, tag="VASSAL.build.widget.Chart"):
    """A picture among the charts."""

    chart_name: str | None = a.optional()
    description: str | None = a.optional()
    file_name: str | None = a.optional_image()


class HtmlChart(Component, tag="VASSAL.build.widget.HtmlChart"):
    """A page among the charts."""

    chart_name: str | None = a.optional()
    description: str | None = a.optional()
    file_name: str | None = a.optional_file()
