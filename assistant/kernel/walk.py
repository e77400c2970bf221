"""Movement: steps that rules price or forbid, and what a search over them says in an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from assistant.kernel.search import Barred, Search, Step, Steps
from assistant.questions.answers import Reached
from assistant.questions.reasons import Reason


def steps(
    around: Mapping[str, Sequence[str]],
    bar: Callable[[str, str], Reason | None],
    cost: Callable[[str, str], float],
) -> Steps[str]:
    """From a hex to each neighbour: barred, or open at its cost. For `kernel.search.search`."""

    def onward(start: str) -> Iterator[Step[str] | Barred[str]]:
        for end in around.get(start, ()):
            if why := bar(start, end):
                yield Barred(end, why)
            else:
                yield Step(end, cost(start, end))

    return onward


def reached(found: Search[str], start: str) -> tuple[Reached, ...]:
    """All that a search reached but for the start, the cheapest first."""
    ordered = sorted(found.cost.items(), key=lambda item: (item[1], item[0]))
    paths = found.paths(str)
    return tuple(Reached(name, cost, paths[name]) for name, cost in ordered if name != start)
