"""What changed between two positions, in sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.board.changed import changed
from assistant.position import Position, Unit
from builder.game.loader import load_game

GAME = load_game("dagc")
UNIT = Unit("A", "soviet", "infantry", "3909", name="5th Army")
BEFORE = Position(GAME, GAME.board, (UNIT,), control={"3908": "german"}, state={"zone": ["3909"]})


def with_unit(**changes: Any) -> Position:
    return BEFORE.with_units([replace(UNIT, **changes)])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (BEFORE, BEFORE, []),
        (BEFORE, with_unit(hex="3910"), ["5th Army: 3909 -> 3910."]),
        (BEFORE, with_unit(step=2), ["5th Army in 3909 is reduced to step 2."]),
        (BEFORE, with_unit(markers=frozenset({"oos"})), ["5th Army in 3909 is now marked: oos."]),
        (with_unit(markers=frozenset({"oos"})), BEFORE, ["5th Army in 3909 is no longer marked: oos."]),
        (BEFORE, BEFORE.with_units([]), ["5th Army leaves the map from 3909."]),
        (BEFORE.with_units([]), BEFORE, ["5th Army enters in 3909."]),
        (BEFORE, replace(BEFORE, control={}), ["Control of 3908: german -> none."]),
        (BEFORE, BEFORE.with_state(zone=[]), ["zone: 3909 -> none."]),
        (BEFORE, BEFORE.with_state(truce=True), ["truce: none -> true."]),
        (BEFORE, BEFORE.with_state(lost=[]), []),
    ],
)  # fmt: skip
def test_sentences(before: Position, after: Position, told: list[str]) -> None:
    assert [str(change) for change in changed(before, after)] == told


def copies(*hexes: str) -> Position:
    """A unit, and a marker of no side in as many copies, numbered from the first on."""
    ids = ("M", *(f"M#{number}" for number in range(2, len(hexes) + 1)))
    marker = replace(UNIT, side="", name="Marker")
    markers = [replace(marker, id=id_, hex=at) for id_, at in zip(ids, hexes, strict=False)]
    return BEFORE.with_units([*markers, UNIT])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (copies("1", "2", "3", "4"), copies("2", "3", "4"), ["Marker leaves the map from 1."]),
        (copies("2", "3"), copies("1", "2", "3"), ["Marker enters in 1."]),
        (copies("1", "2", "3"), copies("2", "5", "3"), ["Marker: 1 -> 5."]),
        (copies("1", "1"), copies("1"), ["Marker leaves the map from 1."]),
        (copies("1", "2"), copies("2", "1"), []),
        (copies("1"), copies("2").with_units(
            [*copies("2").units[:-1], replace(UNIT, hex="3910")]),
         ["5th Army: 3909 -> 3910.", "Marker: 1 -> 2."]),
    ],
)  # fmt: skip
def test_copies_are_told_by_where_they_lie_and_who_has_no_side_last(
    before: Position, after: Position, told: list[str]
) -> None:
    assert [str(change) for change in changed(before, after)] == told
