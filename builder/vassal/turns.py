"""The state of turn trackers: read without the module, shown with it.

Sources: `build/module/turn/TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.hexes.vassal_numbering import fill_format
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.sequence import join, split

_DEEPEST = 20


@dataclass(frozen=True)
class TurnLevel:
    """One level: a count, or a place in a list.

    `value` is the count or the index from 0; `middle` the two fields that only VASSAL needs (loop
    and limit of a counter; first entry and active entries of a list); `sub` says which of the
    levels below is current.
    """

    value: int
    sub: int
    middle: tuple[str, str]
    below: tuple[TurnLevel, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the level is a counter and not a list."""
        return self.middle[0] in ("true", "false")

    @classmethod
    def decode(cls, text: str, depth: int = _DEEPEST) -> TurnLevel:
        """The level of its text. Raises ValueError for what is none."""
        value, sub, first, second, *below = [*split(text, ";"), "", "", ""]
        below = below[: len(below) - 3]
        if depth == 0:
            raise ValueError("turn levels nest too deep")
        levels = tuple(cls.decode(part, depth - 1) for part in below)
        return cls(int(value), int(sub or 0), (first, second), levels)

    def encode(self) -> str:
        """The level as VASSAL writes it."""
        below = [level.encode() for level in self.below]
        return join([str(self.value), str(self.sub), *self.middle, *below], ";")


@dataclass(frozen=True)
class TurnState:
    """The state of a tracker: which of its levels is current, and all of them."""

    current: int
    levels: tuple[TurnLevel, ...]

    @classmethod
    def decode(cls, text: str) -> TurnState:
        """The state of its text. Raises ValueError for what is none."""
        current, *levels = split(text, "|")
        return cls(int(current), tuple(map(TurnLevel.decode, levels)))

    def encode(self) -> str:
        """The state as VASSAL writes it."""
        return join([str(self.current), *(level.encode() for level in self.levels)], "|")

    def path(self) -> list[tuple[TurnLevel, tuple[int, ...]]]:
        """The current levels from the top down, each with its way there."""
        found: list[tuple[TurnLevel, tuple[int, ...]]] = []
        levels, at = self.levels, self.current
        way: tuple[int, ...] = ()
        while 0 <= at < len(levels):
            level = levels[at]
            way = (*way, at)
            found.append((level, way))
            levels, at = level.below, level.sub
        return found

    @property
    def turn(self) -> int | None:
        """The number of the turn: the first counter on the way down, None if there is none."""
        return next((level.value for level, _ in self.path() if level.counts), None)


def turn_number(state: str) -> int | None:
    """The number of the turn that a raw state says, None if it says none."""
    try:
        return TurnState.decode(state).turn
    except ValueError:
        return None


def _levels(part: Component) -> list[c.CounterTurnLevel | c.ListTurnLevel]:
    return [
        child for child in part.children if isinstance(child, c.CounterTurnLevel | c.ListTurnLevel)
    ]


def current_values(tracker: c.TurnTracker, state: TurnState) -> list[tuple[str, str, str]]:
    """(name, value, text) of the current levels, from the top down."""
    found: list[tuple[str, str, str]] = []
    for level, way in state.path():
        part: Component = tracker
        for at in way:
            levels = _levels(part)
            if at >= len(levels):
                return found
            part = levels[at]
        assert isinstance(part, c.CounterTurnLevel | c.ListTurnLevel)
        value = _value(part, level)
        found.append((part.name or "", value, fill_format(part.turn_format, {"value": value})))
    return found


def _value(part: c.CounterTurnLevel | c.ListTurnLevel, level: TurnLevel) -> str:
    if isinstance(part, c.CounterTurnLevel):
        return str(level.value)
    return part.list_[level.value] if 0 <= level.value < len(part.list_) else ""


def turn_text(tracker: c.TurnTracker, state: TurnState) -> str:
    """What the tracker shows."""
    levels = [text for _, _, text in current_values(tracker, state)]
    filled = {f"level{at}": text for at, text in enumerate([*levels, "", "", "", ""], start=1)}
    return fill_format(tracker.turn_format, filled).strip()
