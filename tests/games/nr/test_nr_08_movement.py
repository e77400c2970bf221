"""Movement, stacking and zones: chapters 8 and 9."""

from __future__ import annotations

import pytest
from nr_board import axis, cadre, fort, in_own_movement, panzer, place, soviet, tank, volkssturm

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import Moves


def moves(position: Position, unit: str = "U") -> Moves:
    return RULES.moves(in_own_movement(position, unit), unit)


def costs(answer: Moves) -> dict[str, float]:
    return {reached.hex: reached.cost for reached in answer.reach}


def refused(answer: Moves) -> dict[str, str]:
    return {closed.hex: closed.rule for closed in answer.refused}


@pytest.mark.parametrize(
    ("weather", "markers", "printed", "allowance"),
    [
        ("clear", "", 6, 6),
        ("mud", "", 6, 3),
        ("mud", "", 2, 2),
        ("snow", "", 6, 4),
        ("long-winter", "", 6, 4),
        ("clear", "oos", 6, 3),
        ("snow", "oos", 6, 3),
        ("clear", "oos", 2, 2),
        ("clear", "disorganised", 6, 6),
    ],
)
def test_allowance(weather: str, markers: str, printed: int, allowance: int) -> None:  # EX9
    unit = axis("U", "1411", movement=[printed, printed], markers=markers)
    assert moves(place(unit, weather=weather)).allowance == allowance


def test_each_face_has_its_allowance() -> None:
    assert moves(place(panzer("U", "1411", movement=[6, 5], step=2))).allowance == 5
    assert moves(place(panzer("U", "1411", movement=[6], step=2))).allowance == 6


@pytest.mark.parametrize(
    "unit",
    [
        fort("soviet", "U", "1411"),
        fort("soviet", "U", "1411", movement=[4]),
        volkssturm("U", "1411"),
        axis("U", "1411", type_="garrison", movement=[3]),
        axis("U", "1411", parenthesised=True),
        soviet("U", "1411", type_="rezervy", movement=[4]),
    ],
)
def test_who_cannot_move(unit: Unit) -> None:
    answer = moves(place(unit))
    assert answer.allowance == 0
    assert not answer.reach
    assert len(answer.refused) == 6


@pytest.mark.parametrize(
    ("unit", "terrain", "cost"),
    [
        (axis("U", "1411"), "clear", 1),
        (panzer("U", "1411"), "clear", 1),
        (axis("U", "1411"), "city", 1),
        (panzer("U", "1411"), "city objective", 1),
        (axis("U", "1411"), "germany", 1),
        (axis("U", "1411"), "oil", 1),
        (axis("U", "1411"), "forest", 1),
        (panzer("U", "1411"), "forest", 2),
        (axis("U", "1411", type_="mechanised"), "forest", 1),
        (tank("U", "1411"), "forest city", 2),
        (axis("U", "1411"), "swamp", 2),
        (cadre("axis", "U", "1411"), "swamp", 2),
    ],
)
def test_terrain_costs(unit: Unit, terrain: str, cost: int) -> None:  # EX12, EX15
    assert costs(moves(place(unit, terrain={"1511": terrain})))["1511"] == cost


@pytest.mark.parametrize(
    ("unit", "terrain", "doubtful"),
    [
        (panzer("U", "1411"), "swamp", True),
        (panzer("U", "1411"), "mountain", True),
        (axis("U", "1411"), "mountain", True),
        (axis("U", "1411"), "swamp", False),
        (panzer("U", "1411"), "forest", False),
    ],
)
def test_costs_of_our_own_say_so(unit: Unit, terrain: str, doubtful: bool) -> None:
    answer = moves(place(unit, terrain={"1511": terrain}))
    reached = next(r for r in answer.reach if r.hex == "1511")
    assert bool(reached.extra.get("stand_in")) == doubtful
    assert ("cost of 1511" in answer.extra.get("stand_ins", [])) == doubtful


def test_rivers_cost_nothing() -> None:
    position = place(axis("U", "1411"), hexsides={"1411/1511": "river objective"})
    assert costs(moves(position))["1511"] == 1


@pytest.mark.parametrize("kind", ["lake", "sea", "sea baltic"])
def test_prohibited_sides_and_hexes(kind: str) -> None:
    answer = moves(place(axis("U", "1411"), hexsides={"1411/1511": kind}))
    assert costs(answer)["1511"] == 2
    lake = moves(place(axis("U", "1411"), terrain={"1511": "lake"}))
    assert refused(lake)["1511"] == "8.3"
    assert "1511" not in costs(lake)


def test_enemies_are_never_entered_and_friends_passed() -> None:
    answer = moves(place(axis("U", "1411"), axis("F", "1311"), soviet("S", "1511", type_="fort")))
    assert refused(answer)["1511"] == "8.4"
    assert costs(answer)["1211"] == 2
    assert costs(answer)["1611"] == 3


def test_stacking_is_not_tested_on_the_way_or_at_the_end() -> None:
    friends = [axis("F", "1511"), axis("G", "1511")]
    assert costs(moves(place(axis("U", "1411"), *friends)))["1511"] == 1


def test_zones_stop() -> None:  # 8.5.1
    answer = moves(place(axis("U", "1211"), soviet("S", "1511")))
    assert costs(answer)["1411"] == 2
    assert "1511" not in costs(answer)
    assert all("1410" not in r.path[:-1] and "1411" not in r.path[:-1] for r in answer.reach)


def test_leaving_a_zone_costs_one_more() -> None:  # EX11
    answer = moves(place(axis("U", "1411"), soviet("S", "1511")))
    assert costs(answer)["1311"] == 2
    assert costs(answer)["1211"] == 3
    assert costs(answer)["1410"] == 3  # out by 1310 and in again
    short = moves(place(axis("U", "1411", movement=[2]), soviet("S", "1511")))
    assert refused(short)["1410"] == "8.5.3"
    assert refused(short)["1412"] == "8.5.3"


def test_a_friend_lets_a_unit_pass_from_zone_to_zone_but_not_on() -> None:  # EX12, EX13
    enemies = [soviet("N", "1410"), soviet("S", "1413")]
    alone = moves(place(panzer("U", "1411"), *enemies, terrain={"1412": "forest"}))
    assert refused(alone)["1412"] == "8.5.3"
    helped = moves(
        place(panzer("U", "1411"), axis("9", "1412"), *enemies, terrain={"1412": "forest"})
    )
    assert costs(helped)["1412"] == 3
    assert refused(helped)["1512"] == "8.5.1"


@pytest.mark.parametrize(
    "enemy",
    [
        fort("soviet", "S", "1511"),
        soviet("S", "1511", markers="oos"),
        soviet("S", "1511", parenthesised=True),
    ],
)
def test_without_a_zone_nothing_stops(enemy: Unit) -> None:  # EX14
    answer = moves(place(axis("U", "1411"), enemy))
    assert costs(answer)["1410"] == 1
    assert costs(answer)["1412"] == 1


def test_a_fort_turned_regional_has_its_zone_again() -> None:  # EX16
    unit = axis("U", "1411", movement=[2])
    answer = moves(place(unit, soviet("S", "1511", type_="regional")))
    assert refused(answer)["1410"] == "8.5.3"
    flipped = fort("soviet", "S", "1511", step=2, weak_type="regional")
    assert refused(moves(place(unit, flipped)))["1410"] == "8.5.3"


def test_zones_end_at_lakes_and_seas() -> None:
    position = place(axis("U", "1411"), soviet("S", "1511"), hexsides={"1411/1511": "lake"})
    assert costs(moves(position))["1311"] == 1


def test_one_hex_is_always_possible() -> None:  # D17
    around = {"1311": "forest"}
    unit = panzer("U", "1411", movement=[2, 2], markers="oos")
    answer = moves(place(unit, soviet("S", "1511"), terrain=around))
    assert answer.allowance == 2
    assert costs(answer)["1311"] == 3
    assert "1211" not in costs(answer)
    assert refused(answer)["1211"] == "8.3"
    assert refused(answer)["1410"] == "8.5.3"


def test_points_run_out() -> None:
    answer = moves(place(axis("U", "1411", movement=[2]), terrain={"1611": "swamp"}))
    assert "1611" not in costs(answer)
    assert refused(answer)["1611"] == "8.3"


BORDER = {"finland/1411": "border", "western-balkans/1410": "border"}


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (axis("U", "1411"), None),
        (soviet("U", "1411"), None),
        (axis("U", "1411", nationality="rumanian"), "8.6"),
        (axis("U", "1411", nationality="hungarian"), "8.6"),
        (soviet("U", "1411", nationality="polish"), "8.6"),
    ],
)
def test_who_may_enter_finland(unit: Unit, rule: str | None) -> None:
    answer = moves(place(unit, hexsides=BORDER))
    assert refused(answer).get("finland") == rule
    assert ("finland" in costs(answer)) == (rule is None)


def test_an_occupied_finland_is_closed_to_the_enemy() -> None:
    finns = fort("axis", "F", "finland", nationality="finnish")
    assert refused(moves(place(soviet("U", "1411"), finns, hexsides=BORDER)))["finland"] == "8.4"
    answer = moves(place(axis("U", "1411"), finns, hexsides=BORDER))
    assert costs(answer)["finland"] == 1


@pytest.mark.parametrize(
    ("unit", "opened", "rule"),
    [
        (axis("U", "1410"), False, "8.7"),
        (axis("U", "1410"), True, None),
        (soviet("U", "1410"), True, None),
        (soviet("U", "1410", nationality="yugoslav"), True, None),
        (axis("U", "1410", nationality="hungarian"), True, "8.7"),
        (soviet("U", "1410", nationality="rumanian"), True, "8.7"),
    ],
)
def test_who_may_enter_the_balkans(unit: Unit, opened: bool, rule: str | None) -> None:
    answer = moves(place(unit, hexsides=BORDER, state={"balkans-open": opened}))
    assert refused(answer).get("western-balkans") == rule


def test_soviets_kept_out_of_the_balkans_by_the_other_reading() -> None:  # A12
    position = place(
        soviet("U", "1410"), hexsides=BORDER, state={"balkans-open": True}, soviets_in_balkans=False
    )
    assert refused(moves(position))["western-balkans"] == "8.7"


def test_zones_reach_in_and_out_of_areas() -> None:
    position = place(
        axis("G", "finland"),
        soviet("S", "1410"),
        hexsides={"finland/1411": "border", "finland/1410": "border"},
    )
    zones = RULES.zones(position).zones
    assert set(zones["axis"]) == {"1411", "1410"}
    assert "finland" in zones["soviet"]


def test_the_finnish_army_stays() -> None:
    unit = axis("U", "finland", nationality="finnish")
    assert refused(moves(place(unit, hexsides=BORDER)))["1411"] == "14.1"


def test_boxes_have_no_moves() -> None:
    answer = moves(place(axis("U", "shattered")))
    assert (answer.allowance, answer.reach) == (0, ())


@pytest.mark.parametrize(
    ("units", "turn", "phase", "allowed"),
    [
        ([axis("A", "1411"), axis("B", "1411")], 1, "axis-combat", True),
        ([axis("A", "1411"), axis("B", "1411"), cadre("axis", "C", "1411")], 1, "axis-combat", False),
        ([axis("A", "1411"), axis("B", "1411"), volkssturm("C", "1411")], 23, "axis-combat", False),
        ([soviet("A", "1411"), soviet("B", "1411")], 10, "soviet-movement", False),
        ([tank("A", "1411"), soviet("B", "1411")], 10, "soviet-movement", False),
        ([tank("A", "1411"), soviet("B", "1411")], 11, "axis-combat", False),
        ([tank("A", "1411"), soviet("B", "1411")], 11, "soviet-movement", True),
        ([tank("A", "1411"), soviet("B", "1411")], 12, "axis-combat", True),
        ([tank("A", "1411"), tank("B", "1411")], 12, "axis-combat", True),
        ([tank("A", "1411"), fort("soviet", "B", "1411")], 12, "axis-combat", False),
        ([tank("A", "1411"), soviet("B", "1411", type_="regional")], 12, "axis-combat", True),
        ([tank("A", "1411"), tank("B", "1411"), tank("C", "1411")], 12, "axis-combat", False),
        ([soviet("A", "1411"), soviet("B", "1411", type_="mechanised")], 22, "axis-combat", False),
        ([soviet("A", "1411"), soviet("B", "1411")], 23, "axis-combat", True),
        ([soviet("A", "1411"), fort("soviet", "B", "1411")], 23, "axis-combat", True),
        ([soviet("A", "1411"), soviet("B", "1411"), soviet("C", "1411")], 23, "axis-combat", False),
        ([soviet("A", "1411"), soviet("R", "1411", type_="rezervy")], 5, "axis-combat", True),
        ([cadre("soviet", "A", "1411"), soviet("B", "1411")], 5, "axis-combat", False),
        ([axis("A", "finland"), axis("B", "finland"), axis("C", "finland")], 5, "axis-combat", False),
        ([axis(i, "shattered") for i in "ABCDE"], 5, "axis-combat", True),
    ],
)  # fmt: skip
def test_stacking(units: list[Unit], turn: int, phase: str, allowed: bool) -> None:
    found = RULES.stacking(place(*units, turn=turn, phase=phase)).violations
    assert (not found) == allowed
    assert all(v.rule == "8.4.1" for v in found)


def test_surplus_goes_to_shattered_or_destroyed() -> None:
    units = [soviet("A", "1411"), soviet("B", "1411", markers="oos"), fort("soviet", "F", "1411")]
    (violation,) = RULES.stacking(place(*units)).violations
    assert violation.extra["to"] == {"A": "shattered", "B": "destroyed", "F": "destroyed"}


@pytest.mark.parametrize(
    ("unit", "turn", "rule"),
    [
        (axis("U", "1411"), 2, "9.1.3"),
        (axis("U", "1411"), 3, "9.1"),
        (soviet("U", "1411"), 1, "9.1"),
        (soviet("U", "1411", markers="oos"), 5, "6.5.2"),
        (fort("soviet", "U", "1411"), 5, "9.1"),
    ],
)
def test_embarking(unit: Unit, turn: int, rule: str) -> None:
    answer = moves(place(unit, turn=turn)).extra["embark"]
    assert answer["rule"] == rule
    assert answer["possible"] == (rule == "9.1" and unit.type != "fort")


def test_a_full_rail_box() -> None:
    waiting = [axis(i, "rail") for i in "ABC"]
    answer = moves(place(axis("U", "1411"), *waiting, soviet("S", "rail")))
    assert answer.extra["embark"]["rule"] == "9.1.2"


def test_detraining() -> None:
    city = {
        "terrain": {"1411": "city", "1511": "city"},
        "control": {"axis": ["1411"], "soviet": ["1511"]},
    }
    position = place(axis("U", "rail"), soviet("S", "0511"), axis("D", "1207"), **city)
    hexes = moves(position).extra["detrain"]
    assert "1111" in hexes  # three hexes from the city
    assert "1011" not in hexes  # four, and four from the edge would do for supply only
    assert "1411" not in hexes  # beside an enemy city
    assert "1511" not in hexes
    assert "0411" not in hexes  # in an enemy zone
    assert "0405" in hexes  # three from the edge
    assert "0505" not in hexes
