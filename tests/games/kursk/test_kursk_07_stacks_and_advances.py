"""Rules 7 and 9.8: stacking, advance after combat."""

from __future__ import annotations

import pytest
from kursk_board import grey, gun, hq, partisan, position, red

from assistant.games.kursk import RULES
from assistant.questions.protocol import QuestionError

T = "2017"


def violations(*units, phase="german-first-combat") -> dict[str, str]:
    found = RULES.stacking(position(*units, phase=phase)).violations
    return {violation.hex: violation.rule for violation in found}


def greys(*types: str, hex_="2416") -> list:
    return [grey(f"G{i}", hex_, type_=type_) for i, type_ in enumerate(types)]


def reds(*types: str, hex_="2416", **more) -> list:
    return [red(f"S{i}", hex_, type_=type_, **more) for i, type_ in enumerate(types)]


@pytest.mark.parametrize(
    ("units", "rule"),
    [
        (greys("infantry", "infantry", "kampfgruppe"), None),
        (greys("infantry", "infantry", "kampfgruppe", "tank-destroyer"), "7.0"),
        (greys("infantry", "infantry", "security", "tank-destroyer"), None),
        (greys("panzer", "panzergrenadier", "infantry"), None),
        ([*greys("infantry", "infantry"), hq("H", "2416")], None),
        ([*greys("infantry", "infantry", "infantry"), hq("H", "2416")], "7.0"),
        (reds("rifle", "tank"), None),
        (reds("rifle", "mechanized", "fortified-area"), "7.0"),
        (reds("rifle", "rifle", "rifle", size="division"), None),
        (reds("motorized", "motorized", "rifle"), "7.0"),
        (
            [
                *reds("rifle", "tank"),
                gun("X", "2416"),
                gun("Y", "2416", type_="anti-tank"),
                partisan("2416"),
            ],
            None,
        ),
        ([gun("X", "2416"), gun("Y", "2416")], "7.23"),
        ([gun("X", "2416", type_="anti-tank"), gun("Y", "2416", type_="anti-tank")], "7.23"),
        ([grey("A", "2416", size="regiment"), *greys("infantry", "infantry", "security")], None),
        (
            [grey("A", "2416", markers=["minus-4-2"]), *greys("infantry", "infantry", "security")],
            "7.0",
        ),
    ],
)
def test_six_points_and_one_gun_of_each_kind(units, rule) -> None:
    assert violations(*units).get("2416") == rule


FULL = greys("infantry", "infantry", "infantry", "infantry")


@pytest.mark.parametrize(
    ("phase", "judged"),
    [
        ("german-movement", False),
        ("german-mechanized", False),
        ("soviet-movement", True),
        ("german-gun", True),
        ("german-organization", True),
        ("air", True),
        ("", True),
    ],
)
def test_nobody_is_judged_while_he_moves_7_22(phase, judged) -> None:
    assert bool(violations(*FULL, phase=phase)) is judged


def advances(*units, from_=("A",), at=T, **what):
    found = RULES.advances(position(*units, **what), at, list(from_)).units
    return {unit.id: {tuple(run) for run in unit.options} for unit in found}


A = grey("A", "2016")
BEYOND = {("2017", h) for h in ("2016", "2018", "2117", "2118", "1917", "1918")}


def test_as_many_hexes_as_the_losers_retreated_9_81() -> None:
    assert advances(A, route=["2018"]) == {"A": {("2017",)}}
    assert advances(A, route=["2018", "2019"]) == {"A": {("2017",), ("2017", "2018")}}
    three = advances(A, route=["2018", "2019", "2020"])["A"]
    assert three == {("2017",), ("2017", "2018"), ("2017", "2018", "2019")}


def test_one_hex_beyond_units_that_were_eliminated_9_83() -> None:
    assert advances(A)["A"] == {("2017",)} | BEYOND
    lake = advances(
        A, sides={"2017/2018": ["lake"], "2016/2017": ["major-river"], "2017/2118": ["major-river"]}
    )["A"]
    assert lake == {("2017",)} | BEYOND - {("2017", "2018")}


def test_zones_are_ignored_in_the_battle_hex_and_stop_beyond_it_9_85() -> None:
    enemy = red("E", "2120")
    assert advances(A, enemy, route=["2018", "2019", "2020", "2021"])["A"] == {
        ("2017",), ("2017", "2018"), ("2017", "2018", "2019"),
    }  # fmt: skip
    freely = advances(
        A, enemy, route=["2018", "2019", "2020", "2021"], readings={"zones-stop-advance": False}
    )["A"]
    assert ("2017", "2018", "2019", "2020") in freely
    assert advances(A, red("E", "2117"), route=["2018", "2019"])["A"] == {
        ("2017",),
        ("2017", "2018"),
    }


def test_nobody_advances_into_the_enemy_9_82() -> None:
    assert advances(A, red("E", "2018"))["A"] == {("2017",)} | BEYOND - {("2017", "2018")}
    assert advances(A, red("E", T), route=["2018"])["A"] == set()


@pytest.mark.parametrize(
    ("terrain", "stops"),
    [("entrenchment-soviet", True), ("entrenchment-german", False), ("forest", False)],
)
def test_the_losers_entrenchment_ends_the_advance_9_82(terrain, stops) -> None:
    found = advances(A, route=["2018", "2019"], terrain={T: [terrain]})["A"]
    assert found == ({("2017",)} if stops else {("2017",), ("2017", "2018")})
    beyond = advances(A, terrain={"2018": [terrain]})["A"]
    assert ("2017", "2018") in beyond


def test_stacking_holds_after_an_advance() -> None:
    full = [grey(f"G{i}", T) for i in range(3)]
    assert advances(A, *full, route=["2018"])["A"] == set()
    assert advances(A, *full[:2], route=["2018"])["A"] == {("2017",)}


@pytest.mark.parametrize(
    ("unit", "what", "rule"),
    [
        (grey("A", "2016", markers=["retreated"]), {}, "9.88"),
        (grey("A", "2015"), {}, "9.81"),
        (A, {"phase": "german-movement"}, "9.87"),
        (A, {"phase": "soviet-mechanized"}, "9.87"),
        (partisan("2016"), {}, "15.24"),
    ],
)
def test_who_does_not_advance(unit, what, rule) -> None:
    found = RULES.advances(position(unit, **what), T, [unit.id]).units[0]
    assert found.options == ()
    assert found.refused[0].rule == rule


def test_defenders_advance_where_the_attackers_retreated_9_86() -> None:
    assert advances(red("A", "2018"), route=["2016", "2015"], phase="german-first-combat")["A"] == {
        ("2017",), ("2017", "2016"),
    }  # fmt: skip


def test_wrong_questions() -> None:
    with pytest.raises(QuestionError):
        advances(A, red("E", "2018"), from_=("A", "E"))
    with pytest.raises(QuestionError, match="do not touch"):
        advances(A, route=["2019"])


def test_without_names_all_neighbours_of_the_side_in_phase_are_asked() -> None:
    assert set(advances(A, grey("B", "2117"), red("E", "2018"), from_=())) == {"A", "B"}
