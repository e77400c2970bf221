"""Columns of a table share the room by words."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant.report.wholewords import WholeWords, widths
from assistant.report.words import table


@pytest.mark.parametrize(
    ("columns", "whole", "room", "expected"),
    [
        ([["one two"], ["three"]], [False, False], 20, [7, 5]),
        ([["6.º Cuerpo de Infantería"], ["12 : 6"]], [False, True], 18, [12, 6]),
        ([["6.º Cuerpo de Infantería"], ["Caballería Mecanizada"]], [False, False], 22, [12, 10]),
        ([["unbreakable"], ["x"]], [False, False], 6, [5, 1]),
    ],
)
def test_words_stay_whole_while_there_is_room(
    columns: list[list[str]], whole: list[bool], room: int, expected: list[int]
) -> None:
    assert widths(columns, whole, room) == expected


WORDS = (
    "C3320", "the", "8th", "Guards", "[su-39gmr]", "Übergang", "28:", ">", "a" * 30, "日本語", "",
    "q\n", "tail ", "\t",
)  # fmt: skip


def _random_table(chance: random.Random) -> Table:
    kinds = [chance.choice(("", ">", "=")) for _ in range(chance.randint(1, 5))]
    made = table(lambda text: text, *(f"{kind}Heading" for kind in kinds), title="Title")  # type: ignore[arg-type]
    for _ in range(chance.randint(0, 5)):
        cells = [" ".join(chance.choices(WORDS, k=chance.choice((0, 1, 3, 12)))) for _ in kinds]
        made.add_row(*(Text(c, style="bold red") if chance.random() < 0.2 else c for c in cells))
    return made


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("coloured", [False, True])
def test_rows_are_drawn_as_rich_draws_them(
    seed: int, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = _random_table(random.Random(seed))

    def drawn() -> str:
        file = io.StringIO()
        screen = Console(file=file, width=60, force_terminal=coloured, markup=False, emoji=False)
        screen.print(made)
        return file.getvalue()

    by_us = drawn()
    monkeypatch.setattr(WholeWords, "_is_plain", lambda self, room: False)
    assert by_us == drawn()
