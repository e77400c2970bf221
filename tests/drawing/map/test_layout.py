"""The sheet: the grid lies exactly where PixelGrid says, and regions do not overlap."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from builder.drawing.canvas import text_width
from builder.drawing.map.hexes import number_style
from builder.drawing.map.lattice import Lattice
from builder.drawing.map.layout import MapLayout, layout_map
from builder.drawing.map.scene import Scene
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.hexes.grid import PixelGrid

from .conftest import Sample

DAGC = Path(__file__).parents[3] / "source-art" / "dagc"


def overlapping(layout: MapLayout) -> list[tuple[str, str]]:
    """Pairs of regions that share ground, apart from spaces with their own track."""
    found = []
    outer = [r for r in layout.regions if not r.parent and r.kind not in ("title", "compass")]
    for one, other in itertools.combinations(outer, 2):
        wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
        high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
        if wide > 0.01 and high > 0.01:
            found.append((one.id, other.id))
    return found


@pytest.mark.parametrize("panel", ["bottom", "right"])
@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_regions(sample: Sample, orientation: str, panel: str) -> None:
    sample.orientation = orientation
    game = sample.game()
    game.definition.drawing["map"]["panel"] = panel
    layout = layout_map(game)
    assert overlapping(layout) == []
    assert layout.pixels == PixelGrid(game.grid, 80, 60, 60)
    for name in game.grid.places:
        assert layout.frame.holds(*layout.pixels.centre(name))
    for region in layout.regions:
        assert region.x >= 0
        assert region.x + region.width <= layout.width
        assert region.y + region.height <= layout.height
    for parent in ("turn-track", "track:points"):
        track, spaces = layout.region(parent), layout.spaces(parent)
        for one, other in itertools.pairwise(spaces):
            assert one.x + one.width <= other.x + 0.01 or other.y >= one.y + one.height - 0.01
        assert all(track.holds(*space.centre) for space in spaces)
    assert len(layout.spaces("turn-track")) == 6
    assert len(layout.spaces("track:points")) == 71


def test_a_panel_too_high_for_the_map_beside_it_leaves_no_quarter_empty(sample: Sample) -> None:
    game = sample.game()
    game.definition.drawing["map"] |= {"panel": "right", "turn-room": [3, 4]}
    layout = layout_map(game)
    assert overlapping(layout) == []
    outer = [r for r in layout.regions if not r.parent and r.kind != "compass"]
    covered = sum(region.width * region.height for region in outer)
    assert covered > 0.75 * layout.width * layout.height
    assert layout.frame.x < max(r.y for r in outer if r.x < layout.frame.width)


def test_rows_of_a_track_are_about_equally_long(sample: Sample) -> None:
    spaces = layout_map(sample.game()).spaces("track:points")
    rows = [sum(1 for space in spaces if space.y == y) for y in sorted({s.y for s in spaces})]
    assert len(rows) > 1
    assert max(rows) - min(rows) < len(rows)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_corners_and_cells_are_pixel_grids_own(sample: Sample, orientation: str) -> None:
    sample.orientation = orientation
    game = sample.game()
    pixels = PixelGrid(game.grid, 80, 60, 60)
    lattice = Lattice(pixels)
    for name in game.grid.places:
        cell = lattice.cell(name)
        assert lattice.centre(cell) == pytest.approx(pixels.centre(name))
        for mine, theirs in zip(lattice.corners(cell), pixels.corners(name), strict=True):
            assert lattice.point(mine) == pytest.approx(theirs)
            assert lattice.nearest(theirs) == mine
        x, y = pixels.centre(name)
        for dx, dy in ((0, 0), (22, 20), (-25, 3), (5, -30)):
            assert lattice.cell_at((x + dx, y + dy)) == cell


def test_an_inset_may_not_cover_land(sample: Sample) -> None:
    sample.more = '[drawing.map.inset]\ntitle = "0303"\n'
    with pytest.raises(ProblemsError, match="not all water") as caught:
        layout_map(sample.game())
    assert caught.value.problems[0].line > 0


def test_dagc(request: pytest.FixtureRequest) -> None:
    game = load_game(DAGC)
    layout = layout_map(game)
    assert overlapping(layout) == []
    assert len(layout.spaces("turn-track")) == 9
    for box in game.definition.units.boxes:
        assert layout.has(f"box:{box}")


@pytest.mark.parametrize(("width", "size"), [(80, 11.0), (40, 10.2), (20, 5.8)])
def test_numbers_of_neighbours_never_touch(sample: Sample, width: int, size: float) -> None:
    sample.width = width
    game = sample.game()
    scene = Scene(game, layout_map(game))
    style = number_style(scene, "black")
    assert style.size <= size
    assert text_width("8888", style) < 0.7 * width
