"""Who stands before every page that a command serves: nobody from outside comes in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from typing import Any
from urllib.parse import quote

from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from assistant.words.language import browsers_language
from assistant.words.voice import general
from builder import limits

HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine by which its own browsers call it."""
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        b"connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
FRESH = {"cache-control": "no-store"}
CLOSED = "This page shows what one side sees: open it by the address that Kessel told."


def guards_of(hosts: Sequence[str] = ()) -> list[Middleware]:
    """Who stands before every page. The one that adds the headers is outside, because what the
    other refuses has them too."""
    return [
        Middleware(SameOrigin),
        Middleware(OwnAddress, hosts=(*HOSTS, *hosts)),
    ]


class OwnAddress:
    """Answers only to who calls it by a name of this machine and by its own port: whoever has a
    browser ask by other names, or by way of another port, is not its page."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = frozenset(name.encode() for name in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_own(scope):
            await Response("This page answers to itself only.", 400)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_own(self, scope: Scope) -> bool:
        told = [value for name, value in scope["headers"] if name == b"host"]
        called = _HOST.fullmatch(told[0].lower()) if len(told) == 1 else None
        _, port = scope["server"]
        return bool(called and called[1] in self.hosts and int(called[2] or 80) == port)


_HOST = re.compile(rb"(\[[0-9a-f:]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?")


class SameOrigin:
    """Refuses requests that another site makes a browser send, and adds the safety headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"")
        origin = headers.get(b"origin")
        foreign = origin is not None and origin.partition(b"://")[2] != host
        # To open the page itself is allowed, because after a redirect from another port Firefox
        # calls that the deed of another site.
        opened = is_page(scope["path"]) and scope["method"] == "GET"
        opened = opened and headers.get(b"sec-fetch-dest") == b"document"

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        # To a browser the pages of other ports of this machine are of one site with this one.
        far = headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site")
        if not opened and (foreign or far):
            await Response("This page answers to itself only.", 403)(scope, receive, guarded)
            return
        if len(scope["path"]) > limits.ADDRESS:
            await Response(status_code=414)(scope, receive, guarded)
            return
        # Who closes his page while it sends something waits for no answer.
        with suppress(ClientDisconnect):
            await self.app(scope, receive, guarded)


def cookie_name(token: str) -> str:
    """Cookies do not mind the port: the name keeps two pages of one machine apart."""
    return f"kessel-{_digest(token)[:12]}"


def place_of(token: str) -> str:
    """Where the page with a token lies. Its cookie is for that place alone, because a browser hands
    the cookies of a name to the pages of all its ports: those would have to know the place."""
    return f"/at-{_digest('at ' + token)[:32]}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


_PAGE = re.compile(r"/(at-[0-9a-f]{32}/)?")


def is_page(path: str) -> bool:
    """Whether a path is that of the page itself, wherever it lies."""
    return _PAGE.fullmatch(path) is not None


MADE_OF = ("/static/", "/shared/")
"""Where the files of pages lie that are Kessel's own."""


def welcome(scope: Scope) -> None:
    """Note on a request that who sent it has the key: his connection gives way last."""
    scope.setdefault("state", {})[WELCOME] = True


WELCOME = "kessel.welcome"


class Doorkeeper:
    """Lets in who once came by the address with the token, and nobody else on the machine.

    The token becomes a cookie of the place where the page lies, because the page's own requests do
    not carry its address. What pages are made of is open: it lies in every Kessel.
    """

    def __init__(self, app: ASGIApp, token: str, closed: str = CLOSED) -> None:
        self.app = app
        self.token = token
        self.closed = closed
        self.cookie, self.place = cookie_name(token), place_of(token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, path = Request(scope), scope["path"]
        inside = path.removeprefix(self.place)
        known = inside != path and self._is_it(request.cookies.get(self.cookie, ""))
        if known:
            welcome(scope)
        if path.startswith(MADE_OF):
            await self.app(scope, receive, send)
        elif known and inside.startswith("/"):
            within = {**scope, "path": inside, "raw_path": quote(inside).encode()}
            await self.app(within, receive, send)
        elif path == "/" and self._is_it(request.query_params.get("token", "")):
            answer = RedirectResponse(f"{self.place}/", 303, headers=FRESH)
            answer.set_cookie(
                self.cookie, self.token, path=self.place, httponly=True, samesite="lax"
            )
            await answer(scope, receive, send)
        else:
            say = general(browsers_language(request.headers.get("accept-language", "")))
            await Response(say(self.closed), 403, headers=FRESH)(scope, receive, send)

    def _is_it(self, told: str) -> bool:
        return compare_digest(told.encode(), self.token.encode())
