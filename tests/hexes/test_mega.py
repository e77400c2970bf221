"""Mega-hexes tile a grid: each whole one holds 1 + 3 r (r + 1) hexes around its middle."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import pytest

from builder.hexes.grid import Grid, Section
from builder.hexes.mega import mega_hexes


def grid(orientation: Literal["pointy", "flat"]) -> Grid:
    section = Section(
        orientation=orientation, order="CCRR", first_row=1, rows=40, first_column=1, columns=40,
        rows_from="north", columns_from="west", shifted="even",
        towards="east" if orientation == "pointy" else "south",
    )  # fmt: skip
    return Grid((section,))


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("radius", [1, 2, 4])
def test_a_mega_hex_is_all_hexes_within_its_radius(
    orientation: Literal["pointy", "flat"], radius: int
) -> None:
    hexes = grid(orientation)
    found = mega_hexes(hexes, "2020", radius)
    own = {name for name, mega in found.items() if mega == found["2020"]}
    assert own == hexes.within("2020", radius)
    sizes = Counter(found.values())
    assert max(sizes.values()) == 1 + 3 * radius * (radius + 1)


def test_mega_hexes_touch_six_others() -> None:
    hexes = grid("flat")
    found = mega_hexes(hexes, "2020", 4)
    near = {
        found[other]
        for name, mega in found.items()
        if mega == found["2020"]
        for other in hexes.neighbours(name)
    }
    assert len(near - {found["2020"]}) == 6
