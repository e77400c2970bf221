"""Supply between its checks: the marker holds, whatever the line says now."""

from __future__ import annotations

from assistant.classic.supply import NOT_JUDGED
from assistant.table import door_of
from builder.game.loader import load_game
from tests.bench._whole_position import at_set_up


def test_why_a_unit_without_a_line_is_in_supply_is_told_first() -> None:
    """It was told as "in supply. No headquarters in supply is in range"."""
    position = at_set_up(load_game("karga"), "counterstroke", "varn-combat")
    lonely = position.with_units(u for u in position.units if not u.id.startswith("varn-hq"))
    held, kept = (
        next(u for u in door_of(table).supply().units if u.id == "varn-1-pz")
        for table in (lonely, position)
    )
    assert (held.state, held.extra["next"]) == ("supplied", "out")
    assert held.because[0].text == NOT_JUDGED
    assert kept.because[0].text != NOT_JUDGED
