"""A book's introductory game, declared without a line of Python: contact, exchange at face value,
attacks up a wadi or into a trench, cavalry outside of towns, cannon that cannot move."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position_file import read_position
from assistant.questions.door import Door
from builder.game.check.checking import check_game
from builder.game.loader import load_game
from builder.game.skeleton import new_game

GAME = """
id = "oasis"
title = "Oasis"
[[side]]
id = "dervish"
name = "Dervishes"
[[side]]
id = "column"
name = "Column"
[grid]
orientation = "pointy"
number = "RRCC"
[[grid.section]]
rows = { first = 1, count = 10, from = "north" }
columns = { first = 1, count = 12, from = "west" }
shifted = "even"
towards = "east"
[turns]
last = 10
[terrain.town]
name = "Town"
move.cavalry = "-"
move.default = 1
defence = 2
source = "2"
[terrain.dunes]
name = "Dunes"
draw = "rough"
move = { cannon = "-", default = 2 }
source = "2"
[hexside.wadi]
name = "Wadi"
draw = "slope"
directed = true
source = "2"
[hexside.trench]
name = "Trench"
draw = "trench"
directed = true
source = "2"
[units.types]
rifles = { name = "Rifles", symbol = "infantry" }
cavalry = { name = "Cavalry", symbol = "cavalry" }
cannon = { name = "Cannon", symbol = "artillery" }
[units.fields]
strength = { type = "int", minimum = 0 }
movement = { type = "int", minimum = 0 }
"""

RULES = """
[zones]
rule = "4"
by = "all"
entering = "stop"
zone-to-zone = "free"
leaving = "only at the start"
[stacking]
rule = "3"
limit = 1
[movement]
rule = "2"
class.cavalry = "cavalry"
class.cannon = "cannon"
[combat]
rule = "5"
table = "crt"
by = "difference"
terrain = "add"
across.wadi = { attackers = -1, rule = "5.3" }
across.trench = { attackers = -1, rule = "5.3" }
[results.Exchange]
rule = "6"
attacker = { lose = "as much" }
defender = { lose = "all" }
[results.Back]
rule = "6"
defender = { retreat = 1 }
[results.Repulsed]
rule = "6"
attacker = { retreat = 1 }
[retreat]
rule = "7"
[advance]
rule = "8"
units = "one"
"""

COMBAT = """table,row,<=-1,0,1..2,>=3
crt,1,Exchange,Exchange,Back,Back
crt,2,Repulsed,Exchange,Exchange,Back
crt,3,Repulsed,Back,Exchange,Back
crt,4,Repulsed,Repulsed,Back,Exchange
crt,5,Repulsed,Repulsed,Repulsed,Back
crt,6,-,-,Repulsed,Exchange
"""

POSITION = """
game = "{game}"
[hexsides]
"0506/0505" = ["wadi"]
"0506/0406" = ["trench"]
[terrain]
"0506" = ["town"]
[[unit]]
id = "R"
side = "column"
type = "rifles"
hex = "0505"
strength = 5
movement = 4
[[unit]]
id = "S"
side = "column"
type = "rifles"
hex = "0406"
strength = 4
movement = 4
[[unit]]
id = "C"
side = "column"
type = "cavalry"
hex = "0606"
strength = 3
movement = 6
[[unit]]
id = "G"
side = "column"
type = "cannon"
hex = "0202"
strength = 6
movement = 0
[[unit]]
id = "D"
side = "dervish"
type = "rifles"
hex = "0506"
strength = 4
movement = 4
"""


@pytest.fixture
def door(tmp_path: Path) -> Door:
    new_game("oasis", tmp_path)
    folder = tmp_path / "oasis"
    for path in [*folder.glob("map/*.csv"), *folder.glob("scenarios/*"), folder / "text.es.toml"]:
        path.unlink()
    for name, text in (
        ("game.toml", GAME), ("rules.toml", RULES), ("combat.csv", COMBAT),
        ("counters.csv", "id,side,type,strength,movement\n"),
        ("map/hexes.csv", "hex,terrain\n"),
    ):  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
    assert [f for f in check_game(folder).findings if f.check in ("rules", "reading")] == []
    path = tmp_path / "case.toml"
    path.write_text(POSITION.replace("{game}", folder.name), encoding="utf-8")
    return Door(rules_for(load_game(folder)), read_position(path, lambda _: load_game(folder)))


def test_each_unit_that_attacks_up_a_wadi_or_into_a_trench_has_one_less(door: Door) -> None:
    found = door.odds("0506")
    assert found.attackers == ("C", "R", "S")
    assert found.attack == 3 + 4 + 3
    assert found.defence == 4 + 2
    assert found.column == ">=3"
    assert {(line.what, line.rule) for line in found.steps} == {
        ("wadi", "5.3"), ("trench", "5.3"), ("town", "2"),
    }  # fmt: skip


def test_down_the_wadi_nothing_is_lost(door: Door) -> None:
    assert door.odds("0505", "D").attack == 4


def test_an_exchange_is_at_face_value(door: Door) -> None:
    found = door.retreats("0506", "Exchange", "R,S")
    assert found.outcome == "eliminated"
    assert found.extra["attacker_strength_lost"] == 4


def test_cavalry_stays_out_of_town_and_cannon_where_they_are(door: Door) -> None:
    advances = {unit.id: unit for unit in door.advances("0506", "R,S,C").units}
    assert advances["R"].options == (("0506",),)
    assert advances["C"].refused[0].code == "terrain"
    assert door.moves("G").reach == ()
    assert advances["R"].id in door.ids("R")


def test_contact_stops_and_is_left_only_at_the_start(door: Door) -> None:
    reach = {place.hex: place.cost for place in door.moves("R").reach}
    assert reach["0504"] == 1
    assert "0605" in reach
    assert next(p.cost for p in door.moves("R").reach if p.hex == "0605") == 1
