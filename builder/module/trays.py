"""The windows beside the map: what lies where in them, in the pixels of their own sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.drawing.card_size import card_height
from builder.drawing.map.layout import Region
from builder.drawing.map.words import named, readable
from builder.drawing.trays import CHART_SCALE, PlacedChart, Tray
from builder.game.model import Game
from builder.module.deck_settings import BoxSettings, WindowSettings
from builder.module.phrases import say
from builder.module.settings import ModuleSettings

_Pair = tuple[float, float]

_GAP = 16
_STRIP = 1300  # as wide as a window is on a small screen
_SCREEN = (1880, 960)
"""The room for a window on the usual screen of 1920 by 1080, without its title and the panels."""
BARS = (20, 60)
"""What VASSAL takes from a window with buttons, to the right and below, because it measures the
window before it puts the bar of buttons there, and then lacks room and adds scroll bars."""


@dataclass(frozen=True)
class Window:
    """A window and its tray. `name` is VASSAL's name of it, the same in all languages."""

    settings: WindowSettings
    name: str
    tray: Tray

    @property
    def image(self) -> str:
        """The picture of its tray."""
        return f"window-{self.settings.id}.png"

    def box(self, place: str) -> Region | None:
        """The rectangle of a box that lies in it."""
        return next((box for box in self.tray.boxes if box.id == f"box:{place}"), None)

    def chart(self, place: str) -> PlacedChart | None:
        """The chart whose row mark has this place (`row_place`)."""
        return next((c for c in self.tray.charts if f"row:{c.chart}" == place), None)

    def holds(self, place: str) -> bool:
        """Whether a place lies in it."""
        return self.box(place) is not None or self.chart(place) is not None


def row_place(table: str) -> str:
    """The place of the mark on the rows of a table's chart."""
    return f"row:table-{table}"


def windows_of(
    game: Game, settings: ModuleSettings, counter: int, language: str = "en"
) -> tuple[Window, ...]:
    """The windows of a game; `counter` is the width of a counter in pixels."""
    return tuple(
        Window(
            window,
            window.name or readable(window.id),
            _tray(game, settings, window, counter, language),
        )
        for window in settings.window
    )


def _tray(
    game: Game, settings: ModuleSettings, window: WindowSettings, counter: int, language: str
) -> Tray:
    name = named(game, language, f"window.{window.id}", window.name or readable(window.id))
    title = say(language, name)
    if window.hand:
        width = window.hand * (settings.card + _GAP) + 2 * _GAP
        height = card_height(settings.card) + head(counter) + 4 * _GAP
        return Tray(title, width, height, window.side, blank=BARS)
    boxes = [*_boxes(game, settings, window, counter, language)]
    charts = [*_charts(game, window, language)]
    sizes = [(box.width, box.height) for box in boxes] + [size for _, size in charts]
    below = [box.below for box in window.box] + [False for _ in charts]
    corners = _with_those_below(sizes, below)
    placed = tuple(
        Region(box.id, box.kind, box.name, *corner, box.width, box.height, box.side)
        for box, corner in zip(boxes, corners, strict=False)
    )
    shown = tuple(
        PlacedChart(chart, *corner, *size)
        for (chart, size), corner in zip(charts, corners[len(boxes) :], strict=True)
    )
    width, height = (round(side) for side in _around(corners, sizes))
    return Tray(title, width, height, window.side, placed, shown, BARS if boxes else (0, 0))


def _boxes(
    game: Game, settings: ModuleSettings, window: WindowSettings, counter: int, language: str
) -> Iterator[Region]:
    for box in window.box:
        wide, high = _cell(settings, box, counter)
        name = named(game, language, f"box.{box.id}", box.name or readable(box.id))
        width, height = box.columns * wide + 2 * _GAP, box.rows * high + head(counter) + _GAP
        called = say(language, name)
        yield Region(f"box:{box.id}", "box", called, 0, 0, width, height, window.side)


def middle_of(box: Region, counter: int) -> tuple[int, int]:
    """The middle of the room that a box has below its heading."""
    return round(box.x + box.width / 2), round(box.y + (box.height + head(counter) - 8) / 2)


def hand_spot(card: int, counter: int) -> tuple[int, int]:
    """Where the first card of a hand lies."""
    return 2 * _GAP + card // 2, head(counter) + 2 * _GAP + card_height(card) // 2


def head(counter: int) -> int:
    """The height of a box's heading where counters are so wide."""
    return round(counter * 0.65)


def _cell(settings: ModuleSettings, box: BoxSettings, counter: int) -> tuple[int, int]:
    if box.cards:
        return settings.card + 24, card_height(settings.card) + 24
    return round(counter * 1.12) + 2, round(counter * 1.12) + 2


def _charts(
    game: Game, window: WindowSettings, language: str
) -> Iterator[tuple[str, tuple[float, float]]]:
    if not window.chart:
        return
    from builder.drawing.charts import game_charts

    known = {chart.id: chart for chart in game_charts(game, language)}
    for wanted in window.chart:
        chart = known.get(f"table-{wanted.table}")
        if chart is not None:  # one that the game hides is no chart
            yield chart.id, (chart.width * CHART_SCALE, chart.height * CHART_SCALE)


def _corners(sizes: Sequence[_Pair]) -> list[_Pair]:
    """Rectangles in rows, in their order; but where the rows are taller than the screen, and close
    together is lower, the tallest come first and each lies where the window stays lowest."""
    rows = _shelves(sizes)
    tall = _around(rows, sizes)[1]
    if tall <= _SCREEN[1]:
        return rows
    close = _closest(sizes)
    return close if _around(close, sizes)[1] < tall else rows


def _with_those_below(sizes: Sequence[_Pair], below: Sequence[bool]) -> list[_Pair]:
    """Rectangles as they lie best, and under all of them those that lie below, one by one."""
    others = [size for size, under in zip(sizes, below, strict=True) if not under]
    corners = _corners(others) if others else []
    bottom = _around(corners, others)[1] if others else float(_GAP)
    placed = iter(corners)
    found = []
    for size, under in zip(sizes, below, strict=True):
        found.append((float(_GAP), bottom) if under else next(placed))
        bottom += size[1] + _GAP if under else 0
    return found


def _around(corners: Sequence[_Pair], sizes: Sequence[_Pair]) -> _Pair:
    """The size of what holds the rectangles, with a gap at its edges."""
    right = max(x + w for (x, _), (w, _) in zip(corners, sizes, strict=True))
    bottom = max(y + h for (_, y), (_, h) in zip(corners, sizes, strict=True))
    return right + _GAP, bottom + _GAP


def _closest(sizes: Sequence[_Pair]) -> list[_Pair]:
    """Rectangles on a screen, the tallest first, each as high up and then as far left as it can."""
    gap = float(_GAP)
    laid: dict[int, tuple[float, float, float, float]] = {}
    for number in sorted(range(len(sizes)), key=lambda one: -sizes[one][1]):
        width, height = sizes[number]
        across = [gap, *(right + gap for _, _, right, _ in laid.values())]
        down = [gap, *(bottom + gap for _, _, _, bottom in laid.values())]
        # Beside or below all that lie there, there is always room.
        y, x = min(
            (y, x)
            for x in across
            for y in down
            if (x == gap or x + width + gap <= _SCREEN[0])
            and not any(
                x < right + gap
                and left < x + width + gap
                and y < bottom + gap
                and top < y + height + gap
                for left, top, right, bottom in laid.values()
            )
        )
        laid[number] = x, y, x + width, y + height
    return [laid[number][:2] for number in range(len(sizes))]


def _shelves(sizes: Sequence[_Pair]) -> list[_Pair]:
    """Rectangles side by side, in rows that are no wider than a window."""
    corners: list[_Pair] = []
    x = y = float(_GAP)
    high = 0.0
    for width, height in sizes:
        if x > _GAP and x + width > _STRIP:
            x, y, high = float(_GAP), y + high + _GAP, 0.0
        corners.append((x, y))
        x += width + _GAP
        high = max(high, height)
    return corners
