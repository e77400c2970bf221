"""Whether all of a stack find room at the ends of their retreats."""

from __future__ import annotations

import pytest

from assistant.kernel.withdrawal import all_placed


@pytest.mark.parametrize(
    ("wishes", "room", "fit"),
    [
        ({"A": ["x"], "B": ["x"]}, {"x": 2}, True),
        ({"A": ["x"], "B": ["x"]}, {"x": 1}, False),
        ({"A": ["x", "y"], "B": ["x"]}, {"x": 1, "y": 1}, True),
        ({"A": ["x", "y"], "B": ["x", "y"], "C": ["x", "y"]}, {"x": 1, "y": 1}, False),
        ({"A": []}, {}, False),
        ({}, {}, True),
    ],
)
def test_all_are_placed_where_there_is_room(
    wishes: dict[str, list[str]], room: dict[str, int], fit: bool
) -> None:
    assert all_placed(wishes, lambda place, there: len(there) <= room[place]) is fit


def test_twenty_of_a_stack_are_not_tried_for_ever() -> None:
    wishes = {f"u{n}": [f"h{m}" for m in range(12)] for n in range(20)}
    assert all_placed(wishes, lambda _, there: len(there) < 2)
