"""A log compared step by step without copies says what comparing whole states says."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.answers import Viewer
from builder.vassal.buildfile.module import read_module
from builder.vassal.commands import BEGIN_SAVE, END_SAVE, LOG
from builder.vassal.diff import changes, changes_by_step
from builder.vassal.module_shape import shape_of
from builder.vassal.noting import Before, Noting
from builder.vassal.replay import Replay
from builder.vassal.savedgame import SavedGame, read_saved_game
from builder.vassal.sequence import ESC, join
from builder.vassal.table_rules import table_rules
from tests.wide import some

DATA = Path(__file__).parents[1] / "data" / "vassal"


def compared_whole(replay, shape, viewer):
    states = [replay.state(number) for number in range(len(replay) + 1)]
    return [changes(before, after, shape, viewer) for before, after in pairwise(states)]


@pytest.mark.parametrize("viewer", [None, Viewer("Blue"), Viewer("Red")], ids=str)
@pytest.mark.parametrize("name", ["turn1", "random", "r1"])
@pytest.mark.parametrize("with_module", [True, False])
def test_logs_of_the_engine(name, viewer, with_module):
    shape = shape_of(read_module(DATA / "sample.vmod")) if with_module else None
    game = read_saved_game(DATA / f"{name}.vlog")
    replay = Replay(game, table_rules(shape) if shape else None)
    told = list(changes_by_step(replay.turnovers(), shape, viewer))
    assert [step.number for step, _ in told] == list(range(1, len(replay) + 1))
    assert [found for _, found in told] == compared_whole(Replay(game, replay.rules), shape, viewer)
    assert any(found for _, found in told)


@pytest.mark.parametrize("name", some(["play1", "play6", "play17"], "play6"))
def test_games_played_at_random(name):
    shape = shape_of(read_module(DATA / "play.vmod"))
    replay = Replay(read_saved_game(DATA / f"{name}.vlog"), table_rules(shape))
    told = list(changes_by_step(replay.turnovers(), shape))
    assert [found for _, found in told] == compared_whole(replay, shape, None)


def test_a_game_that_begins_again_within_a_log():
    piece = "+/{}/piece;;;;{}/Map;1;2;7;0".format
    again = join([f"{LOG}{leaf}" for leaf in (BEGIN_SAVE, piece("2", "New"), END_SAVE)], ESC)
    text = join([BEGIN_SAVE, piece("1", "Old"), END_SAVE, again, f"{LOG}-/2"], ESC)
    replay = Replay(SavedGame.of(None, text))
    told = [[change.text for change in found] for _, found in changes_by_step(replay.turnovers())]
    assert told == [
        ["Old is gone from Map (1, 2)", "New appears at Map (1, 2)"],
        ["New is gone from Map (1, 2)"],
    ]
    assert not replay.state().pieces


def test_stacks_that_nobody_can_name_go_when_they_are_empty():
    pieces = [f"+/{n}/piece;;;;Unit/Map;{n};0;{n};0" for n in (1, 2)]
    moves = [
        f"{LOG}M/{1 + at % 2}/Map/{10 * at}/0/null/Map/{10 * (at - 2)}/0/null/"
        for at in range(10, 210)
    ]
    replay = Replay(SavedGame.of(None, join([BEGIN_SAVE, *pieces, END_SAVE, *moves], ESC)))
    sizes = {len(turnover.after.groups) for turnover in replay.turnovers()}
    assert sizes
    assert max(sizes) <= 4
    assert replay.state().laid_out()["Map"][-1].x == 2090


KEYS = st.integers(0, 5)


@given(
    st.dictionaries(KEYS, st.integers()),
    st.lists(st.tuples(st.sampled_from(["set", "pop", "del", "clear", "begin"]), KEYS)),
)
def test_a_noting_dict_knows_what_it_held(held, writes):
    before, noting = dict(held), Noting(held)
    for number, (what, key) in enumerate(writes):
        if what == "set":
            noting[key] = number
        elif what == "pop":
            noting.pop(key, None)
        elif what == "clear":
            noting.clear()
        elif what == "begin":
            noting.begin()
            before = dict(noting)
        elif key in noting:
            del noting[key]
    seen = Before(noting)
    assert list(seen.items()) == list(before.items())
    assert len(seen) == len(before)
    assert [key in seen for key in range(6)] == [key in before for key in range(6)]
    assert set(noting.was) >= {
        key
        for key in {*before, *noting}
        if before.get(key) is not noting.get(key) or (key in before) != (key in noting)
    }
