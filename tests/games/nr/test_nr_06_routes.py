"""Land supply routes, of units and of cities: 6.1 and 6.3."""

from __future__ import annotations

import pytest
from nr_board import axis, fort, place, soviet
from nr_supplies import CITY, states, supply

from assistant.position import Unit


@pytest.mark.parametrize(
    ("hex_", "state"),
    [("1811", "land"), ("1911", "oos"), ("1411", "land"), ("1413", "land")],
    ids=["four", "five", "in it", "askew"],
)
def test_a_city_reaches_four_hexes(hex_: str, state: str) -> None:  # D11
    assert states(place(axis("A", hex_), phase="axis-supply", **CITY)) == {"A": state}


@pytest.mark.parametrize(
    ("unit", "state", "source"),
    [
        (axis("U", "0105"), "land", "0105"),
        (axis("U", "0505"), "land", "0105"),
        (axis("U", "0605"), "oos", None),
        (axis("U", "0122"), "land", "0122"),
        (axis("U", "0222"), "land", "0122"),
        (axis("U", "1001"), "oos", None),
        (axis("U", "1022"), "oos", None),
        (soviet("U", "2805"), "land", "2805"),
        (soviet("U", "2405"), "land", "2805"),
        (soviet("U", "2305"), "oos", None),
        (soviet("U", "1022"), "land", "1022"),
        (soviet("U", "1018"), "land", None),
        (soviet("U", "1017"), "oos", None),
        (soviet("U", "0122"), "land", "0222"),
        (soviet("U", "1401"), "oos", None),
        (soviet("U", "0105"), "oos", None),
    ],
)
def test_friendly_edges(unit: Unit, state: str, source: str | None) -> None:
    found = supply(place(unit, phase="axis-supply"))["U"]
    assert found.state == state
    if source:
        assert found.source == source
        assert found.extra["direct"]


def test_the_strict_reading_counts_the_edge_beyond_the_hex() -> None:  # A1
    position = place(axis("A", "0505"), axis("B", "0405"), edge_distance=3)
    assert states(position)["B"] == "land"
    assert states(place(axis("A", "0505"), edge_distance=3)) == {"A": "oos"}


@pytest.mark.parametrize(("control", "state"), [("axis", "land"), ("soviet", "oos"), ("", "oos")])
def test_only_a_friendly_city_supplies(control: str, state: str) -> None:
    held = {control: ["1411"]} if control else {}
    position = place(axis("A", "1511"), terrain={"1411": "city"}, control=held)
    assert states(position) == {"A": state}


def test_a_city_in_no_list_neither_supplies_nor_blocks() -> None:
    terrain = {"1411": "city", "1511": "city"}
    position = place(axis("A", "1611"), terrain=terrain, control={"axis": ["1411"]})
    assert supply(position)["A"].path == ("1611", "1511", "1411")


def test_the_last_to_enter_holds_a_city() -> None:
    position = place(
        axis("A", "1411"), axis("B", "1511"), terrain={"1411": "city"}, control={"soviet": ["1411"]}
    )
    assert supply(position)["B"].source == "1411"


def test_an_enemy_city_stops_routes() -> None:
    walls = {f"0{column}{row:02d}": "city" for column in (3,) for row in range(1, 23)}
    position = place(axis("A", "0411"), terrain=walls, control={"soviet": list(walls)})
    assert states(position) == {"A": "oos"}


@pytest.mark.parametrize("kind", ["infantry", "fort", "cadre", "oos"])
def test_enemy_units_of_every_kind_stop_routes(kind: str) -> None:
    """A fort, a cadre and a unit without zone close their own hex all the same."""
    ring = [soviet(f"S{n}", near, type_="fort") for n, near in enumerate(NEAR_0311)]
    if kind == "oos":
        ring = [soviet(f"S{n}", near, markers="oos") for n, near in enumerate(NEAR_0311)]
    elif kind != "fort":
        ring = [soviet(f"S{n}", near, type_=kind) for n, near in enumerate(NEAR_0311)]
    assert states(place(axis("A", "0311"), *ring))["A"] == "oos"
    assert states(place(axis("A", "0311"), *ring[1:]))["A"] == (
        "land" if kind in ("fort", "oos") else "oos"
    )


NEAR_0311 = ("0211", "0210", "0310", "0212", "0312", "0411")


def test_zones_stop_routes_and_friends_open_them() -> None:
    enemy = [soviet("N", "1310"), soviet("S", "1312")]
    far = place(axis("A", "1511"), *enemy, **CITY)
    assert states(far)["A"] == "oos"  # 1411 lies in two zones and is vacant: closed (A2)
    held = place(axis("A", "1511"), axis("B", "1411"), *enemy, **CITY)
    assert states(held)["A"] == "oos"  # open now, but its way west is shut
    way = {"terrain": {"1411": "city"}, "control": {"axis": ["1411"]}}
    friends = [axis("B", "1411"), axis("C", "1311")]
    assert states(place(axis("A", "1511"), *friends, *enemy, **way))["A"] == "land"


def test_a_marked_or_bracketed_enemy_has_no_zone_that_stops() -> None:
    for enemy in (soviet("S", "1312", markers="oos"), fort("soviet", "S", "1312")):
        assert states(place(axis("A", "1511"), enemy, **CITY))["A"] == "land"


def test_a_city_route_runs_only_in_its_directions() -> None:  # D13
    """Free to the east, shut to the west: not supplied, and no help to a unit beside it."""
    enemy = [soviet("N", "1310", type_="fort"), soviet("W", "1311", type_="fort")]
    enemy.append(soviet("S", "1312", type_="fort"))
    assert states(place(axis("A", "1511"), *enemy, **CITY))["A"] == "oos"


def test_a_city_route_has_no_length() -> None:
    position = place(soviet("S", "0305"), terrain={"0205": "city"}, control={"soviet": ["0205"]})
    assert supply(position)["S"].source == "0205"


def test_a_soviet_city_may_use_the_south_edge() -> None:
    """The route must run eastward, but may end on a hex of the south edge."""
    wall = [axis(f"W{row}", f"12{row:02d}", type_="fort") for row in range(1, 22)]
    position = place(
        soviet("S", "0920"), *wall, terrain={"1020": "city"}, control={"soviet": ["1020"]}
    )
    assert supply(position)["S"].source in ("1020", "0922", "0822")
    assert states(position)["S"] == "land"


def test_vacant_city_in_a_zone_by_the_other_reading() -> None:  # A2
    position = place(axis("A", "1511"), soviet("E", "1412"), vacant_city_in_zone="open", **CITY)
    assert states(position)["A"] == "land"
    assert states(place(axis("A", "1511"), soviet("E", "1412"), **CITY))["A"] == "oos"


def test_water_does_not_stop_routes() -> None:
    hexsides = {"1411/1511": "sea", "1511/1611": "lake"}
    position = place(axis("A", "1611"), hexsides=hexsides, **CITY)
    assert supply(position)["A"].path == ("1611", "1511", "1411")
    lake = {"terrain": {**CITY["terrain"], "1511": "lake"}, "control": CITY["control"]}
    assert states(place(axis("A", "1611"), **lake)) == {"A": "land"}
