"""The web application of the board page: loopback only, no other origin, nothing from outside."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route

from assistant.board.aside import AsideError
from assistant.board.beside import worked_out
from assistant.board.guards import FRESH, Doorkeeper, guards_of
from assistant.board.one_file import Shown, one_file
from assistant.board.own_files import OwnFiles, stamp_of
from assistant.board.questions import (
    Asked,
    Courses,
    Planner,
    Ways,
    advances_of,
    cheapest_of,
    lifted_of,
    log_of,
    names_of,
    outlook_of,
    reach_of,
    results_of,
)
from assistant.board.scene import board, scene
from assistant.board.session import Session
from assistant.board.source import Source
from assistant.board.turning import turning_of
from assistant.position_text import write_position
from assistant.questions.answers import as_json
from assistant.report.sheet import Sheet
from assistant.words.data import in_words
from assistant.words.voice import ENGLISH, LANGUAGES, Voice, general, voice
from builder import limits
from builder.errors import KesselError
from builder.game.model import Game
from builder.saying import AsWritten, Saying

STATIC = Path(__file__).parent / "static"
OFFLINE = "offline.js"
"""The module that the page as one file has in place of the one that asks."""
AS_A_FILE = {"content-disposition": "attachment"}
LONGEST_VIEW = int(limits.VIEW)
"""Characters of the view on which a page that is kept as a file opens."""
BOARDS = 4
"""Boards that are kept as they are told; a long one takes a tenth of a second to write."""

Answer = Callable[[Asked], Any]


def make_app(
    session: Session, token: str = "", hosts: Sequence[str] = (), *, sides: bool = False
) -> Starlette:
    """The application that shows a session; with a token only to who knows it. `hosts` are names of
    this machine, besides those of loopback, by which it may be called. With `sides` the reader may
    see with the eyes of each side: for a page that nobody but the owner of the save can open."""
    page, ways = _Page(session, sides), Ways()
    routes = [
        Route("/", page.index),
        Route("/api/board", page.board),
        Route("/api/scene", page.scene),
        Route("/api/names", page.names),
        Route("/api/moves", page.answer(lambda asked: as_json(ways.moves_of(asked)))),
        Route("/api/odds", page.answer(lambda asked: as_json(asked.odds()))),
        Route("/api/results", page.answer(results_of)),
        Route("/api/advances", page.answer(advances_of)),
        Route("/api/outlook", page.answer(outlook_of)),
        Route("/api/lifted", page.answer(lifted_of)),
        Route("/api/ways", page.answer(ways.ways_of)),
        Route("/api/turning", page.answer(turning_of)),
        Route("/api/reach", page.answer(reach_of)),
        Route("/api/cheapest", page.answer(cheapest_of)),
        Route("/api/course", page.answer(Courses().course_of)),
        Route("/api/plan", page.answer(Planner().plan_of, long=True)),
        Route("/api/position", page.position),
        Route("/page.html", page.file),
        Route("/plan.vlog", page.log),
        Route("/api/events", page.events),
        Route("/map/{key}/{tile}.jpg", page.tile),
        Route("/counter/{key}.png", page.counter),
        Mount(static_address(), OwnFiles(STATIC, kept=True)),
        Mount("/static", OwnFiles(STATIC)),
    ]
    guards = guards_of(hosts)
    if token:
        guards.append(Middleware(Doorkeeper, token=token))
    return Starlette(routes=routes, middleware=guards)


class Told(JSONResponse):
    """JSON, with a ? where a file's name is no text."""

    def render(self, content: Any) -> bytes:
        """The document in UTF-8."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(
            errors="replace"
        )


async def events_of(session: Session) -> AsyncIterator[str]:
    """What the page is told as it comes: versions, and before one the battles of its news in each
    language, because the page need not ask for them then."""
    async for version in session.versions():
        if battles := session.battles:
            told = json.dumps(
                {name: in_words(as_json(battles), general(name)) for name in LANGUAGES},
                ensure_ascii=False,
            )
            yield f"event: battle\ndata: {told}\n\n"
        yield f"data: {version}\n\n"


@cache
def static_address() -> str:
    """Where the page's files lie, which a browser need not ask for twice."""
    return f"/static/{stamp_of(STATIC)}"


@cache
def index_page() -> str:
    """The page, with its modules named at once: a browser would else find one behind another."""
    names = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
    links = "\n  ".join(
        f'<link rel="modulepreload" href="/static/{name}">' for name in names if name != OFFLINE
    )
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    whole = text.replace("</head>", f"  {links}\n</head>")
    return whole.replace('"/static/', f'"{static_address()}/')


class _Page:
    """The requests of the page; answers are worked out in threads, never in the event loop."""

    def __init__(self, session: Session, sides: bool) -> None:
        self.session = session
        self.sides = sides
        self._boards: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._boards_lock = Lock()

    async def index(self, request: Request) -> Response:
        return HTMLResponse(index_page())

    async def board(self, request: Request) -> Response:
        def told(source: Source, say: Voice) -> Response:
            return Response(self._board(source), media_type="application/json", headers=FRESH)

        return await self._answered(request, told)

    def _board(self, source: Source) -> bytes:
        """The board as JSON: kept, because it is long and the same for every moment. It holds the
        words of all languages, and no sentences."""
        sheet = self.session.images.sheet(source.moment().position)
        files = tuple(source.path.name for source in self.session.sources)
        key = (sheet.keys["en"], files, tuple(self._viewers(self.session.sources[0])))
        with self._boards_lock:
            kept = self._boards.get(key)
            if kept is None:
                kept = self._boards[key] = self._told_board(sheet, files, source.game)
                if len(self._boards) > BOARDS:
                    self._boards.popitem(last=False)
            return kept

    def _told_board(self, sheet: Sheet, files: Sequence[str], game: Game) -> bytes:
        """Its words are those of the game: a blank sheet has none of its own."""
        told = board(sheet)
        for language, words in told["words"].items():
            if language in LANGUAGES:
                words.update(voice(game, language).codes)
        viewers = self._viewers(self.session.sources[0])
        return bytes(Told({**told, "files": files, "viewers": viewers}).body)

    @property
    def _followed(self) -> dict[str, str]:
        """What the page says of the file or game that it follows."""
        status = {"status": self.session.status} if self.session.status else {}
        return {"note": self.session.note, **status}

    async def scene(self, request: Request) -> Response:
        step = _number(request, "step")

        def told(source: Source) -> Any:
            version = self.session.version
            number = source.steps if step is None else step
            changes = request.query_params.get("try", "")
            found = scene(source, number, self.session.images, changes)
            newest = source.path == self.session.sources[0].path and number == source.steps
            newest = newest and source.viewer == self.session.sources[0].viewer
            news = as_json(self.session.news) if newest else []
            return {**found, "version": version, "news": news, **self._followed}

        return await self._json(request, told)

    async def names(self, request: Request) -> Response:
        """The names that counters cover, to be written again."""

        def told(source: Source, say: Voice) -> Response:
            asked = Asked(source, _number(request, "step"), request.query_params)
            return Told(names_of(self.session.images, asked, say.language), headers=FRESH)

        return await self._answered(request, told)

    def answer(
        self, question: Answer, long: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route that asks one question of the moment which the request names."""

        async def route(request: Request) -> Response:
            def told(source: Source) -> Any:
                return question(Asked(source, _number(request, "step"), request.query_params))

            return await self._json(request, told, long)

        return route

    async def tile(self, request: Request) -> Response:
        """A tile of the map of a key that a board told; nobody can ask for another."""
        images, key = self.session.images, request.path_params["key"]
        found = images.told(key)
        if found is None:
            raise HTTPException(404)
        try:
            tile = await run_in_threadpool(images.tile, *found, request.path_params["tile"])
        except AsideError as error:
            return Told({"error": str(error)}, 500)
        if tile is None:
            raise HTTPException(404)
        return _kept(tile, "image/jpeg")

    async def counter(self, request: Request) -> Response:
        face = await run_in_threadpool(self.session.images.face, request.path_params["key"])
        if face is None:
            raise HTTPException(404)
        return _kept(face, "image/png")

    async def position(self, request: Request) -> Response:
        """The moment, tried changes included, as a position file to keep."""

        def told(source: Source) -> Any:
            asked = Asked(source, _number(request, "step"), request.query_params)
            return {"text": write_position(asked.moment.position)}

        return await self._json(request, told)

    async def file(self, request: Request) -> Response:
        """The page as one file to keep or to send."""
        if not self.session.sources:
            raise HTTPException(404)
        source, words = self._source(request), request.query_params
        view = words.get("view", "")[:LONGEST_VIEW]
        shown = Shown(view, _number(request, "step"), words.get("try", ""))
        say = await run_in_threadpool(_voice, request, source)
        try:
            images = self.session.images
            text = await worked_out(limits.LONG, one_file, source, images, say, shown)
        except (KesselError, AsideError) as error:
            return Told({"error": say(str(error))}, 422)
        return Response(text, media_type="text/html", headers={**FRESH, **AS_A_FILE})

    async def log(self, request: Request) -> Response:
        """What is tried and planned, as a log that VASSAL steps through, from the moment shown."""
        if not self.session.sources:
            raise HTTPException(404)
        source = self._source(request)
        say = await run_in_threadpool(_voice, request, source)
        asked = Asked(source, _number(request, "step"), request.query_params)
        try:
            data = await worked_out(limits.WORK, log_of, asked, say)
        except KesselError as error:
            return Told({"error": say(str(error))}, 422)
        return Response(data, media_type="application/octet-stream", headers={**FRESH, **AS_A_FILE})

    async def events(self, request: Request) -> Response:
        return StreamingResponse(
            events_of(self.session), media_type="text/event-stream", headers=FRESH
        )

    def _source(self, request: Request) -> Source:
        number = _number(request, "file") or 0
        if not 0 <= number < len(self.session.sources):
            raise HTTPException(404)
        source, viewer = self.session.sources[number], request.query_params.get("viewer", "")
        if viewer not in self._viewers(source):
            return source
        return source.seen_with(viewer)

    def _viewers(self, source: Source) -> list[str]:
        """The sides with whose eyes the reader may look."""
        return list(source.game.sides) if self.sides and not source.viewer else []

    async def _json(
        self, request: Request, told: Callable[[Source], Any], long: bool = False
    ) -> Response:
        def answer(source: Source, say: Voice) -> Response:
            return Told(in_words(told(source), say), headers=FRESH)

        return await self._answered(request, answer, long)

    async def _answered(
        self,
        request: Request,
        answer: Callable[[Source, Voice], Response],
        long: bool = False,
    ) -> Response:
        """An answer from a thread, or one sentence of why there is none."""
        if not self.session.sources:
            return Told({"empty": True, **self._followed}, headers=FRESH)
        source, say = self._source(request), general(ENGLISH)
        try:
            say = await run_in_threadpool(_voice, request, source)
            seconds = limits.LONG if long else limits.WORK
            return await worked_out(seconds, answer, source, say)
        except KesselError as error:
            return Told({"error": say(str(error))}, 422)
        except HTTPException:
            raise
        except Exception as error:  # one answer fails, not the page
            text = "No answer can be given ({why}: {text})."
            told = Saying(text, why=type(error).__name__, text=AsWritten(error))
            return Told({"error": say(told)}, 500)


def _voice(request: Request, source: Source) -> Voice:
    """The voice for the page's language."""
    asked = request.query_params.get("language", "")
    return voice(source.game, asked if asked in LANGUAGES else ENGLISH)


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


def _kept(data: bytes, kind: str) -> Response:
    """A picture, which a browser may keep: its address says all that it shows."""
    return Response(data, media_type=kind, headers={"cache-control": "max-age=86400, immutable"})
