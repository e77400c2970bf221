"""rules.toml against the rest of the game."""

from __future__ import annotations

from builder.game.check.findings import Look
from builder.game.rulebook.check import rule_doubts, rule_problems


def check_rules(look: Look) -> None:
    """Every contradiction of the declared rules is an error, what nothing uses a warning."""
    for problem in rule_problems(look.game):
        look.error("rules", problem.file, problem.line, problem.text, problem.remedy)
    for problem in rule_doubts(look.game):
        look.warning("rules", problem.file, problem.line, problem.text, problem.remedy)
