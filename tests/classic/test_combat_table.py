"""Headings and cells of combat tables, as declared rules read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from builder.game.check.headings import misfits
from builder.game.headings import ratio_of
from builder.game.rulebook.columns import By, Rounding, column_of, row_of
from builder.game.rulebook.results import result_of
from builder.game.rules_file.chapters import Fate, Result, RulesFile

RATIOS = ("<1-2", "1-2", "1-1", "2-1", ">2-1")
DIFFERENCES = ("<-3", "-3..-1", "0", "1", ">1")


@pytest.mark.parametrize(
    ("headings", "by", "rounding", "attack", "defence", "column"),
    [
        (RATIOS, "ratio", "for-defender", 1, 9, "<1-2"),
        (RATIOS, "ratio", "for-defender", 1, 3, "<1-2"),
        (RATIOS, "ratio", "for-defender", 1, 2, "1-2"),
        (RATIOS, "ratio", "for-defender", 2, 1, "2-1"),
        (RATIOS, "ratio", "for-defender", 5, 2, "2-1"),
        (RATIOS, "ratio", "for-attacker", 5, 2, ">2-1"),
        (RATIOS, "ratio", "for-defender", 3, 1, ">2-1"),
        (RATIOS, "ratio", "for-defender", 40, 1, ">2-1"),
        (DIFFERENCES, "difference", "for-defender", 1, 5, "<-3"),
        (DIFFERENCES, "difference", "for-defender", 1, 4, "-3..-1"),
        (DIFFERENCES, "difference", "for-defender", 3, 2, "1"),
        (DIFFERENCES, "difference", "for-defender", 4, 2, ">1"),
    ],
)
def test_less_and_more_than_a_figure_leave_the_figure_to_its_own_column(
    headings: tuple[str, ...], by: By, rounding: Rounding, attack: int, defence: int, column: str
) -> None:
    """2 to 1 was in the column above it, and 1 to 9 below the table."""
    at = column_of(headings, by, rounding, Fraction(attack), Fraction(defence))
    assert at >= 0
    assert headings[at] == column


def test_rows_and_check_read_them_alike() -> None:
    assert [row_of(("<3", "3..5", ">5"), roll) for roll in (2, 3, 5, 6)] == [
        "<3", "3..5", "3..5", ">5",
    ]  # fmt: skip
    assert [ratio_of(text) for text in ("<1.5-1", ">1.5-1", "<1-1", ">1-3")] == [
        1, 2, Fraction(1, 2), Fraction(1, 2),
    ]  # fmt: skip
    assert not misfits(RATIOS)
    assert not misfits(DIFFERENCES)
    assert misfits((*DIFFERENCES[:-1], ">2"))


def test_of_results_in_one_cell_the_gravest_loss_holds() -> None:
    results = {
        name: Result(defender=Fate.model_validate({"lose": lose}))
        for name, lose in (("D1", 1), ("D2", 2), ("DH", "half"), ("DE", "all"))
    }
    rules = RulesFile.model_construct(results=results)
    told = {cell: result_of(rules, cell) for cell in ("D1/D2", "D1/DH", "DH/DE", "DX")}
    assert {cell: one and one.defender.lose for cell, one in told.items()} == {
        "D1/D2": 3, "D1/DH": "half", "DH/DE": "all", "DX": None,
    }  # fmt: skip
