"""A stranger in the browser at every address of every page: other hosts, other origins, no token,
ways out of the folder, and bodies that no page of ours sends."""

import errno
import json
import re
import select
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import current_thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
from anyio.from_thread import start_blocking_portal
from httpx2 import Response
from PIL import Image
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.board.app import make_app as board_app
from assistant.board.guards import cookie_name, place_of
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli import connections
from assistant.cli.app import app
from assistant.cli.watching import bound_port, served
from assistant.desk.app import make_app as desk_app
from assistant.desk.desk import Desk
from assistant.desk.settling import Settling
from assistant.desk.settling import make_app as settling_app
from assistant.home.app import Home
from assistant.home.app import make_app as home_app
from assistant.home.places import Places
from assistant.studio import sources
from assistant.studio.app import make_app as studio_app
from assistant.studio.bench import Bench
from assistant.studio.bench_app import make_bench_app
from assistant.studio.owner_tracing import OwnerTracing
from assistant.studio.workshop import Fitting, Tracing
from builder import limits
from builder.bind.drafting import draft
from builder.bind.writing import write
from builder.game import owning
from builder.game.loader import load_game
from builder.game.owned import VARIABLE
from builder.game.skeleton import new_game
from builder.hexes.fit import GridFit, Mark
from builder.hexes.grid import PixelGrid
from builder.tracing import fit_file
from builder.vassal.buildfile.module import read_module
from tests.board.visiting import let_in
from tests.in_a_loop import in_a_loop
from tests.wide import some

LOG = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
TOKEN = "only-the-owner-knows"
OPEN = {"/", "/static", "/shared", "/kit"}
"""What anybody on this machine may fetch: pages without anything of the user's."""

BODIES = [
    b"", b"[", b"3", b"[]", b"null", b'"x"', b"{}" * 9, b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000,
    b'{"id": NaN}', b'{"id": 1e999}', b'{"id": {"a": []}}', b'{"id": "../../etc"}',
    b'{"id": "counters.csv", "edits": [[[], {}, null]]}', b'{"id": null, "edits": {"a": 1}}',
    b'{"marks": [[1, 2], "x", null]}', b'{"marks": [{"hex": [], "at": "x"}]}',
    b'{"marks": [{"hex": "0101", "at": [1e308, -1e308]}]}', b'{"marks": {"hex": "0101"}}',
    b'{"file": ["a"], "game": {}, "name": 3, "folder": null, "language": []}',
    b'{"path": "\\u0000", "folder": "\\ud800", "name": "\\ud800"}', b'{"number": "x"}',
    b'{"number": 99999999999999999999999}', json.dumps({"id": "x" * 1_000_000}).encode(),
]  # fmt: skip


@pytest.fixture(autouse=True)
def one_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hundreds of requests in one loop: a thread for each takes as long as its answer."""
    with start_blocking_portal() as portal:
        monkeypatch.setattr(TestClient, "portal", portal)
        yield


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Starlette]]:
    folder = tmp_path_factory.mktemp("doors")
    new_game("hill", folder)
    (folder / "hill" / "art").mkdir()
    Image.new("RGB", (640, 400)).save(folder / "hill" / "art" / "map.png")
    monkey = pytest.MonkeyPatch()
    (folder / "copies").mkdir()
    monkey.setenv(VARIABLE, str(folder / "copies"))
    assert (
        CliRunner()
        .invoke(app, ["build", str(folder / "hill"), "-o", str(folder / "out")])
        .exit_code
        == 0
    )
    found = draft(read_module(next((folder / "out").glob("*.vmod"))), load_game(folder / "hill"))
    bench = Bench(shutil.copytree(folder / "hill", folder / "bench"), str.encode)
    bench._thread = current_thread()  # nothing is checked here
    fit = Fitting(folder / "hill", "art/map.png")
    ridge = copied(folder / "hill")
    session = Session(sources=[open_source(LOG, "soviet")], version=1)
    home = Home(Places(folder / "own", folder / "work", ()), frozenset(), lambda: None)
    pages = {
        "home": home_app(home, TOKEN),
        "desk": desk_app(Desk.of(folder / "hill"), TOKEN),
        "fit": studio_app(fit, TOKEN),
        "trace": studio_app(Tracing(ridge), TOKEN),
        "own": studio_app(OwnerTracing(ridge), TOKEN),
        "bench": make_bench_app(bench, TOKEN),
        "bind": settling_app(Settling(found, write(found)), TOKEN),
        "board": board_app(session, TOKEN),
    }
    for page in pages.values():
        page.state.games = folder
    yield pages
    home.close()
    bench.close()
    monkey.undo()


def copied(game: Path) -> Path:
    """The game once more, its grid laid on its picture, so that it can be traced."""
    folder = game.with_name("ridge")
    shutil.copytree(game, folder)
    fitting = Fitting(folder, "art/map.png")
    plane = PixelGrid(fitting.game.grid, 1, 0, 0)
    lies = GridFit((40.0, 30.0), 0.0, 40.0, 41.0)
    fitting.save([Mark(name, lies.pixel(*plane.centre(name))) for name in CORNERS])
    Tracing(folder).start()
    return folder


PAGES = ("home", "desk", "fit", "trace", "own", "bench", "bind", "board")


def doors(page: Starlette) -> Iterator[tuple[str, str]]:
    """Every method and address of a page, its parts filled with something."""
    for route in page.routes:
        if isinstance(route, Route) and route.path != "/api/events":  # which never ends
            path = re.sub(r"\{\w+(?::int)?\}", lambda m: "1" if ":int" in m[0] else "x", route.path)
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield method, path
        elif isinstance(route, Mount):
            yield "GET", f"{route.path}/index.html"


def safe(answer: Response) -> bool:
    """Whether an answer says to the browser what it may do with it, a refusal too."""
    told = answer.headers
    policy = told.get("content-security-policy", "")
    alone = "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    return alone and (told["x-content-type-options"], told["referrer-policy"]) == (
        "nosniff", "no-referrer",
    )  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_no_stranger_is_let_in(name: str, apps: dict[str, Starlette]) -> None:
    client = TestClient(apps[name], base_url="http://localhost", raise_server_exceptions=False)
    known = {"x-kessel-token": TOKEN}
    found = list(doors(apps[name]))
    assert len(found) > 5
    for method, path in found:
        rebound = client.request(method, path, headers={**known, "host": "evil.example:80"})
        assert rebound.status_code == 400, path
        assert safe(rebound), path
        for origin in ("http://evil.example", "null", "http://localhost.evil.example"):
            other = client.request(method, path, headers={**known, "origin": origin})
            assert other.status_code in (400, 403), (path, origin)
            assert safe(other), (path, origin)
        assert safe(client.request("BREW", path, headers=known)), path
        bare = "/" + path.split("/")[1]
        if bare not in OPEN:
            assert client.request(method, path).status_code == 403, path
            wrong = client.request(method, path, headers={"x-kessel-token": "\u00e9".encode()})
            assert wrong.status_code == 403, path


@pytest.mark.parametrize("name", PAGES)
def test_no_way_leads_out(name: str, apps: dict[str, Starlette]) -> None:
    client = let_in(apps[name], TOKEN, raise_server_exceptions=False)
    ways = ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "..%5capp.py", "/etc/hostname",
            "%2fetc%2fhostname", "....//app.py", "app.py%00.css", "static/../../app.py")  # fmt: skip
    places = {path.rsplit("/", 1)[0] for _, path in doors(apps[name])}
    for place in sorted(places):
        for way in ways:
            answer = client.get(f"{place}/{way}", headers={"x-kessel-token": TOKEN})
            assert answer.status_code in (200, 307, 400, 403, 404, 405, 422), (place, way)
            assert b"make_app" not in answer.content, (place, way)
            assert answer.content.strip() != _hostname(), (place, way)


def _hostname() -> bytes:
    path = Path("/etc/hostname")
    return path.read_bytes().strip() if path.exists() else b"-"


@pytest.mark.parametrize("name", PAGES)
def test_no_body_is_a_fault(name: str, apps: dict[str, Starlette]) -> None:
    client = let_in(apps[name], TOKEN, raise_server_exceptions=False)
    for method, path in doors(apps[name]):
        if method == "GET" or path in ("/api/end",):
            continue
        for body in BODIES:
            answer = client.request(
                method,
                path,
                content=body,
                headers={"x-kessel-token": TOKEN, "origin": "http://localhost"},
            )
            assert answer.status_code < 500, (path, body[:60])
    huge = client.post("/api/start" if name != "home" else "/api/do/x",
                       content=b" " * (5 << 20), headers={"x-kessel-token": TOKEN})  # fmt: skip
    assert 400 <= huge.status_code < 500


STRANGE = [None, 10**400, float("nan"), "\ud800", "\u202ex", "a\nb", "x" * 5000, [[]]]
"""What no page of ours sends in the place of anything that it does send."""

CORNERS = ("0101", "0114", "1001", "1014")
MARKS = [
    {"hex": name, "at": [20.0 + 560 * across, 20.0 + 336 * down]}
    for name, (down, across) in zip(CORNERS, ((0, 0), (0, 1), (1, 0), (1, 1)), strict=True)
]
TRACED = {
    "hexes": {"0101": ["woods"]}, "sides": [["0101", "0102", ["river"]]],
    "lines": [["road", "x", ["0101", "0102"]]],
}  # fmt: skip


def sent(name: str, client: TestClient) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request of a page that changes something, as the page would send it now."""
    if name == "fit":
        yield from (("/api/fit", {"marks": MARKS}), ("/api/save", {"marks": MARKS}))
    if name in ("trace", "own"):
        yield from (("/api/save", TRACED), ("/api/clusters", {"what": "hexes", "count": 3}))
    if name == "bind":
        yield "/api/settle", {"at": 0, "target": ""}
    if name == "desk":
        for sheet in ("counters.csv", "game.toml", "map/lines.csv"):
            told = client.post("/api/sheet", json={"id": sheet}).json()
            key = told["rows"][0]["key"] if told["rows"] else ["road", "0101", "0102"]
            edit = {"key": key, "column": told["columns"][0], "text": "1"}
            yield "/api/write", {"id": sheet, "edits": [edit]}
    if name == "bench":
        yield "/api/draft", {"name": "counters.csv", "line": 2, "cells": {"id": "a", "name": "A"}}
        told = client.post("/api/file", json={"name": "map/lines.csv"}).json()
        row = told["rows"][0]
        edit = {
            "line": row["line"],
            "seen": row["cells"],
            "column": "name",
            "text": row["cells"][1] + "x",
        }
        yield "/api/write", {"name": "map/lines.csv", "version": told["version"], "edits": [edit]}
        told = client.post("/api/file", json={"name": "text.es.toml"}).json()
        yield "/api/text", {"name": "text.es.toml", "version": told["version"], "text": "a = 1"}
        yield "/api/syntax", {"name": "game.toml", "text": "a = 1"}


def places(body: Any) -> Iterator[tuple[str | int, ...]]:
    """Every place in a request, from the whole to the last number."""
    yield ()
    parts = (
        body.items()
        if isinstance(body, dict)
        else enumerate(body)
        if isinstance(body, list)
        else ()
    )
    for key, part in parts:
        yield from ((key, *place) for place in places(part))


def put(body: Any, place: tuple[str | int, ...], value: Any) -> Any:
    """The request with another value in a place."""
    if not place:
        return value
    made = body.copy()
    made[place[0]] = put(body[place[0]], place[1:], value)
    return made


@pytest.mark.parametrize(
    "name", some(["desk", "fit", "trace", "own", "bench", "bind"], "desk", "trace", "bench", "bind")
)
def test_what_a_page_takes_it_can_read_again(name: str, apps: dict[str, Starlette]) -> None:
    """A pasted sign that no table can hold, or half of one, is refused before it is written: else
    the page, and all that reads the game, would refuse the file ever after."""
    client = TestClient(apps[name], base_url="http://localhost")
    client.headers["x-kessel-token"] = TOKEN
    asked = list(sent(name, client))
    for path, body in asked:
        assert client.post(path, json=body).status_code == 200, (path, body)
        for place in places(body):
            for value in STRANGE:
                answer = client.post(path, content=json.dumps(put(body, place, value)))
                assert answer.status_code < 500, (path, place, value)
        if name == "desk":
            assert client.post("/api/sheet", json={"id": body["id"]}).status_code == 200
    for game in ("hill", "ridge"):
        load_game(apps[name].state.games / game)


@pytest.mark.parametrize(("name", "remedy"), [("desk", "--own"), ("fit", ""), ("bench", "")])
def test_the_remedy_for_a_closed_folder_is_one_that_helps(
    name: str, remedy: str, apps: dict[str, Starlette], monkeypatch: pytest.MonkeyPatch
) -> None:
    """--own leads the owner's copy elsewhere, and not a game's files."""

    def closed(path: Path, data: bytes) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    client = TestClient(apps[name], base_url="http://localhost")
    client.headers["x-kessel-token"] = TOKEN
    asked = [
        (path, body) for path, body in sent(name, client) if path in ("/api/write", "/api/save")
    ]
    for room in (owning, fit_file, sources):
        monkeypatch.setattr(room, "write_whole", closed)
    told = client.post(asked[0][0], json=asked[0][1]).json()["error"]
    assert "may not be written. Allow it" in told
    assert ("--own" in told) is bool(remedy)


def test_a_file_that_is_read_only_is_told_and_not_its_folder(apps: dict[str, Starlette]) -> None:
    client = TestClient(apps["bench"], base_url="http://localhost")
    client.headers["x-kessel-token"] = TOKEN
    path, body = next((path, body) for path, body in sent("bench", client) if path == "/api/write")
    for file in apps["bench"].state.games.rglob(body["name"]):
        file.chmod(0o444)
    told = client.post(path, json=body).json()["error"]
    assert told.startswith("Nothing was saved: ")
    assert told.endswith(f"{body['name']} is read-only. Allow it.")


def test_callers_who_say_nothing_keep_nobody_out(
    apps: dict[str, Starlette], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Beyond the most the oldest silent one makes room, and the oldest of those that wait for news
    where none is silent; who is being answered does not."""
    monkeypatch.setattr(connections, "most", lambda: 12)
    bound = bound_port(0)
    server = served(apps["board"], bound)
    address = bound.getsockname()
    cookie = f"Cookie: {cookie_name(TOKEN)}={TOKEN}"
    host = f"Host: localhost:{address[1]}"
    asked = f"GET {place_of(TOKEN)}/api/events HTTP/1.1\r\n{host}\r\n{cookie}\r\n\r\n".encode()
    try:
        streams = [socket.create_connection(address) for _ in range(4)]
        for stream in streams:
            stream.sendall(asked)
            assert stream.recv(12) == b"HTTP/1.1 200"
        owners = HTTPConnection(*address)
        owners.request("GET", f"{place_of(TOKEN)}/", headers=dict([cookie.split(": ")]))
        assert owners.getresponse().read()
        silent = [socket.create_connection(address) for _ in range(40)]
        for one in silent:
            one.sendall(b"GET / HT")
        page = Request(f"http://localhost:{address[1]}/static/main.js")
        page.add_header(*cookie.split(": "))
        assert urlopen(page, timeout=5).status == 200
        assert len(server.server_state.connections) <= 12
        mine = owners.sock  # which is None after what says that it is the last
        owners.request("GET", "/static/main.js")
        assert (owners.getresponse().status, owners.sock) == (200, mine)
        open_, _, _ = select.select(streams, [], [], 0.2)
        assert [one for one in open_ if not one.recv(10_000)] == []
        for _ in range(20):
            streams.append(socket.create_connection(address))
            streams[-1].sendall(asked)
            assert streams[-1].recv(12) == b"HTTP/1.1 200"
        assert urlopen(page, timeout=5).status == 200
        assert len(server.server_state.connections) <= 12
    finally:
        server.should_exit = True
        owners.close()
        for one in (*streams, *silent):
            one.close()
    assert "Traceback" not in capfd.readouterr().err


def test_callers_who_read_nothing_keep_nobody_out(
    apps: dict[str, Starlette], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do those who ask on and on before they are answered."""

    async def page(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] != "/long":
            await apps["board"](scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": bytes(1 << 17), "more_body": True})
        await send({"type": "http.response.body"})

    monkeypatch.setattr(connections, "most", lambda: 12)
    bound = bound_port(0)
    server = served(page, bound)
    address = bound.getsockname()
    asked = f"GET {{}} HTTP/1.1\r\nHost: localhost:{address[1]}\r\n\r\n"
    deaf = [socket.socket() for _ in range(12)]
    try:
        with socket.create_connection(address) as hasty:
            hasty.sendall(asked.format("/x").encode() * 100)
            told = b"".join(iter(lambda: hasty.recv(65536), b""))
            assert told.count(b"HTTP/1.1 403") == limits.AHEAD
        for one in deaf:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.connect(address)
            one.sendall(asked.format("/long").encode())
        held = server.server_state.connections
        end = time.monotonic() + 20
        while sum(one.flow.write_paused for one in [*held]) < len(deaf):  # type: ignore[union-attr]
            assert time.monotonic() < end
            time.sleep(0.005)
        with socket.create_connection(address, timeout=5) as owner:
            owner.sendall(asked.format(f"/?token={TOKEN}").encode())
            assert owner.recv(12) == b"HTTP/1.1 303"
    finally:
        server.should_exit = True
        for one in deaf:
            one.close()


@pytest.mark.parametrize("chunk", [b"-1\r\n", b"1;" + b"x" * 200_000 + b"\r\n", b"1\r\nxyz\r\n"])
def test_a_request_that_is_no_http_writes_nothing_into_the_terminal(
    chunk: bytes, apps: dict[str, Starlette], capfd: pytest.CaptureFixture[str]
) -> None:
    bound = bound_port(0)
    server = served(apps["fit"], bound)
    port = bound.getsockname()[1]
    head = (
        f"POST /api/save HTTP/1.1\r\nHost: localhost:{port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    try:
        for token in ("", TOKEN):
            known = head.replace("\r\n", f"\r\nx-kessel-token: {token}\r\n", 1)
            with socket.create_connection(("127.0.0.1", port)) as stream:
                stream.settimeout(5)
                stream.sendall(known.encode() + chunk)
                told = b""
                with suppress(ConnectionError):
                    while more := stream.recv(65536):
                        told += more
            assert told[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 403")
        assert urlopen(f"http://localhost:{port}/?token={TOKEN}", timeout=5).status == 200
    finally:
        server.should_exit = True
    written = capfd.readouterr()
    assert "Traceback" not in written.err
    assert "ERROR" not in written.err + written.out


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("digits", some([1_000, 5_000], 5_000))
def test_a_number_of_thousands_of_digits_is_no_fault(
    name: str, digits: int, apps: dict[str, Starlette]
) -> None:
    """Python refuses to read a number of more than 4,300 digits."""
    client = TestClient(apps[name], base_url="http://localhost", raise_server_exceptions=False)
    for route in apps[name].routes:
        path = re.sub(r"\{\w+(?::int)?\}", "9" * digits, getattr(route, "path", ""))
        for headers in ({}, {"x-kessel-token": TOKEN}):
            if path != "/api/events":
                told = client.get(path, headers=headers)
                assert told.status_code < 500, path[:40]
                assert safe(told), path[:40]


def test_the_most_leaves_files_for_other_things() -> None:
    resource = pytest.importorskip("resource")
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert 0 < connections.most() <= min(limits.CONNECTIONS, max(files, 2) // 2)


@pytest.mark.parametrize("name", PAGES)
def test_who_leaves_while_he_sends_is_no_fault(name: str, apps: dict[str, Starlette]) -> None:
    """A page closed while it saves must write nothing into the terminal, as a fault would."""
    for method, path in doors(apps[name]):
        if method != "GET" and path != "/api/end":
            in_a_loop(_left(apps[name], method, path))


async def _left(page: Starlette, method: str, path: str) -> None:
    coming = iter([
        {"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"},
    ])  # fmt: skip

    async def receive() -> dict[str, object]:
        return next(coming)

    async def send(message: object) -> None:
        pass  # a server passes over what it is told for somebody who has left

    headers = [(b"host", b"localhost"), (b"x-kessel-token", TOKEN.encode()),
               (b"cookie", f"{cookie_name(TOKEN)}={TOKEN}".encode())]  # fmt: skip
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": b"token=" + TOKEN.encode(), "headers": headers, "scheme": "http",
        "http_version": "1.1", "server": ("localhost", 80), "client": ("127.0.0.1", 9),
    }  # fmt: skip
    await page(scope, receive, send)  # type: ignore[arg-type]
