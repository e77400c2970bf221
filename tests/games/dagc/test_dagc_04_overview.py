"""Victory, arrivals, air armies and the rest that stands beside supply and battle."""

from __future__ import annotations

from typing import Any

import pytest
from dagc_board import german, locality, place, soviet

from assistant.games.dagc import RULES
from assistant.games.dagc.score import Overview


def overview(*units: Any, **more: Any) -> Overview:
    return RULES.overview(place(*units, **more))


def entry(found: Overview, side: str, group: str) -> set[str]:
    return next(set(e.hexes) for e in found.entries if (e.side, e.group) == (side, group))


class TestVictory:
    def test_towns_one_cities_four(self) -> None:
        terrain = {"4415": ["town"], "4416": ["town", "coast"], "4417": ["city"], "4418": ["city"]}
        control = {"soviet": ["4415", "4417"]}
        found = overview(soviet("A", "4416"), terrain=terrain, control=control)
        assert (found.victory.towns, found.victory.cities, found.victory_points) == (2, 1, 6)

    @pytest.mark.parametrize("turn", [5, 9])
    def test_the_coast_in_supply(self, turn: int) -> None:
        more: dict[str, Any] = {"terrain": {"2015": ["coast"]}, "control": {"soviet": ["2015"]}}
        assert overview(turn=turn, **more).victory.coast == 10
        assert overview(german("G", "2016"), turn=turn, **more).victory.coast == 0

    def test_the_whole_area_of_the_ukrainian_front(self) -> None:
        terrain = {"4902": ["1uf-area"], "4903": ["1uf-area"]}
        assert overview(terrain=terrain, control={"soviet": ["4902"]}).victory.area == 0
        assert overview(terrain=terrain, control={"soviet": ["4902", "4903"]}).victory.area == 1

    @pytest.mark.parametrize(("turn", "points"), [(5, 0), (6, 1), (9, 1)])
    def test_the_area_in_the_swamp_counts_once_lines_run_through_it(
        self, turn: int, points: int
    ) -> None:
        terrain = {"4902": ["1uf-area", "west-pripyat"]}
        found = overview(terrain=terrain, control={"soviet": ["4902"]}, turn=turn)
        assert found.victory.area == points

    @pytest.mark.parametrize(
        ("turn", "cities", "says"),
        [(8, 8, None), (9, 8, "32 points: if"), (9, 7, "28 of 31 points: if")],
    )
    def test_who_wins(self, turn: int, cities: int, says: str | None) -> None:
        names = [f"44{number:02}" for number in range(10, 10 + cities)]
        terrain = {name: ["city"] for name in names}
        found = overview(terrain=terrain, control={"soviet": names}, turn=turn).verdict
        assert (found and found.text.startswith(says)) if says else found is None

    def test_koenigsberg_ends_it(self) -> None:
        assert not overview().victory.koenigsberg
        assert overview(soviet("A", "2825")).victory.koenigsberg


class TestEntries:
    def test_own_edge_with_room(self) -> None:
        units = (german("G", "3028"), german("H", "3028"), soviet("S", "3127"))
        found = entry(overview(*units), "german", "agc")
        assert "2927" in found
        assert not {"3028", "3127"} & found

    def test_cities_by_land_without_enemies_around(self) -> None:
        terrain = {"4416": ["city"], "4418": ["city"], "2825": ["city", "coast"]}
        found = entry(
            overview(soviet("S", "4415"), soviet("T", "2824"), terrain=terrain), "german", "agc"
        )
        assert {"4418", "2825"} <= found
        assert "4416" not in found

    def test_soviet_cities_late_in_the_game(self) -> None:
        found = overview(terrain={"4406": ["city"]}, control={"soviet": ["4406"]}, turn=8)
        assert "4406" in entry(found, "soviet", "main")

    def test_the_ukrainian_front_enters_through_the_swamp(self) -> None:
        terrain = {"5015": ["west-pripyat"], "4600": ["west-pripyat"], "5016": ["west-pripyat"]}
        found = overview(terrain=terrain, control={"german": ["5016"]})
        assert entry(found, "soviet", "1uf") == {"5015"}

    @pytest.mark.parametrize(
        ("scenario", "turn", "open_"),
        [("bold-stroke", 3, True), ("bold-stroke", 2, False), ("historical", 3, False)],
    )
    def test_north_ukraine(self, scenario: str, turn: int, open_: bool) -> None:
        found = entry(overview(scenario=scenario, turn=turn), "german", "nu")
        assert found == (set(place().game.hexset("nu-entry")) if open_ else set())

    def test_korps_gruppen_join_other_units(self) -> None:
        units = (locality("F", "4416"), german("G", "4418", group="kg"), soviet("S", "4402"))
        assert entry(overview(*units), "german", "kg") == {"4416"}


@pytest.mark.parametrize(
    ("more", "main", "ukrainian", "die"),
    [
        ({"turn": 1}, 8, 0, 0),
        ({"turn": 3, "state": {"air-main": 2, "air-1uf": 1}}, 2, 1, 4),
        ({"turn": 6}, 4, 0, 5),
        ({"turn": 6, "state": {"armor-used": True}}, 4, 0, 0),
    ],
)
def test_air_and_armour(more: dict[str, Any], main: int, ukrainian: int, die: int) -> None:
    found = overview(**more)
    assert (found.air_main, found.air_1uf, found.armour_die) == (main, ukrainian, die)


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [("historical", None), ("no-bomb-plot", 2), ("failed-d-day-no-bomb-plot", 3)],
)
def test_german_replacements(scenario: str, steps: int | None) -> None:
    assert overview(scenario=scenario).german_replacements == steps
