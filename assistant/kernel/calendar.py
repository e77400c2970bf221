"""What turn and scenario change, as a game's calendar.toml lists it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from assistant.questions.data import Data, Row

ENDLESS = 10_000


@dataclass(frozen=True)
class During(Row):
    """A value, the first and the last turn on which it holds, and the scenarios (none: in all)."""

    value: Any
    first: int = 0
    last: int = ENDLESS
    scenarios: tuple[str, ...] = ()


@dataclass(frozen=True)
class Calendar:
    """The facts of a game that hold by turn and scenario; each is a list of values by their name,
    of which the first that holds counts."""

    file: Path

    @cached_property
    def facts(self) -> dict[str, tuple[During, ...]]:
        """All of them."""
        return Data(self.file, dict[str, tuple[During, ...]]).read

    def at(self, name: str, turn: int, scenario: str) -> Any:
        """The value of a fact on a turn of a scenario; None if none holds."""
        for one in self.facts[name]:
            if one.first <= turn <= one.last and scenario in (one.scenarios or (scenario,)):
                return one.value
        return None
