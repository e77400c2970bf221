"""What chapters ask of a position again and again, besides what the kernel's Situation tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.kernel import facts
from assistant.kernel.facts import kept
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError


@dataclass(frozen=True)
class Situation(facts.Situation):
    """A position with its facts, each worked out when it is first asked for."""

    def table(self, name: str) -> Mapping[str, Any]:
        """A state table, empty if the position has none."""
        if name not in self._tables:
            self._tables[name] = self.position.value(name) or {}
        return self._tables[name]

    @cached_property
    def _tables(self) -> dict[str, Mapping[str, Any]]:
        return {}

    @cached_property
    def damaged(self) -> frozenset[str]:
        """Damaged facilities: hexes, and hexsides under both orders."""
        names = set()
        for name in self.position.value("damaged") or ():
            start, slash, end = name.partition("/")
            names |= {name, f"{end}/{start}"} if slash else {name}
        return frozenset(names)


@kept
def situation_of(position: Position) -> Situation:
    """The facts of a position, the same value whenever it is asked for."""
    return Situation(position)


def on_map(situation: Situation, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units of a question; QuestionError for one that is not on the map."""
    for unit in (named := tuple(units)):
        if unit.hex not in situation.board:
            raise QuestionError(
                "{unit} is not on the map but in '{box}'.", unit=unit.id, box=unit.hex
            )
    return named
