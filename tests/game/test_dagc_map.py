"""The map of Army Group Center: what the rulebook says of hexes is exact."""

from __future__ import annotations

import json
from functools import cache

import pytest

from builder.game.loader import load_game
from builder.game.model import Game
from builder.hexes.grid import PixelGrid

CLOSED = {"sea", "lake"}


@cache
def dagc() -> Game:
    return load_game("dagc")


def reached(start: str, closed_hexsides: set[str], closed_terrain: str) -> set[str]:
    """Every hex on land that can be reached without the closed hexsides and terrain."""
    board = dagc().board
    found, fringe = {start}, [start]
    while fringe:
        name = fringe.pop()
        for near in board.neighbours(name):
            if (
                near not in found
                and not board.between(name, near) & closed_hexsides
                and closed_terrain not in board.of(near)
            ):
                found.add(near)
                fringe.append(near)
    return found


@pytest.mark.parametrize(
    ("hex_", "name", "kinds", "rule"),
    [
        ("3908", "Minsk", {"city"}, "2.2"),
        ("2825", "Königsberg", {"city", "coast"}, "4.2, 7.9"),
        ("1301", "Narva", {"town", "coast"}, "7.9"),
        ("2903", None, {"german-entrenchment"}, "errata"),
        ("2015", None, {"coast"}, "3.4"),
        ("2927", None, {"coast"}, "3.4"),
    ],
)
def test_named_hexes(hex_: str, name: str | None, kinds: set[str], rule: str) -> None:
    board = dagc().board
    assert board.of(hex_) >= kinds
    assert board.names.get(hex_) == name


def test_the_only_strait_is_at_the_peipus_narrows() -> None:
    board = dagc().board
    straits = {pair for pair, features in board.hexsides.items() if "strait" in features}
    assert straits == {("1803", "1804"), ("1804", "1803")}


def test_the_first_ukrainian_front_has_27_hexes_with_pripyat_on_the_south_edge() -> None:
    """4.3, 10.2"""
    board = dagc().board
    area = board.hexes_with("1uf-area")
    assert len(area) == 27
    edge = {h for h in area if h.startswith("50") and "west-pripyat" in board.of(h)}
    assert edge & dagc().hexset("soviet-sources")


def test_germans_can_suppress_just_the_sources_that_the_rule_lists() -> None:
    """7.10, 9.12: the Soviet entrenchments keep Germans away from all other sources."""
    german = reached("3908", CLOSED | {"strait"}, "soviet-entrenchment")
    sources = dagc().hexset("soviet-sources")
    near = {s for s in sources if s in german or german & set(dagc().board.neighbours(s))}
    assert near == {"1300", "3300", "3400", "3600", "3800", "4000", "4200", "4300", "5019"}


def test_the_german_line_bars_the_way() -> None:
    """3.3: all that lies east of the German entrenchments is the Soviet side, and nothing else."""
    board = dagc().board
    soviet = reached("5000", CLOSED | {"strait"}, "german-entrenchment") | reached(
        "2500", CLOSED | {"strait"}, "german-entrenchment"
    )
    for alone in ("1400", "3600", "3800", "4000"):
        soviet |= reached(alone, CLOSED | {"strait"}, "german-entrenchment")
    assert board.hexes_with("soviet-side") == soviet
    assert "3908" not in soviet


def test_entrenchments_belong_to_their_side() -> None:
    board = dagc().board
    assert board.hexes_with("soviet-entrenchment") <= board.hexes_with("soviet-side")
    assert not board.hexes_with("german-entrenchment") & board.hexes_with("soviet-side")


def test_all_towns_and_cities_are_german_at_the_start() -> None:
    """4.3"""
    board = dagc().board
    assert not board.hexes_with("town", "city") & board.hexes_with("soviet-side")


def test_no_source_lies_in_water() -> None:
    board = dagc().board
    for name in ("soviet-sources", "german-sources", "nu-entry"):
        for hex_ in dagc().hexset(name):
            assert any(not board.between(hex_, n) & CLOSED for n in board.neighbours(hex_)), hex_


@pytest.mark.parametrize(
    ("river", "beside"),
    [
        ("Dvina", ("2809", "3204", "2113")),
        ("Dnieper", ("3801", "4101")),
        ("Berezina", ("3806", "4406")),
        ("Pripyat", ("4615",)),
        ("Niemen", ("3116", "3718", "2821")),
        ("Bug", ("4421",)),
        ("Vistula", ("4127",)),
        ("Narva", ("1301",)),
        ("Velikaya", ("2102", "2302")),
        ("Viliya", ("3313",)),
    ],
)
def test_rivers_pass_their_towns(river: str, beside: tuple[str, ...]) -> None:
    shapes = json.loads((dagc().folder / "map" / "shapes.json").read_text(encoding="utf-8"))
    corners = {
        _key((x, y))
        for entry in shapes["rivers"]
        if entry["name"] == river
        for x, y in entry["points"]
    }
    layout = PixelGrid(dagc().grid, 1, 0, 0)
    for town in beside:
        own = {_key(corner) for corner in layout.corners(town)}
        assert own & corners, town


def test_shapes_run_along_the_river_hexsides() -> None:
    """The courses that are drawn are the hexsides that rules see."""
    game = dagc()
    shapes = json.loads((game.folder / "map" / "shapes.json").read_text(encoding="utf-8"))
    layout = PixelGrid(game.grid, 1, 0, 0)
    drawn = {
        frozenset((_key(a), _key(b)))
        for river in shapes["rivers"]
        for a, b in zip(river["points"], river["points"][1:], strict=False)
    }
    ruled = set()
    for (start, end), features in game.board.hexsides.items():
        direction = game.grid.direction(start, end)
        if "river" in features and direction:
            a, b = layout.hexside(start, direction)
            ruled.add(frozenset((_key(a), _key(b))))
    assert ruled == drawn


def _key(point: tuple[float, float]) -> tuple[int, int]:
    """A corner in half widths and half sides of a hex."""
    return round(point[0] * 2), round(point[1] * 2 * 3**0.5)


@pytest.mark.parametrize(
    ("name", "count", "ends"),
    [
        ("soviet-sources", 54, {"1200", "3400", "3600", "3800", "4000", "4200", "5019"}),
        ("german-sources", 30, {"2927", "5028", "5020"}),
        ("nu-entry", 14, {"4428", "5021"}),
    ],
)
def test_sources_and_entries(name: str, count: int, ends: set[str]) -> None:
    """7.7, 7.10, 3.6: every one lies at the edge of the map."""
    hexes = dagc().hexset(name)
    assert len(hexes) == count
    assert hexes >= ends
    assert all(dagc().grid.is_edge(hex_) for hex_ in hexes)


def test_names_are_translated_with_and_without_their_suffix() -> None:
    spanish = dagc().texts["es"]
    assert spanish["scenario.historical"] == spanish["scenario.historical.name"] == "Histórico"
    assert spanish["names.Warsaw"] == "Varsovia"
