"""The address of a page reaches the browser, and nobody else who uses the machine."""

import atexit
import os
import stat
import sys
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from assistant.cli.browsing import address_at, arrives, open_page
from assistant.cli.watching import bound_port, served
from assistant.home.app import Home, make_app
from assistant.home.places import Places

KEY = "a-secret&key"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What browsers are started with."""
    found: list[str] = []
    monkeypatch.setattr(webbrowser, "open", found.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    return found


def test_an_address_names_the_number_at_which_kessel_listens() -> None:
    """Browsers look for "localhost" at ::1 first, where any user of the machine may listen."""
    with bound_port(0) as bound:
        host, port = bound.getsockname()
        assert address_at(port, "#key") == f"http://{host}:{port}/#key"


@pytest.mark.skipif(os.name == "nt", reason="there nobody reads how others start programs")
def test_a_browser_is_started_with_a_file_of_the_users_own(
    opened: list[str], tmp_path: Path
) -> None:
    open_page(f"http://127.0.0.1:1/?token={KEY}")
    (told,) = opened
    (path,) = tmp_path.iterdir()
    assert told == path.as_uri()
    assert KEY not in told
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    os.utime(path, (0, 0))
    kept = tmp_path / "kessel-0a1b2c3d.html"
    kept.write_text("mine")
    os.utime(kept, (0, 0))
    open_page(f"http://127.0.0.1:1/#{KEY}")
    assert not path.exists()
    assert kept.exists()


@pytest.mark.skipif(os.name == "nt", reason="there nobody reads how others start programs")
@pytest.mark.parametrize(
    ("door", "comes", "gone"),
    [
        (f"?token={KEY}", f"/?token={KEY}", True),
        (f"?token={KEY}", "/", False),  # somebody else, who does not know it
        (f"?token={KEY}", "/api/start", False),
        ("#key", "/", True),  # what stands behind # is not sent
        ("", "/", True),
    ],
)
def test_the_file_is_gone_once_its_page_is_asked_for(
    door: str, comes: str, gone: bool, opened: list[str], tmp_path: Path
) -> None:
    open_page(f"http://127.0.0.1:8017/{door}")
    client = TestClient(arrives(PlainTextResponse("page"), 8017))
    assert client.get(comes).text == "page"
    assert (list(tmp_path.iterdir()) == []) is gone


@pytest.mark.skipif(os.name == "nt", reason="there nobody reads how others start programs")
def test_the_file_ends_with_kessel_unless_another_serves_the_page(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[tuple[Any, ...]] = []
    monkeypatch.setattr(atexit, "register", lambda *call: ends.append(call))
    open_page("http://127.0.0.1:8017/", of_another=True)
    assert ends == []
    open_page("http://127.0.0.1:8018/")
    for act, *given in ends:
        act(*given)
    (left,) = tmp_path.iterdir()
    assert "8017" in left.read_text()


@pytest.mark.skipif(os.name == "nt", reason="there nobody reads how others start programs")
def test_where_no_file_can_be_written_the_address_is_told(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", os.devnull)
    open_page("http://127.0.0.1:1/#x")
    assert opened == ["http://127.0.0.1:1/#x"]


def test_the_file_leads_a_browser_to_the_page(
    browser: Any, opened: list[str], tmp_path: Path
) -> None:
    home = Home(Places(tmp_path / "own", tmp_path / "work", ()), frozenset(), lambda: None)
    bound = bound_port(0)
    server = served(make_app(home, KEY), bound)
    context = browser.new_context()
    page = context.new_page()
    try:
        open_page(f"http://127.0.0.1:{bound.getsockname()[1]}/?token=a-secret%26key")
        page.goto(opened[0])
        page.wait_for_url("**/at-*/")
        page.wait_for_selector("#folders", state="attached")
        assert list(tmp_path.glob("*.html")) == []
    finally:
        context.close()
        server.should_exit = True
        home.close()
