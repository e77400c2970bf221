"""A page with a session of its own, and a real browser to look at it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from assistant.board.app import make_app
from assistant.board.images import Images
from assistant.board.session import Session
from assistant.board.source import Source, open_source
from tests.board.visiting import PATIENCE, Visit, at_rest, is_error, paper

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


@pytest.fixture(scope="session", autouse=True)
def pictures_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is drawn is kept in a folder of the tests, not in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def images() -> Iterator[Images]:
    """The pictures of all tests: the map is drawn but once."""
    found = Images()
    yield found
    found.aside.close()


@pytest.fixture
def session(tmp_path: Path, images: Images) -> Session:
    """One position file on the table, seen by nobody in particular."""
    return Session(sources=[source_of(tmp_path, "")], version=1, images=images)


def source_of(folder: Path, viewer: str) -> Source:
    """The position of these tests, as a side sees it."""
    file = folder / "position.toml"
    file.write_text(POSITION.format(viewer=viewer), encoding="utf-8")
    return open_source(file)


@pytest.fixture
def address(session: Session) -> Iterator[str]:
    """The page served on loopback."""
    yield from served(session)


def served(session: Session) -> Iterator[str]:
    """Serve a session until the generator is closed."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    bound.listen(64)  # who comes before the server is up waits instead of being turned away
    config = uvicorn.Config(make_app(session), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/"
    server.should_exit = True
    server.force_exit = True
    thread.join(60)


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visit]:
    """Opens the page at a width; afterwards the console must hold no error."""
    errors: list[str] = []
    contexts = []
    blank = paper()

    def open_page(
        width: int = 1280, height: int = 800, anchor: str = "", locale: str = "en", **given: Any
    ) -> Any:
        viewport = {"width": width, "height": height}
        context = browser.new_context(
            viewport=viewport, locale=locale, reduced_motion="reduce", **given
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.route("**/map/**", lambda route: route.fulfill(body=blank))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: errors.append(message.text) if is_error(message) else None,
        )
        page.goto(address + anchor)
        return at_rest(page)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def evening(session: Session) -> Session:
    """A log of sixteen steps in place of the position."""
    session.sources[0] = open_source(Path(__file__).parents[2] / "docs/examples/evening.vlog")
    return session
