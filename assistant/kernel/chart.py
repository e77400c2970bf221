"""A game's terrain effects chart: the values that game.toml gives, ready for rules to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.game.definition import Definition


@dataclass(frozen=True)
class Chart:
    """Values by (terrain, hexside or line; effect), and which of them are stand-ins."""

    effects: Mapping[tuple[str, str], Any]
    stand_ins: frozenset[tuple[str, str]]

    def get(self, kind: str, effect: str, default: Any = None) -> Any:
        """The value of an effect, or the default if this kind does not have it."""
        return self.effects.get((kind, effect), default)

    def is_stand_in(self, kind: str, effect: str) -> bool:
        """Whether the value is ours until somebody puts in the printed one."""
        return (kind, effect) in self.stand_ins


def chart_of(definition: Definition) -> Chart:
    """The chart of a game."""
    effects: dict[tuple[str, str], Any] = {}
    stand_ins = set()
    for features in (definition.terrain, definition.hexside, definition.line):
        for kind, feature in features.items():
            for effect, value in feature.values.items():
                effects[kind, effect] = value
                if feature.stand_in(effect):
                    stand_ins.add((kind, effect))
    return Chart(effects, frozenset(stand_ins))
