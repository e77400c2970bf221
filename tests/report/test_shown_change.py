"""What a step changed on the table tells of like masks nothing that the table does not show."""

import pytest

from assistant.report.shown import ShownPiece, shown_change
from builder.vassal.answers import Answers, Viewer
from builder.vassal.command_reader import read_command
from builder.vassal.locations import Locator
from builder.vassal.secret import PlayerId
from builder.vassal.state import GameState
from builder.vassal.table import Table
from builder.vassal.traits import BasicPiece, Mask
from builder.vassal.write import NewPiece

IDS = ("first", "second", "open")


def begun() -> Table:
    """Two masked pieces in one stack, and one that lies open."""
    table = Table()
    for id_ in IDS:
        by = None if id_ == "open" else PlayerId("Blue")
        traits = Mask(access="side:", masked_by=by), BasicPiece(name=id_)
        table.execute(NewPiece(traits).placed(id_, "Map", 9, 9))
    table.execute(read_command("+/s/stack/Map;9;9;first;second;open"))
    return table


def told(*steps: str) -> tuple[list[ShownPiece], list[str]]:
    table = begun()
    before = table.state()
    for step in steps:
        table.execute(read_command(step))
    return shown_change(*map(red, (before, table.state())), IDS)


def red(state: GameState) -> Answers:
    return Answers(state, Locator(None, state), Viewer("Red"))


def moved(id_: str, x: int, was: int = 9) -> str:
    return f"M/{id_}/Map/{x}/9/null/Map/{was}/9/null/x"


TWINS = {
    "one moves": ([moved("first", 40)], [moved("second", 40)]),
    "one dies": (["-/first"], ["-/second"]),
    "both move and one comes back": (
        [moved("first", 40), moved("second", 40), moved("first", 9, 40)],
        [moved("second", 40), moved("first", 40), moved("second", 9, 40)],
    ),
}


@pytest.mark.parametrize("twin", TWINS)
def test_like_masks_are_told_alike(twin: str) -> None:
    one, other = (told(*steps) for steps in TWINS[twin])
    assert one == other
    assert one[0] or one[1]
    assert not any(piece.id in ("first", "second") for piece in one[0])


def test_an_open_piece_is_told_by_its_id() -> None:
    pieces, gone = told(moved("open", 40))
    assert [piece.id for piece in pieces] == ["open"]
    assert gone == []
