"""Floods, supply lines and what an enemy closes, on a small strip of places."""

from __future__ import annotations

import pytest

from assistant.kernel.flood import flood, flood_with_tolls
from assistant.kernel.lines import Lines, pocket
from assistant.kernel.withdrawal import Nearness, partings
from assistant.kernel.zones import Opposition, zone_of
from assistant.questions.reasons import Reason

ROW = {
    name: tuple(n for n in (a, b) if n)
    for a, name, b in zip("-ABCDE", "ABCDEF", "BCDEF-", strict=True)
}
ROW = {name: tuple(n for n in near if n != "-") for name, near in ROW.items()}


def test_a_flood_knows_distance_and_the_way_back() -> None:
    found = flood(["A"], ROW, reach=3)
    assert found.distance == {"A": 0, "B": 1, "C": 2, "D": 3}
    assert found.way("D") == ("D", "C", "B", "A")
    assert found.way("F") == ()
    assert list(found) == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("closed", "barriers", "reached"),
    [
        ({"C"}, set(), "AB"),
        ({"A"}, set(), "ABCDEF"),
        (set(), {("B", "C")}, "AB"),
        (set(), {("C", "B")}, "ABCDEF"),
    ],
)
def test_closed_places_are_not_entered(
    closed: set[str], barriers: set[tuple[str, str]], reached: str
) -> None:
    assert "".join(flood(["A"], ROW, closed, barriers)) == reached


def test_of_equal_ways_the_earlier_start_counts() -> None:
    assert flood(["A", "C"], ROW).way("B") == ("B", "A")
    assert flood(["C", "A"], ROW).way("B") == ("B", "C")


def test_lines_and_what_cuts_them() -> None:
    shut = Reason("7.2", "Closed.")

    def bar(start: str, end: str) -> Reason | None:
        return shut if end == "D" else None

    lines = Lines(["F"], ROW, closed={"D"}, bar=bar)
    assert "E" in lines
    assert "C" not in lines
    assert lines.line("E") == ("E", "F")
    assert (lines.length("E"), lines.length("C")) == (1, float("inf"))
    assert lines.length_leaving("D") == 2
    assert lines.cut_by("B") == {"D": shut}
    assert pocket("A", ROW, lambda start, end: None).closing == {}


def test_a_friend_opens_an_enemy_zone_but_no_enemy_hex() -> None:
    enemy = Opposition(
        enemies=frozenset("C"), zone=zone_of("C", lambda name: ROW[name]), friends=frozenset("B")
    )
    assert enemy.closed == {"C", "D"}
    assert [enemy.closes(name) for name in "ABCD"] == [None, None, "enemy-units", "enemy-zone"]
    assert enemy.from_zone_to_zone("B", "D")
    assert not enemy.from_zone_to_zone("A", "B")
    assert enemy.zones_passed("ABCD") == 2


def test_fewest_tolls_then_fewest_steps() -> None:
    around = {"A": ("B", "C"), "B": ("A", "D"), "C": ("A", "E"), "D": ("B", "E"), "E": ("C", "D")}
    toll = {("C", "E")}
    assert flood_with_tolls(["A"], around, tolls=toll, most=1).way("E") == ("E", "D", "B", "A")
    assert "E" not in flood_with_tolls(["A"], around, closed={"B"}, tolls=toll)
    found = flood_with_tolls(["A"], around, closed={"B"}, tolls=toll, most=1)
    assert found.way("D") == ("D", "E", "C", "A")


def test_who_parts_finds_places_in_any_order() -> None:
    wishes = {"A": ["1", "2"], "B": ["1"]}
    found = partings(wishes, lambda item, place: 1, lambda names: names[:1])
    assert {tuple(sorted(one.items())) for one in found} == {
        (("A", "1"),),
        (("A", "2"), ("B", "1")),
    }


def test_nearness_remembers_each_goal() -> None:
    asked: list[str] = []

    def measure(name: str, goal: str) -> int:
        asked.append(name)
        return abs(ord(name) - ord(goal))

    near = Nearness(("A", "F"), measure)
    assert [near.least(name) for name in "BEB"] == [1, 1, 1]
    assert near.approached("C", "B") == {0}
    assert near.nearest("CAF") == ["A", "F"]
    assert len(asked) == 2 * len(set(asked))
