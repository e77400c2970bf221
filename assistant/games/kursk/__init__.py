"""The rules of Kursk: each module is a chapter of the rulebook."""

from __future__ import annotations

from assistant.games.kursk.questions import RULES, Kursk

__all__ = ["RULES", "Kursk"]
