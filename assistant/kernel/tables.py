"""Tables of a game as rules read them: a cell, the number in it, the headings; what cannot be read
is told by its place."""

from __future__ import annotations

from fractions import Fraction

from assistant.kernel.chart import Figure
from assistant.kernel.headings import Headings, read_headings
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying
from builder.game.model import Game, Table

NONE = "-"
"""A cell that says that there is none."""


def table_of(game: Game, name: str) -> Table:
    """A table by its name; QuestionError if the game has none."""
    if name not in game.tables:
        text = "The game has no chart '{name}': write charts/{file}.csv, or combat.csv."
        raise QuestionError(text, name=name, file=name)
    return game.tables[name]


def cell_of(table: Table, row: str, column: str) -> str:
    """The text of a cell; QuestionError if the table lacks the row or the column."""
    text = table.cells.get((row, column))
    if text is None:
        what = Saying("column '{column}'", column=column)
        if row not in table.rows:
            what = Saying("row '{row}'", row=row)
        said = "The chart '{chart}' has no {what}: add it."
        raise QuestionError(said, chart=table.name, what=what)
    return text


def number_of(table: Table, row: str, column: str) -> Fraction:
    """The number in a cell, `2`, `1/2` or `1.5`; a dash is none, that is 0."""
    text = cell_of(table, row, column)
    try:
        return Fraction(0) if text == NONE else Fraction(text)
    except (ValueError, ZeroDivisionError):
        said = (
            "The chart '{chart}' says '{text}' in row '{row}', column '{column}': write a number."
        )
        raise QuestionError(said, chart=table.name, text=text, row=row, column=column) from None


def figure_of(table: Table, row: str, column: str) -> Figure:
    """The same as a figure, which is a stand-in where the cell is."""
    number = number_of(table, row, column)
    return Figure(float(number), (row, column) in table.doubtful)


def figures_of(table: Table) -> dict[tuple[str, str], Figure]:
    """A table of numbers by row and column."""
    return {place: figure_of(table, *place) for place in table.cells}


def column_headings(table: Table) -> Headings:
    """The columns of a table of strengths or differences."""
    return _headings(table, table.columns)


def row_headings(table: Table) -> Headings:
    """The rows of a table of rolls or strengths, from the lowest up."""
    return _headings(table, table.rows, rising=True)


def _headings(table: Table, names: tuple[str, ...], rising: bool = False) -> Headings:
    try:
        return read_headings(names, rising)
    except ValueError as error:
        text = "The chart '{chart}': {error}"
        raise QuestionError(text, chart=table.name, error=str(error)) from None
