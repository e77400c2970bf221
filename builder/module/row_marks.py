"""Marks on charts: pieces that lie on the row of the turn, or of the value of a state variable."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from builder.game.carriers import ROW_LAYER, state_property
from builder.game.headings import span_of
from builder.game.model import Game
from builder.module.art import Picture, contents_of, key_of, png
from builder.module.counters import Piece
from builder.module.deck_settings import ChartSettings, countable
from builder.module.settings import ModuleSettings
from builder.module.trays import row_place
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.movement import Immobile


def row_of(rows: tuple[str, ...], value: int) -> int | None:
    """The index of the row whose heading (`3`, `1-2`, `7+`) holds a value; None if none does."""
    for index, heading in enumerate(rows):
        with suppress(ValueError):
            span = span_of(heading)
            if span.low <= value <= span.high:
                return index
    return None


def _followed(settings: ModuleSettings) -> Iterator[ChartSettings]:
    for window in settings.window:
        for chart in window.chart:
            if chart.follows:
                yield chart


def _image(table: str, row: int | None) -> str:
    """The picture of a mark on a row; on none of them, a clear one: a piece must have a size."""
    return f"row-{table}-none.png" if row is None else f"row-{table}-{row + 1}.png"


def row_marks(game: Game, settings: ModuleSettings) -> list[Piece]:
    """The mark on each chart that follows something; its key is its place."""
    return [_piece(game, chart) for chart in _followed(settings)]


def _piece(game: Game, chart: ChartSettings) -> Piece:
    values = countable(game)[chart.follows]
    rows = game.tables[chart.table].rows
    found = [row_of(rows, value) for value in values]
    images = tuple(_image(chart.table, row) for row in found)
    property_name = "Turn" if chart.follows == "turn" else state_property(chart.follows)
    layer = Layer(
        name=ROW_LAYER,
        activate_command="",
        activate_key=None,
        images=images,
        level_names=("",) * len(images),
        loop=False,
        always_active=True,
        follow_property=True,
        property_name=property_name,
        first_level_value=values.start,
    )
    place = row_place(chart.table)
    return Piece(place, "Marked row", (Immobile(select="n", move="V", stack="R"), layer))


@dataclass(frozen=True)
class RowPicture:
    """The mark on one row of a chart, or on none of them, as large as the whole chart."""

    large: ClassVar[bool] = False
    game: Game
    language: str
    table: str
    row: int | None

    @property
    def name(self) -> str:
        """Its file in the module."""
        return _image(self.table, self.row)

    def key(self) -> str:
        """It lies where the chart has the row."""
        table = self.game.tables[self.table]
        texts = contents_of(self.game.folder, "game.toml", "text.*.toml")
        return key_of(self.name, self.language, texts, repr(sorted(table.cells.items())))

    def draw(self) -> bytes:
        """The mark as PNG."""
        from builder.drawing.charts import game_charts
        from builder.drawing.pixels import PixelCanvas
        from builder.drawing.tray_picture import draw_row_mark
        from builder.drawing.trays import CHART_SCALE

        charts = game_charts(self.game, self.language)
        (chart,) = [chart for chart in charts if chart.id == f"table-{self.table}"]
        canvas = PixelCanvas(chart.width * CHART_SCALE, chart.height * CHART_SCALE)
        if self.row is not None:
            draw_row_mark(canvas, chart.sheet.row_box(self.row))
        return png(canvas.picture())


def row_pictures(game: Game, settings: ModuleSettings, language: str) -> Iterator[Picture]:
    """The pictures of all rows that a mark may lie on."""
    for chart in _followed(settings):
        values = countable(game)[chart.follows]
        rows = game.tables[chart.table].rows
        for row in dict.fromkeys(row_of(rows, value) for value in values):
            yield RowPicture(game, language, chart.table, row)
