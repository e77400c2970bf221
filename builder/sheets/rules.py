"""The declared rules of a game as printed pages: the same sentences as `kessel rules`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.drawing.canvas import TextStyle
from builder.drawing.paper import PaperDocument
from builder.drawing.typeset import wrapped
from builder.game.model import Game
from builder.game.rulebook.page import Section, default_words, rules_page
from builder.sheets import marks
from builder.sheets.options import SheetOptions

_MARGIN, _FOOT, _INDENT = 16.0, 18.0, 13.0
_LEADING = 4.9
_CLOSER = (0.98, 0.96, 0.94, 0.92, 0.9)
"""How close lines may stand where that saves a leaf; closer still, they are hard to follow."""
_TITLE = TextStyle(size=7.5, weight="bold", anchor="start")
_HEAD = TextStyle(size=4.6, weight="bold", anchor="start")
_TEXT = TextStyle(size=3.4, anchor="start")
_RULE = TextStyle(size=3.4, weight="bold", anchor="start")
_DEFAULT = TextStyle(size=3.4, anchor="start", colour="#6b6558")


@dataclass(frozen=True)
class _Row:
    """One line of print: what stands at the left edge, the text, and the room that it takes."""

    left: str
    text: str
    style: TextStyle
    height: float


def rules_sheets(game: Game, title: str, options: SheetOptions, language: str = "en") -> bytes:
    """The PDF with the rules page; the game must have a rules.toml."""
    words = options.words
    width, height = options.page
    rows = list(_rows(title, rules_page(game, language), language, width - 2 * _MARGIN))
    pages = _fewest_pages(rows, height - _MARGIN - _FOOT)
    document = PaperDocument(title)
    for number, page in enumerate(pages, 1):
        name = f"{title} · {words.sheet} {number} {words.of} {len(pages)}"
        with document.page(width, height, bookmark=name) as canvas:
            y = _MARGIN
            for row in page:
                y += row.height
                if row.left:
                    canvas.text(_MARGIN, y, row.left, _RULE)
                x = _MARGIN if row.style in (_TITLE, _HEAD) else _MARGIN + _INDENT
                canvas.text(x, y, row.text, row.style)
            marks.draw_footer(canvas, name, words, (width, height))
    return document.data()


def _rows(title: str, sections: Sequence[Section], language: str, width: float) -> Iterator[_Row]:
    yield _Row("", title, _TITLE, 8)
    for section in sections:
        yield _Row("", section.title, _HEAD, 10)
        for line in section.lines:
            style = _TEXT if line.declared else _DEFAULT
            text = line.text if line.declared else f"{line.text} ({default_words(language)})"
            for number, part in enumerate(wrapped(text, width - _INDENT, style)):
                yield _Row("" if number else line.rule, part, style, _LEADING)


def _fewest_pages(rows: Sequence[_Row], room: float) -> list[list[_Row]]:
    """The pages; lines stand as much closer as they must where that saves a last leaf."""
    pages = list(_pages(rows, room))
    for by in _CLOSER:
        closer = list(_pages([replace(row, height=row.height * by) for row in rows], room))
        if len(closer) < len(pages):
            return closer
    return pages


def _pages(rows: Sequence[_Row], room: float) -> Iterator[list[_Row]]:
    """Rows as many as a page holds; a heading goes to the next page with what follows it."""
    page: list[_Row] = []
    used = 0.0
    for row in rows:
        need = row.height + (2 * _LEADING if row.style == _HEAD else 0)
        if page and used + need > room:
            yield page
            page, used = [], 0.0
        page.append(row)
        used += row.height
    yield page
