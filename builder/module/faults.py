"""What is wrong in a game's `[module]`: how each table tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from builder.game.problems import TWICE, nearest
from builder.saying import quoting

Keys = tuple[str | int, ...]
"""A place in `[module]`, by keys and places in lists: ("deck", 0, "into")."""

Fault = tuple[Keys, str, str]
"""Where in `[module]`, what is wrong, what to write instead."""


def known(
    keys: Keys, what: str, name: str, names: Mapping[str, object] | Set[str], *, empty: bool = False
) -> Iterator[Fault]:
    """A name that is none of those there are; with `empty` an empty one may be wrong too."""
    if name not in names and (name or empty):
        text = quoting("There is no {kind} '{name}'.", kind=what, name=name)
        yield keys, text, nearest(name, list(names))


def twice(what: str, ids: list[str]) -> Iterator[Fault]:
    """Ids that stand before already."""
    for index, id_ in enumerate(ids):
        if id_ in ids[:index]:
            text = quoting(TWICE[what], word=id_)
            yield (what, index, "id"), text, "Give it another id."
