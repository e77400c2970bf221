"""What the text at hand has of a scenario: section 20 is July's, and of May and August (19, 21) it
has no more than the names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from assistant.position import Position

JULY = ("", "july")
"""The scenarios of section 20; where none is named, it is July's counters that are laid out."""


def is_july(position: Position) -> bool:
    """Whether section 20 holds: its reinforcements, their conditions and its levels of victory."""
    return position.scenario in JULY


def in_its_list(position: Position, counters: Iterable[str]) -> Iterator[str]:
    """Those counters whose turn of arrival the scenario itself names: one that stands on July does
    not by what it takes over from there, but by what its own file says."""
    scenario = position.game.scenarios.get(position.scenario)
    placements = scenario.placements if scenario else ()
    own = {one.counter for one in placements if Path(one.file).stem == position.scenario}
    return (name for name in counters if is_july(position) or name in own)
