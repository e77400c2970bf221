"""The address of a page reaches the browser, and nobody else who uses the machine."""

import os
import stat
import sys
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from assistant.cli.browsing import open_page
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


@pytest.mark.skipif(os.name == "nt", reason="there nobody reads how others start programs")
def test_a_browser_is_started_with_a_file_of_the_users_own(
    opened: list[str], tmp_path: Path
) -> None:
    open_page(f"http://localhost:1/?token={KEY}")
    (told,) = opened
    (path,) = tmp_path.iterdir()
    assert told == path.as_uri()
    assert KEY not in told
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    os.utime(path, (0, 0))
    kept = tmp_path / "kessel-0a1b2c3d.html"
    kept.write_text("mine")
    os.utime(kept, (0, 0))
    open_page(f"http://localhost:1/#{KEY}")
    assert not path.exists()
    assert kept.exists()


@pytest.mark.skipif(os.name == "nt", reason="there nobody reads how others start programs")
def test_where_no_file_can_be_written_the_address_is_told(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", os.devnull)
    open_page("http://localhost:1/#x")
    assert opened == ["http://localhost:1/#x"]


def test_the_file_leads_a_browser_to_the_page(
    browser: Any, opened: list[str], tmp_path: Path
) -> None:
    home = Home(Places(tmp_path / "own", tmp_path / "work", ()), frozenset(), lambda: None)
    bound = bound_port(0)
    server = served(make_app(home, KEY), bound)
    context = browser.new_context()
    page = context.new_page()
    try:
        open_page(f"http://localhost:{bound.getsockname()[1]}/?token=a-secret%26key")
        page.goto(opened[0])
        page.wait_for_url("**/at-*/")
        page.wait_for_selector("#folders", state="attached")
    finally:
        context.close()
        server.should_exit = True
        home.close()
