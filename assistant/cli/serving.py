"""Serves a page that one command opens, until Ctrl-C."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from assistant.cli.browsing import address_at, open_page
from assistant.cli.language import speaking
from assistant.cli.watching import bound_port, heed_signals, served
from assistant.words.voice import Voice
from builder.saying import Saying

if TYPE_CHECKING:
    from starlette.types import ASGIApp


def serve_page(app: Callable[[str], ASGIApp], port: int, open_: bool, say: Voice) -> None:
    """Serve a page that is opened by a token, on loopback, until Ctrl-C."""
    heed_signals()
    token = secrets.token_urlsafe(18)
    with speaking(say):
        bound = bound_port(port)
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
