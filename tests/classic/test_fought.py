"""Who has fought attacks no more in the phase, and what is declared need not be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.planning.outlook import outlook
from assistant.position_file import read_position
from assistant.questions.door import Door
from assistant.words.voice import general
from builder.game.problems import ProblemsError

TABLE = """game = "aldra"
board = "blank"
phase = "crown-combat"
{more}
[[unit]]
counter = "crown-1-foot"
hex = "0505"
[[unit]]
counter = "crown-2-foot"
hex = "0505"
[[unit]]
counter = "league-1-foot"
hex = "0506"
"""
DECLARED = """[[battle]]
number = 1
attackers = [{attackers}]
defenders = ["league-1-foot"]
"""
ONE, TWO, ENEMY = "crown-1-foot", "crown-2-foot", "league-1-foot"


def asked(tmp_path: Path, more: str) -> Door:
    file = tmp_path / "aldra.toml"
    file.write_text(TABLE.format(more=more), encoding="utf-8")
    position = read_position(file)
    return Door(rules_for(position.game), position)


@pytest.mark.parametrize(
    ("more", "must", "done", "attacking"),
    [
        ("", {ONE, TWO}, [], {ONE, TWO}),
        (f'fought = ["{ONE}"]', {TWO}, [{ONE}], {TWO}),
        (f'fought = ["{ONE}", "{ENEMY}"]', set(), [{ONE}], {TWO}),
        (f'fought = ["{ONE}", "{TWO}"]', set(), [{ONE, TWO}], set()),
        (DECLARED.format(attackers=f'"{ONE}"'), {TWO}, [{ONE}], {ONE, TWO}),
        (DECLARED.format(attackers=f'"{ONE}", "{TWO}"'), set(), [{ONE, TWO}], {ONE, TWO}),
    ],
)
def test_who_fought_is_not_asked_again(
    tmp_path: Path, more: str, must: set[str], done: list[set[str]], attacking: set[str]
) -> None:
    door = asked(tmp_path, more)
    duties = door.turn().duties
    assert {id_ for duty in duties if duty.standing == "must" for id_ in duty.units} == must
    assert [{*duty.units} for duty in duties if duty.standing == "done"] == done
    attacks = door.rules.attacks(door.position).attacks
    assert {id_ for attack in attacks for id_ in attack.attackers} == attacking


def test_a_battle_can_be_looked_up_after_its_die(tmp_path: Path) -> None:
    door = asked(tmp_path, f'fought = ["{ONE}", "{TWO}", "{ENEMY}"]')
    assert {*door.odds(["0506"]).attackers} == {ONE, TWO}


def test_a_hex_that_nobody_is_left_to_take_is_not_taken(tmp_path: Path) -> None:
    """5.7: an exchange costs the lone attacker all that it has."""
    door = asked(tmp_path, "")
    odds = door.rules.odds(door.position, ["0506"], [ONE], {})
    promised = outlook(door.rules, door.position, odds)
    assert odds.chances["EX"] > 0
    assert promised.taken == pytest.approx(odds.chances.get("D2", 0) + odds.chances.get("DE", 0))


@pytest.mark.parametrize(("result", "advances"), [("A2", False), ("AE", False), ("EX", True)])
def test_nobody_advances_by_a_result_that_strikes_the_attackers_alone(
    tmp_path: Path, result: str, advances: bool
) -> None:
    """Also without a word who attacks: in the combat of one side the other one defends."""
    answer = asked(tmp_path, "").advances(["0506"], result=result)
    assert bool(answer.units) == advances
    assert advances or [why.rule for why in answer.because] == ["7.1"]


def test_what_was_typed_is_told_as_it_was_typed(tmp_path: Path) -> None:
    """Nobody is a word of Kessel's too, and no id is translated."""
    with pytest.raises(ProblemsError) as caught:
        asked(tmp_path, 'fought = ["nobody"]')
    assert general("es")(caught.value.problems[0].text) == "Desconocido: 'nobody'."


GUNS = """game = "saltmarsh"
turn = 3
phase = "raiders-combat"
[[unit]]
counter = "garrison-1"
hex = "1211"
[[unit]]
counter = "garrison-s1"
hex = "1211"
[[unit]]
counter = "raiders-1"
hex = "1011"
[[unit]]
counter = "raiders-g2"
hex = "0910"
"""


def test_what_may_be_attacked_is_what_has_odds(tmp_path: Path) -> None:
    """Where a shift beyond the first column of the table makes no attack of it, nobody may."""
    file = tmp_path / "saltmarsh.toml"
    file.write_text(GUNS, encoding="utf-8")
    position = read_position(file)
    door = Door(rules_for(position.game), position)
    offered = {name for duty in door.turn().duties if duty.standing == "may" for name in duty.hexes}
    assert offered == {attack.target for attack in door.attacks().attacks if attack.possible}
