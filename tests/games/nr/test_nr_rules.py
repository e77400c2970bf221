"""Every rule of the rulebook is accounted for, and every function that bears a number is listed."""

from __future__ import annotations

from nr_board import game

from assistant.games import chapters_of
from assistant.report.rules import rule_entries
from assistant.rules.rulebook import rules_of


def test_every_implemented_rule_has_a_function_and_the_other_way_round() -> None:
    entries = {entry.rule: entry for entry in rule_entries(game())}
    borne = {found.rule for found in rules_of(*chapters_of("nr"))}
    implemented = {rule for rule, entry in entries.items() if entry.status == "implemented"}
    assert implemented == borne
    assert all(entry.title for entry in entries.values())
    assert all(entry.why for entry in entries.values() if entry.status != "implemented")


def test_every_function_says_what_it_does() -> None:
    assert all(found.summary for found in rules_of(*chapters_of("nr")))
