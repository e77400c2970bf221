"""Hexes of an adopted map have the names that VASSAL shows, zeros and all."""

import pytest

from builder.adopt.hexes import ODD_SHAPE, OTHER_MAP, SMALLER, TOO_MANY, hexes_of, other_hexes
from builder.adopt.told import Told
from builder.hexes.vassal_grid import HexGrid
from builder.hexes.vassal_numbering import GridNumbering, NumberedHexGrid
from builder.vassal.commands import BoardPlace
from builder.vassal.grids import Grid, Hexes, Zone, Zones
from builder.vassal.locations import BoardShape, MapShape

PLAIN = GridNumbering()
DOWN = GridNumbering(h_descend=True, h_off=4)
CASES: list[tuple[str, bool, GridNumbering, str]] = [
    # the zone's format, whether the module keeps zeros, the numbering, one hex as VASSAL names it
    ("", False, GridNumbering(h_leading=2, v_leading=1), "00304"),
    ("", False, GridNumbering(h_leading=0, v_leading=1), "304"),
    ("", False, GridNumbering(location_format="H$gridLocation$", sep="."), "H03.04"),
    ("", False, GridNumbering(location_format="$row$-$column$"), "04-03"),
    ("$name$-$gridLocation$", False, PLAIN, "07-0304"),
    ("{gridLocation}", False, PLAIN, "304"),
    ("{gridLocation}", False, DOWN, "304"),
    ("{gridLocation}", True, DOWN, "0304"),
    ('{name + "-" + gridLocation}', False, PLAIN, "7-304"),
    ('{name + "-" + gridLocation}', True, PLAIN, "07-0304"),
    ("{name + gridLocation}", False, PLAIN, ""),  # the sum, which rows and columns cannot say
    ("", False, GridNumbering(h_off=-3, v_off=-2, sep="."), "03.-01"),
    ("", False, GridNumbering(h_off=-3, v_type="A", v_off=-29, sep="."), "-03.-DD"),
    ("", False, GridNumbering(h_leading=0, v_leading=0), ""),  # 111 would be two hexes
    ("", False, GridNumbering(location_format="{gridLocation}"), ""),
]


@pytest.mark.parametrize(("form", "keeps_zeros", "numbering", "name"), CASES)
def test_hexes_are_called_as_in_vassal(
    form: str, keeps_zeros: bool, numbering: GridNumbering, name: str
) -> None:
    hexes = NumberedHexGrid(HexGrid(50, 60, 20, 30), numbering, 700, 700)
    zone = Zone("07", ((0, 0), (700, 0), (700, 700), (0, 700)), form, Hexes(hexes), keeps_zeros)
    grid: Grid = Zones((zone,)) if form else Hexes(hexes)
    told = Told()
    found = hexes_of(BoardShape("Board", 700, 700, grid), told)
    assert (found is None, bool(list(told))) == (not name, not name)
    for known, cell in found.cells.items() if found is not None else ():
        assert known == grid.name(*hexes.grid.centre(cell.column, cell.row))
    if found is not None:
        assert name in found.cells
        assert found.cells.keys() == {known for known, _ in found.section.hexes()}
        assert len(found.cells) == (168 if form else 175)  # whatever their numbers


@pytest.mark.parametrize(
    ("dx", "dy", "sideways", "why"),
    [
        (1.5, 2, False, TOO_MANY),
        (0.1, 2, True, TOO_MANY),
        (107, 60, False, ODD_SHAPE),
        (25, 60, True, ODD_SHAPE),
        (7.4, 8, False, ODD_SHAPE),
        (7, 4.9, True, ODD_SHAPE),
    ],
)
def test_a_grid_of_hexes_that_are_not_taken_is_told(
    dx: float, dy: float, sideways: bool, why: str
) -> None:
    """Too many of them, too high, too wide, or too small to be laid over a picture."""
    size = 700 if why == TOO_MANY else 200
    grid = Hexes(NumberedHexGrid(HexGrid(dx, dy, 1, 1, sideways), PLAIN, size, size))
    told = Told()
    assert hexes_of(BoardShape("Board", size, size, grid), told) is None
    assert [one.reason for one in told] == [why]


def test_hexes_beside_those_that_are_taken_over_are_told() -> None:
    """Of a second zone, unless they are called as those of the first, and of another map."""

    def part(name: str, left: int, right: int, first: int) -> Zone:
        numbering = GridNumbering(h_off=first)
        grid = Hexes(NumberedHexGrid(HexGrid(50, 60, 20, 30), numbering, 700, 700))
        corners = ((left, 0), (right, 0), (right, 700), (left, 700))
        return Zone(name, corners, "$gridLocation$", grid)

    large, small, same = part("L", 0, 350, 1), part("S", 400, 600, 50), part("E", 400, 600, -7)
    board = BoardShape("Board", 700, 700, Zones((small, large, same)))
    told = Told()
    found = hexes_of(board, told)
    assert found is not None
    assert "0101" in found.cells
    assert [(one.reason, one.examples) for one in told] == [(SMALLER, ("S",))]
    other = MapShape("Sea", "Sea", (BoardShape("A", 9, 9), board))
    laid = [other.laid_out([BoardPlace(name)]) for name in ("A", "Board")]
    told = Told()
    other_hexes(laid[:1], told)
    assert not list(told)
    other_hexes(laid, told)
    assert [(one.reason, one.examples) for one in told] == [(OTHER_MAP, ("Sea",))]
