"""Columns of a table share the room by words."""

import pytest

from assistant.report.wholewords import widths


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
