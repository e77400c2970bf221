"""Declared battles: written, read back, read from a table, and answered before all other attacks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.binding import open_record
from assistant.games import rules_for
from assistant.position import Declared, Position
from assistant.position_file import read_position
from assistant.position_text import write_position
from assistant.questions.door import Door
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.traits import BasicPiece, DynamicProperty, Marker
from builder.vassal.write import NewPiece, SaveBuilder

TEXT = """
game = "dagc"
board = "blank"
phase = "soviet-pre-combat"

[[unit]]
id = "A"
side = "soviet"
type = "infantry"
hex = "4415"
strength = [5, 3]

[[unit]]
id = "B"
side = "soviet"
type = "infantry"
hex = "4515"
strength = [4, 2]

[[unit]]
id = "C"
side = "german"
type = "infantry"
hex = "4416"
strength = [3, 2]
"""
BATTLE = '\n[[battle]]\nnumber = 2\nattackers = ["A"]\ndefenders = ["C"]\n'


def position(tmp_path: Path, text: str) -> Position:
    path = tmp_path / "p.toml"
    path.write_text(text)
    return read_position(path)


def test_written_and_read_back(tmp_path: Path) -> None:
    first = position(tmp_path, TEXT + BATTLE)
    assert first.battles == (Declared(2, ("A",), ("C",)),)
    assert position(tmp_path, write_position(first)).battles == first.battles


@pytest.mark.parametrize(
    ("battle", "complaint"),
    [
        ('\n[[battle]]\nnumber = 0\nattackers = ["A"]\n', "number of its own"),
        (BATTLE + BATTLE, "number of its own"),
        ('\n[[battle]]\nnumber = 1\nattackers = ["X"]\n', "X"),
        ("\n[battle]\nnumber = 1\n", r"\[\[battle\]\] tables"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, battle: str, complaint: str) -> None:
    with pytest.raises(ProblemsError, match=complaint):
        position(tmp_path, TEXT + battle)


def test_the_declared_battle_comes_first(tmp_path: Path) -> None:
    table = position(tmp_path, TEXT + BATTLE)
    found = Door(rules_for(table.game), table).attacks()
    assert found.attacks[0].extra["battle"] == 2
    assert found.attacks[0].attackers == ("A",)
    alike = [a for a in found.attacks if a.target == "4416" and a.attackers == ("A",)]
    assert len(alike) == 1
    without = Door(rules_for(table.game), replace(table, battles=())).attacks()
    assert all("battle" not in attack.extra for attack in without.attacks)


def test_a_battle_without_defenders_says_so(tmp_path: Path) -> None:
    table = position(tmp_path, TEXT + '\n[[battle]]\nnumber = 1\nattackers = ["A"]\n')
    found = Door(rules_for(table.game), table).attacks()
    (told,) = found.extra["declared"]
    assert told["battle"] == 1
    assert told["text"].startswith("Battle 1 has no defenders: give ")


@pytest.mark.parametrize("gone", ["A", "C", "AC"])
def test_who_is_eliminated_fights_no_more(tmp_path: Path, gone: str) -> None:
    """The number stays on a counter that goes to the box, until the players end the battle."""
    text = TEXT + BATTLE.replace('["A"]', '["A", "B"]').replace("number = 2", "number = 7")
    for id_, hex_ in (("A", "4415"), ("C", "4416")):
        text = text.replace(f'hex = "{hex_}"', 'hex = "dead-pile"') if id_ in gone else text
    table = position(tmp_path, text)
    found = Door(rules_for(table.game), table).attacks()
    if gone == "A":
        assert found.attacks[0].extra["battle"] == 7
        assert found.attacks[0].attackers == ("B",)
    else:
        (told,) = found.extra["declared"]
        assert told["text"].startswith("Battle 7 is fought: ")


@pytest.mark.parametrize(
    ("lying", "rolled", "told"),
    [
        (("axis-57", "soviet-3"), "", (Declared(3, ("axis-57",), ("soviet-3",)),)),
        (("axis-57", "soviet-3"), "true", (Declared(3, ("axis-57",), ("soviet-3",)),)),
        (("axis-57",), "", (Declared(3, ("axis-57",), ()),)),
        (("axis-57",), "true", ()),  # fought, and all defenders are gone
    ],
)
def test_a_table_tells_its_battles(
    tmp_path: Path, lying: tuple[str, ...], rolled: str, told: tuple[Declared, ...]
) -> None:
    game = load_game("mlb")
    save = SaveBuilder(Metadata(game.definition.title, "0.1.0", "3.7.26", "", 0))
    for counter, role in (("axis-57", "attack"), ("soviet-3", "defence"), ("axis-75", "")):
        if role and counter not in lying:
            continue
        known = Marker.of(Counter=counter)
        number = DynamicProperty(name="Battle", value="3" if role else "")
        part = DynamicProperty(name="BattleRole", value=role)
        done = DynamicProperty(name="BattleFought", value=rolled if role else "")
        traits = (known, number, part, done, BasicPiece(name="x"))
        place = (2500, 300) if role != "defence" else (2580, 244)
        save.add_loose("Main Map", *place, NewPiece(traits))
    save.set_global("KesselGame", "mlb")
    save.write(tmp_path / "a.vsav")
    assert open_record(tmp_path / "a.vsav").position().battles == told
