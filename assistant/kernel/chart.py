"""Charts: a game's terrain effects ready for rules to look up, and figures with their doubt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.game.definition import Definition


@dataclass(frozen=True)
class Figure:
    """A number from a chart, and whether it is a stand-in: ours until the printed one is put in.

    Sums, differences and products lean on whatever their parts lean on.
    """

    number: float
    stand_in: bool = False

    def __add__(self, other: Figure) -> Figure:
        return Figure(self.number + other.number, self.stand_in or other.stand_in)

    def __neg__(self) -> Figure:
        return Figure(-self.number, self.stand_in)

    def __sub__(self, other: Figure) -> Figure:
        return self + -other

    def __mul__(self, times: float) -> Figure:
        return Figure(self.number * times, self.stand_in)


NOTHING = Figure(0)


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


def dearest_figure(figures: Iterable[Figure]) -> Figure:
    """The highest of some figures, of equal ones the first; nothing if there are none."""
    return max(figures, key=lambda figure: figure.number, default=NOTHING)


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
