"""What a game may say about its charts: the `[drawing.charts]` table of game.toml."""

from __future__ import annotations

from pydantic import Field

from builder.drawing.colours import parse
from builder.game.definition import Model
from builder.game.model import Game
from builder.game.problems import Collector, nearest
from builder.game.typed import problem_at, read_table
from builder.saying import quoting


class TableLook(Model):
    """A table's title, what its rows and its columns are, and a line below it."""

    title: str = ""
    rows: str = ""
    columns: str = ""
    note: str = ""
    hide: bool = False


class EffectLook(Model):
    """The heading of one effect of terrain; `sign` writes +1 for 1, `hide` leaves it out."""

    name: str = ""
    sign: bool = False
    hide: bool = False


class ResultLook(Model):
    """What one result of a table means, and the tint of its cells."""

    name: str = ""
    tint: str = ""


class ChartsDrawing(Model):
    """All of `[drawing.charts]`."""

    table: dict[str, TableLook] = Field(default_factory=dict)
    effect: dict[str, EffectLook] = Field(default_factory=dict)
    result: dict[str, ResultLook] = Field(default_factory=dict)


def charts_drawing(game: Game) -> ChartsDrawing:
    """The game's `[drawing.charts]`, checked; ProblemsError lists what is wrong in it."""
    problems = Collector()
    config = read_table(
        game, game.definition.drawing.get("charts", {}), ChartsDrawing, "drawing", "charts"
    )

    def add(keys: tuple[str | int, ...], text: str, remedy: str) -> None:
        problems.problems.append(problem_at(game, ("drawing", "charts", *keys), text, remedy))

    for name in config.table:
        if name not in game.tables:
            add(
                ("table", name),
                quoting("There is no table '{name}'.", name=name),
                nearest(name, game.tables),
            )
    for name, look in config.result.items():
        if look.tint:
            try:
                parse(look.tint)
            except ValueError as error:
                add(("result", name), f"{error}.", "")
    problems.check()
    return config
