"""Slips of a newcomer that were silent, or answered with a remedy that misleads."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.check.checking import check_game
from builder.game.csv_file import read_csv
from builder.game.problems import Collector
from builder.game.skeleton import new_game

STRAYS = {
    "rules.toml": "rules.toml.txt",
    "counters.csv": "Counters.csv",
    "scenarios": "scenario",
    "map/lines.csv": "map/line.csv",
    "scenarios/first-day.toml": "scenarios/first-day.toml.txt",
    "combat.csv": "combats.csv",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("slips", tmp_path)
    return tmp_path / "slips"


def said(folder: Path) -> list[str]:
    return [
        f"{Path(f.problem.file).name}:{f.problem.line}: {f.problem.text} {f.problem.remedy}"
        for f in check_game(folder).findings
    ]


def test_the_game_as_it_is_made_has_no_strays(folder: Path) -> None:
    assert not [line for line in said(folder) if "Nothing reads" in line]


@pytest.mark.parametrize("right", STRAYS)
def test_a_file_that_nothing_reads_is_told(folder: Path, right: str) -> None:
    (folder / right).rename(folder / STRAYS[right])
    if (folder / right).exists():
        pytest.skip("here capitals count for nothing")
    told = f"Nothing reads '{STRAYS[right]}'. Call it '{right}'."
    assert any(told in line for line in said(folder))


SLIPS = [
    # file, what stands there, what a newcomer writes, what is said
    ("text.es.toml", "[terrain]", "[terain]", "Did you mean 'terrain'?"),
    ("game.toml", 'title = "Slips"', r'title = "\ud800"', "Write the sign itself."),
    ("game.toml", 'title = "Slips"', r'title = "a\qb"', 'title = "a/qb"'),
    ("game.toml", 'id = "slips"', 'id = "con"', "Windows keeps this name for a device"),
    ("rules.toml", 'leaving = "free"', "leaving = True", "in small letters: leaving = true."),
    ("rules.toml", 'by = "ratio"', 'by = "ratio"\ndie = "d6"', 'sides, as "2d6".'),
    ("rules.toml", '"edge:west"', '"edge:wset"', "Did you mean 'west'?"),
    ("rules.toml", '"edge:west"', '"set:coast"', "Add [sets.coast] with hexes = [...]"),
    ("rules.toml", '"edge:west"', '"0201"', "no line enters 0201. Name open ground"),
    ("rules.toml", "motor = 2 }", "motor = 2", "Write the whole table, from { to }, in one line."),
    (
        "map/lines.csv",
        "road,",
        'road,,"0202, 0203",\nroad,',
        "Write spaces, and no commas, between",
    ),
    ("combat.csv", "1-2,", "01. Feb,", ":2: The heading '01. Feb' is a day or a time, not odds."),
    ("combat.csv", "1-1,", "1-uno,", "combat.csv:2: The table 'crt' has a heading '1-uno', and"),
    ("combat.csv", "1-1,2-1,", "01-sty,02-lut,", ":2: The heading '02-lut' is a day or a time,"),
    ("combat.csv", "1-1,", "2026-02-01,", "then write the odds again: 1-2 or 2-1."),
    ("combat.csv", "crt,2,", "crt,02. Mrz,", ":4: The row '02. Mrz' is a day or a time."),
    ("combat.csv", "2,AE?", "2,AEE", "combat.csv:4: The table 'crt' says 'AEE' in column '1-2',"),
    ("combat.csv", "2,AE?", "2,AEE", "Did you mean 'AE'? Add [results.AEE]"),
    ("combat.csv", "2,AE?", "2,5. Mrz", "A spreadsheet took it for a day or a time:"),
    ("combat.csv", "2,AE?", "2,#BEZUG!", "A formula stands there,"),
    ("combat.csv", "crt,2,", "crt,two,", "combat.csv:4: The table 'crt' has a row 'two', which no"),
    (
        "counters.csv",
        ",XX,4 2,",
        ",XX,4.000 2,",
        "'4.000' may be 4000 or 4: write the one that is meant.",
    ),
    ("counters.csv", "id,side", "sep=;\nid,side", ":1: The line sep= is a note that Excel writes"),
    ("counters.csv", "setup,source", "setup,source,,", "Delete the columns behind the last name."),
    ("counters.csv", "blue-2-infantry", "Blue-1-infantry", "Only capitals tell 'Blue-1-infantry'"),
    ("counters.csv", ",XX,4 2,", ",XX,=2+2,", "'=2+2' is a formula, and not what it gives."),
    ("game.toml", 'id = "blue-combat"', 'id = "blue-combat "', "without a blank before or behind"),
    ("counters.csv", ",0506,", ",0102,", "is set up in 0102, in water."),
    ("text.es.toml", "[terrain]", '[deck]\nzz = "x"\n[terrain]', "'deck.zz' names nothing of this"),
    ("text.es.toml", "[terrain]", '[track]\nzz = "x"\n[terrain]', "'track.zz' names nothing of"),
]


@pytest.mark.parametrize(("name", "old", "new", "told"), SLIPS)
def test_a_slip_has_its_remedy(folder: Path, name: str, old: str, new: str, told: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = said(folder)
    assert any(told in line for line in found), found
    if name == "combat.csv" and old == "1-1,":  # a heading, which the rules read as well
        assert len([line for line in found if line.startswith("combat.csv:2:")]) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"id,side\na;b\nc;d\n", ":1: The first line holds a comma between its cells, and"),
        ("id,side\na,b\n".encode("utf-16-le"), ":1: The file is UTF-16, not UTF-8 text."),
    ],
)
def test_a_table_of_another_kind_is_told_once(data: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(data)
    problems = Collector()
    assert not read_csv(tmp_path / "a.csv", problems, ("id",), ("id", "side")).whole
    (problem,) = problems.problems
    assert told in str(problem)


def test_what_a_type_holds_is_read(folder: Path) -> None:
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"headquarters" }', '"headquarters", holds = "nothing" }', 1))
    assert not [line for line in said(folder) if "'holds'" in line]


FIELDS = [
    # what a designer writes of the game's state, the line of it that is told, what is said
    ('type = "texts"\nnumbered = 4', 2, "'numbered' counts the markers of a list of hexes."),
    ('type = "hexes"\nchoices = ["9999"]', 2, "'9999' is no hex of this map."),
    ('type = "texts"\neach = "turn"', 0, "'a' has no choices."),
    ('type = "choice"\neach = "turn"\nchoices = ["x"]', 2, "'each' says how texts end."),
    ('type = "choice"\nchoices = ["dry"]\nwords = { dryy = "x" }', 3, "Did you mean 'dry'?"),
    ('type = "choice"\nchoices = ["x", "y"]\nwords = { x = "W", y = "W" }', 3, "of its own."),
    ('type = "bool"\nname = "W"\n[state.b]\ntype = "bool"\nname = "W"', 5, "called 'W' already."),
    ('type = "texts"', 0, "Players type 'a' in a dialog of VASSAL's."),
    ('type = "bool"\n[units.formations]\nx = "X"', 3, "No counter has formation 'x'."),
]


@pytest.mark.parametrize(("written", "line", "told"), FIELDS)
def test_what_players_could_not_choose_is_told(
    folder: Path, written: str, line: int, told: str
) -> None:
    """Two entries of one name opened the same menu; choices that are no hex stood in it."""
    toml = folder / "game.toml"
    text = toml.read_text() + "\n[state.a]\n"
    toml.write_text(text + written + "\n")
    at = f"game.toml:{text.count(chr(10)) + line}: "
    assert [one for one in said(folder) if one.startswith(at) and told in one]


TWICE = [
    ('[[unit]]\ncounter = "blue-hq"\nhex = "0404"\n' * 2, "'blue-hq' is set up more often than"),
    ('[control]\nred = ["0304"]\nblue = ["0304"]\n', "0304 is controlled by two sides."),
]


@pytest.mark.parametrize(("text", "told"), TWICE, ids=["a counter", "a hex"])
def test_what_a_scenario_says_twice_is_told(folder: Path, text: str, told: str) -> None:
    """Else the last would be taken without a word."""
    path = folder / "scenarios" / "first-day.toml"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{text}", encoding="utf-8")
    assert any(told in line for line in said(folder)), said(folder)
