"""Chances by counting every face."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assistant.kernel.chances import chances, exact_chances, joint, of_a_die, through

COLUMN = {"1": "AE", "2": "AS", "3": "AS", "4": "AS", "5": "DR", "6": "DR"}


def test_each_roll_counts_once() -> None:
    assert exact_chances(COLUMN) == {
        "AE": Fraction(1, 6), "AS": Fraction(1, 2), "DR": Fraction(1, 3)
    }  # fmt: skip


def test_rolling_again_leaves_the_others_in_proportion() -> None:
    assert chances(COLUMN, again=lambda result: result == "AS") == {"AE": 1 / 3, "DR": 2 / 3}


def test_rolling_for_ever_has_no_chances() -> None:
    assert chances({"1": "AS"}, again=lambda result: True) == {}


def test_a_die_and_what_follows_from_it() -> None:
    die = of_a_die(6, lambda roll: roll > 4)
    assert die == pytest.approx({False: 4 / 6, True: 2 / 6})
    twice = through(die, lambda hit: {2: 1.0} if hit else {0: 0.5, 1: 0.5})
    assert twice == pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})


def test_two_things_that_know_nothing_of_each_other() -> None:
    die = of_a_die(6, int)
    pair = joint(die, die, lambda one, other: one + other)
    assert pair[7] == pytest.approx(6 / 36)
    assert sum(pair.values()) == pytest.approx(1)
