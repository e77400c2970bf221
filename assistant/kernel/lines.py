"""Supply lines: from working sources over open hexes, and what closes the pocket of a unit that has
none."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from assistant.kernel.flood import Flood, flood
from assistant.kernel.ground import NO_SIDES, NOWHERE
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
    answer tells people what cuts a unit off.
    """

    sources: Iterable[str]
    around: Mapping[str, Sequence[str]]
    closed: Container[str] = NOWHERE
    barriers: Container[tuple[str, str]] = NO_SIDES
    bar: StepBar = field(default=open_step, compare=False)
    reach: float = float("inf")

    @cached_property
    def network(self) -> Flood[str]:
        """Every hex from which a line runs."""
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

    def cut_by(self, name: str) -> dict[str, Reason]:
        """For a hex that is cut off: the hexes around it at which its lines end, each with why."""
        return surroundings(name, self.around, self.bar)


def surroundings(
    start: str, around: Mapping[str, Sequence[str]], bar: StepBar
) -> dict[str, Reason]:
    """What closes the pocket in which a hex lies: the closed hexes around it, by hex, each with the
    reason that was met first. A hex that is open from elsewhere is none of them."""
    inside, queue = {start}, [start]
    closing: dict[str, Reason] = {}
    for here in queue:
        for near in around.get(here, ()):
            if near in inside:
                continue
            reason = bar(here, near)
            if reason is None:
                inside.add(near)
                queue.append(near)
            else:
                closing.setdefault(near, reason)
    return {name: why for name, why in sorted(closing.items()) if name not in inside}
