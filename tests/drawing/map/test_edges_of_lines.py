"""Roads run off the map where they end at its edge, and the line round an objective inside its
hex."""

from __future__ import annotations

import math

import pytest

from builder.drawing.canvas import Paint
from builder.drawing.map.layout import layout_map
from builder.drawing.map.lines import line_curves
from builder.drawing.map.names import Names
from builder.drawing.map.scene import Scene
from builder.drawing.map.sides import draw_hexside_lines
from builder.drawing.paths import Path, flatten
from builder.drawing.plates import PlateCanvas

from .conftest import Sample

NORTH = "0505 0504 0503 0502 0501"


@pytest.mark.parametrize(
    ("run", "terrain", "also", "over"),
    [
        (NORTH, {}, [], True),
        (NORTH, {"0501": "town"}, [], False),
        ("0505 0504 0503 0502", {}, [], False),  # it ends on the map
        (NORTH, {}, [("track", "0401 0501 0601")], False),  # it meets a track
        (NORTH, {}, [("rail", "0401 0501 0601")], True),  # it crosses a railway
        (NORTH, {}, [("rail", "0502 0501")], True),  # a railway leaves beside it
    ],
)
def test_a_road_runs_off_the_map(
    sample: Sample, run: str, terrain: dict[str, str], also: list[tuple[str, str]], over: bool
) -> None:
    sample.terrain = terrain
    sample.lines = [("road", run), *also]
    game = sample.game()
    layout = layout_map(game)
    (curve,) = line_curves(Scene(game, layout), "road")
    assert (min(y for _, y in curve) < layout.frame.y) is over
    top, bottom = (layout.pixels.centre(name) for name in (run.split()[-1], run.split()[0]))
    for x, y in (top, bottom):
        nearest = min(math.hypot(x - a, y - b) for a, b in curve)
        assert nearest < 0.3 * layout.pixels.width, "its own hexes have it all"


class _Red(PlateCanvas):
    """The corners of the lines round objectives."""

    def __init__(self, width: float, height: float, colour: str) -> None:
        super().__init__(width, height)
        self.colour = colour
        self.found: list[tuple[float, float]] = []

    def path(self, path: Path, paint: Paint) -> None:
        if paint.stroke == self.colour:
            self.found += [point for part in path.parts() for point in flatten(part)]
        super().path(path, paint)


def test_the_line_round_an_objective_leaves_its_hexsides_to_rivers(sample: Sample) -> None:
    game = sample.game()
    around = [str(name) for name in game.grid.neighbours("0505")]
    sample.sides = [("0505", name, "objective") for name in around]
    sample.sides += [("0801", "0802", "objective")]
    sample.names = {"0505": "Inside", "0908": "Elsewhere"}
    game = sample.game()
    layout = layout_map(game)
    scene = Scene(game, layout)
    canvas = _Red(layout.width, layout.height, scene.palette.autobahn)
    draw_hexside_lines(canvas, scene)
    x, y = scene.centre("0505")
    near = [point for point in canvas.found if math.dist(point, (x, y)) < scene.width]
    corners = [
        scene.lattice.point(one) for one in scene.lattice.corners(scene.lattice.cell("0505"))
    ]
    for point in near:
        assert min(math.dist(point, corner) for corner in corners) > 4 * scene.unit
    assert len(canvas.found) > len(near), "a line along one side stays there"
    names = Names(scene)
    assert names.style("0505").halo_width > names.style("0908").halo_width
