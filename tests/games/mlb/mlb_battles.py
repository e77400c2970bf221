"""Battles of Manstein's Last Battle, asked in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mlb_laboratory import position, unit

from assistant.games.mlb import RULES
from assistant.position import Unit
from assistant.questions.answers import Odds


def red(id_: str, hex_: str, attack: int, **more: Any) -> Unit:
    """A Soviet infantry unit of some attack, one when reduced."""
    return unit(id_, "soviet", hex_, [attack, 1], **more)


def odds(
    *units: Unit,
    from_ids: Iterable[str] = (),
    with_: Mapping[str, str] | None = None,
    target: str = "0505",
    **what: Any,
) -> Odds:
    """The battle for one hex, by those named or by all who may join."""
    return RULES.odds(position(*units, **what), [target], list(from_ids), with_ or {})


def duel(attack: int, defence: int, with_: Mapping[str, str] | None = None, **what: Any) -> Odds:
    """One Soviet unit in 0506 against one Axis unit in 0505."""
    return odds(red("A", "0506", attack), unit("D", "axis", "0505", [defence]), with_=with_, **what)
