"""Which counters a table of game.toml names: those with these values in these columns."""

from __future__ import annotations

from builder.game.model import Counter

When = dict[str, str | int | bool | tuple[str | int, ...]]
"""Columns of counters.csv, each with the value that a counter must have there, or several."""


def matches(when: When, counter: Counter) -> bool:
    """Whether a counter is one of those that `when` names."""
    for column, wanted in when.items():
        value = getattr(counter, column, counter.fields.get(column, ""))
        if value not in wanted if isinstance(wanted, tuple) else value != wanted:
            return False
    return True
