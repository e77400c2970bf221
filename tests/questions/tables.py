"""The scenarios of all games as tables, each read once: what follows from a position is kept in it,
and is not worked out anew for the next test."""

from __future__ import annotations

from functools import cache

from assistant.scenario import scenario_position
from assistant.table import Table, table_of
from tests.games_read import read_once

GAMES = ("dagc", "kursk", "mlb", "nr", "uis", "aldra", "karga", "saltmarsh", "tarsa")
SCENARIOS = [(game, name) for game in GAMES for name in read_once(game).scenarios]


@cache
def table(game: str, scenario: str = "", phase: str | None = None) -> Table:
    """A scenario, the game's first if none is named, as set up or in another phase."""
    if phase is not None:
        return table_of(table(game, scenario).position.in_phase(phase))
    named = scenario or next(iter(read_once(game).scenarios))
    return table_of(scenario_position(read_once(game), named))


@cache
def phases(game: str) -> tuple[str, ...]:
    """The phases of a game, and none."""
    return ("", *(phase.id for phase in read_once(game).definition.phase))
