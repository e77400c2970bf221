"""Combat up to the die: chapter 11 with 5.4, 7.4, 12.5 to 12.7 and 13."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from dagc_board import cav_mech, edge, german, locality, place, shock, soviet

from assistant.games.dagc import RULES
from assistant.position import Position
from assistant.questions.answers import Odds, as_json
from assistant.questions.protocol import QuestionError
from assistant.words.voice import voice
from tests.games_read import read_once

CUT_OFF = {"control": {"soviet": edge("german")}}
RING = place().board.neighbours("4416")
RIVERS = {f"4416/{near}": ["river"] for near in RING}


def odds(position: Position, *attackers: str, **options: int) -> Odds:
    words = {name: str(value) for name, value in options.items()}
    return RULES.odds(position, ["4416"], attackers, words)


def steps(answer: Odds) -> list[str]:
    return [line.what for line in answer.steps]


def why_not(answer: Odds) -> set[str]:
    assert not answer.possible
    assert not answer.results
    assert not answer.chances
    return {reason.rule for reason in answer.because}


@pytest.mark.parametrize(
    ("terrain", "hexsides", "what", "added"),
    [
        ([], {}, [], 0),
        (["forest"], {}, ["forest"], 1),
        (["forest", "town"], {}, ["forest", "town"], 2),
        (["forest", "town"], RIVERS, ["forest", "town", "river"], 5),
        ([], {"4416/4415": ["river"]}, [], 0),
        (["soviet-entrenchment"], {}, ["defender-oos"], 0),
        (["partisan"], {}, ["partisan"], 0),
        (["coast", "1uf-area", "soviet-side"], {}, [], 0),
    ],
)
def test_additions_of_terrain(
    terrain: list[str], hexsides: dict[str, list[str]], what: list[str], added: int
) -> None:
    position = place(
        german("D", "4416", [2]), soviet("A", "4415"), soviet("B", "4315"),
        terrain={"4416": terrain}, hexsides=hexsides,
    )  # fmt: skip
    answer = odds(position, "A", "B")
    assert (answer.attack, answer.defence) == (8, 2 + added)
    assert steps(answer) == what


def test_only_the_largest_natural_terrain_counts() -> None:
    terrain = {"4416": ["forest", "swamp", "town"]}
    position = place(german("D", "4416", [2]), soviet("A", "4415"), terrain=terrain)
    answer = odds(position, "A")
    assert len(steps(answer)) == 2
    assert "mixed-terrain" in [r["option"] for r in answer.extra["readings"]]
    other = place(
        german("D", "4416", [2]), soviet("A", "4415"), terrain=terrain, mixed_terrain="sum"
    )
    assert set(steps(odds(other, "A"))) == {"forest", "swamp", "town"}


@pytest.mark.parametrize(("defender", "counts"), [("german", True), ("soviet", False)])
def test_entrenchments_serve_those_who_dug_them(defender: str, counts: bool) -> None:
    terrain = {"4416": ["german-entrenchment"]}
    if defender == "german":
        position = place(german("D", "4416"), soviet("A", "4415"), terrain=terrain)
    else:
        position = place(soviet("D", "4416"), german("A", "4417"), terrain=terrain)
    assert ("entrenchment" in steps(odds(position, "A"))) is counts


def test_two_steps_and_reduced_units_count_by_their_face() -> None:
    position = place(
        german("D", "4416", (5, 3), step=2), german("E", "4416", [2]), shock("A", "4415", step=2)
    )
    answer = odds(position, "A")
    assert (answer.attack, answer.defence) == (3, 5)
    assert answer.extra["differential"] == -2


@pytest.mark.parametrize(
    ("difference", "column"),
    [(-9, "<=-3"), (-3, "<=-3"), (-2, "-2"), (-1, "-1"), (0, "0"), (1, "+1"), (2, "+2")],
)
def test_columns(difference: int, column: str) -> None:
    position = place(german("D", "4416", [10]), soviet("A", "4415", [10 + difference]))
    assert odds(position, "A").column == column


def test_a_differential_beyond_the_table_is_clamped_before_the_shifts() -> None:
    friend = german("H", "4316")
    units = (german("D", "4416", [10]), friend, soviet("A", "4415", [2]), soviet("B", "4417", [2]))
    answer = odds(place(*units), "A", "B")
    assert (answer.shift, answer.column) == (1, "-2")
    assert [r["option"] for r in answer.extra["readings"]] == ["clamp"]
    assert odds(place(*units, clamp="after"), "A", "B").column == "<=-3"


class TestConcentric:
    def attack_from(self, *near: str, **more: Any) -> Odds:
        attackers = [soviet(f"A{n}", n) for n in near]
        defenders = more.pop("defenders", [german("D", "4416")])
        return odds(place(*defenders, *attackers, **more), *(u.id for u in attackers))

    def test_every_set_of_directions(self) -> None:
        """Opposite; three with one between; more than three: 39 of the 63 sets."""
        found = 0
        for count in range(1, 7):
            for chosen in combinations(range(6), count):
                opposite = any((turn + 3) % 6 in chosen for turn in chosen)
                alternate = any({t % 6, (t + 2) % 6, (t + 4) % 6} <= set(chosen) for t in (0, 1))
                wanted = opposite or alternate or count > 3
                answer = self.attack_from(*(RING[turn] for turn in chosen))
                assert ("concentric" in steps(answer)) is wanted
                found += wanted
        assert found == 39

    def test_not_on_cities(self) -> None:
        answer = self.attack_from("4415", "4417", terrain={"4416": ["city"]})
        assert "concentric" not in steps(answer)

    def test_not_on_fortified_localities_and_their_stack(self) -> None:
        defenders = [german("D", "4416"), locality("F", "4416")]
        assert "concentric" not in steps(self.attack_from("4415", "4417", defenders=defenders))


ATTACKERS_ALL_ROUND = tuple(soviet(f"A{n}", n) for n in ("4315", "4515", "4417"))


class TestSupply:
    def test_defenders_out_of_supply(self) -> None:
        position = place(german("D", "4416"), *ATTACKERS_ALL_ROUND)
        assert "defender-oos" in steps(odds(position, "A4315"))

    def test_a_locality_supplies_the_defence(self) -> None:
        position = place(german("D", "4416"), locality("F", "4416"), *ATTACKERS_ALL_ROUND)
        assert "defender-oos" not in steps(odds(position, "A4315"))

    def test_but_not_the_attack_of_its_companion(self) -> None:
        position = place(german("D", "4416"), locality("F", "4416"), *ATTACKERS_ALL_ROUND)
        answer = RULES.odds(position, ["4315"], ["D"], {})
        assert "attacker-oos" in steps(answer)

    def test_both_cancel(self) -> None:
        swamp = {"4315": ["west-pripyat"]}
        answer = odds(place(german("D", "4416"), *ATTACKERS_ALL_ROUND, terrain=swamp), "A4315")
        assert steps(answer) == ["attacker-oos", "defender-oos"]
        assert answer.shift == 0

    @pytest.mark.parametrize("turn", [6, 9])
    def test_late_soviets(self, turn: int) -> None:
        position = place(german("D", "4416"), soviet("A", "4415"), turn=turn)
        assert steps(odds(position, "A")) == ["attacker-oos"]
        assert steps(RULES.odds(position, ["4415"], ["D"], {})) == ["defender-oos"]

    def test_one_unit_out_of_supply_is_enough(self) -> None:
        terrain = {"4416": [], "4315": ["west-pripyat"]}
        units = (soviet("A", "4315"), cav_mech("P", "4315"))
        position = place(german("D", "4416"), german("H", "4417"), *units, terrain=terrain)
        assert steps(odds(position, "A", "P")) == ["attacker-oos"]
        assert steps(odds(position, "P")) == []

    @pytest.mark.parametrize("counts", [True, False])
    def test_a_unit_that_retreated_here_still_lacks_supply(self, counts: bool) -> None:
        moved = soviet("R", "4416", markers=["retreated"])
        position = place(
            cav_mech("D", "4416"), moved, german("A", "4417"),
            terrain={"4416": ["west-pripyat"]}, retreated_count_for_supply=counts,
        )  # fmt: skip
        answer = odds(position, "A")
        assert ("defender-oos" in steps(answer)) is counts
        assert answer.defence == 4 + 1, "its strength does not count, the swamp does"


class TestBagration:
    def attack(self, **more: Any) -> Odds:
        units = (german("D", "4005"), soviet("A", "4004"), german("H", "4105"))
        return RULES.odds(place(*units, **{"turn": 1, **more}), ["4005"], ["A"], {})

    @pytest.mark.parametrize(
        ("turn", "phase", "shifted"),
        [
            (1, "soviet-pre-combat", True),
            (1, "soviet-post-combat", False),
            (2, "soviet-pre-combat", False),
        ],
    )
    def test_only_before_movement_on_turn_1(self, turn: int, phase: str, shifted: bool) -> None:
        assert ("bagration" in steps(self.attack(turn=turn, phase=phase))) is shifted

    def test_the_phase_is_asked_for(self) -> None:
        assert self.attack().extra["missing"][0].rule == "5.4"
        assert "missing" not in self.attack(phase="soviet-pre-combat").extra
        moved = self.attack(phase="soviet-post-combat").extra["missing"]
        assert [(why.rule, why.code) for why in moved] == [("5.4", "missing")]

    def test_units_that_are_not_activated_do_not_attack(self) -> None:
        position = place(german("D", "4416"), soviet("A", "4415"), turn=1)
        assert why_not(odds(position, "A")) == {"5.4"}
        assert odds(place(german("D", "4416"), soviet("A", "4415"), turn=2), "A").possible

    def test_whoever_must_attack_is_named(self) -> None:
        units = (german("D", "4005"), soviet("A", "4004"), soviet("B", "4002"))
        position = place(*units, turn=1, phase="soviet-pre-combat")
        assert RULES.attacks(position).extra["must_attack"] == ["A"]
        free = place(*units, turn=1, phase="soviet-pre-combat", scenario="no-bomb-plot")
        assert "must_attack" not in RULES.attacks(free).extra


class TestShock:
    @pytest.mark.parametrize(("turn", "counts"), [(1, False), (2, True), (5, True), (6, False)])
    def test_by_turn(self, turn: int, counts: bool) -> None:
        position = place(german("D", "4005"), shock("A", "4004"), turn=turn)
        assert ("shock" in steps(RULES.odds(position, ["4005"], ["A"], {}))) is counts

    def test_once_however_many(self) -> None:
        position = place(german("D", "4416"), shock("A", "4415"), shock("B", "4315"))
        assert steps(odds(position, "A", "B")) == ["shock"]

    def test_not_when_reduced_or_with_anybody_out_of_supply(self) -> None:
        position = place(german("D", "4416"), shock("A", "4415", step=2))
        assert steps(odds(position, "A")) == []
        position = place(
            german("D", "4416"), german("H", "4417"), shock("A", "4415"), soviet("B", "4315"),
            terrain={"4315": ["west-pripyat"]},
        )  # fmt: skip
        assert steps(odds(position, "A", "B")) == ["attacker-oos"]


class TestPartisans:
    @pytest.mark.parametrize(("side", "counts"), [("soviet", True), ("german", False)])
    def test_only_soviet_attacks_gain(self, side: str, counts: bool) -> None:
        terrain = {"4416": ["partisan"]}
        if side == "soviet":
            position = place(german("D", "4416"), soviet("A", "4415"), terrain=terrain)
        else:
            position = place(soviet("D", "4416"), german("A", "4415"), terrain=terrain)
        assert ("partisan" in steps(odds(position, "A"))) is counts

    def test_the_attacked_hex_decides(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"))
        outside = place(*units, terrain={"4415": ["partisan"]})
        assert steps(odds(outside, "A")) == []
        terrain = {"4416": ["partisan"]}
        assert steps(odds(place(*units, terrain=terrain), "A")) == ["partisan"]
        assert steps(odds(place(*units, terrain=terrain, partisan_attack="all"), "A")) == []


class TestAir:
    @pytest.mark.parametrize(
        ("group", "state", "turn", "allowed"),
        [
            ("main", {}, 3, True),
            ("main", {"air-main": 0}, 3, False),
            ("main", {"air-main": 0, "air-1uf": 2}, 3, False),
            ("main", {}, 7, True),
            ("1uf", {}, 3, False),
            ("1uf", {"air-1uf": 1}, 3, True),
        ],
    )
    def test_each_front_has_its_own(
        self, group: str, state: dict[str, int], turn: int, allowed: bool
    ) -> None:
        position = place(
            german("D", "4416"), soviet("A", "4415", group=group), state=state, turn=turn,
            terrain={"4416": ["1uf-area"]},
        )  # fmt: skip
        answer = odds(position, "A", air=1)
        assert "air" in steps(answer)
        assert answer.possible is allowed
        if not allowed:
            assert why_not(answer) == {"13.1", "13.2"}

    def test_not_two_and_not_for_germans(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"))
        assert why_not(odds(place(*units), "A", air=2)) == {"13.1"}
        assert why_not(RULES.odds(place(*units), ["4415"], ["D"], {"air": "1"})) == {"13.1"}


class TestArmour:
    @pytest.mark.parametrize(
        ("turn", "state", "more", "rule"),
        [
            (1, {}, {}, "12.6"),
            (2, {}, {}, None),
            (9, {}, {}, None),
            (3, {"armor-used": True}, {}, "12.6"),
            (3, {}, CUT_OFF, "12.6"),
        ],
    )
    def test_when_it_may_be_committed(
        self, turn: int, state: dict[str, bool], more: dict[str, Any], rule: str | None
    ) -> None:
        position = place(soviet("D", "4416"), german("A", "4417"), turn=turn, state=state, **more)
        answer = odds(position, "A", armor=1)
        assert "armor" in steps(answer)
        if rule:
            assert why_not(answer) == {rule}
        else:
            assert answer.possible

    def test_port_supply_is_not_enough(self) -> None:
        terrain = {"2825": ["city", "coast"]}
        position = place(soviet("D", "2822"), german("A", "2823"), terrain=terrain, **CUT_OFF)
        answer = RULES.odds(position, ["2822"], ["A"], {"armor": "1"})
        assert why_not(answer) == {"12.6"}

    def test_never_for_soviets(self) -> None:
        position = place(german("D", "4416"), soviet("A", "4415"))
        assert why_not(odds(position, "A", armor=1)) == {"12.6"}

    @pytest.mark.parametrize(("turn", "die"), [(2, 4), (5, 4), (6, 5), (9, 5)])
    def test_its_die_is_told(self, turn: int, die: int) -> None:
        position = place(soviet("D", "4416"), german("A", "4417"), turn=turn)
        offer = next(o for o in odds(position, "A").offers if o.option == "armor=1")
        assert f"1 to {die}" in offer.effect


def test_an_attacker_may_give_up_columns() -> None:
    position = place(german("D", "4416", [3]), soviet("A", "4415", [4]))
    answer = odds(position, "A", lower=2)
    assert (answer.shift, answer.column, steps(answer)) == (-2, "-1", ["lower"])


class TestFanatic:
    def test_the_die_is_rolled_until_something_happens(self) -> None:
        position = place(german("D", "4416", [4]), soviet("A", "4415", [4]))
        plain, fanatic = odds(position, "A"), odds(position, "A", fanatic=1)
        stalled = plain.chances["AS"]
        assert "AS" not in fanatic.chances
        for result, chance in fanatic.chances.items():
            assert chance == pytest.approx(plain.chances[result] / (1 - stalled))
        assert sum(fanatic.chances.values()) == pytest.approx(1)
        assert fanatic.results == plain.results

    def test_only_up_to_the_column_0(self) -> None:
        position = place(german("D", "4416", [3]), soviet("A", "4415", [4]))
        assert why_not(odds(position, "A", fanatic=1)) == {"11.23"}
        assert odds(position, "A", fanatic=1, lower=1).possible

    def test_or_in_the_three_leftmost(self) -> None:
        units = (german("D", "4416", [4]), soviet("A", "4415", [4]))
        assert not odds(place(*units, fanatic_columns="three-leftmost"), "A", fanatic=1).possible


class TestForbidden:
    @pytest.mark.parametrize(
        ("units", "more", "rule"),
        [
            ([german("D", "4416"), soviet("A", "4414")], {}, "11.2"),
            ([soviet("D", "4416"), locality("A", "4417")], {}, "12.5"),
            ([german("D", "4416"), soviet("A", "4415", markers=["attacked"])], {}, "11.5"),
            ([german("D", "4416", markers=["defended"]), soviet("A", "4415")], {}, "11.3"),
            ([german("D", "4416", markers=["retreated"]), soviet("A", "4415")], {}, "11.3"),
            (
                [soviet("D", "4416"), german("A", "4417")],
                {"terrain": {"4416": ["soviet-entrenchment"]}},
                "11.10",
            ),
            ([german("D", "4416"), soviet("A", "4415", group="1uf")], {}, "10.2"),
            ([german("D", "4416"), german("A", "4417")], {}, "11.2"),
            ([soviet("A", "4415")], {}, "11.2"),
            ([german("D", "4416"), soviet("A", "4415")], {"phase": "soviet-movement"}, "5.2 11.1"),
            ([german("D", "4416"), soviet("A", "4415")], {"phase": "german-pre-combat"}, "5.2 11.1"),
        ],
    )  # fmt: skip
    def test_the_rules_by_number(self, units: list[Any], more: dict[str, Any], rule: str) -> None:
        assert why_not(odds(place(*units, **more), "A")) == set(rule.split())

    def test_phases_are_told_by_their_names(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"))
        found = odds(place(*units, phase="soviet-movement"), "A").because
        say = voice(read_once("dagc"), "es")
        assert [(why.text, say(why.text)) for why in found if why.rule in ("11.1", "5.2")] == [
            (
                "Soviet units do not attack in Soviet movement.",
                "Las unidades soviéticas no atacan en la fase Movimiento soviético.",
            ),
            (
                "They do in Soviet pre-movement combat and Soviet post-movement combat.",
                "Lo hacen en estas: Combate soviético previo al movimiento y "
                "Combate soviético posterior al movimiento.",
            ),
        ]

    def test_the_fronts_never_attack_together(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"), soviet("B", "4315", group="1uf"))
        position = place(*units, scenario="bold-stroke")
        assert why_not(odds(position, "A", "B")) == {"11.24", "6.10"}
        assert odds(position, "B").possible

    @pytest.mark.parametrize("area", ["1uf-area", "soviet-side"])
    def test_the_ukrainian_front_attacks_in_its_area(self, area: str) -> None:
        units = (german("D", "4416"), soviet("A", "4415", group="1uf"))
        assert odds(place(*units, terrain={"4416": [area]}), "A").possible
        assert odds(place(*units, scenario="failed-d-day"), "A").possible
        assert not odds(
            place(*units, scenario="failed-d-day", x1uf_free="bold-stroke"), "A"
        ).possible

    def test_a_stack_joined_by_a_retreated_unit_may_be_attacked(self) -> None:
        moved = german("R", "4416", markers=["retreated", "defended"])
        position = place(german("D", "4416", [3]), moved, soviet("A", "4415"))
        answer = odds(position, "A")
        assert answer.possible
        assert (answer.defence, answer.defenders) == (3, ("D", "R"))

    def test_across_water_by_the_letter(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"))
        water = {"4416/4415": ["lake"]}
        assert odds(place(*units, hexsides=water), "A").possible
        assert not odds(place(*units, hexsides=water, attack_across_water=False), "A").possible

    @pytest.mark.parametrize(
        ("options", "text"),
        [({"fog": "1"}, "no option"), ({"air": "yes"}, "number"), ({"lower": "-1"}, "number")],
    )
    def test_unknown_options_are_named(self, options: dict[str, str], text: str) -> None:
        position = place(german("D", "4416"), soviet("A", "4415"))
        with pytest.raises(QuestionError, match=text):
            RULES.odds(position, ["4416"], ["A"], options)

    def test_one_target(self) -> None:
        with pytest.raises(QuestionError, match=r"11\.3"):
            RULES.odds(place(), ["4416", "4417"], [], {})


class TestAllAttacks:
    def test_the_side_in_phase_attacks_every_hex_that_it_can(self) -> None:
        units = (
            german("D", "4416"), german("E", "4417", markers=["defended"]), german("F", "4315"),
            soviet("A", "4415"), soviet("B", "4316"), soviet("C", "4415", markers=["attacked"]),
        )  # fmt: skip
        found = RULES.attacks(place(*units, phase="soviet-post-combat")).attacks
        assert {a.target for a in found} == {"4416", "4315"}
        assert all(a.possible and "C" not in a.attackers for a in found)
        german_turn = RULES.attacks(place(*units, phase="german-pre-combat")).attacks
        assert {a.target for a in german_turn} == {"4415", "4316"}
        assert RULES.attacks(place(*units, phase="soviet-movement")).attacks == ()
        both = RULES.attacks(place(*units)).attacks
        assert {a.target for a in both} == {"4416", "4315", "4415", "4316"}

    def test_best_first(self) -> None:
        units = (
            german("D", "4416", [3]),
            german("E", "4410", [1]),
            soviet("A", "4415", [4]),
            soviet("B", "4411", [9]),
        )
        found = RULES.attacks(place(*units, phase="soviet-post-combat")).attacks
        assert [a.target for a in found] == ["4410", "4416"]

    def test_units_out_of_supply_stay_behind_if_that_is_better(self) -> None:
        position = place(
            german("D", "4416", [1]), german("H", "4417"), shock("A", "4415"), soviet("B", "4315", [1]),
            terrain={"4315": ["west-pripyat"]}, phase="soviet-post-combat",
        )  # fmt: skip
        found = [a for a in RULES.attacks(position).attacks if a.target == "4416"]
        assert found[0].attackers == ("A",)
        assert ("B", "A") in [a.attackers for a in found]

    def test_fronts_attack_apart(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"), soviet("B", "4315", group="1uf"))
        found = RULES.attacks(place(*units, scenario="bold-stroke")).attacks
        assert {("A",), ("B",)} <= {a.attackers for a in found if a.target == "4416"}

    def test_without_names_all_who_may_take_part(self) -> None:
        units = (german("D", "4416"), soviet("A", "4415"), soviet("B", "4315"))
        assert odds(place(*units, soviet("C", "4415", markers=["attacked"]))).attackers == (
            "B",
            "A",
        )
        assert why_not(odds(place(german("D", "4416")))) == {"11.2"}
        held = place(german("D", "4416"), soviet("A", "4415"), turn=1)
        assert why_not(odds(held)) == {"5.4"}


def test_offers_say_what_may_still_be_added() -> None:
    position = place(german("D", "4416", [4]), soviet("A", "4415", [4]), phase="soviet-pre-combat")
    offered = {offer.option: offer for offer in odds(position, "A").offers}
    assert set(offered) == {"air=1", "lower=1", "fanatic=1"}
    assert "0 -> +1" in offered["air=1"].effect
    assert {offer.owner for offer in offered.values()} == {"soviet"}
    assert "air=1" not in {o.option for o in odds(position, "A", air=1).offers}


class TestRetreatBeforeCombat:
    def choice(self, *units: Any, **more: Any) -> Any:
        position = place(*units, german("A", "4417"), **more)
        return odds(position, "A").extra.get("before_combat")

    def test_a_supplied_group_alone(self) -> None:
        found = self.choice(cav_mech("P", "4416"))
        assert found.unit == "P"
        assert set(found.hexes) <= {"4415", "4315", "4515"}

    @pytest.mark.parametrize(
        ("units", "more"),
        [
            ([cav_mech("P", "4416"), soviet("Q", "4416")], {}),
            ([soviet("Q", "4416")], {}),
            ([cav_mech("P", "4416")], {"turn": 6}),
            ([cav_mech("P", "4416")], {"terrain": {"4416": ["city"]}}),
            ([cav_mech("P", "4416")], {"hexsides": {f"4416/{n}": ["lake"] for n in RING}}),
        ],
    )
    def test_nobody_else(self, units: list[Any], more: dict[str, Any]) -> None:
        assert self.choice(*units, **more) is None


def test_chances_are_exact() -> None:
    position = place(german("D", "4416", [3]), soviet("A", "4415", [4]))
    answer = odds(position, "A")
    assert set(answer.results) == set("123456")
    for result, chance in answer.chances.items():
        assert chance == list(answer.results.values()).count(result) / 6
    assert answer.stand_in


def test_readings_are_named() -> None:
    units = (german("D", "4416"), soviet("A", "4415", group="1uf"))
    answer = odds(place(*units, scenario="failed-d-day"), "A")
    assert [r["option"] for r in answer.extra["readings"]] == ["1uf-free"]
    moves = RULES.moves(place(*units, scenario="failed-d-day"), "A")
    assert [r["option"] for r in moves.extra["readings"]] == ["1uf-free"]
    city = place(cav_mech("D", "4416"), german("A", "4417"), terrain={"4416": ["city"]})
    assert [r["option"] for r in odds(city, "A").extra["readings"]] == ["cav-mech-leaves-city"]


def test_a_table_that_cannot_be_read_is_told_in_a_sentence() -> None:
    position = place(german("D", "4416"), soviet("A", "4415"))
    table = position.game.tables["crt"]
    ratios = replace(table, columns=("1-1", *table.columns[1:]))
    for tables, text in (({}, "no table 'crt'"), ({"crt": ratios}, "'1-1' is no heading")):
        other = replace(position, game=replace(position.game, tables=tables))
        with pytest.raises(QuestionError, match=text):
            odds(other, "A")


def test_a_printed_table_is_no_stand_in() -> None:
    position = place(german("D", "4416"), soviet("A", "4415"))
    table = position.game.tables["crt"]
    printed = replace(position.game, tables={"crt": replace(table, doubtful=frozenset())})
    assert not odds(replace(position, game=printed), "A").stand_in


def test_what_each_result_would_do() -> None:
    position = place(german("D", "4416", (3, 2)), soviet("A", "4415", (8, 4)))
    effects = as_json(odds(position, "A").extra["consequences"])
    assert set(effects) == set(odds(position, "A").chances)
    assert effects["DR"] == {
        "outcome": "retreat",
        "losses": {"defender": 0, "attacker": 0},
        "vacated": True,
        "alternatives": ["DL1"],
    }
    assert effects["BB"]["losses"] == {"defender": 1, "attacker": 1}
    assert odds(position, "D").extra["consequences"] == {}
