"""Dicts that note what they held before a step, so that each step of a long log is compared with
the one before without copying the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Noting(dict[K, V]):
    """A dict that knows the keys written since `begin`, and what stood there before.

    `was` has, by key, the former value and its place in the order of keys; None for a new key.
    Written to by item assignment, `del`, `pop` and `clear` alone.
    """

    __slots__ = ("_next", "_places", "was")

    def __init__(self, held: Mapping[K, V]) -> None:
        super().__init__(held)
        self._places = {key: place for place, key in enumerate(held)}
        self._next = len(held)
        self.begin()

    def begin(self) -> None:
        """Forget what was noted: from here on is now `before`."""
        self.was: dict[K, tuple[V, int] | None] = {}

    def place(self, key: K) -> int:
        """Where a key stands in the order of keys, as it was before if it stood there then."""
        noted = self.was.get(key)
        return self._places[key] if noted is None else noted[1]

    def _note(self, key: K) -> None:
        if key not in self.was:
            self.was[key] = (self[key], self._places[key]) if key in self else None

    def __setitem__(self, key: K, value: V) -> None:
        self._note(key)
        if key not in self:
            self._places[key] = self._next
            self._next += 1
        super().__setitem__(key, value)

    def __delitem__(self, key: K) -> None:
        self._note(key)
        super().__delitem__(key)

    def pop(self, key: K, *default: Any) -> Any:
        """Take out a key; gives its value, else the default."""
        self._note(key)
        return super().pop(key, *default)

    def clear(self) -> None:
        """Take out all keys."""
        for key in list(self):
            del self[key]


class Before(Mapping[K, V]):
    """What a noting dict held before; good until it begins again."""

    __slots__ = ("_now",)

    def __init__(self, now: Noting[K, V]) -> None:
        self._now = now

    def __getitem__(self, key: K) -> V:
        if key not in self._now.was:
            return self._now[key]
        noted = self._now.was[key]
        if noted is None:
            raise KeyError(key)
        return noted[0]

    def __contains__(self, key: object) -> bool:
        if key in self._now.was:
            return self._now.was[key] is not None
        return key in self._now

    def __iter__(self) -> Iterator[K]:
        noted = self._now.was.items()
        there: Iterable[K] = {
            **dict.fromkeys(key for key in self._now if key not in self._now.was),
            **dict.fromkeys(key for key, was in noted if was is not None),
        }
        return iter(sorted(there, key=self._now.place))

    def __len__(self) -> int:
        return sum(1 for _ in self)
