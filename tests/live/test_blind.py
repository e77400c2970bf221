"""A module that is known by its name alone: nobody knows which of its windows are a side's own."""

from collections.abc import Callable

import pytest

from assistant.binding import Bound, bound_game
from assistant.live.effects import Synced
from assistant.live.follower import Follower
from assistant.live.play import BLIND, LiveGame
from assistant.live.table import CHANGED, UNKNOWN, LiveTable
from assistant.live.who import Who
from builder.game.problems import Problem, ProblemsError
from builder.vassal.locations import MapShape, ModuleShape
from builder.vassal.savedgame import SavedGame
from builder.vassal.sequence import ESC
from tests.live.recorded import Heard
from tests.live.tables import GAME, move


def nobodys(saved: SavedGame) -> Bound:
    raise ProblemsError([Problem("", 0, "Of no game.", "")])


def saltmarsh(saved: SavedGame) -> Bound:
    return bound_game("saltmarsh")


@pytest.mark.parametrize("shape", [None, ModuleShape(maps=(MapShape("Map", "Map0"),))])
def test_what_lies_in_windows_is_told_with_the_modules_file_alone(
    shape: ModuleShape | None,
) -> None:
    table = LiveTable("live", nobodys, shape=shape)
    met, step = table.synced(GAME), table.played(move(50))
    assert met is not None
    assert step is not None
    assert step.chat == ("* Unit moves *",)
    told = [bool(found) for found in (met.pieces, step.pieces, step.changes)]
    assert told == [shape is not None] * 3


@pytest.mark.parametrize(("where", "told"), [("Map", ["Spy appears at offboard"]), ("Den", [])])
def test_what_comes_on_a_map_that_the_module_lacks_is_shown_to_nobody(
    where: str, told: list[str]
) -> None:
    """As into a window of an extension that is not there."""
    shape = ModuleShape(maps=(MapShape("Map", "Map0"),))
    table = LiveTable("live", nobodys, shape=shape)
    table.synced(GAME)
    step = table.played(f"+/spy/piece;;;u.png;Spy/{where};20;20;1;0")
    assert [str(change.text) for change in (step.changes if step else ())] == told


def test_what_a_table_was_made_with_and_is_not_known_is_told() -> None:
    table = LiveTable(
        "live",
        nobodys,
        shape=ModuleShape(maps=(MapShape("Map", "Map0"),)),
        lacking=lambda saved: [one.name for one in saved.extensions],
    )
    table.synced(GAME.replace("end_save", f"EXT\tspy\t1.0{ESC}end_save"))
    assert table.notes == ("spy",)


@pytest.mark.parametrize(
    ("found", "asked", "told"),
    [
        (nobodys, ("", ""), [BLIND]),
        (nobodys, ("dagc", "Army Group Center"), [BLIND, UNKNOWN]),
        (saltmarsh, ("saltmarsh", "Saltmarsh"), []),
        (saltmarsh, ("", ""), []),
        (saltmarsh, ("nr", "No Retreat!"), ["They play Saltmarsh, and not No Retreat!: Saltmarsh is followed."]),
    ],
)  # fmt: skip
def test_a_table_of_another_game_than_the_one_asked_for_is_told_once(
    found: Callable[[SavedGame], Bound], asked: tuple[str, str], told: list[str]
) -> None:
    heard = Heard()
    game = LiveGame(
        Follower("M", "R", Who()),
        LiveTable("live", found, asked=asked),
        heard,
    )
    other = GAME.replace("end_save", f"GlobalProperty\t;KesselGame;nr;Module{ESC}end_save")
    for text, more in ((GAME, []), (GAME, []), (other, [CHANGED]), (other, [])):
        list(game.carry_out([Synced(text)], 0.0))
        told = [*told, *more]
        assert [str(words) for words in heard.words] == told
