"""Hex numbers can be read everywhere: nothing that a map bears lies over one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from builder.drawing.map.areas import edge_arrows
from builder.drawing.map.hexes import busy_numbers
from builder.drawing.map.labels import Box, box_around, overlap
from builder.drawing.map.layout import LAND, layout_map
from builder.drawing.map.names import Names
from builder.drawing.map.number_boxes import NumberBoxes, hidden_numbers
from builder.drawing.map.river_names import RiverName
from builder.drawing.map.rivers import all_courses
from builder.drawing.map.scene import Scene
from builder.game.loader import load_game
from tests.wide import all_but, paired

from .conftest import Sample

COUNTER = 0.62
"""The side of a counter on a picture, in hexes."""

GAMES = ("aldra", "dagc", "karga", "kursk", "mlb", "nr", "saltmarsh", "tarsa", "uis")


def written(names: Names) -> Iterator[tuple[str, list[Box]]]:
    """All that is written over the country, with its boxes."""
    for caption in names.captions:
        yield caption.text, caption.inked
    for name, place in names.places.items():
        yield names.text(name), [place.box]
    for river in names.rivers:
        yield river.along.text, river.boxes


@pytest.mark.parametrize(("game_id", "language"), all_but(paired(GAMES, ["en", "es"]), "uis"))
def test_nothing_covers_a_hex_number(game_id: str, language: str) -> None:
    """Seas and countries of uis covered seventeen; those of dagc, mlb and nr some. No name lies over
    another, as EAST GERMANY lay over FLÄMING, and no river's under the counters of a set-up, as
    twelve did: but two of mlb, which run through units from end to end."""
    game = load_game(game_id)
    layout = layout_map(game)
    scene = Scene(game, layout, language)
    names = Names(scene, all_courses(scene))
    covered = {text: names.numbers.under(boxes) for text, boxes in written(names)}
    hidden = hidden_numbers(scene)
    for region in layout.regions:
        if region.parent == LAND or (region.kind != "map" and layout.frame.holds(*region.centre)):
            box = region.x, region.y, region.x + region.width, region.y + region.height
            covered[region.name or region.id] = names.numbers.under([box]) - hidden
    assert covered
    assert {text: sorted(found) for text, found in covered.items() if found} == {}
    round_each = [(text, boxes, hull(boxes)) for text, boxes in written(names)]
    crossing = [
        (text, other)
        for (text, boxes, around), (other, others, beyond) in combinations(round_each, 2)
        if overlap(around, beyond) and any(overlap(a, b) for a in boxes for b in others)
    ]
    assert crossing == []
    assert {one.along.text for one in names.rivers if under_counters(names, one)} == (
        {"Kalmius", "Mius"} if game_id == "mlb" else set()
    )


def under_counters(names: Names, river: RiverName) -> bool:
    """Whether it is under a counter, as a picture shows it, when some scenario begins."""
    scene, half = names.scene, COUNTER / 2 * names.scene.width
    middles = map(scene.centre, scene.game.set_up)
    counters = ((x - half, y - half, x + half, y + half) for x, y in middles)
    return any(overlap(box, counter) for counter in counters for box in river.boxes)


def hull(boxes: list[Box]) -> Box:
    return box_around([corner for box in boxes for corner in (box[:2], box[2:])], 0.0)


def test_numbers_are_hidden_at_sea_alone() -> None:
    """The panel of dagc's title and its compass lie on hexes that are all water."""
    scene = Scene(load_game("dagc"), layout_map(load_game("dagc")))
    found = hidden_numbers(scene)
    assert "1923" in found
    assert all(scene.is_water(name) for name in found)
    assert hidden_numbers(Scene(load_game("mlb"), layout_map(load_game("mlb")))) == set()


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_which_numbers_a_box_would_cover(sample: Sample, orientation: str) -> None:
    """It looks at those alone that stand near, and finds what looking at all of them finds."""
    sample.orientation = orientation
    game = sample.game()
    numbers = NumberBoxes(Scene(game, layout_map(game)))
    assert len(numbers.boxes) == len(game.grid.places)
    for name, (left, top, right, bottom) in numbers.boxes.items():
        middle = ((left + right) / 2, (top + bottom) / 2)
        box = middle[0] + 1, middle[1] + 1, middle[0] + 30, middle[1] + 60
        every = {other for other, one in numbers.boxes.items() if overlap(one, box)}
        assert name in every
        assert numbers.under([box]) == every
        assert numbers.meets([box])
        below = left, bottom + 1, right, bottom + 12
        assert not numbers.under([below])
        assert not numbers.meets([below])
        assert numbers.meets([below], (0.0, -6.0))


def test_a_map_without_numbers_has_none_to_cover(sample: Sample) -> None:
    game = sample.game()
    drawing = {**game.definition.drawing, "map": {**game.definition.drawing["map"]}}
    drawing["map"]["numbers"] = False
    bare = replace(game, definition=game.definition.model_copy(update={"drawing": drawing}))
    numbers = NumberBoxes(Scene(bare, layout_map(bare)))
    assert numbers.boxes == {}
    assert not numbers.meets([(0.0, 0.0, 500.0, 500.0)])


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_numbers_on_borders_stand_out(sample: Sample, orientation: str) -> None:
    """The border of an area runs along the upper hexsides of its hexes, where their numbers are,
    and below it along those of others."""
    sample.orientation = orientation
    sample.terrain = dict.fromkeys(("0404", "0405", "0406", "0504", "0505", "0506"), "zone")
    sample.sides = [("0808", "0807", "border")]
    scene = Scene(sample.game(), layout_map(sample.game()))
    found = busy_numbers(scene)
    assert {"0404", "0504"} <= found
    assert not {"0406", "1010", "0202"} & found
    assert "0808" in found or orientation == "pointy"


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("edge", ["supply", "entry", "breakthrough"])
def test_arrows_over_the_edge_leave_numbers_free(
    sample: Sample, orientation: str, edge: str
) -> None:
    sample.orientation, sample.edge = orientation, edge
    game = sample.game()
    scene = Scene(game, layout_map(game))
    numbers = NumberBoxes(scene)
    for mark in scene.config.edge:
        for x, y, heading in edge_arrows(scene, mark, inward=edge != "breakthrough"):
            turn = math.radians(heading)
            ends = [(x + far * math.cos(turn), y + far * math.sin(turn)) for far in (-5, 10)]
            assert numbers.under([box_around(ends, 1.0)]) == set()
