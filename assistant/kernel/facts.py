"""What a game's rules compute of a position: computed once, and kept with what it follows from."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

Owner = TypeVar("Owner")
Facts = TypeVar("Facts")


def kept(make: Callable[[Owner], Facts]) -> Callable[[Owner], Facts]:
    """A pure function of one unchanging value that is worked out once for each value.

    The result is kept in the value itself, as functools.cached_property does, and goes when the
    value goes; nothing is kept globally.
    """
    key = f"kept {make.__module__}.{make.__qualname__}"

    @wraps(make)
    def once(owner: Owner) -> Facts:
        store = vars(owner)
        if key not in store:
            store[key] = make(owner)
        return cast(Facts, store[key])

    return once
