"""Supply lines: from working sources over open hexes, and what closes the pocket of a unit that has
none."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from assistant.kernel.flood import Flood, flood, flood_with_tolls
from assistant.kernel.ground import NO_SIDES, NOWHERE
from assistant.position import Unit
from assistant.questions.answers import UnitSupply
from assistant.questions.reasons import Reason

StepBar = Callable[[str, str], Reason | None]
"""Why a step from a hex to its neighbour is closed; None if it is open."""


def open_step(start: str, end: str) -> Reason | None:
    """No step is closed."""
    return None


@dataclass(frozen=True)
class Lines:
    """All lines that one kind of unit can trace at a moment.

    They run from `sources` over `around`, never through a `closed` hex or across a `barriers`
    hexside, at most `reach` hexes far. `bar` says why a step is closed; it is asked only where the
    answer tells people what cuts a unit off. With `most_tolls` given (None: there are none), a line
    crosses at most so many hexsides of `tolls`, as few as it can, and lines of one length are told
    apart by their hexes' names.
    """

    sources: Iterable[str]
    around: Mapping[str, Sequence[str]]
    closed: Container[str] = NOWHERE
    barriers: Container[tuple[str, str]] = NO_SIDES
    bar: StepBar = field(default=open_step, compare=False)
    reach: float = float("inf")
    tolls: Container[tuple[str, str]] = NO_SIDES
    most_tolls: int | None = None

    @cached_property
    def network(self) -> Flood[str]:
        """Every hex from which a line runs."""
        if self.most_tolls is not None:
            return flood_with_tolls(
                self.sources, self.around, self.closed, self.barriers, self.tolls, self.most_tolls
            )
        return flood(sorted(self.sources), self.around, self.closed, self.barriers, self.reach)

    def __contains__(self, name: object) -> bool:
        """Whether a line runs from a hex."""
        return name in self.network.distance

    def line(self, name: str) -> tuple[str, ...]:
        """The shortest line from a hex to a source, both included; empty if there is none."""
        return self.network.way(name)

    def length(self, name: str) -> float:
        """Hexes from a hex to its source; infinite without a line."""
        return self.network.distance.get(name, float("inf"))

    def length_leaving(self, name: str) -> float:
        """The same for a hex that is itself closed, but may be left for a neighbour."""
        if name in self.network:
            return self.length(name)
        return 1 + min(map(self.length, self.around.get(name, ())), default=float("inf"))

    def open_from(self, name: str) -> tuple[str, ...]:
        """The neighbours of a hex, itself open or not, that a line may come from there."""
        return tuple(
            near
            for near in self.around.get(name, ())
            if near not in self.closed and (name, near) not in self.barriers
        )

    def line_leaving(self, name: str) -> tuple[str, ...]:
        """A shortest line from a hex that is itself closed, but may be left for a neighbour."""
        lines = [(name, *line) for near in self.open_from(name) if (line := self.line(near))]
        return min(lines, key=lambda line: (len(line), line), default=())

    def cut_by(self, name: str) -> Mapping[str, Reason]:
        """For a hex that is cut off: the hexes around it at which its lines end, each with why."""
        return pocket(name, self.around, self.bar).closing


@dataclass(frozen=True)
class Pocket:
    """The hexes that hang together around one from which no line runs, and what closes them in: the
    hexes around, each with the reason that was met first."""

    inside: frozenset[str]
    closing: Mapping[str, Reason]


def pocket(start: str, around: Mapping[str, Sequence[str]], bar: StepBar) -> Pocket:
    """The pocket of a hex. Of several reasons for a hex that are met equally far away the first by
    rule counts; a hex that is open from elsewhere is not told as closed."""
    inside, fringe = {start}, [start]
    closing: dict[str, Reason] = {}
    while fringe:
        found: list[str] = []
        met: dict[str, Reason] = {}
        for here in fringe:
            for near in around.get(here, ()):
                if near in inside:
                    continue
                reason = bar(here, near)
                if reason is None:
                    inside.add(near)
                    found.append(near)
                elif near not in met or _by_rule(reason) < _by_rule(met[near]):
                    met[near] = reason
        closing = met | closing
        fringe = found
    closed = {name: why for name, why in sorted(closing.items()) if name not in inside}
    return Pocket(frozenset(inside), closed)


def _by_rule(why: Reason) -> tuple[str, str]:
    return why.rule, why.text


def supplied(
    unit: Unit,
    state: str,
    path: Sequence[str] = (),
    because: Iterable[Reason] = (),
    extra: Mapping[str, Any] = MappingProxyType({}),
) -> UnitSupply:
    """How a unit is supplied, for the answer: the source is the end of its path."""
    source = path[-1] if path else None
    return UnitSupply(
        unit.id, unit.side, unit.hex, state, source, tuple(path), tuple(because), extra
    )
