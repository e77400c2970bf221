"""Losses that are shared among units."""

from __future__ import annotations

import pytest

from assistant.kernel.losses import shares
from assistant.position import Unit

STEPS = {"A": 2, "B": 1, "H": 1}


def units(names: str) -> list[Unit]:
    return [Unit(name, "red", "infantry", "0101") for name in names]


def steps_of(unit: Unit) -> int:
    return STEPS[unit.id]


@pytest.mark.parametrize(
    ("losses", "ways"),
    [
        (0, [{"A": 0, "B": 0, "H": 0}]),
        (2, [{"A": 2, "B": 0, "H": 0}, {"A": 1, "B": 1, "H": 0}]),
        (4, [{"A": 2, "B": 1, "H": 1}]),
        (9, [{"A": 2, "B": 1, "H": 1}]),
    ],
)
def test_a_group_pays_when_those_before_it_have_nothing_left(
    losses: int, ways: list[dict[str, int]]
) -> None:
    assert shares([units("AB"), units("H")], steps_of, losses, 99) == ways


def test_more_ways_than_asked_for_are_not_told() -> None:
    assert len(shares([units("AB")], steps_of, 1, 1)) == 1
