"""What somebody told a binding: it holds when the module is bound anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.bind.bound import read_binding
from builder.bind.grid import Laid, as_told
from builder.game.cells import unguarded
from builder.game.kept import BIND, FOLDER, NEEDED, PIECES, rows_of

SETTLED = "settled"
"""The column that tells which pieces somebody settled; older bindings lack it."""


@dataclass(frozen=True)
class Choices:
    """What slots are, "" for no counter of the game's; where hexes lie; the scenario played."""

    slots: Mapping[str, str] = field(default_factory=dict)
    laid: Laid | None = None
    scenario: str = ""


NOTHING = Choices()


def choices_in(folder: Path) -> Choices:
    """Those of a written binding; of an older one, which does not tell them, all that is not in
    doubt. ProblemsError if it is damaged."""
    bound = read_binding(folder)
    rows = rows_of(folder / FOLDER / PIECES, BIND, NEEDED)
    return Choices(
        {unguarded(row["slot"]): row["counter"] or "" for row in rows if is_settled(row)},
        as_told(bound.map, bound.marks) if bound.marks_told else None,
        bound.scenario,
    )


def is_settled(row: Mapping[str, str]) -> bool:
    """Whether somebody said what a piece is."""
    return bool(row[SETTLED] if SETTLED in row else row["slot"] and not row.get("doubt"))
