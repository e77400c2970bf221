"""The page of one side opens to who knows its address, and to nobody else on the machine."""

import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app

CASE = 'game = "dagc"\nboard = "blank"\n'
ADDRESSES = ["/", "/api/board", "/api/scene", "/static/main.js", "/?token=", "/?token=other"]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    path = tmp_path / "case.toml"
    path.write_text(CASE)
    return Session(sources=[open_source(path)], version=1)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_with_a_token_is_closed(address: str, session: Session) -> None:
    client = TestClient(make_app(session, "secret"), base_url="http://localhost")
    assert client.get(address).status_code == 403
    assert client.get("/api/scene", headers={"cookie": "kessel-0=secret"}).status_code == 403


def test_the_token_opens_it_for_good(session: Session) -> None:
    client = TestClient(make_app(session, "secret"), base_url="http://localhost")
    arrived = client.get("/?token=secret")
    assert arrived.status_code == 200
    assert "secret" not in str(arrived.url)
    cookie = arrived.history[0].headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
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


def test_the_version_is_said() -> None:
    told = CliRunner().invoke(app, ["--version"])
    assert told.exit_code == 0
    assert told.output.startswith("kessel 0.")
