"""Units, hexes and sides by their names, as players write them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.position import Position
from assistant.questions.names import alike, hex_called, parted, words
from assistant.questions.protocol import QuestionError
from assistant.table import Table, known_side, open_table
from tests.hostile.conftest import bounded

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"


@pytest.fixture(scope="module")
def table() -> Table:
    return open_table(EVENING)


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("soviet-6-guards", "soviet-6-guards"),
        ("SOVIET-6-Guards", "soviet-6-guards"),
        ("6th Guards Army", "soviet-6-guards"),
        ("6th guards", "soviet-6-guards"),
        ("6 Gds", "soviet-6-guards"),
        ("guards army 6", "soviet-6-guards"),
        ("5th Guards Tank Army", "soviet-5-tank"),
        ("5 Gds Tank", "soviet-5-tank"),
        ("5 Gd Tk", "soviet-5-tank"),
        ("39th Army", "soviet-39"),
        ("6.º Ejército de la Guardia", "soviet-6-guards"),
        ("6 Guardia", "soviet-6-guards"),
    ],
)
def test_units(table: Table, written: str, id_: str) -> None:
    assert table.unit(written).id == id_


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("soviet-6-gards", "Did you mean 'soviet-6-guards'?"),
        ("6th Gruads Army", "Did you mean 'soviet-6-guards'?"),
        ("Guards Army", "'Guards Army' may be soviet-"),
        ("77th Army", "There is no unit '77th Army' in the position."),
        ("", "There is no unit '' in the position."),
        ("!", "There is no unit '!' in the position."),
    ],
)
def test_units_that_are_not_clear(table: Table, written: str, said: str) -> None:
    with pytest.raises(QuestionError) as raised:
        table.unit(written)
    assert said in str(raised.value)


def test_a_name_that_is_anothers_is_nobody_elses(table: Table) -> None:
    gone = Position(
        table.game, table.game.board, tuple(u for u in table.units if u.id != "soviet-6-guards")
    )
    door = table.with_position(gone)
    with pytest.raises(QuestionError, match="not among the units in sight"):
        door.unit("6th Guards Army")


@pytest.mark.parametrize(
    ("written", "hex_"),
    [
        ("3501", "3501"),
        ("Vitebsk", "3401"),
        ("vitebsk", "3401"),
        ("Varsovia", "4127"),
        ("Warsaw", "4127"),
    ],
)
def test_hexes(table: Table, written: str, hex_: str) -> None:
    assert table.hex(written) == hex_


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("3599", "Did you mean '35"),
        ("Vitesbk", "Did you mean 'Vitebsk'?"),
        ("nowhere", "'nowhere' is no hex"),
    ],
)
def test_hexes_that_are_not_there(table: Table, written: str, said: str) -> None:
    with pytest.raises(QuestionError) as raised:
        table.hex(written)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("text", "names", "parts"),
    [
        ("a,b", ["a", "b"], ["a", "b"]),
        ("Guards, 1st", ["Guards, 1st"], ["Guards, 1st"]),
        ("guards,1ST", ["Guards, 1st"], ["guards,1ST"]),
        ("a,Guards, 1st,b", ["a", "Guards, 1st"], ["a", "Guards, 1st", "b"]),
        ("1, 2, 3", ["1, 2", "1, 2, 3"], ["1, 2, 3"]),
        ("1,2", ["1, 2, 3"], ["1", "2"]),
        ("," * 50, ["," * 40], [""] * 51),
    ],
)
def test_a_name_with_a_comma_is_one(text: str, names: list[str], parts: list[str]) -> None:
    assert parted(text, names) == parts


def test_a_unit_whose_name_has_a_comma_is_asked_by_it(table: Table) -> None:
    units = [
        replace(u, name="Guards, 6th") if u.id == "soviet-6-guards" else u for u in table.units
    ]
    door = table.with_position(Position(table.game, table.game.board, tuple(units)))
    assert door.ids("soviet-39,Guards, 6th") == ("soviet-39", "soviet-6-guards")
    assert door.attackers("guards, 6th, soviet-39") == ("soviet-6-guards", "soviet-39")
    assert door.moves("Guards, 6th").unit == "soviet-6-guards"


def test_a_zero_left_out(table: Table) -> None:
    from builder.game.loader import load_game

    game = load_game("kursk")
    with pytest.raises(QuestionError, match="Did you mean '0919'"):
        hex_called(Position(game, game.board), "919")
    with bounded(), pytest.raises(QuestionError, match="is no hex of this map"):
        hex_called(Position(game, game.board), "9" * 100_000)


@pytest.mark.parametrize("written", ["soviet", "Soviet", "SOVIET", "soviético", "sov"])
def test_sides(table: Table, written: str) -> None:
    assert known_side(table.game, written) == "soviet"


def test_a_side_that_is_not_there(table: Table) -> None:
    with pytest.raises(QuestionError, match="Unknown side 'polish'"):
        known_side(table.game, "polish")


def test_the_empty_name_is_no_side_whose_eyes_see_all() -> None:
    with pytest.raises(QuestionError, match="Unknown side ''"):
        open_table(EVENING, viewer="")


def test_words_of_a_name() -> None:
    assert words("The 1st Panzer-Division “Großer” of 3.º") == (
        "1",
        "panzer",
        "division",
        "grosser",
        "3",
    )


def test_numbers_are_never_guessed(table: Table) -> None:
    from assistant.questions.names import Thing

    things = [Thing("a", ("16th Army",)), Thing("b", ("1st Shock Army",))]
    assert [thing.id for thing in alike("1 army", things)] == ["b"]
    assert alike("6 army", things) == []
