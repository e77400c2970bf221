"""The table of rules and the code agree: what is called implemented has a function, and no other."""

from __future__ import annotations

import csv

from dagc_board import game

from assistant.games import chapters_of
from assistant.rules.rulebook import rules_of


def table() -> dict[str, dict[str, str]]:
    text = (game().folder / "rules.csv").read_text(encoding="utf-8")
    return {row["rule"]: row for row in csv.DictReader(text.splitlines())}


def test_every_implemented_rule_has_its_functions_and_no_other_rule_has() -> None:
    implemented = {number for number, row in table().items() if row["status"] == "implemented"}
    assert {found.rule for found in rules_of(*chapters_of("dagc"))} == implemented


def test_whatever_is_not_implemented_says_why() -> None:
    for row in table().values():
        assert row["status"] in ("implemented", "data", "out-of-scope")
        assert row["where_or_why"] or row["status"] == "implemented"


def test_every_numbered_rule_is_listed() -> None:
    last = {1: 4, 2: 12, 3: 10, 4: 4, 5: 4, 6: 10, 7: 14, 8: 6, 9: 12, 10: 8, 11: 25, 12: 7, 13: 5}
    assert list(table()) == [f"{c}.{n}" for c, count in last.items() for n in range(1, count + 1)]


def test_every_rule_function_says_in_a_sentence_what_it_does() -> None:
    for found in rules_of(*chapters_of("dagc")):
        assert found.summary.endswith("."), found.function
