"""Looks through a game's files for contradictions that each file alone does not show."""

from builder.game.check.checking import Report, broken_by, check_game, in_the_way
from builder.game.check.findings import Finding, Severity

__all__ = ["Finding", "Report", "Severity", "broken_by", "check_game", "in_the_way"]
