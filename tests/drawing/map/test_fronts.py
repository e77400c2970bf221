"""Trench lines look at the enemy, areas have borders, edges of the map their marks."""

from __future__ import annotations

import math

from builder.drawing.map.areas import edge_runs, trench_runs
from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import layout_map
from builder.drawing.map.lines import line_curves
from builder.drawing.map.scene import Scene
from builder.drawing.pixels import PixelCanvas

from .conftest import Sample


def scene_of(sample: Sample) -> Scene:
    game = sample.game()
    return Scene(game, layout_map(game))


def test_each_trench_runs_on_its_own_side_facing_the_other(sample: Sample) -> None:
    for row in range(3, 9):
        sample.terrain[f"05{row:02d}"] = "red-trench"
        sample.terrain[f"06{row:02d}"] = "blue-trench"
    scene = scene_of(sample)
    red, blue = trench_runs(scene, "red-trench"), trench_runs(scene, "blue-trench")
    assert len(red) == len(blue) == 1
    west = sum(x for x, _ in red[0]) / len(red[0])
    east = sum(x for x, _ in blue[0]) / len(blue[0])
    assert 12 < east - west < 30
    # Teeth stand on the left of the run, and there the enemy is.
    assert red[0][0][1] < red[0][-1][1]
    assert blue[0][0][1] > blue[0][-1][1]


def test_a_lone_entrenchment_looks_all_around(sample: Sample) -> None:
    sample.terrain = {"0505": "red-trench"}
    scene = scene_of(sample)
    (run,) = trench_runs(scene, "red-trench")
    centre = scene.centre("0505")
    assert run[0] == run[-1]
    assert all(25 < math.dist(point, centre) < 40 for point in run)


def test_an_entrenchment_does_not_run_over_a_lake(sample: Sample) -> None:
    sample.terrain = {"0505": "red-trench", "0605": "blue-trench"}
    sample.sides = [("0505", "0605", "lake")]
    scene = scene_of(sample)
    assert trench_runs(scene, "red-trench") == trench_runs(scene, "blue-trench") == []


def test_supply_edges_run_along_the_outside(sample: Sample) -> None:
    game = sample.game()
    layout = layout_map(game)
    (run,) = edge_runs(Scene(game, layout), game.hexset("north"))
    top = min(layout.pixels.centre(name)[1] for name in game.grid.places)
    assert all(y < top + layout.pixels.side + 1 for _, y in run)
    canvas = PixelCanvas(layout.width, layout.height, background="white", supersample=2)
    draw_map(canvas, game, layout)
    picture = canvas.picture()
    (x0, y0), (x1, y1) = run[len(run) // 2], run[len(run) // 2 + 1]
    red, green, blue = picture.getpixel((round((x0 + x1) / 2), round((y0 + y1) / 2)))
    assert green > red + 60
    assert green > blue + 30


def test_an_area_has_its_colour_at_its_border_only(sample: Sample) -> None:
    sample.terrain = {f"{c:02d}{r:02d}": "zone" for c in (5, 6, 7) for r in (5, 6, 7)}
    sample.more = '[drawing.map.terrain.zone]\ncolour = "#ff00ff"\n'
    game = sample.game()
    layout = layout_map(game)
    canvas = PixelCanvas(layout.width, layout.height, background="white", supersample=2)
    draw_map(canvas, game, layout)
    picture = canvas.picture()

    def magenta(name: str) -> int:
        x, y = (round(value) for value in layout.pixels.centre(name))
        part = picture.crop((x - 46, y - 46, x + 46, y + 46)).tobytes()
        pixels = zip(part[0::3], part[1::3], part[2::3], strict=True)
        return sum(1 for r, g, b in pixels if r > 200 and b > 180 and g < 120)

    assert magenta("0505") > 40
    assert magenta("0606") == 0
    assert magenta("0303") == 0


def test_a_line_passes_through_its_hexes(sample: Sample) -> None:
    sample.lines = [("road", "0305 0405 0505 0504 0604")]
    scene = scene_of(sample)
    (curve,) = line_curves(scene, "road")
    for name in ("0305", "0604"):
        assert min(math.dist(point, scene.centre(name)) for point in curve) < 1
    for name in ("0405", "0505", "0504"):  # straighter than from middle to middle
        assert min(math.dist(point, scene.centre(name)) for point in curve) < 0.3 * scene.width
    on = [scene.lattice.cells.get(scene.lattice.cell_at(point)) for point in curve]
    assert list(dict.fromkeys(on)) == ["0305", "0405", "0505", "0504", "0604"]


def test_a_line_has_no_hairpins(sample: Sample) -> None:
    sample.lines = [("road", "0305 0405 0505 0504 0604")]
    (curve,) = line_curves(scene_of(sample), "road")
    turns = [
        abs(
            math.remainder(
                math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0]),
                math.tau,
            )
        )
        for a, b, c in zip(curve, curve[4:], curve[8:], strict=False)
    ]
    assert max(turns) < math.radians(75)


def test_a_line_goes_through_a_junction_without_a_kink(sample: Sample) -> None:
    sample.lines = [("road", "0305 0405 0505 0605 0705"), ("road", "0505 0506 0507")]
    scene = scene_of(sample)
    curves = sorted(line_curves(scene, "road"), key=len)
    assert len(curves) == 2
    for curve in curves:
        assert min(math.dist(point, scene.centre("0505")) for point in curve) < 1


def test_a_railway_runs_beside_a_road(sample: Sample) -> None:
    run = "0305 0405 0505 0605 0705"
    sample.lines = [("road", run), ("rail", run)]
    scene = scene_of(sample)
    (road,), (rail,) = line_curves(scene, "road"), line_curves(scene, "rail")
    middle = scene.centre("0505")
    gap = min(math.dist(point, middle) for point in rail)
    assert 3.5 < gap < 6
    assert min(math.dist(point, middle) for point in road) < 1
    for name in ("0305", "0705"):
        assert min(math.dist(point, scene.centre(name)) for point in rail) < 1
