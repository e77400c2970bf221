"""The state of turn trackers: read without the module, shown with it.

Sources: `build/module/turn/TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.hexes.vassal_numbering import fill_format
from builder.java_numbers import java_int
from builder.vassal.sequence import join, split

DEEPEST_LEVEL = 20
"""How deep turn levels nest."""


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
    def decode(cls, text: str, depth: int = DEEPEST_LEVEL) -> TurnLevel:
        """The level of its text. Raises ValueError for what is none."""
        value, sub, first, second, *below = [*split(text, ";"), "", "", ""]
        below = below[: len(below) - 3]
        if depth == 0:
            raise ValueError("turn levels nest too deep")
        levels = tuple(cls.decode(part, depth - 1) for part in below)
        return cls(java_int(value), java_int(sub or "0"), (first, second), levels)

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
        return cls(java_int(current), tuple(map(TurnLevel.decode, levels)))

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


@dataclass(frozen=True)
class LevelShape:
    """A level as its module has it: the property that keeps its value, what that is shown as, the
    entries of a list (None for a counter), and the levels below. A level of a module too old to
    name a property keeps it by its own name."""

    property_: str
    turn_format: str
    entries: tuple[str, ...] | None
    below: tuple[LevelShape, ...]

    def value(self, level: TurnLevel) -> str:
        """What the level says now."""
        if self.entries is None:
            return str(level.value)
        return self.entries[level.value] if 0 <= level.value < len(self.entries) else ""


@dataclass(frozen=True)
class TrackerShape:
    """A turn tracker as its module has it, by its name and by VASSAL's own id."""

    name: str
    id: str
    turn_format: str
    levels: tuple[LevelShape, ...]

    def state(self, turns: Mapping[str, str]) -> TurnState | None:
        """Where it stands among the raw states of a game; None for nowhere."""
        raw = turns.get(self.name) or turns.get(self.id)
        try:
            return None if raw is None else TurnState.decode(raw)
        except ValueError:
            return None


def turn_properties(trackers: Sequence[TrackerShape], turns: Mapping[str, str]) -> dict[str, str]:
    """The properties of the module in which levels keep their values, current or not; of several
    levels with one property the last counts (TurnLevel.addTo, setState)."""
    found: dict[str, str] = {}
    for tracker in trackers:
        state = tracker.state(turns)
        if state is not None:
            found.update(_kept(tracker.levels, state.levels))
    return found


def _kept(shapes: Sequence[LevelShape], levels: Sequence[TurnLevel]) -> Iterator[tuple[str, str]]:
    for shape, level in zip(shapes, levels, strict=False):
        yield from _kept(shape.below, level.below)
        if shape.property_:
            yield shape.property_, shape.value(level)


def turn_text(tracker: TrackerShape, state: TurnState, properties: Mapping[str, str]) -> str:
    """What the tracker shows; its formats may name `properties` of the module, too."""
    filled = dict(properties) | {f"level{at}": "" for at in range(1, _SHOWN + 1)}
    shapes = tracker.levels
    for at, (level, way) in enumerate(state.path(), start=1):
        if way[-1] >= len(shapes):
            break
        shape = shapes[way[-1]]
        told = {**properties, "value": shape.value(level)}
        filled[f"level{at}"] = fill_format(shape.turn_format, told)
        shapes = shape.below
    return fill_format(tracker.turn_format, filled).strip()


_SHOWN = 15
"""Levels that the format of a tracker may name."""
