"""How a few lists and tables are led back to what they were, a step at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

Key = TypeVar("Key")
Kept = TypeVar("Kept")


@dataclass
class Back:
    """What is done to lists and tables by way of it can be undone, the last first, as far back as
    so many steps."""

    most: int
    _steps: deque[list[Callable[[], object]]] = field(init=False)

    def __post_init__(self) -> None:
        self._steps = deque(maxlen=self.most)

    def __len__(self) -> int:
        """How many steps can be undone."""
        return len(self._steps)

    def begin(self) -> None:
        """What follows belongs to a new step."""
        self._steps.append([])

    def undo(self) -> None:
        """As it was before the last step."""
        for undo in reversed(self._steps.pop()):
            undo()

    def append(self, items: list[Kept], one: Kept) -> None:
        """Put something at the end of a list."""
        items.append(one)
        self._steps[-1].append(items.pop)

    def put(self, items: list[Kept], at: int, one: Kept) -> None:
        """Put something in the place of what a list holds there."""
        self._steps[-1].append(partial(items.__setitem__, at, items[at]))
        items[at] = one

    def set(self, table: dict[Key, Kept], key: Key, value: Kept) -> None:
        """Write something into a table."""
        self._steps[-1].append(
            partial(table.__setitem__, key, table[key]) if key in table else partial(table.pop, key)
        )
        table[key] = value

    def drop(self, table: dict[Key, Kept], key: Key) -> Kept:
        """Take something out of a table."""
        self._steps[-1].append(partial(table.__setitem__, key, table[key]))
        return table.pop(key)

    def listed(self, table: dict[Key, list[Kept]], key: Key, one: Kept) -> list[Kept]:
        """Put something at the end of the list that a table has under a key."""
        if key not in table:
            self.set(table, key, [])
        self.append(table[key], one)
        return table[key]
