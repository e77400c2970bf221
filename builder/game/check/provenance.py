"""Counts where a game's values come from: rules, geography, or stand-ins to be replaced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from builder.game.check.findings import words_in
from builder.game.definition import STAND_IN
from builder.game.model import Game, Provenance
from builder.game.owned import SOURCE

Origin = Literal["rule", "geography", "stand-in", "own", "other"]
ORIGINS: tuple[Origin, ...] = ("rule", "geography", "stand-in", "own", "other")


def origin(source: str) -> Origin:
    """The kind of a source: a rule number or the printed chart, geography, a stand-in, what the
    owner typed, or else.

    A row of geography that also holds stand-ins ("geography; stand-in: partisan") counts as one.
    """
    if STAND_IN in source:
        return "stand-in"
    if source == SOURCE:
        return "own"
    if source.startswith("geography"):
        return "geography"
    if source in ("chart", "errata") or source[:1].isdigit():
        return "rule"
    return "other"


def counts(entries: Iterable[Provenance]) -> dict[str, dict[Origin, int]]:
    """How many values of each group come from where."""
    table: dict[str, dict[Origin, int]] = {}
    for entry in entries:
        row = table.setdefault(entry.what, dict.fromkeys(ORIGINS, 0))
        row[origin(entry.source)] += 1
    return table


class Resting(NamedTuple):
    """A chart, how many of its cells are stand-ins, and the rules that read it."""

    chart: str
    stand_ins: int
    cells: int
    rules: tuple[str, ...]


def resting(game: Game) -> tuple[Resting, ...]:
    """The charts with stand-ins among those for which `rules.charts` names the rules."""
    declared = game.definition.rules.get("charts")
    found = []
    for name, numbers in declared.items() if isinstance(declared, dict) else ():
        table = game.tables.get(name)
        rules = tuple(words_in(numbers if isinstance(numbers, list) else ()))
        if table is not None and table.doubtful and rules:
            found.append(Resting(name, len(table.doubtful), len(table.cells), rules))
    return tuple(found)
