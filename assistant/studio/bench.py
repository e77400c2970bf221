"""A designer's workbench: one game's files, what is wrong with them, and how they look."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from assistant.board.aside import Aside, AsideError
from assistant.pages.door import BadRequestError
from assistant.studio import previews
from assistant.studio.sources import Sources, Stamp, Told, seen_of, syntax
from assistant.words.findings import in_language, values_of
from assistant.words.names import titles_of
from builder import limits
from builder.files import real
from builder.game.together import GONE

if TYPE_CHECKING:
    from builder.game.model import Game

COUNTER = 200
"""Pixels of a counter's side in the preview."""

LOOK = 0.12
"""Seconds between looks at the files."""

PATIENCE = 20.0
"""Seconds after which a request for news is answered without any."""

MOST_FINDINGS = 500
COUNTERS = "counters.csv"

Check = Callable[[str], bytes]
"""Gives what `kessel check --json` prints of a folder; it is run in a process of its own."""

_ID = "id"

_NAMING = ("column", "what")
"""The places of a finding's texts that may name a column."""


@dataclass
class Bench:
    """One game on the workbench."""

    folder: Path
    check: Check
    _checking: Aside = field(default_factory=Aside)
    _drawing: Aside = field(default_factory=Aside)
    _drafting: Aside = field(default_factory=Aside)
    _lock: Lock = field(default_factory=Lock)
    _loaded: tuple[str, Game | None] = ("", None)
    _found: tuple[str, list[Told]] = ("", [])
    _thread: Thread | None = None
    _ended: bool = False
    _pictures: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sources = Sources(self.folder)

    def close(self) -> None:
        """Let the processes end, and who waits for news."""
        self._ended = True
        self._checking.close()
        self._drawing.close()
        self._drafting.close()

    def start(self) -> Told:
        """What the page must know at first."""
        game = self.game()
        return {
            "id": self.folder.name,
            "title": game.definition.title if game else self.folder.name,
            "titles": titles_of(game) if game else {},
            "folder": str(self.folder),
            "files": self.sources.names(),
            "places": self._places(game),
            "stamp": _key(self.sources.stamp()),
        }

    def _places(self, game: Game | None) -> Mapping[str, Any]:
        from builder.errors import KesselError

        try:
            return previews.map_places(game) if game else {}
        except KesselError:
            return {}

    def game(self) -> Game | None:
        """The game as its files are; if they cannot be used, as it was when they could."""
        from builder.errors import KesselError
        from builder.game.loader import read_game
        from builder.game.problems import Collector

        key = _key(self.sources.stamp())
        with self._lock:
            if self._loaded[0] != key:
                try:
                    self._loaded = (key, read_game(self.folder, Collector()))
                except KesselError:
                    self._loaded = (key, self._loaded[1])
            return self._loaded[1]

    # What changes while the page is open

    async def news(self, stamp: str, checked: str, language: str = "en") -> Told:
        """Waits until a file changed, or was checked, since the page last heard."""
        for _ in range(int(PATIENCE / LOOK)):
            now = await run_in_threadpool(self._now)
            if self._ended or now["stamp"] != stamp or now["checked"] != checked:
                break
            await asyncio.sleep(LOOK)
        found = [in_language(one, language) for one in now["findings"]]
        return {**now, "findings": found}

    def _now(self) -> Told:
        stamp = self.sources.stamp()
        key = _key(stamp)
        checked, findings = self._found
        if checked != key:
            self._begin_check(key)
        files = {name: f"{modified}-{size}" for name, modified, size in stamp}
        return {"stamp": key, "files": files, "checked": checked, "findings": findings}

    def _begin_check(self, key: str) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._check, args=(key,), daemon=True)
                self._thread.start()

    def _check(self, key: str) -> None:
        try:
            told = json.loads(self._checking.run(self.check, str(self.folder)))
            found = [self._placed(one) for one in told.get("findings", [])[:MOST_FINDINGS]]
        except (AsideError, ValueError) as error:
            found = [{"severity": "error", "file": "", "line": 0, "text": str(error)}]
        if not self.folder.is_dir():
            found = [{"severity": "error", "file": "", "line": 0, "text": GONE}]
        with self._lock:
            self._found = (key, found)
            self._thread = None

    def _placed(self, finding: Told) -> Told:
        """A finding with the file's name as the page has it, and the column that is meant."""
        path, line = Path(str(finding.get("file", ""))), finding.get("line") or 0
        try:
            here = real(path.parent) / path.name  # a link itself, not what it leads to
            name = here.relative_to(real(self.folder)).as_posix()
        except ValueError:
            name = ""
        column = self._column(name, line, finding.get("values", {}))
        return {**finding, "file": name, "line": line, "column": column}

    def _column(self, name: str, line: int, values: Mapping[str, str]) -> str:
        """The column that a finding about a row speaks of; nothing if that is not sure."""
        if not name.endswith(".csv") or not line:
            return ""
        try:
            table = self.sources.told(name)
        except (BadRequestError, OSError):
            return ""
        columns: list[str] = table["columns"]
        cells: list[str] = next((row["cells"] for row in table["rows"] if row["line"] == line), [])
        cells += [""] * (len(columns) - len(cells))
        return _column_of(values, dict(zip(columns, cells, strict=False)))

    # How it looks

    def draft(self, data: Mapping[str, Any]) -> Told:
        """A row while it is typed: what is wrong with it, and the counter that it is."""
        game = self.game()
        cells = data.get("cells")
        if game is None or data.get("name") != COUNTERS or not isinstance(cells, dict):
            return {"problems": [], "faces": []}
        row = {str(column): str(text).strip()[:400] for column, text in cells.items()}
        line = data.get("line")
        told = self._counter(game, line if isinstance(line, int) else 0, row)
        return {**told, "problems": _said(told["problems"], data)}

    def _counter(self, game: Game, line: int, cells: dict[str, str]) -> Told:
        from builder.drawing.mix import faces_of
        from builder.errors import KesselError
        from builder.game.csv_file import Row
        from builder.game.load_counters import CounterReader
        from builder.game.load_map import hex_remedy
        from builder.game.problems import Collector
        from builder.game.values import World
        from builder.module.face_picture import FacePicture

        problems, board = Collector(), game.board
        world = World(
            lambda name: name in board,
            frozenset(game.sides),
            lambda name: hex_remedy(name, game.grid),
        )
        path = self.folder / COUNTERS
        counter = CounterReader(game.definition, world, problems).counter(path, Row(line, cells))
        told = [
            {
                "line": line,
                "text": problem.text,
                "remedy": problem.remedy,
                "column": _column_of(values_of(vars(problem)), cells),
            }
            for problem in problems.problems
        ]
        faces = []
        try:
            for face in islice(faces_of(game, counter), limits.COUNTER_FACES):
                drawn = FacePicture(counter.id, face, COUNTER).draw()
                faces.append(base64.b64encode(drawn).decode())
        except (KesselError, KeyError, ValueError) as error:
            if not told:
                said = {"line": line, "text": str(error), "remedy": ""}
                told.append({**said, "column": _column_of(values_of(said), cells)})
        return {"problems": told, "faces": faces, "name": counter.full_name or counter.name}

    def syntax(self, data: Mapping[str, Any]) -> Told:
        """What is wrong with a text as TOML while it is typed."""
        name, text = str(data.get("name")), data.get("text")
        if name not in self.sources.names() or not isinstance(text, str):
            raise BadRequestError("There is no such file.")
        return {"problems": _said(syntax(self.folder / name, text), data)}

    def map(self, told: Mapping[str, Any]) -> bytes:
        """The map, small, as the files are now."""
        return self._drawn("map", previews.map_preview, (_language(told),))

    def draft_map(self, told: Mapping[str, Any]) -> bytes:
        """The same at once, plain; a whole one that is under way does not hold it up."""
        return self._drawn("draft", previews.map_draft, (_language(told),), self._drafting)

    def leaf(self, told: Mapping[str, Any]) -> bytes:
        """The printed leaf on which a counter lies."""
        more = (_language(told), str(told["id"])[:200])
        return self._drawn("sheet", previews.sheet_preview, more)

    def _drawn(
        self,
        what: str,
        work: Callable[..., bytes],
        more: Sequence[str],
        aside: Aside | None = None,
    ) -> bytes:
        stamp = _key(self.sources.stamp())
        kind = f"{what} {' '.join(more)}"
        kept = self._pictures.get((kind, stamp))
        if kept is None:
            try:
                kept = (aside or self._drawing).run(work, str(self.folder), stamp, *more)
            except AsideError as error:
                raise BadRequestError(str(error)) from None
            with self._lock:
                for old in [key for key in self._pictures if key[1] != stamp]:
                    del self._pictures[old]
                self._pictures[kind, stamp] = kept
        return kept

    # What the page asks to be changed

    def row(self, data: Mapping[str, Any]) -> Told:
        """Copy a row, or take it out."""
        name, (line, seen) = str(data.get("name")), seen_of(data)
        work = self.sources.drop_row if data.get("drop") else self.sources.copy_row
        return work(name, line, seen)

    def text(self, data: Mapping[str, Any]) -> Told:
        """Write a text whole."""
        text = data.get("text")
        if not isinstance(text, str):
            raise BadRequestError("A text is wanted.")
        return self.sources.write_text(str(data.get("name")), str(data.get("version")), text)


def _column_of(values: Mapping[str, str], cells: Mapping[str, str]) -> str:
    """The column that is named, or whose cell holds what is quoted; that of the id last, because
    many a finding calls the counter by it."""
    for name in _NAMING:
        if values.get(name) in cells:
            return values[name]
    words = [word for name, word in values.items() if name != _ID]
    for word in (*words, values.get(_ID, "")):
        for column, cell in cells.items():
            if word and (word == cell or word in cell.split()):
                return column
    return ""


def _said(problems: Sequence[Told], data: Mapping[str, Any]) -> list[Told]:
    """Problems in the language that the page speaks."""
    return [in_language(one, str(data.get("language"))) for one in problems]


def _language(told: Mapping[str, Any]) -> str:
    """Two letters, so that no picture is kept for each word that somebody sends."""
    return "es" if told["language"] == "es" else "en"


def _key(stamp: Stamp) -> str:
    return sha256(repr(stamp).encode()).hexdigest()[:20]
