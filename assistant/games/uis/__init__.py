"""1985: Under an Iron Sky: its rulebook, chapter by chapter."""

from __future__ import annotations

from assistant.games.uis.questions import UnderAnIronSky

RULES = UnderAnIronSky()
