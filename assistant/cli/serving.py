"""Serves a page that one command opens, until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from assistant.cli.browsing import address_at, open_page
from assistant.cli.language import speaking
from assistant.cli.watching import bound_port, heed_signals, served
from assistant.words.voice import Voice
from builder.game.problems import ProblemsError
from builder.saying import Saying

if TYPE_CHECKING:
    from starlette.types import ASGIApp


_FIRST, _PORTS = 20_000, 12_000
"""Ports that neither Linux nor Windows gives to who asks for any."""


def serve_page(
    app: Callable[[str], ASGIApp], port: int, open_: bool, say: Voice, about: Path | None = None
) -> None:
    """Serve a page that is opened by a token, on loopback, until Ctrl-C. If no port is wanted it
    has that of the folder that it is `about`, so that a page on which something waits finds its
    program again when that is begun anew."""
    heed_signals()
    token = secrets.token_urlsafe(18)
    with speaking(say):
        bound = bound_port(port) if port or about is None else port_of(about)
    address = address_at(bound.getsockname()[1], f"#{token}")
    server = served(app(token), bound)
    typer.echo(say(Saying("The page is at {address}", address=address)))
    typer.echo(say("Ctrl-C ends it."))
    if open_:
        open_page(address)
    try:
        while not server.should_exit:
            threading.Event().wait(3600)
    except KeyboardInterrupt:
        typer.echo(say("Ended."))
    finally:
        server.should_exit = True


def port_of(folder: Path) -> socket.socket:
    """The port that pages about a folder are served from, always the same; any other if another
    program has it."""
    number = zlib.crc32(str(folder.resolve()).encode("utf-8", "surrogateescape"))
    try:
        return bound_port(_FIRST + number % _PORTS)
    except ProblemsError:
        return bound_port(0)
