"""One combat on two hexes, or one that nobody survives, as plans and reports count it (9.2.1, 9.16.2)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from uis_board import table, unit

from assistant.board.questions import Asked, advances_of, results_of
from assistant.games.uis import RULES
from assistant.planning.outlook import fate_of
from assistant.position import Position
from assistant.report.overlays import _ways_out
from assistant.report.position_report import is_doomed


def attacked(*, step: int = 1, active: bool = True) -> Position:
    struck = (unit("N", "C3020", nation="wg", step=step), unit("M", "C3120", nation="wg"))
    return table(unit("W", "C3121", "wp"), *struck, **{"active-defence": active})


def test_a_plan_counts_the_losses_of_both_hexes() -> None:
    position = attacked()
    found = RULES.odds(position, ["C3020"], ["W"], {})
    assert found.extra["targets"] == ["C3020", "C3120"]
    fate = fate_of(RULES, position, found, "D")
    assert (fate.defender, fate.taken) == (2, True)


def test_a_stack_that_dies_by_any_way_has_none() -> None:
    def doomed(position: Position) -> bool:
        told = RULES.retreats(position, "C3020", "D", ["W"])
        assert told.units[0].options  # which the document keeps
        assert is_doomed(told) is not bool(_ways_out(told))
        return is_doomed(told)

    assert [doomed(attacked(step=step)) for step in (1, 2, 3)] == [False, False, True]
    assert not doomed(attacked(step=3, active=False))


def clicked(position: Position, **words: str) -> Asked:
    """What the page asks of a position."""
    moment = SimpleNamespace(position=position, whole=SimpleNamespace(ahead=False))
    source = SimpleNamespace(moment=lambda step, tried: moment)
    return Asked(cast("Any", source), None, words)


def test_the_page_tells_both_hexes_with_what_is_ticked_there() -> None:
    words = {"hex": "C3020", "from": "W", "with": "active-defence=yes"}
    asked = clicked(attacked(active=False), **words)
    units = {unit["id"]: unit for unit in results_of(asked)["D"]["units"]}
    assert {id_: one["options"][0]["losses"] for id_, one in units.items()} == {"N": 1, "M": 1}
    (winner,) = advances_of(asked.about(result="D"))["units"]
    assert winner["options"] == [["C3020"], ["C3120"]]
