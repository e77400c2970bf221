"""Commands are read, typed and written back, whatever they hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal import commands as c
from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import Group, leaves, read_tree, write_tree
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import join

NAME = st.text(alphabet="ab/;\t|'é ").filter(lambda text: text != "null")
ID = NAME.filter(bool)
PIXEL = st.integers(-(2**31) + 1, 2**31 - 1)
PLAYER = st.builds(PlayerId, NAME)
COMMANDS = st.one_of(
    st.builds(c.AddPiece, ID, NAME, NAME),
    st.builds(c.RemovePiece, NAME),
    st.builds(c.ChangePiece, NAME, NAME, st.none() | NAME),
    st.builds(
        c.MovePiece, ID, st.none() | ID, PIXEL, PIXEL, st.none() | ID, st.none() | ID, PIXEL, PIXEL,
        st.none() | ID, st.none() | PLAYER,
    ),
    st.builds(c.Chat, NAME),
    st.builds(c.Undo, st.booleans()),
    st.builds(c.Player, PLAYER, NAME, NAME),
    st.builds(c.GlobalProperty, NAME, NAME, NAME),
    st.builds(c.PropertyChange, NAME, NAME, NAME, NAME),
    st.builds(c.Turn, st.just("TurnTracker0"), NAME),
    st.builds(c.Notes, st.booleans(), NAME),
    st.builds(c.StartupKey, NAME, NAME),
    st.builds(c.Extension, NAME, NAME),
    st.builds(c.Sound, NAME),
    st.builds(c.Unmask, NAME),
    st.just(c.SetupStack()),
)  # fmt: skip


@given(COMMANDS)
def test_a_command_is_read_as_it_was_written(command):
    assert read_command(command.text()) == command


LEAVES = st.text(alphabet="ab\\'\x1b/\t").filter(
    lambda text: "\x1b" not in text and not text.endswith("\\") and not text.startswith("'")
)
TREES = st.recursive(
    LEAVES,
    lambda parts: st.builds(Group, st.lists(parts, min_size=2, max_size=4).map(tuple)),
    max_leaves=12,
)


@given(TREES)
def test_a_tree_is_read_as_it_was_written(tree):
    text = write_tree(tree)
    assert write_tree(read_tree(text)) == text
    assert list(leaves(read_tree(text))) == list(leaves(tree))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("CHAT* dice", c.Chat("* dice")),
        ("-/17", c.RemovePiece("17")),
        (
            "M/17/Map/1/2/null/Map/3/4/5",
            c.MovePiece("17", "Map", 1, 2, None, "Map", 3, 4, "5", None),
        ),
        ("GlobalProperty\t;VP;3;Module", c.GlobalProperty("VP", "3", "Module")),
        (
            "Main MapBoardPicker\tNorth/rev\t0\t1\tSouth\t0\t0",
            c.Boards("Main Map", (c.BoardPlace("North", True, 0, 1), c.BoardPlace("South"))),
        ),
        (
            "Main MapBoardPicker\tNear\\/Far/rev\t0\t0\tWest\\/rev\t1\t0",
            c.Boards(
                "Main Map", (c.BoardPlace("Near/Far", True), c.BoardPlace("West/rev", False, 1, 0))
            ),
        ),
        ("TURNTurnTracker0\t0|1;0", c.Turn("TurnTracker0", "0|1;0")),
        ("SETUP_STACK\t", c.SetupStack()),
        ("begin_save", c.Other("begin_save")),
        ("M/17/Map/x/2", c.Other("M/17/Map/x/2")),
        ("M/1/Map/99999999999/2/null/Map/3/4/5", c.Other("M/1/Map/99999999999/2/null/Map/3/4/5")),
        ("+/17", c.Other("+/17")),
    ],
)
def test_commands(text, command):
    assert read_command(text) == command
    assert command.text() == text


def test_a_tree_too_deep_to_be_a_game_is_kept_whole():
    text = "b"
    for _ in range(80):
        text = join(["a", text], "\x1b")
    tree = read_tree(text)
    assert write_tree(tree) == text
    assert len(list(leaves(tree))) < 80
