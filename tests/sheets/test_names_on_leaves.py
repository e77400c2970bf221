"""Names on printed maps: each is whole on some leaf."""

from __future__ import annotations

import pytest

from builder.drawing.map.names import Names
from builder.drawing.map.river_names import river_names
from builder.drawing.map.rivers import all_courses
from builder.drawing.map.scene import Scene
from builder.drawing.map.windows import EVERYWHERE, Windows
from tests.sheets.plans import planned


def windows_of(game_id: str) -> Windows:
    """What the leaves of a game's map show, in pixels of its layout."""
    found = planned(game_id)
    pieces = [piece.rect for piece in found.plan.pieces.values() if not piece.beside_map]
    return Windows(
        tuple(
            (x / found.unit, y / found.unit, (x + wide) / found.unit, (y + high) / found.unit)
            for x, y, wide, high in pieces
        )
    )


@pytest.mark.parametrize(
    ("game_id", "cut"),
    [
        ("dagc", {"GULF OF FINLAND", "LITHUANIA", "Slonim"}),
        ("nr", {"CASPIAN SEA", "UKRAINE"}),
        ("karga", set()),
        ("tarsa", {"TARSA GULF"}),
    ],
)
def test_names_that_leaves_would_cut_stand_whole_on_one(game_id: str, cut: set[str]) -> None:
    """Without the leaves in mind some captions and towns lie over two of them."""
    game, windows = planned(game_id).game, windows_of(game_id)
    scene = Scene(game, planned(game_id).layout)
    courses = all_courses(scene)
    whole, parts = Names(scene, courses, EVERYWHERE), Names(scene, courses, windows)
    for names, expected in ((whole, cut), (parts, set())):
        captions = {one.text for one in names.captions if not windows.whole(one.box)}
        towns = {text for text, box in names.labels.values() if not windows.whole(box)}
        assert captions | towns == expected
    assert len(parts.captions) == len(whole.captions)
    assert len(parts.places) == len(whole.places)
    rivers = list(river_names(scene, parts.obstacles, windows))
    assert all(windows.whole(one.box) for one in rivers)
    assert {one.along.text for one in rivers} == {
        one.along.text for one in river_names(scene, whole.obstacles, EVERYWHERE)
    }


@pytest.mark.parametrize(
    ("game_id", "stray"),
    [
        ("dagc", {"Slonim", "Narva"}),
        ("nr", {"Grozny", "Southern Bug"}),
        ("aldra", set()),
        ("saltmarsh", set()),
    ],
)
def test_few_leaves_show_letters_of_a_name_that_stands_on_their_neighbour(
    game_id: str, stray: set[str]
) -> None:
    """Where leaves overlap stand only names of towns and rivers that have no other place: dagc had
    nine of them, and the last letter of LITHUANIA alone on a leaf."""
    windows, found = windows_of(game_id), planned(game_id)
    scene = Scene(found.game, found.layout)
    names = Names(scene, all_courses(scene), windows)
    boxes = [(text, box) for text, box in names.labels.values()]
    boxes += [(one.along.text, one.box) for one in river_names(scene, names.obstacles, windows)]
    assert {text for text, box in boxes if windows.cuts(box)} == stray


def test_a_caption_stays_on_its_ground() -> None:
    """Lithuania moves to a leaf, but not into the sea."""
    scene = Scene(planned("dagc").game, planned("dagc").layout)
    names = Names(scene, all_courses(scene), windows_of("dagc"))
    for caption in names.captions:
        wet = [scene.is_water(name) for name in caption.hexes]
        lattice = scene.lattice
        under = [
            lattice.cells[lattice.cell_at(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))]
            for box in caption.inked
        ]
        assert any(wet) or not any(scene.is_water(name) for name in under), caption.text


def test_what_windows_show() -> None:
    windows = Windows(((0, 0, 10, 10), (8, 0, 18, 10)))
    box = (9.0, 1.0, 12.0, 2.0)
    assert windows.whole(box)
    assert windows.cuts(box) == 1
    long = (1.0, 1.0, 17.0, 2.0)
    assert not windows.whole(long)
    assert windows.joined(long)
    assert not windows.joined((1.0, 1.0, 19.0, 2.0))
    assert EVERYWHERE.whole(long)
    assert EVERYWHERE.cuts(long) == 0
