"""The web application of the desk: loopback only, one token, nothing from outside."""

from __future__ import annotations

import json
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
from assistant.desk.desk import BadEditError, Desk, edits_of
from builder.game.problems import ProblemsError

STATIC = Path(__file__).parent / "static"
MOST_BYTES = 4 * 1024 * 1024
COUNTER_PIXELS = 96


def make_app(desk: Desk, token: str) -> Starlette:
    """The application of a desk; who asks must know the token."""
    page = _Page(desk, token)
    routes = [
        Route("/", page.index),
        page.asked("/api/start", lambda data: desk.start()),
        page.asked("/api/sheet", lambda data: desk.sheet(str(data.get("id")))),
        page.asked(
            "/api/write", lambda data: desk.write(str(data.get("id")), edits_of(data.get("edits")))
        ),
        page.asked("/api/undo", lambda data: desk.undo()),
        Route("/counter/{id}.png", page.counter),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    guards = [Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS), Middleware(SameOrigin)]
    return Starlette(routes=routes, middleware=guards)


class _Page:
    """The requests of the page; work is done in threads, never in the event loop."""

    def __init__(self, desk: Desk, token: str) -> None:
        self.desk = desk
        self.token = token

    def _known(self, request: Request) -> bool:
        told = request.headers.get("x-kessel-token") or request.query_params.get("token", "")
        return secrets.compare_digest(told.encode(), self.token.encode())

    async def index(self, request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers=FRESH)

    async def counter(self, request: Request) -> Response:
        if not self._known(request):
            return _refused()
        try:
            data = await run_in_threadpool(self._drawn, request.path_params["id"])
        except (BadEditError, ProblemsError):
            return Response(status_code=404)
        return Response(data, media_type="image/png", headers={"cache-control": "max-age=600"})

    def _drawn(self, id_: str) -> bytes:
        from builder.drawing.mix import faces_of
        from builder.module.pictures import FacePicture

        face = faces_of(self.desk.source.game, self.desk.counter(id_))[0]
        return FacePicture(id_, face, COUNTER_PIXELS).draw()

    def asked(self, path: str, work: Callable[[dict[str, Any]], Any]) -> Route:
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
    try:
        data = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise BadEditError("That is not JSON.") from None
    if not isinstance(data, dict):
        raise BadEditError("An object is wanted.")
    return data


def _refused() -> Response:
    text = "Open the page with the address that the command printed."
    return JSONResponse({"error": text}, 403)


async def _answer(work: Callable[[], Any]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(work), headers=FRESH)
    except BadEditError as error:
        return JSONResponse({"error": str(error)}, 400)
    except ProblemsError as error:
        return JSONResponse({"error": str(error)}, 422)
    except OSError as error:
        return JSONResponse({"error": f"Nothing was saved: {error.strerror}."}, 500)
