"""A module that is known by its name alone: nobody knows which of its windows are a side's own."""

import pytest

from assistant.live.table import LiveTable
from builder.game.problems import Problem, ProblemsError
from builder.vassal.locations import MapShape, ModuleShape
from builder.vassal.savedgame import SavedGame
from tests.live.tables import GAME, move


def nobodys(saved: SavedGame) -> object:
    raise ProblemsError([Problem("", 0, "Of no game.", "")])


@pytest.mark.parametrize("shape", [None, ModuleShape(maps=(MapShape("Map", "Map0"),))])
def test_what_lies_in_windows_is_told_with_the_modules_file_alone(
    shape: ModuleShape | None,
) -> None:
    table = LiveTable("live", nobodys, shape=shape)  # type: ignore[arg-type]
    met, step = table.synced(GAME), table.played(move(50))
    assert met is not None
    assert step is not None
    assert step.chat == ("* Unit moves *",)
    told = [bool(found) for found in (met.pieces, step.pieces, step.changes)]
    assert told == [shape is not None] * 3
