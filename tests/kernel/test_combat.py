"""Columns, ledgers, advances and retreats as the kernel works them out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assistant.kernel import pursuit, withdrawal
from assistant.kernel.chart import Figure
from assistant.kernel.combat import ratio_column, ratios_of, within
from assistant.kernel.ledger import DEFENCE, Modifier, net
from assistant.questions.reasons import Reason

HEADINGS = ("1:2", "1-1", "1.5-1", "2-1", "10+")
RING = {
    "A": ("B", "F"),
    "B": ("A", "C"),
    "C": ("B", "D"),
    "D": ("C", "E"),
    "E": ("D", "F"),
    "F": ("E", "A"),
}
SHUT = Reason("1", "Shut.")


def near(name: str) -> tuple[str, ...]:
    return RING[name]


@pytest.mark.parametrize(
    ("attack", "defence", "place"),
    [
        (1, 3, -1),
        (1, 2, 0),
        (2, 2, 1),
        (7, 5, 1),
        (3, 2, 2),
        (19, 10, 2),
        (20, 2, 4),
        (1, 0, 4),
        (0, 0, 4),
    ],
)
def test_the_last_column_whose_ratio_is_reached(attack: int, defence: int, place: int) -> None:
    assert ratio_column(HEADINGS, attack, defence) == place


def test_headings() -> None:
    assert ratios_of(("1:3", "1.5-1")) == (Fraction(1, 3), Fraction(3, 2))
    with pytest.raises(ValueError, match="'odd' is no ratio"):
        ratios_of(("odd",))
    assert [within(place, 5) for place in (-1, 0, 4, 7)] == [0, 0, 4, 4]


def test_a_ledger_line_counts_in_the_right_number() -> None:
    lines = [Modifier("hill", -1, "7"), Modifier("air", 2, "8"), Modifier("town", 1, "9", DEFENCE)]
    assert [line.line().effect for line in lines] == ["-1 column", "+2 columns", "+1 defence"]
    assert net(lines) == 2


def test_a_sum_leans_on_what_its_parts_lean_on() -> None:
    assert Figure(2) + Figure(3, True) == Figure(5, True)
    assert Figure(2) - Figure(3) == Figure(-1)
    assert Figure(2, True) * 3 == Figure(6, True)


def test_advances_run_as_far_as_they_may() -> None:
    def bar(way: pursuit.Way, end: str) -> Reason | None:
        return SHUT if end == "B" else None

    assert pursuit.ways("A", 3, near, bar) == (("A",), ("A", "F"), ("A", "F", "E"))
    assert pursuit.ways("A", 3, near, bar, stops=lambda name: name == "F") == (("A",), ("A", "F"))
    assert pursuit.closed_beyond("A", near, bar) == {"B": SHUT}


def test_retreats_enter_no_hex_twice() -> None:
    found = list(withdrawal.ways("A", 2, near, lambda start, end: SHUT if end == "C" else None))
    assert found == [("F", "E")]
    assert withdrawal.least(["AAA", "B", "CC", "D"], len) == ["B", "D"]
