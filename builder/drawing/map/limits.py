"""How large the picture of a map or chart may be."""

from __future__ import annotations

from builder import limits
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.typed import problem_at
from builder.saying import quoting


def check_size(game: Game, width: float, height: float) -> None:
    """ProblemsError if a map of this size in pixels is more than VASSAL can show."""
    if 0 < width * height <= limits.MAP:
        return
    text = quoting(
        "The map would be {width:,.0f} x {height:,.0f} pixels, more than VASSAL can show.",
        width=width,
        height=height,
    )
    remedy = "Make grid.hex-width, grid.margin, or the boxes and turns beside the map smaller."
    raise ProblemsError([problem_at(game, ("grid", "hex-width"), text, remedy)])


def check_chart(game: Game, title: str, width: float, height: float) -> None:
    """ProblemsError if a chart of this size in pixels is more than VASSAL can show."""
    if width * height <= limits.MAP / 2:  # a chart stands in the module larger than it is laid out
        return
    text = quoting(
        "The chart '{name}' would be {width:,.0f} x {height:,.0f} pixels, "
        "more than VASSAL can show.",
        name=title,
        width=width,
        height=height,
    )
    remedy = "Make it shorter, or hide it: [drawing.charts.table.NAME] with hide = true."
    raise ProblemsError([problem_at(game, ("drawing", "charts"), text, remedy)])
