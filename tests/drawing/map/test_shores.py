"""Shores: from shapes.json, or made from the hexes; what is water is painted as water."""

from __future__ import annotations

import json
import os

import pytest

from assistant.words.findings import complaining
from builder.drawing.colours import parse
from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import layout_map
from builder.drawing.map.palette import Palette
from builder.drawing.map.scene import Scene
from builder.drawing.map.shapes import area
from builder.drawing.map.shapes_file import check_shapes, shapes_file
from builder.drawing.pixels import PixelCanvas
from builder.game.problems import ProblemsError
from tests.hostile.conftest import bounded
from tests.wide import all_but

from .conftest import Sample


def drawn(sample: Sample):
    game = sample.game()
    layout = layout_map(game)
    canvas = PixelCanvas(layout.width, layout.height, background="white", supersample=2)
    draw_map(canvas, game, layout)
    return game, layout, canvas.picture()


def near(colour: tuple[int, ...], wanted: str, tolerance: int = 60) -> bool:
    return sum(abs(a - b) for a, b in zip(colour, parse(wanted), strict=True)) <= tolerance


def block(columns: range, rows: range, word: str) -> dict[str, str]:
    return {f"{column:02d}{row:02d}": word for column in columns for row in rows}


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_hex_centres_have_their_ground(sample: Sample, orientation: str) -> None:
    sample.orientation = orientation
    sample.terrain = block(range(1, 5), range(5, 11), "sea")
    sample.terrain |= block(range(9, 13), range(6, 11), "swamp")
    _, layout, image = drawn(sample)
    palette = Palette()
    pale = (palette.sea, palette.shallows)

    def at(name: str) -> tuple[int, ...]:
        x, y = layout.pixels.centre(name)
        return image.getpixel((round(x) + 9, round(y) + 9))

    assert any(near(at("0208"), tone) for tone in pale)
    assert near(at("0108"), palette.sea, 90)
    assert near(at("0803"), palette.land, 20)
    assert near(at("1108"), palette.marsh, 40) or near(at("1108"), palette.reed, 60)


def test_a_made_shore_lies_near_the_hexes_edge(sample: Sample) -> None:
    sample.terrain = block(range(4, 8), range(4, 8), "lake")
    game = sample.game()
    scene = Scene(game, layout_map(game))
    (lake,) = scene.waters.lakes
    assert not scene.waters.sea
    hexes = 16 * 80 * scene.layout.pixels.side * 1.5
    assert abs(area(lake.outer)) == pytest.approx(hexes, rel=0.1)
    for name in sample.terrain:
        assert lake.covers(scene.centre(name))
    assert not lake.covers(scene.centre("0305"))


def test_an_island_stays_land(sample: Sample) -> None:
    sample.terrain = block(range(3, 10), range(3, 9), "sea")
    del sample.terrain["0605"]
    game = sample.game()
    scene = Scene(game, layout_map(game))
    (sea,) = scene.waters.sea
    assert len(sea.islands) == 1
    assert not scene.waters.covers(scene.centre("0605"))
    assert scene.waters.covers(scene.centre("0505"))


def test_natural_shores_are_read_in_grid_units(sample: Sample) -> None:
    square = [[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]]
    sample.shapes = json.dumps({"size": [12.5, 9], "sea": [], "lakes": [[square]], "rivers": []})
    game = sample.game()
    scene = Scene(game, layout_map(game))
    assert scene.waters.natural
    assert scene.waters.covers((60 + 4 * 80, 60 + 4 * 80))
    assert not scene.waters.covers((60 + 7 * 80, 60 + 4 * 80))
    left, top, right, bottom = scene.waters.lakes[0].box
    for edge, wanted in ((left, 2), (top, 2), (right, 6), (bottom, 6)):
        assert edge == pytest.approx(60 + wanted * 80, abs=12)


SQUARE = [[1.0, 1.0], [5.0, 1.0], [5.0, 5.0]]

NONE = {
    "cut off": "[",
    "points of one number": '{"sea": [[[[1]]]]}',
    "a number": '{"lakes": 5}',
    "a river without a course": '{"rivers": [{}]}',
    "a body without a shore": '{"sea": [[]]}',
    "a shore of one point": '{"sea": [[[[1, 1], [1, 1]]]]}',
    "a river of one point": '{"rivers": [{"name": "a", "points": [[1, 1]]}]}',
    "a river without end": '{"rivers": [{"name": "a", "points": [[1, 1], [2, 2]], "width": 1e300}]}',
    "endless": '{"sea": [[[[0, 0], [Infinity, 0], [0, 9]]]]}',
    "nowhere": '{"sea": [[[[0, 0], [NaN, 0], [0, 9]]]]}',
    "400 figures": f'{{"sea": [[[[0, 0], [{"9" * 400}, 0], [0, 9]]]]}}',
    "5,000 figures": f'{{"sea": [[[[0, 0], [{"9" * 5000}, 0], [0, 9]]]]}}',
    "lists in lists": f'{{"sea": {"[" * 100_000}{"]" * 100_000}}}',
    "a coast to the moon": '{"sea": [[[[0, 0], [1e12, 0], [0, 9]]]]}',
    "a zigzag": json.dumps({"sea": [[[[(-1) ** at * 100.0, at] for at in range(100)]]]}),
    "100,000 points": json.dumps({"sea": [[[[1, at / 1e5] for at in range(100_000)]]]}),
    "20,000 lakes": json.dumps({"lakes": [[SQUARE]] * 20_000}),
    "nine megabytes": f'{{"x": "{"y" * (9 << 20)}"}}',
}


@pytest.mark.parametrize("what", all_but(NONE, "20,000 lakes"))
def test_shapes_that_are_none(what: str, sample: Sample) -> None:
    sample.shapes = NONE[what]
    game = sample.game()
    with bounded(), pytest.raises(ProblemsError, match=r"shapes\.json"):
        _ = Scene(game, layout_map(game)).waters
    with bounded(), pytest.raises(ProblemsError, match=r"shapes\.json") as caught:
        check_shapes(game)
    (problem,) = caught.value.problems
    assert "shapes.json" not in problem.text


def test_shapes_that_are_no_file(sample: Sample) -> None:
    game = sample.game()
    os.mkfifo(shapes_file(game))
    with bounded(), pytest.raises(ProblemsError, match="no plain file"):
        check_shapes(game)


def test_a_town_in_the_water_moves_ashore(sample: Sample) -> None:
    sea = [[-2.0, -2.0], [5.3, -2.0], [5.3, 12.0], [-2.0, 12.0]]
    sample.shapes = json.dumps({"sea": [[sea]], "lakes": [], "rivers": []})
    game = sample.game()
    centres = {n: layout_map(game).pixels.centre(n) for n in game.grid.places}
    edge = 60 + 5.3 * 80
    name = min(centres, key=lambda n: abs(centres[n][0] - (edge - 12)))
    sample.terrain = {name: "town"}
    scene = Scene(sample.game(), layout_map(game))
    x, y = scene.town_places[name]
    assert not scene.waters.covers((x, y))
    assert abs(x - centres[name][0]) < 40


@pytest.mark.parametrize(
    ("what", "line", "told", "spanish"),
    [
        ("points of one number", 0, "'sea[0][0][0]' is no point. Write two", "no es un punto"),
        ("a number", 0, "'lakes' is no list. Write it in [ ].", "no es una lista"),
        ("a river without a course", 0, "'rivers[0]' is no river", "no es un río"),
        ("a river of one point", 0, "'rivers[0].points' is a line of fewer", "menos de dos"),
        ("a river without end", 0, "'rivers[0].width': no river is as wide. Write", "tan ancho"),
        ("nowhere", 0, "'sea[0][0][1][0]' is no number. Write one, as 3.5.", "no es un número"),
        ("5,000 figures", 0, "A number in it has thousands of digits. Run", "miles de cifras"),
        ("lists in lists", 0, "Its lists lie too deep in each other. Run", "demasiado metidas"),
        ('{"sea": [],\n  x}', 2, "This is no JSON. Run kessel derive again.", "no es JSON"),
        ('{"rivers": [{"name": "\\ud800"}]}', 0, "This is no text in UTF-8. Run", "no es"),
        ('{"rivers": [{"name": "a", "points": [["1", 2]]}]}', 0, "points[0][0]' is no", "número"),
    ],
)
def test_what_is_wrong_with_shapes_is_told_with_its_place(
    what: str, line: int, told: str, spanish: str, sample: Sample
) -> None:
    """In words of our own, whatever library reads it."""
    sample.shapes = NONE.get(what, what)
    with pytest.raises(ProblemsError) as caught:
        check_shapes(sample.game())
    (problem,) = caught.value.problems
    assert problem.line == line
    assert told in f"{problem.text} {problem.remedy}"
    say = complaining("es")
    assert spanish in say(problem.text)
    assert say(problem.remedy) != str(problem.remedy)
