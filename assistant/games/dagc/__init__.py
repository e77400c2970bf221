"""The Destruction of Army Group Center (World at War 9): its rulebook, chapter by chapter."""

from __future__ import annotations

from assistant.games.dagc.questions import ArmyGroupCenter

RULES = ArmyGroupCenter()
