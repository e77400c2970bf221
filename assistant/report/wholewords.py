"""A table whose columns share the room so that no word is broken while all the words have room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

GAP = 2
"""Cells between two columns: the padding and the place of the line that is not drawn."""


class WholeWords(Table):
    """Rich's own table breaks words of the widest columns where others have room to give."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, its columns as wide as `widths` says where all of it does not fit."""
        lines = [_lines(column) for column in self.columns]
        whole = [column.no_wrap for column in self.columns]
        room = options.max_width - GAP * (len(lines) - 1)
        for column, width in zip(self.columns, widths(lines, whole, room), strict=True):
            column.width = width
        yield from super().__rich_console__(console, options)


def widths(columns: list[list[str]], whole: list[bool], room: int) -> list[int]:
    """The width of each column, given its lines and whether they may be broken at all: first what
    its longest word needs, then the rest where lines break the most. Where not even all words
    have room, the longest ones give way."""
    natural = [max(map(cell_len, lines), default=0) for lines in columns]
    if sum(natural) <= room:
        return natural
    longest = [
        max((cell_len(word) for line in lines for word in line.split()), default=1)
        for lines in columns
    ]
    found = [
        full if fixed else word for full, word, fixed in zip(natural, longest, whole, strict=True)
    ]
    free = [number for number, fixed in enumerate(whole) if not fixed]
    while free and sum(found) > room and max(found[number] for number in free) > 1:
        found[max(free, key=lambda number: found[number])] -= 1
    for _ in range(room - sum(found)):
        wanting = [number for number in free if found[number] < natural[number]]
        if not wanting:
            break
        found[max(wanting, key=lambda number: _height(columns[number], found[number]))] += 1
    return found


def _height(lines: list[str], width: int) -> float:
    """About how many lines of a width the fullest column needs."""
    return sum(max(1.0, cell_len(line) / width) for line in lines)


def _lines(column: Column) -> list[str]:
    cells = [column.header, *column.cells]
    told = [cell.plain if isinstance(cell, Text) else str(cell) for cell in cells]
    return [line for text in told for line in text.split("\n")]
