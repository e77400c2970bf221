"""What to write instead of a name that nothing drawn has."""

from __future__ import annotations

from collections.abc import Sequence

from builder.saying import Saying, quoting


def likeliest(near: Sequence[str], names: Sequence[str]) -> Saying:
    """The names that are like it, or all if none is."""
    if near:
        return quoting("Did you mean {names:or}?", names=near)
    return quoting("Use {names}.", names=names)
