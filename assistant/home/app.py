"""The web application of the home page: loopback, one token, and no other page of the browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from assistant.board.app import STATIC as SHARED
from assistant.board.app import Told
from assistant.board.aside import Aside, AsideError
from assistant.board.guards import FRESH, Doorkeeper, guards_of, is_page
from assistant.board.own_files import OwnFiles
from assistant.home import summary
from assistant.home.dropping import DropError, put
from assistant.home.filling import Filling
from assistant.home.finding import SUFFIXES, Found, saves, unread
from assistant.home.found_lines import with_lines
from assistant.home.games import Games
from assistant.home.jobs import BusyError, Job, Jobs
from assistant.home.orders import ORDERS, Asked, OrderError, offered
from assistant.home.places import Places, key_of
from assistant.home.proving import Proves
from assistant.home.remembered import FILE, Remembered
from assistant.words.voice import ENGLISH, LANGUAGES, general
from builder import limits
from builder.saying import Saying

STATIC = Path(__file__).parent / "static"
MOST_BYTES = int(limits.REQUEST)
"""Of a request that is no dropped file."""

PAGE_WIDTH = 1_000
"""Pixels of a page that is looked at."""

MOST_SEEN = 60
"""Rows in sight of which it is told what matters."""

FRESH_FOR = 0.5
"""Seconds for which a look at the folders holds."""

CLOSED = "Open the page by starting Kessel: its address is for this browser alone."


@dataclass
class Home:
    """All that one page works with."""

    places: Places
    commands: frozenset[str]
    end: Callable[[], None]
    aside: Aside = field(default_factory=Aside)
    files: dict[str, Path] = field(default_factory=dict)
    """Files that the page may speak of, by key: those that were listed or dropped."""

    _found: tuple[float, list[Found]] = (-1.0, [])
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.games = Games(self.places.work)
        self.filling = Filling(Remembered(self.places.own / FILE))
        self.jobs = Jobs(self.places.work)

    def saves(self, seen: frozenset[str] = frozenset()) -> list[Found]:
        """The saves in the chosen folders; filling them in goes on in the background, more of those
        that are in sight."""
        with self._lock:
            then, found = self._found
            if monotonic() - then > FRESH_FOR:
                found = saves(self.places.chosen())
                self._found = (monotonic(), found)
                self.files.update((one.key, one.path) for one in found)
            self.filling.want(found, seen)
        return found

    def folders(self) -> dict[str, Path]:
        """The chosen folders by key."""
        return {key_of(path): path for path in self.places.chosen()}

    def forget_folders(self) -> None:
        """Look anew; files of folders that were left out cannot be asked for any more."""
        with self._lock:
            self._found = (-1.0, [])
            self.files = {
                key: path for key, path in self.files.items() if self.places.dropped in path.parents
            }

    def close(self) -> None:
        """End all that was begun."""
        self.filling.close()
        self.jobs.close()
        self.aside.close()


def make_app(home: Home, token: str) -> Starlette:
    """The application of the page; who asks must know the token."""
    page = _Page(home)
    routes = [
        Route("/", page.index),
        Route("/api/home", page.home_),
        Route("/api/saves", page.saves),
        Route("/api/jobs", page.jobs),
        Route("/api/do/{what}", page.do, methods=["POST"]),
        Route("/api/folders", page.folders, methods=["POST"]),
        Route("/api/stop", page.stop, methods=["POST"]),
        Route("/api/end", page.end, methods=["POST"]),
        Route("/api/drop/{name}", page.drop, methods=["PUT"]),
        Route("/picture/{game}.png", page.picture),
        Route("/api/owned/{game}", page.owned),
        Route("/api/pages/{job:int}/{which:int}", page.pages),
        Route("/api/pages/{game}/{name}", page.pages),
        Route("/page/{job:int}/{which:int}/{page:int}.png", page.page),
        Route("/page/{game}/{name}/{page:int}.png", page.page),
        Route("/file/{number:int}/{which:int}/{name}", page.file),
        Route("/made/{game}/{name}", page.made),
        Mount("/shared", OwnFiles(SHARED)),
        Mount("/static", OwnFiles(STATIC)),
    ]
    guards = [
        *guards_of(),
        Middleware(NoNeighbours),
        Middleware(Proves, token=token),
        Middleware(Doorkeeper, token=token, closed=CLOSED),
    ]
    return Starlette(routes=routes, middleware=guards)


class NoNeighbours:
    """Refuses what pages of other ports of this machine ask, since cookies do not mind the port;
    only the page itself may be opened from there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            opened = is_page(scope["path"]) and headers.get(b"sec-fetch-mode") == b"navigate"
            near = headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")
            if not (near or opened):
                await Response("This page answers to itself only.", 403)(scope, receive, send)
                return
        await self.app(scope, receive, send)


class _Page:
    """The requests of the page; work is done in threads, never in the event loop."""

    def __init__(self, home: Home) -> None:
        self.home = home

    async def index(self, request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(self._index), headers=FRESH)

    def _index(self) -> str:
        """The page with its saves in it, because a browser shows them before it asks for more."""
        first = bytes(Told(self._saves()).body).decode().replace("<", "\\u003c")
        return (STATIC / "index.html").read_text(encoding="utf-8").replace("<!-- first -->", first)

    async def home_(self, request: Request) -> Response:
        return await _answer(request, self._home)

    def _home(self) -> Any:
        places = self.home.places
        return {
            "work": str(places.work),
            "folders": [
                {"key": key, "path": str(path), "dropped": path == places.dropped}
                for key, path in self.home.folders().items()
            ],
            "games": self.home.games.told(),
            "offered": offered(self.home.commands),
            "suffixes": list(SUFFIXES),
        }

    async def saves(self, request: Request) -> Response:
        seen = frozenset(request.query_params.get("seen", "").split(",")[:MOST_SEEN])
        return await _answer(request, lambda: self._saves(seen))

    def _saves(self, seen: frozenset[str] = frozenset()) -> Any:
        found, kept = self.home.saves(seen), self.home.filling.kept
        folders = {path: key_of(path) for path in self.home.places.chosen()}
        rows = [
            {
                "key": one.key,
                "name": one.path.name,
                "folder": folders.get(one.folder, ""),
                "inside": one.path.parent.relative_to(one.folder).as_posix(),
                "time": one.modified // 1_000_000,
                "told": kept.get(one),
            }
            for one in found
        ]
        told = {"saves": rows, "busy": self.home.filling.busy, "unread": list(self._unread())}
        return told | {"offered": offered(self.home.commands)}

    def _unread(self) -> Iterator[dict[str, Any]]:
        """Chosen folders of which nothing can be told, with the reason in each language."""
        for path in self.home.places.chosen():
            if why := unread(path):
                told = {language: general(language)(why) for language in LANGUAGES}
                yield {"path": str(path), "why": told}

    async def jobs(self, request: Request) -> Response:
        language = _language(request)
        return await _answer(
            request, lambda: {"jobs": [self._job(job, language) for job in self._latest()]}
        )

    def _latest(self) -> list[Job]:
        return sorted(self.home.jobs.jobs.values(), key=lambda job: -job.number)

    def _job(self, job: Job, language: str) -> dict[str, Any]:
        told = job.told()
        if job.what == "check" and job.result is not None:
            roots = [shown.folder for shown in self.home.games.all().values()]
            told["result"] = with_lines(job.result, roots, self.home.places.work, language)
        return told

    async def do(self, request: Request) -> Response:
        what = request.path_params["what"]
        data = await _object(request)

        def begun() -> Any:
            if what not in offered(self.home.commands):
                raise OrderError("This Kessel cannot do that.")
            home = self.home
            asked = Asked(data, home.files, home.folders(), home.games.all())
            order = ORDERS[what]
            words, language = order.words(asked), _language(request)
            about = self._about(asked)
            job = home.jobs.start(what, words, language, serves=order.serves, about=about)
            return self._job(job, language)

        return await _answer(request, begun)

    def _about(self, asked: Asked) -> dict[str, str]:
        """The name of what an order is about, by language; of a game to be, its name to be."""
        if (shown := asked.games.get(str(asked.data.get("game")))) is not None:
            return self.home.games.title(shown)
        file, folder = asked.data.get("file"), asked.data.get("folder")
        path = asked.files.get(str(file)) or asked.folders.get(str(folder))
        name = path.name if path is not None else asked.text("name")
        return dict.fromkeys(LANGUAGES, name)

    async def folders(self, request: Request) -> Response:
        data = await _object(request)

        def changed() -> Any:
            home = self.home
            if "add" in data:
                home.places.add(str(data["add"])[:2000])
            elif (path := home.folders().get(str(data.get("leave")))) is not None:
                home.places.leave_out(path)
            home.forget_folders()
            return self._home()

        return await _answer(request, changed)

    async def stop(self, request: Request) -> Response:
        data = await _object(request)
        number = data.get("number")
        if not isinstance(number, int):
            return Response(status_code=404)
        return await _answer(request, lambda: self.home.jobs.stop(number))

    async def end(self, request: Request) -> Response:
        self.home.end()
        return Told({"ended": True}, headers=FRESH)

    async def drop(self, request: Request) -> Response:
        try:
            name = request.path_params["name"]
            path = await put(request.stream(), self.home.places.dropped, name)
        except DropError as error:
            return _wrong(request, str(error))
        except OSError as error:
            return _wrong(
                request, Saying("The file cannot be kept: {reason}.", reason=error.strerror), 500
            )
        self.home.files[key_of(path)] = path
        self.home.forget_folders()
        self.home.files[key_of(path)] = path
        return Told({"key": key_of(path), "name": path.name}, headers=FRESH)

    async def picture(self, request: Request) -> Response:
        shown = self.home.games.all().get(request.path_params["game"])
        if shown is None:
            return Response(status_code=404)
        try:
            told = request.query_params.get("language", ENGLISH)
            png = await run_in_threadpool(self.home.aside.run, summary.picture, shown.folder, told)
        except AsideError:
            return Response(status_code=404)
        tag = f'"{sha256(png).hexdigest()[:20]}"'
        headers = {"cache-control": "max-age=60", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(png, media_type="image/png", headers=headers)

    async def file(self, request: Request) -> Response:
        """A file that a command wrote."""
        path = self._written(request.path_params["number"], request.path_params["which"])
        return _sent(path) if path is not None else Response(status_code=404)

    def _written(self, number: int, which: int) -> Path | None:
        job = self.home.jobs.jobs.get(number)
        return None if job is None or which >= len(job.files) else job.files[which]

    async def made(self, request: Request) -> Response:
        """A module or sheets that were made before."""
        path = self._made(request.path_params["game"], request.path_params["name"])
        return _sent(path) if path is not None else Response(status_code=404)

    def _made(self, game: str, name: str) -> Path | None:
        known = game in self.home.games.all() and name in self.home.games.made(game)
        return self.home.places.output / game / name if known else None

    def _sheet(self, request: Request) -> Path | None:
        """The PDF that a request for its pages means."""
        told = request.path_params
        if "job" in told:
            path = self._written(told["job"], told["which"])
        else:
            path = self._made(told["game"], told["name"])
        good = path is not None and path.suffix == ".pdf" and path.is_file()
        return path if good else None

    async def pages(self, request: Request) -> Response:
        """How many pages a PDF has."""
        return await self._aside(request, self._sheet(request), summary.page_count)

    async def page(self, request: Request) -> Response:
        """A page of a PDF as a picture, to look at it before it is printed."""
        more = (request.path_params["page"], PAGE_WIDTH)
        return await self._aside(request, self._sheet(request), summary.page, *more)

    async def owned(self, request: Request) -> Response:
        """How much of a game its owner has typed."""
        shown = self.home.games.all().get(request.path_params["game"])
        folder = None if shown is None else shown.folder
        return await self._aside(request, folder, summary.progress)

    async def _aside(
        self, request: Request, path: Path | None, work: Callable[..., bytes], *more: int
    ) -> Response:
        if path is None:
            return Response(status_code=404)
        try:
            data = await run_in_threadpool(self.home.aside.run, work, path, *more)
        except AsideError as error:
            return _wrong(request, str(error))
        if not data:
            return Response(status_code=404)
        kind = "image/png" if data.startswith(b"\x89PNG") else "application/json"
        return Response(data, media_type=kind, headers=FRESH)


def _sent(path: Path) -> Response:
    if not path.is_file():
        return Response(status_code=404)
    how = "inline" if path.suffix == ".pdf" else "attachment"
    kind = "application/pdf" if path.suffix == ".pdf" else "application/octet-stream"
    return FileResponse(
        path, media_type=kind, filename=path.name, content_disposition_type=how, headers=FRESH
    )


async def _object(request: Request) -> dict[str, Any]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return {}
    with suppress(ValueError, RecursionError):
        data = json.loads(body)
        return data if isinstance(data, dict) else {}
    return {}


async def _answer(request: Request, work: Callable[[], Any]) -> Response:
    try:
        return Told(await run_in_threadpool(work), headers=FRESH)
    except (OrderError, BusyError, ValueError) as error:
        return _wrong(request, str(error))
    except OSError as error:
        return _wrong(
            request, Saying("That cannot be done here: {reason}.", reason=error.strerror), 500
        )


def _wrong(request: Request, text: str, status: int = 422) -> Response:
    return Told({"error": general(_language(request))(text)}, status)


def _language(request: Request) -> str:
    """The language that the page speaks."""
    told = request.headers.get("x-kessel-language", "")
    return told if told in LANGUAGES else ENGLISH
