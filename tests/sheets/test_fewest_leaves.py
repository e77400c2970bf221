"""The leaves of each map at full size against the fewest that any packing of its cuts could need.

A field is cut in a grid, upright or lying, into windows that overlap where they are joined; boxes
and tracks come to that. However such pieces are packed, those of which no two lie on one leaf need
a leaf each, and what is left of the paper must have room for the others. The least of that over
all cuts is a number that no packing beats: where we print as many, the fewest are proved; where it
is lower, no more leaves than the difference could be saved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import pytest

from builder.drawing.map.layout import layout_map
from builder.game.loader import load_game
from builder.sheets import maps, tiles
from builder.sheets.game import ROOM
from builder.sheets.map_parts import map_drawing_of
from builder.sheets.options import SheetOptions
from builder.sheets.tiles import GAP, LEAST, Parts, Piece, Size


def turned(piece: Piece, room: Size) -> list[Size]:
    """The ways in which a piece may lie on a leaf."""
    wide, high = piece.size
    both = piece.beside_map or wide * high < 0.6 * room[0] * room[1]
    ways = [(wide, high), (high, wide)] if both else [(wide, high)]
    return [way for way in ways if way[0] <= room[0] + 1e-6 and way[1] <= room[1] + 1e-6]


def lie_together(one: Piece, other: Piece, room: Size) -> bool:
    """Whether two pieces have room on one leaf, beside or below each other."""
    return any(
        a[0] + GAP + b[0] <= room[0] + 1e-6 or a[1] + GAP + b[1] <= room[1] + 1e-6
        for a, b in product(turned(one, room), turned(other, room))
    )


def least(pieces: Sequence[Piece], room: Size) -> int:
    """What no packing of these pieces beats."""
    leaf = room[0] * room[1]
    alone: list[Piece] = []
    others: list[Piece] = []
    for piece in sorted(pieces, key=lambda one: -one.size[0] * one.size[1]):
        apart = not any(lie_together(piece, one, room) for one in alone)
        (alone if apart else others).append(piece)
    free = sum(
        leaf - one.size[0] * one.size[1]
        for one in alone
        if any(lie_together(one, other, room) for other in others)
    )
    wanted = sum(one.size[0] * one.size[1] for one in others)
    return len(alone) + math.ceil(max(0.0, wanted - free) / leaf - 1e-9)


def least_of(parts: Parts, paper: Size, margins: Size, overlap: float) -> int:
    """The same over all cuts, upright and lying."""
    found = []
    for page in (paper, (paper[1], paper[0])):
        room = tiles._room(page, margins)
        for cuts in tiles._all_cuts(parts.hexes, room, overlap):
            found.append(least(list(tiles._pieces(parts, cuts, room, overlap)), room))
    return min(found)


@pytest.mark.parametrize(
    ("game_id", "leaves", "fewest"),
    [
        ("dagc", 13, 12),
        ("mlb", 17, 15),
        ("nr", 11, 10),
        ("kursk", 21, 20),
        ("uis", 65, 62),
        ("aldra", 4, 4),
        ("karga", 6, 5),
        ("saltmarsh", 5, 4),
        ("tarsa", 6, 5),
    ],
)
def test_leaves_of_a_map_and_the_fewest_that_could_do(
    game_id: str, leaves: int, fewest: int
) -> None:
    game, options = load_game(game_id), SheetOptions()
    layout = layout_map(game)
    drawing = map_drawing_of(game, layout, "en", options.words)
    unit = options.side * ROOM / layout.pixels.width
    laid = maps.map_plan(drawing, unit, options)
    margins = (maps._MARGIN, maps._FOOT)
    bound = least_of(maps._parts(drawing, unit), options.page, margins, options.overlap)
    assert (len(laid.leaves), bound) == (leaves, fewest)
    assert laid.emptiest >= LEAST


def test_what_no_packing_beats() -> None:
    room = (190.0, 273.0)
    full, half, strip = (
        Piece(name, (0.0, 0.0, *size))
        for name, size in (("A", (190.0, 273.0)), ("B", (190.0, 130.0)), ("C", (40.0, 273.0)))
    )
    assert least([full, full, full], room) == 3
    assert least([half, half], room) == 1
    assert least([full, half], room) == 2
    assert least([full, strip, strip, strip, strip, strip], room) == 3
