"""`kessel check`: each kind of mistake is found, with its file and line, and all at once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from builder import limits
from builder.game.check import Report, Severity, check_game
from builder.game.check.provenance import counts, origin
from builder.game.loader import load_game
from builder.game.locate import find_game, installed_games
from builder.game.model import Provenance
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "dagc"
    shutil.copytree(find_game("dagc"), copy)
    return copy


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def line_of(path: Path, part: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if part in line)


def found(report: Report, check: str) -> list[str]:
    return [str(f) for f in report.findings if f.check == check]


def test_the_game_itself_has_no_errors_or_warnings() -> None:
    report = check_game("dagc")
    assert [f for f in report.findings if f.severity is not Severity.NOTE] == []


COUNTERS = "counters.csv"
TOML = "game.toml"
HEXES = "map/hexes.csv"
HEXSIDES = "map/hexsides.csv"


@pytest.mark.parametrize(
    ("file", "old", "new", "check", "said"),
    [
        (TOML, "infantry = { ", "infantry = { zzz = 3, ", "unread-key", "reads the key 'zzz'"),
        (COUNTERS, "3102", "3178", "reading", "'3178' is no hex of this map"),
        (COUNTERS, "german-2-infantry", "german-1-infantry", "reading", "a second time"),
        (COUNTERS, "id,side,type,name,full_name", "id,side,type,paper,full_name", "reading",
            "is neither yes nor no"),
        (COUNTERS, ",panzer,3SS", ",panzr,3SS", "reading", "Did you mean 'panzer'?"),
        (COUNTERS, "german-10-infantry,german,infantry", "german-10-infantry,soviet,panzer",
         "type-of-other-side", "german only"),
        (COUNTERS, ",2201,", ",1524,", "set-up-in-water", "in water"),
        (COUNTERS, ",2803,", ",2802,", "set-up-beyond-front", "the other side's ground"),
        (COUNTERS, ",1403,", ",1301,", "set-up-stacking", "3 units are set up in 1301"),
        (COUNTERS, ",1403,", ",1401,", "two-sides", "both sides are set up in 1401"),
        (COUNTERS, ",4100,", ",,", "never-in-play", "'german-12-infantry' comes into play"),
        (COUNTERS, ",52,2.12", ",50,2.12", "counter-total", "2 missing"),
        (COUNTERS, "26th Infantry Corps,XXX,,3 2", "26th Infantry Corps,XXX,,", "no-strength",
         "has no strength"),
        (TOML, 'clamp]\nvalue = "', 'clamp]\nvalue = "x', "option", "The option 'clamp'"),
        (TOML, '"2927", "3028"', '"2927", "2927"', "set-twice", "names 2927 twice"),
        (TOML, '"2927", "3028"', '"1524", "3028"', "set-in-water", "1524 lie in water"),
        (TOML, '"10 August", ', "", "turn-names", "9 turns and 8 names"),
        (TOML, 'id = "german-movement"', 'id = "soviet-movement"', "reading", "a second time"),
        (TOML, "[state.strait-used]\ntype = \"bool\"\ndefault = false",
         "[state.strait-used]\ntype = \"bool\"\ndefault = 3", "vocabulary", "default"),
        (TOML, "stacking = 2", 'stacking = "two"', "rules", "not a whole number"),
        (TOML, 'closed = ["sea", "lake"]', 'closed = ["sea", ["lake"]]', "vocabulary",
         "Unknown terrain or hexside '['lake']'"),
        (TOML, 'rivers = ["river"]', "rivers = [{ a = true }]", "vocabulary", "'{a = true}'"),
        (TOML, '{ soviet = ["soviet-side"] }', '{ soviet = "soviet-side" }', "rules",
         "'rules.set-up-in.soviet': 'soviet-side' is not a list. Write a list."),
        (TOML, '{ german = ["soviet-side"] }', "{ german = 3 }", "rules", "3 is not a list"),
        (TOML, 'rivers = ["river"]', 'rivers = ["river"]\ncharts = { combat = 9.1 }', "rules",
         "'rules.charts.combat': 9.1 is not a list"),
        (TOML, 'rivers = ["river"]', 'rivers = ["river"]\ncharts = { combat = [9.1] }',
         "vocabulary", "'rules.charts.combat' lists no rules"),
        (TOML, "[terrain.forest]", "[terrain.jungle]\nname = \"Jungle\"\n\n[terrain.forest]",
         "unused", "No terrain of the map is 'jungle'"),
        (HEXES, "city,Riga,", "city,,", "no-name", "The city in 2113 has no name"),
        (HEXES, "city,Riga,", "city,Vilnius,", "name-twice", "'Vilnius' stands in 2113, 3313"),
        (HEXES, ",city,Minsk", ",citty,Minsk", "reading", "Did you mean 'city'?"),
        (HEXES, ",Tallinn,geography", ",Tallinn, Reval", "reading",
         "do not fit their columns after 'Tallinn'"),
        ("text.es.toml", "forest =", "forst =", "text-key",
         "'terrain.forst' names nothing of this game. Did you mean 'forest'?"),
        ("text.es.toml", "forest =", "xyz =", "text-key", "game. Write one of: "),
        ("text.es.toml", "[hexside]", "[foo]", "text-key",
         "No translation is read from 'foo."),
        ("scenarios/bold-stroke.toml", 'base = "historical"', 'base = "historic"', "reading",
         "Unknown base 'historic'"),
    ],
)  # fmt: skip
def test_one_mistake(folder: Path, file: str, old: str, new: str, check: str, said: str) -> None:
    path = folder / file
    edit(path, (old, new))
    findings = found(check_game(folder), check)
    assert any(said in text for text in findings), findings
    assert all(file in text for text in findings if said in text)


def test_a_slip_in_the_rules_makes_no_cost_by_class_a_mistake(tmp_path: Path) -> None:
    new_game("small", tmp_path)
    toml, rules = (tmp_path / "small" / name for name in ("game.toml", "rules.toml"))
    text = toml.read_text(encoding="utf-8")
    assert "move = 2" in text
    text = text.replace("move = 2", "move = { foot = 2, default = 3 }", 1)
    toml.write_text(text, encoding="utf-8")
    edit(rules, ("replaces = 0.5", "replaces = 0,5"))
    report = check_game(tmp_path / "small", lambda name: False)
    told = [finding.problem.file for finding in report.findings]
    assert told
    assert all(file.endswith("rules.toml") for file in told)


def test_rivers_with_stubs_islands_and_rings(folder: Path) -> None:
    board = load_game(folder).board
    dry = next(
        name
        for name in board.terrain
        if all(
            not board.between(n, m)
            for n in (name, *board.neighbours(name))
            for m in board.neighbours(n)
        )
        and len(board.neighbours(name)) == 6
    )
    path = folder / HEXSIDES
    near = board.neighbours(dry)
    text = path.read_text(encoding="utf-8")
    path.write_text(text + f"{dry},{near[0]},river,,mine\n", encoding="utf-8")
    assert len(found(check_game(folder), "river-alone")) == 1
    ring = "".join(f"{dry},{n},river,,mine\n" for n in near)
    path.write_text(text + ring, encoding="utf-8")
    assert len(found(check_game(folder), "river-ring")) == 1
    last = near[0], near[1]
    path.write_text(text + ring + f"{last[0]},{last[1]},river,,mine\n", encoding="utf-8")
    assert len(found(check_game(folder), "river-stub")) == 1


def test_a_scenario_without_units(folder: Path) -> None:
    lines = (folder / COUNTERS).read_text(encoding="utf-8").splitlines()
    ids = [line.split(",")[0] for line in lines[3:] if not line.startswith(("marker", "air"))]
    path = folder / "scenarios" / "empty.toml"
    path.write_text(f'name = "Empty"\nwithout = {ids}\n', encoding="utf-8")
    assert "empty.toml" in found(check_game(folder), "empty-scenario")[0]


def test_a_step_that_a_unit_does_not_have(folder: Path) -> None:
    path = folder / "scenarios" / "weak.toml"
    path.write_text(
        'name = "Weak"\n\n[[unit]]\ncounter = "german-1-infantry"\nhex = "3102"\nstep = 3\n',
        encoding="utf-8",
    )
    assert f"{path}:3: " in found(check_game(folder), "step")[0]


def test_a_counter_that_is_set_up_and_left_out(folder: Path) -> None:
    unit = 'without = ["soviet-6-guards"]\n[[unit]]\ncounter = "soviet-6-guards"\nhex = "3400"\n'
    path = folder / "scenarios" / "twice.toml"
    path.write_text(f'name = "Twice"\nbase = "historical"\n{unit}', encoding="utf-8")
    said = "'soviet-6-guards' is set up, and left out by 'without'. Leave one of the two."
    assert any(said in text for text in found(check_game(folder), "reading"))


def test_a_hex_of_two_sides_and_a_list_that_comes_apart(folder: Path) -> None:
    path = folder / TOML
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"(?ms)^\[control\].*?(?=^\[)", "", text)
    control = '[control]\ngerman = ["3401"]\nsoviet = ["3401"]\n'
    omens = '[state.omens]\ntype = "texts"\nchoices = ["so so"]\ndefault = ["so so", "very bad"]\n'
    path.write_text(f"{text}\n{control}{omens}", encoding="utf-8")
    told = found(check_game(folder), "vocabulary")
    assert any("texts, and 'very bad' has one itself. Write 'very-bad'" in one for one in told)
    assert any("3401 is controlled by two sides." in one for one in told)


def test_a_scenario_takes_hexes_from_the_other_side_of_its_base(folder: Path) -> None:
    head = 'name = "{0}"\nbase = "{1}"\n[control]\n{2}\n'
    for name, base, hexes in (
        ("one", "historical", 'soviet = ["3401", "3402"]\ngerman = ["3403"]'),
        ("two", "one", 'german = ["3401"]'),
    ):
        path = folder / "scenarios" / f"{name}.toml"
        path.write_text(head.format(name, base, hexes), encoding="utf-8")
    held = load_game(folder).scenarios["two"].control
    assert (held["soviet"], held["german"]) == (("3402",), ("3401",))


def test_bases_that_go_round(folder: Path) -> None:
    edit(folder / "scenarios/historical.toml", ("turn = 1", 'base = "bold-stroke"\nturn = 1'))
    assert any("is based on this scenario" in text for text in found(check_game(folder), "reading"))


def test_scenarios_that_stand_one_upon_another_without_end(folder: Path) -> None:
    base = "historical"
    for number in range(limits.BASES + 2):
        name = f"later-{number:02}"
        text = f'name = "Later {number}"\nbase = "{base}"\n'
        (folder / f"scenarios/{name}.toml").write_text(text, encoding="utf-8")
        base = name
    told = [text for text in found(check_game(folder), "reading") if "one upon another" in text]
    assert [Path(text.split(":")[1].strip()).stem for text in told] == ["later-50", "later-51"]


def test_all_mistakes_at_once_each_with_its_line(folder: Path) -> None:
    counters, hexes = folder / COUNTERS, folder / HEXES
    edit(counters, (",1403,", ",1301,"), (",2803,", ",2802,"))
    edit(hexes, ("city,Riga,", "city,,"))
    report = check_game(folder)
    places = {(f.problem.file, f.problem.line) for f in report.findings}
    assert (str(counters), line_of(counters, "german-43-infantry")) in places
    assert (str(counters), line_of(counters, "german-10-infantry")) in places
    assert (str(hexes), line_of(hexes, "2113,")) in places
    assert all(f.problem.remedy for f in report.findings if f.severity is Severity.ERROR)


def test_a_game_toml_that_cannot_be_read(folder: Path) -> None:
    edit(folder / TOML, ('title = "', 'titel = "'))
    report = check_game(folder)
    assert {f.check for f in report.findings} == {"reading"}
    (told,) = report.findings  # and not that the title is missing: who adds it has both
    assert told.problem.remedy == "Did you mean 'title'?"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("7.9", "rule"), ("4.2, 7.9", "rule"), ("errata", "rule"), ("chart", "rule"),
        ("geography", "geography"), ("geography; stand-in: partisan", "stand-in"),
        ("stand-in", "stand-in"), ("stand-in; set-up 10.3", "stand-in"), ("mine", "other"),
        ("", "other"),
    ],
)  # fmt: skip
def test_origin(source: str, kind: str) -> None:
    assert origin(source) == kind


def test_provenance_is_counted() -> None:
    entries = [Provenance("counter", "a", "2.4"), Provenance("counter", "b", "stand-in")]
    assert counts(entries) == {
        "counter": {"rule": 1, "geography": 0, "stand-in": 1, "own": 0, "other": 0}
    }


def test_the_command_exits_with_one_for_errors(folder: Path) -> None:
    good = CliRunner().invoke(app, ["check", str(folder)])
    assert good.exit_code == 0
    assert "no errors" in good.stdout
    edit(folder / COUNTERS, (",1403,", ",1301,"))
    bad = CliRunner().invoke(app, ["check", str(folder), "--json"])
    assert bad.exit_code == 1
    assert '"check": "set-up-stacking"' in bad.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (TOML, 'livery = "german-black"', 'livery = "german-blak"', "german-black"),
        (TOML, 'glyph = "bomber"', 'glyph = "bombre"', "bomber"),
        (TOML, '[module]\nscenario = "historical"', '[module]\nscenario = "histric"', "histric"),
        (TOML, 'soviet = "#a8382c"', 'soviet = "#a8382"', "#a8382"),
        ("map/derive.toml", 'coast = "coast"', 'coast = "shore"', "no coast 'shore'"),
    ],
)
def test_looks_module_and_recipe_are_checked_too(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    edit(folder / file, (old, new))
    done = CliRunner().invoke(app, ["check", str(folder)])
    assert done.exit_code == 1
    errors = [line for line in done.stdout.splitlines() if line.startswith("error: ")]
    assert any(said in line for line in errors), done.stdout


def test_games_elsewhere_are_known_by_name(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("nearby", "beside"):
        shutil.copytree(folder, tmp_path / name / "mine")
    monkeypatch.setenv("KESSEL_GAMES", str(tmp_path / "nearby"))
    assert find_game("mine") == tmp_path / "nearby" / "mine"
    monkeypatch.delenv("KESSEL_GAMES")
    with pytest.raises(ProblemsError):
        find_game("mine")
    monkeypatch.chdir(tmp_path / "beside")
    assert find_game("mine") == Path("mine")
    assert "mine" not in installed_games()


def test_hexes_of_one_number_are_told(tmp_path: Path) -> None:
    """As column 1 of row 11 and column 11 of row 1, of which the map has one."""
    files = {
        "game.toml": 'id = "few"\ntitle = "Few"\nversion = "0.1.0"\n[[side]]\nid = "blue"\nname = "Blue"\n'
        '[grid]\norientation = "flat"\nnumber = "RRCC"\n[[grid.section]]\ndigits = [1, 1]\n'
        'rows = { first = 1, count = 11, from = "north" }\ncolumns = { first = 1, count = 11, '
        'from = "west" }\nshifted = "odd"\ntowards = "north"\n[turns]\nfirst = 1\nlast = 2\n'
        '[[phase]]\nid = "go"\nname = "Go"\n[units.types]\nman = {}\n',
        "counters.csv": "id,side,type,name\n",
        "scenarios/first.toml": 'name = "First"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (told,) = found(check_game(tmp_path), "hex-twice")
    assert "game.toml:10: Two hexes bear the number 111, and the map has one." in told
