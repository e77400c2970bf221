"""Chains along ways of two kinds: how often they change, what is closed."""

from __future__ import annotations

import pytest

from assistant.kernel.chains import Chains

ROAD = [("1", "2"), ("2", "3"), ("5", "6")]
RAIL = [("3", "4"), ("4", "5")]


def joined(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    both = pairs + [(end, start) for start, end in pairs]
    return {start: [b for a, b in both if a == start] for start, _ in both}


def chains(most: int, shut: str = "") -> Chains:
    ways = {"road": joined(ROAD), "rail": joined(RAIL)}
    closed = {"road": frozenset(shut), "rail": frozenset(shut)}
    return Chains(ways, {"road": frozenset("1"), "rail": frozenset()}, closed, most)


@pytest.mark.parametrize(
    ("most", "shut", "tied"),
    [(0, "", "123"), (1, "", "12345"), (2, "", "123456"), (2, "4", "123"), (2, "1", "")],
)
def test_what_is_tied_to_a_goal(most: int, shut: str, tied: str) -> None:
    assert chains(most, shut).hexes == frozenset(tied)


def test_a_chain_leads_to_the_goal() -> None:
    way = [(link.hex, link.kind) for link in chains(2).chain("5")]
    assert way == [(name, "rail") for name in "543"] + [(name, "road") for name in "321"]


def test_of_several_chains_the_shortest_is_told_though_it_changes_more_often() -> None:
    ways = {"road": joined([("1", "2"), ("2", "3"), ("3", "4")]), "rail": joined([("1", "4")])}
    closed = {"road": frozenset[str](), "rail": frozenset[str]()}
    found = Chains(ways, {"road": frozenset("1"), "rail": frozenset()}, closed, 1)
    way = [(link.hex, link.kind) for link in found.chain("4")]
    assert way == [("4", "rail"), ("1", "rail"), ("1", "road")]
