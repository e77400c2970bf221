"""`kessel watch` and `kessel serve`: the board page, with or without following a folder."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
import time
from itertools import zip_longest
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli.browsing import LOOPBACK, address_at, arrives, open_page
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.replacing import Force, may_write
from assistant.report.terminal import plain
from assistant.words.voice import Voice, general
from builder import limits
from builder.files import EVERYTHING, Looked
from builder.game.problems import Problem, ProblemsError, no_such_file
from builder.machine.budget import Budget, release
from builder.saying import Saying, signed

if TYPE_CHECKING:
    import uvicorn
    from rich.console import Console
    from starlette.types import ASGIApp

    from assistant.board.session import Session
    from assistant.notify import Notifier

QUEUE = 64
"""Callers who wait in line; all of them may be let in at one moment."""

QUIET = 4
"""Modules of nothing round a QR code, without which cameras do not find it."""

Side = Annotated[
    str,
    typer.Option(
        "--viewer", "--side", metavar="SIDE", help="Whose eyes: what they may not see stays out."
    ),
]
Port = Annotated[
    int,
    typer.Option(min=0, max=65535, help="The page's port on this machine; 0 takes a free one."),
]
Lan = Annotated[
    bool, typer.Option("--lan", help="Serve the local network too, to who has the address told.")
]
Sides = Annotated[
    bool, typer.Option("--sides", help="Let the page's reader choose with whose eyes to look.")
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command()(watch)
    app.command()(serve)


def watch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where VASSAL saves the game.")],
    side: Side = "",
    game: Annotated[str, typer.Option(metavar="GAME", help="Pass over saves of other games.")] = "",
    port: Port = 8017,
    open_: Open = False,
    lan: Lan = False,
    sides: Sides = False,
    recursive: Annotated[bool, typer.Option("--recursive", help="Folders inside it too.")] = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Serve the board page.")] = True,
    notify: Annotated[
        str, typer.Option("--notify", metavar="URL", help="Post each change to this webhook.")
    ] = "",
    language: Language = None,
) -> None:
    """Follow the newest save or log in a folder: report what changed, show the board page."""
    from assistant.board.session import Session
    from assistant.notify import Notifier
    from assistant.watch import Watch, wakes

    spoken_in = chosen(language, json=False)
    say = general(spoken_in)
    with speaking(say):
        _check_eyes(side, lan, sides)
        _check(folder, notify, side, game)
    session = Session()
    notifier: Notifier | None = Notifier(notify, warn) if notify else None
    eyes = sides or _is_ones_own(side, lan)
    server = None
    heed_signals()
    if page:
        server = start_page(session, port, open_, say, secret=bool(side), lan=lan, sides=eyes)
    shown = session if page else None
    watching = Watch(folder, report, side, game, recursive, shown, notifier, spoken_in)
    typer.echo(say(Saying("Watching {folder}; Ctrl-C ends it.", folder=folder)))
    try:
        watching.run(wakes(folder, recursive))
    except KeyboardInterrupt:
        typer.echo(say("Ended."))
    finally:
        if notifier is not None:
            notifier.close()
        if server is not None:
            server.should_exit = True
        session.images.aside.close()


def serve(
    positions: Annotated[
        list[Path], typer.Argument(metavar="POSITION", help="Saves, logs or position files.")
    ],
    side: Side = "",
    port: Port = 8017,
    open_: Open = False,
    lan: Lan = False,
    sides: Sides = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write the page of the one position instead."),
    ] = None,
    force: Force = False,
    language: Language = None,
) -> None:
    """Show files on the board page, without watching. Ctrl-C ends it."""
    from assistant.board.session import Session
    from assistant.board.source import open_source

    looked = EVERYTHING
    session = Session(version=1)
    say = general(chosen(language, json=False))
    with speaking(say):
        _check_eyes(side, lan, sides)
        if html is not None:
            looked = may_write([html], force, ending=".html")
            if len(positions) > 1:
                text, remedy = "A page as one file has one position.", "Name one."
                raise ProblemsError([Problem("--html", 0, text, remedy)])
        for path in positions:
            if not path.exists():
                raise ProblemsError([no_such_file(path)])
            with Budget(limits.WORK, str(path), whole=True):
                session.sources.append(open_source(path, side))
    if html is not None:
        _write_page(session, html, say, looked)
        return
    heed_signals()
    server = None
    try:
        eyes = sides or _is_ones_own(side, lan)
        server = start_page(session, port, open_, say, secret=bool(side), lan=lan, sides=eyes)
        while not server.should_exit:
            threading.Event().wait(3600)
    except KeyboardInterrupt:
        typer.echo(say("Ended."))
    finally:
        if server is not None:
            server.should_exit = True
        session.images.aside.close()  # a map that is being drawn is finished and kept


def _write_page(session: Session, path: Path, say: Voice, looked: Looked) -> None:
    """The page of the first source as one file."""
    from assistant.board.one_file import one_file
    from assistant.report.files import write_text
    from assistant.words.voice import voice

    source = session.sources[0]
    typer.echo(
        say("Every answer of the page is worked out; a large game takes a minute."), err=True
    )
    try:
        write_text(path, one_file(source, session.images, voice(source.game, say.language)), looked)
    finally:
        session.images.aside.close()
    typer.echo(say(Saying("Wrote {path}", path=path)))


def heed_signals() -> None:
    """From now on the program lives until it is ended: as on Ctrl-C when asked to end, even if
    started in the background by a shell, which has its programs ignore Ctrl-C, and when its
    terminal is closed, unless it was started to outlive that."""
    release()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def _is_ones_own(side: str, lan: bool) -> bool:
    """Whether the home page opens the page, for the owner of the files alone."""
    from assistant.home.words_of import PRIVATE

    return bool(os.environ.get(PRIVATE)) and not side and not lan


def _check_eyes(side: str, lan: bool, sides: bool) -> None:
    """Whoever may look with all eyes is alone before the page."""
    if sides and (side or lan):
        text = "All eyes are for a page of your own."
        raise ProblemsError([Problem("--sides", 0, text, "Leave out --side and --lan.")])


def _check(folder: Path, notify: str, side: str, game: str) -> None:
    """Say at once what would else only be said at the first save."""
    if not folder.is_dir():
        raise ProblemsError([_no_folder(folder)])
    if notify and not re.match(r"https?://[^/?#\s]", notify):
        text = "The webhook is not an http(s) address."
        raise ProblemsError([Problem("--notify", 0, text, "Write it whole, as https://host/path.")])
    if not game:
        return
    from assistant.games import rules_for
    from assistant.table import known_side
    from builder.game.loader import load_game

    loaded = load_game(game)
    rules_for(loaded)
    if side:
        known_side(loaded, side)


def _no_folder(given: Path) -> Problem:
    """What was given in place of the folder that is followed; of a file, the folder it lies in,
    also of a log that VASSAL writes only when it is ended."""
    if not given.exists() and given.suffix.casefold() not in (".vlog", ".vsav"):
        remedy = "Name the folder of the saves."
        return Problem(str(given), 0, "There is no such folder.", remedy)
    remedy = Saying(
        "Write its folder: '{folder}'. One file is shown by `kessel serve`.", folder=given.parent
    )
    there, not_yet = "This is a file; kessel watch follows a folder.", "There is no such file."
    return Problem(str(given), 0, there if given.exists() else not_yet, remedy)


def say_now(text: str) -> None:
    print(plain(text), flush=True)


def report(text: str) -> None:
    """Say something of the game with the time of day before it."""
    clock = time.strftime("%H:%M")
    say_now(f"{clock}  " + signed(text).replace("\n", "\n" + " " * (len(clock) + 2)))


def warn(text: str) -> None:
    print(plain(text), file=sys.stderr, flush=True)


def start_page(
    session: Session,
    port: int,
    open_: bool,
    say: Voice,
    *,
    secret: bool = False,
    lan: bool = False,
    sides: bool = False,
) -> uvicorn.Server:
    """Serve the page from a thread of its own, on loopback; ProblemsError if the port is taken.

    A `secret` page, of what one side sees, opens by its address alone: others use the machine too.
    With `lan` the local network is served as well, and the page is secret in any case; so is one
    that the home page asked for, because only who opened that shall see it. With `sides` it is
    secret too, and shows with the eyes of each side: never in the network or beside `secret`.
    """
    release()
    from assistant.board.app import make_app
    from assistant.home.words_of import PRIVATE

    with speaking(say):
        host = lan_address() if lan else ""
        bound = bound_port(port, "" if lan else LOOPBACK)
    token = token_urlsafe(16) if secret or lan or sides or os.environ.get(PRIVATE) else ""
    server = served(make_app(session, token, [host] if host else [], sides=sides), bound)
    door = f"?token={token}" if token else ""
    address = address_at(bound.getsockname()[1], door)
    typer.echo(say(Saying("The board page is at {address}", address=address)))
    if host:
        show_code(f"http://{host}:{bound.getsockname()[1]}/{door}", say)
    if open_:
        open_page(address)
    return server


def lan_address() -> str:
    """This machine's address in the local network; ProblemsError if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # Nothing is sent: only which way it would go is asked, to an address of no machine.
            asked.connect(("192.0.2.1", 9))
            found = str(asked.getsockname()[0])
        except OSError:
            found = LOOPBACK
    if found.startswith("127."):
        text = "This machine is in no network."
        raise ProblemsError([Problem("--lan", 0, text, "Leave the option out.")])
    return found


def show_code(address: str, say: Voice) -> None:
    """The address for others in the network, and a code of it for a phone's camera."""
    typer.echo(say(Saying("For others in this network: {address}", address=address)))
    if sys.stdout.isatty():
        from assistant.report.terminal import console

        made = console()
        made.no_color = False  # because its colours are no decoration: cameras read them
        print_code(address, made)


def print_code(address: str, console: Console) -> None:
    """A QR code, black on white with its quiet zone whatever the terminal's own colours are,
    because a phone's camera does not read light modules on a dark ground."""
    import segno
    from rich.style import Style
    from rich.text import Text

    rows = [list(row) for row in segno.make_qr(address).matrix_iter(border=QUIET)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0]))
    blocks = {(0, 0): " ", (1, 0): "\u2580", (0, 1): "\u2584", (1, 1): "\u2588"}
    for upper, lower in pairs:
        line = "".join(blocks[bool(up), bool(down)] for up, down in zip(upper, lower, strict=True))
        console.print(Text(line, Style(color="#000000", bgcolor="#ffffff")), no_wrap=True)


def bound_port(port: int, host: str = LOOPBACK) -> socket.socket:
    """A port to serve from, of loopback or of every network; ProblemsError if it is taken."""
    bound = socket.socket()
    if sys.platform != "win32":  # there it would share the port with whoever has it
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(QUEUE)  # whoever comes before the server is up waits in line
    except OSError:
        text = Saying("Port {n} is taken by another program.", n=port)
        raise ProblemsError([Problem("--port", 0, text, "Write another, or 0.")]) from None
    return bound


def served(app: ASGIApp, bound: socket.socket) -> uvicorn.Server:
    """Serve an application from a thread of its own."""
    import logging

    import uvicorn

    class Server(uvicorn.Server):
        """Who ends Kessel reads nothing of the answers that are broken off by it."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            await super().shutdown(sockets)

    from assistant.cli.connections import Held

    config = uvicorn.Config(
        arrives(app, bound.getsockname()[1]),
        http=Held,
        ws="none",
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=1,
        backlog=QUEUE,
    )
    server = Server(config)
    threading.Thread(target=server.run, args=([bound],), name="page", daemon=True).start()
    return server
