"""A mistake in game.toml does not hide what is wrong with the files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.game.toml_file import read_toml
from builder.geography.recipe import From

ROOT = Path(__file__).parents[2]


def add(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"), [("hex-width = 80", "hex-width = 500"), ("[grid]", "[grid")]
)
def test_mistakes_in_all_files_are_told_at_once(tmp_path: Path, old: str, new: str) -> None:
    new_game("small", tmp_path)
    folder = tmp_path / "small"
    toml = folder / "game.toml"
    text = toml.read_text(encoding="utf-8")
    assert old in text
    toml.write_text(text.replace(old, new, 1), encoding="utf-8")
    add(folder / "counters.csv", "a" + "," * 60 + "b\n")
    add(folder / "map" / "hexes.csv", "0101" + "," * 60 + "b\n")
    add(folder / "combat.csv", "combat\n")
    (folder / "text.es.toml").write_text("[x\n", encoding="utf-8")
    (folder / "scenarios" / "odd.toml").write_text("name = \n", encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        load_game(folder)
    files = {Path(problem.file).relative_to(folder).as_posix() for problem in caught.value.problems}
    others = {"counters.csv", "map/hexes.csv", "combat.csv", "text.es.toml", "scenarios/odd.toml"}
    assert files == {"game.toml", *others}


def test_a_mistake_alone_is_told_alone(tmp_path: Path) -> None:
    new_game("small", tmp_path)
    toml = tmp_path / "small" / "game.toml"
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text.replace("hex-width = 80", "hex-width = 500"), encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        load_game(tmp_path / "small")
    assert len(caught.value.problems) == 1


def test_a_key_in_quotes_is_found_at_its_line(tmp_path: Path) -> None:
    """However it is written, and also what only looks like a key within a text."""
    path = tmp_path / "game.toml"
    lines = [
        r'[terrain."caf\u00e9 \"x\""]', 'name = "One"', "['a\\u00e9'.b]", "name = '''", "name = 2",
        r'"\q" = 3', "'''",
    ]  # fmt: skip
    path.write_text("\n".join(lines), encoding="utf-8")
    file = read_toml(path)
    for number, keys in ((2, ("terrain", 'caf\u00e9 "x"', "name")), (4, ("a\\u00e9", "b", "name"))):
        assert file.lines[keys] == number
        assert file.value(*keys)
    assert [keys for keys in file.lines if file.value(*keys) is None] == [("a\\u00e9", "b", "\\q")]


@pytest.mark.parametrize("number", ["1e400", "inf", "-inf", "nan", "9" * 400 + ".0"])
def test_numbers_that_nothing_can_count_with(tmp_path: Path, number: str) -> None:
    new_game("small", tmp_path)
    toml = tmp_path / "small" / "game.toml"
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text.replace("km = 10 ", f"km = {number} "), encoding="utf-8")
    line = text[: text.index("km = 10 ")].count("\n") + 1
    with pytest.raises(ProblemsError, match=rf"game\.toml:{line}: .*no number that a game can"):
        load_game(tmp_path / "small")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[terrain.hügel]", 'A name of other signs stands in quotes: [terrain."hügel"].'),
        ("[results.D R]", 'stands in quotes: [results."D R"].'),
        ("[[über]]", 'stands in quotes: [["über"]].'),
        ("[terrain", "Close the [bracket]."),
        ('The Ridge = "La sierra"', 'stands in quotes: "The Ridge" =.'),
        ("road = { replaces = 0,5 }", "Write decimals with a point: 0.5."),
        ("move = ½", "Write decimals with a point: 0.5."),
        ("own-shape = wahr", "in small letters: own-shape = true."),
        ("move\u00a0= 2", "Delete the sign that cannot be seen (U+00A0)"),
        ("\u200bmove = 2", "Delete the sign that cannot be seen (U+200B)"),
        ("move = 2;", 'Delete the ";" at the end.'),
        ("// so", "Begin remarks with #."),
        ("move = 2 // so", "Begin remarks with #."),
        ("; so", "Begin remarks with #."),
        ("road = {", "Write the whole table, from { to }, in one line."),
        ('name = "a', "Unterminated string. Close the quotation mark."),
        ("move", "Write NAME = VALUE."),
    ],
)
def test_a_line_that_is_no_toml_has_its_remedy(line: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(f"a = 1\n{line}\nb = 2\n", encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_toml(path)
    (problem,) = caught.value.problems
    assert problem.line == 2
    assert told in f"{problem.text} {problem.remedy}"


def test_true_is_a_number_in_no_table() -> None:
    """By itself pydantic takes it for 1: a coordinate, a cost, a count of steps."""
    rooms = [path for path in (ROOT / "builder").rglob("*.py") if "Model" in path.read_text()]
    for path in rooms:
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    asked = 0
    for model in filter(of_a_game, below(BaseModel)):
        for name, field in model.model_fields.items():
            kinds = re.findall(r"\w+", str(field.annotation))
            if not {"int", "float"} & {*kinds} or "bool" in kinds:
                continue
            asked += 1
            with pytest.raises(ValidationError) as error:
                model.model_validate({field.alias or name: True})
            wrong = {one["loc"][0] for one in error.value.errors() if one["type"] != "missing"}
            assert wrong == {field.alias or name}, model
    assert asked > 100
    with pytest.raises(ValidationError, match=r"at\.0\.0\n.*valid number"):
        From.model_validate({"layer": "ne_10m_land", "at": [[True, 52.0]]})
    flag = From.model_validate({"layer": "ne_10m_land", "where": {"deep": True}})
    assert flag.where == {"deep": True}


def of_a_game(model: type[BaseModel]) -> bool:
    return model.__module__.startswith("builder.")


def below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in model.__subclasses__():
        yield one
        yield from below(one)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (",0406,", f",turn {'9' * 5000},", "There is no turn"),
        (",4 2,", f",{'4 2 ' * 2000},", "4000 numbers are more than the 60 faces of a unit"),
    ],
)
def test_a_counter_that_nobody_prints(tmp_path: Path, old: str, new: str, said: str) -> None:
    new_game("small", tmp_path)
    counters = tmp_path / "small" / "counters.csv"
    text = counters.read_text(encoding="utf-8")
    assert old in text
    counters.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ProblemsError, match=said):
        load_game(tmp_path / "small")


def test_a_title_of_thousands_of_letters(tmp_path: Path) -> None:
    new_game("small", tmp_path)
    toml = tmp_path / "small" / "game.toml"
    toml.write_text(
        toml.read_text(encoding="utf-8").replace('title = "', f'title = "{"T" * 600}'), "utf-8"
    )
    with pytest.raises(ProblemsError, match=r"'title' has 605 letters\. Write at most 500"):
        load_game(tmp_path / "small")
