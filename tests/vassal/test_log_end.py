"""A log that was cut off says so wherever its text can tell."""

from pathlib import Path

import pytest

from builder.vassal.commands import BEGIN_SAVE, END_SAVE, LOG
from builder.vassal.errors import VassalFileError
from builder.vassal.log_end import cut_off
from builder.vassal.replay import Replay
from builder.vassal.savedgame import SavedGame, read_saved_game
from builder.vassal.sequence import ESC, join

DATA = Path(__file__).parents[1] / "data" / "vassal"

GAME = (BEGIN_SAVE, "+/1/mark;A;\tpiece;;;;x/\tMap;0;0;7;0", END_SAVE)
MOVE = LOG + "M/1/Map/10/20/null/Map/0/0/null/secret"


def ending(*tokens: str, name: str = "a.vlog") -> str:
    return cut_off(SavedGame.of(Path(name), join([*GAME, *tokens], ESC)))


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("*.vlog")))
def test_whole_logs_are_whole(name):
    assert cut_off(read_saved_game(DATA / name)) == ""


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("*.vsav")))
def test_saves_are_whole(name):
    assert cut_off(read_saved_game(DATA / name)) == ""


def test_a_separator_with_no_step_behind_it():
    assert "between two steps" in ending(MOVE, "")
    assert "between two steps" in ending("")


def test_a_log_without_steps_is_doubtful_and_a_save_is_not():
    assert "no step" in ending()
    assert ending(name="a.vsav") == ""


@pytest.mark.parametrize(
    "last",
    [
        "L",
        "LOG",
        f"{LOG}nu",
        f"{LOG}null\\",
        f"{LOG}M",
        f"{LOG}CHA",
        f"{LOG}M/1/Map/10",
        f"{LOG}MutableProperty\tVP\t1",
        f"{LOG}+/2/mark;A;\tpiece;;;;x/a",
        f"{LOG}D/1/a",
        f"{LOG}D/1/a\tMap;1;2;7;0/b",
        f"{LOG}D/1/a\tMap;1;2;7;1;k;v/b\tMap;1;2;7;1;k",
        join([f"{LOG}CHAT hello", f"{LOG}M/1/Map"], ESC),
        f"'{LOG}CHAT hel",
    ],
)
def test_a_command_that_is_not_whole(last):
    assert ending(MOVE, MOVE, last).startswith("The log was cut off in the middle of step 3:")


@pytest.mark.parametrize(
    "last",
    [
        MOVE,
        LOG,
        f"{LOG}null",
        f"{LOG}CHAT",
        f"{LOG}a command of the module's own",
        f"{LOG}+/2/stack/Map;1;2",
        f"{LOG}D/1/a\tMap;1;2;7;0",
        f"{LOG}D/1/a\tMap;1;2;7;0/b\tMap;1;2;7;0",
        f"{LOG}D/nobody/a",
        f"{LOG}D/1/a\tMap;1;2/b\tMap;1;2",
    ],
)
def test_a_command_that_is_whole(last):
    assert ending(MOVE, last) == ""


def test_most_cuts_of_a_real_log_are_told():
    game = read_saved_game(DATA / "turn1.vlog")
    begin = game.text.index(END_SAVE) + len(END_SAVE) + 1
    cuts = [SavedGame.of(game.file, game.text[:at]) for at in range(begin, len(game.text), 7)]
    told = sum(bool(cut_off(cut)) for cut in cuts)
    assert told > 0.6 * len(cuts)


def test_an_end_that_is_only_spoken_of_is_none():
    text = join([BEGIN_SAVE, f"CHAT {END_SAVE}"], ESC)
    with pytest.raises(VassalFileError, match="cut off"):
        Replay(SavedGame.of(Path("a.vsav"), text))
