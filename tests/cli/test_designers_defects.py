"""What designers of a game of their own stumbled over, each told or done as they expected."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.checking import MOST_MISSING, _lines_of
from assistant.words.voice import general
from builder.drawing.map.entries import entries
from builder.drawing.map.read_config import map_drawing
from builder.drawing.mix import counter_faces
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.lint.findings import Finding
from builder.module.build import only_scenario
from builder.sheets.game import game_sheets
from builder.sheets.options import SheetOptions


def test_of_thousands_of_missing_images_some_are_told_and_how_many_more() -> None:
    """A module without its images had a line for each of 3,070."""
    found = [Finding("M301", f"piece {n}", "there is no image.") for n in range(MOST_MISSING + 3)]
    *few, more, last = _lines_of([*found, Finding("M001", "moduledata", "x")], general("en"))
    assert len(few) == MOST_MISSING
    assert more == "M301 error: 3 more images are missing: `--json` tells each."
    assert last.startswith("M001")
    assert "faltan 3 imágenes más" in [*_lines_of(found, general("es"))][-1]
    assert len([*_lines_of(found[:MOST_MISSING], general("en"))]) == MOST_MISSING


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill", tmp_path)
    return tmp_path / "hill"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def check(folder: Path) -> list[str]:
    found = CliRunner().invoke(app, ["check", str(folder), "--json"])
    findings = json.loads(found.stdout)["findings"]
    return [f"{f['severity']}: {f['text']} {f['remedy']}" for f in findings]


LOOK = "\n[[drawing.counters.look]]\n"


def add(folder: Path, text: str) -> None:
    path = folder / "game.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.parametrize(
    ("look", "symbol", "glyph"),
    [
        ('glyph = "tank"', "", "tank"),
        ('symbol = "none"', "", ""),
        ('symbol = ""', "", ""),
        ('symbol = "armour+guards"', "armour+guards", ""),
        ('symbol = "armour"\nglyph = "tank"', "armour", "tank"),
    ],
)
def test_a_glyph_stands_in_place_of_the_symbol(folder, look, symbol, glyph):
    add(folder, f'{LOOK}when = {{ type = "armour" }}\n{look}\n')
    face = counter_faces(load_game(folder))["blue-7-armour"][0]
    assert (face.symbol, face.glyph) == (symbol, glyph)
    assert face.strength


def test_a_type_may_have_a_glyph(folder):
    edit(
        folder / "game.toml",
        'name = "Armour", symbol = "armour"',
        'name = "Armour", glyph = "tank"',
    )
    assert counter_faces(load_game(folder))["blue-7-armour"][0].glyph == "tank"
    assert not [text for text in check(folder) if text.startswith("error")]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (LOOK + 'when = { type = "armor" }', "No counter has type 'armor'. Did you mean 'armour'?"),
        (LOOK + 'when = { id = "ger-999" }', "No counter has id 'ger-999'."),
        (LOOK + 'when = { side = "blue", setup = "0101" }', "No counter has setup '0101'."),
        ('\n[terrain.fen]\nmove = 2\ndefenc = 1\n', "Only 'fen' has 'defenc', others have 'defence'."),
        ("\n[terrain.fen]\nmoev = 2\n", "Only 'fen' has 'moev', others have 'move'."),
        ("\n[hexside.dyke]\ndefecne = 2\n", "Only 'dyke' has 'defecne', others have 'defence'."),
        ('\n[drawing.cards]\nglyph = "nonexistent"', 'no glyph "nonexistent"'),
        ('\n[drawing.cards]\nbak = "red"', "Unknown key 'drawing.cards.bak'. Did you mean 'back'?"),
        ("\n[drawing.cards.side.axsi]\n", "There is no side 'axsi'"),
        ("\n[drawing.cards.part]\nzzz = { label = 'X' }", "No card belongs to 'zzz'."),
        ("\n[terrain.marsh]\nname = '漢字'", '"漢字" of "漢字" cannot be printed.'),
    ],
)  # fmt: skip
def test_check_tells(folder, more, said):
    add(folder, more)
    told = check(folder)
    assert any(said in text for text in told), told


def test_an_unknown_rule(folder):
    edit(folder / "game.toml", "stacking = 2", "stakcing = 2")
    assert any(
        "Unknown key of [rules] 'stakcing'. Did you mean 'stacking'?" in t for t in check(folder)
    )


COUNTERS = "id,side,type,name,strength,movement,setup,source\n"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("oos-1,,marker,,,,,", "The counter 'oos-1' has no side. Write one in column \"side\""),
        ("a,blue,armour,Panzer, heavy,4,0503,", "do not fit their columns after 'Panzer'"),
        ("a,blue,armour,Panzer,heavy,4,4,0503,", "A comma parts 'Panzer' from 'heavy'"),
        ("a,blue,armour,Panzer,4,2,4,0503,", "A comma parts '4' from '2'"),
        ("a,blue,armour,Tiger,1_0,4,0503,", "'1_0'"),
        ('a,green,armour,"ab, y",4 2,4,0503,', "Unknown side 'green'"),
    ],
)
def test_one_error_for_one_slip(folder, row, said):
    (folder / "counters.csv").write_text(COUNTERS + row + "\n", encoding="utf-8")
    (folder / "scenarios" / "first-day.toml").unlink()
    errors = [text for text in check(folder) if text.startswith("error")]
    assert any(said in text for text in errors), errors
    if "Panzer" in row:
        assert len(errors) == 1


def test_a_comma_in_a_name_is_no_size_mark(folder):
    """The rest of the name fits the column of sizes, whose marks only the drawing knows."""
    path = folder / "counters.csv"
    path.write_text(path.read_text() + "zz-1,blue,armour,Panzer, heavy,6 3,7,0101,,\n")
    errors = [text for text in check(folder) if text.startswith("error")]
    assert errors == [
        "error: The cells of the row do not fit their columns after 'Panzer'. "
        'Put a cell that holds a comma in "quotes", or delete the blank behind it.'
    ]


def test_whole_numbers_as_spreadsheets_write_them(folder):
    before = load_game(folder).counters["blue-2-infantry"].fields
    edit(folder / "counters.csv", "4 2,4,", "4.0 2,4.0,")
    counters = load_game(folder).counters.values()
    assert {tuple(c.fields["strength"]) for c in counters if c.type == "infantry"} >= {(4, 2)}
    assert before["movement"] == 4
    assert all(isinstance(c.fields["movement"], int) for c in counters)


def test_a_column_left_out_is_one_warning(folder):
    rows = "".join(f"u{n},blue,infantry,,,4,,\n" for n in range(30))
    (folder / "counters.csv").write_text(COUNTERS + rows, encoding="utf-8")
    (folder / "scenarios" / "first-day.toml").unlink()
    assert [t for t in check(folder) if "no strength" in t] == [
        "warning: 30 of 30 units have no strength. "
        "Fill the columns strength: one figure a face, full strength first."
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("axis = [0509, 0807]", 'Write hexes in quotes: axis = ["0509", "0807"].'),
        (
            'picture = "art\\panzer.png"',
            'Write / between folder and file: picture = "art/panzer.png".',
        ),
    ],
)
def test_toml_that_newcomers_write(folder, line, said):
    add(folder, f"\n[control]\n{line}\n")
    assert any(said in text for text in check(folder))


def test_a_spreadsheet_in_place_of_a_table(folder):
    (folder / "counters.csv").rename(folder / "counters.xlsx")
    assert any("counters.xlsx is a spreadsheet" in text for text in check(folder))


def test_all_names_without_translation_are_in_json(folder):
    rows = "".join(f"u{n},blue,infantry,,4,4,,\n" for n in range(3))
    (folder / "counters.csv").write_text(COUNTERS + rows, encoding="utf-8")
    (folder / "scenarios" / "first-day.toml").unlink()
    (folder / "text.es.toml").write_text('title = "Colina"\n', encoding="utf-8")
    found = CliRunner().invoke(app, ["check", str(folder), "--json"])
    (note,) = [f for f in json.loads(found.stdout)["findings"] if f["check"] == "untranslated"]
    assert note["text"].startswith(f"{len(note['names'])} names have no translation")
    assert len(note["names"]) > 12


def test_a_game_without_counters_prints_what_it_has(folder):
    game = replace(load_game(folder), counters={})
    kinds = [sheet.holds for sheet in game_sheets(game, SheetOptions())]
    assert "counters" not in kinds
    assert "map" in kinds


def test_printing_in_spanish_leaves_the_english_files(folder):
    game = load_game(folder)
    names = [
        {sheet.name for sheet in game_sheets(game, SheetOptions(), language)}
        for language in ("en", "es")
    ]
    assert not names[0] & names[1]


def test_a_scenario_that_begins_later(folder):
    path = folder / "counters.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("turn 3", "turn 1"), encoding="utf-8")
    (folder / "scenarios" / "later.toml").write_text('name = "Later"\nturn = 2\n', encoding="utf-8")
    game = load_game(folder)
    placed = {p.counter: p.hex for p in game.scenarios["later"].placements}
    assert placed["red-12-infantry"] == "turn 2"
    placed = {p.counter: p.hex for p in game.scenarios["first-day"].placements}
    assert placed["red-12-infantry"] == "turn 1"


def test_a_marker_without_a_name_shows_its_full_name(folder):
    path = folder / "counters.csv"
    rows = "id,side,type,kind,name,full_name\nm1,,smoke,marker,,Smoke screen\n"
    path.write_text(rows, encoding="utf-8")
    (folder / "scenarios" / "first-day.toml").unlink()
    assert counter_faces(load_game(folder))["m1"][0].title == "Smoke screen"


def test_clear_ground_has_a_row_of_its_own_and_one_in_the_legend(folder):
    add(folder, "\n[terrain.clear]\nname = 'Open'\nmove = 1\n")
    game = load_game(folder)
    assert [e.id for e in entries(game, map_drawing(game))].count("clear") == 1


def test_a_card_with_too_much_text_is_told(folder):
    text = "A long event that goes on and on. " * 60
    (folder / "cards.csv").write_text(f"number,title,text\n1,Rain,{text}\n2,Sun,It shines.\n")
    assert [t for t in check(folder) if "too small" in t] == [
        "warning: The text of card 1 is so long that it is too small. "
        "It would be printed smaller than 5 points. Shorten it."
    ]


def test_a_set_up_needs_no_name_where_there_is_but_one(folder):
    scenario = folder / "scenarios" / "first-day.toml"
    assert only_scenario(load_game(folder)) == "first-day"
    second = scenario.read_text().replace("The first day", "The second day")
    (scenario.parent / "second-day.toml").write_text(second)
    with pytest.raises(ProblemsError, match=r"Write one of: first-day, second-day\."):
        only_scenario(load_game(folder))
    for file in scenario.parent.glob("*.toml"):
        file.unlink()
    with pytest.raises(ProblemsError, match=r"no scenario\. None are defined\."):
        only_scenario(load_game(folder))


def test_a_set_up_that_breaks_the_games_own_rules_is_written_and_told(folder, tmp_path):
    """A game may break its rules while it is being made; but who sets it up hears of it."""
    save = tmp_path / "first.vsav"
    args = ["setup", str(folder), "--force", "-o", str(save)]
    assert CliRunner().invoke(app, args).stderr == ""
    counters = (folder / "counters.csv").read_text()
    (folder / "counters.csv").write_text(
        counters.replace(",0406,", ",0506,").replace(",0405,", ",0506,")
    )
    made = CliRunner().invoke(app, args)
    assert made.exit_code == 0
    assert save.is_file()
    assert "warning: " in made.stderr
    assert "3 units are set up in 0506, where 2 may stack" in made.stderr
    built = CliRunner().invoke(app, ["build", str(folder), "-o", str(tmp_path / "out")])
    assert built.exit_code == 0
    assert "3 units are set up in 0506, where 2 may stack" in built.stderr
