"""The columns and the two tables of results: 10.5, 10.6.4 and 13.1."""

from __future__ import annotations

import pytest
from nr_battles import fight
from nr_board import game


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 3, "1:3"), (2, 5, "1:3"), (1, 2, "1:2"), (4, 5, "1:2"), (5, 5, "1:1"),
        (12, 9, "1:1"), (14, 9, "3:2"), (3, 2, "3:2"), (15, 8, "3:2"), (2, 1, "2:1"), (3, 1, "3:1"),
        (15, 4, "3:1"), (15, 3, "5:1"), (4, 1, "4:1"), (12, 3, "4:1"), (11, 2, "5:1"),
        (6, 1, "6:1"), (24, 2, "6:1"), (3, 10, "auto-ca"), (33, 100, "auto-ca"), (5, 0, "6:1"),
        (0, 5, "auto-ca"),
    ],
)  # fmt: skip
def test_columns(attack: int, defence: int, column: str) -> None:  # EX10, EX17, EX18, EX21, D1
    answer = fight(attack, defence)
    assert answer.column == column
    assert answer.extra["initial"] == (None if column == "auto-ca" else column)


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column"),
    [
        (4, 2, 2, "4:1"),  # EX19, net
        (13, 2, 2, "6:1"),  # D3
        (24, 2, -1, "5:1"),
        (24, 2, 5, "6:1"),
        (1, 3, -1, "auto-ca"),
        (1, 2, -2, "auto-ca"),
        (3, 10, 6, "auto-ca"),  # no initial column: nothing lifts it
        (1, 3, 8, "6:1"),
        (2, 1, -4, "1:3"),
        (2, 1, -5, "auto-ca"),
    ],
)
def test_shifts_and_caps(attack: int, defence: int, shift: int, column: str) -> None:
    answer = fight(attack, defence, shift=shift)
    assert (answer.column, answer.shift) == (column, shift)


def test_an_automatic_counterattack_reads_no_table() -> None:
    answer = fight(3, 10)
    assert answer.results == dict.fromkeys("123456", "CA")
    assert answer.chances == {"CA": 1.0}
    assert not answer.stand_in
    assert fight(1, 3, terrain={"1411": "forest"}).stand_in
    assert fight(1, 3, terrain={"1411": "city"}).column == "auto-ca"
    assert not fight(1, 3, terrain={"1411": "city"}).stand_in


@pytest.mark.parametrize(
    ("table", "column", "die", "result"),
    [
        ("axis", "1:2", "1", "CA"),  # EX27, EX42
        ("axis", "1:1", "1", "CA"),  # EX25
        ("axis", "3:2", "3", "CB"),  # EX24
        ("axis", "3:2", "5", "DR"),  # EX41
        ("axis", "5:1", "3", "DS"),  # EX38
        ("soviet", "1:2", "5", "CB"),  # EX26
        ("soviet", "1:1", "2", "CA"),  # EX45
        ("soviet", "1:1", "3", "CB"),  # EX44
        ("soviet", "1:1", "5", "EX"),  # EX46
    ],
)
def test_stated_cells_are_exact(table: str, column: str, die: str, result: str) -> None:
    found = game().tables[table]
    assert found[die, column] == result
    assert (die, column) not in found.doubtful


def test_all_other_cells_are_marked_as_ours() -> None:
    tables = [game().tables[name] for name in ("axis", "soviet")]
    assert sum(len(t.cells) for t in tables) == 108
    assert sum(len(t.doubtful) for t in tables) == 99
    results = {"-", "CA", "CB", "EX", "DR", "DS", "DD"}
    assert {cell for t in tables for cell in t.cells.values()} == results


def test_a_better_column_or_table_is_never_worse() -> None:
    order = ["CA", "-", "CB", "EX", "DR", "DS", "DD"]
    for name in ("axis", "soviet"):
        table = game().tables[name]
        for die in table.rows:
            ranks = [order.index(table[die, column]) for column in table.columns]
            assert ranks == sorted(ranks)


def test_every_column_leans_on_stand_ins() -> None:
    assert fight(4, 4).stand_in


@pytest.mark.parametrize(
    ("side", "weather", "table"),
    [
        ("axis", "clear", "axis"), ("axis", "mud", "axis"), ("axis", "snow", "soviet"),
        ("axis", "long-winter", "soviet"), ("soviet", "clear", "soviet"), ("soviet", "snow", "soviet"),
    ],
)  # fmt: skip
def test_which_table(side: str, weather: str, table: str) -> None:
    assert fight(4, 4, side, weather=weather).extra["table"] == table
