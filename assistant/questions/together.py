"""One answer about several hexes that one combat is about, from the answers about each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.questions.answers import Advances, Retreats, UnitAdvances
from assistant.questions.reasons import Reason

RETREAT = "retreat"


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
