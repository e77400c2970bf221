"""A page with a session of its own, and a real browser to look at it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

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


class Stage:
    """One server of a worker for the pages of all its tests, because a browser keeps the scripts of one
    address only; the map is a blank."""

    def __init__(self) -> None:
        self.app: ASGIApp = PlainTextResponse("nobody plays here")
        self.blank = Response(paper(), media_type="image/png")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answer of the page that is played now."""
        of_map = scope["type"] == "http" and scope["path"].startswith("/map/")
        await (self.blank if of_map else self.app)(scope, receive, send)


@pytest.fixture(scope="session")
def staged() -> Iterator[tuple[Stage, str]]:
    """The stage, and its address on loopback."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    bound.listen(64)  # who comes before the server is up waits instead of being turned away
    stage = Stage()
    server = uvicorn.Server(uvicorn.Config(stage, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    yield stage, f"http://127.0.0.1:{bound.getsockname()[1]}/"
    server.should_exit = True
    server.force_exit = True
    thread.join(60)


@pytest.fixture
def address(staged: tuple[Stage, str], session: Session) -> str:
    """The page of a session, served on loopback."""
    stage, found = staged
    stage.app = make_app(session)
    return found


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Tabs:
    """The tabs of a worker, each for one test at a time: a new one costs more than most tests ask of it."""
    return Tabs(browser)


class Tabs:
    """Tabs that are free, by what cannot be changed of a tab."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.free: dict[str, list[Any]] = {}

    def take(self, locale: str, width: int, height: int, scheme: str) -> Any:
        """A tab that remembers nothing of other tests."""
        if not (free := self.free.setdefault(locale, [])):
            context = self.browser.new_context(locale=locale)
            context.set_default_timeout(PATIENCE)
            free.append(context.new_page())
        page = free.pop()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(media="screen", color_scheme=scheme, reduced_motion="reduce")
        return page

    def give_back(self, locale: str, page: Any) -> None:
        """The tab forgets what it was shown."""
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        self.free[locale].append(page)


@pytest.fixture
def visit(tabs: Tabs, address: str) -> Iterator[Visit]:
    """Opens the page at a width; afterwards the console must hold no error."""
    errors: list[str] = []
    taken: list[tuple[str, Any]] = []

    def fault(error: Any) -> None:
        errors.append(str(error))

    def message(told: Any) -> None:
        if is_error(told):
            errors.append(told.text)

    def open_page(
        width: int = 1280,
        height: int = 800,
        anchor: str = "",
        locale: str = "en",
        color_scheme: str = "light",
    ) -> Any:
        page = tabs.take(locale, width, height, color_scheme)
        taken.append((locale, page))
        page.on("pageerror", fault)
        page.on("console", message)
        page.goto(address + anchor)
        return at_rest(page)

    yield open_page
    for locale, page in taken:
        page.remove_listener("pageerror", fault)
        page.remove_listener("console", message)
        tabs.give_back(locale, page)
    assert errors == []


@pytest.fixture
def evening(session: Session) -> Session:
    """A log of sixteen steps in place of the position."""
    session.sources[0] = open_source(Path(__file__).parents[2] / "docs/examples/evening.vlog")
    return session
