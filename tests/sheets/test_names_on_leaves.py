"""Names on printed maps: each is whole on some leaf."""

from __future__ import annotations

from itertools import product

import pytest

from builder.drawing.canvas import Canvas
from builder.drawing.map.labels import Box, box_around, overlap
from builder.drawing.map.names import Names
from builder.drawing.map.rivers import all_courses
from builder.drawing.map.scene import Scene
from builder.drawing.map.windows import EVERYWHERE, Windows
from builder.drawing.plates import PageCanvas
from builder.sheets.maps import windows_of as windows_on
from tests.sheets.plans import planned
from tests.wide import all_but, some


def windows_of(game_id: str) -> Windows:
    """What the leaves of a game's map show, in pixels of its layout."""
    found = planned(game_id)
    pieces = [piece for piece in found.plan.pieces.values() if not piece.beside_map]
    return windows_on(pieces, found.plan, found.unit)


@pytest.mark.parametrize(
    ("game_id", "cut"),
    all_but(
        [
            ("dagc", {"GULF OF FINLAND", "LITHUANIA", "Pinsk"}),
            ("nr", {"Bucharest", "Dnepropetrovsk", "Koenigsberg", "Vologda"}),
            ("karga", set()),
            ("tarsa", {"TARSA GULF"}),
        ],
        "dagc",
        "nr",
    ),
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
    assert all(windows.whole(one.box) for one in parts.rivers)
    named = [{one.along.text for one in names.rivers} for names in (parts, whole)]
    assert named[0] == named[1]


def test_no_cut_goes_through_the_compass() -> None:
    at = planned("dagc").layout.region("compass")
    assert windows_of("dagc").whole((at.x, at.y, at.x + at.width, at.y + at.height))


@pytest.mark.parametrize(
    ("game_id", "language"),
    some(product(["dagc", "aldra", "mlb", "nr"], ["en", "es"]), ("dagc", "en"), ("aldra", "es")),
)
def test_no_leaf_shows_letters_of_a_name_that_stands_on_its_neighbour(
    game_id: str, language: str
) -> None:
    """Twelve towns, six rivers and HUNGARY did in the five games (Slonim, Narva, Grozny): what a
    leaf keeps of itself when it is joined to its neighbours shows whole names alone, and what lies
    beyond that leaves out those of which it would show only some."""
    windows, found = windows_of(game_id), planned(game_id)
    scene = Scene(found.game, found.layout, language)
    names = Names(scene, all_courses(scene), windows)
    boxes = [*names.labels.values(), *((one.along.text, one.box) for one in names.rivers)]
    parts, cores = windows.parts or (), windows.cores
    kept = {
        (text, number)
        for text, box in boxes
        for number, core in enumerate(cores)
        if overlap(core, box) and not held(parts[number], box)
    }
    assert kept == set()
    for text, box in boxes:
        shown = {number for number, part in enumerate(parts) if overlap(part, box)}
        cut = {number for number in shown if not held(parts[number], box)}
        assert cut <= windows.without(box), text
        assert shown - windows.without(box), text


def held(part: Box, box: Box) -> bool:
    return overlap(part, box) and box_around([part[:2], part[2:], box[:2], box[2:]], 0.0) == part


def test_a_name_that_a_leaf_leaves_out_is_on_its_neighbour() -> None:
    """Towns of dagc that stand at the edge of two leaves are on one of them."""
    windows, found = windows_of("dagc"), planned("dagc")
    scene = Scene(found.game, found.layout)
    names = Names(scene, all_courses(scene), windows)
    found_boxes = {names.text(name): place.box for name, place in names.places.items()}
    boxes = {text: box for text, box in found_boxes.items() if windows.without(box)}
    assert boxes
    for text, box in boxes.items():
        for number, part in enumerate(windows.parts or ()):
            said: list[str] = []
            names.draw_on(told(said), number)
            assert (text in said) == (number not in windows.without(box)), (text, part)
    said = []
    names.draw(told(said))
    assert not boxes.keys() & set(said)


def told(said: list[str]) -> Canvas:
    """A canvas that notes the words of names which stand straight."""
    canvas = PageCanvas(10_000, 10_000)
    canvas.text = lambda x, y, text, style: said.append(text)  # type: ignore[method-assign]
    return canvas


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
    windows = Windows(((0, 0, 10, 10), (8, 0, 18, 10)), ((0, 0, 9, 10), (9, 0, 18, 10)))
    beside, over = (8.5, 1.0, 10.0, 2.0), (8.5, 1.0, 10.5, 2.0)
    assert windows.whole(beside)
    assert (windows.cuts(beside), windows.without(beside)) == (0, frozenset())
    assert (windows.cuts(over), windows.without(over)) == (1, frozenset())
    end = (5.0, 1.0, 8.9, 2.0)  # the second part would show its end in what is cut away
    assert (windows.cuts(end), windows.without(end)) == (0, frozenset({1}))
    assert list(windows.ways_out(over, 0.9)) == [(-0.5, 0.0), (0.5, 0.0)]
    long = (1.0, 1.0, 17.0, 2.0)
    assert not windows.whole(long)
    assert windows.joined(long)
    assert not windows.joined((1.0, 1.0, 19.0, 2.0))
    assert EVERYWHERE.whole(long)
    assert EVERYWHERE.cuts(long) == 0
