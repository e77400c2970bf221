"""Position cases: a question, a position and what the answer must hold, one TOML file each."""

from __future__ import annotations

import json
import re
import tomllib
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.options import battle_options
from assistant.questions.answers import as_json
from assistant.table import Table, open_table
from tests.questions.test_schema import checker

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*/*.toml"))
GAMES = sorted({case.parent for case in CASES})
NOTHING = object()


WIDE = "\nwide = true\n"
"""What a dear case says whose rule others guard as well: it is asked by `make bench`."""
COMMAND = re.compile(r'^command *= *\[\s*"([^"]+)"', re.MULTILINE)


def first_of_each_command() -> list[Path]:
    """One case a game and command; only the command is read, because each worker asks this of
    thousands of files before its first test."""
    found: dict[tuple[str, str], Path] = {}
    for path in CASES:
        command = COMMAND.search(text_of(path))
        assert command is not None, path
        found.setdefault((path.parent.name, command[1]), path)
    return list(found.values())


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each case writes its position: one for all, because thousands of folders take longer
    than their questions."""
    return tmp_path_factory.mktemp("positions")


SIDE_BY_SIDE = 12
"""Cases that one test asks: a test each would cost a third of their time in bookkeeping alone."""


def groups() -> list[Any]:
    """The cases of each game, some at a time, and the wide ones by themselves."""
    by_game = [[case for case in CASES if case.parent == game] for game in GAMES]
    return [
        pytest.param(alike[at : at + SIDE_BY_SIDE], marks=marks)
        for cases in by_game
        for marks, wide in (((), False), (pytest.mark.wide, True))
        for alike in [[case for case in cases if (WIDE in text_of(case)) is wide]]
        for at in range(0, len(alike), SIDE_BY_SIDE)
    ]


@pytest.mark.parametrize("cases", groups(), ids=lambda cases: name_of(cases[0]))
def test_cases(cases: list[Path], folder: Path) -> None:
    """Each is asked, and each that answers otherwise is told with its name."""
    assert not {name_of(case): told for case in cases if (told := fault_of(case, folder))}


def fault_of(case_file: Path, folder: Path) -> str:
    """How the answer to a case differs from what it expects; empty if it does not."""
    case = tomllib.loads(case_file.read_text(encoding="utf-8"))
    question, *words = case["command"]
    try:
        table = open_table(written(case, folder))
        answer = as_json(asked(table, question, words))
        checker("attacks" if "attacks" in answer else question)(answer)
        if table.position.unknown:
            answer["unknown"] = list(table.position.unknown)
        assert_as_expected(case, answer)
    except Exception:  # whatever went wrong with one, the others are asked too
        return traceback.format_exc()
    return ""


def test_the_case_that_contributors_are_shown(tmp_path: Path) -> None:
    text = (HERE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for told, value in ((shown, ""), (shown.replace("is = 2", "is = 3"), "'is': 3")):
        (file := tmp_path / "case.toml").write_text(told, encoding="utf-8")
        fault = fault_of(file, tmp_path)
        assert value in fault
        assert bool(fault) == bool(value)


@pytest.mark.parametrize("case_file", first_of_each_command(), ids=name_of)
def test_the_command_says_the_same(case_file: Path, folder: Path) -> None:
    case = tomllib.loads(case_file.read_text(encoding="utf-8"))
    file = written(case, folder)
    question, *words = case["command"]
    answer = told_as_json([question, str(file), *words])
    assert answer == as_json(asked(open_table(file), question, words))
    assert_as_expected(case, answer)


def told_as_json(words: list[str]) -> Any:
    """What a command says with --json; the test fails with the mistakes of a file that is refused."""
    done = CliRunner().invoke(app, [*words, "--json"])
    if isinstance(done.exception, Exception):
        raise AssertionError(done.exception) from None
    return json.loads(done.stdout)


def test_a_case_whose_game_has_a_mistake_tells_it(tmp_path: Path) -> None:
    (file := tmp_path / "case.toml").write_text('game = "no-such-game"\n', encoding="utf-8")
    with pytest.raises(AssertionError, match="There is no such game or folder"):
        told_as_json(["supply", str(file)])


def written(case: Mapping[str, Any], folder: Path) -> Path:
    """The case's position as a file."""
    file = folder / "position.toml"
    file.unlink(missing_ok=True)  # because to write over a file waits for the disk
    file.write_text("\n".join(toml_lines(case["position"])) + "\n", encoding="utf-8")
    return file


def asked(table: Table, question: str, words: list[str]) -> Any:
    """What a case's words ask of a table, as the command reads them."""
    places: list[str] = []
    given: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            places.append(word)
            continue
        name, equals, value = word.partition("=")
        given.setdefault(name, []).append(value if equals else next(rest))
    given["--from"] = given.pop("--attackers", []) + given.get("--from", [])
    options = battle_options(given.pop("--with", []), table.rules, table.position)
    result, units = given.pop("--result", [None])[-1], given.pop("--from")
    assert not given, f"the case's words have an unknown option: {given}"
    match question:
        case "supply" | "zones" | "stacking" | "turn" | "arrivals" | "score":
            return getattr(table, question)()
        case "moves":
            return table.moves(places[0])
        case "odds" if places:
            return table.odds(places[0], units, options)
        case "odds":
            return table.attacks(units, options)
        case "retreats":
            return table.retreats(places[0], result, units, options)
        case "advances":
            return table.advances(places[0], units, options, result=result or "")
    raise AssertionError(f"the case asks for '{question}'")


def assert_as_expected(case: Mapping[str, Any], answer: Any) -> None:
    wrong = [
        (expect, value if (value := look(answer, expect["at"])) is not NOTHING else "nothing")
        for expect in case["expect"]
        if not holds(look(answer, expect["at"]), expect)
    ]
    assert not wrong


def look(answer: Any, at: str) -> Any:
    """The part of an answer at a path: names, [key=value], [n]; [] maps over a list."""
    values = [answer]
    for part in re.findall(r"\[[^\]]*\]|[^.\[\]]+", at):
        values = [found for value in values for found in _inside(value, part)]
    if "[]" in at:
        return values
    return values[0] if values else NOTHING


def _inside(value: Any, part: str) -> list[Any]:
    if not part.startswith("["):
        return [value[part]] if isinstance(value, dict) and part in value else []
    if not isinstance(value, list):
        return []
    if part == "[]":
        return value
    key, equals, wanted = part[1:-1].partition("=")
    if equals:
        return [item for item in value if str(item.get(key)) == wanted]
    return value[int(key) : int(key) + 1]


def holds(value: Any, expect: dict[str, Any]) -> bool:
    """Whether a value is as a case expects it."""
    if expect.get("missing"):
        return value is NOTHING or value == []
    if value is NOTHING:
        return False
    if "is" in expect:
        return bool(value == expect["is"])
    if "in" in expect:
        return value in expect["in"]
    if "set" in expect:
        return {_flat(item) for item in value} == {_flat(item) for item in expect["set"]}
    if "contains" in expect:
        return expect["contains"] in value
    if "lacks" in expect:
        return expect["lacks"] not in value
    return abs(value - expect["near"]) <= 0.002


def _flat(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def toml_lines(table: dict[str, Any], path: tuple[str, ...] = ()) -> list[str]:
    """The part of TOML that positions need."""
    lines: list[str] = []
    nested = []
    for key, item in table.items():
        if isinstance(item, dict) or (
            isinstance(item, list) and item and isinstance(item[0], dict)
        ):
            nested.append((key, item))
        else:
            lines.append(f"{json.dumps(key)} = {json.dumps(item, ensure_ascii=False)}")
    for key, item in nested:
        name = ".".join(json.dumps(part) for part in (*path, key))
        for inner in item if isinstance(item, list) else [item]:
            lines.append(f"[[{name}]]" if isinstance(item, list) else f"[{name}]")
            lines += toml_lines(inner, (*path, key))
    return lines
