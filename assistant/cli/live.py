"""`kessel live`: follows a game of VASSAL's online play, move by move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli.asking import Json
from assistant.cli.browsing import LOOPBACK
from assistant.cli.building import Extensions
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.replacing import Force, may_write
from assistant.cli.watching import Open, Port, Side, heed_signals, report, say_now, start_page, warn
from assistant.questions.protocol import QuestionError
from assistant.words.voice import LANGUAGES, InEach, general, voice
from builder.saying import AsWritten, Saying

if TYPE_CHECKING:
    import uvicorn

    from assistant.binding import Bound
    from assistant.board.changed import Change
    from assistant.board.shelf import Shelf
    from assistant.live.battles import BattleNews
    from assistant.live.peers import Peers
    from assistant.live.play import Listener, LiveGame
    from assistant.live.recorder import LogRecorder
    from assistant.live.server import Server
    from assistant.live.table import LiveTable
    from builder.vassal.locations import ModuleShape
    from builder.vassal.savedgame import SavedGame

    Find = Callable[[SavedGame], Bound]

OFFICIAL = "game.vassalengine.org"
PORT = 5050
PASSWORD = "KESSEL_PASSWORD"
"""In the environment, which other users of the machine do not see, as they do a command's words."""


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(live)


def live(
    server: Annotated[
        str, typer.Argument(metavar="HOST[:PORT]", help="The server; VASSAL's own if absent.")
    ] = OFFICIAL,
    room: Annotated[
        str, typer.Option("--room", metavar="NAME", help="The room; without it rooms are listed.")
    ] = "",
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="The game played.")] = "",
    module: Annotated[
        str, typer.Option("--module", metavar="NAME", help="The module's name, or its .vmod file.")
    ] = "",
    extension: Extensions = None,
    serve: Annotated[
        bool,
        typer.Option("--serve", help="Be the server; [HOST:]PORT is where, else this machine."),
    ] = False,
    peer: Annotated[
        str,
        typer.Option("--peer", metavar="HOST:PORT", help="A client that plays peer to peer."),
    ] = "",
    password: Annotated[
        str,
        typer.Option(
            "--password",
            metavar="PASSWORD",
            envvar=PASSWORD,
            show_envvar=False,
            help="The password of the game, with --peer; KESSEL_PASSWORD keeps it from others.",
        ),
    ] = "",
    chat: Annotated[
        bool, typer.Option("--chat", help="Answer ?odds, ?supply ... in the room's chat.")
    ] = False,
    side: Side = "",
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Whose assistant Kessel says it is.")
    ] = "",
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE.vlog", help="Keep the game as a log that grows."),
    ] = None,
    force: Force = False,
    until: Annotated[
        int | None, typer.Option("--until", metavar="N", help="End after so many steps.", min=0)
    ] = None,
    port: Port = 8017,
    open_: Open = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Serve the board page.")] = True,
    language: Language = None,
    json: Json = False,
) -> None:
    """Follow a game of VASSAL's online play: changes, answers and the board page at each move.

    Kessel enters a room as a guest, says one line, and never sends anything else. With --json it
    prints one object a line for each step, and serves no page.
    """
    from assistant.live.follower import Follower
    from assistant.live.guest import Guest
    from assistant.live.peers import Peers
    from assistant.live.play import LiveGame
    from assistant.live.table import LiveTable
    from assistant.live.who import Who

    spoken = chosen(language, json)
    with speaking(general(spoken)):
        where = address(peer or server, here=serve)
        played = played_module(
            game, module, side, extension or (), lambda note: warn(general(spoken)(note))
        )
        if not (played.name or serve or peer):
            raise QuestionError("Name the game that is played: --game GAME, or --module NAME.")
        if serve and peer:
            raise QuestionError("Write --serve or --peer, not both.")
        looked = may_write([] if log is None else [log], force, ending=".vlog")
    speaks = spoken if chat else ""
    who = Who(name, played.version, general(spoken), played.unlogged, speaks)
    machine: Follower | Server | Peers
    if serve:
        from assistant.live.server import Server

        machine = Server(who, played.name)
    elif peer:
        from builder.vassal.secret import PlayerId

        machine = Peers(PlayerId(password), who, played.name)
    else:
        machine = Follower(played.name, room, who)
    table = LiveTable(
        room or "live",
        played.bound,
        side,
        played.shape,
        played.lacking,
        file_texts=played.texts,
        asked=played.asked,
        module=lambda: (machine.module, played.version),
        whole=until == 0,
    )
    evening = Evening(table, spoken, json, start=until == 0)
    following = LiveGame(machine, table, evening.listener, until)
    if chat:
        from assistant.live.beside import Beside
        from assistant.live.chat import Chat

        talk = Chat(table, following.say_soon, time.monotonic, spoken)
        talk.company = lambda: machine.company
        following.chat = Beside(talk, evening.failed)
    if log is not None:
        from assistant.live.recorder import LogRecorder

        recorder = LogRecorder(
            log,
            table,
            lambda: (machine.module, played.version),
            lambda: machine.ids,
            evening.listener.told,
            looked,
        )
        evening.record(recorder, following)
    if room or serve or peer:
        played.read_ahead()
    if page and not json and (room or serve or peer):
        evening.serve_page(port, open_)
    if isinstance(machine, Follower):
        evening.spend(Guest(*where, machine, following).run)
    elif isinstance(machine, Peers):
        from assistant.live.meeting import Meeting

        evening.spend(Meeting(*where, machine, following).run)
    else:
        evening.spend(lambda: evening.host(where, machine, following))


@dataclass(frozen=True)
class Played:
    """What is played: the module's name and version, empty if not known, and what is known of
    it. `read_ahead` begins to read the game, so that it is there when its table comes; `lacking`
    tells what a table was made with that is not known; `unlogged` whether what is said in the chat
    can be no step of the players' logs; `texts` are those of its file, if one was given."""

    name: str
    version: str
    shape: ModuleShape | None
    bound: Find
    read_ahead: Callable[[], None] = lambda: None
    lacking: Callable[[SavedGame], Iterable[str]] = lambda saved: ()
    unlogged: bool = False
    asked: tuple[str, str] = ("", "")
    texts: Callable[[], Iterable[str]] | None = None


def played_module(
    game: str,
    module: str,
    side: str,
    extensions: Sequence[Path] = (),
    say: Callable[[str], None] = lambda note: None,
) -> Played:
    """The module of a game, of a module's file with its extensions, or of a name; `say` tells what
    of the file does not fit. Errors tell what cannot be read."""
    from assistant.binding import game_name
    from assistant.board.shelf import Shelf

    shelf = Shelf()

    def found(saved: SavedGame) -> Bound:
        return shelf.bound(game_name(saved))

    if game:
        return _from_game(game, module, side, shelf)
    if module.lower().endswith(".vmod"):
        return _from_file(Path(module), found, extensions, say)
    if extensions:
        raise QuestionError("An extension belongs to a module's file: write --module FILE.vmod.")
    return Played(module, "", None, found)


def _from_game(name: str, module: str, side: str, shelf: Shelf) -> Played:
    """Title and version come from the first of the game's files; the others are read meanwhile."""
    from assistant.binding import game_name, named_game
    from assistant.games import rules_for
    from assistant.live.ahead import Ahead
    from assistant.live.play import EndError
    from assistant.table import known_side
    from builder.game.loader import load_game_toml
    from builder.game.problems import ProblemsError

    definition = load_game_toml(name)

    def work() -> Bound:
        bound = shelf.bound(name)
        rules_for(bound[0])
        return bound

    ahead = Ahead(work)
    if side:
        known_side(ahead.outcome()[0], side)

    def of(saved: SavedGame) -> Bound:
        if named_game(saved) != definition.id:
            return shelf.bound(game_name(saved))
        try:
            return ahead.outcome()
        except ProblemsError as error:
            raise EndError(str(error), failed=True) from None

    title = module or definition.title
    asked = definition.id, definition.title
    return Played(title, definition.version, None, of, ahead.start, unlogged=True, asked=asked)


def _from_file(
    path: Path, bound: Find, extensions: Sequence[Path], say: Callable[[str], None]
) -> Played:
    from builder.vassal.buildfile.archive import ArchiveError
    from builder.vassal.buildfile.recipes.play import has_hidden_clocks
    from builder.vassal.errors import VassalFileError
    from builder.vassal.extensions import folder_of, missing, open_module
    from builder.vassal.module_shape import shape_of
    from builder.vassal.modules_texts import texts_of

    def lacking(saved: SavedGame) -> Iterable[str]:
        return missing(saved.extensions, read.extensions, saved.passwords.told, folder_of(path))

    def texts() -> Iterable[str]:
        """Read anew, because few evenings ask for them."""
        with suppress(ArchiveError, OSError), open_module(path, extensions) as whole:
            module = whole.module
            return [*texts_of(module.root, (*module.images, *module.files))]
        return []

    try:
        with open_module(path, extensions) as whole:
            read = whole.module
            for note in (*whole.notes, *_bound_otherwise(path, read.name, read.version)):
                say(note)
            hidden = has_hidden_clocks(read.root.walk())
            shape = shape_of(read)
            return Played(
                read.name, read.version, shape, bound, lacking=lacking, unlogged=hidden, texts=texts
            )
    except ArchiveError as error:
        raise VassalFileError(error.file, error.what) from None
    except OSError as error:
        raise VassalFileError(path, AsWritten(error)) from None


def _bound_otherwise(path: Path, name: str, version: str) -> Iterator[str]:
    """What to say of a module whose binding was made from another file."""
    from builder.bind.bound import binding_of
    from builder.bind.origin import other_file
    from builder.game.owned import may_be_bound
    from builder.game.problems import ProblemsError

    with suppress(ProblemsError):  # told when the binding is wanted
        if may_be_bound(name) and (found := binding_of(name, version)) is not None:
            yield from other_file(found[1], path)


def address(text: str, port: int = PORT, here: bool = False) -> tuple[str, int]:
    """Host and port of `HOST`, `HOST:PORT` or `[IPV6]:PORT`; `here`: for a server, which listens to
    this machine alone unless another address is given, and may be told just the port. Raises
    QuestionError."""
    if here and text == OFFICIAL:
        return LOOPBACK, port
    if here and text.isascii() and text.isdigit():
        text = f"{LOOPBACK}:{text}"
    host, colon, number = text.rpartition(":")
    if not colon or text.endswith("]") or (":" in host and not host.startswith("[")):
        host, number = text, str(port)
    if not (number.isascii() and number.isdigit() and 0 < int(number[:6]) < 65536):
        text = "'{port}' is no port: write HOST:PORT, with a port up to 65535."
        raise QuestionError(text, port=AsWritten(number))
    return host.strip("[]") or "localhost", int(number)


class Evening:
    """One following of a game from the first word to the last: who hears of it, and the page."""

    def __init__(self, table: LiveTable, language: str, json: bool, start: bool = False) -> None:
        from assistant.live.page import Page
        from assistant.live.telling import JsonTelling, Telling

        self.table, self.language = table, language
        self.say = general(language)
        self._server: uvicorn.Server | None = None
        self._recorders: list[LogRecorder] = []
        self.listener: Listener
        self._page: Page | None = None
        if json:
            self.listener = JsonTelling(table, self.say, say_now, warn, start=start)
        else:
            self._page = Page(table, None, self._report, self.failed, self._battle, self._ready)
            self.listener = Telling(table, self.say, report, self._page)

    def failed(self, text: str) -> None:
        """An answer could not be given."""
        warn(self.say(text))

    def serve_page(self, port: int, open_: bool) -> None:
        """Serve the board page too."""
        from assistant.board.session import Session

        assert self._page is not None
        self._page.session = Session(status="behind", version=1)
        secret = bool(self.table.side)
        self._server = start_page(self._page.session, port, open_, self.say, secret=secret)

    def host(self, where: tuple[str, int], server: Server, game: LiveGame) -> None:
        """Be the server until the evening ends."""
        from assistant.live.host import Host

        host = Host(where, server, game)
        self.listener.told(
            Saying(
                "The server listens at {address}, port {port}: in VASSAL it is a private server.",
                address=where[0],
                port=host.port,
            )
        )
        host.run()

    def record(self, recorder: LogRecorder, game: LiveGame) -> None:
        """Keep the game."""
        game.recorders.append(recorder)
        self._recorders.append(recorder)

    def spend(self, run: Callable[[], None]) -> None:
        """Follow the game until it ends, or Ctrl-C does."""
        from assistant.live.play import EndError

        heed_signals()
        failed = ""
        if self._page is not None:
            self._page.start()
        try:
            with speaking(self.say):
                run()
        except EndError as error:
            failed = str(error) if error.failed else ""
            if not error.failed and str(error):
                warn(self.say(str(error)))
        except KeyboardInterrupt:
            warn(self.say("Ended."))
        finally:
            for recorder in self._recorders:
                recorder.close()
            if self._page is not None:
                self._page.close()
                if self._page.session is not None:
                    self._page.session.images.aside.close()
            if self._server is not None:
                self._server.should_exit = True
        if failed:
            warn(self.say(failed))
            raise typer.Exit(2)

    def _ready(self) -> None:
        """Read the words that battles are told with."""
        from assistant.live.chat import battle_lines  # noqa: F401

        if self.table.source is not None:
            for language in LANGUAGES:
                voice(self.table.source.game, language)

    def _battle(self, news: BattleNews) -> str:
        """A declared battle is told at once, and gives the words for the page."""
        from assistant.live.chat import battle_lines

        lines = {
            language: list(battle_lines(voice(news.position.game, language), news))
            for language in dict.fromkeys((self.language, *LANGUAGES))
        }
        report("\n".join(f"+ {line}" for line in lines[self.language]))
        return InEach({language: " · ".join(told) for language, told in lines.items()})

    def _report(self, news: list[Change]) -> None:
        """What now matters. Moves and battles were told already, step by step."""
        from assistant.watch import MARKS

        assert self.table.source is not None
        say = voice(self.table.source.game, self.language)
        moment, *others = news
        lines = [
            f"{MARKS[change.kind]} {say(str(change))}"
            for change in others
            if change.kind in MARKS and change.kind != "battle"
        ]
        if moment != self._moment or lines:
            report("\n".join([say(str(moment)), *lines]))
        self._moment = moment

    _moment: Change | None = None
