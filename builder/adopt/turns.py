"""The turn tracker of a module as turns and phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder import limits
from builder.adopt.told import Told
from builder.adopt.words import apart, line, slug
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component

_UNLIMITED = 30
TOO_MANY = "It names more turns or phases than any game has; the rest was left out."


@dataclass(frozen=True)
class Turns:
    """First and last turn, names of turns, and phases as (id, name)."""

    first: int = 1
    last: int = _UNLIMITED
    names: tuple[str, ...] = ()
    phases: tuple[tuple[str, str], ...] = ()


def turns_of(root: Component, told: Told) -> Turns:
    """What the first tracker says; its first level counts turns, a list below it the phases. What
    is beyond the bounds is told."""
    tracker = next((part for part in root.walk() if isinstance(part, c.TurnTracker)), None)
    levels = () if tracker is None else _levels(tracker)
    if not levels:
        return Turns()
    top = levels[0]
    phases = _phases(top.children, told)
    if isinstance(top, c.CounterTurnLevel):
        last = top.loop_limit if top.loop and top.loop_limit >= top.start else 0
        first = max(-99, min(9999, top.start))
        last = min(9999, last or first + _UNLIMITED - 1)
        return Turns(first, max(first, last), phases=phases)
    assert isinstance(top, c.ListTurnLevel)
    kept = _bounded(top.list_, limits.TAKEN_TURNS, told)
    names = tuple(line(name) or str(at) for at, name in enumerate(kept, 1))
    return Turns(1, max(1, len(names)), names, phases)


def _levels(part: Component) -> tuple[Component, ...]:
    kinds = (c.CounterTurnLevel, c.ListTurnLevel)
    return tuple(child for child in part.children if isinstance(child, kinds))


def _phases(children: tuple[Component, ...], told: Told) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for child in children:
        if isinstance(child, c.ListTurnLevel):
            for name in _bounded(child.list_, limits.TAKEN_PHASES, told):
                text = line(name)
                found[apart(slug(text, "phase"), found)] = text or "phase"
            break
    return tuple(found.items())


def _bounded(names: Sequence[str], most: int, told: Told) -> Sequence[str]:
    if len(names) > most:
        told.add("component", "turn tracker", TOO_MANY)
    return names[:most]
