"""Panels on shelves: side by side, stretched across and, where there is room, down."""

from __future__ import annotations

import pytest

from builder.drawing.map.layout import layout_map
from builder.drawing.map.shelves import Block, on_shelves
from builder.game.loader import load_game

TITLE = Block("title", "title", "", 300, 100)
TRACK = Block("track", "track", "", 250, 80)
BOX = Block("box", "box", "", 200, 120, stretch=True)


def places(*blocks: Block, room: float = 0) -> dict[str, tuple[float, float, float, float]]:
    return {b.id: box for b, box in on_shelves(blocks, 10, 20, (600, room), 10)}


def test_a_shelf_is_filled_across() -> None:
    found = places(TITLE, TRACK, BOX)
    assert found["title"] == (10, 20, 320, 100)
    assert found["track"] == (340, 20, 270, 100)
    assert found["box"] == (10, 130, 600, 120)


@pytest.mark.parametrize(("room", "height"), [(0, 120), (280, 170), (999, 240)])
def test_boxes_take_the_height_that_is_left_up_to_twice_their_own(
    room: float, height: float
) -> None:
    assert places(TITLE, TRACK, BOX, room=room)["box"][3] == height


@pytest.mark.parametrize(
    ("room", "between"), [(0, 10), (280, 10), (350, 10), (380, 40), (390, 50), (999, 50)]
)
def test_what_grown_boxes_leave_lies_between_the_shelves(room: float, between: float) -> None:
    found = places(TITLE, TRACK, BOX, room=room)
    assert found["box"][1] - found["title"][1] - found["title"][3] == between


def test_kursks_panel_reaches_to_the_foot_of_its_map() -> None:
    """It left an eighth of the sheet's right side blank below its boxes."""
    layout = layout_map(load_game("kursk"))
    lowest = max(one.y + one.height for one in layout.regions if one.kind == "box")
    assert lowest == pytest.approx(layout.frame.y + layout.frame.height)


def test_a_later_block_fills_an_earlier_gap() -> None:
    wide = Block("wide", "track", "", 500, 50)
    assert places(TITLE, wide, BOX)["box"][1] == places(TITLE, wide, BOX)["title"][1]
