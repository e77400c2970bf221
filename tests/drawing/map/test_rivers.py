"""Rivers keep to their hexsides, join what they run into, and widen downstream."""

from __future__ import annotations

import json
import math

import pytest

from builder.drawing.map.layout import layout_map
from builder.drawing.map.rivers import Course, all_courses
from builder.drawing.map.scene import Scene

from .conftest import Sample


def along(sample: Sample, column: int, rows: range, word: str = "river") -> None:
    """A river down the east side of a column of hexes."""
    game = sample.game()
    for row in rows:
        name = f"{column:02d}{row:02d}"
        for direction in ("E", "SE", "NE"):
            other = game.grid.around[name].get(direction)
            if other and (direction == "E" or int(other[:2]) > column):
                sample.sides.append((name, other, word))


def scene_of(sample: Sample) -> Scene:
    game = sample.game()
    return Scene(game, layout_map(game))


def farthest(scene: Scene, course: Course, edges) -> float:
    """How far the course strays from the hexsides, in pixels, inside the hex field."""
    ends = [(scene.lattice.point(a), scene.lattice.point(b)) for a, b in edges]
    frame = scene.layout.frame
    worst = 0.0
    for x, y in course.points:
        if frame.x + 40 < x < frame.x + frame.width - 40 and frame.y + 40 < y < frame.y + 900:
            worst = max(worst, min(_distance((x, y), a, b) for a, b in ends))
    return worst


def _distance(p, a, b) -> float:
    length = math.dist(a, b) ** 2
    t = max(0, min(1, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length))
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


@pytest.mark.parametrize("word", ["river", "major-river"])
def test_a_river_stays_by_its_hexsides_and_covers_them(sample: Sample, word: str) -> None:
    along(sample, 5, range(3, 9), word)
    scene = scene_of(sample)
    edges = scene.edges_with(word)
    found = all_courses(scene)
    assert found
    for course in found:
        assert farthest(scene, course, edges) < 14
    points = [point for course in found for point in course.points]
    for a, b in edges:
        (x0, y0), (x1, y1) = scene.lattice.point(a), scene.lattice.point(b)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        assert min(math.dist(middle, point) for point in points) < 14


def test_a_river_widens_towards_the_sea(sample: Sample) -> None:
    along(sample, 5, range(3, 9))
    sample.terrain = {f"{column:02d}{row:02d}": "sea" for column in range(1, 13) for row in (9, 10)}
    (course,) = all_courses(scene_of(sample))
    assert course.points[0][1] < course.points[-1][1]
    assert course.widths[-1] > 1.5 * course.widths[0]
    assert list(course.widths) == sorted(course.widths)


def test_a_tributary_ends_in_the_river(sample: Sample) -> None:
    along(sample, 5, range(3, 9))
    game = sample.game()
    near = game.grid.around
    sample.sides += [("0605", near["0605"]["SW"], "river"), ("0605", near["0605"]["SE"], "river")]
    sample.sides = list({tuple(sorted(side[:2])): side for side in sample.sides}.values())
    found = all_courses(scene_of(sample))
    main = max(found, key=lambda course: len(course.points))
    others = [course for course in found if course is not main]
    assert others
    for course in others:
        ends = (course.points[0], course.points[-1])
        assert min(math.dist(p, end) for p in main.points for end in ends) < 8


def test_named_rivers_keep_their_direction(sample: Sample) -> None:
    along(sample, 5, range(3, 9))
    scene = scene_of(sample)
    (course,) = all_courses(scene)
    corners = [scene.lattice.nearest(p) for p in course.points]
    order = list(dict.fromkeys(c for edge in scene.edges_with("river") for c in edge))
    order.sort(key=lambda c: (-c[1], c[0]))
    assert corners
    pixels = scene.layout.pixels
    points = [scene.lattice.point(corner) for corner in order]
    grid = [[(x - pixels.margin_x) / 80, (y - pixels.margin_y) / 80] for x, y in points]
    sample.shapes = json.dumps(
        {"sea": [[[[20, 20], [21, 20], [21, 21]]]], "lakes": [],
         "rivers": [{"name": "Up", "width": 2, "points": grid}]}
    )  # fmt: skip
    found = all_courses(scene_of(sample))
    longest = max(found, key=lambda course: len(course.points))
    assert longest.points[0][1] > longest.points[-1][1]
