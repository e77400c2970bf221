"""The command against a server that plays a recording."""

from __future__ import annotations

import json
import socket

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.live import address
from assistant.live.meeting import Meeting
from assistant.questions.protocol import QuestionError
from tests.live.recorded import SECRET, replayed

RUN = CliRunner()


def test_one_object_a_line_for_each_step() -> None:
    with replayed("node-observer") as port:
        told = RUN.invoke(
            app,
            ["live", f"127.0.0.1:{port}", "--room", "Minsk 44", "--game", "dagc", "--json",
             "--until", "5"],
        )  # fmt: skip
    assert told.exit_code == 0, told.output
    steps = [json.loads(line) for line in told.stdout.splitlines()]
    assert [step["step"] for step in steps] == [1, 2, 3, 4, 5]
    assert steps[3]["text"][0] == "6th Infantry Corps moves from 3500 to 3501"
    (moved,) = steps[3]["pieces"]
    assert (moved["hex"], moved["map"], moved["markers"]) == ("3501", "Main Map", ["moved"])
    assert SECRET not in told.output + told.stderr


def test_none_ends_with_the_game_itself() -> None:
    with replayed("node-observer") as port:
        told = RUN.invoke(
            app,
            ["live", f"127.0.0.1:{port}", "--room", "Minsk 44", "--game", "dagc", "--json",
             "--until", "0"],
        )  # fmt: skip
    (first,) = map(json.loads, told.stdout.splitlines())
    assert first["step"] == 0
    assert len(first["pieces"]) > 100


def test_people_read_chat_and_changes() -> None:
    with replayed("node-observer") as port:
        told = RUN.invoke(
            app,
            ["live", f"127.0.0.1:{port}", "--room", "Minsk 44", "--game", "dagc", "--no-page",
             "--language", "es", "--until", "4"],
        )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "En directo" in told.stdout
    assert "<Ana> - Good evening" in told.stdout
    assert "momento 4" in told.stdout
    assert SECRET not in told.output + told.stderr


def test_rooms_are_listed() -> None:
    with replayed("node-observer") as port:
        told = RUN.invoke(app, ["live", f"127.0.0.1:{port}", "--game", "dagc"])
    assert told.exit_code == 0
    assert "Minsk 44: 1 player" in told.stdout


def test_no_such_room() -> None:
    with replayed("node-observer") as port:
        told = RUN.invoke(
            app, ["live", f"127.0.0.1:{port}", "--game", "dagc", "--room", "Minsk", "--json"]
        )
    assert told.exit_code == 2
    assert "There is no room 'Minsk'. Did you mean 'Minsk 44'?" in told.stderr


def test_no_server() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    told = RUN.invoke(app, ["live", f"127.0.0.1:{port}", "--game", "dagc", "--json"])
    assert told.exit_code == 2
    assert f"No server answers at 127.0.0.1:{port}" in told.stderr


@pytest.mark.parametrize("peer", [[], ["--peer"]])
@pytest.mark.parametrize("host", ["a..b", "a" * 64])
def test_no_address(host: str, peer: list[str]) -> None:
    told = RUN.invoke(app, ["live", *peer, f"{host}:5050", "--game", "dagc", "--json"])
    assert told.exit_code == 2
    assert f"{host}:5050 (no address)" in told.stderr


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("localhost", ("localhost", 5050)),
        ("192.0.2.7:99", ("192.0.2.7", 99)),
        ("[::1]:7", ("::1", 7)),
        ("[::1]", ("::1", 5050)),
        ("::1", ("::1", 5050)),
    ],
)
def test_addresses(text: str, found: tuple[str, int]) -> None:
    assert address(text) == found


@pytest.mark.parametrize("text", ["host:", "host:0", "host:x", "host:70000"])
def test_no_addresses(text: str) -> None:
    with pytest.raises(QuestionError, match="is no port"):
        address(text)


@pytest.mark.parametrize(
    ("words", "told"), [([], "from-outside"), (["--password", "a-word"], "a-word")]
)
def test_the_password_of_a_game_need_not_stand_among_the_words(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    monkeypatch.setenv("KESSEL_PASSWORD", "from-outside")
    monkeypatch.setattr(Meeting, "run", lambda self: given.append(self.peers.password.reveal()))
    done = RUN.invoke(app, ["live", "--peer", "127.0.0.1:1", "--no-page", *words])
    assert (done.exit_code, given) == (0, [told])
    assert told not in done.output
