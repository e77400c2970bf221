"""Figures in charts: cells as numbers, headings as ranges; what cannot be read is told by place."""

from __future__ import annotations

import re
from fractions import Fraction

from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying
from builder.game.model import Table

NONE = "-"
_RANGE = re.compile(r"(<=|>=|≤|≥)?\s*([+-]?\d+)(?:\s*(?:-|–|\.\.|to)\s*(-?\d+)|(\+))?")


def cell_of(table: Table, row: str, column: str) -> str:
    """The text of a cell; QuestionError if the chart lacks the row or the column."""
    text = table.cells.get((row, column))
    if text is None:
        what = (
            Saying("column '{column}'", column=column)
            if row in table.rows
            else Saying("row '{row}'", row=row)
        )
        raise QuestionError(
            "The chart '{chart}' has no {what}: add it.", chart=table.name, what=what
        )
    return text


def figure_of(table: Table, row: str, column: str) -> Fraction:
    """The number in a cell, `2`, `1/2` or `1.5`; a dash is none, that is 0."""
    text = cell_of(table, row, column)
    try:
        return Fraction(0) if text == NONE else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise QuestionError(
            "The chart '{chart}' says '{text}' in row '{row}', column '{column}': write a number.",
            chart=table.name,
            text=text,
            row=row,
            column=column,
        ) from None


def range_of(table: Table, heading: str) -> tuple[float, float]:
    """The numbers that a heading such as `<=0`, `1-5`, `6..10` or `>=72` stands for."""
    match = _RANGE.fullmatch(heading.strip())
    if match is None:
        raise QuestionError(
            "'{heading}' is no heading of the chart '{chart}': write 1-5, <=0 or >=72.",
            heading=heading,
            chart=table.name,
        )
    low = float(match[2])
    high = float(match[3] or low)
    if match[1] in ("<=", "≤"):
        return float("-inf"), low
    if match[1] in (">=", "≥") or match[4]:
        return low, float("inf")
    return low, high
