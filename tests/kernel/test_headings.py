"""Headings of result tables."""

from __future__ import annotations

import pytest

from assistant.kernel.headings import read_headings, span_of

HEADINGS = read_headings(("<=-3", "-2", "-1", "0", "+1..+3", ">=+4"))


@pytest.mark.parametrize(
    ("number", "index", "overshoot"),
    [(-9, 0, -6), (-3, 0, 0), (-2, 1, 0), (0, 3, 0), (1, 4, 0), (3, 4, 0), (4, 5, 0), (7, 5, 3)],
)
def test_places(number: int, index: int, overshoot: int) -> None:
    assert HEADINGS.place(number) == index
    assert HEADINGS.overshoot(number) == overshoot


@pytest.mark.parametrize(("index", "within"), [(-1, 0), (2, 2), (9, 5)])
def test_the_ends_hold(index: int, within: int) -> None:
    assert HEADINGS.within(index) == within


def test_other_headings_are_refused() -> None:
    with pytest.raises(ValueError, match="'3-1' is no heading"):
        read_headings(("3-1",))


@pytest.mark.parametrize(
    ("heading", "span"),
    [
        ("1-5", (1, 5)),
        ("6..10", (6, 10)),
        ("6 to 10", (6, 10)),
        ("<=0", (float("-inf"), 0)),
        ("≥72", (72, float("inf"))),
        ("72+", (72, float("inf"))),
        ("-2", (-2, -2)),
        ("+1", (1, 1)),
    ],
)
def test_a_heading_is_a_span_of_numbers(heading: str, span: tuple[float, float]) -> None:
    assert span_of(heading) == span


def test_rows_in_the_order_of_their_numbers() -> None:
    assert read_headings((">=12", "0-2", "3-11"), rising=True).names == ("0-2", "3-11", ">=12")
