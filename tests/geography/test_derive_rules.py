"""The rules of derive.toml on small maps whose geography is known."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time

import pytest
import shapely
from shapely.geometry import LineString
from small_map import SmallGame

from builder import limits
from builder.game.board import Board
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.geography.derive import Derivation, derive
from builder.geography.pieces import GAP, CrowdedError, nearly_met
from builder.geography.recipe_file import read_recipe
from builder.machine import stopping
from builder.machine.budget import TooMuchError
from tests.wide import some

Degrees = Callable[..., list[list[float]]]
POINTY = pytest.mark.parametrize("orientation", some(["pointy", "flat"], "pointy"), indirect=True)
"""For what does not ask how the hexes lie."""


def nothing(layer: str) -> Path:
    raise AssertionError(layer)


def run(game: SmallGame) -> tuple[Derivation, Board]:
    outcome = derive(game.folder, nothing)
    return outcome, load_game(game.folder).board


def ring(game: SmallGame, *hexes: str, wider: float = 0.0) -> list[list[list[float]]]:
    """A polygon round some hexes, in degrees."""
    union = shapely.union_all([game.plane.polygons[name].buffer(wider + 1e-4) for name in hexes])
    return [[list(game.plane.fit.inverse(x, y)) for x, y in union.exterior.coords]]


def test_water_closes_hexsides_and_makes_coast(game: SmallGame) -> None:
    sea = ("0102", "0103", "0202")
    game.shapes("sea.geojson", ("Polygon", {}, ring(game, *sea)))
    game.recipe(
        '[[water]]\nfrom = { layer = "sea.geojson" }\nterrain = "sea"\nhexside = "sea"\n'
        'coast = "coast"\ndraw = "sea"'
    )
    _, board = run(game)
    assert board.hexes_with("sea") == set(sea)
    closed = {pair for pair, features in board.hexsides.items() if "sea" in features}
    around = {(s, n) for s in sea for n in board.neighbours(s)}
    assert closed == around | {(n, s) for s, n in around}
    assert board.hexes_with("coast") == {n for s in sea for n in board.neighbours(s)} - set(sea)


def test_outside_land_is_sea(game: SmallGame) -> None:
    land = [name for name in game.plane.hexes if name != "0505"]
    game.shapes(
        "land.geojson",
        ("Polygon", {}, [*ring(game, *land, wider=2), ring(game, "0505")[0][::-1]]),
    )
    game.recipe('[[water]]\nfrom = { layer = "land.geojson", outside = true }\nterrain = "sea"')
    assert run(game)[1].hexes_with("sea") == {"0505"}


def test_what_lies_besides_a_layer_is_no_sea_either(game: SmallGame) -> None:
    land = [name for name in game.plane.hexes if name not in ("0505", "0508")]
    holes = [ring(game, name)[0][::-1] for name in ("0505", "0508")]
    game.shapes("land.geojson", ("Polygon", {}, [*ring(game, *land, wider=2), *holes]))
    game.shapes("more.geojson", ("Polygon", {}, ring(game, "0508")))
    game.recipe(
        '[[water]]\nfrom = { layer = "land.geojson", outside = true, besides = ["more.geojson"] }\n'
        'terrain = "sea"'
    )
    assert run(game)[1].hexes_with("sea") == {"0505"}


def test_areas_cover_by_share_and_have_a_boundary(game: SmallGame) -> None:
    game.shapes(
        "areas.geojson",
        ("Polygon", {"kind": "wood"}, ring(game, "0304", "0404")),
        ("Polygon", {"kind": "other"}, ring(game, "0808")),
    )
    game.recipe(
        '[[area]]\nfrom = { layer = "areas.geojson", where = { kind = "wood" } }\n'
        'terrain = "forest"\nboundary = "border"'
    )
    _, board = run(game)
    wood = {"0304", "0404"}
    assert board.hexes_with("forest") == wood
    border = {pair for pair, features in board.hexsides.items() if "border" in features}
    assert border == {
        pair
        for w in wood
        for n in board.neighbours(w)
        if n not in wood
        for pair in ((w, n), (n, w))
    }


def test_frontiers_lie_between_areas_that_differ(game: SmallGame) -> None:
    game.shapes(
        "areas.geojson",
        ("Polygon", {"kind": "forest"}, ring(game, "0304", "0404")),
        ("Polygon", {"kind": "town"}, ring(game, "0403")),
        ("Polygon", {"kind": "town"}, ring(game, "0504")),
    )
    area = '[[area]]\nfrom = {{ layer = "areas.geojson", where = {{ kind = "{0}" }} }}\nterrain = "{0}"\n'
    rule = '[[frontier]]\nhexside = "border"\nof = ["forest"]\nagainst = ["town"]'
    game.recipe(area.format("forest") + area.format("town") + rule)
    _, board = run(game)
    assert {pair for pair, features in board.hexsides.items() if "border" in features} == {
        pair
        for one in ("0304", "0404")
        for other in ("0403", "0504")
        if other in board.neighbours(one)
        for pair in ((one, other), (other, one))
    }


def test_a_nameless_place_leaves_a_hex_its_name(game: SmallGame) -> None:
    x, y = game.at("0606")
    game.write("places.csv", "name,kind,longitude,latitude", f"Here,town,{x},{y}", f",port,{x},{y}")
    recipe = '[[place]]\nfrom = {{ layer = "places.csv", where = {{ kind = "{0}" }} }}\nterrain = "{1}"\n'
    game.recipe(recipe.format("town", "town") + recipe.format("port", "coast"))
    _, board = run(game)
    assert board.names == {"0606": "Here"}
    assert board.of("0606") == {"town", "coast"}


def test_a_side_of_a_traced_line(game: SmallGame) -> None:
    line = [f"05{row:02}" for row in range(1, 9)]
    game.shapes("front.geojson", ("LineString", {}, [list(game.at(name)) for name in line]))
    game.recipe(
        '[[trace]]\nfrom = { layer = "front.geojson" }\nterrain = "front"\nsource = "stand-in"\n'
        '[[fill]]\nseeds = ["1001"]\nwalls = ["front"]\nterrain = "behind"'
    )
    _, board = run(game)
    front, behind = board.hexes_with("front"), board.hexes_with("behind")
    assert front >= set(line)
    assert "1001" in behind
    assert not behind & front
    assert not any(n in behind for n in board.neighbours("0304"))
    assert {row[3] for row in game.rows("hexes.csv") if row[1] == "front"} == {
        "geography; stand-in: front"
    }


def test_a_place_lies_where_it_is_or_where_it_is_put(game: SmallGame) -> None:
    game.write(
        "places.csv", "name,kind,longitude,latitude,hex",
        "Here,town,{},{},".format(*game.at("0606")), "There,town,{},{},0202".format(*game.at("0606")),
        "0305,town,0,0,", "Far,town,11,60,",
    )  # fmt: skip
    game.recipe('[[place]]\nfrom = { layer = "places.csv" }\nterrain = "town"')
    _, board = run(game)
    assert board.names == {"0606": "Here", "0202": "There"}


def test_roads_are_runs_and_bridge_rivers(game: SmallGame) -> None:
    start, end = game.plane.grid.neighbours("0404")[0], "0404"
    road = [list(game.at(name)) for name in (start, end)]
    side = game.plane.sides[game.plane.side(start, end)]
    game.shapes("road.geojson", ("LineString", {"name": "Road"}, road))
    game.shapes(
        "river.geojson",
        ("LineString", {"name": "River"}, [list(game.plane.fit.inverse(*p)) for p in side.coords]),
    )
    game.recipe(
        '[[river]]\nfrom = { layer = "river.geojson" }\nhexside = "river"\nmin-hexsides = 1\n'
        '[[line]]\nfrom = { layer = "road.geojson" }\nkind = "road"\n'
        '[[bridge]]\nhexside = "bridge"\nover = ["river"]\nlines = ["road"]'
    )
    _, board = run(game)
    assert board.lines["road"] == {(start, end), (end, start)}
    assert board.between(start, end) == {"river", "bridge"}


def test_a_tributary_ends_on_the_greater_river(game: SmallGame, degrees: Degrees) -> None:
    game.shapes(
        "rivers.geojson",
        ("LineString", {"name": "Great"}, degrees((0.5, 3.5), (4, 3.4), (9, 3.6))),
        ("LineString", {"name": "Small"}, degrees((4.4, 0.4), (4.6, 2.0), (4.5, 3.1))),
    )
    game.recipe(
        '[[river]]\nfrom = { layer = "rivers.geojson", where = { name = "Great" } }\n'
        'hexside = "river"\n'
        '[[river]]\nfrom = { layer = "rivers.geojson", where = { name = "Small" } }\n'
        'hexside = "river"'
    )
    run(game)
    graph: dict[tuple[int, int], list[str]] = {}
    for hex_, other, _, name, _ in game.rows("hexsides.csv"):
        for x, y in game.plane.sides[game.plane.side(hex_, other)].coords:
            graph.setdefault((round(x * 1000), round(y * 1000)), []).append(name)
    joints = [names for names in graph.values() if len(set(names)) == 2]
    assert len(joints) == 1
    assert sorted(joints[0]) == ["Great", "Great", "Small"]


def test_the_pieces_of_a_river_are_joined(game: SmallGame, degrees: Degrees) -> None:
    game.shapes(
        "rivers.geojson",
        ("LineString", {"name": "R"}, degrees((0.5, 3.5), (4, 3.4))),
        ("LineString", {"name": "R"}, degrees((9, 3.6), (4.2, 3.4))),
    )
    game.recipe(
        '[[river]]\nfrom = { layer = "rivers.geojson" }\nhexside = "river"\nmin-hexsides = 8'
    )
    run(game)
    assert len(game.rows("hexsides.csv")) >= 15


@pytest.mark.parametrize(("count", "reach"), [(3_000, 60.0), (600, 0.2)])
def test_thousands_of_short_lines_are_joined_or_refused_at_once(count: int, reach: float) -> None:
    """Every two of them were compared once more after each joint."""
    chance = Random(7)
    starts = [(chance.uniform(0, reach), chance.uniform(0, reach)) for _ in range(count)]
    lines = [LineString([(x, y), (x + 0.2, y + 0.1)]) for x, y in starts]
    ends = Counter(n for line in lines for n in (line.coords[0], line.coords[-1]))
    if reach < 1:
        with pytest.raises(CrowdedError):
            nearly_met(lines)
    else:
        joined = nearly_met(lines)
        left = [n for line in joined for n in (line.coords[0], line.coords[-1])]
        assert count / 3 < len(joined) < count
        assert set(left) <= set(ends)
        assert sum(len(line.coords) for line in joined) == 2 * count


@pytest.mark.parametrize("seed", range(20))
def test_lines_are_joined_at_the_nearest_ends_first(seed: int) -> None:
    """Against the plain way: of all pairs the nearest, again and again."""
    chance = Random(seed)
    lines = [
        LineString([(chance.randrange(9) / 4, chance.randrange(9) / 4), (n / 50 + 3, -n / 70)])
        for n in range(chance.randrange(9))
    ]
    expected = list(lines)
    while True:
        pairs = [
            (math.dist(first[-1], second[0]), n, m, first, second)
            for n, m in combinations(range(len(expected)), 2)
            for first in (list(expected[n].coords), list(expected[n].coords)[::-1])
            for second in (list(expected[m].coords), list(expected[m].coords)[::-1])
        ]
        nearest = min(pairs, key=lambda pair: pair[0], default=None)
        if nearest is None or nearest[0] > GAP:
            break
        _, n, m, first, second = nearest
        rest = [line for at, line in enumerate(expected) if at not in (n, m)]
        expected = [*rest, LineString([*first, *second])]
    assert [line.wkt for line in nearly_met(lines)] == [line.wkt for line in expected]


def test_a_river_ends_at_the_sea(game: SmallGame, degrees: Degrees) -> None:
    sea = ("0804", "0904", "1004", "0805", "0905", "1005", "0803", "0903", "1003")
    game.shapes("sea.geojson", ("Polygon", {}, ring(game, *sea)))
    game.shapes("river.geojson", ("LineString", {"name": "R"}, degrees((0.5, 3.5), (9.5, 3.7))))
    game.recipe(
        '[[water]]\nfrom = { layer = "sea.geojson" }\nhexside = "sea"\n'
        '[[river]]\nfrom = { layer = "river.geojson" }\nhexside = "river"'
    )
    features = [row[2] for row in (run(game), game.rows("hexsides.csv"))[1]]
    assert "river" in features
    assert "sea river" not in features


def test_rows_of_rules_and_persons_stay(game: SmallGame) -> None:
    game.shapes("wood.geojson", ("Polygon", {}, ring(game, "0304", "0404")))
    game.recipe('[[area]]\nfrom = { layer = "wood.geojson" }\nterrain = "forest"')
    run(game)
    game.write(
        "hexes.csv", "hex,terrain,name,source", "0304,town,Mine,mine", "0404,forest,,geography",
        "0505,town,Rule,2.2", "0606,forest,,geography",
    )  # fmt: skip
    outcome, board = run(game)
    assert outcome.rows["hexes.csv"] == (1, 2)
    assert board.of("0304") == {"town"}
    assert board.of("0404") == {"forest"}
    assert board.names == {"0304": "Mine", "0505": "Rule"}
    assert board.of("0606") == frozenset()


def test_deriving_twice_gives_the_same_bytes(game: SmallGame, degrees: Degrees) -> None:
    game.shapes("river.geojson", ("LineString", {"name": "R"}, degrees((0.5, 3.5), (9.5, 3.7))))
    game.recipe('[[river]]\nfrom = { layer = "river.geojson" }\nhexside = "river"')
    run(game)
    first = {path.name: path.read_bytes() for path in game.map.iterdir()}
    run(game)
    assert {path.name: path.read_bytes() for path in game.map.iterdir()} == first


@POINTY
@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ('[[area]]\nfrom = { layer = "x.geojson" }\nterrain = "wood"', "game.toml has no terrain 'wood'"),
        ('[[area]]\nfrom = { layer = "../x.geojson" }\nterrain = "forest"', "layer"),
        ('[[area]]\nterrain = "forest"', "area.from"),
        ('[[aera]]\nterrain = "forest"', "aera"),
        ('fit = "affine"', "no rule"),
        ('[[area]]\nfrom = { layer = "x.geojson" }\nterrain = "forest"', "Cannot read the file"),
        ('[[area]]\nfrom = { layer = "bad.geojson" }\nterrain = "forest"', "Not valid GeoJSON. Save it"),
        ('[[area]]\nfrom = { layer = "odd.geojson" }\nterrain = "forest"', "no geometry"),
        ('[[area]]\nfrom = { layer = "far.geojson" }\nterrain = "forest"', "no geometry"),
        ('[[area]]\nfrom = { layer = "endless.geojson" }\nterrain = "forest"', "no geometry"),
        ('[[area]]\nfrom = { layer = "truth.geojson" }\nterrain = "forest"', "Feature 2 has no geometry"),
        ('[[water]]\nfrom = { layer = "odd.geojson", besides = ["../x.geojson"] }', "file in map"),
        ('[[water]]\nfrom = { layer = "odd.geojson", besides = ["/etc/x.csv"] }', "file in map"),
        ('[[water]]\nfrom = { layer = "odd.geojson", besides = ["../../x"] }', "file in map"),
        ('[[area]]\nfrom = [' + '{ layer = "x.geojson" },' * 501 + ']\nterrain = "forest"', "at most 500"),
        ('[[area]]\nfrom = { layer = "figures.geojson" }\nterrain = "forest"', "Not a GeoJSON"),
        ('[[area]]\nfrom = { layer = "number.geojson" }\nterrain = "forest"', "Not a GeoJSON"),
        ('[[area]]\nfrom = { layer = "wide.geojson" }\nterrain = "forest"', "UTF-16, not UTF-8 text. Save it as UTF-8."),
        ('[[area]]\nfrom = { layer = "lists.geojson" }\nterrain = "forest"', "points and values"),
        ('[[area]]\nfrom = { layer = "many.geojson" }\nterrain = "forest"', "more than 100,000 features"),
        ('[[area]]\nfrom = { layer = "rings.geojson" }\nterrain = "forest"', "features and rings"),
        ('[[area]]\nfrom = { layer = "tangled.geojson" }\nterrain = "forest"', "too often"),
        ('[[area]]\nfrom = { layer = "comb.geojson" }\nterrain = "forest"', "too often"),
        ('[[area]]\nfrom = { layer = "holes.geojson" }\nterrain = "forest"', "more than 20,000 rings"),
        ('[[area]]\nfrom = { layer = "huge.geojson" }\nterrain = "forest"', "no longitude and latitude"),
        ('[[area]]\nfrom = { layer = "metres.geojson" }\nterrain = "forest"', "EPSG:4326"),
    ],
)  # fmt: skip
def test_mistakes_write_nothing(game: SmallGame, recipe: str, said: str) -> None:
    game.write("bad.geojson", "{")
    game.write("odd.geojson", '{"features": [{"geometry": {"type": "Polygon"}}]}')
    far = f'{{"type": "Point", "coordinates": [{"9" * 400}, 1]}}'
    endless = (
        '{"type": "Polygon", "coordinates": [[[25, 55], [NaN, 55], [Infinity, 56], [25, 55]]]}'
    )
    truth = (
        '{"type": "Point", "coordinates": [25, 55]}, "properties": {"in": [true]}}, {"geometry":'
    )
    truth += ' {"type": "Point", "coordinates": [25,\n true]}'
    game.write("truth.geojson", f'{{"features": [{{"geometry": {truth}}}]}}')
    game.write("endless.geojson", f'{{"features": [{{"geometry": {endless}}}]}}')
    game.write("far.geojson", f'{{"features": [{{"geometry": {far}}}]}}')
    game.write("figures.geojson", f'{{"features": [{"9" * 5000}]}}')
    (game.map / "wide.geojson").write_text('{"features": []}', encoding="utf-16")
    game.write("number.geojson", '{"features": 1}')
    if "tangled" in recipe:
        ends = [ring(game, name)[0][0] for name in ("0101", "0303")]
        game.shapes("tangled.geojson", ("Polygon", {}, [[*ends * 1000, ends[0]]]))
    if "comb" in recipe:
        (west, south), (east, north) = game.at("0108"), game.at("1001")
        xs = [west + (east - west) * n / 2000 for n in range(2000)]
        teeth = [[x, (south, north)[(n + up) % 2]] for n, x in enumerate(xs) for up in (0, 1)]
        game.shapes("comb.geojson", ("Polygon", {}, [[*teeth, [east, south - 1], teeth[0]]]))
    if "holes" in recipe:
        x, y = game.at("0404")
        hole = [[x, y], [x + 1e-3, y], [x, y + 1e-3], [x, y]]
        game.shapes("holes.geojson", ("Polygon", {}, [hole] * (limits.LAYER_RINGS + 1)))
    huge = [[1e308, 50], [-1e308, 50], [10, 1e308], [1e308, 50]]
    game.shapes("huge.geojson", ("Polygon", {}, [huge]))
    game.shapes("metres.geojson", ("Point", {}, [1113194.9, 6446275.8]))
    if "many" in recipe:
        game.write("many.geojson", '{"features": [' + "0," * limits.LAYER_FEATURES + "0]}")
    if "rings" in recipe:
        rings = "[]," * limits.LAYER_FEATURES + "[]"
        shape = '{"geometry": {"type": "MultiPolygon", "coordinates": [[' + rings + "]]}}"
        game.write("rings.geojson", '{"features": [' + shape + "]}")
    if "lists" in recipe:
        game.write("lists.geojson", '{"features": [' + "[]," * limits.LAYER_PARTS + "[]]}")
    game.recipe(recipe)
    before = {path.name: path.read_bytes() for path in game.map.iterdir()}
    with pytest.raises(ProblemsError) as error:
        run(game)
    assert said in str(error.value)
    assert {path.name: path.read_bytes() for path in game.map.iterdir()} == before


@pytest.mark.parametrize(
    ("told", "layer"),
    [
        ("", lambda x, y: [x, y]),
        ("Nothing of towns.geojson lies on the map.", lambda x, y: [x + 90, y]),
        ("write the longitude first.", lambda x, y: [y, x]),
    ],
)
def test_a_layer_that_lies_off_the_map_is_told(
    game: SmallGame, told: str, layer: Callable[[float, float], list[float]]
) -> None:
    game.shapes("towns.geojson", ("Point", {"name": "Riga"}, layer(*game.at("0304"))))
    game.recipe('[[place]]\nfrom = { layer = "towns.geojson" }\nterrain = "town"')
    outcome, board = run(game)
    assert [str(note).endswith(told) for note in outcome.notes] == [True] * bool(told)
    assert (board.of("0304") == {"town"}) is (not told)


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ('[[area]]\nfrom = { layer = "knot.geojson" }\nterrain = "forest"', "knot.geojson: Feature 1 crosses"),
        ('[[area]]\nfrom = { layer = "saw.geojson" }\nterrain = "forest"', "edge of the map more than 100"),
        ('[[area]]\nfrom = { layer = "nest.geojson" }\nterrain = "forest"', "within each other too often"),
        ('[[area]]\nfrom = [{ layer = "rows.geojson" }, { layer = "columns.geojson" }]\nterrain = "forest"',
         "columns.geojson: Its shapes cross"),
        ('[[water]]\nhexside = "river"\nfrom = { layer = "rows.geojson" }\n[[river]]\nhexside = "river"\n'
         'from = { layer = "columns.geojson" }', "columns.geojson: Its shapes cross"),
    ],
)  # fmt: skip
def test_what_would_take_for_ever_to_lay_is_refused_before(
    game: SmallGame, monkeypatch: pytest.MonkeyPatch, recipe: str, said: str
) -> None:
    (west, south), (east, north) = game.at("0108"), game.at("1001")
    x, y = (west + east) / 2, (south + north) / 2
    wide, high = east - x, north - y
    turns = [math.tau * n * 13 / 27 for n in range(28)]
    star = [[x + wide * math.cos(turn), y + high * math.sin(turn)] for turn in turns]
    game.shapes("knot.geojson", ("Polygon", {}, [star]))
    monkeypatch.setattr(limits, "LAYER_MENDED", 300 * 600)
    monkeypatch.setattr(limits, "LAYER_EDGE", limits.Limit(100, "", ""))
    saw = [[(x, x - 90)[n % 2], y + high * n / 103] for n in range(103)]
    game.shapes("saw.geojson", ("Polygon", {}, [[*saw, saw[0]]]))
    monkeypatch.setattr(limits, "LAYER_WITHIN", 100 * 20 * 19 - 1)
    sizes = [(n * wide / 20, n * high / 20) for n in range(1, 21)]
    nest = [[[[x - w, y], [x, y - h], [x + w, y], [x - w, y]]] for w, h in sizes]
    game.shapes("nest.geojson", ("MultiPolygon", {}, nest))
    monkeypatch.setattr(limits, "LAYER_CROSSINGS", 20 * 20 - 1)
    at = [n / 20 - 0.5 for n in range(20)]
    rows = [[[west, y + n * high], [east, y + n * high]] for n in at]
    columns = [[[x + n * wide, south], [x + n * wide, north]] for n in at]
    game.shapes("rows.geojson", ("MultiLineString", {}, rows))
    game.shapes("columns.geojson", ("MultiLineString", {}, columns))
    game.recipe(recipe)
    with pytest.raises(ProblemsError, match=re.escape(said)):
        run(game)


def works_on(*_: object) -> None:
    """Until it is stopped; a test that would not be must end too."""
    end = process_time() + 20
    while process_time() < end:
        pass


@POINTY
def test_all_rules_together_have_a_budget(game: SmallGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """And who has the time lets them work."""
    monkeypatch.setattr(stopping, "PATIENT", 0.01)  # else what is of others has longer
    game.shapes("wood.geojson", ("Polygon", {}, ring(game, "0304")))
    game.recipe('[[area]]\nfrom = { layer = "wood.geojson" }\nterrain = "forest"\n')
    monkeypatch.setattr(limits, "LAYER_WORK", 0.01)
    before = {path.name: path.read_bytes() for path in game.map.iterdir()}
    said = r"derive\.toml: .* or let it work on with --long"
    with monkeypatch.context() as patched:
        patched.setattr("builder.geography.derive.find_all", works_on)
        with pytest.raises(TooMuchError, match=said):
            run(game)
    assert {path.name: path.read_bytes() for path in game.map.iterdir()} == before
    assert derive(game.folder, nothing, long=True).rows["hexes.csv"][0]


@POINTY
def test_the_layer_is_named_that_most_of_the_work_is_done_on(
    game: SmallGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.shapes("wood.geojson", ("Polygon", {}, ring(game, "0304")))
    game.recipe('[[area]]\nfrom = { layer = "wood.geojson" }\nterrain = "forest"')
    monkeypatch.setattr(limits, "LAYER_WORK", 0.02)
    monkeypatch.setattr(stopping, "PATIENT", 0.01)
    monkeypatch.setattr("builder.geography.layers._laid", works_on)
    with pytest.raises(TooMuchError, match=r"wood\.geojson: "):
        run(game)


@pytest.mark.parametrize(
    ("failing", "error", "said"),
    [
        ("layers._laid", shapely.errors.GEOSException("conflict"), "so broken that they"),
        ("derive.find_all", shapely.errors.GEOSException("conflict"), "so broken that they"),
        ("derive.find_all", CrowdedError(), "The ends of too many lines that a rule takes"),
    ],
)
def test_shapes_that_cannot_be_laid_together_are_told(
    game: SmallGame, monkeypatch: pytest.MonkeyPatch, failing: str, error: Exception, said: str
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(f"builder.geography.{failing}", fails)
    game.shapes("wood.geojson", ("Polygon", {}, ring(game, "0304")))
    game.recipe('[[area]]\nfrom = { layer = "wood.geojson" }\nterrain = "forest"')
    with pytest.raises(ProblemsError, match=said):
        run(game)


def test_known_places_all_in_one_place(game: SmallGame) -> None:
    game.recipe('[[place]]\nfrom = { layer = "x.csv" }\nterrain = "forest"')
    rows = "".join(f"p{at},0{at}01,25,55\n" for at in range(1, 5))
    game.write("georeference.csv", "name,hex,longitude,latitude\n" + rows)
    with pytest.raises(ProblemsError, match="all in one place"):
        run(game)


def test_a_name_of_geography_stays_on_its_line(game: SmallGame, degrees: Degrees) -> None:
    name = {"name": 'R\n"x\x00\u202ey'}
    game.shapes("river.geojson", ("LineString", name, degrees((0.5, 3.5), (9.5, 3.7))))
    game.recipe('[[river]]\nfrom = { layer = "river.geojson" }\nhexside = "river"')
    run(game)
    run(game)
    assert 'R ""xy' in (game.map / "hexsides.csv").read_text(encoding="utf-8")


def test_without_rules_it_is_said_where_they_are_described(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"derive\.toml: The file is missing.*geography\.md"):
        read_recipe(tmp_path / "derive.toml")
