"""Opens a page in the browser, and tells its address to nobody else on the machine."""

from __future__ import annotations

import atexit
import os
import re
import secrets
import sys
import time
from contextlib import suppress
from html import escape
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from builder.homes import home

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = "127.0.0.1"
"""This machine, for itself alone."""

_MARK = "<!-- Kessel: this leads to a page of yours, and may be thrown away -->"
_NAME = re.compile(r"kessel-[0-9a-f]{8}\.html")
_LASTS = 60.0
"""Seconds within which a browser has read the file."""

_LONGEST = 4_000
"""Bytes of such a file that are looked at: more than there are."""


def address_at(port: int, rest: str = "") -> str:
    """The address of a page that is served from a port. It names the number at which Kessel
    listens, because of "localhost" browsers try another one first, where another user of the
    machine may listen."""
    return f"http://{LOOPBACK}:{port}/{rest}"


def open_page(address: str, of_another: bool = False) -> None:
    """Open an address in the browser, if there is one; `of_another`: of a page that another Kessel
    serves, so that this one may end before the browser is there.

    On Linux everybody reads with which words a program was started. A browser is therefore given a
    file that leads on to the address, readable for this user alone. It lies in the user's own
    folder and is not hidden, because packed browsers see no other. It is gone as soon as the page
    is asked for, a minute later in any case, and when Kessel ends; of one that was killed when the
    next page is opened.
    """
    import webbrowser

    with suppress(webbrowser.Error):
        folder = _told_in()
        webbrowser.open(_told_by_file(folder, address, of_another) if folder else address)


def arrives(app: ASGIApp, port: int) -> ASGIApp:
    """The application of a page; once it is asked for it takes away the file that leads to it."""

    async def arrived(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/" and (folder := _told_in()):
            query = scope["query_string"].decode("ascii", "replace")
            with suppress(OSError):
                _sweep(folder, address_at(port, query and f"?{query}"))
        await app(scope, receive, send)

    return arrived


def _told_in() -> Path | None:
    """The folder of the file by which an address is told; None where it is told without one."""
    return home() if sys.platform.startswith("linux") else None


def _told_by_file(folder: Path, address: str, of_another: bool) -> str:
    """The address of a file that leads on; where none can be written, the address itself."""
    with suppress(OSError, ValueError):
        _sweep(folder)
        path = folder / f"kessel-{secrets.token_hex(4)}.html"
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            told = escape(address)
            stream.write(
                f'{_MARK}\n<meta charset="utf-8"><title>Kessel</title>\n'
                f'<meta http-equiv="refresh" content="0; url={told}">\n'
                f'<a href="{told}">Kessel</a>\n'
            )
        if not of_another:
            atexit.register(_remove, path)
        timer = Timer(_LASTS, _remove, [path])
        timer.daemon = True
        timer.start()
        return path.as_uri()
    return address


def _sweep(folder: Path, address: str = "") -> None:
    """Take away what a Kessel left that was killed, for its address leads nowhere any more; and
    what leads to an address to which somebody came."""
    led = (f'url={escape(address)}"', f"url={escape(address)}#") if address else ()
    with os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                path = Path(entry.path)
                with suppress(OSError), path.open("rb") as stream:
                    text = stream.read(_LONGEST).decode(errors="replace")
                    came = any(word in text for word in led)
                    if text.startswith(_MARK) and (came or _is_old(path)):
                        _remove(path)


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > _LASTS


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
