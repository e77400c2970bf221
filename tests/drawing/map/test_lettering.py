"""Names of rivers and seas: along their curves, upright, clear of what stands there."""

from __future__ import annotations

import math
from pathlib import Path

from builder.drawing.map.captions import captions
from builder.drawing.map.labels import overlap
from builder.drawing.map.layout import layout_map
from builder.drawing.map.names import Names
from builder.drawing.map.rivers import all_courses
from builder.drawing.map.scene import Scene
from builder.game.loader import load_game

from .conftest import Sample

DAGC = Path(__file__).parents[3] / "source-art" / "dagc"


def test_river_names_of_dagc_are_upright_and_clear() -> None:
    game = load_game(DAGC)
    scene = Scene(game, layout_map(game))
    names = Names(scene, all_courses(scene))
    places = [place.box for place in names.places.values()]
    found = names.rivers
    assert len({name.along.text for name in found}) > 15
    frame = scene.layout.frame
    for name in found:
        for box in name.boxes:
            assert frame.holds(box[0], box[1])
            assert frame.holds(box[2], box[3])
            assert not any(overlap(box, place) for place in places)
        along = name.along
        heading = along.curve.at(along.start + along.length / 2)[1]
        assert abs(heading) < 100
        points = [point for course in names.courses for point in course.points]
        middle = name.boxes[len(name.boxes) // 2]
        x, y = (middle[0] + middle[2]) / 2, (middle[1] + middle[3]) / 2
        assert min(math.dist((x, y), point) for point in points) < 45


def test_captions_stand_on_their_hexes_in_the_language(sample: Sample) -> None:
    sample.more = """
[[drawing.map.caption]]
name = "Quiet Sea"
kind = "water"
hexes = ["0303", "0604", "0903"]
[[drawing.map.caption]]
name = "Hills"
hexes = ["0505"]
"""
    sample.texts = '[names]\n"Quiet Sea" = "Mar Tranquilo"\n'
    game = sample.game()
    scene = Scene(game, layout_map(game), "es")
    sea, hills = captions(scene)
    assert (sea.text, hills.text) == ("MAR TRANQUILO", "HILLS")
    assert sea.points[0] == scene.centre("0303")
    assert math.dist(sea.points[-1], scene.centre("0903")) < 1
    (box,) = hills.boxes
    x, y = scene.centre("0505")
    assert box[0] < x < box[2]
    assert box[1] < y < box[3]
    assert len(sea.boxes) > 5


def test_a_caption_down_a_column_of_hexes_does_not_curl(sample: Sample) -> None:
    """Every second row of hexes lies half a hex aside: Lake Peipus bent to and fro."""
    sample.more = """
[[drawing.map.caption]]
name = "Long Lake"
hexes = ["0503", "0504", "0505"]

[[drawing.map.caption]]
name = "Wide Land"
hexes = ["0103", "0504", "0903"]
"""
    game = sample.game()
    scene = Scene(game, layout_map(game))
    lake, land = captions(scene)
    (x, top), (_, bottom) = scene.centre("0503"), scene.centre("0505")
    assert max(abs(a - x) for a, _ in lake.points) < 0.15 * (bottom - top)
    middle = scene.centre("0504")
    assert min(math.dist(point, middle) for point in land.points) < 1, "a gentle bend is kept"
