"""Supply: chapter 7 with 12.4, 12.5 and 10.8."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from dagc_board import KOENIGSBERG, cav_mech, edge, german, locality, place, soviet

from assistant.games.dagc import RULES
from assistant.games.dagc.supply import Overload
from assistant.position import Position
from assistant.questions.answers import UnitSupply

NO_EDGE = {"soviet": edge("german")}


def supply(position: Position) -> dict[str, UnitSupply]:
    return {unit.id: unit for unit in RULES.supply(position).units}


def states(position: Position) -> dict[str, str]:
    return {name: unit.state for name, unit in supply(position).items()}


def walls(name: str, *gates: str, kind: str = "lake") -> dict[str, list[str]]:
    """A kind of hexside all round a hex, but for the gates."""
    around = place().board.neighbours(name)
    return {f"{name}/{near}": [kind] for near in around if near not in gates}


def test_a_line_runs_from_the_unit_to_the_nearest_source() -> None:
    found = supply(place(german("G", "3026"), soviet("S", "3002")))
    assert (found["G"].state, found["G"].source) == ("supplied", "2927")
    assert found["G"].path[0] == "3026"
    assert found["G"].path[-1] == "2927"
    assert found["S"].source in ("2900", "3000", "3100")
    assert len(found["S"].path) == 3


def test_a_unit_in_a_source_is_its_own_line() -> None:
    assert supply(place(german("G", "3028")))["G"].path == ("3028",)


@pytest.mark.parametrize(
    ("german_there", "state"),
    [(False, "oos"), (True, "supplied")],
    ids=["7.2 zone closes", "8.4 friend opens"],
)
def test_zones_close_lines_unless_a_friend_negates_them(german_there: bool, state: str) -> None:
    walled = walls("4416", "4417")
    units = [german("G", "4416"), soviet("S", "4517")]
    if german_there:
        units.append(german("H", "4417"))
    assert states(place(*units, hexsides=walled))["G"] == state


@pytest.mark.parametrize("kind", ["lake", "sea"])
def test_water_stops_lines(kind: str) -> None:
    found = supply(place(german("G", "4416"), hexsides=walls("4416", kind=kind)))["G"]
    assert found.state == "oos"
    assert {r.rule for r in found.extra["cut_by"]} == {"7.2"}
    assert len(found.extra["cut_by"]) == 6


@pytest.mark.parametrize(
    ("side", "controlled", "state"),
    [
        ("soviet", ["1803", "1804"], "supplied"),
        ("soviet", [], "oos"),
        ("german", [], "oos"),
    ],
)
def test_the_strait_is_for_soviet_lines(side: str, controlled: list[str], state: str) -> None:
    hexsides = {**walls("1804", "1803"), "1803/1804": ["strait"]}
    make = soviet if side == "soviet" else german
    position = place(make("U", "1804"), hexsides=hexsides, control={"soviet": controlled})
    assert states(position)["U"] == state


@pytest.mark.parametrize(("borders", "state"), [(2, "supplied"), (3, "oos")])
def test_a_german_line_crosses_at_most_two_borders(borders: int, state: str) -> None:
    corridor = ["4420", "4421", "4422", "4423", "4424"]
    hexsides: dict[str, list[str]] = {}
    for name in corridor[:-1]:
        hexsides |= walls(name, *corridor)
    for start, end in list(pairwise(corridor))[:borders]:
        hexsides[f"{start}/{end}"] = ["border"]
    found = supply(place(german("G", "4420"), hexsides=hexsides))["G"]
    assert found.state == state
    if state == "oos":
        assert "7.8" in {r.rule for r in found.extra["cut_by"]}


def test_soviet_lines_cross_any_number_of_borders() -> None:
    hexsides = {f"44{c:02d}/44{c + 1:02d}": ["border"] for c in range(9)}
    assert states(place(soviet("S", "4409"), hexsides=hexsides))["S"] == "supplied"


def test_no_german_line_through_soviet_trenches() -> None:
    ring = {near: ["soviet-entrenchment"] for near in place().board.neighbours("4416")}
    position = place(german("G", "4416"), german("H", "4417"), terrain=ring)
    assert states(position) == {"G": "oos", "H": "oos"}


def test_a_lost_source_works_for_nobody() -> None:
    position = place(german("G", "2927"), control={"soviet": edge("german")})
    assert states(position)["G"] == "supplied", "its own unit holds it again (3.3)"
    position = place(german("G", "3026"), soviet("S", "3028"), control=NO_EDGE)
    assert states(position) == {"G": "oos", "S": "supplied"}
    cut = supply(position)["G"].extra["cut_by"]
    assert ("3228", "7.7") in {(r.hex, r.rule) for r in cut}


@pytest.mark.parametrize(("garrison", "state"), [(False, "oos"), (True, "supplied")])
def test_a_zone_suppresses_a_source_without_garrison(garrison: bool, state: str) -> None:
    hexsides = walls("1300", "1301") | walls("1301", "1300", "1401") | walls("1401", "1301")
    units = [soviet("S", "1401"), soviet("T", "1301"), german("G", "1201")]
    if garrison:
        units.append(soviet("U", "1300"))
    assert states(place(*units, hexsides=hexsides))["S"] == state


SWAMP_AROUND = {name: ["west-pripyat"] for name in place().board.neighbours("4416")}
TOWN = {"2825": ["town", "coast"]}


class TestWesternPripyat:
    @pytest.mark.parametrize(
        ("turn", "scenario", "infantry"),
        [
            (1, "historical", "oos"),
            (1, "bold-stroke", "supplied"),
            (2, "bold-stroke", "oos"),
            (5, "", "oos"),
        ],
    )
    def test_only_cav_mech_lines_go_through(self, turn: int, scenario: str, infantry: str) -> None:
        units = (soviet("A", "4416"), cav_mech("P", "4416"))
        position = place(*units, turn=turn, scenario=scenario, terrain=SWAMP_AROUND)
        assert states(position) == {"A": infantry, "P": "supplied"}

    def test_the_units_own_hex_counts(self) -> None:
        swamp = {"4416": ["west-pripyat"]}
        assert states(place(soviet("A", "4416"), terrain=swamp))["A"] == "oos"
        other = place(soviet("A", "4416"), terrain=swamp, pripyat_own_hex=False)
        assert states(other)["A"] == "supplied"
        answer = RULES.supply(place(soviet("A", "4416"), terrain=swamp))
        assert [r["option"] for r in answer.extra["readings"]] == ["pripyat-own-hex"]

    def test_germans_do_not_mind(self) -> None:
        assert states(place(german("G", "4416"), terrain=SWAMP_AROUND))["G"] == "supplied"


@pytest.mark.parametrize(("turn", "state"), [(5, "supplied"), (6, "oos"), (9, "oos")])
def test_from_turn_6_all_soviets_are_out(turn: int, state: str) -> None:
    position = place(soviet("A", "4402"), cav_mech("P", "4402"), german("G", "4420"), turn=turn)
    assert states(position) == {"A": state, "P": state, "G": "supplied"}


class TestPorts:
    def cut_off(self, *units: Any, **more: Any) -> Position:
        return place(*units, control=more.pop("control", NO_EDGE), **more)

    @pytest.mark.parametrize(
        ("hex_", "state"), [("2819", "port"), ("2818", "oos"), ("2825", "port")]
    )
    def test_six_hexes_without_the_port(self, hex_: str, state: str) -> None:
        position = self.cut_off(german("G", hex_), terrain=TOWN)
        found = supply(position)["G"]
        assert found.state == state
        if state == "port":
            assert (found.source, found.path[0], found.path[-1]) == ("2825", hex_, "2825")

    def test_land_supply_comes_first(self) -> None:
        assert states(place(german("G", "2822"), terrain=TOWN))["G"] == "supplied"

    @pytest.mark.parametrize(
        ("terrain", "hex_"),
        [
            ({"1301": ["town", "coast"]}, "1301"),
            ({"2825": ["town"]}, "2825"),
            ({"2825": ["coast"]}, "2825"),
        ],
        ids=["Narva", "no coast", "no town"],
    )
    def test_what_is_no_port(self, terrain: dict[str, list[str]], hex_: str) -> None:
        assert states(self.cut_off(german("G", hex_), terrain=terrain))["G"] == "oos"

    def test_a_soviet_next_to_a_port_shuts_it_even_for_its_garrison(self) -> None:
        position = self.cut_off(german("G", "2825"), soviet("S", "2824"), terrain=TOWN)
        assert states(position)["G"] == "oos"
        assert "2825" in RULES.supply(position).extra["ports_shut"]

    def test_a_port_lost_once_is_lost_for_good(self) -> None:
        position = self.cut_off(german("G", "2824"), terrain=TOWN, state={"lost-ports": ["2825"]})
        assert states(position)["G"] == "oos"

    def test_a_soviet_port_supplies_nobody(self) -> None:
        control = {"soviet": [*edge("german"), "2825"]}
        position = self.cut_off(german("G", "2823"), terrain=TOWN, control=control)
        assert states(position)["G"] == "oos"

    def test_koenigsberg_keeps_its_own(self) -> None:
        position = self.cut_off(
            german("G", "2825", markers=["oos"]), soviet("S", "2824"), terrain=KOENIGSBERG
        )
        found = supply(position)["G"]
        assert (found.state, found.source) == ("port", "2825")

    def test_borders_count_for_port_lines_too(self) -> None:
        corridor = ["2825", "2824", "2823", "2822"]
        hexsides: dict[str, list[str]] = {}
        for name in corridor:
            hexsides |= walls(name, *corridor)
        hexsides |= {f"{a}/{b}": ["border"] for a, b in pairwise(corridor)}
        units = (german("G", "2822"), german("H", "2823"))
        position = self.cut_off(*units, terrain=TOWN, hexsides=hexsides)
        assert states(position) == {"G": "oos", "H": "port"}

    def garrison(self, count: int, first: int = 0) -> list[Any]:
        hexes = ["2824", "2823", "2822", "2724", "2723", "2722"]
        return [german(f"G{first + n}", hexes[n // 2]) for n in range(count)]

    @pytest.mark.parametrize(
        ("kind", "units", "places"),
        [("town", 5, 5), ("town", 6, 5), ("city", 10, 10), ("city", 12, 10)],
    )
    def test_towns_carry_five_cities_ten(self, kind: str, units: int, places: int) -> None:
        position = self.cut_off(*self.garrison(units), terrain={"2825": [kind, "coast"]})
        answer = RULES.supply(position)
        excess = max(0, units - places)
        assert answer.extra["overload"] == Overload(units, min(units, places), excess)
        assert {u.state for u in answer.units} == {"overload" if excess else "port"}

    def test_the_owner_chooses_who_goes_without(self) -> None:
        units = self.garrison(6)
        chosen = german("G0", "2824", markers=["oos"])
        answer = RULES.supply(self.cut_off(chosen, *units[1:], terrain=TOWN))
        assert answer.extra["overload"].excess == 0
        assert [u.state for u in answer.units].count("port") == 5
        assert {u.id: u.state for u in answer.units}["G0"] == "oos"

    def test_two_ports_share(self) -> None:
        terrain = {"2825": ["town", "coast"], "2814": ["town", "coast"]}
        near = self.garrison(5)
        between = german("B", "2819")
        answer = RULES.supply(self.cut_off(*near, between, terrain=terrain))
        found = {u.id: u for u in answer.units}
        assert {u.state for u in answer.units} == {"port"}
        assert found["B"].source == "2814"

    def test_who_has_a_port_of_his_own_is_not_undecided(self) -> None:
        terrain = {"2825": ["town", "coast"], "2814": ["town", "coast"]}
        answer = RULES.supply(self.cut_off(*self.garrison(6), german("B", "2819"), terrain=terrain))
        found = {u.id: u.state for u in answer.units}
        assert found.pop("B") == "port"
        assert set(found.values()) == {"overload"}
        assert answer.extra["overload"] == Overload(candidates=7, places=6, excess=1)

    def test_localities_and_koenigsbergs_garrison_take_no_place(self) -> None:
        units = [*self.garrison(10), locality("F", "2822"), german("K", "2825")]
        answer = RULES.supply(self.cut_off(*units, terrain=KOENIGSBERG))
        assert {u.state for u in answer.units} == {"port"}
        assert answer.extra["overload"].candidates == 10
        other = RULES.supply(self.cut_off(*units, terrain=KOENIGSBERG, ports_free_of_charge=False))
        assert other.extra["overload"].excess == 2


def test_a_locality_supplies_its_stack_for_defence_only() -> None:
    units = (locality("F", "4416"), german("G", "4416"), german("H", "4426"))
    position = place(*units, hexsides=walls("4416"), control=NO_EDGE)
    assert states(position) == {"F": "defence", "G": "defence", "H": "oos"}


@pytest.mark.parametrize(
    ("units", "who", "more", "allowed", "rule"),
    [
        ([german("G", "4420", step=2)], "G", {}, True, "10.8"),
        (
            [german("G", "2823", step=2)],
            "G",
            {"terrain": KOENIGSBERG, "control": NO_EDGE},
            True,
            "10.8",
        ),
        (
            [german("G", "2823", step=2)],
            "G",
            {"terrain": TOWN, "control": NO_EDGE},
            False,
            "10.8",
        ),
        ([german("G", "4420", (3, 2), step=2, group="kg")], "G", {}, False, "10.7"),
        ([soviet("S", "4402", step=2)], "S", {"turn": 7}, True, "10.8"),
        (
            [soviet("S", "4402", step=2)],
            "S",
            {"turn": 7, "terrain": {"4402": ["west-pripyat"]}},
            False,
            "10.8",
        ),
        (
            [cav_mech("S", "4402", step=2)],
            "S",
            {"turn": 7, "terrain": {"4402": ["west-pripyat"]}},
            True,
            "12.4",
        ),
    ],
    ids=["land", "Koenigsberg", "other port", "Korps Gruppe", "late", "late swamp", "cav-mech"],
)
def test_who_may_be_replenished(units: Any, who: str, more: Any, allowed: bool, rule: str) -> None:
    told = supply(place(*units, **more))[who].extra["replacement"]
    assert (told.allowed, told.because[0].rule) == (allowed, rule)
