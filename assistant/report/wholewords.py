"""A table whose columns share the room so that no word is broken while all the words have room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

GAP = 2
"""Cells between two columns: the padding and the place of the line that is not drawn."""
_PLAIN = {
    "padding": (0, 1, 0, 0),
    "pad_edge": False,
    "show_edge": False,
    "show_footer": False,
    "show_header": True,
    "show_lines": False,
    "leading": 0,
    "caption": None,
    "expand": False,
    "width": None,
    "min_width": None,
    "style": "none",
    "row_styles": [],
}
"""The one style of all reports, whose rows are lines of text and nothing else."""


class WholeWords(Table):
    """Rich's own table breaks words of the widest columns where others have room to give."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, its columns as wide as `widths` says where all of it does not fit."""
        lines = [_lines(column) for column in self.columns]
        whole = [column.no_wrap for column in self.columns]
        room = options.max_width - GAP * (len(lines) - 1)
        for column, width in zip(self.columns, widths(lines, whole, room), strict=True):
            column.width = width
        drawn = self.box and self.box.substitute(options, safe=console.safe_box)
        if drawn is not box.SIMPLE_HEAD or not self._is_plain(room):
            yield from super().__rich_console__(console, options)
            return
        # Rich takes a tenth of a second for the rows of a large army, which are text and spaces.
        head = copy(self)
        head.columns, head.rows = [column.copy() for column in self.columns], []
        yield from Table.__rich_console__(head, console, options)
        yield from self._rows(console)

    def _is_plain(self, room: int) -> bool:
        """Whether rows have no style of their own and all columns the width that they want."""
        usual = all(getattr(self, name) == value for name, value in _PLAIN.items())
        even = all(not row.style and not row.end_section for row in self.rows)
        columns = all(_is_usual(column) for column in self.columns)
        fits = sum(column.width or 0 for column in self.columns) <= room
        cells = (cell for column in self.columns for cell in column.cells)
        return bool(self.columns) and usual and even and columns and fits and all(map(_bare, cells))

    def _rows(self, console: Console) -> Iterator[Segment]:
        """The lines of all rows as rich writes them."""
        blanks = [" " * (column.width or 0) for column in self.columns]
        for row in zip(*(column.cells for column in self.columns), strict=True):
            styles = [console.get_style(c.style) if isinstance(c, Text) else None for c in row]
            shaped = [
                list(_shaped(console, column, str(cell)))
                for column, cell in zip(self.columns, row, strict=True)
            ]
            for number in range(max(map(len, shaped))):
                gap = ""
                for lines, style, blank in zip(shaped, styles, blanks, strict=True):
                    told = number < len(lines)
                    if gap and style and told:
                        yield Segment(gap)
                        gap = ""
                    yield Segment(gap + (lines[number] if told else blank), style if told else None)
                    gap = " " * GAP
                yield Segment("\n")


def _is_usual(column: Column) -> bool:
    plain = not column.style and column.vertical == "top" and column.overflow == "fold"
    return plain and column.justify in ("left", "right") and bool(column.width)


def _bare(cell: RenderableType) -> bool:
    """Whether a cell is text without style, or one line of one style."""
    if isinstance(cell, str):
        return True
    if not isinstance(cell, Text) or cell.justify or cell.overflow or cell.no_wrap:
        return False
    return not cell.spans and (not cell.style or cell.plain.isprintable())


def _shaped(console: Console, column: Column, text: str) -> Iterator[str]:
    """The lines of a cell, each as wide as its column."""
    width, right = column.width or 0, column.justify == "right"
    for line in text.split("\n"):
        wide = cell_len(line)
        simple = line.isprintable()
        if simple and wide <= width:
            yield (
                " " * (width - cell_len(line.rstrip())) + line.rstrip()
                if right
                else (line + " " * (width - wide))
            )
            continue
        words = line.split(" ")
        if simple and not right and not column.no_wrap and all(words):
            sizes = list(map(cell_len, words))
            if max(sizes) <= width:
                yield from _broken(words, sizes, width)
                continue
        for part in Text(line).wrap(
            console, width, justify=column.justify, overflow=column.overflow, no_wrap=column.no_wrap
        ):
            yield part.plain + " " * (width - cell_len(part.plain))


def _broken(words: list[str], sizes: list[int], width: int) -> Iterator[str]:
    """Words in as few lines as hold them, each as wide as its column."""
    begun, used = 0, sizes[0]
    for number in range(1, len(words)):
        if used + 1 + sizes[number] <= width:
            used += 1 + sizes[number]
            continue
        yield " ".join(words[begun:number]) + " " * (width - used)
        begun, used = number, sizes[number]
    yield " ".join(words[begun:]) + " " * (width - used)


def widths(columns: list[list[str]], whole: list[bool], room: int) -> list[int]:
    """The width of each column, given its lines and whether they may be broken at all: first what
    its longest word needs, then the rest where lines break the most. Where not even all words
    have room, the longest ones give way."""
    sizes = [list(map(cell_len, lines)) for lines in columns]
    natural = [max(its, default=0) for its in sizes]
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
    heights = [_height(its, width) for its, width in zip(sizes, found, strict=True)]
    for _ in range(room - sum(found)):
        wanting = [number for number in free if found[number] < natural[number]]
        if not wanting:
            break
        wider = max(wanting, key=heights.__getitem__)
        found[wider] += 1
        heights[wider] = _height(sizes[wider], found[wider])
    return found


def _height(sizes: Iterable[int], width: int) -> float:
    """About how many lines of a width the fullest column needs."""
    return sum(max(1.0, size / width) for size in sizes)


def _lines(column: Column) -> list[str]:
    cells = [column.header, *column.cells]
    told = [cell.plain if isinstance(cell, Text) else str(cell) for cell in cells]
    return [line for text in told for line in text.split("\n")]
