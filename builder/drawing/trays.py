"""Trays: the sheets of windows beside the map, with boxes for counters and cards, and charts."""

from __future__ import annotations

from dataclasses import dataclass

from builder.drawing.map.layout import Region

CHART_SCALE = 1.25
"""Pixels of a chart for one of the map."""


@dataclass(frozen=True)
class PlacedChart:
    """A chart of the game by its id, and the rectangle where it stands, in pixels."""

    chart: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Tray:
    """A sheet in the colour of a side, with what lies on `wide` x `high` pixels of it.

    `blank` are the pixels beyond, to the right and below, where nothing lies. A tray without boxes
    and charts is a hand: cards lie free on it.
    """

    title: str
    wide: int
    high: int
    side: str = ""
    boxes: tuple[Region, ...] = ()
    charts: tuple[PlacedChart, ...] = ()
    blank: tuple[int, int] = (0, 0)

    @property
    def width(self) -> int:
        """The width of the whole sheet."""
        return self.wide + self.blank[0]

    @property
    def height(self) -> int:
        """The height of the whole sheet."""
        return self.high + self.blank[1]
