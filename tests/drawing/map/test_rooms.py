"""Furniture in rooms of the frame that have no hexes."""

from __future__ import annotations

import pytest

from builder.drawing.map.layout import Region, layout_map
from builder.game.problems import ProblemsError
from builder.sheets.map_parts import map_drawing_of
from builder.sheets.options import SheetOptions

from .conftest import Sample


def _inside(region: Region, room: tuple[float, float, float, float]) -> bool:
    x, y, wide, high = room
    return (
        x <= region.x
        and region.x + region.width <= x + wide
        and y <= region.y
        and region.y + region.height <= y + high
    )


def test_a_room_takes_furniture_from_the_panel(sample: Sample) -> None:
    game = sample.game()
    before = layout_map(game)
    right = before.frame.width / before.pixels.width
    room = {"at": [right + 1, 0], "size": [12, 30], "holds": ["legend", "phases"]}
    game.definition.drawing["map"]["room"] = [room]
    layout = layout_map(game)
    assert all(_inside(layout.region(name), layout.rooms[0]) for name in ("legend", "phases"))
    assert not _inside(layout.region("title"), layout.rooms[0])
    assert {r.id for r in layout.regions} == {r.id for r in before.regions}


def test_a_room_over_hexes_is_told(sample: Sample) -> None:
    game = sample.game()
    room = {"at": [1, 1], "size": [12, 30], "holds": ["legend"]}
    game.definition.drawing["map"]["room"] = [room]
    with pytest.raises(ProblemsError, match="would cover"):
        layout_map(game)


def test_what_stands_in_a_room_is_printed_whole_and_once(sample: Sample) -> None:
    """Windows on the field stop at the room; the legend in it is a piece of its own."""
    game = sample.game()
    before = layout_map(game)
    right = before.frame.width / before.pixels.width
    room = {"at": [right + 1, 0], "size": [12, 30], "holds": ["legend"]}
    game.definition.drawing["map"]["room"] = [room]
    layout = layout_map(game)
    words = SheetOptions().words
    drawing = map_drawing_of(game, layout, "en", words)
    assert words.legend in drawing.boxes
    assert drawing.aside == {words.legend}
    x, y, wide, high = layout.rooms[0]
    corner = (x - 90, y + high - 20, 190, 90)
    for window, kept in {
        (x + 1, y + 1, wide - 2, high / 2): (),
        (x - 90, y + 1, 90 + wide, high / 2): ((x - 90, y + 1, 90, high / 2),),
        (x + 1, y + 1, wide - 2, high + 99): ((x + 1, y + high, wide - 2, 100),),
        (x - 90, y, 80, high): ((x - 90, y, 80, high),),
        corner: ((x - 90, y + high - 20, 90, 90), (x, y + high, 100, 70)),
    }.items():
        assert drawing.keep(window) == kept


def test_with_the_sea_left_out_a_room_in_a_corner_is_no_land_either(sample: Sample) -> None:
    """A window round the room's corner, with land west of it and water south of it."""
    game = sample.game()
    right = layout_map(game).frame.width / layout_map(game).pixels.width
    room = {"at": [right + 1, 0], "size": [12, 6], "holds": ["legend"]}
    game.definition.drawing["map"]["room"] = [room]
    layout = layout_map(game)
    drawing = map_drawing_of(game, layout, "en", SheetOptions().words, land=True)
    x, y, _, high = layout.rooms[0]
    kept = drawing.keep((x - 600, y + high - 20, 700, 90))
    assert kept == ((x - 600, y + high - 20, 600, 90),)
