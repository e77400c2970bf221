"""Every command and option is documented, and what the README shows exists."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from assistant.cli.app import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
ENDLESS = {"watch", "serve", "trace", "desk", "studio"}
"""Commands that serve a page until they are stopped, and print no document."""


def options(command: Any) -> set[str]:
    given = [p for p in command.params if p.param_type_name == "option"]
    return {name for p in given for name in (*p.opts, *p.secondary_opts)}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_stands_in_the_readme(name: str) -> None:
    table = README[README.index("## The commands") :]
    table = table[: table.index("POSITION is")]
    assert re.search(rf"[`,] ?(kessel )?`?{name}\b", table), name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(name: str) -> None:
    said = COMMANDS[name].help or ""
    assert said.strip().endswith("."), said


@pytest.mark.parametrize(
    ("name", "parameter"),
    [(name, p) for name, command in COMMANDS.items() for p in command.params],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_every_argument_and_option_has_a_sentence(name: str, parameter: Any) -> None:
    said = getattr(parameter, "help", None) or ""
    assert said.strip().endswith((".", "]")), (name, parameter.name, said)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - ENDLESS))
def test_every_command_that_ends_can_print_json(name: str) -> None:
    assert "--json" in options(COMMANDS[name])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_a_language(name: str) -> None:
    """As the README says; for build and setup it is that of what they make."""
    assert "--language" in options(COMMANDS[name])


def test_a_check_is_told_in_the_language_asked_for(tmp_path: Path) -> None:
    """JSON too, which is English unless asked for."""
    (tmp_path / "game.toml").write_text('title = "x"\n', encoding="utf-8")
    for words, wanted in (([], "'grid' is missing."), (["--language", "es"], "Falta 'grid'.")):
        done = CliRunner().invoke(app, ["check", str(tmp_path), "--json", *words])
        assert wanted in {finding["text"] for finding in json.loads(done.stdout)["findings"]}
        assert wanted in CliRunner().invoke(app, ["check", str(tmp_path), *words]).stdout


def shown() -> Iterator[tuple[str, str]]:
    """The commands that README and docs show, with where they stand."""
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = file.read_text(encoding="utf-8")
        for line in re.findall(r"^ +(?:\$ |\.venv.Scripts.)(kessel .+)$", text, re.M):
            yield file.name, line
        for line in re.findall(r"`(kessel [a-z]+(?: [^`|]*)?)`", text):
            yield file.name, line


@pytest.mark.parametrize(("file", "line"), sorted(set(shown())))
def test_what_is_shown_exists(file: str, line: str) -> None:
    words = shlex.split(line.partition(" > ")[0].replace("\\", "/"))
    command = COMMANDS[words[1]]
    for word in words[2:]:
        if word.startswith("-"):
            assert word.partition("=")[0] in options(command), line
