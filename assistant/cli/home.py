"""`kessel` alone: opens the home page in the browser, or the one that is open already."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

import typer

from assistant.cli.browsing import LOOPBACK, address_at, open_page
from assistant.cli.language import chosen
from assistant.cli.watching import bound_port, heed_signals, served
from assistant.words.voice import Voice, general
from builder.machine.budget import release
from builder.saying import Saying

if TYPE_CHECKING:
    from assistant.home.places import Places

RUNNING = "running.json"


def open_home(commands: frozenset[str]) -> None:
    """Serve the home page until it is ended there or by Ctrl-C; `commands` are those there are."""
    from assistant.home.places import Places, own_folder, workplace

    say = general(chosen(None, json=False))
    own = own_folder()
    if (address := _running(own / RUNNING)) is not None:
        typer.echo(say(Saying("Kessel's page is open already at {address}", address=address)))
        _show(address, of_another=True)
        return
    _serve(Places(own, workplace()), commands, say)


def _serve(places: Places, commands: frozenset[str], say: Voice) -> None:
    from assistant.home.app import Home, make_app

    ended = threading.Event()
    home = Home(places, commands, ended.set)
    token = token_urlsafe(24)
    bound = bound_port(0)
    port = bound.getsockname()[1]
    server = served(make_app(home, token), bound)
    address = address_at(port, f"?token={token}")
    running = places.own / RUNNING
    _keep(running, port, token)
    typer.echo(say(Saying("Kessel's page is at {address}", address=address)))
    typer.echo(say("Ctrl-C ends it."))
    heed_signals()
    _show(address)
    try:
        while not (ended.wait(3600) or server.should_exit):
            pass
    except KeyboardInterrupt:
        typer.echo(say("Ended."))
    finally:
        with suppress(OSError):
            running.unlink()
        home.close()
        server.should_exit = True


def _keep(running: Path, port: int, token: str) -> None:
    """Tell a second start where this one is. The file is for this user alone; where none can be
    written a second start opens a page of its own."""
    with suppress(OSError):
        running.parent.mkdir(parents=True, exist_ok=True)
        running.unlink(missing_ok=True)
        handle = os.open(running, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as stream:
            json.dump({"port": port, "token": token}, stream)


def _running(file: Path) -> str | None:
    """The address of the page of an earlier start that still answers, and proves that it is it."""
    from assistant.home.places import read_kept
    from assistant.home.proving import is_own

    told = read_kept(file)
    port, token = told.get("port"), told.get("token")
    if not (isinstance(port, int) and 0 < port < 65536 and isinstance(token, str) and token):
        return None
    return address_at(port, f"?token={token}") if is_own(LOOPBACK, port, token) else None


def _show(address: str, of_another: bool = False) -> None:
    """Open the address in the browser; without a screen it is only told."""
    release()  # or the browser would get no more memory than a question
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER")
    ):
        return
    with _own_libraries():
        open_page(address, of_another)


@contextmanager
def _own_libraries() -> Iterator[None]:
    """The packed Kessel tells the system to look for libraries in its folder first; a browser that
    it starts must not find those."""
    packed = os.environ.get("LD_LIBRARY_PATH") if getattr(sys, "frozen", False) else None
    if packed is None:
        yield
        return
    before = os.environ.get("LD_LIBRARY_PATH_ORIG")
    os.environ.pop("LD_LIBRARY_PATH")
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    try:
        yield
    finally:
        os.environ["LD_LIBRARY_PATH"] = packed
