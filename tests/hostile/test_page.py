"""The page of one side opens to who knows its address, and to nobody else on the machine."""

import os
import zipfile
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.board.app import make_app
from assistant.board.guards import cookie_name, place_of
from assistant.board.images import Images
from assistant.board.one_file import Shown, one_file
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.report.files import write_text
from assistant.words.voice import voice
from builder.vassal.savedgame import read_saved_game
from builder.vassal.traits import Label, Marker
from tests.board.visiting import let_in, paper
from tests.hostile.conftest import Attack, piece

CASE = 'game = "dagc"\nboard = "blank"\n'
ADDRESSES = [
    "/", "/api/board", "/api/scene", "/?token=", "/?token=other", f"{place_of('secret')}/",
    f"{place_of('secret')}/api/scene",
]  # fmt: skip


@pytest.fixture
def session(tmp_path: Path) -> Session:
    path = tmp_path / "case.toml"
    path.write_text(CASE)
    return Session(sources=[open_source(path)], version=1)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_with_a_token_is_closed(address: str, session: Session) -> None:
    client = TestClient(make_app(session, "secret"), base_url="http://localhost")
    assert client.get(address).status_code == 403
    known = {"cookie": f"{cookie_name('secret')}=secret"}
    for name in ({"cookie": "kessel-0=secret"}, known):
        assert client.get("/api/scene", headers=name).status_code == 403
    other = f"{place_of('other')}/api/scene"
    assert client.get(other, headers=known).status_code == 403


def test_the_token_opens_it_for_good(session: Session) -> None:
    client = TestClient(make_app(session, "secret"), base_url="http://localhost")
    arrived = client.get("/?token=secret")
    assert arrived.status_code == 200
    assert "secret" not in str(arrived.url)
    cookie = arrived.history[0].headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert f"path={place_of('secret')};" in f"{cookie};"
    client = let_in(make_app(session, "secret"), "secret")
    assert client.get("/api/scene").json()["version"] == 1
    other = TestClient(make_app(session, "another"), base_url="http://localhost")
    other.cookies = client.cookies
    assert other.get("/api/scene").status_code == 403


def test_a_page_without_a_side_needs_none(session: Session) -> None:
    client = TestClient(make_app(session), base_url="http://localhost")
    assert client.get("/api/scene").status_code == 200


def test_a_name_that_is_no_text_is_shown(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.toml"))
    path.write_text(CASE)
    session = Session(sources=[open_source(path)], version=1)
    client = TestClient(make_app(session), base_url="http://localhost")
    for address in ("/api/board", "/api/scene"):
        assert client.get(address).status_code == 200


SCRIPT = "</script><script>alert(1)</script><!--<script><img src=x onerror=alert(1)>"


def test_a_page_as_one_file_runs_nothing_of_a_save_or_a_link(
    attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece's name, the names of who plays, what they chat, and a note in a link; the log's own
    name may be no text."""
    named = [Marker(names=("Counter",), values=("german-56-panzer",)), Label(label=SCRIPT)]
    # A slash parts the fields of a command that adds a piece.
    path = attack(
        f"PLAYER\tx\t{SCRIPT}\tGerman",
        piece("u1", named, x=1200, y=1200).replace(SCRIPT, SCRIPT.replace("/", "\\/")),
        piece(SCRIPT.replace("/", ""), [], x=1300, y=1200),
    )
    record = path.with_name(os.fsdecode(b"caf\xe9.vlog") if os.name != "nt" else "x.vlog")
    text = read_saved_game(path).text
    with zipfile.ZipFile(record, "w") as archive:
        archive.writestr("savedGame", f"{text}\x1bLOG\tCHAT<{SCRIPT}> {SCRIPT}")
    images = Images()
    monkeypatch.setattr(images, "map", lambda *_: paper())
    source = open_source(record)
    try:
        page = one_file(
            source, images, voice(source.game, "es"), Shown(f"draw=note:3405:{quote(SCRIPT)}")
        )
    finally:
        images.aside.close()
    write_text(path.with_suffix(".html"), page)
    assert page.count("<script") == page.count("</script>") == 4
    assert "alert(1)" not in page  # names lie in it packed, and are written as text


def test_the_version_is_said() -> None:
    told = CliRunner().invoke(app, ["--version"])
    assert told.exit_code == 0
    assert told.output.startswith("kessel 0.")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8017", 200),
        ("LOCALHOST:8017", 200),
        ("127.0.0.1:8017", 200),
        ("[::1]:8017", 200),
        ("192.168.1.7:8017", 200),
        ("localhost", 400),
        ("localhost:9999", 400),
        ("localhost:80", 400),
        ("localhost:08017x", 400),
        ("localhost:", 400),
        ("[::1", 400),
        ("evil.example:8017", 400),
        ("127.0.0.1.evil.example:8017", 400),
        ("192.168.1.8:8017", 400),
        ("", 400),
    ],
)
def test_a_page_answers_to_its_own_names_and_port(host: str, status: int, session: Session) -> None:
    """Another port of this machine is another's page, whose server may hand requests on."""
    app = make_app(session, hosts=["192.168.1.7"])
    client = TestClient(app, base_url="http://localhost:8017")
    assert client.get("/api/scene", headers={"host": host}).status_code == status
