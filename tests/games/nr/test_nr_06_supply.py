"""Other sources, when supply is judged, and who holds what: 6.0, 6.2, 8.6, 8.7, 11.1 and 14."""

from __future__ import annotations

import pytest
from nr_board import axis, cadre, fort, panzer, place, soviet, tank
from nr_supplies import CITY, states, supply

from assistant.games.nr import RULES
from assistant.games.nr.supply import Cities, Objectives
from assistant.position import Position, Unit


def test_adjacent_sources_do_not_chain() -> None:  # EX5, EX6
    units = [axis("A", "1811"), axis("B", "1911"), axis("C", "2011")]
    found = supply(place(*units, **CITY))
    assert [found[i].state for i in "ABC"] == ["land", "alt", "oos"]
    assert found["B"].source == "1811"


def test_the_hexes_that_cut_a_route_off_are_named_also_beyond_the_next() -> None:
    """Two hexes from the unit, between it and its city."""
    line = [soviet(f"S{row}", f"15{row:02}") for row in (7, 9, 11, 13, 15)]
    found = supply(place(axis("B", "1811"), axis("C", "1411"), *line, **CITY))["B"]
    told = [str(why.text) for why in found.because if why.rule == "6.3"]
    assert (found.state, told) == (
        "oos",
        ["1611 lies in an enemy zone and holds no friendly unit."],
    )


@pytest.mark.parametrize(("reading", "state"), [(True, "alt"), (False, "oos")])
def test_an_adjacent_source_across_water(reading: bool, state: str) -> None:  # A6
    units = [axis("A", "1811"), axis("B", "1911")]
    hexsides = {"1811/1911": "sea"}
    position = place(*units, hexsides=hexsides, source_across_water=reading, **CITY)
    assert states(position)["B"] == state


@pytest.mark.parametrize(
    ("sea", "axis_state", "soviet_state"),
    [
        ("baltic", "alt", "oos"),
        ("black-sea", "alt", "alt"),
        ("caspian", "oos", "alt"),
        ("azov", "oos", "oos"),
    ],
)
def test_seas(sea: str, axis_state: str, soviet_state: str) -> None:
    hexsides = {"1408/1407": f"sea {sea}", "1808/1807": f"sea {sea}"}
    found = supply(place(axis("A", "1408"), soviet("S", "1808"), hexsides=hexsides))
    assert (found["A"].state, found["S"].state) == (axis_state, soviet_state)
    for unit in found.values():
        assert unit.source == (sea if unit.state == "alt" else None)


@pytest.mark.parametrize(
    ("holder", "blocked", "state"),
    [("soviet", False, "alt"), ("soviet", True, "oos"), ("axis", False, "oos")],
)
def test_the_soviets_need_leningrad_supplied_for_the_baltic(  # D15
    holder: str, blocked: bool, state: str
) -> None:
    enemy = [axis("E", "2117", type_="fort"), axis("NE", "2016", type_="fort")]
    enemy.append(axis("SE", "2018", type_="fort"))
    position = place(
        soviet("S", "1408"),
        *(enemy if blocked else []),
        terrain={"2017": "city leningrad"},
        control={holder: ["2017"]},
        hexsides={"1408/1407": "sea baltic"},
    )
    assert states(position)["S"] == state


def test_units_stand_on_the_coast_and_do_not_trace_to_it() -> None:
    hexsides = {"1408/1407": "sea black-sea"}
    assert states(place(axis("A", "1409"), hexsides=hexsides)) == {"A": "oos"}


def test_land_comes_before_every_other_source() -> None:
    hexsides = {"1511/1510": "sea black-sea"}
    assert states(place(axis("A", "1511"), hexsides=hexsides, **CITY)) == {"A": "land"}


@pytest.mark.parametrize(
    ("unit", "state"),
    [
        (fort("axis", "U", "finland", nationality="finnish"), "alt"),
        (axis("U", "finland"), "oos"),
        (soviet("U", "finland"), "oos"),
        (soviet("U", "western-balkans", nationality="yugoslav"), "alt"),
        (fort("soviet", "U", "southern-balkans", nationality="yugoslav"), "alt"),
        (soviet("U", "southern-balkans"), "oos"),
        (axis("U", "western-balkans"), "oos"),
    ],
)
def test_minor_countries(unit: Unit, state: str) -> None:
    found = supply(place(unit))["U"]
    assert found.state == state
    assert found.source == (unit.hex if state == "alt" else None)


def test_routes_leave_an_area_but_never_pass_it() -> None:  # 8.6, A4
    border = {"finland/1410": "border", "finland/1810": "border"}
    inside = place(axis("G", "finland"), hexsides=border, **CITY)
    assert supply(inside)["G"].path == ("finland", "1410", "1411")
    beyond = place(axis("G", "1810"), hexsides={**border, "finland/1411": "border"}, **CITY)
    assert supply(beyond)["G"].path != ("1810", "finland", "1411")
    assert states(
        place(
            axis("G", "1911"), hexsides={"finland/1911": "border", "finland/1411": "border"}, **CITY
        )
    ) == {"G": "oos"}


def test_finland_as_baltic_coast() -> None:  # A4
    assert states(place(axis("G", "finland"), finland_on_baltic=True)) == {"G": "alt"}


def test_the_active_side_is_judged_first_and_loses_zones_at_once() -> None:
    """A, cut off, covers the only way of S; judged first it fails and S is free."""
    units = [axis("A", "2612"), soviet("S", "2411")]
    walls = [
        axis(f"F{n}", h, type_="fort")
        for n, h in enumerate(("2410", "2310", "2311", "2312", "2412"))
    ]
    first = place(*units, *walls, phase="axis-supply")
    assert states(first)["A"] == "oos"
    assert states(first)["S"] == "land"
    second = place(*units, *walls, phase="soviet-supply")
    assert states(second)["S"] == "oos"


def test_marked_units_have_no_zone_in_any_phase() -> None:
    units = [axis("A", "2612", markers="oos"), soviet("S", "2411")]
    walls = [
        axis(f"F{n}", h, type_="fort")
        for n, h in enumerate(("2410", "2310", "2311", "2312", "2412"))
    ]
    assert states(place(*units, *walls, phase="soviet-movement"))["S"] == "land"


def test_the_removal_phase_judges_only_marked_units() -> None:
    units = [
        axis("A", "1511", markers="oos"),
        axis("B", "2011", markers="oos"),
        axis("C", "2311"),
        axis("H", "2014", markers="oos", nationality="hungarian"),
        cadre("axis", "K", "2017", markers="oos"),
        axis("L", "2020", type_="luftwaffe", markers="oos"),
        fort("axis", "F", "1702", markers="oos"),
        soviet("S", "1405", step=2, markers="oos"),
    ]
    answer = RULES.supply(place(*units, phase="axis-removal", **CITY))
    found = {unit.id: unit for unit in answer.units}
    assert set(found) == {"A", "B", "H", "K", "L", "F", "S"}
    assert found["A"].state == "land"
    fates = {name: unit.extra["to"] for name, unit in found.items() if unit.state == "oos"}
    assert fates == {
        "B": "surrendered", "H": "turn-track", "K": "turn-track", "L": "turn-track",
        "F": "removed", "S": "surrendered",
    }  # fmt: skip
    assert answer.extra["not_judged"] == ["C"]


def test_units_in_boxes_are_not_judged() -> None:
    assert states(place(axis("A", "shattered"), axis("B", "rail"))) == {}


def test_a_unit_out_of_supply_learns_what_cuts_it_off() -> None:
    found = supply(place(axis("A", "1611"), soviet("S", "1510"), soviet("T", "1512"), **CITY))["A"]
    texts = " ".join(reason.text for reason in found.because)
    assert "1511" in texts
    assert "enemy zone" in texts


def test_the_combined_example_after_the_advance() -> None:  # EX40
    """Two armies by land, the Panzer by the army beside it."""
    units = [axis("1", "1711"), axis("2", "1811"), panzer("P", "1911")]
    found = supply(place(*units, turn=2, **CITY))
    assert [found[i].state for i in "12P"] == ["land", "land", "alt"]


def test_a_tank_at_the_south_edge_and_the_order_of_the_file() -> None:
    units = [tank("T", "1020"), axis("A", "0305")]
    forward = states(place(*units))
    assert forward == states(place(*reversed(units))) == {"T": "land", "A": "land"}


OBJECTIVE = {"terrain": {"1907": "city objective"}, "control": {"axis": ["1907"]}}


@pytest.mark.parametrize(("turn", "needed"), [(7, 3), (12, 4)])
def test_objectives_and_points(turn: int, needed: int) -> None:  # 12.1, 12.7
    extra = RULES.supply(place(axis("A", "1907"), turn=turn, **OBJECTIVE)).extra
    assert extra["objectives"]["axis"] == Objectives(("1907",), needed, 1)
    assert extra["map_points"] == {"axis": 1, "soviet": 0}
    assert extra["cities"]["axis"] == Cities(("1907",), ())


@pytest.mark.parametrize(
    ("unit", "turn", "points"),
    [
        (axis("U", "finland"), 7, 1),
        (axis("U", "finland"), 23, 0),
        (cadre("axis", "U", "finland"), 7, 0),
        (fort("axis", "U", "finland", nationality="finnish"), 7, 0),
        (soviet("U", "finland"), 7, 0),
    ],
)
def test_who_holds_finland(unit: Unit, turn: int, points: int) -> None:  # 12.7.2
    assert RULES.supply(place(unit, turn=turn)).extra["map_points"]["axis"] == points


def names(position: Position) -> set[str]:
    return {point["option"] for point in RULES.supply(position).extra.get("readings", [])}


def test_the_readings_that_decide_are_named() -> None:
    assert names(place(axis("A", "0405"))) == set()
    assert names(place(axis("A", "0505"))) == {"edge-distance"}
    assert names(place(axis("A", "1511"), soviet("E", "1412"), **CITY)) == {"vacant-city-in-zone"}
    units = [axis("A", "1811"), axis("B", "1911")]
    assert names(place(*units, hexsides={"1811/1911": "sea"}, **CITY)) == {"source-across-water"}
    assert names(place(axis("G", "finland"))) == {"finland-on-baltic"}
