"""Titles of rules in another language stand beside the table of rules, one for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.report.rules import rule_entries, titles_in
from builder.game.loader import load_game

SOURCES = Path(__file__).parents[2] / "source-art"
TRANSLATED = [(path.parent.name, path.suffixes[0][1:]) for path in SOURCES.glob("*/rules.??.csv")]


@pytest.mark.parametrize(("game", "language"), sorted(TRANSLATED))
def test_every_rule_has_its_title(game: str, language: str) -> None:
    loaded = load_game(game)
    listed = [entry.rule for entry in rule_entries(loaded) if entry.title]
    titles = titles_in(loaded, language)
    assert sorted(titles) == sorted(set(listed))
    assert all(titles.values())
