"""The door of a page that one command serves: loopback only, one token, nothing from outside."""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from errno import EACCES, EDQUOT, ENOSPC, EPERM, EROFS
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from assistant.board.app import STATIC as BOARD
from assistant.board.app import Told
from assistant.board.beside import worked_out
from assistant.board.guards import FRESH, guards_of, welcome
from assistant.board.own_files import OwnFiles
from assistant.words.findings import complaining
from builder import limits
from builder.errors import FaultError, KesselError
from builder.game.owned import own_root
from builder.game.problems import ProblemsError
from builder.saying import Saying

STATIC = Path(__file__).parent / "static"
"""What pages share, which they find under /kit."""

CLOSED = "Open in this tab the address that the command printed last."

Object = dict[str, Any]


class BadRequestError(ValueError):
    """The page asked for something that makes no sense; one sentence."""


class NotNowError(BadRequestError):
    """It makes sense, and will be done once what the sentence tells is mended: the page waits."""


_PART = re.compile(r"^<!-- (links|tools|main) -->\n", re.MULTILINE)


def framed(parts: str) -> str:
    """A page from its own parts, which lie in its index.html: what it loads, the buttons of its
    bar, and what is below; the rest is the same on every page and stands in frame.html."""
    frame = (STATIC / "frame.html").read_text(encoding="utf-8")
    _, *told = _PART.split(parts)
    for name, text in zip(told[::2], told[1::2], strict=True):
        frame = frame.replace(f"<!-- {name} -->", text.rstrip("\n"))
    return frame


@dataclass(frozen=True)
class Door:
    """Makes the routes of a page; each of them is for who knows the token."""

    token: str

    def app(self, folder: Path, routes: Sequence[BaseRoute]) -> Starlette:
        """The application: the page of a folder, its routes, and what pages share."""
        whole = framed((folder / "index.html").read_text(encoding="utf-8"))

        async def page(request: Request) -> Response:
            return HTMLResponse(whole, headers=FRESH)

        mounts = [
            Mount("/static", OwnFiles(folder)),
            Mount("/kit", OwnFiles(STATIC)),
            Mount("/shared", OwnFiles(BOARD)),
        ]
        return Starlette(routes=[Route("/", page), *routes, *mounts], middleware=guards_of())

    def asked(self, path: str, work: Callable[[Object], Any], method: str = "POST") -> Route:
        """A route that takes one JSON object and gives another; `work` runs in a thread."""

        async def told(data: Object) -> Any:
            return await worked_out(limits.LONG, work, data)

        return self.waited(path, told, method)

    def waited(
        self, path: str, work: Callable[[Object], Awaitable[Any]], method: str = "POST"
    ) -> Route:
        """The same for work that only waits."""

        async def route(request: Request) -> Response:
            say = complaining(request.headers.get("x-kessel-language", ""))
            if not self._known(request):
                return Told({"error": say(CLOSED)}, 403)
            body = b""
            async for part in request.stream():
                body += part
                if len(body) > limits.SENT:
                    return Told({"error": say("The request is too large.")}, 413)
            return await _answer(body, work, say)

        return Route(path, route, methods=[method])

    def picture(
        self, path: str, draw: Callable[[Mapping[str, Any]], bytes | None], age: int = 600
    ) -> Route:
        """A route that gives a picture by what its path says, PNG or JPEG; 404 if there is none
        or it cannot be drawn."""

        async def route(request: Request) -> Response:
            if not self._known(request):
                return Told({"error": CLOSED}, 403)
            try:
                data = await worked_out(limits.LONG, draw, request.path_params)
            except (BadRequestError, KesselError, FaultError):
                data = None
            if data is None:
                return Response(status_code=404)
            kind = "image/jpeg" if data.startswith(b"\xff\xd8") else "image/png"
            return Response(data, media_type=kind, headers={"cache-control": f"max-age={age}"})

        return Route(path, route)

    def _known(self, request: Request) -> bool:
        told = request.headers.get("x-kessel-token") or request.query_params.get("token", "")
        known = secrets.compare_digest(told.encode(), self.token.encode())
        if known:
            welcome(request.scope)
        return known


def seen_from(data: Any) -> dict[str, str]:
    """What a page says it has seen; BadRequestError for anything else."""
    told = data.get("seen", {})
    if not isinstance(told, dict) or not all(isinstance(sign, str) for sign in told.values()):
        raise BadRequestError("What was seen is told by files.")
    return told


async def _answer(
    body: bytes, work: Callable[[Object], Awaitable[Any]], say: Callable[[str], str]
) -> Response:
    try:
        return Told(await work(_object(body)), headers=FRESH)
    except BadRequestError as error:
        return Told({"error": say(str(error))}, 409 if isinstance(error, NotNowError) else 400)
    except ProblemsError as error:
        told = (replace(one, text=say(one.text), remedy=say(one.remedy)) for one in error.problems)
        return Told({"error": " ".join(map(str, told))}, 422)
    except KesselError as error:
        return Told({"error": say(str(error))}, 422)
    except OSError as error:
        return Told({"error": say(_unsaved(error))}, 500)


def _is_read_only(path: Path) -> bool:
    """Whether a file may not be written though its folder may."""
    return os.path.isfile(path) and not path.stat().st_mode & stat.S_IWUSR


def _unsaved(error: OSError) -> str:
    """Why nothing could be written, and what helps."""
    if error.errno in (ENOSPC, EDQUOT):
        return "Nothing was saved: the disk is full. Make room on it."
    if error.errno in (EACCES, EPERM, EROFS):
        path = Path(str(error.filename)) if error.filename else Path()
        if _is_read_only(path):
            return Saying("Nothing was saved: {file} is read-only. Allow it.", file=path)
        place = path.parent
        if (root := own_root()) is None or not place.is_relative_to(root):
            return Saying("Nothing was saved: {folder} may not be written. Allow it.", folder=place)
        return Saying(
            "Nothing was saved: {folder} may not be written. Allow it, or use --own FOLDER.",
            folder=place,
        )
    return Saying("Nothing was saved: {why}.", why=error.strerror or "the file cannot be written")


def _object(body: bytes) -> Object:
    try:
        data = json.loads(body or b"{}")
        if b"\\ud" in body.lower():  # halves of signs that are no text: no file can hold them
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadRequestError("That is not JSON.") from None
    if not isinstance(data, dict):
        raise BadRequestError("An object is wanted.")
    return data
