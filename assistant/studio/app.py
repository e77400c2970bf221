"""The web application of the studio: loopback only, one token, nothing from outside."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from assistant.board.app import FRESH, HOSTS, SameOrigin
from assistant.studio.workshop import BadRequestError, Fitting, Tracing, traced_from
from builder.game.problems import ProblemsError

STATIC = Path(__file__).parent / "static"
MOST_BYTES = 4 * 1024 * 1024
"""Of a request: a map of 20,000 hexes is one megabyte."""


def make_app(workshop: Fitting | Tracing, token: str) -> Starlette:
    """The application of one page; who asks must know the token."""
    page = _Page(workshop, token)
    routes = [
        Route("/", page.index),
        Route("/api/start", page.start),
        Route("/tile/{level:int}/{column:int}/{row:int}.jpg", page.tile),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    if isinstance(workshop, Fitting):
        routes += [
            page.post("/api/fit", lambda data: workshop.fit(workshop.marks(data.get("marks")))),
            page.post("/api/save", lambda data: _files(workshop.save(_enough(workshop, data)))),
        ]
    else:
        routes += [
            page.post("/api/clusters", lambda data: workshop.clusters(*_wanted(data))),
            page.post("/api/save", lambda data: _files(workshop.save(traced_from(data)))),
        ]
    guards = [Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS), Middleware(SameOrigin)]
    return Starlette(routes=routes, middleware=guards)


def _enough(workshop: Fitting, data: dict[str, Any]) -> Any:
    marks = workshop.marks(data.get("marks"))
    found = workshop.fit(marks)
    if "fault" in found:
        raise BadRequestError(found["fault"])
    return marks


def _wanted(data: dict[str, Any]) -> tuple[str, int]:
    what, count = data.get("what"), data.get("count")
    if what not in ("hexes", "sides") or not isinstance(count, int) or isinstance(count, bool):
        raise BadRequestError("Ask for hexes or sides, and how many clusters.")
    return str(what), count


def _files(paths: list[Path]) -> dict[str, Any]:
    return {"saved": [path.name for path in paths]}


class _Page:
    """The requests of the page; work is done in threads, never in the event loop."""

    def __init__(self, workshop: Fitting | Tracing, token: str) -> None:
        self.workshop = workshop
        self.token = token

    def _known(self, request: Request) -> bool:
        told = request.headers.get("x-kessel-token") or request.query_params.get("token", "")
        return secrets.compare_digest(told.encode(), self.token.encode())

    async def index(self, request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers=FRESH)

    async def start(self, request: Request) -> Response:
        if not self._known(request):
            return _refused()
        return await _answer(self.workshop.start)

    async def tile(self, request: Request) -> Response:
        if not self._known(request):
            return _refused()
        where = (request.path_params[name] for name in ("level", "column", "row"))
        data = await run_in_threadpool(self.workshop.tiles.tile, *where)
        if data is None:
            return Response(status_code=404)
        return Response(data, media_type="image/jpeg", headers={"cache-control": "max-age=3600"})

    def post(self, path: str, work: Callable[[dict[str, Any]], Any]) -> Route:
        """A route that takes one JSON object and gives another."""

        async def route(request: Request) -> Response:
            if not self._known(request):
                return _refused()
            body = b""
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    return JSONResponse({"error": "The request is too large."}, 413)
            return await _answer(lambda: work(_object(body)))

        return Route(path, route, methods=["POST"])


def _object(body: bytes) -> dict[str, Any]:
    import json

    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequestError("That is not JSON.") from None
    if not isinstance(data, dict):
        raise BadRequestError("An object is wanted.")
    return data


def _refused() -> Response:
    text = "Open the page with the address that the command printed."
    return JSONResponse({"error": text}, 403)


async def _answer(work: Callable[[], Any]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(work), headers=FRESH)
    except BadRequestError as error:
        return JSONResponse({"error": str(error)}, 400)
    except ProblemsError as error:
        return JSONResponse({"error": str(error)}, 422)
    except OSError as error:
        return JSONResponse({"error": f"Nothing was saved: {error.strerror}."}, 500)
