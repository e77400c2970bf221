"""Rules 5.3 and 5.5: rail and infiltration."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, grey, gun, hq, partisan, position, red
from kursk_march import FAST, MOVE, A, by, costs, moves, refused

from assistant.games.kursk.rail import UNITS_PER_HEX, UNITS_PER_TURN, weight
from assistant.games.kursk.situation import Situation

# Infiltration


def infiltrates(*others, hexsides=None, unit=A, phase=MOVE, **what) -> bool:
    answer = moves(unit, red("E", "2417"), *others, sides=hexsides or {}, phase=phase, **what)
    return by(answer).get("2517") == "infiltration"


FRIEND = grey("B", "2415")


def test_germans_infiltrate_from_zone_to_zone_for_everything_5_5() -> None:
    assert infiltrates(GH, FRIEND)
    answer = moves(A, GH, FRIEND, red("E", "2417"))
    assert costs(answer)["2517"] == 5
    assert by(answer)["2415"] == "march"
    assert costs(answer)["2317"] == 5


@pytest.mark.parametrize(
    ("others", "what"),
    [
        ((GH,), {}),
        ((FRIEND,), {}),
        ((GH, hq("H", "2415")), {}),
        ((GH, grey("B", "2415", attack=0)), {}),
        ((GH, FRIEND), {"phase": "german-mechanized", "unit": grey("A", "2416", **FAST)}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["river"]}}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["major-river"]}}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["dragon-teeth"]}}),
        ((GH, FRIEND), {"hexsides": {"2517/2416": ["dragon-teeth"]}}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["lake"]}}),
        ((GH, FRIEND, red("F", "2517")), {}),
        ((GH, FRIEND), {"unit": grey("A", "2416", markers=["disrupted"])}),
    ],
)
def test_what_keeps_germans_from_infiltrating_5_51_to_5_55(others, what) -> None:
    assert not infiltrates(*others, **what)


def test_soviets_never_infiltrate_5_56() -> None:
    s = red("A", "2016")
    answer = moves(s, SH, red("B", "2015"), grey("E", "2017"), phase="soviet-movement")
    assert refused(answer)["2117"] == "8.32"


# Rail


LINE = [f"24{c:02d}" for c in range(2, 34)]


@pytest.mark.parametrize(
    ("single", "double", "far"),
    [
        (LINE, [], "2422"),
        ([], LINE, "2432"),
        (LINE[:11], LINE[10:], "2427"),
        (LINE[:2], LINE[1:], "2427"),
    ],
)
def test_rail_distances_5_33_d31(single, double, far) -> None:
    a = grey("A", "2402", hq="")
    answer = moves(a, rail=[single] if single else [], double=[double] if double else [])
    assert max(answer.extra["rail"]) == far
    assert len(answer.extra["rail"]) == int(far[2:]) - 2


def test_a_train_does_not_turn_back_to_count_another_track() -> None:
    answer = moves(grey("A", "2403", hq=""), rail=[LINE[1:]], double=[["2403", "2402"]])
    assert max(answer.extra["rail"]) == "2423"


@pytest.mark.parametrize(
    ("unit", "others", "what", "goes"),
    [
        (grey("A", "2402", hq=""), (), {}, True),
        (grey("A", "2402", hq="", mode="static"), (), {}, True),
        (grey("A", "2402", hq="", mode="assault"), (), {}, False),
        (grey("A", "2402", hq="", markers=["disrupted"]), (), {}, False),
        (hq("A", "2402", mode="assault"), (), {}, True),
        (grey("A", "2502", hq=""), (), {}, False),
        (grey("A", "2402", hq=""), (red("E", "2503"),), {}, False),
        (grey("A", "2402", hq=""), (), {"start_soviet": ["2402"]}, False),
        (grey("A", "2402", hq="", **FAST), (), {"phase": "german-mechanized"}, False),
        (grey("A", "2402", hq=""), (partisan("2403"),), {}, False),
        (grey("A", "2402", hq=""), (partisan("2403", "inoperative"),), {}, False),
        (grey("A", "2402", hq=""), (partisan("2503"),), {}, True),
        (grey("A", "2402", hq=""), (gun("X", "2403"),), {}, False),
        (grey("A", "2402", hq=""), (grey("B", "2403"),), {}, True),
        (grey("A", "2402", hq=""), (), {"start_german": ["2402", "2403"]}, True),
        (red("A", "2402", hq=""), (partisan("2403"),), {"phase": "soviet-movement"}, True),
        (red("A", "2402", hq=""), (), {"phase": "soviet-movement", "start_german": ["2403"]}, False),
    ],
)  # fmt: skip
def test_who_goes_by_rail(unit, others, what, goes) -> None:
    answer = moves(unit, *others, rail=[LINE], **what)
    assert ("2403" in answer.extra["rail"]) == goes


def test_rail_stops_at_the_start_line_5_32() -> None:
    answer = moves(grey("A", "2402", hq=""), rail=[LINE], start_soviet=["2406"])
    assert answer.extra["rail"] == ["2403", "2404", "2405"]


def test_rail_weights_d31() -> None:
    table = Situation(position())
    load = [grey("T", "2402", **FAST), *(grey(n, "2402") for n in "ABC")]
    assert sum(weight(table, u) for u in load) == UNITS_PER_TURN
    assert weight(table, GH) == 2
    assert UNITS_PER_HEX == {"railroad": 2, "railroad-double": 4}
