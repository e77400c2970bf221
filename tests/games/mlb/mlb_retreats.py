"""Retreats of Manstein's Last Battle, asked in a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlb_laboratory import AXIS_SOURCE, position, unit

from assistant.games.mlb import RULES
from assistant.position import Unit
from assistant.questions.answers import Retreats, UnitRetreats

C = unit("C", "axis", "0505")
RING = ("0405", "0406", "0504", "0506", "0605", "0606")
ALL_EXITS_IN_ZONES = ("0506", "0604", "0404")


def retreats(
    *units: Unit,
    result: str = "R",
    target: str = "0505",
    attackers: Iterable[str] = (),
    **what: Any,
) -> Retreats:
    """The retreat from one hex, with an Axis source in 0501 unless terrain is named."""
    what.setdefault("terrain", AXIS_SOURCE)
    return RULES.retreats(position(*units, **what), target, result, list(attackers))


def of(answer: Retreats, id_: str = "C") -> UnitRetreats:
    return next(found for found in answer.units if found.id == id_)


def paths(answer: Retreats, id_: str = "C") -> set[tuple[str, ...]]:
    return {option.path for option in of(answer, id_).options}


def refused(answer: Retreats, id_: str = "C") -> dict[str, str]:
    return {found.hex: found.rule for found in of(answer, id_).refused}
