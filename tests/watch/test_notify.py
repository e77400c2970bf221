"""The webhook: retried with back-off, never twice, never in the way, with its picture."""

from __future__ import annotations

import contextlib
import json
import pickle
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from assistant.games import rules_for
from assistant.notify import LONGEST_WAIT, TRIES, Notice, Notifier
from builder.game.loader import load_game
from tests.bench._whole_position import at_set_up
from tests.wide import all_but

PICTURE = b"\x89PNG as drawn"


@dataclass
class Channel:
    """A webhook on this machine: answers in turn, then 204 for good; 0 breaks the connection."""

    answers: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[str, str, bytes]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    def answer(self, key: str, kind: str, body: bytes) -> int:
        self.gate.wait()
        self.got.append((key, kind, body))
        return self.answers.pop(0) if self.answers else 204


@pytest.fixture
def channel() -> Iterator[Channel]:
    found = Channel()
    found.gate.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            key, kind = self.headers["idempotency-key"], self.headers["content-type"]
            status = found.answer(key, kind, body)
            if status == 0:
                self.connection.close()
                return
            self.send_response(status)
            for name, value in found.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    found.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    yield found
    found.gate.set()
    server.shutdown()
    server.server_close()


@dataclass
class Sender:
    """A notifier, the pauses that it made, and what it told."""

    notifier: Notifier
    pauses: list[float]
    told: list[str]

    def send(self, *notices: Notice) -> None:
        for notice in notices:
            self.notifier.send(notice)
        self.notifier.close(patience=120)


def sender(url: str) -> Sender:
    pauses: list[float] = []
    told: list[str] = []
    return Sender(Notifier(url, told.append, pauses.append), pauses, told)


def test_a_report_arrives_once(channel: Channel) -> None:
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2."), Notice("1", "Turn 2."), Notice("2", "Turn 3."))
    assert [json.loads(body)["content"] for _, _, body in channel.got] == ["Turn 2.", "Turn 3."]
    assert (one.pauses, one.told) == ([], [])


@pytest.mark.parametrize("busy", [429, 500, 502, 503])
def test_tried_again_with_longer_and_longer_pauses(channel: Channel, busy: int) -> None:
    channel.answers = [busy, busy, busy]
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2."))
    assert [key for key, _, _ in channel.got] == ["1"] * 4
    assert one.pauses == [1, 2, 4]
    assert one.told == []


def test_given_up_at_last(channel: Channel) -> None:
    channel.answers = [503] * TRIES
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2."))
    assert len(channel.got) == TRIES
    assert one.told == [f"The webhook did not take the report: it answered 503, {TRIES} times."]


@pytest.mark.parametrize(("asked", "pause"), [("7", 7), ("99999", LONGEST_WAIT), ("soon", 1)])
def test_waits_as_long_as_it_is_asked_to(channel: Channel, asked: str, pause: float) -> None:
    channel.answers, channel.headers = [429], {"retry-after": asked}
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2."))
    assert one.pauses == [pause]


@pytest.mark.parametrize("status", [301, 400, 401, 404, 504])
def test_not_tried_again(channel: Channel, status: int) -> None:
    channel.answers = [status]
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2."))
    assert len(channel.got) == 1
    assert one.told == [f"The webhook did not take the report: it answered {status}."]


def test_a_broken_answer_may_have_arrived_and_is_not_repeated(channel: Channel) -> None:
    channel.answers = [0]
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2."))
    assert len(channel.got) == 1
    assert "may have arrived" in one.told[0]


def test_nobody_there_is_tried_again() -> None:
    with socket.socket() as bound:  # nobody listens there, and nobody else comes to
        bound.bind(("127.0.0.1", 0))
        one = sender(f"http://127.0.0.1:{bound.getsockname()[1]}/hook")
        one.send(Notice("1", "Turn 2."))
    assert one.pauses == [1, 2, 4, 8, 16]
    assert one.told == [
        f"The webhook did not take the report: it cannot be reached, {TRIES} times."
    ]


def test_an_address_that_is_none() -> None:
    one = sender("http://")
    one.send(Notice("1", "Turn 2."))
    assert one.told == ["The webhook did not take the report: the address cannot be used."]


def test_sending_never_waits(channel: Channel) -> None:
    channel.gate.clear()
    one = sender(channel.url)
    for number in range(200):
        one.notifier.send(Notice(str(number), "Turn 2."))
    one.notifier.close(patience=0.1)
    assert channel.got == []  # the webhook has yet to answer the first
    assert "a report was left out" in one.told[0]


def draw(text: str) -> bytes:
    return PICTURE + text.encode()


def fail(text: str) -> bytes:
    raise ValueError(text)


def test_with_the_picture(channel: Channel) -> None:
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2.", (draw, ("!",))))
    ((_, kind, body),) = channel.got
    assert kind.startswith("multipart/form-data")
    assert PICTURE + b"!" in body
    assert b'name="payload_json"' in body
    assert b"Turn 2." in body
    assert one.told == []


def test_no_name_calls_anybody_or_hides_a_link(channel: Channel) -> None:
    """Names of files, pieces and players are a stranger's; channels take them for orders."""
    one = sender(channel.url)
    one.send(Notice("1", "<!channel> @everyone [here](http://evil.example) &amp; <@U1>.vsav"))
    ((_, _, body),) = channel.got
    told = json.loads(body)
    assert told["allowed_mentions"] == {"parse": []}
    assert "](" not in told["content"]
    assert "<" not in told["text"]
    assert "&amp;amp;" in told["text"]


def test_without_the_picture_if_it_cannot_be_drawn(channel: Channel) -> None:
    one = sender(channel.url)
    one.send(Notice("1", "Turn 2.", (fail, ("no paint",))))
    ((_, kind, body),) = channel.got
    assert kind == "application/json"
    assert json.loads(body)["text"] == "Turn 2."
    assert one.told == ["The report goes without its picture: no paint"]


def test_an_answer_without_end_is_not_read() -> None:
    sent, most = 0, 64 << 20
    server = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        nonlocal sent
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(1 << 16)
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while sent < most:
                connection.sendall(bytes(1 << 20))
                sent += 1 << 20

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    asked = sender(f"http://127.0.0.1:{server.getsockname()[1]}/hook")
    asked.send(Notice("1", "x"))
    thread.join(60)
    server.close()
    assert not asked.told
    assert sent < most


@pytest.mark.parametrize("name", all_but(["dagc", "kursk", "mlb", "nr", "uis", "tarsa"], "uis"))
def test_a_position_is_drawn_elsewhere_after_its_questions(name: str) -> None:
    """What a report's questions remembered with it holds functions, which cannot be sent."""
    game = load_game(name)
    position = at_set_up(game, next(iter(game.scenarios)))
    rules_for(game).supply(position)
    before = set(vars(position))
    sent = pickle.loads(pickle.dumps(position))
    assert [unit.hex for unit in sent.units] == [unit.hex for unit in position.units]
    assert set(vars(sent)) == {one.name for one in fields(position)} < before
