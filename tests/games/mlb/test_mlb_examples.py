"""The rulebook's own examples that no other test of these rules already repeats."""

from __future__ import annotations

from mlb_laboratory import greys, position, reds, unit

from assistant.games.mlb import RULES
from assistant.games.mlb.retreat import read_result


def test_ex1_half_of_five_is_two() -> None:
    attacker = unit("A", "soviet", "0506", [5])
    p = position(attacker, unit("D", "axis", "0505", [2]), sides={"0505/0506": ["river"]})
    assert RULES.odds(p, ["0505"], [], {}).attack == 2


def test_ex2_a_quarter_never_occurs() -> None:
    """An isolated unit over a major river is the worst case: two less, then half (A5)."""
    attacker = unit("A", "soviet", "0506", [3], markers=["isolated"])
    p = position(attacker, unit("D", "axis", "0505", [2]), sides={"0505/0506": ["major-river"]})
    assert RULES.odds(p, ["0505"], [], {}).attack == 0


def test_ex3_to_ex5_losses_in_all_and_retreats() -> None:
    assert read_result("A1").attacker_losses == 1
    assert read_result("R").retreat == 1
    assert (read_result("3RR").defender_losses, read_result("3RR").retreat) == (3, 2)
    pair = [unit("C", "axis", "0505"), unit("D", "axis", "0505")]
    answer = RULES.retreats(position(*pair, *reds("0506")), "0505", "R", [])
    assert [found.outcome for found in answer.units] == ["retreat", "retreat"]


def test_ex7_ex8_infantry_of_five_between_zones() -> None:
    """To a clear zone hex for all five points, and no further."""
    infantry = unit("A", "axis", "0506")
    answer = RULES.moves(position(infantry, *reds("0507", "0608")), "A")
    reach = {way.hex: way.cost for way in answer.reach}
    assert reach["0607"] == 5
    assert "0707" not in reach
    assert "0708" not in reach


def test_ex9_strategic_movement_stops_before_an_enemy() -> None:
    road = [[f"05{column:02d}" for column in range(5, 16)]]
    infantry = unit("A", "axis", "0505")
    free = RULES.moves(position(infantry, road=road), "A")
    assert {way.hex: way.cost for way in free.reach}["0515"] == 5
    blocked = RULES.moves(position(infantry, *reds("0612"), road=road), "A")
    far = [way.hex for way in blocked.reach if way.extra["kind"] == "strategic"]
    assert max(far) == "0510"


def test_ex24_zones_reach_over_an_unbridged_major_river() -> None:
    p = position(*greys("0505"), sides={"0505/0506": ["major-river"]})
    assert "0506" in RULES.zones(p).zones["axis"]
