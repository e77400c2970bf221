"""Chances by counting every face."""

from __future__ import annotations

from fractions import Fraction

from assistant.kernel.chances import chances, exact_chances

COLUMN = {"1": "AE", "2": "AS", "3": "AS", "4": "AS", "5": "DR", "6": "DR"}


def test_each_roll_counts_once() -> None:
    assert exact_chances(COLUMN) == {
        "AE": Fraction(1, 6), "AS": Fraction(1, 2), "DR": Fraction(1, 3)
    }  # fmt: skip


def test_rolling_again_leaves_the_others_in_proportion() -> None:
    assert chances(COLUMN, again=lambda result: result == "AS") == {"AE": 1 / 3, "DR": 2 / 3}


def test_rolling_for_ever_has_no_chances() -> None:
    assert chances({"1": "AS"}, again=lambda result: True) == {}
