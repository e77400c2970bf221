"""What results do, and advances: 11.15 to 11.22, 12.2, 12.5."""

from __future__ import annotations

from typing import Any

import pytest
from dagc_board import cav_mech, edge, german, locality, place, shock, soviet

from assistant.games.dagc import RULES
from assistant.position import Position
from assistant.questions.answers import Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError

RING = place().board.neighbours("4416")
LAKES = {f"4416/{near}": ["lake"] for near in RING}


def walled(*gates: str) -> dict[str, list[str]]:
    """Lake all round 4416 but for the gates."""
    return {f"4416/{near}": ["lake"] for near in RING if near not in gates}


def retreats(
    position: Position, result: str | None = None, *attackers: str, target: str = "4416"
) -> Retreats:
    return RULES.retreats(position, target, result, attackers)


def of(answer: Retreats, unit: str) -> UnitRetreats:
    return next(found for found in answer.units if found.id == unit)


def ways(answer: Retreats, unit: str) -> dict[str, bool]:
    return {option.path[0]: option.preferred for option in of(answer, unit).options}


def losses(answer: Retreats) -> tuple[int, int]:
    return answer.extra["losses"]["defender"], answer.extra["losses"]["attacker"]


class TestResults:
    units = (german("D", "4416"), german("E", "4416", [2]), soviet("A", "4415"), shock("B", "4315"))

    @pytest.mark.parametrize(
        ("result", "outcome", "lost", "vacated"),
        [
            ("AS", "stand", (0, 0), False),
            ("AE", "stand", (0, 2), False),
            ("DR", "retreat", (0, 0), True),
            ("DE", "DE", (2, 0), False),
            ("BB", "BB", (2, 2), False),
        ],
    )
    def test_each(self, result: str, outcome: str, lost: tuple[int, int], vacated: bool) -> None:
        answer = retreats(place(*self.units), result, "A", "B")
        assert (answer.outcome, losses(answer), answer.extra["vacated"]) == (outcome, lost, vacated)
        assert {unit.outcome for unit in answer.units} == {outcome}

    def test_units_of_one_step_die(self) -> None:
        units = (german("D", "4416", [3]), german("E", "4416", step=2), soviet("A", "4415"))
        answer = retreats(place(*units), "DE")
        assert (losses(answer), answer.extra["vacated"]) == ((2, 0), True)

    def test_a_fresh_shock_army_bleeds_first(self) -> None:
        answer = retreats(place(*self.units), "BB", "A", "B")
        assert answer.extra["first_loss"] == ["B"]

    def test_attackers_lose_no_more_than_they_have(self) -> None:
        units = (german("D", "4416"), german("E", "4416"), soviet("A", "4415", [4]))
        assert losses(retreats(place(*units), "BB", "A")) == (2, 1)

    def test_without_names_all_who_may_attack_are_meant(self) -> None:
        assert losses(retreats(place(*self.units), "AE")) == (0, 2)

    def test_wrong_questions(self) -> None:
        position = place(*self.units)
        with pytest.raises(QuestionError, match="AS, AE, DR, DE, BB"):
            retreats(position, "DL1")
        with pytest.raises(QuestionError, match="no unit in 4000"):
            retreats(position, "DR", target="4000")
        with pytest.raises(QuestionError, match="are of one side"):
            retreats(position, "DR", "E")


class TestOpenHexes:
    @pytest.mark.parametrize(
        ("unit", "more", "units", "rule"),
        [
            (german("D", "4416"), {}, [soviet("X", "4417")], "6.9"),
            (german("D", "4416"), {}, [soviet("X", "4418")], "11.17"),
            (german("D", "4416"), {"hexsides": {"4416/4417": ["lake"]}}, [], "9.7"),
            (german("D", "4416"), {"hexsides": {"4416/4417": ["sea"]}}, [], "9.7"),
            (soviet("D", "4416"), {"hexsides": {"4416/4417": ["strait"]}}, [], "9.8"),
            (german("D", "4416"), {"terrain": {"4417": ["soviet-entrenchment"]}}, [], "9.12"),
            (german("D", "4416"), {}, [german("X", "4417"), german("Y", "4417")], "11.17"),
            (soviet("D", "4416"), {}, [soviet("X", "4417", group="1uf")], "6.10"),
            (soviet("D", "4416", group="1uf"), {"terrain": {"4415": ["1uf-area"]}}, [], "10.2"),
        ],
    )  # fmt: skip
    def test_closed(self, unit: Any, more: dict[str, Any], units: list[Any], rule: str) -> None:
        answer = retreats(place(unit, *units, **more))
        assert {r.hex: r.rule for r in of(answer, "D").refused}["4417"] == rule
        assert "4417" not in ways(answer, "D")

    def test_every_neighbour_is_an_option_or_refused(self) -> None:
        answer = retreats(place(german("D", "4416"), soviet("X", "4414")))
        found = [*ways(answer, "D"), *(r.hex for r in of(answer, "D").refused)]
        assert sorted(found) == sorted(RING)

    def test_a_friend_negates_the_zone(self) -> None:
        units = (german("D", "4416"), german("F", "4417"), soviet("X", "4418"))
        assert "4417" in ways(retreats(place(*units)), "D")

    def test_not_off_the_map(self) -> None:
        answer = retreats(place(soviet("D", "1000")), target="1000")
        assert len(of(answer, "D").options) == len(place().board.neighbours("1000"))

    def test_rivers_and_partisans_do_not_matter(self) -> None:
        more: dict[str, Any] = {
            "hexsides": {f"4416/{n}": ["river"] for n in RING},
            "terrain": {n: ["partisan", "swamp"] for n in RING},
        }
        assert len(ways(retreats(place(german("D", "4416"), **more)), "D")) == 6


class TestPreference:
    def test_towards_the_nearest_working_source(self) -> None:
        found = ways(retreats(place(german("D", "4416"))), "D")
        assert {n for n, preferred in found.items() if preferred} == {"4417", "4516"}

    def test_lost_sources_attract_nobody(self) -> None:
        rest = [n for n in edge("german") if n != "2927"]
        found = ways(retreats(place(german("D", "4416"), control={"soviet": rest})), "D")
        assert {n for n, preferred in found.items() if preferred} == {"4316", "4417"}

    def test_without_sources_any_hex_will_do(self) -> None:
        lost = {"soviet": edge("german")}
        assert all(ways(retreats(place(german("D", "4416"), control=lost)), "D").values())

    @pytest.mark.parametrize("turn", [3, 8])
    def test_soviets_go_east_even_when_all_are_out_of_supply(self, turn: int) -> None:
        found = ways(retreats(place(soviet("D", "4404"), turn=turn), target="4404"), "D")
        assert {n for n, preferred in found.items() if preferred} <= {"4403", "4303", "4503"}
        assert any(found.values())

    def test_ports_do_not_count_unless_so_read(self) -> None:
        lost = {"control": {"soviet": edge("german")}, "terrain": {"2825": ["city", "coast"]}}
        units = (german("D", "2822"),)
        assert all(ways(retreats(place(*units, **lost), target="2822"), "D").values())
        other = place(*units, **lost, retreat_to_ports=True)
        found = ways(retreats(other, target="2822"), "D")
        assert {n for n, preferred in found.items() if preferred} == {"2823"}


PAIR = (german("D", "4416"), german("E", "4416"))


class TestStacks:
    def test_they_go_together_where_there_is_room(self) -> None:
        position = place(*PAIR, german("X", "4417"), hexsides=walled("4417", "4415"))
        answer = retreats(position)
        for unit in ("D", "E"):
            assert ways(answer, unit) == {"4415": True}
            assert {r.hex: r.rule for r in of(answer, unit).refused}["4417"] == "11.17"
        assert losses(answer) == (0, 0)

    def test_or_to_the_nearest_hex_under_the_other_reading(self) -> None:
        position = place(
            *PAIR, german("X", "4417"), hexsides=walled("4417", "4415"),
            retreat_order="nearest",
        )  # fmt: skip
        answer = retreats(position)
        assert ways(answer, "D") == {"4415": True, "4417": True}

    def test_they_part_when_no_hex_takes_both(self) -> None:
        fillers = (german("X", "4417"), german("Y", "4415"))
        answer = retreats(place(*PAIR, *fillers, hexsides=walled("4417", "4415")))
        assert answer.outcome == "retreat"
        for unit in ("D", "E"):
            assert ways(answer, unit) == {"4415": True, "4417": True}
        assert (losses(answer), answer.extra["vacated"]) == ((0, 0), True)

    def test_who_finds_no_room_takes_a_loss(self) -> None:
        answer = retreats(place(*PAIR, german("X", "4417"), hexsides=walled("4417")))
        assert answer.outcome == "retreat"
        assert (losses(answer), answer.extra["vacated"]) == ((1, 0), False)
        assert answer.extra["alternatives"] == ["DL1"]


class TestDL1:
    @pytest.mark.parametrize(
        ("units", "offered"),
        [
            ([german("D", "4416")], True),
            ([german("D", "4416", [3])], False),
            ([german("D", "4416", step=2)], False),
            ([german("D", "4416", [3]), german("E", "4416", [3])], True),
            ([locality("F", "4416")], False),
            ([locality("F", "4416"), german("D", "4416", [3])], True),
        ],
    )
    def test_two_steps_and_an_open_hex(self, units: list[Any], offered: bool) -> None:
        answer = retreats(place(*units))
        assert answer.extra["alternatives"] == (["DL1"] if offered else [])

    def test_not_when_blocked(self) -> None:
        assert retreats(place(german("D", "4416"), hexsides=LAKES)).extra["alternatives"] == []

    def test_readings(self) -> None:
        units = (locality("F", "4416"), german("D", "4416"))
        assert retreats(place(*units, dl1_with_locality=False)).extra["alternatives"] == []
        assert retreats(place(german("D", "4416"), hold_fast=True)).extra["obliged"] == "DL1"


class TestLocalities:
    def test_alone_it_is_eliminated(self) -> None:
        answer = retreats(place(locality("F", "4416"), soviet("A", "4415")))
        assert (answer.outcome, of(answer, "F").outcome) == ("eliminated", "eliminated")
        assert (losses(answer), answer.extra["vacated"]) == ((1, 0), True)
        assert len(of(answer, "F").refused) == 6

    def test_its_companion_retreats(self) -> None:
        answer = retreats(place(locality("F", "4416"), german("D", "4416"), soviet("A", "4415")))
        assert answer.outcome == "retreat"
        assert (of(answer, "F").outcome, of(answer, "D").outcome) == ("eliminated", "retreat")
        assert (losses(answer), answer.extra["vacated"]) == ((1, 0), True)

    def test_or_takes_a_loss_with_it(self) -> None:
        answer = retreats(place(locality("F", "4416"), german("D", "4416"), hexsides=LAKES))
        assert answer.outcome == "DE"
        assert (losses(answer), answer.extra["vacated"]) == ((2, 0), False)

    def test_in_a_city_it_is_a_bloodbath(self) -> None:
        units = (locality("F", "4416"), german("D", "4416", [3]), soviet("A", "4415"))
        city = {"4416": ["city"]}
        answer = retreats(place(*units, terrain=city), "DR", "A")
        assert {u.outcome for u in answer.units} == {"BB"}
        assert (losses(answer), answer.extra["vacated"]) == ((2, 2), True)
        other = retreats(place(*units, terrain=city, locality_in_city="eliminated"), "DR", "A")
        assert (of(other, "F").outcome, losses(other)) == ("eliminated", (2, 1))


class TestAdvances:
    def options(self, unit: Any, *others: Any, **more: Any) -> list[tuple[str, ...]]:
        answer = RULES.advances(place(unit, *others, **more), "4416", [unit.id])
        return list(answer.units[0].options)

    @pytest.mark.parametrize(
        ("unit", "others", "more"),
        [
            (locality("U", "4417"), [], {}),
            (soviet("U", "4414"), [], {}),
            (soviet("U", "4415"), [german("D", "4416")], {}),
            (soviet("U", "4415"), [soviet("V", "4416"), soviet("W", "4416")], {}),
            (soviet("U", "4415"), [soviet("V", "4416", group="1uf")], {}),
            (soviet("U", "4415"), [], {"hexsides": {"4416/4415": ["sea"]}}),
            (soviet("U", "4415"), [], {"hexsides": {"4416/4415": ["strait"]}}),
            (german("U", "4417"), [], {"terrain": {"4416": ["soviet-entrenchment"]}}),
            (soviet("U", "4415", group="1uf"), [], {}),
            (german("U", "4417"), [], {"phase": "soviet-post-combat"}),
        ],
    )
    def test_nobody(self, unit: Any, others: list[Any], more: dict[str, Any]) -> None:
        assert self.options(unit, *others, **more) == []

    def test_zones_and_trenches_do_not_stop_victors(self) -> None:
        terrain = {"4416": ["german-entrenchment"]}
        assert self.options(soviet("U", "4415"), german("D", "4417"), terrain=terrain) == [
            ("4416",)
        ]

    def test_one_may_join_another(self) -> None:
        assert self.options(soviet("U", "4415"), soviet("V", "4416")) == [("4416",)]

    def test_a_cav_mech_group_goes_on(self) -> None:
        found = self.options(cav_mech("P", "4415"), german("D", "4417"))
        assert ("4416", "4316") in found
        assert ("4416", "4417") not in found

    @pytest.mark.parametrize(
        "more",
        [
            {"turn": 6},
            {"control": {"german": edge("soviet")}},
            {"hexsides": {f"4416/{n}": ["lake"] for n in RING if n != "4415"}},
        ],
        ids=["late", "out of supply", "water"],
    )
    def test_but_not_always(self, more: dict[str, Any]) -> None:
        found = self.options(cav_mech("P", "4415"), **more)
        assert {way for way in found if way[-1] not in ("4415", "4416")} == set()

    def test_both_groups_may_go_on(self) -> None:
        units = (cav_mech("P", "4415"), cav_mech("Q", "4415"))
        answer = RULES.advances(place(*units), "4416", ["P", "Q"])
        assert all(("4416", "4417") in unit.options for unit in answer.units)

    def test_without_names_the_side_in_phase(self) -> None:
        position = place(soviet("A", "4415"), german("D", "4417"), phase="soviet-post-combat")
        assert [u.id for u in RULES.advances(position, "4416", []).units] == ["A"]
