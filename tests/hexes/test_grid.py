"""Printed grids: which hexes exist, who touches whom, how far apart they are."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.hexes.grid import Grid, PixelGrid, Section

DAGC = Grid(
    (Section("pointy", "RRCC", 10, 41, 0, 29, "north", "east", "odd", "west", short="odd"),)
)
MLB = Grid((Section("pointy", "RRCC", 1, 30, 1, 39, "south", "west", "odd", "east"),))
NR = Grid((Section("pointy", "CCRR", 1, 22, 1, 28, "north", "west", "even", "east"),))
KURSK = Grid(
    (Section("pointy", "RRCC", 1, 59, 1, 34, "south", "west", "even", "east", short="even"),)
)
FLAT = Grid((Section("flat", "CCRR", 1, 40, 1, 61, "north", "west", "even", "south", prefix="C"),))

AROUND = [
    (DAGC, "1301", {"E": "1300", "NE": "1201", "NW": "1202", "W": "1302", "SW": "1402", "SE": "1401"}),
    (DAGC, "2825", {"E": "2824", "NE": "2724", "NW": "2725", "W": "2826", "SW": "2925", "SE": "2924"}),
    (DAGC, "3600", {"NW": "3500", "W": "3601", "SW": "3700"}),
    (DAGC, "5019", {"E": "5018", "NE": "4918", "NW": "4919", "W": "5020"}),
    (MLB, "0505", {"E": "0506", "W": "0504", "NE": "0606", "NW": "0605", "SE": "0406", "SW": "0405"}),
    (MLB, "0606", {"E": "0607", "W": "0605", "NE": "0706", "NW": "0705", "SE": "0506", "SW": "0505"}),
    (NR, "1010", {"E": "1110", "NE": "1109", "NW": "1009", "W": "0910", "SW": "1011", "SE": "1111"}),
    (NR, "1011", {"E": "1111", "NE": "1010", "NW": "0910", "W": "0911", "SW": "0912", "SE": "1012"}),
    (KURSK, "2017", {"E": "2018", "NE": "2118", "NW": "2117", "W": "2016", "SW": "1917", "SE": "1918"}),
    (FLAT, "C3932", {"N": "C3931", "S": "C3933", "NE": "C4031", "SE": "C4032", "NW": "C3831", "SW": "C3832"}),
]  # fmt: skip


@pytest.mark.parametrize(("grid", "hex_", "around"), AROUND, ids=[row[1] for row in AROUND])
def test_neighbours(grid: Grid, hex_: str, around: dict[str, str]) -> None:
    assert grid.around[hex_] == around


def test_counts() -> None:
    assert [len(grid) for grid in (DAGC, NR, KURSK)] == [1169, 616, 1977]


@pytest.mark.parametrize(
    ("start", "end", "distance"),
    [("4004", "3301", 7), ("4004", "3100", 9), ("4004", "4900", 9), ("4004", "3000", 10), ("4004", "5000", 10)],
)  # fmt: skip
def test_distance(start: str, end: str, distance: int) -> None:
    assert DAGC.distance(start, end) == distance


@given(st.sampled_from(list(DAGC.places)))
def test_distance_is_the_shortest_walk(start: str) -> None:
    walked = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for near in DAGC.neighbours(here):
            if near not in walked:
                walked[near] = walked[here] + 1
                queue.append(near)
    assert walked == {end: DAGC.distance(start, end) for end in DAGC.places}


@pytest.mark.parametrize("grid", [DAGC, FLAT], ids=["pointy", "flat"])
def test_a_hexside_has_the_same_ends_from_both_hexes(grid: Grid) -> None:
    pixels = PixelGrid(grid, 80, 10, 10)
    opposite = {a: b for pair in (("E", "W"), ("NE", "SW"), ("NW", "SE"), ("N", "S")) for a, b in (pair, pair[::-1])}  # fmt: skip
    for hex_ in list(grid.places)[200:260]:
        for direction, near in grid.around[hex_].items():
            one = pixels.hexside(hex_, direction)
            other = pixels.hexside(near, opposite[direction])
            assert one[0] == pytest.approx(other[1], abs=1e-6)
            assert one[1] == pytest.approx(other[0], abs=1e-6)


def test_sections_that_are_not_joined_have_no_distance() -> None:
    apart = Grid((FLAT.sections[0], Section("flat", "CCRR", 1, 5, 1, 5, "north", "west", "even", "south", prefix="N")), joined=False)  # fmt: skip
    with pytest.raises(ValueError, match="not joined"):
        apart.distance("C0101", "N0101")
    assert set(apart.neighbours("N0101")) == {"N0102", "N0201"}
