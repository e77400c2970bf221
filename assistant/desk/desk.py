"""One owner's work at the desk: cells are written at once, and each step can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from assistant.desk.cells import as_in_file, in_words_of
from assistant.desk.figures import Figure, figures_of, shape_of
from assistant.desk.headings import called_in, headings, titles
from assistant.desk.map import map_picture, map_told
from assistant.desk.sheets import (
    COUNTERS,
    EFFECTS,
    HEXES,
    HEXSIDES,
    LINES,
    SET_UPS,
    SEVERAL,
    Key,
    Own,
    Sheet,
    Source,
)
from assistant.pages.door import BadRequestError
from assistant.words.names import titles_of
from assistant.words.voice import ENGLISH
from builder import limits
from builder.game import owning
from builder.game.loader import read_game
from builder.game.model import Counter, Game
from builder.game.owned import NOTHING, owned
from builder.game.owning import Cell
from builder.game.problems import Collector
from builder.saying import Saying, quoting

MOST_EDITS = int(limits.EDITS)
MOST_STEPS = 500
MOST_NAMES = 200


class Edit(NamedTuple):
    """What is to stand in a cell; nothing takes the owner's value back."""

    key: Key
    column: str
    text: str
    was: str | None = None
    """The owner's cell as the page knew it, where it tells; a program that was begun anew has not
    told it."""


class Step(NamedTuple):
    """What was written to a sheet: the `edits` that take it back, and how its cells read then; the
    bytes of its `file` before and after, unless it is large; the `page` that wrote it."""

    sheet: str
    edits: list[Edit]
    wrote: Own
    file: tuple[bytes | None, bytes] | None
    page: str = ""


LARGE = 200_000
"""Bytes of a file beyond which a step that is taken back goes cell by cell."""
MOST_PAGES = 8
"""Pages of which it is known what they were told: more than anybody has open."""

BESIDE = (
    "'{text}' was written here by another program since this page read the cell: it stays. Type "
    "yours again to replace it."
)
TAKEN_BACK = (
    "What stood here was taken out by another program since this page read the cell. Type yours "
    "again to write it."
)


@dataclass
class Desk:
    """The desk of one game."""

    source: Source
    _steps: list[Step] = field(default_factory=list)
    _told: dict[str, dict[str, Own]] = field(default_factory=dict)
    """By page and file the owner's cells as the page knows them."""
    _lock: Lock = field(default_factory=Lock)
    _drawing: Lock = field(default_factory=Lock)
    _figures: dict[tuple[Any, ...], tuple[int, list[Figure]]] = field(default_factory=dict)
    _drawn: tuple[tuple[str | int, ...], bytes] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, folder: Path) -> Desk:
        """The desk of the game in a folder."""
        return cls(Source(folder))

    def start(self) -> dict[str, Any]:
        """The sheets with how much of each is done."""
        found = []
        for sheet in self.source.sheets.values():
            done, of = sheet.progress(self.source.typed(sheet.file))
            named = titles(self.source.game, sheet)
            found.append({
                "id": sheet.id, "title": sheet.title, "titles": named, "group": sheet.group,
                "done": done, "of": of,
            })  # fmt: skip
        game = self.source.game
        return {
            "title": game.definition.title,
            "titles": titles_of(game),
            "game": game.id,
            "folder": str(self.source.own),
            "sheets": found,
            "map": bool(game.grid.places),
            "steps": len(self._steps),
        }

    def sheet(self, id_: str, page: str = "") -> dict[str, Any]:
        """One sheet with its cells, for a page that will write to it."""
        sheet, game = self._sheet(id_), self.source.game
        typed = self.source.typed(sheet.file)
        self._tell(page, sheet.file, typed)
        told = sheet.as_json(typed)
        return {**told, "titles": titles(game, sheet), "words": headings(game, sheet)}

    def write(
        self, id_: str, edits: Sequence[Edit], page: str = "", language: str = ENGLISH
    ) -> dict[str, Any]:
        """Write cells; those of a wrong kind, and those that somebody else wrote since the page
        read them, are told and left as they were. Words of a table may be the page's language's."""
        sheet = self._sheet(id_)
        game = self.source.game
        read = [_understood(game, sheet, language, edit) for edit in edits]
        wrong = []
        good = []
        called = cache(lambda: called_in(game, sheet, language))
        scattered = self.source.scattered(sheet)
        for typed, edit in zip(edits, read, strict=True):
            told = self.source.wrong(sheet, edit.key, edit.column, edit.text, called)
            if edit.key[:1] and edit.key[0] in scattered:
                told = Saying(SEVERAL, file=self.source.own / sheet.file)
            if told:
                told = in_words_of(told, {**called(), edit.text: typed.text})
                wrong.append({"key": edit.key, "column": edit.column, "told": told})
            else:
                good.append(edit)
        with self._lock:
            before = self.source.typed(sheet.file)
            known = self._told.get(page, {}).get(sheet.file)
            if known is None:
                known = _as_known(before, read)
            late = [e for e in good if _come(known, before, e)]
            wrong += [_beside(sheet, before, edit) for edit in late]
            good = [edit for edit in good if edit not in late]
            after = before
            if good:
                data = self._bytes(sheet.file)
                self._put(sheet.file, good)
                after = self.source.typed(sheet.file)
                back = [Edit(e.key, e.column, before.get((e.key, e.column), "")) for e in good]
                wrote = self._bytes(sheet.file) or b""
                small = max(len(data or b""), len(wrote)) <= LARGE
                step = Step(id_, back, after, (data, wrote) if small else None, page)
                self._steps = [*self._steps[-MOST_STEPS:], step]
            self._tell(page, sheet.file, _known(known, before, after, read))
        done, of = sheet.progress(after)
        texts = [edit.text for edit in read]
        return {"wrong": wrong, "done": done, "of": of, "steps": len(self._steps), "read": texts}

    def undo(self, page: str = "") -> dict[str, Any]:
        """Take the last step back; its sheet as it is then, how many of its cells stay because
        somebody else wrote them since, and whether another page than this one had written it."""
        with self._lock:
            if not self._steps:
                raise BadRequestError("There is nothing to undo.")
            id_, edits, wrote, data, by = self._steps[-1]
            file = self._sheet(id_).file
            mine = edits
            if data is None or not owning.put_back(self.source.own, file, *data):
                now = self.source.typed(file)
                mine = [edit for edit in edits if not _come(wrote, now, edit)]
                if mine:
                    self._put(file, mine)
            self._steps.pop()
        left = len(edits) - len(mine)
        return {"sheet": id_, "steps": len(self._steps), "left": left, "other": by != page}

    def _bytes(self, file: str) -> bytes | None:
        path = self.source.own / file
        return path.read_bytes() if path.is_file() else None

    def _tell(self, page: str, file: str, known: Own) -> None:
        """Note what a page knows of a file."""
        files = self._told.pop(page, {})
        self._told[page] = {**files, file: known}
        if len(self._told) > MOST_PAGES:
            del self._told[next(iter(self._told))]

    def counter(self, id_: str) -> Counter:
        """A counter of the game."""
        found = self.source.game.counters.get(id_)
        if found is None:
            raise BadRequestError("There is no such counter.")
        return self.source.as_typed(found)

    def map(self, page: str = "") -> dict[str, Any]:
        """The map as it is now, with what the owner painted, for a page that will paint on it."""
        if not self.source.game.grid.places:
            raise BadRequestError("A board without hexes is not painted.")
        for file in (HEXES, HEXSIDES, LINES):
            self._tell(page, file, self.source.typed(file))
        return map_told(self.source, self._own_game())

    def picture(self, language: str) -> bytes:
        """The map's picture with what the owner painted when it was asked for last."""
        with self._drawing:
            game = self.source.game
            spoken = language if language in game.texts else ENGLISH
            stamp: tuple[str | int, ...] = (spoken, *self._stamp())
            if self._drawn is None or self._drawn[0] != stamp:
                self._drawn = (stamp, map_picture(self._own_game(), spoken))
            return self._drawn[1]

    def look(self) -> dict[str, Any]:
        """Nothing; ProblemsError if no command can read the owner's copy as it is."""
        self._own_game()
        return {}

    def _own_game(self) -> Game:
        game = self.source.game
        problems = Collector()
        found = read_game(self.source.folder, problems, owned(game.id))
        problems.check()
        return found

    def _stamp(self) -> tuple[int, ...]:
        files = [self.source.own / name for name in (HEXES, HEXSIDES, LINES)]
        return tuple(path.stat().st_mtime_ns if path.is_file() else 0 for path in files)

    def figures(self, ids: Sequence[str]) -> dict[str, Any]:
        """Of each counter how many faces it has, and which figure stands where on them."""
        columns = self._sheet(COUNTERS).columns
        told = {}
        for id_ in ids:
            counter = self.counter(id_)
            shape = shape_of(self.source.game, counter)
            if shape not in self._figures:
                try:
                    self._figures[shape] = figures_of(self.source.game, counter, columns)
                except (ValueError, KeyError):
                    self._figures[shape] = 0, []  # it cannot be drawn: the table has its cells
            faces, figures = self._figures[shape]
            told[id_] = {"faces": faces, "figures": [one.as_json() for one in figures]}
        return told

    def _sheet(self, id_: str) -> Sheet:
        found = self.source.sheets.get(id_)
        if found is None:
            raise BadRequestError("There is no such sheet.")
        return found

    def _put(self, file: str, edits: Sequence[Edit]) -> None:
        own = self.source.own
        if file == EFFECTS:
            effects = {
                (e.key[0], e.key[1], e.column): self.source.effect(e.key, e.column, e.text)
                for e in edits
            }
            owning.set_effects(own, effects)
        elif file == LINES:
            lines, mine = self.source.lines, own / LINES
            steps = {(e.key[0], e.key[1], e.key[2]): bool(e.text) for e in edits}
            owning.set_lines(own, lines(self.source.folder / LINES), lambda: lines(mine), steps)
        elif file.startswith(SET_UPS):
            self._put_units(file, edits)
        else:
            owning.set_cells(own, file, [Cell(edit.key, edit.column, edit.text) for edit in edits])

    def _put_units(self, file: str, edits: Sequence[Edit]) -> None:
        """A set-up's hex and step go together; without a hex of the owner's it is the game's, and
        where a cell is emptied and both are the game's, none is the owner's."""
        typed = self.source.typed(file)
        ours = {key: cells for key, _, cells in self.source.sheets[file].rows}
        by_row: dict[Key, dict[str, str]] = {}
        for edit in edits:
            by_row.setdefault(edit.key, {})[edit.column] = edit.text
        placed: dict[str, list[dict[str, Any]]] = {}
        for key, changed in by_row.items():
            told = {c: typed[key, c] for c in ("hex", "step") if (key, c) in typed} | changed
            theirs = ours[key].get("hex", ""), ours[key].get("step", "1")
            place, step = told.get("hex") or theirs[0], told.get("step") or theirs[1]
            placed[key[0]] = []
            if all(changed.values()) or (place, step) != theirs:
                # A counter always shows some step: emptied it is the first.
                number = 1 if step == NOTHING else int(step)
                place = "" if place == NOTHING else place
                placed[key[0]] = [{"hex": place, "step": number}]
        name = file.removeprefix(SET_UPS).removesuffix(".toml")
        owning.set_units(self.source.own, name, placed)


def _understood(game: Game, sheet: Sheet, language: str, edit: Edit) -> Edit:
    """An edit as it stands in the file."""

    def read(text: str) -> str:
        return as_in_file(game, sheet, edit.column, language, text)

    was = None if edit.was is None else read(edit.was)
    return edit._replace(text=read(edit.text), was=was)


def _as_known(now: Own, edits: Sequence[Edit]) -> Own:
    """The owner's cells as a page that the program does not know had them when it was typed into;
    of a cell that was typed into twice as it was before the first."""
    was = {(e.key, e.column): e.was for e in reversed(edits) if e.was is not None}
    return {**now, **was}


def _come(known: Own, now: Own, edit: Edit) -> bool:
    """Whether a cell is no longer as it was known, nor as it is to be."""
    place = edit.key, edit.column
    return now.get(place, "") not in (known.get(place, ""), edit.text)


def _beside(sheet: Sheet, now: Own, edit: Edit) -> dict[str, Any]:
    """What stands in a cell now that somebody else wrote it."""
    place = edit.key, edit.column
    ours = next((cells for key, _, cells in sheet.rows if key == edit.key), {})
    text = now.get(place, "")
    told = quoting(BESIDE, text=text) if text else TAKEN_BACK
    shown = text or ours.get(edit.column, "")
    return {"key": edit.key, "column": edit.column, "told": told, "text": shown, "own": bool(text)}


def _known(known: Own, before: Own, after: Own, edits: Sequence[Edit]) -> Own:
    """What the page knows after it has written: its own cells as they are now, with those that go
    with them; of the others what it knew."""
    places = {(edit.key, edit.column) for edit in edits}
    places |= {place for place, text in after.items() if before.get(place) != text}
    places |= before.keys() - after.keys()
    kept = {place: text for place, text in known.items() if place not in places}
    return kept | {place: after[place] for place in places if place in after}


def edits_of(data: Any) -> list[Edit]:
    """Edits as the page sends them; BadRequestError for others."""
    if not isinstance(data, list) or len(data) > MOST_EDITS:
        raise BadRequestError("Edits are a list.")
    found = []
    for one in data:
        try:
            key, column, text, was = one["key"], one["column"], one["text"], one.get("was")
        except (TypeError, KeyError, AttributeError):
            raise BadRequestError("An edit has key, column and text.") from None
        plain = isinstance(column, str) and isinstance(text, str) and isinstance(key, list)
        plain = plain and isinstance(was, str | None)
        if not plain or not all(isinstance(part, str) for part in key):
            raise BadRequestError("An edit has texts.")
        found.append(Edit(tuple(key), column, text.strip(), was))
    return found


def names_of(data: Any) -> list[str]:
    """Names as the page sends them; BadRequestError for others."""
    if not isinstance(data, list) or len(data) > MOST_NAMES:
        raise BadRequestError("Names are a list.")
    return [str(one) for one in data]
