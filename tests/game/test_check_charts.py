"""Charts under `kessel check`: results, headings, rows and numbers that rules cannot read, in any
game, each told with file, line and remedy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from builder.game.check.charts import check_charts, own_misfits
from builder.game.check.checking import in_the_way
from builder.game.check.findings import Look
from builder.game.check.headings import misfits
from builder.game.check.shapes import shape_of
from builder.game.check.translations import check_translations
from builder.game.load_definition import load_definition
from builder.game.load_tables import load_tables
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import Collector
from builder.game.rulebook.check import rule_problems

Edited = Callable[..., Game]
read_once = cache(load_game)


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """A game with changes in one file of its charts, or without that file."""

    def change(name: str, file: str, *changes: tuple[str, str]) -> Game:
        game = read_once(name)
        for part in ("combat.csv", "game.toml"):
            shutil.copy(game.folder / part, tmp_path / part)
        if (game.folder / "charts").exists():
            shutil.copytree(game.folder / "charts", tmp_path / "charts")
        path = tmp_path / file
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        if changes:
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink()
        tables = load_tables(tmp_path, Collector())
        definition = game.definition
        if file == "game.toml":
            definition = load_definition(tmp_path)
        return replace(game, folder=tmp_path, tables=tables, definition=definition)

    return change


def told(game: Game) -> list[str]:
    look = Look(game)
    check_charts(look)
    return [str(finding.problem).partition(f"{game.folder}/")[2] for finding in look.found]


@pytest.mark.parametrize("name", ["dagc", "mlb", "nr", "uis", "kursk"])
def test_the_charts_of_the_games_are_sound(name: str) -> None:
    assert told(read_once(name)) == []


COMBAT = "combat.csv"
MODES = "charts/mode-summary.csv"
GROUND = "charts/terrain-effects.csv"
TURNS = "charts/turns.csv"
STEPS = "charts/step-modifiers.csv"


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "line", "parts"),
    [
        ("kursk", COMBAT, "4/-?,4/-?", "DR?,4/-?", 6, ("'DR' in column '<=0'", "2/1 or 1M-")),
        ("kursk", COMBAT, "2M1?", "2N1?", 8, ("'2N1'",)),
        ("kursk", COMBAT, ",29-35,", ",29-,", 5, ("'29-' cannot be read", "as '1-5'")),
        ("kursk", COMBAT, ",29-35,", ",29-36,", 5, ("'36-42' is not above",)),
        ("kursk", COMBAT, ",29-35,", ",29-34,", 5, ("No heading holds 35, before '36-42'",)),
        ("kursk", COMBAT, "combat,3,", "combat,three,", 11, ("'three' cannot be read", "'0'")),
        ("kursk", COMBAT, "combat,-2,", "combat,-4,", 7, ("No heading holds -3 to -2",)),
        ("kursk", STEPS, "6-8", "6-7", 6, ("No heading holds 8, before '9-11'",)),
        ("kursk", STEPS, "-1?", "minus one?", 5, ("'minus one'", "whole number")),
        ("kursk", MODES, "static", "statick", 6, ("No rule reads a row 'statick'", "'static'")),
        ("kursk", MODES, "static", "statick", 3, ("Rows are missing: static",)),
        ("kursk", MODES, ",retreat,", ",retire,", 3, ("'retire'", "'retreat'")),
        ("kursk", MODES, ",retreat,", ",retire,", 3, ("Columns are missing: retreat",)),
        ("kursk", MODES, "yes,no,both,no,2?", "yes,no,both,no,-2?", 5, ("'-2'", "from 0 up")),
        ("kursk", MODES, "1/2,yes", "1/0,yes", 5, ("'1/0' in column 'movement'",)),
        ("kursk", MODES, "yes,yes,first", "yes,maybe,first", 4, ("'maybe'", "Write one of")),
        ("kursk", GROUND, "forest,2?", "forest,two?", 5, ("'two' in column 'move'",)),
        ("kursk", "charts/air-battle.csv", "A2E1?", "A2F1?", 5, ("'A2F1'", "A1 or E1")),
        ("dagc", COMBAT, "BB?", "BX?", 4, ("'BX' in column '+5'", "Write one of: -, AE, AS, BB,")),
        ("dagc", COMBAT, "+2,+3", "+2,three", 3, ("'three' cannot be read",)),
        ("dagc", COMBAT, ",+2,", ",+1.5,", 3, ("No heading holds",)),
        ("mlb", COMBAT, "A2,A1", "A2,B1", 2, ("'B1' in column '1.5-1'", "A1, A2")),
        ("mlb", COMBAT, "2-1,3-1", "2-1,3-one", 1, ("'3-one' cannot be read",)),
        ("mlb", COMBAT, "2-1,3-1", "2-1,1-3", 1, ("'1-3' is not above",)),
        ("nr", COMBAT, "axis,1,CA?", "axis,1,CC?", 5, ("'CC' in column '1:3'",)),
        ("nr", COMBAT, ",CA,", ",ZZ,", 5, ("Write one of: -, CA, CB, DD",)),
        (
            "nr",
            TURNS,
            "mud,yes",
            "sun,yes",
            7,
            ("'sun' in column 'weather'", "Write one of: clear,"),
        ),
        ("nr", "charts/weather.csv", "long-winter", "longwinter", 8, ("'long-winter'?",)),
        ("mlb", "charts/zhukov.csv", "0-3", "3-0", 4, ("'3-0'", "5 or 0-3")),
        ("uis", "charts/flak.csv", "2/1?", "two?", 2, ("'two' in column 'A+'", "2/1 or 0/1")),
        ("nr", TURNS, "no,5,0,Soviet", "no,?,0,Soviet", 7, ("'?' in column 'targets'", "0 or 2")),
        ("nr", TURNS, ",23,", ",soon,", 10, ("'soon' in column 'sudden-death'", "23 or -")),
        ("nr", COMBAT, "3:2", "3|2", 4, ("'3|2' cannot be read", "'1:3'")),
        ("uis", COMBAT, "12/18/20?", "12/1820?", 2, ("'12/1820'", "14/20/20")),
        ("uis", COMBAT, "assault,-7,", "assault,x,", 3, ("'x' cannot be read",)),
    ],
)
def test_mistakes_in_charts(
    edited: Edited, game: str, file: str, old: str, new: str, line: int, parts: tuple[str, ...]
) -> None:
    found = told(edited(game, file, (old, new)))
    here = [text for text in found if text.startswith(f"{file}:{line}: ")]
    assert any(all(part in text for part in parts) for text in here), found


@pytest.mark.parametrize(
    "name", ["dagc", "mlb", "nr", "uis", "kursk", "karga", "tarsa", "saltmarsh", "aldra"]
)
def test_a_word_in_any_cell_that_rules_read_is_told_where_its_owner_wrote_it(name: str) -> None:
    """A cell counts as read unless game.toml calls it a text; half of a table's at a time, for what
    fits tells what does not."""
    game = read_once(name)
    asked = game.definition.rules.get("tables", {})
    for table in game.tables.values():
        kinds = asked.get(table.name, {}).get("columns", {})
        read = [place for place in table.cells if kinds.get(place[1]) != "text"]
        assert read
        for half in (read[::2], read[1::2]):
            typed = dict.fromkeys(half, "pear")
            own = {place: ("mine", line) for line, place in enumerate(half, 1)}
            other = replace(table, cells={**table.cells, **typed}, own=own)
            mistaken = replace(game, tables={**game.tables, table.name: other})
            wrong = [*own_misfits(mistaken), *rule_problems(mistaken)]
            assert {one.line for one in wrong if one.file == "mine"} == {*range(1, len(half) + 1)}
            assert all(one.remedy for one in wrong)


def test_one_mistake_is_told_once(edited: Edited) -> None:
    assert len(told(edited("kursk", COMBAT, (",29-35,", ",29-x35,")))) == 1


def test_a_chart_that_rules_read_must_be_there(edited: Edited) -> None:
    (text,) = told(edited("kursk", STEPS))
    assert text.startswith("charts/step-modifiers.csv: The chart 'step-modifiers' is missing")


def test_mistakes_in_charts_stop_the_build(edited: Edited) -> None:
    problems = in_the_way(edited("kursk", COMBAT, ("4/-?,4/-?", "DR?,4/-?")))
    assert ["'DR' in column" in problem.text for problem in problems] == [True]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("29-35,36-42,43-49", "29-42,43-45,46-49"),
        ("<=0,1-5,6-10,11-16", "<=0,1..5,6..10,11..16"),
        ("64-71,>=72", "64-71,72+"),
        ("4/-?,4/-?", "12/7,-M-"),
        ("4/-?,4/-?", "2/0,0/0"),
    ],
)
def test_other_values_and_headings_need_no_code(edited: Edited, old: str, new: str) -> None:
    assert told(edited("kursk", COMBAT, (old, new))) == []


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('retreat = "count"', 'retreat = "cuont["', "has a pattern that cannot be read"),
        ('retreat = "count"', 'retreat = "(?=1)1"', "without looking ahead"),
        ('retreat = "count"', 'retreat = "1)|(2"', "has a pattern that cannot be read"),
        ('retreat = "count"', 'retreat = "((1{999}){999}){999}"', "cannot be read"),
        ('retreat = "count"', "retreat = 3", "says 3"),
        ('such-as = ["2/1"', 'such_as = ["2/1"', "unknown key 'such_as'"),
        ('such-as = ["2/1", "1M-", "-/3"]', 'such-as = "2/1"', "write a list"),
        ('columns = { die = "whole" }', 'columns = "whole"', "must give each column"),
        ("[rules.tables.combat]\n", "[rules.tables]\nx = 1\n\n[rules.tables.combat]\n", "no table"),
    ],
)
def test_mistakes_in_what_is_asked(edited: Edited, old: str, new: str, part: str) -> None:
    (text,) = told(edited("kursk", "game.toml", (old, new)))
    assert part in text


@pytest.mark.parametrize("pattern", ["(1|1|11)*", "(1*)*", ".*" * 30 + "x"])
def test_a_pattern_never_takes_long(pattern: str) -> None:
    assert not shape_of(pattern).fits("1" * 4000 + "!")


@pytest.mark.parametrize(
    ("headings", "wrong"),
    [
        (("1-1", "1.5-1", "2-1", "10+"), ()),
        (("1:3", "1:2", "1:1", "3:2"), ()),
        (("1-2", "1-1", "2-1", "3-1"), ()),
        (("1-2", "1-1", "2-1"), ()),
        (("1-3", "3-5", "6-9"), (1,)),
        (("<=-3", "-2", "-1", "0", "+1", ">=+2"), ()),
        (("<=-3", "-2", "0", "+1", ">=+2"), (2,)),
        (("0", "1-2", "3-4", "5 to 6", "≥7"), ()),
        (("91", "51", "41", "6"), ()),
        (("1", "5", "10"), ()),
        (("1", "5", "4", "10"), (2,)),
        (("A+", "A", "B", "C"), ()),
        (("move", "shift"), ()),
        (("1",), ()),
        ((), ()),
        (("5-1", "6-2", "7-3"), ()),
        (("1-5", "10-6", "11-16", "17-20"), (1,)),
    ],
)
def test_headings(headings: tuple[str, ...], wrong: tuple[int, ...]) -> None:
    assert tuple(misfit.place for misfit in misfits(headings)) == wrong


@pytest.mark.parametrize(
    ("said", "fitting", "other"),
    [
        ("whole", ("3", "-3", "+3", "0"), ("3.5", "1/2", "-", "")),
        ("count", ("0", "12"), ("-1", "x")),
        ("number", ("1", "-1.5", "1/2"), ("1/0", "half")),
        ("amount or -", ("1/2", "-", "0"), ("-1",)),
        ("range or -", ("5", "0-3", "-"), ("3-0", "x", "1-")),
        ("count", ("123456789",), ("1" * 10, "1" * 5_000)),
        (["yes", "no"], ("yes",), ("Yes", "")),
        ("R|A[1-3]", ("R", "A2"), ("A4", "RA1")),
        (r"\d|[-\d]{2}|\\d", ("3", "-3", r"\d"), ("\u0663", "-\u0663", "33x")),
        ("count", ("3",), ("\u0663",)),
    ],
)
def test_shapes(said: object, fitting: tuple[str, ...], other: tuple[str, ...]) -> None:
    shape = shape_of(said)
    assert shape.fault == ""
    assert [shape.fits(text) for text in (*fitting, *other)] == [
        *(True for _ in fitting),
        *(False for _ in other),
    ]


def test_headings_of_charts_can_be_translated() -> None:
    texts = {
        "table.combat.row.3": "tres",
        "table.combat.column.1-5": "uno",
        "table.combat.row.x": "",
    }
    look = Look(replace(read_once("kursk"), texts={"es": texts}))
    check_translations(look)
    (wrong,) = [str(f) for f in look.found if f.check == "text-key"]
    assert "'table.combat.row.x' names nothing" in wrong
