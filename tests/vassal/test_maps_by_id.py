"""A map that was named after a save was made: the save has it by VASSAL's id."""

import pytest

from builder.vassal.command_reader import read_command
from builder.vassal.commands import BoardPlace
from builder.vassal.table import Table
from builder.vassal.table_rules import TableRules

RULES = TableRules(maps={"Main": "Main", "Map0": "Main"})
BEGINNING = [
    "begin_save",
    "{0}BoardPicker\tNorth\t0\t0",
    "+/1/piece;;;;One/{0};10;20;g1;0",
    "+/2/piece;;;;Two/{1};10;20;g2;0",
    "+/7/stack/{0};10;20;1;2",
    "+/3/piece;;;;Three/{1};50;60;g3;0",
    "+/8/stack/{1};50;60;3",
    "end_save",
]
MOVED = "M/3/{0}/10/20/null/{1}/50/60/null"


@pytest.mark.parametrize(("one", "other"), [("Main", "Main"), ("Map0", "Map0"), ("Map0", "Main")])
def test_a_map_by_its_id_is_the_map_of_its_name(one: str, other: str) -> None:
    table = Table(None, RULES)
    for leaf in [*BEGINNING, MOVED]:
        table.execute(read_command(leaf.format(one, other)))
    state = table.state()
    assert state.boards == {"Main": (BoardPlace("North"),)}
    assert state.groups["7"].members == ("3", "1", "2")
    assert state.place("3") == ("Main", 10, 20)
    assert state.maps() == ["Main"]


def test_a_map_that_the_module_has_not_is_none() -> None:
    table = Table(None, RULES)
    for leaf in BEGINNING:
        table.execute(read_command(leaf.format("Map9", "Main")))
    state = table.state()
    assert (state.pieces["1"].map, state.pieces["2"].map) == (None, "Main")
    assert state.boards == {"Map9": (BoardPlace("North"),)}
