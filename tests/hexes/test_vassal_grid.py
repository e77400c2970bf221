"""Hex grids agree with 2,208 points that VASSAL 3.7.26 itself named, snapped and looked up."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.hexes.vassal_grid import HexGrid
from builder.hexes.vassal_numbering import (
    GridNumbering,
    NumberedHexGrid,
    fill_format,
    label_number,
    number_label,
)

VECTORS = json.loads(
    gzip.decompress(
        (Path(__file__).parents[1] / "data/vassal/hexgrid_vectors.json.gz").read_bytes()
    )
)


def numbered(case: dict) -> NumberedHexGrid:
    return NumberedHexGrid(
        HexGrid.from_attributes(case["grid"]),
        GridNumbering.from_attributes(case["numbering"]),
        *case["board"],
    )


@pytest.mark.parametrize("case", VECTORS, ids=[case["name"] for case in VECTORS])
def test_every_vector_of_the_engine(case):
    hexes = numbered(case)
    grid = hexes.grid
    for vector in case["vectors"]:
        x, y = vector["p"]
        snap = grid.snap(x, y)
        centre = grid.snap(x, y, force=True, centre_only=True)
        raw = (grid.raw_column(x, y), grid.raw_cell(x, y)[1])
        found = {
            "name": hexes.name_at(x, y),
            "snap": list(snap),
            "snap_name": hexes.name_at(*snap),
            "center": list(centre),
            "center_name": hexes.name_at(*centre),
            "rawcol": raw[0],
            "rawrow": raw[1],
            "col": hexes.numbered(*raw)[0],
            "row": hexes.numbered(*raw)[1],
            "getLocation": list(hexes.location(vector["center_name"]) or ()),
        }
        assert found == {key: vector[key] for key in found}, (x, y)


def test_all_vectors_are_there():
    assert sum(len(case["vectors"]) for case in VECTORS) == 2208


@pytest.mark.parametrize("case", VECTORS, ids=[case["name"] for case in VECTORS])
def test_a_cell_is_found_again_by_name_and_by_centre(case):
    hexes = numbered(case)
    for vector in case["vectors"]:
        cell = hexes.grid.cell_at(*vector["p"])
        assert hexes.cell_of(hexes.cell_name(*cell)) == cell
        assert hexes.grid.cell_at(*hexes.grid.centre(*cell)) == cell


def test_the_default_pitch_gives_way_to_a_given_height():
    assert HexGrid.from_attributes({"dx": "55.42562584220407", "dy": "80"}).dx == pytest.approx(
        69.28203230275508
    )
    assert HexGrid.from_attributes({"dy": "80"}).dx == pytest.approx(69.28203230275508)
    assert HexGrid.from_attributes({"dx": "60", "dy": "80"}).dx == 60


def test_a_grid_without_size_is_refused():
    with pytest.raises(ValueError, match="above 0"):
        HexGrid.from_attributes({"dx": "-3"})


@pytest.mark.parametrize(
    ("value", "kind", "leading", "label"),
    [
        (7, "N", 1, "07"),
        (7, "N", 0, "7"),
        (112, "N", 1, "112"),
        (7, "N", 2, "007"),
        (-4, "N", 1, "-04"),
        (0, "A", 0, "A"),
        (25, "A", 0, "Z"),
        (26, "A", 0, "AA"),
        (52, "A", 0, "AAA"),
    ],
)
def test_labels(value, kind, leading, label):
    assert number_label(value, kind, leading) == label
    assert label_number(label, kind) == value


@given(st.integers(-2000, 2000), st.sampled_from("NA"), st.integers(0, 4))
def test_labels_read_back(value, kind, leading):
    assert label_number(number_label(value, kind, leading), kind) == value


@given(st.integers(-2000, 2000), st.integers(-9, 4), st.integers(-9, 4))
def test_names_are_read_back_however_few_zeros_a_file_asks_for(value, across, down):
    numbering = GridNumbering(sep=".", h_leading=across, v_leading=down)
    assert numbering.parse(numbering.name(value, -value)) == (value, -value)
    assert numbering.parse(f"{value}.") is None


def test_unknown_names_have_no_cell():
    hexes = NumberedHexGrid(HexGrid(), GridNumbering(), 1000, 800)
    assert hexes.cell_of("Berlin") is None
    assert hexes.location("12") is None
    for one in ("9" * 10, "9" * 400):
        assert hexes.location(one * 2) is None


def test_formats_fall_back_to_the_name_of_a_key():
    assert fill_format("$name$: $gridLocation$", {"name": "Map"}) == "Map: gridLocation"
    assert fill_format("no key", {}) == "no key"
