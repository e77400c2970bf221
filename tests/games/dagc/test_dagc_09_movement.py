"""Movement: chapters 2.10, 5.4, 6, 8, 9 and 13.3."""

from __future__ import annotations

from typing import Any

import pytest
from dagc_board import cav_mech, edge, german, locality, place, shock, soviet

from assistant.games.dagc import RULES
from assistant.position import Position
from assistant.questions.answers import Moves
from assistant.questions.protocol import QuestionError

CUT_OFF = {"control": {"soviet": edge("german")}}


def costs(answer: Moves) -> dict[str, float]:
    return {reached.hex: reached.cost for reached in answer.reach}


def refused(answer: Moves) -> dict[str, str]:
    return {closed.hex: closed.rule for closed in answer.refused}


@pytest.mark.parametrize(
    ("unit", "more", "points"),
    [
        (german("U", "4416"), {}, 7),
        (german("U", "4416", group="5pa"), {}, 10),
        (locality("U", "4416"), {}, 0),
        (soviet("U", "4005"), {"turn": 1}, 8),
        (soviet("U", "4005"), {"turn": 2}, 7),
        (soviet("U", "4416"), {"turn": 1}, 0),
        (soviet("U", "4416", activated=True), {"turn": 1}, 8),
        (soviet("U", "4005", activated=False), {"turn": 1}, 0),
        (soviet("U", "4720"), {"turn": 1, "scenario": "bold-stroke"}, 8),
        (soviet("U", "4005"), {"turn": 1, "state": {"bagration": "1010"}}, 0),
        (soviet("U", "4402", roll=3), {"turn": 6}, 3),
        (german("U", "4416", roll=4, group="5pa"), CUT_OFF, 4),
        (german("U", "4416", markers=["interdicted"], roll=5), {}, 5),
        (german("U", "4416", markers=["interdicted"], roll=5, interdiction=2), CUT_OFF, 3),
        (german("U", "4416", markers=["interdicted"], roll=2, interdiction=5), CUT_OFF, 0),
        (soviet("U", "4402", markers=["interdicted"]), {}, 7),
    ],
)
def test_allowance(unit: Any, more: dict[str, Any], points: int) -> None:
    answer = RULES.moves(place(unit, **more), "U")
    assert answer.allowance == points
    assert answer.extra["rolled"] is True


@pytest.mark.parametrize(
    ("fields", "points"), [({}, 6), ({"roll": 4, "markers": ["interdicted"]}, 3)]
)
def test_dice_that_are_missing_are_asked_for(fields: dict[str, Any], points: int) -> None:
    answer = RULES.moves(place(german("U", "4416", **fields), **CUT_OFF), "U")
    assert (answer.allowance, answer.extra["rolled"]) == (points, False)
    assert any("write it as" in reason.text for reason in answer.because)


def test_units_out_of_supply_in_one_hex_share_a_roll() -> None:
    position = place(german("U", "4416"), german("V", "4416", roll=2), **CUT_OFF)
    assert RULES.moves(position, "U").allowance == 2


@pytest.mark.parametrize(
    ("hex_", "activated"), [("3301", 1), ("3100", 1), ("4900", 1), ("3000", 0), ("5000", 0)]
)
def test_activation_reaches_nine_hexes(hex_: str, activated: int) -> None:
    assert RULES.moves(place(soviet("U", hex_), turn=1), "U").allowance == 8 * activated


@pytest.mark.parametrize(
    ("terrain", "hexsides", "cost", "cav_mech_cost"),
    [
        (["clear"], [], 1, 1),
        (["forest"], [], 2, 1),
        (["forest", "town"], [], 2, 1),
        (["town"], [], 1, 1),
        (["forest"], ["river"], 3, 2),
        (["swamp"], [], None, 1),
        (["swamp", "forest"], [], None, 1),
        (["west-pripyat"], ["river"], None, 2),
        (["partisan"], [], 1, 1),
    ],
)
def test_terrain(
    terrain: list[str], hexsides: list[str], cost: int | None, cav_mech_cost: int
) -> None:
    more: dict[str, Any] = {"terrain": {"4415": terrain}, "hexsides": {"4416/4415": hexsides}}
    if cost is not None:
        assert costs(RULES.moves(place(soviet("U", "4416"), **more), "U"))["4415"] == cost
    assert costs(RULES.moves(place(cav_mech("U", "4416"), **more), "U"))["4415"] == cav_mech_cost


def test_partisans_cost_germans_a_point_besides_a_river() -> None:
    position = place(
        german("U", "4416"),
        terrain={"4415": ["partisan", "forest"]},
        hexsides={"4416/4415": ["river"]},
    )
    assert costs(RULES.moves(position, "U"))["4415"] == 4


def test_a_forest_map() -> None:
    forest = {name: ["forest"] for name in place().board.grid.within("3014", 8)}
    infantry = RULES.moves(place(soviet("U", "3014"), terrain=forest), "U")
    riders = RULES.moves(place(cav_mech("U", "3014"), terrain=forest), "U")
    assert max(len(reached.path) - 1 for reached in infantry.reach) == 3
    assert max(len(reached.path) - 1 for reached in riders.reach) == 7


class TestStacking:
    def test_leaving_and_joining_cost_a_point_each(self) -> None:
        units = (german("U", "4416"), german("V", "4416"), german("W", "4417"))
        reached = costs(RULES.moves(place(*units), "U"))
        assert reached["4415"] == 2
        assert reached["4417"] == 3

    def test_two_units_close_a_hex_even_in_passing(self) -> None:
        wall = [n for n in place().board.neighbours("4416") if n != "4417"]
        units = [german(f"W{n}{k}", n) for n in wall for k in range(2)]
        answer = RULES.moves(place(german("U", "4416"), *units), "U")
        assert refused(answer) == dict.fromkeys(wall, "6.5")
        assert "4417" in costs(answer)

    def test_soviet_fronts_keep_out_of_each_others_hexes(self) -> None:
        units = (soviet("U", "4416"), soviet("V", "4417", group="1uf"))
        answer = RULES.moves(place(*units), "U")
        assert refused(answer) == {"4417": "6.10"}


class TestZones:
    def test_entering_and_leaving_cost_a_point_each(self) -> None:
        position = place(german("U", "4417"), soviet("S", "4415"))
        reached = costs(RULES.moves(position, "U"))
        assert reached["4416"] == 2
        position = place(german("U", "4416"), soviet("S", "4415"))
        reached = costs(RULES.moves(position, "U"))
        assert (reached["4417"], reached["4315"], reached["4316"]) == (2, 3, 2)

    def test_friends_do_not_negate_and_enemies_do_not_add(self) -> None:
        units = [german("U", "4416"), german("F", "4417"), soviet("S", "4415"), soviet("T", "4415")]
        reached = costs(RULES.moves(place(*units, soviet("R", "4418")), "U"))
        assert reached["4417"] == 1 + 1 + 1 + 1

    @pytest.mark.parametrize(
        ("turn", "unit", "open_"),
        [
            (3, soviet("U", "4005"), False),
            (1, soviet("U", "4005"), True),
            (1, german("U", "4005"), True),
        ],
    )
    def test_from_zone_to_zone_into_a_german_trench(
        self, turn: int, unit: Any, open_: bool
    ) -> None:
        enemy = german("E", "4007") if unit.side == "soviet" else soviet("E", "4007")
        terrain = {"4006": ["german-entrenchment"]}
        more = [enemy, german("Z", "3904") if unit.side == "soviet" else soviet("Z", "3904")]
        answer = RULES.moves(place(unit, *more, turn=turn, terrain=terrain), "U")
        ways = {reached.hex: reached.path for reached in answer.reach}
        assert (ways["4006"] == ("4005", "4006")) is open_

    def test_a_trench_ringed_by_zones(self) -> None:
        ring = place().board.neighbours("4006")
        guards = [german(f"E{n}", n) for n in ("3905", "4106", "4007")]
        units = [soviet(f"F{n}", n) for n in ring if n not in ("3905", "4106", "4007")]
        terrain = {"4006": ["german-entrenchment"]}
        answer = RULES.moves(place(*guards, *units, terrain=terrain), units[0].id)
        assert refused(answer)["4006"] == "8.3"

    def test_a_trench_may_be_entered_from_outside_a_zone(self) -> None:
        position = place(
            soviet("U", "4005"), german("E", "4007"), terrain={"4006": ["german-entrenchment"]}
        )
        assert costs(RULES.moves(position, "U"))["4006"] == 2


class TestClosed:
    def test_enemies_water_and_trenches(self) -> None:
        position = place(
            german("U", "4416"),
            soviet("S", "4415"),
            terrain={"4417": ["soviet-entrenchment"]},
            hexsides={"4416/4516": ["lake"]},
        )
        found = refused(RULES.moves(position, "U"))
        assert found["4415"] == "9.4"
        assert found["4417"] == "9.12"
        assert "4516" not in found, "it can be reached another way"

    def test_soviets_enter_their_trenches(self) -> None:
        position = place(soviet("U", "4416"), terrain={"4417": ["soviet-entrenchment"]})
        assert "4417" in costs(RULES.moves(position, "U"))

    @pytest.mark.parametrize(
        ("make", "used", "controlled", "rule"),
        [
            (soviet, False, ["1804"], None),
            (soviet, False, [], "9.8"),
            (soviet, True, ["1804"], "9.8"),
            (german, False, [], "9.8"),
        ],
    )
    def test_the_strait(
        self, make: Any, used: bool, controlled: list[str], rule: str | None
    ) -> None:
        around = [n for n in place().board.neighbours("1804") if n != "1803"]
        hexsides = {f"1804/{n}": ["sea"] for n in around} | {"1803/1804": ["strait"]}
        answer = RULES.moves(
            place(
                make("U", "1803"),
                hexsides=hexsides,
                control={"soviet": controlled},
                state={"strait-used": used},
            ),
            "U",
        )
        assert refused(answer).get("1804") == rule
        assert costs(answer).get("1804") == (None if rule else 2)

    @pytest.mark.parametrize(
        ("scenario", "closed"),
        [("", True), ("historical", True), ("bold-stroke", False), ("no-bomb-plot", False)],
    )
    def test_the_ukrainian_front_keeps_to_its_area(self, scenario: str, closed: bool) -> None:
        terrain = {"4917": ["1uf-area"], "4918": ["soviet-side"]}
        position = place(soviet("U", "4916", group="1uf"), terrain=terrain, scenario=scenario)
        answer = RULES.moves(position, "U")
        assert ("4915" in refused(answer)) is closed
        assert set(costs(answer)) >= {"4917", "4918"}


def test_a_unit_that_may_not_move_at_all() -> None:
    answer = RULES.moves(place(locality("U", "4416")), "U")
    assert answer.reach == ()
    assert set(refused(answer).values()) == {"2.10"}
    answer = RULES.moves(place(soviet("U", "4416"), turn=1), "U")
    assert set(refused(answer).values()) == {"5.4"}


@pytest.mark.parametrize(
    ("phase", "moves"),
    [
        ("", True),
        ("german-movement", True),
        ("german-pre-combat", False),
        ("soviet-movement", False),
    ],
)
def test_units_move_in_their_own_movement_phase(phase: str, moves: bool) -> None:
    answer = RULES.moves(place(german("U", "4416"), phase=phase), "U")
    assert bool(answer.reach) is moves
    assert (answer.refused == ()) is moves
    told = {why.text for why in answer.because if why.rule == "9.2"}
    named = phase.replace("german-pre", "German pre-movement").replace("soviet-m", "Soviet m")
    named = named.replace("-combat", " combat")
    assert moves or told == {f"Units move in their own movement phase, not in {named}."}


def test_units_off_the_map() -> None:
    position = place(german("U", "dead-pile"), shock("S", "4402"))
    with pytest.raises(QuestionError, match="not on the map"):
        RULES.moves(position, "U")
    assert [unit.id for unit in RULES.supply(position).units] == ["S"]


def test_what_lies_beyond_the_points_is_told_with_its_cost() -> None:
    position = place(german("U", "4416", roll=1), **CUT_OFF, terrain={"4415": ["forest"]})
    answer = RULES.moves(position, "U")
    assert "4415" not in costs(answer)
    assert {"hex": "4415", "cost": 2, "rule": "9.3"} in answer.extra["too_far"]


def test_paths_begin_with_the_units_hex() -> None:
    def longest(position: Position) -> tuple[str, ...]:
        return RULES.moves(position, "U").reach[-1].path

    assert longest(place(german("U", "4416")))[0] == "4416"
