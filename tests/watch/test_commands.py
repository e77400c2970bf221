"""`kessel watch` and `kessel serve` as players start and end them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

import pytest
import requests
import typer
from typer.main import get_command
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.errors import explain
from tests.watch.saves import save

PATIENCE = 120
"""Seconds for what takes a moment, on a machine that is busy with other things."""

KESSEL = [sys.executable, "-c", "from assistant.cli import main; main()"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    command = [*KESSEL, *words, "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def address_of(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    found = re.search(r"http://\S+/", program.stdout.readline())
    assert found is not None
    return found.group()


def test_watch_shows_a_save_and_ends_cleanly(tmp_path: Path) -> None:
    with running("watch", str(tmp_path), "--game", "dagc") as program:
        address = address_of(program)
        assert program.stdout is not None
        assert "Watching" in program.stdout.readline()
        (tmp_path / "a.vsav").write_bytes(save(2))
        assert re.match(r"\d\d:\d\d  a.vsav: Turn 2", program.stdout.readline())
        news = "".join(takewhile(lambda line: "Units on the map" not in line, program.stdout))
        assert "Reinforcements may be placed now" in news
        assert "can come this turn" in news
        assert requests.get(f"{address}api/scene", timeout=PATIENCE).json()["turn"] == 2
        program.send_signal(signal.SIGINT)
        out, errors = program.communicate(timeout=PATIENCE)
    assert (program.returncode, out, errors) == (0, "Ended.\n", "")


def test_serve_several_files_and_end_cleanly(tmp_path: Path) -> None:
    begun = tmp_path / "a.vsav"
    begun.write_bytes(save(1))
    log = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
    with running("serve", str(begun), str(log)) as program:
        address = address_of(program)
        board = requests.get(f"{address}api/board", timeout=PATIENCE).json()
        assert board["files"] == ["a.vsav", "evening.vlog"]
        scene = requests.get(f"{address}api/scene", params={"file": 1}, timeout=PATIENCE).json()
        assert scene["steps"] == 16
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE)
    assert (program.returncode, errors) == (0, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["watch", "nowhere"], "There is no such folder"),
        (["watch", "game.vlog"], "There is no such file. Write its folder: '.'. One file"),
        (["watch", "docs/examples/evening.vlog"], "Write its folder"),
        (["watch", ".", "--game", "chess"], "There is no such game"),
        (["watch", ".", "--game", "dagc", "--side", "roman"], "Unknown side"),
        (["watch", ".", "--notify", "ftp://x"], "not an http(s) address"),
        (["serve", "nowhere.vsav"], "There is no such file"),
    ],
)
def test_wrong_words_are_told_at_once(words: list[str], told: str) -> None:
    done = CliRunner().invoke(app, words)
    error = done.exception
    assert isinstance(error, Exception)
    assert told in " ".join(explain(error) or [])


def test_no_word_of_a_command_may_be_empty() -> None:
    """It would be this folder, nobody's eyes, or nothing at all."""
    whole = get_command(app)
    for name, command in whole.commands.items():  # type: ignore[attr-defined]
        valued = [
            one.opts[0]
            for one in command.params
            if one.opts[0].startswith("-") and not getattr(one, "is_flag", False)
        ]
        for words in ([""], *([option, ""] for option in valued)):
            with pytest.raises(typer.BadParameter, match="It is empty"):
                command.make_context(name, words)
    assert CliRunner().invoke(app, ["--own", "", "rules", "dagc"]).exit_code == 2


def test_wrong_words_end_the_program() -> None:
    words = ["watch", "nowhere"]
    done = subprocess.run([*KESSEL, *words], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr == "nowhere: There is no such folder. Name the folder of the saves.\n"
