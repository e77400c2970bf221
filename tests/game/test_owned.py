"""The owner's copy lies over the game's files: his values hold, nothing of his is lost."""

from __future__ import annotations

import json
import os
import tomllib
import zipfile
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.desk.desk import Desk, Edit
from assistant.position_file import read_position
from assistant.remembered import bound_game
from assistant.words.findings import complaining
from builder import limits
from builder.files import write_whole
from builder.game import owning, together
from builder.game.check import check_game
from builder.game.check.charts import own_misfits
from builder.game.loader import load_game, read_game
from builder.game.locate import find_game
from builder.game.misplaced import misplaced
from builder.game.owned import BINDING, BINDINGS, VARIABLE, may_be_bound
from builder.game.owning import Cell
from builder.game.problems import Collector, ProblemsError
from builder.game.rulebook.check import rule_problems
from builder.parts import name_for


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path / "dagc"


def test_cells_hold_and_are_no_stand_ins(copy: Path) -> None:
    before = load_game("dagc")
    assert before.tables["crt"].stand_in("0")
    assert before.counters["soviet-8"].stand_in
    owning.set_cells(copy, "counters.csv", [Cell(("soviet-8",), "name", "Eighth")])
    assert load_game("dagc").counters["soviet-8"].stand_in
    rows = before.tables["crt"].rows
    owning.set_cells(copy, "combat.csv", [Cell(("crt", row), "0", "BB") for row in rows])
    owning.set_cells(copy, "counters.csv", [Cell(("soviet-8",), "strength", "9 5")])
    owning.set_effects(copy, {("terrain", "swamp", "defence"): 3})
    owning.set_cells(copy, "map/hexes.csv", [Cell(("1005",), "terrain", "swamp")])
    owning.set_cells(copy, "map/hexsides.csv", [Cell(("1001", "1000"), "features", "(none)")])
    game = load_game("dagc")
    assert set(game.tables["crt"].column("0").values()) == {"BB"}
    assert not game.tables["crt"].stand_in("0")
    assert game.tables["crt"].stand_in("+1")
    assert game.counters["soviet-8"].fields["strength"] == [9, 5]
    assert not game.counters["soviet-8"].stand_in
    mine, line = game.row_of("counters.csv", game.counters["soviet-8"].line)  # what is told of it
    text = (copy / "counters.csv").read_text(encoding="utf-8").splitlines()[line - 1]
    assert (mine, text.split(",")[0]) == (str(copy / "counters.csv"), "soviet-8")
    assert game.definition.terrain["swamp"].values["defence"] == 3
    assert not game.definition.terrain["swamp"].stand_in("defence")
    assert game.definition.terrain["swamp"].stand_in("move")
    assert game.board.terrain["1005"] == {"swamp"}
    assert not game.board.between("1000", "1001")
    assert not game.own


def test_a_set_up_moves_a_counter_and_leaves_its_strength_a_stand_in(copy: Path) -> None:
    owning.set_units(copy, "historical", {"soviet-8": [{"hex": "4416", "step": 2}]})
    owning.set_cells(copy, "counters.csv", [Cell(("soviet-8",), "setup", "1302")])
    game = load_game("dagc")
    found = [p for p in game.scenarios["historical"].placements if p.counter == "soviet-8"]
    assert [(p.hex, p.step) for p in found] == [("4416", 2)]
    assert game.counters["soviet-8"].stand_in
    owning.set_units(copy, "historical", {"soviet-8": []})
    game = load_game("dagc")
    assert "1302" in [p.hex for p in game.scenarios["historical"].placements]


def test_what_else_stands_in_the_owners_toml_stays(copy: Path) -> None:
    """His comments, and what is not for him to set, which is told."""
    (copy / "scenarios").mkdir(parents=True)
    file, scenario = copy / "game.toml", copy / "scenarios" / "historical.toml"
    before = 'title = "Mine"\n# as printed\n[terrain.swamp]\ndefence = 2 # 7.3\n\n[grid]\nkm = 5\n'
    file.write_text(before, encoding="utf-8")
    owning.set_effects(copy, {("terrain", "swamp", "move"): 3, ("hexside", "river", "move"): 1})
    after = file.read_text(encoding="utf-8")
    assert after.startswith(before.replace("7.3\n", "7.3\nmove = 3\n"))
    assert tomllib.loads(after)["hexside"] == {"river": {"move": 1}}
    owning.set_effects(
        copy, {("terrain", "swamp", "move"): None, ("hexside", "river", "move"): None}
    )
    assert file.read_text(encoding="utf-8").strip() == before.strip()
    mine = 'name = "My day"\n\n[[unit]]\ncounter = "soviet-11g"\nhex = "0303"\n\n[control]\naxis = []\n'
    scenario.write_text(mine, encoding="utf-8")
    owning.set_units(copy, "historical", {"soviet-8": [{"hex": "4416", "step": 2}]})
    assert tomllib.loads(scenario.read_text("utf-8")) == {
        "name": "My day", "control": {"axis": []},
        "unit": [{"counter": "soviet-11g", "hex": "0303"}, {"counter": "soviet-8", "hex": "4416", "step": 2}],
    }  # fmt: skip
    (copy / "cards.csv").write_text("number\n7\n", encoding="utf-8")
    no_cards = "The game has no cards.csv: it is kept unused."
    assert no_cards in [note.text for note in load_game("dagc").own]
    (copy / "cards.csv").unlink()
    told = {note.text.split("'")[1] for note in load_game("dagc").own}
    assert {"title", "grid", "name", "control"} <= told
    (copy / "map").mkdir()
    for name in ("Combats.csv", "scenarios/historic.toml", "map/hexside.csv"):
        (copy / name).write_text("id\n", encoding="utf-8")
    found = {
        note.file: note.remedy
        for note in load_game("dagc").own
        if note.text.startswith("Nothing reads")
    }
    assert found == {
        str(copy / "Combats.csv"): "Did you mean 'combat.csv'?",
        str(copy / "map/hexside.csv"): "Did you mean 'map/hexsides.csv'?",
        str(copy / "scenarios/historic.toml"): "Did you mean 'scenarios/historical.toml'?",
    }
    owning.set_units(copy, "historical", {"soviet-8": []})
    assert scenario.read_text(encoding="utf-8") == mine
    file.write_text("terrain = 3\n", encoding="utf-8")
    assert "stands where a table belongs. Write [terrain." in str(load_game("dagc").own[0])
    with pytest.raises(ProblemsError, match="stands where a table belongs"):
        owning.set_effects(copy, {("terrain", "swamp", "move"): 3})


def test_remarks_of_what_is_taken_back_stay(copy: Path) -> None:
    """At the end, where their place is gone; so does what else stands in a unit."""
    (copy / "scenarios").mkdir(parents=True)
    file, scenario = copy / "game.toml", copy / "scenarios" / "historical.toml"
    file.write_text(
        "[terrain.swamp]\nmove = 3\n# hills: 7.3\n[terrain.forest]\nmove = 2\n# end\n",
        encoding="utf-8",
    )
    owning.set_effects(
        copy, {("terrain", "swamp", "move"): None, ("terrain", "forest", "move"): None}
    )
    assert file.read_text(encoding="utf-8") == "# hills: 7.3\n# end\n"
    file.write_text("# mine\nterrain.swamp = { move = 3 }\n", encoding="utf-8")
    owning.set_effects(copy, {("terrain", "forest", "move"): 4})
    text = file.read_text(encoding="utf-8")
    assert "# mine" in text
    assert tomllib.loads(text) == {"terrain": {"swamp": {"move": 3}, "forest": {"move": 4}}}
    mine = '[[unit]]\ncounter = "soviet-8"\n# here\nhex = "0303"\nmarkers = ["oos"]\nfree = true\n'
    scenario.write_text(mine, encoding="utf-8")
    owning.set_units(copy, "historical", {"soviet-8": [{"hex": "4416", "step": 1}]})
    assert scenario.read_text(encoding="utf-8") == mine.replace("0303", "4416")


def test_tables_that_lie_in_pieces_are_written_right(copy: Path) -> None:
    copy.mkdir()
    file = copy / "game.toml"
    file.write_text("[terrain.a]\nx = 1\n[line.b]\ny = 1\n[terrain.c]\nz = 1\n", encoding="utf-8")
    owning.set_effects(copy, {("terrain", "d", "move"): 3, ("terrain", "c", "z"): None})
    assert tomllib.loads(file.read_text("utf-8")) == {
        "terrain": {"a": {"x": 1}, "d": {"move": 3}}, "line": {"b": {"y": 1}},
    }  # fmt: skip


def test_what_an_update_removed_is_told_and_kept(copy: Path) -> None:
    cells = [Cell(("soviet-gone",), "strength", "3 3"), Cell(("soviet-8",), "strength", "8 8")]
    owning.set_cells(copy, "counters.csv", cells)
    game = load_game("dagc")
    assert [note.line for note in game.own] == [2]
    owning.set_cells(copy, "counters.csv", [Cell(("soviet-8",), "strength", "")])
    assert "soviet-gone" in (copy / "counters.csv").read_text()
    assert "soviet-8" not in (copy / "counters.csv").read_text()


@pytest.mark.parametrize(
    ("name", "text", "remedy"),
    [
        ("combat.csv", "table,row,1\ncrt,1,BB\n", "Did you mean '+1'?"),
        ("combat.csv", "table,row,\u22121\ncrt,1,BB\n", "Did you mean '-1'?"),
        ("combat.csv", "table,row,\u20131\ncrt,1,BB\n", "Did you mean '-1'?"),
        ("combat.csv", "table,row,02-Jan\ncrt,1,BB\n", "write the odds again: 1-2 or 2-1."),
        ("combat.csv", "table,row,0\ncrt,9,BB\n", "Write one of: 1, 2, 3, 4, 5, 6."),
        ("combat.csv", "table,row,0\ncrtt,1,BB\n", "Did you mean 'crt'?"),
        ("counters.csv", "id,strenght\nsoviet-8,5\n", "Did you mean 'strength'?"),
        ("counters.csv", "id,strength\n8th Army,5 3\n", "Did you mean 'soviet-8'?"),
        ("counters.csv", "id,strength\nsoviet-08,5 3\n", "Did you mean 'soviet-8'?"),
        ("scenarios/historical.toml", '[[unit]]\ncounter = "8th Army"\n', "'soviet-8'?"),
        ("game.toml", "[terrain.swmap]\nmove = 3\n", "Did you mean 'swamp'?"),
    ],
)
def test_a_name_that_is_off_by_a_slip_is_told_with_the_one_that_was_meant(
    copy: Path, name: str, text: str, remedy: str
) -> None:
    (copy / name).parent.mkdir(parents=True, exist_ok=True)
    (copy / name).write_text(text, encoding="utf-8")
    (note,) = load_game("dagc").own
    assert note.remedy.endswith(remedy), note


def test_comments_and_other_rows_of_a_table_stay_as_they_stand(copy: Path) -> None:
    copy.mkdir(parents=True)
    file = copy / "combat.csv"
    file.write_bytes(
        b"# mine\r\ntable;row;0\r\n\r\ncrt;1;BB\r\n# of page 3\r\ncrt;2;BB\r\ncrt;3;BB"
    )
    cells = [("1", "0", "DR"), ("2", "0", ""), ("4", "0", "AE")]
    owning.set_cells(copy, "combat.csv", [Cell(("crt", row), c, text) for row, c, text in cells])
    kept = ["# mine", "table;row;0", "", "crt;1;DR", "# of page 3", "crt;3;BB", "crt;4;AE", ""]
    assert file.read_bytes().decode().split("\r\n") == kept
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "3"), "+1", "DE")])
    kept[1:] = ["table;row;0;+1", "", "crt;1;DR;", "# of page 3", "crt;3;BB;DE", "crt;4;AE;", ""]
    assert file.read_bytes().decode().split("\r\n") == kept


def test_of_thousands_of_rows_that_the_game_has_not_some_are_told(copy: Path) -> None:
    """Each was compared with all that were told before."""
    copy.mkdir(parents=True)
    rows = "".join(f"crt,{n},BB\n" for n in range(1_000, 1_300 + limits.PROBLEMS))
    (copy / "combat.csv").write_text(f"table,row,0\n{rows}")
    notes = load_game("dagc").own
    assert len(notes) == limits.PROBLEMS + 1
    assert notes[0].line == 2


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("counters.csv", b"id,strength\nsoviet-8,nine\n", 2),
        ("counters.csv", b"\xff\xfe\x00", 1),
        ("combat.csv", b"nonsense", 1),
        ("game.toml", b"[terrain", 1),
        ("game.toml", b'[terrain.swamp]\ndefence = "\\u001b[2J"\n', 2),
        ("game.toml", b"[terrain.swamp]\ndefence = 2020-01-01\n", 2),
        ("game.toml", b'[terrain.swamp]\nmove = "-"\n', 2),
        ("game.toml", b"[terrain.swamp]\nmove = true\n", 2),
        ("game.toml", b"[terrain.swamp]\nmove = -3\n", 2),
        ("counters.csv", b"id,strength\nsoviet-8,5 3 1\n", 2),
        ("map/hexes.csv", b"hex,terrain\n9999,swamp\n", 2),
        ("counters.csv", b"id,strength\nsoviet-8,9 5\nsoviet-8,1 1\n", 3),
        ("combat.csv", b"table,row,0\ncrt,1,BB\ncrt,1,DR\n", 3),
        ("map/hexsides.csv", b"hex,other,features\n1001,1000,\n1000,1001,(none)\n", 3),
        ("map/lines.csv", b"kind,hexes\nrail,1000 1001\n", 2),
        ("scenarios/historical.toml", b'[[unit]]\ncounter = "soviet-8"\nhex = "9999"\n', 3),
        ("scenarios/historical.toml", b"[[unit", 1),
        ("scenarios/historical.toml", b'[unit]\ncounter = "soviet-8"\n', 1),
        ("scenarios/historical.toml", b"unit = [3]\n", 1),
        ("combat.csv", b"PK\x03\x04\x14\0\0\0\xd0\xff", 0),
        ("map/hexes.csv", b"Hex,terrain\n1005,swamp\n", 1),
        ("scenarios/historical.toml", b'[[unit]]\ncounter = "soviet-8"\nhex = "\\u202e"\n', 3),
        ("counters.csv", None, 0),
        ("game.toml", None, 0),
    ],
)
def test_a_damaged_file_is_told_at_its_own_place(
    copy: Path, name: str, data: bytes | None, line: int
) -> None:
    """Where nothing is written, a pipe lies there, which was taken for nothing."""
    (copy / name).parent.mkdir(parents=True, exist_ok=True)
    if data is None:
        os.mkfifo(copy / name)
    else:
        (copy / name).write_bytes(data)
    with pytest.raises(ProblemsError) as caught:
        load_game("dagc")
    assert {(p.file, p.line) for p in caught.value.problems} == {(str(copy / name), line)}
    assert data is None or (copy / name).read_bytes() == data


def test_a_wrong_key_in_an_own_set_up_is_told_and_the_scenario_stays(copy: Path) -> None:
    """Else all that names the scenario was told as wrong too."""
    file = copy / "scenarios" / "historical.toml"
    told = []
    for slip in ("hexs = 3", 'id = "soviet-8"'):
        write_whole(file, f'[[unit]]\n{slip}\ncounter = "soviet-8"\n'.encode())
        game = read_game(find_game("dagc"), problems := Collector())
        assert ("historical" in game.scenarios, game.own) == (True, ())
        told += [f"{one.line} {one.text}" for one in problems.problems]
    assert told == ["2 Unknown key 'unit.hexs'.", "2 Unknown key 'unit.id'."]
    write_whole(file, b'[[unit]]\nid = "soviet-8"\n[[Unit]]\n')
    game = read_game(find_game("dagc"), problems := Collector())
    assert [one.line for one in problems.problems] == [1, 2]
    assert [f"{one.line} {one.remedy}" for one in game.own] == ["3 Did you mean 'unit'?"]


def test_a_place_that_is_no_folder_of_copies_is_told(copy: Path) -> None:
    """Every answer leant on stand-ins, without a word."""
    root = copy.parent
    write_whole(copy / "charts" / "c.csv", b"row\n")
    write_whole(root / "x.zip", b"PK")
    assert [misplaced(root, game) for game in ("dagc", "nr")] == [None, None]
    wrong = {
        copy: f"Name the folder above it: {root}",
        copy / "charts" / "c.csv": f"Name the folder above the copy: {root}",
        root / "x.zip": "`kessel own dagc --take FILE` takes a packed copy.",
        find_game("dagc"): "Name a folder of your own.",
        find_game("dagc").parent: "Name a folder of your own.",
    }
    told = {place: misplaced(place, "dagc") for place in wrong}
    assert {place: one and one.remedy for place, one in told.items()} == wrong
    runs = (["own", "nr"], ["check", "nr"], ["setup", "nr"])
    for run in [["--own", str(root / "gone"), *one] for one in runs]:
        with pytest.raises(ProblemsError, match="There is no such folder"):
            CliRunner().invoke(app, run, catch_exceptions=False)
        with pytest.raises(ProblemsError, match="There is no such folder, and KESSEL_OWN names it"):
            CliRunner(env={VARIABLE: str(root / "gone")}).invoke(
                app, run[2:], catch_exceptions=False
            )


def test_a_result_that_no_rule_knows_is_told_where_the_owner_wrote_it(copy: Path) -> None:
    own, cells = (
        copy.with_name("aldra"),
        [Cell(("crt", "3"), "1-1", "A2"), Cell(("crt", "4"), "2-1", "A1?")],
    )
    owning.set_cells(own, "combat.csv", cells)
    (wrong,) = rule_problems(load_game("aldra"))
    assert (wrong.file, wrong.line) == (str(own / "combat.csv"), 3)
    assert wrong.remedy == "Write one of: A2, AE, D2, DE, EX."
    desk = Desk.of(find_game("aldra"))
    edits = [Edit(one.key, one.column, one.text) for one in cells]
    (told,) = desk.write("combat.csv#crt", edits)["wrong"]
    assert complaining("es")(told["told"]).startswith("La tabla 'crt' dice 'A1' y nada dice")


@pytest.mark.parametrize(
    ("name", "table", "row", "column", "text", "told"),
    [
        ("nr", "turns", "1", "shock", "muchos", "no es un número entero desde 0. Escríbelo como 0 o 2."),
        ("nr", "turns", "1", "targets", "?", "'?' en la columna 'Objetivos' no es un número entero"),
        ("nr", "weather", "mud", "axis-table", "sovet", "¿Querías decir 'soviética'?"),
        ("mlb", "axis-command", "1", "chits", "tres", "no es un número entero desde 0."),
    ],
)  # fmt: skip
def test_no_answer_counts_with_a_chart_that_the_desk_would_refuse(
    copy: Path, name: str, table: str, row: str, column: str, text: str, told: str
) -> None:
    own, file = copy.with_name(name), f"charts/{table}.csv"
    typed = [Edit((row,), column, text)]
    (wrong,) = Desk.of(find_game(name)).write(f"{file}#{table}", typed, language="es")["wrong"]
    assert told in complaining("es")(wrong["told"])
    assert not own.exists()
    owning.set_cells(own, file, [Cell((row,), column, text)])
    position = copy.with_name("position.toml")
    position.write_text(f'game = "{name}"\nboard = "blank"\nturn = 1\n', encoding="utf-8")
    for answer in (lambda: bound_game(name), lambda: read_position(position)):
        with pytest.raises(ProblemsError) as caught:
            answer()
        assert [(p.file, p.line) for p in caught.value.problems] == [(str(own / file), 2)]


def test_a_whole_table_of_the_owners_is_told_in_his_own_file(copy: Path) -> None:
    file = copy / "charts" / "crt.csv"
    file.parent.mkdir(parents=True)
    rows = "".join(f"{die},BB,DE,DR\n" for die in range(3, 7))
    file.write_text(f"row,0,two,3..4\n1,BB,BB,XX\n2,BB,DE,DR\n{rows}", encoding="utf-8")
    found = {(p.file, p.line) for p in own_misfits(load_game("dagc"))}
    assert found == {(str(file), 1), (str(file), 2)}


def test_a_chart_may_be_the_owners_with_its_rows_and_headings(copy: Path) -> None:
    file = copy.with_name("kursk") / "charts" / "step-modifiers.csv"
    file.parent.mkdir(parents=True)
    text = "{},die\n0,3\n1-4,2\n>=5,-2\n"
    file.write_text(text.format("row"), encoding="utf-8")
    told = load_game("kursk").own
    assert len(told) == 3
    assert all("type all of it, with 'whole' in place of 'row'." in one.remedy for one in told)
    file.write_text(text.format("whole"), encoding="utf-8")
    game = load_game("kursk")
    table = game.tables["step-modifiers"]
    assert (table.columns, table.rows, table.cells["1-4", "die"]) == (
        ("die",), ("0", "1-4", ">=5"), "2",
    )  # fmt: skip
    assert (game.own, own_misfits(game)) == ((), [])
    desk = Desk.of(find_game("kursk"))
    sheet = "charts/step-modifiers.csv#step-modifiers"
    assert [row["heading"] for row in desk.sheet(sheet)["rows"]] == ["0", "1-4", ">=5"]
    (wrong,) = desk.write(sheet, [Edit(("0",), "die", "1")])["wrong"]
    assert "All of this chart is yours" in wrong["told"]
    file.write_text(text.format("whole").replace("1-4,2", "1-4,two"), encoding="utf-8")
    assert [(p.file, p.line) for p in own_misfits(load_game("kursk"))] == [(str(file), 3)]


def test_half_a_table_of_results_does_not_answer_for_the_whole(copy: Path) -> None:
    file = copy / "charts" / "crt.csv"
    file.parent.mkdir(parents=True)
    for rows, told in {
        "row,0,1\n3,BB,DE\n4,BB,DR\n": "Its rows go from 3 to 4, and the game's from 1 to 6.",
        "fila,0,1\n3,BB,DE\n": "row",
    }.items():
        file.write_text(rows, encoding="utf-8")
        with pytest.raises(ProblemsError) as caught:
            load_game("dagc")
        (wrong,) = caught.value.problems
        assert (wrong.file, wrong.line) == (str(file), 1)
        assert told in wrong.text


def test_a_mistake_of_the_owners_is_told_where_he_made_it(copy: Path) -> None:
    file = copy.with_name("nr") / "counters.csv"
    file.parent.mkdir(parents=True)
    rows = "".join(f"axis-{number}-army,0912\n" for number in (9, 8, 6))
    file.write_text(f"id,setup\n{rows}", encoding="utf-8")
    errors = [one.problem for one in check_game("nr").findings if one.severity == "error"]
    assert [(one.file, one.line) for one in errors] == [(str(file), 2)]


def test_a_chart_that_no_rule_reads_is_noted(copy: Path) -> None:
    file = copy / "charts" / "combat.csv"
    file.parent.mkdir(parents=True)
    file.write_text("whole,<=0,>=1\n1,AE,DE\n", encoding="utf-8")
    (note,) = load_game("dagc").own
    assert str(note) == (
        f"{file}: No rule reads a chart 'combat'. Call the file as one of the game's: crt."
    )


def test_a_table_without_one_right_result_is_told_too(copy: Path) -> None:
    game = load_game("dagc")
    table = game.tables["crt"]
    rows = ["table,row," + ",".join(table.columns)]
    rows += [f"crt,{row}" + ",abc" * len(table.columns) for row in table.rows]
    copy.mkdir(parents=True, exist_ok=True)
    file = copy / "combat.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = {(p.file, p.line) for p in own_misfits(load_game("dagc"))}
    assert found == {(str(file), line) for line in range(2, len(rows) + 1)}


def test_own_tells_what_check_refuses(copy: Path) -> None:
    own = copy.with_name("aldra")
    cells = [Cell(("crt", "3"), "1-1", "A2"), Cell(("crt", "4"), "2-1", "pear")]
    owning.set_cells(own, "combat.csv", cells)
    told = CliRunner().invoke(app, ["own", "aldra"], env={"KESSEL_LANGUAGE": "en"})
    assert (told.exit_code, "2 of your values, with 1 mistake\n" in told.stdout) == (1, True)
    mistake = f"{own / 'combat.csv'}:3: The table 'crt' says 'pear', and nothing what it does."
    assert f"error: {mistake}" in told.stdout
    said = CliRunner().invoke(app, ["own", "aldra", "--json"])
    assert (said.exit_code, len(json.loads(said.stdout)["refused"])) == (1, 1)


def test_a_copy_is_carried_to_another_machine(copy: Path, tmp_path: Path) -> None:
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    file, run = tmp_path / "x.zip", CliRunner()
    assert run.invoke(app, ["own", "dagc", "--pack", str(file)]).exit_code == 0
    other = tmp_path / "other"
    told = run.invoke(app, ["--own", str(other), "own", "dagc", "--take", str(file), "--json"])
    assert json.loads(told.stdout)["values"] == {"combat.csv": 1}
    assert (other / "dagc/combat.csv").read_bytes() == (copy / "combat.csv").read_bytes()
    file.write_bytes(b"PK no copy")
    with pytest.raises(ProblemsError, match="no packed owner"):
        owning.take(file, copy, "dagc")
    assert (copy / "combat.csv").exists()


def test_a_copy_of_too_many_files_loses_none_without_a_word(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        write_whole(copy / f"charts/c{number}.csv", b"row\n")
    (tmp_path / "x.zip").write_bytes(owning.pack(copy, "dagc"))
    monkeypatch.setattr(limits, "COPY_FILES", 2)
    with pytest.raises(ProblemsError, match="has 3 files"):
        owning.pack(copy, "dagc")
    with pytest.raises(ProblemsError, match="more than 2 files"):
        owning.take(tmp_path / "x.zip", tmp_path / "other", "dagc")
    monkeypatch.undo()
    monkeypatch.setattr(limits, "COPY", 11)
    with pytest.raises(ProblemsError, match="has more than"):
        owning.pack(copy, "dagc")
    with pytest.raises(ProblemsError, match="has more than"):
        owning.take(tmp_path / "x.zip", tmp_path / "other", "dagc")
    assert not (tmp_path / "other").exists()


def test_a_copy_that_was_replaced_is_kept_though_another_is_taken(
    copy: Path, tmp_path: Path
) -> None:
    packed = []
    for value in ("BB", "AS", "DR"):
        owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", value)])
        packed.append(owning.pack(copy, "dagc"))
    first, second, third = packed
    for data in (first, second, third):
        (tmp_path / "x.zip").write_bytes(data)
        owning.take(tmp_path / "x.zip", copy, "dagc")
    kept = [copy.with_name(f"dagc.before{one}.zip") for one in ("", "-2", "-3")]
    assert [path.read_bytes() for path in kept] == [third, first, second]
    owning.take(tmp_path / "x.zip", copy, "dagc")
    assert not copy.with_name("dagc.before-4.zip").exists()


def test_a_copy_that_cannot_be_used_takes_no_place(copy: Path, tmp_path: Path) -> None:
    """It took the place of what an owner had typed, and then no question was answered any more."""
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    mine, file = (copy / "combat.csv").read_bytes(), tmp_path / "x.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("dagc/combat.csv", "table,row,a\n" + "x" * (limits.SOURCE + 1))
    told = CliRunner().invoke(app, ["own", "dagc", "--take", str(file)])
    assert isinstance(told.exception, ProblemsError)
    assert [one.file for one in told.exception.problems] == [f"{file}/combat.csv"]
    assert (copy / "combat.csv").read_bytes() == mine
    assert not copy.with_name("dagc.before.zip").exists()


def test_a_link_out_of_the_copy_is_neither_read_nor_written(copy: Path, tmp_path: Path) -> None:
    mine, elsewhere = copy / "combat.csv", tmp_path / "elsewhere.csv"
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    desk = Desk.of(find_game("dagc"))
    assert desk.sheet("combat.csv#crt")
    before = mine.rename(elsewhere).read_bytes()
    mine.symlink_to(elsewhere)
    for deed in (
        lambda: owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "DR")]),
        lambda: owning.set_effects(copy, {("terrain", "clear", "cost"): 2}),
        lambda: desk.sheet("combat.csv#crt"),
        lambda: load_game("dagc"),
    ):
        with pytest.raises(ProblemsError, match="leads out of the owner's copy"):
            deed()
    assert elsewhere.read_bytes() == before


def test_what_cannot_be_read_or_lies_elsewhere_is_not_packed(copy: Path, tmp_path: Path) -> None:
    """A file to carry is for others: what a link in the copy leads to is not theirs."""
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    file, secret, run = tmp_path / "x.zip", tmp_path / "secret.csv", CliRunner()
    secret.write_bytes((copy / "combat.csv").read_bytes())
    (copy / "more.csv").symlink_to(secret)
    told = run.invoke(app, ["own", "dagc", "--pack", str(file)])
    assert "leads out of the owner's copy" in str(told.exception)
    (copy / "more.csv").unlink()
    (copy / "combat.csv").write_text("no table\n")
    assert isinstance(
        run.invoke(app, ["own", "dagc", "--pack", str(file)]).exception, ProblemsError
    )
    assert not file.exists()


def test_a_hidden_table_is_neither_read_nor_packed(copy: Path) -> None:
    """Other systems leave such files beside those they copy."""
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    packed = owning.pack(copy, "dagc")
    write_whole(copy / "charts" / "._crt.csv", b"\xff")
    assert load_game("dagc").own_values == {"combat.csv": 1}
    assert owning.pack(copy, "dagc") == packed


@pytest.mark.parametrize("at", [1, 2])
def test_what_was_broken_off_is_ended_but_not_over_a_hand(
    copy: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """Stopped before the first file or after it; then somebody types into one of them."""
    before = {"a.csv": b"old a\n", "b.csv": b"old b\n", "c.csv": b"old c\n"}
    copy.mkdir(parents=True, exist_ok=True)
    for name, data in before.items():
        (copy / name).write_bytes(data)
    written = 0

    def stopped(path: Path, data: bytes) -> None:
        nonlocal written
        if written == at:
            raise KeyboardInterrupt
        written += 1
        write_whole(path, data)

    wanted = {"a.csv": b"new a\n", "b.csv": b"new b\n", "c.csv": None}
    with monkeypatch.context() as patch:
        patch.setattr(together, "write_whole", stopped)
        with pytest.raises(KeyboardInterrupt):
            together.write_together(copy, wanted)
    assert (copy / "a.csv").read_bytes() == (b"old a\n", b"new a\n")[at - 1]
    for name in before:
        kept = (copy / name).read_bytes()
        (copy / name).write_bytes(b"by hand\n")
        with pytest.raises(ProblemsError, match="changed after Kessel was stopped") as error:
            together.settled(copy)
        assert [one.file for one in error.value.problems] == [str(copy / name)]
        assert (copy / name).read_bytes() == b"by hand\n"
        (copy / name).write_bytes(kept)
    together.settled(copy)
    assert {n: (copy / n).read_bytes() if (copy / n).exists() else None for n in wanted} == wanted
    assert not (copy / together.INTENDED).exists()


@pytest.mark.parametrize("at", [1, 2, 3])
def test_where_the_disk_takes_no_more_all_files_are_as_they_were(
    copy: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    before = {"a.csv": b"old a\n", "b.csv": b"old b\n"}
    wanted = {"a.csv": None, "b.csv": b"new b\n", "c.csv": b"new c\n"}
    copy.mkdir(parents=True, exist_ok=True)
    for name, data in before.items():
        (copy / name).write_bytes(data)
    calls = count(1)

    def full(path: Path, data: bytes) -> None:
        if next(calls) == at:
            raise OSError(28, "No space left on device", str(path))
        write_whole(path, data)

    monkeypatch.setattr(together, "write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        together.write_together(copy, wanted)
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before


def test_a_pack_of_other_capitals_is_read(copy: Path, tmp_path: Path) -> None:
    """Where they are the same file, somebody may have packed it by hand."""
    file = tmp_path / "x.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("dagc/Combat.CSV", "table,row\n")
        archive.writestr("dagc/bindings/a/Kept/buildfile.xml", "<a/>")
    assert owning.take(file, copy, "dagc") == ["bindings/a/kept/buildFile.xml", "combat.csv"]


def test_a_pack_whose_folders_stand_with_backslashes_is_refused(copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("dagc/combat.csv", "table,row\n")
        archive.writestr("dagc\\map\\hexes.csv", "hex\n")
    with pytest.raises(ProblemsError, match="packed copy"):
        owning.take(file, copy, "dagc")


ODD = (
    "combat.csv/x.csv", "../x.csv", "a/b.x/c.csv", "nul.csv", "charts/COM\u00b9.csv", "3:1.csv", "a\\b.csv",
    "x.csv\nerror  your disk is full.csv", "right\u202etfel.csv", "a" * 300 + ".csv", "Combat.csv", "a?.csv",
)  # fmt: skip


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_a_pack_with_a_name_that_not_every_system_knows_is_refused(
    name: str, copy: Path, tmp_path: Path
) -> None:
    """Left out without a word it would be lost."""
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    file, before = tmp_path / "x.zip", (copy / "combat.csv").read_bytes()
    with zipfile.ZipFile(file, "w") as archive:
        for one in ("combat.csv", name, "plain", "notes.txt"):
            archive.writestr(f"dagc/{one}", "table,row\n")
    with pytest.raises(ProblemsError, match="packed copy") as raised:
        owning.take(file, copy, "dagc")
    (problem,) = raised.value.problems
    assert problem.file.startswith(f"{file}/")
    assert problem.remedy
    assert (copy / "combat.csv").read_bytes() == before


def test_what_a_program_that_died_left_half_written_goes_though_nothing_is_written(
    copy: Path,
) -> None:
    copy.mkdir(parents=True, exist_ok=True)
    left, mine = name_for(copy / ".intended.zip"), copy / ".mine.kessel.part"
    for path in (left, mine):
        path.write_bytes(b"half")
    with together.alone(copy):
        pass
    assert [left.exists(), mine.exists()] == [False, True]


@pytest.mark.skipif(os.name == "nt", reason="there no file bears such a name")
@pytest.mark.parametrize("name", ["charts/aux.csv", "Con.csv", "nul.1.csv", "3:1.csv", "a\\b.csv"])
def test_what_cannot_be_carried_is_told_and_not_left_out(
    name: str, copy: Path, tmp_path: Path
) -> None:
    owning.set_cells(copy, "combat.csv", [Cell(("crt", "1"), "0", "BB")])
    file = tmp_path / "x.zip"
    file.write_bytes(owning.pack(copy, "dagc"))
    (copy / name).parent.mkdir(exist_ok=True)
    (copy / name).write_text("table,row\n")
    for refused in (lambda: owning.pack(copy, "dagc"), lambda: owning.take(file, copy, "dagc")):
        with pytest.raises(ProblemsError, match="other systems do not know") as raised:
            refused()
        assert [one.file for one in raised.value.problems] == [str(copy / name)]
    assert (copy / name).exists()


@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("The Fords of Aldra", True),
        ("Fords", True),  # a word of it: whoever reads the binding knows better
        ("Kursk", False),
        ('Ford "s', True),  # written with signs of its own
        ("Größe", True),
        ("", True),
    ],
)
def test_a_save_of_a_module_that_no_binding_names_reads_none(
    copy: Path, name: str, may: bool
) -> None:
    assert not may_be_bound(name)
    folder = copy / BINDINGS / "the-fords-1-0"
    folder.mkdir(parents=True)
    (folder / BINDING).write_text('module = "The Fords of Aldra"\nversion = "1.0"\n', "utf-8")
    assert may_be_bound(name) == may
    (folder / BINDING).unlink()
    (folder / BINDING).mkdir()
    assert may_be_bound(name), "its reader tells that it cannot be read"
