"""VASSAL names every hex of a printed grid by its printed number."""

from __future__ import annotations

import math
from itertools import product

import pytest

from builder.hexes.grid import Grid, PixelGrid, Section
from builder.module.grid import numbered_sections, outline_of
from tests.wide import paired

SECTIONS = [
    Section(orientation, order, 10, 7, 1, 9, rows, columns, shifted, towards, short)
    for orientation, order, rows, columns, shifted, short in product(
        ("pointy", "flat"),
        ("RRCC", "CCRR"),
        ("north", "south"),
        ("east", "west"),
        ("odd", "even"),
        ("", "odd"),
    )
    for towards in (("east", "west") if orientation == "pointy" else ("north", "south"))
]


@pytest.mark.parametrize(("section", "width"), paired(SECTIONS, [80, 61]))
def test_all_numberings(section: Section, width: int) -> None:
    pixels = PixelGrid(Grid((section,)), width, 60, 47.5)
    (found,) = numbered_sections(pixels)
    assert set(found.cells) == set(pixels.grid.places)
    for name in found.cells:
        x, y = found.centre(name)
        assert found.hexes.name_at(x, y) == name
        assert math.dist((x, y), pixels.centre(name)) < 3
        snapped = found.hexes.grid.snap(*map(round, pixels.centre(name)))
        assert snapped == (x, y)


def test_the_outline_holds_all_hexes_and_nothing_else() -> None:
    pixels = PixelGrid(Grid((SECTIONS[0],)), 80, 60, 60)
    names = list(pixels.grid.places)
    outline = outline_of(pixels, names)
    area = abs(
        sum(
            ax * by - bx * ay
            for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
        )
    )
    hexagon = 80 * 80 * math.sqrt(3) / 2
    assert area / 2 == pytest.approx(len(names) * hexagon, rel=0.01)


def test_sections_with_prefixes_have_grids_of_their_own() -> None:
    north = Section("flat", "CCRR", 1, 5, 1, 6, "north", "west", "even", "south", prefix="N")
    south = Section(
        "flat", "CCRR", 1, 5, 1, 6, "north", "west", "even", "south", prefix="S", offset=(0, 10)
    )
    pixels = PixelGrid(Grid((north, south)), 60, 40, 40)
    first, second = numbered_sections(pixels)
    assert (first.prefix, second.prefix) == ("N", "S")
    x, y = second.centre("S0302")
    assert "S" + second.hexes.name_at(x, y) == "S0302"
