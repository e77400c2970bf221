"""What the cells of a combat table say, by the words that rules.toml gives them."""

from __future__ import annotations

import re

from builder.game.rules_file.chapters import Fate, Result, RulesFile

NOTHING = frozenset({"", "-", "–", "—", "NE", "no effect", "•", ".", "0"})
"""Cells that say that nothing happens; nobody needs to declare them."""

_PARTS = re.compile(r"[/,+ ]+")


def parts_of(rules: RulesFile, cell: str) -> tuple[str, ...] | None:
    """The declared results that a cell is made of: itself, or several joined as `A1/D1`.

    None if one of them is not declared.
    """
    if cell in rules.results:
        return (cell,)
    if cell in NOTHING:
        return ()
    parts = tuple(part for part in _PARTS.split(cell) if part and part not in NOTHING)
    return parts if parts and all(part in rules.results for part in parts) else None


def result_of(rules: RulesFile, cell: str) -> Result | None:
    """What a cell does to both sides; None if it is not declared."""
    parts = parts_of(rules, cell)
    if parts is None:
        return None
    found = [rules.results[part] for part in parts]
    if len(found) == 1:
        return found[0]
    return Result(
        attacker=_joined([one.attacker for one in found]),
        defender=_joined([one.defender for one in found]),
        advance=all(one.advance for one in found),
        rule=", ".join(one.rule for one in found if one.rule),
    )


def _joined(fates: list[Fate]) -> Fate:
    """Several fates of one side together: the gravest loss, the longest retreat."""
    losses = [fate.lose for fate in fates if fate.lose]
    words = [loss for loss in losses if isinstance(loss, str)]
    lose = sum(loss for loss in losses if isinstance(loss, int))
    return Fate.model_validate(
        {
            "lose": "all" if "all" in words else words[0] if words else lose,
            "retreat": max((fate.retreat for fate in fates), default=0),
            "or-lose": next((f.or_lose for f in fates if f.or_lose is not None), None),
            "marker": next((fate.marker for fate in fates if fate.marker), ""),
        }
    )
