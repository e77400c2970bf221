"""rules.csv and the rule decorators tell the same story."""

from __future__ import annotations

import csv
from pathlib import Path

from assistant.games import chapters_of
from assistant.rules.rulebook import rules_of
from builder.game.locate import find_game


def table() -> dict[str, dict[str, str]]:
    with Path(find_game("uis"), "rules.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len({row["rule"] for row in rows}) == len(rows)
    return {row["rule"]: row for row in rows}


def test_every_implemented_rule_has_a_function_and_every_function_a_rule() -> None:
    carried_out = {found.rule for found in rules_of(*chapters_of("uis"))}
    implemented = {rule for rule, row in table().items() if row["status"] == "implemented"}
    assert carried_out == implemented


def test_every_other_rule_says_where_or_why() -> None:
    for rule, row in table().items():
        assert row["status"] in ("implemented", "out-of-scope", "data"), rule
        assert row["where_or_why"] or row["status"] == "implemented", rule


def test_every_function_has_a_sentence() -> None:
    assert all(found.summary for found in rules_of(*chapters_of("uis")))
