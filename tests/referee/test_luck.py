"""The tests of fairness against figures that are known."""

from __future__ import annotations

import pytest

from assistant.referee.luck import fairness, in_words, survival


@pytest.mark.parametrize(
    ("x", "freedom", "p"),
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (30.144, 19, 0.05), (3.841, 1, 0.05), (9.488, 4, 0.05)],
)
def test_chi_square_as_in_the_tables(x: float, freedom: int, p: float) -> None:
    assert survival(x, freedom) == pytest.approx(p, abs=2e-5)


def test_few_rolls_are_counted_exactly() -> None:
    assert fairness([2, 0, 0, 0, 0, 0]) == (pytest.approx(1 / 6), "exact")
    assert fairness([1, 1, 1, 1, 1, 1]) == (1.0, "exact")
    assert fairness([0, 0, 0, 0, 0, 0]) == (1.0, "exact")


def test_exact_drawn_and_chi_square_agree() -> None:
    exact, how = fairness([7, 2, 1, 1, 1, 0])
    assert how == "exact"
    assert survival(sum(c * c for c in (7, 2, 1, 1, 1, 0)) / 2 - 12, 5) == pytest.approx(
        exact, abs=0.02
    )
    drawn, how = fairness([10, 4, 3, 3, 3, 2])
    assert how == "drawn"
    assert survival(sum(c * c for c in (10, 4, 3, 3, 3, 2)) / (25 / 6) - 25, 5) == pytest.approx(
        drawn, abs=0.02
    )
    assert fairness([60, 20, 20, 20, 20, 20])[1] == "chi-square"


def test_a_loaded_die_is_called_so() -> None:
    p, _ = fairness([0, 0, 0, 0, 5, 35])
    assert p < 0.001
    assert "thousand" in in_words(p)
    assert "often" in in_words(0.4)
