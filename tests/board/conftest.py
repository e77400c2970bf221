"""A page with a session of its own, and a real browser to look at it."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

POSITION = """
game = "dagc"
turn = 3
phase = "soviet-post-combat"
viewer = "{viewer}"
[[unit]]
id = "D"
side = "german"
type = "infantry"
strength = [3, 2]
hex = "3910"
[[unit]]
id = "A"
side = "soviet"
type = "infantry"
strength = [4, 2]
hex = "3909"
[[unit]]
id = "B"
side = "soviet"
type = "tank"
strength = [7, 4]
hex = "3911"
[[unit]]
id = "TOP"
side = "soviet"
type = "infantry"
strength = [2]
hex = "3911"
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """One position file on the table, seen by nobody in particular."""
    return session_of(tmp_path, "")


def session_of(folder: Path, viewer: str) -> Session:
    """A session with the position of these tests, as a side sees it."""
    file = folder / "position.toml"
    file.write_text(POSITION.format(viewer=viewer), encoding="utf-8")
    return Session(sources=[open_source(file)], version=1)


@pytest.fixture
def address(session: Session) -> Iterator[str]:
    """The page served on loopback."""
    yield from served(session)


def served(session: Session) -> Iterator[str]:
    """Serve a session until the generator is closed."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    config = uvicorn.Config(make_app(session), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/"
    server.should_exit = True
    server.force_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by playwright; skipped where no Chromium is installed."""
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield chromium
        chromium.close()
