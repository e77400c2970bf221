"""The cheapest force that reaches a wished column against each target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import monotonic

from assistant.planning.outlook import strength
from assistant.position import Unit
from assistant.questions.answers import Odds
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from builder.game.model import Game
from builder.saying import AsWritten

EXACT = 6
"""Attackers up to which every choice of them is tried; of more, the weakest or the strongest are
left out one by one as long as the column holds."""


@dataclass(frozen=True)
class Cheapest:
    """`odds` of the least force by printed strength that reaches the column, or of all who may
    attack where not even these do; `reached` tells which. `exact` is false where not every force
    was tried."""

    odds: Odds
    force: float
    reached: bool
    exact: bool


@dataclass(frozen=True)
class Forces:
    """For each target that can be attacked, the least force that reaches a column."""

    column: str
    forces: tuple[Cheapest, ...]

    def __repr__(self) -> str:
        return f"Forces({self.column}, {len(self.forces)} targets)"


def combat_columns(game: Game) -> list[str]:
    """The columns of the table of combat: the first of which most cells are results."""
    results = game.definition.drawing.get("charts", {}).get("result", {})
    for table in game.tables.values():
        cells = table.cells.values()
        if cells and 2 * sum(text in results for text in cells) >= len(cells):
            return list(table.columns)
    return []


def cheapest(door: Door, wished: str, patience: float) -> Iterator[Cheapest]:
    """For each target that can be attacked, in the order of the best attacks; ends when patience
    (seconds) does. QuestionError for a column that no table of combat has."""
    tables = list(_tables(door))
    if not any(wished in columns for columns in tables):
        wished = _as_typed(wished)
    columns = next((c for c in tables if wished in c), None)
    if columns is None:
        known = combat_columns(door.position.game)
        text = "There is no column '{name}'. Write one of {names}."
        raise QuestionError(text, name=AsWritten(wished[:20]), names=known)
    ends = monotonic() + patience
    attacks = door.attacks(anyway=True).attacks
    for target in dict.fromkeys(attack.target for attack in attacks):
        if monotonic() > ends:
            return
        try:
            full = door.odds(target.split(","), anyway=True)
        except QuestionError:
            continue
        if full.possible and full.column in columns:
            yield _of_target(door, full, columns, columns.index(wished))


def _as_typed(column: str) -> str:
    """A column by the signs of the tables, also where it was copied as it is printed: ≥ +8, −2."""
    signs = {"\u2212": "-", "≥": ">=", "≤": "<=", "…": "..", " ": ""}
    return "".join(signs.get(sign, sign) for sign in column)


def _tables(door: Door) -> Iterator[tuple[str, ...]]:
    for table in door.position.game.tables.values():
        yield table.columns


def _of_target(door: Door, full: Odds, columns: Sequence[str], least: int) -> Cheapest:
    units = [door.position.by_id[id_] for id_ in full.attackers]
    exact = len(units) <= EXACT
    game = door.position.game

    def force(some: Iterable[Unit]) -> float:
        return sum(strength(game, unit) for unit in some)

    def reaches(odds: Odds | None) -> bool:
        return bool(
            odds
            and odds.possible
            and odds.column in columns
            and columns.index(odds.column) >= least
        )

    if not reaches(full):
        return Cheapest(full, force(units), False, True)
    best = full, units
    if exact:
        forces = [f for size in range(1, len(units)) for f in combinations(units, size)]
        for some in sorted(forces, key=lambda some: (force(some), len(some))):
            odds = _odds(door, full, some)
            if odds is not None and reaches(odds):
                best = odds, list(some)
                break
    else:
        for order in (1, -1):
            kept, held = list(units), full
            for unit in sorted(units, key=lambda unit: order * strength(game, unit)):
                fewer = [other for other in kept if other is not unit]
                odds = _odds(door, full, fewer) if fewer else None
                if odds is not None and reaches(odds):
                    kept, held = fewer, odds
            if force(kept) < force(best[1]):
                best = held, kept
    return Cheapest(best[0], force(best[1]), True, exact)


def _odds(door: Door, full: Odds, units: Sequence[Unit]) -> Odds | None:
    try:
        return door.odds(full.target.split(","), [unit.id for unit in units], anyway=True)
    except QuestionError:
        return None
