"""Position cases: a question, a position and what the answer must hold, one TOML file each."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from builder.game.loader import load_game

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*/*.toml"))
NOTHING = object()


@pytest.fixture(autouse=True)
def games_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of cases share five games: each is read from its folder once."""
    monkeypatch.setattr("assistant.position_file.load_game", read_once)


read_once = cache(load_game)


@pytest.mark.parametrize("case_file", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(case_file: Path, tmp_path: Path) -> None:
    case = tomllib.loads(case_file.read_text(encoding="utf-8"))
    position = tmp_path / "position.toml"
    position.write_text("\n".join(toml_lines(case["position"])) + "\n", encoding="utf-8")
    question, *rest = case["command"]
    done = CliRunner().invoke(app, [question, str(position), *rest, "--json"])
    assert done.exit_code in (0, 1), done.exception
    answer = json.loads(done.stdout)
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
