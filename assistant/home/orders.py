"""What may be asked of the home page, each as the words of one command of Kessel."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.home.games import Shown
from builder import limits
from builder.files import real
from builder.saying import Saying

PAGE = "--port=0"
LANGUAGES = ("en", "es")
PAPERS = ("a4", "letter", "a3", "tabloid")
LAYOUTS = ("duplex", "fold", "fronts")
GONE = "The file is no longer there: choose another."
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}\Z")
_SERVER = re.compile(r"[A-Za-z0-9.:\[\]][A-Za-z0-9.:\[\]-]{0,119}\Z")


class OrderError(ValueError):
    """What is asked makes no sense; one sentence."""


@dataclass(frozen=True)
class Asked:
    """What the page sent, and what it may speak of: files, folders and games by their keys."""

    data: Mapping[str, Any]
    files: Mapping[str, Path]
    folders: Mapping[str, Path]
    games: Mapping[str, Shown]

    @property
    def file(self) -> str:
        """The file that is meant."""
        return self._file(self.data.get("file"))

    @property
    def extensions(self) -> list[str]:
        """The extensions that are named for a module, as options."""
        keys = self.data.get("extensions") or []
        if not isinstance(keys, list) or len(keys) > limits.EXTENSIONS:
            raise OrderError(GONE)
        return [f"--extension={self._file(key)}" for key in keys]

    def _file(self, key: object) -> str:
        path: Path = _known(self.files, key, GONE)
        now = real(path)  # since it was listed, it may have become a link that leads elsewhere
        if not any(now.is_relative_to(real(folder)) for folder in self.folders.values()):
            raise OrderError(GONE)
        return str(path)

    @property
    def folder(self) -> str:
        """The folder that is meant."""
        return str(_known(self.folders, self.data.get("folder"), "The folder is not looked at."))

    @property
    def game(self) -> str:
        """The game that is meant, as the command names it."""
        shown: Shown = _known(self.games, self.data.get("game"), "There is no such game.")
        return shown.id

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        """A choice; the first if none was made."""
        value = self.data.get(name) or known[0]
        if value not in known:
            raise OrderError(Saying("There is no such choice of {name}.", name=name))
        return str(value)

    def text(self, name: str, most: int = 120) -> str:
        """A text that was typed, on one line."""
        value = self.data.get(name, "")
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise OrderError("What is typed is too long, or no single line: shorten it.")
        return value.strip()

    @property
    def name(self) -> str:
        """The id of a game to be."""
        name = self.text("name")
        if not _NAME.match(name):
            raise OrderError("A game's name has small letters, digits and hyphens, a letter first.")
        return name


def _known(known: Mapping[str, Any], key: object, text: str) -> Any:
    if not isinstance(key, str) or key not in known:
        raise OrderError(text)
    return known[key]


def _live(asked: Asked) -> list[str]:
    server, room = asked.text("server"), asked.text("room")
    if server and not _SERVER.match(server):
        raise OrderError("Write the server as HOST or HOST:PORT.")
    words = ["live", *([server] if server else []), f"--game={asked.game}"]
    return [*words, f"--room={room}", PAGE] if room else [*words, "--no-page"]


def _build(asked: Asked) -> list[str]:
    words = ["build", asked.game, "--json"]
    language = asked.one_of("language", LANGUAGES)
    return words if language == "en" else [*words, f"--language={language}"]


def _new(asked: Asked) -> list[str]:
    words = ["new", asked.name, "--json"]
    language = asked.one_of("language", LANGUAGES)
    return words if language == "en" else [*words, f"--language={language}"]


def _sheets(asked: Asked) -> list[str]:
    words = ["sheets", asked.game, f"--paper={asked.one_of('paper', PAPERS)}"]
    if (layout := asked.one_of("layout", LAYOUTS)) != "duplex":
        words.append(f"--layout={layout}")
    if (language := asked.one_of("language", LANGUAGES)) != "en":
        words.append(f"--language={language}")
    if asked.data.get("map") is False:
        words.append("--no-map")
    return [*words, "--json"]


def _setup(asked: Asked) -> list[str]:
    scenario = asked.text("scenario")
    if not re.fullmatch(r"\w[\w.-]{0,99}", scenario):
        raise OrderError("There is no such scenario: choose one that the game has.")
    return ["setup", asked.game, scenario, "--json"]


def _tour(asked: Asked) -> list[str]:
    number = asked.data.get("step")
    if not isinstance(number, int) or not 0 <= number < len(TOUR):
        raise OrderError("The tour has no such step.")
    question, *more = TOUR[number]
    return [question, str(example()), *more]


TOUR = (
    ("show", "--changes"),
    ("moves", "soviet-5-tank", "--step=13", "--anyway"),
    ("odds", "3501"),
    ("retreats", "3501", "--result=DR"),
)
"""What the tour asks of the example, in its order; then the page opens it on the board."""


def example() -> Path:
    """The example log: beside the code where Kessel is installed, else in its documents."""
    beside = Path(__file__).parent / "examples" / "evening.vlog"
    return beside if beside.exists() else beside.parents[3] / "docs/examples/evening.vlog"


@dataclass(frozen=True)
class Order:
    """How a wish becomes a command. `serves`: it goes on until it is ended, on its own page."""

    words: Callable[[Asked], list[str]]
    serves: bool = False


ORDERS: dict[str, Order] = {
    "open": Order(lambda asked: ["serve", asked.file, PAGE], serves=True),
    "tour": Order(_tour),
    "tour-board": Order(lambda asked: ["serve", str(example()), PAGE], serves=True),
    "report": Order(lambda asked: ["report", asked.file]),
    "judge": Order(lambda asked: ["referee", asked.file]),
    "watch": Order(lambda asked: ["watch", asked.folder, PAGE], serves=True),
    "live": Order(_live, serves=True),
    "build": Order(_build),
    "sheets": Order(_sheets),
    "setup": Order(_setup),
    "check": Order(lambda asked: ["check", asked.game, "--json"]),
    "audit": Order(lambda asked: ["check", asked.file, *asked.extensions, "--json"]),
    "new": Order(_new),
    "adopt": Order(lambda asked: ["adopt", asked.file, asked.name, *asked.extensions, "--json"]),
    "desk": Order(lambda asked: ["desk", asked.game, PAGE], serves=True),
    "studio": Order(lambda asked: ["studio", asked.game, PAGE], serves=True),
    "fit": Order(lambda asked: ["fit", asked.game, PAGE], serves=True),
    "trace": Order(lambda asked: ["trace", asked.game, PAGE], serves=True),
}


def offered(commands: frozenset[str]) -> list[str]:
    """What this Kessel can do of it."""
    other = {"open": "serve", "audit": "check", "judge": "referee"}
    other |= {"tour": "show", "tour-board": "serve"}
    return [what for what in ORDERS if other.get(what, what) in commands]
