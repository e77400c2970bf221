"""One answer from several: about the hexes of one combat, behind losers who have several ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.position import Position
from assistant.questions.answers import Advances, Refusal, Retreats, UnitAdvances
from assistant.questions.reasons import Reason

RETREAT = "retreat"
LEAVING = frozenset({RETREAT, "eliminated", "relocated", "displaced"})
"""What becomes of units that are then no longer in their hex."""
MOST_ROUTES = 12
"""Ways of a retreat along which an advance is looked for."""


def retreats_together(found: Sequence[Retreats]) -> Retreats:
    """The units of all hexes; one retreats from them if anybody does, else as from the first."""
    outcomes = [one.outcome for one in found]
    return replace(
        found[0],
        hex=",".join(one.hex for one in found),
        outcome=RETREAT if RETREAT in outcomes else outcomes[0],
        units=tuple(unit for one in found for unit in one.units),
        because=_once(why for one in found for why in one.because),
    )


def advances_together(found: Sequence[Advances]) -> Advances:
    """Each unit with its ways into any of the hexes; `by_hex` keeps what is said of each."""
    ids = dict.fromkeys(unit.id for one in found for unit in one.units)
    return replace(
        found[0],
        hex=",".join(one.hex for one in found),
        units=tuple(_unit(found, name) for name in ids),
        because=_once(why for one in found for why in one.because),
    )


def emptied(fates: Retreats, position: Position) -> list[str]:
    """The hexes of a combat in which nobody stands any more after its result, by the game's own
    word where it has one: who loses his last step where he stands is gone too."""
    if fates.extra.get("vacated") is True:
        return fates.hex.split(",")
    by_hex: dict[str, bool] = {}
    for unit in fates.units:
        name = position.by_id[unit.id].hex
        by_hex[name] = by_hex.get(name, True) and unit.outcome in LEAVING
    return [name for name in fates.hex.split(",") if by_hex.get(name)]


def routes_of(fates: Retreats) -> list[tuple[str, ...]]:
    """The cheapest ways of the losers; one that is empty where nobody has any."""
    if any(not unit.options for unit in fates.units):
        return [()]
    ways = [way for unit in fates.units for way in unit.options if way.path]
    least = min((way.losses for way in ways), default=0)
    routes = dict.fromkeys(tuple(way.path) for way in ways if way.losses == least)
    return [*routes][:MOST_ROUTES] or [()]


def advances_by_ways(found: Sequence[Advances]) -> Advances:
    """The advances behind losers who have several ways: all options of each unit, and why no way
    leads it on to the others."""
    options: dict[str, dict[tuple[str, ...], None]] = {}
    closed: dict[str, dict[Refusal, None]] = {}
    for answer in found:
        for unit in answer.units:
            options.setdefault(unit.id, {}).update(dict.fromkeys(map(tuple, unit.options)))
            closed.setdefault(unit.id, {}).update(dict.fromkeys(unit.refused))
    first = found[0]
    units = tuple(
        replace(
            unit, options=told, refused=tuple(bar for bar in closed[unit.id] if bar.hex not in ends)
        )
        for unit in first.units
        for told in [tuple(options[unit.id])]
        for ends in [{way[-1] for way in told}]
    )
    because = tuple(dict.fromkeys(reason for answer in found for reason in answer.because))
    return replace(first, units=units, because=because)


def _unit(found: Sequence[Advances], name: str) -> UnitAdvances:
    its = [(one.hex, unit) for one in found for unit in one.units if unit.id == name]
    first = next((unit for _, unit in its if unit.options), its[0][1])
    return replace(
        first,
        options=tuple(option for _, unit in its for option in unit.options),
        refused=tuple(refusal for _, unit in its for refusal in unit.refused),
        because=_once(why for _, unit in its for why in unit.because),
        extra={**first.extra, "by_hex": {hex_: unit.extra for hex_, unit in its}},
    )


def _once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(dict.fromkeys(reasons))
