"""A game's charts, drawn from the tables that its rules read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.drawing.canvas import Canvas
from builder.drawing.charts.config import TableLook, charts_drawing
from builder.drawing.charts.grid import Sheet, draw_sheet
from builder.drawing.charts.sequence import sequence_sheet
from builder.drawing.charts.tables import table_sheet
from builder.drawing.charts.terrain import terrain_sheet
from builder.drawing.map.layout import layout_map
from builder.drawing.map.limits import check_chart
from builder.drawing.map.scene import Scene
from builder.game.model import Game


@dataclass(frozen=True)
class Chart:
    """One chart: its id, title and size in pixels, and what draws it."""

    id: str
    sheet: Sheet

    @property
    def title(self) -> str:
        return self.sheet.title

    @property
    def width(self) -> float:
        return self.sheet.width

    @property
    def height(self) -> float:
        return self.sheet.height

    def airy(self, times: float) -> Chart:
        """The same with rows so many times as high."""
        return replace(self, sheet=replace(self.sheet, airy=times))

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart with its upper left corner at the origin."""
        draw_sheet(canvas, self.sheet)


def game_charts(game: Game, language: str = "en") -> list[Chart]:
    """Every chart of a game: results and other tables, terrain effects, sequence of play.

    Ids are `table-NAME`, `terrain` and `sequence`.
    """
    config = charts_drawing(game)
    scene = Scene(game, layout_map(game), language)
    found = [
        Chart(f"table-{name}", table_sheet(game, table, config, language))
        for name, table in game.tables.items()
        if not config.table.get(name, TableLook()).hide
    ]
    terrain = terrain_sheet(game, scene, config, language)
    if terrain.rows:  # a board without hexes may have none
        found.append(Chart("terrain", terrain))
    if game.definition.phase:
        found.append(Chart("sequence", sequence_sheet(game, scene, language)))
    for chart in found:
        check_chart(game, chart.title, chart.width, chart.height)
    return found


def draw_chart(canvas: Canvas, game: Game, chart: str, language: str = "en") -> None:
    """Draw one chart by its id; KeyError for an id that the game does not have."""
    for found in game_charts(game, language):
        if found.id == chart:
            found.draw(canvas)
            return
    raise KeyError(chart)


__all__ = ["Chart", "draw_chart", "game_charts"]
