"""The home page: what it tells, what it starts, and what it refuses to everybody else."""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from shutil import copy
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from assistant.board.guards import cookie_name
from assistant.board.session import Session
from assistant.cli.app import app
from assistant.cli.home import _keep, _running
from assistant.cli.watching import bound_port, served, start_page
from assistant.home import jobs, places, summary
from assistant.home.app import Home, make_app
from assistant.home.filling import Filling, pool_for
from assistant.home.finding import saves
from assistant.home.found_lines import with_lines
from assistant.home.games import Shown
from assistant.home.jobs import Jobs
from assistant.home.orders import ORDERS, Asked, OrderError, offered
from assistant.home.places import Places, key_of
from assistant.home.remembered import FILE, Remembered
from assistant.home.words_of import PRIVATE, shown_command
from assistant.words.voice import general
from builder.game.skeleton import new_game
from tests.board.visiting import let_in

ROOT = Path(__file__).parents[2]
LOG = ROOT / "docs/examples/evening.vlog"
TOKEN = "a-token"
COMMANDS = frozenset(
    command.callback.__name__ for command in app.registered_commands if command.callback
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of saves, with what is none and what leads elsewhere."""
    folder = tmp_path / "VASSAL"
    (folder / "older").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    copy(LOG, folder / "evening.vlog")
    copy(LOG, folder / "older" / "before.vlog")
    copy(LOG, tmp_path / "secret" / "diary.vlog")
    (folder / "link.vsav").symlink_to(tmp_path / "secret" / "diary.vlog")
    (folder / "away").symlink_to(tmp_path / "secret")
    (folder / "broken.vsav").write_text("no save")
    (folder / "notes.txt").write_text("not mine to read")
    for age, name in enumerate(("evening.vlog", "broken.vsav", "older/before.vlog")):
        os.utime(folder / name, (time.time() - 60 * age,) * 2)
    return folder


@pytest.fixture
def home(folder: Path, tmp_path: Path) -> Iterator[Home]:
    places = Places(tmp_path / "own", tmp_path / "work", (folder,))
    home = Home(places, COMMANDS, lambda: None)
    # Not in processes of its own: each loads all of Kessel for a few files.
    home.filling.pool_of = lambda _: ThreadPoolExecutor(1)
    yield home
    home.close()


@pytest.fixture
def visitor(home: Home) -> TestClient:
    return let_in(make_app(home, TOKEN), TOKEN)


def until(found: Callable[[], Any], seconds: float = 40) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if told := found():
            return told
        time.sleep(0.05)
    raise AssertionError("It did not come.")


def test_what_a_save_is_is_remembered_until_the_file_changes(folder: Path, home: Home) -> None:
    home.filling.pool_of = pool_for
    home.filling.want(home.saves())
    until(lambda: not home.filling.busy and len(home.filling.kept) == 3)
    newest = home.saves()[0]
    assert "matters" in home.filling.kept[newest]
    home.filling.close()
    again = Filling(Remembered(home.places.own / FILE))
    again._ended.set()
    again.want(home.saves())
    assert again.kept[newest] == home.filling.kept[newest]
    os.utime(folder / "evening.vlog", (time.time() + 5,) * 2)
    fresh = saves([folder])[0]
    assert Remembered(home.places.own / FILE).of(fresh) is None
    (home.places.own / FILE).write_text("[damaged", encoding="utf-8")
    assert Remembered(home.places.own / FILE).of(newest) is None


def test_only_the_chosen_folders_are_listed(folder: Path) -> None:
    names = [one.path.relative_to(folder).as_posix() for one in saves([folder])]
    assert names == ["evening.vlog", "broken.vsav", "older/before.vlog"]
    assert saves([folder / "nowhere"]) == []


def test_a_file_is_told_in_a_line(folder: Path) -> None:
    brief, broken = summary.briefs([folder / "evening.vlog", folder / "broken.vsav"])
    full = summary.fulls([folder / "evening.vlog"])[0]
    assert (brief["game"], brief["steps"]) == ("dagc", 16)
    assert {key: full[key] for key in ("game", "turn", "phase", "title")}.items() <= brief.items()
    assert full["matters"]
    assert set(broken["trouble"]) == {"en", "es"}
    assert broken["trouble"]["en"] != broken["trouble"]["es"]


def test_the_list_is_filled_in_the_background(home: Home, visitor: TestClient) -> None:
    def filled() -> Any:
        told = visitor.get("/api/saves").json()
        return told["saves"] if not told["busy"] else None

    first, broken, before = until(filled)
    assert first["told"]["matters"]
    assert "trouble" in broken["told"]
    assert before["inside"] == "older"
    assert not any("/" in row["key"] for row in (first, broken, before))


def test_the_page_comes_with_its_saves_and_they_cannot_end_its_script(
    folder: Path, home: Home, visitor: TestClient
) -> None:
    hostile = "</script><script>alert(1)</script>.vsav".replace("/", "\u2215")
    (folder / "<!--<script>.vsav").write_text("no save")
    (folder / hostile).write_text("no save")
    home.forget_folders()
    text = visitor.get("/").text
    told = text.partition('id="first">')[2].partition("</script>")[0]
    rows = json.loads(told)["saves"]
    assert {row["name"] for row in rows} >= {"evening.vlog", "<!--<script>.vsav", hostile}
    assert "<" not in told
    assert TestClient(visitor.app, base_url="http://localhost").get("/").status_code == 403


def test_filling_goes_on_when_a_process_is_killed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filling = Filling()
    monkeypatch.setattr(summary, "briefs", _dies)
    found = saves([folder])[1:]
    filling.want(found)
    until(lambda: len(filling.kept) == 2)
    filling.close()
    assert {tuple(told) for told in filling.kept.values()} == {("trouble",), ("read",)}


def _dies(paths: list[Path]) -> list[dict[str, Any]]:
    if any(path.name == "broken.vsav" for path in paths):
        os._exit(9)
    return [{"read": True} for _ in paths]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "evil.example"}, 400),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://localhost:3000"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"cookie": ""}, 403),
    ],
)
def test_nobody_else_is_answered(visitor: TestClient, headers: dict[str, str], status: int) -> None:
    if "cookie" in headers:
        visitor.cookies.clear()
    assert visitor.get("/api/home", headers=headers).status_code == status
    assert visitor.post("/api/folders", json={}, headers=headers).status_code == status


def test_folders_are_added_and_left_out(home: Home, visitor: TestClient, tmp_path: Path) -> None:
    visitor.get("/api/saves")
    file = key_of(tmp_path / "VASSAL" / "evening.vlog")
    assert file in home.files
    added = visitor.post("/api/folders", json={"add": str(tmp_path / "secret")}).json()
    assert added["folders"][0]["path"] == str(tmp_path / "secret")
    visitor.post("/api/folders", json={"leave": key_of(tmp_path / "VASSAL")})
    assert [row["name"] for row in visitor.get("/api/saves").json()["saves"]] == ["diary.vlog"]
    assert visitor.post("/api/do/open", json={"file": file}).status_code == 422
    again = Places(tmp_path / "own", tmp_path / "work", (tmp_path / "VASSAL",))
    assert again.chosen() == [tmp_path / "secret"]
    (tmp_path / "secret").rename(tmp_path / "gone")  # as a drive that was taken out
    told = visitor.get("/api/saves").json()["unread"]
    assert [(one["path"], one["why"]["es"]) for one in told] == [
        (str(tmp_path / "secret"), "No existe esa carpeta.")
    ]
    spoken = {"x-kessel-language": "es"}
    wrong = visitor.post("/api/folders", json={"add": "relative"}, headers=spoken)
    assert "ruta completa" in wrong.json()["error"]


def test_a_folder_that_could_not_be_remembered_is_not_looked_at(
    home: Home, visitor: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a second try would be told as done and be forgotten at the next start."""

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    asked = {"add": str(tmp_path / "secret")}
    with monkeypatch.context() as patch:
        patch.setattr(places, "write_whole", full)
        for _ in range(2):
            assert visitor.post("/api/folders", json=asked).status_code == 500
        gone = {"leave": key_of(tmp_path / "VASSAL")}
        assert visitor.post("/api/folders", json=gone).status_code == 500
    assert home.places.chosen() == [tmp_path / "VASSAL"]
    assert visitor.post("/api/folders", json=asked).status_code == 200
    again = Places(tmp_path / "own", tmp_path / "work", (tmp_path / "VASSAL",))
    assert again.chosen() == [tmp_path / "secret", tmp_path / "VASSAL"]


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("a.vlog", 200),
        ("a.vmdx", 200),
        ("a.exe", 422),
        (".vsav", 422),
        ("nul.vsav", 422),
        ("..%5C..%5Cb.vlog", 200),
        ("COM%C2%B9.vsav", 422),
        ("%F0%9F%98%80" * 119 + ".vlog", 200),
    ],
)
def test_a_dropped_file_is_kept(home: Home, visitor: TestClient, name: str, status: int) -> None:
    answer = visitor.put(f"/api/drop/{name}", content=LOG.read_bytes())
    assert answer.status_code == status
    for path in home.places.work.rglob("*"):
        assert path.is_dir() or path.parent == home.places.dropped
        assert not path.name.endswith(".part")


def test_a_dropped_file_is_named_as_it_reads(visitor: TestClient) -> None:
    answer = visitor.put("/api/drop/a%E2%80%AEb.vlog", content=LOG.read_bytes())
    assert answer.json()["name"] == "a_b.vlog"


def test_a_second_file_of_a_name_does_not_replace_the_first(visitor: TestClient) -> None:
    names = [
        visitor.put("/api/drop/a.vsav", content=data).json()["name"] for data in (b"1", b"2", b"1")
    ]
    assert names == ["a.vsav", "a-2.vsav", "a.vsav"]


def test_a_command_is_run_shown_and_its_files_can_be_fetched(visitor: TestClient) -> None:
    def done() -> Any:
        job = visitor.get("/api/jobs").json()["jobs"][0]
        return job if job["status"] is not None else None

    assert (
        visitor.post("/api/do/new", json={"name": "ridge"}).json()["command"] == "kessel new ridge"
    )
    assert until(done)["status"] == 0
    assert "ridge" in [game["id"] for game in visitor.get("/api/home").json()["games"]]
    visitor.post("/api/do/build", json={"game": "ridge"})
    built = until(done)
    assert built["about"]["en"] == "Ridge"
    assert (built["status"], built["command"]) == (0, "kessel build ridge")
    assert built["progress"][0] == built["progress"][1] > 10
    fetched = visitor.get(f"/file/{built['number']}/0/x")
    assert fetched.content[:2] == b"PK"
    assert visitor.get(f"/file/{built['number']}/1/x").status_code == 404
    assert visitor.get(f"/made/ridge/{built['files'][0]}").status_code == 200
    assert visitor.get("/made/ridge/..%2F..%2Fridge").status_code == 404


GAMES = {"hill": Shown("hill", Path("hill"), True)}
KNOWN = {"a": Path("hill/a.vmod").absolute(), "x": Path("hill/x.vmdx").absolute()}


@pytest.mark.parametrize(
    ("what", "data", "words"),
    [
        (
            "sheets",
            {"game": "hill", "paper": "letter", "map": False},
            "sheets hill --paper=letter --no-map --json",
        ),
        ("live", {"game": "hill", "room": "--log=x"}, "live --game=hill --room=--log=x --port=0"),
        ("live", {"game": "hill", "room": "", "server": "-x;rm"}, OrderError),
        ("live", {"game": "hill", "room": "", "server": "--serve"}, OrderError),
        ("live", {"game": "hill", "room": "two\nlines"}, OrderError),
        ("build", {"game": "../hill"}, OrderError),
        ("build", {"game": "hill", "language": "--force"}, OrderError),
        ("tour", {"step": 2}, f"odds {LOG} 3501"),
        ("tour", {"step": 9}, OrderError),
        ("open", {"file": "/etc/passwd"}, OrderError),
        ("new", {"name": "--in=/"}, OrderError),
        (
            "adopt",
            {"file": "a", "name": "hill-2", "extensions": ["x"]},
            f"adopt {KNOWN['a']} hill-2 --extension={KNOWN['x']} --json",
        ),
        ("audit", {"file": "a", "extensions": ["/etc/passwd"]}, OrderError),
        ("setup", {"game": "hill", "scenario": "--force"}, OrderError),
    ],
)
def test_wishes_become_commands_and_nothing_else(
    what: str, data: dict[str, Any], words: Any
) -> None:
    asked = Asked(data, KNOWN, {"f": KNOWN["a"].parent}, GAMES)
    if words is OrderError:
        with pytest.raises(OrderError):
            ORDERS[what].words(asked)
    else:
        assert " ".join(ORDERS[what].words(asked)) == words


def test_each_order_that_is_offered_is_a_command() -> None:
    assert {"open", "watch", "live", "build", "sheets", "check", "adopt"} <= set(offered(COMMANDS))
    assert offered(frozenset()) == []


def test_the_line_of_the_file_stands_beside_a_finding(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    (tmp_path / "other").write_text("secret")
    told = {
        "findings": [
            {"file": "hill/game.toml", "line": 1},
            {"file": "other", "line": 1},
            {"file": "hill/game.toml", "line": 10**6},
        ]
    }
    found = with_lines(told, [tmp_path / "hill"], tmp_path)["findings"]
    assert [("source" in one) for one in found] == [True, False, False]


def test_a_file_that_became_a_link_is_not_opened(
    folder: Path, home: Home, visitor: TestClient
) -> None:
    newest = home.saves()[0]
    newest.path.unlink()
    newest.path.symlink_to(folder.parent / "secret" / "diary.vlog")
    told = visitor.post("/api/do/open", json={"file": newest.key})
    assert (told.status_code, home.jobs.jobs) == (422, {})


@pytest.mark.parametrize(
    "path", ["/made/../secret/diary.vlog", "/made/dagc/..%2f..%2fx", "/file/1/0/x"]
)
def test_only_what_was_made_is_handed_out(visitor: TestClient, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_a_link_among_what_was_made_that_leads_out_is_not_followed(
    home: Home, visitor: TestClient, folder: Path
) -> None:
    made = home.places.output / "dagc"
    made.mkdir(parents=True)
    (made / "own.pdf").write_bytes(b"%PDF-")
    (made / "near.pdf").symlink_to("own.pdf")
    (made / "leak.pdf").symlink_to(folder / "evening.vlog")
    assert home.games.made("dagc") == ["near.pdf", "own.pdf"]
    told = [visitor.get(f"/made/dagc/{name}.pdf").status_code for name in ("own", "near", "leak")]
    assert told == [200, 200, 404]


def test_pages_that_the_home_page_opens_are_for_who_has_their_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from urllib.error import HTTPError
    from urllib.request import HTTPCookieProcessor, Request, build_opener

    assert jobs._TOLD[PRIVATE]
    monkeypatch.setenv(PRIVATE, "1")
    server = start_page(Session(), 0, False, general("en"))
    address = capsys.readouterr().out.split()[-1]
    base = address.partition("?")[0]
    try:
        for headers in ({}, {"Host": "evil.example"}, {"Origin": "http://localhost:1"}):
            with pytest.raises(HTTPError):
                build_opener().open(Request(f"{base}api/board", headers=headers), timeout=30)
        known = build_opener(HTTPCookieProcessor())
        with known.open(address, timeout=30) as arrived:
            assert b"<html" in arrived.read()
            base = arrived.geturl()
        assert known.open(f"{base}api/board", timeout=30).status == 200
        moved = {"Origin": "null", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
        assert known.open(Request(base, headers=moved), timeout=30).status == 200
        with pytest.raises(HTTPError):
            known.open(Request(f"{base}api/board", headers=moved), timeout=30)
    finally:
        server.should_exit = True


def test_pages_of_what_was_made_are_looked_at(home: Home, visitor: TestClient) -> None:
    from reportlab.pdfgen.canvas import Canvas

    folder = home.places.output / "aldra"
    folder.mkdir(parents=True)
    canvas = Canvas(str(folder / "two.pdf"), (200, 300))
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    (folder / "no.pdf").write_text("no pdf", encoding="utf-8")
    assert visitor.get("/api/pages/aldra/two.pdf").json() == 2
    assert visitor.get("/page/aldra/two.pdf/1.png").content.startswith(b"\x89PNG")
    assert visitor.get("/page/aldra/two.pdf/2.png").status_code == 404
    assert visitor.get("/api/pages/aldra/other.pdf").status_code == 404
    assert visitor.get("/api/pages/aldra/no.pdf").status_code == 422


def test_what_the_owner_typed_is_told(visitor: TestClient) -> None:
    told = visitor.get("/api/owned/dagc").json()
    titles = {"en": "Combat results", "es": "Resultados de combate"}
    crt = {"title": "crt", "titles": titles, "group": "tables", "done": 0, "of": 72}
    assert crt in told
    games = visitor.get("/api/home").json()["games"]
    bold = next(game for game in games if game["id"] == "dagc")["scenarios"][0]
    assert bold == {"id": "bold-stroke", "name": {"en": "Bold Stroke", "es": "Bold Stroke"}}
    assert visitor.get("/api/owned/nobody").status_code == 404


def test_pages_end_with_the_home_page(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path)
    job = jobs.start("open", ["serve", str(LOG), "--port=0"], "en", serves=True)
    assert jobs.start("open", ["serve", str(LOG), "--port=0"], "en", serves=True) is job
    assert until(lambda: job.address).startswith("http://127.0.0.1:")
    assert "--port" not in shown_command(job.words)
    steering = shown_command(["report", "it's \u202e\x1b\udcff.vlog", "it's.vlog"])
    told = r"""kessel report $'it\'s \U0000202e\U0000001b\xff.vlog' 'it'"'"'s.vlog'"""
    assert sys.platform == "win32" or steering == told
    jobs.close()
    until(lambda: not job.runs)


def test_a_second_start_believes_the_page_of_the_first_alone(home: Home, tmp_path: Path) -> None:
    """After a crash another user may listen at its number, and answer whatever he likes."""
    handed: list[str] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            handed.append(f"{self.path} {self.headers}")
            self.send_response(200)
            self.end_headers()
            theirs = (
                urlopen(f"http://127.0.0.1:{port}{self.path}") if "alive?" in self.path else None
            )
            self.wfile.write(theirs.read() if theirs else b'{"kessel": true}')

        def log_message(self, *_: Any) -> None:
            pass

    bound = bound_port(0)
    port = bound.getsockname()[1]
    server = served(make_app(home, TOKEN), bound)
    other = HTTPServer(("127.0.0.1", 0), Other)
    Thread(target=other.serve_forever, daemon=True).start()
    running = tmp_path / "running.json"
    try:
        found = {}
        for name, told in {"first": port, "other": other.server_port}.items():
            _keep(running, told, TOKEN)
            found[name] = _running(running)
        _keep(running, port, "another-key")
        assert _running(running) is None
    finally:
        server.should_exit = True
        other.shutdown()
        other.server_close()
    assert found == {"first": f"http://127.0.0.1:{port}/?token={TOKEN}", "other": None}
    assert handed
    assert TOKEN not in "".join(handed)


def test_another_program_of_this_machine_is_not_handed_the_key(browser: Any, home: Home) -> None:
    """A browser takes all ports of localhost for one site, whose cookies it hands to each."""
    handed: list[str] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            handed.append(self.headers.get("Cookie", ""))
            self.send_response(204 if "favicon" in self.path else 200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    other = HTTPServer(("127.0.0.1", 0), Other)
    Thread(target=other.serve_forever, daemon=True).start()
    bound = bound_port(0)
    server = served(make_app(home, TOKEN), bound)
    context = browser.new_context()
    page = context.new_page()
    try:
        page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/?token={TOKEN}")
        assert [one["name"] for one in context.cookies(page.url)] == [cookie_name(TOKEN)]
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        page.goto(f"http://127.0.0.1:{other.server_port}/api/home")
    finally:
        context.close()
        server.should_exit = True
        other.shutdown()
    assert len(handed) >= 2
    assert not any(handed)


def test_a_visit_in_a_browser(browser: Any, home: Home, tmp_path: Path) -> None:
    turned = home.places.usual[0] / "\u202e\x1b\x85gsv.vsav"  # would be read as vasv.vsg
    turned.write_bytes(b"no")
    os.utime(turned, (0, 0))
    bound = bound_port(0)
    server = served(make_app(home, TOKEN), bound)
    page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="es-ES")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/?token={TOKEN}")
    assert page.locator("#saves li").count() == 4  # they came with the page
    assert "\ufffd\ufffd\ufffdgsv.vsav" in page.inner_text("#saves")
    assert "\u202e" not in page.inner_text("body")
    page.wait_for_selector("#saves li:first-child .main:enabled")
    page.wait_for_selector("#games li")
    page.set_viewport_size({"width": 390, "height": 300})
    assert page.locator("#saves .what").first.evaluate("told => told.clientWidth") > 300
    page.click("#saves li:first-child button:nth-of-type(2)")
    page.wait_for_selector("#begun .good:text-is('Informe: evening.vlog: listo')")
    assert page.inner_text(":focus") == "Informe"
    # not by the pointer, because playwright would scroll first, and so bring the row itself in sight
    page.dispatch_event("#begun button:text-is('Mostrar')", "click")
    page.wait_for_selector("#jobs li:focus:has-text('evening.vlog') .good:text-is('listo')")
    page.wait_for_selector("#begun", state="hidden")
    page.set_input_files("#file", files=[{"name": "two.vsav", "mimeType": "", "buffer": b"no"}])
    page.wait_for_selector("#saves li:has-text('two.vsav') .trouble:not(:empty)")
    page.close()
    server.should_exit = True
    assert faults == []
