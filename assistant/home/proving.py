"""How a second start knows that the page which answers it is the user's own, of an earlier start.

After a crash another user of the machine may listen at the number that the page had. He is asked
for what only who has the page's key can say of a word that was never said before, and of that
number: what another page says of it he cannot hand on. The key itself is not sent.
"""

from __future__ import annotations

import re
from hmac import compare_digest, digest
from http.client import HTTPConnection, HTTPException
from secrets import token_hex
from threading import Thread
from urllib.parse import parse_qs

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from assistant.board.guards import FRESH

PLACE = "/api/alive"
PATIENCE = 3.0
"""Seconds in which a page proves that it is the user's own: others may let a caller wait."""

_WORD = re.compile("[0-9a-f]{32}")


def proof(token: str, port: int, word: str) -> str:
    """What who has the key says of a word, at a number."""
    return digest(token.encode(), f"alive {port} {word}".encode(), "sha256").hex()


class Proves:
    """Proves to who asks that this page has the key, and tells him nothing else."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PLACE:
            await self.app(scope, receive, send)
            return
        (word,) = parse_qs(scope["query_string"].decode("latin-1")).get("of", [""])[:1]
        if _WORD.fullmatch(word):
            told = Response(proof(self.token, scope["server"][1], word), headers=FRESH)
        else:
            told = Response(status_code=404)
        await told(scope, receive, send)


def is_own(host: str, port: int, token: str, patience: float = PATIENCE) -> bool:
    """Whether a page answers there that has the key."""
    proved: list[bool] = []
    asking = Thread(target=lambda: proved.append(_asked(host, port, token)), daemon=True)
    asking.start()
    asking.join(patience)
    return proved == [True]


def _asked(host: str, port: int, token: str) -> bool:
    word = token_hex(16)
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{PLACE}?of={word}")
        told = connection.getresponse().read(100)
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return compare_digest(told, proof(token, port, word).encode())
