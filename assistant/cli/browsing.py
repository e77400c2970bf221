"""Opens a page in the browser, and tells its address to nobody else on the machine."""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from contextlib import suppress
from html import escape
from pathlib import Path
from threading import Timer

_MARK = "<!-- Kessel: this leads to a page of yours, and may be thrown away -->"
_NAME = re.compile(r"kessel-[0-9a-f]{8}\.html")
_LASTS = 60.0
"""Seconds within which a browser has read the file."""


def open_page(address: str) -> None:
    """Open an address in the browser, if there is one.

    On Linux everybody reads with which words a program was started. A browser is therefore given a
    file that leads on to the address, readable for this user alone. It lies in the user's own
    folder and is not hidden, because packed browsers see no other; a minute later it is gone, or,
    if Kessel ends before that, when it is next opened.
    """
    import webbrowser

    with suppress(webbrowser.Error):
        webbrowser.open(_told_by_file(address) if sys.platform.startswith("linux") else address)


def _told_by_file(address: str) -> str:
    """The address of a file that leads on; where none can be written, the address itself."""
    folder = Path.home()
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
        timer = Timer(_LASTS, _remove, [path])
        timer.daemon = True
        timer.start()
        return path.as_uri()
    return address


def _sweep(folder: Path) -> None:
    """Take away what a Kessel left that was killed: its address leads nowhere any more."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                path = Path(entry.path)
                with suppress(OSError), path.open("rb") as stream:
                    if stream.read(len(_MARK)) == _MARK.encode() and _is_old(path):
                        _remove(path)


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > _LASTS


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
