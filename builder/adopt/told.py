"""What could not be taken over from a module, by kind and count, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from builder.saying import shortened

Kind = Literal[
    "component", "trait", "picture", "file", "piece", "place", "set-up", "name", "extension"
]

MOST_EXAMPLES = 5


@dataclass(frozen=True)
class Left:
    """One line of the report: `what` of a kind, how often, why, and a few places by name."""

    kind: Kind
    what: str
    count: int
    reason: str
    examples: tuple[str, ...]


@dataclass
class Told:
    """Collects what is left out or replaced while a module is read, in the order of its meeting."""

    _found: dict[tuple[Kind, str, str], list[str]] = field(default_factory=dict)

    def add(self, kind: Kind, what: str, reason: str, example: str = "") -> None:
        """One thing more; `reason` is a whole sentence. A name of any length is cut as every other
        that is told."""
        key = kind, shortened(what), reason
        self._found.setdefault(key, []).append(shortened(example))

    def add_all(self, other: Told) -> None:
        """All that was told elsewhere."""
        for key, examples in other._found.items():
            self._found.setdefault(key, []).extend(examples)

    def __iter__(self) -> Iterator[Left]:
        for (kind, what, reason), examples in self._found.items():
            named = tuple(dict.fromkeys(example for example in examples if example))
            yield Left(kind, what, len(examples), reason, named[:MOST_EXAMPLES])

    def count(self, kind: Kind) -> int:
        """How many things of a kind were told."""
        return sum(left.count for left in self if left.kind == kind)
