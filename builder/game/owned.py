"""The owner's copy: what the owner of a printed game typed from it, laid over the game's files.

A folder of the owner's, never the package's, holds for each game files of the same names and
columns as the game's own, with only the rows and cells that differ. An empty cell leaves what the
game says; `(none)` empties it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from builder import limits
from builder.files import is_there, read_bounded
from builder.game.csv_file import CsvFile, Row, read_csv
from builder.game.inside import COPY, folders_in, no_way_out
from builder.game.meant import meant, row_meant
from builder.game.problems import (
    LISTING,
    MANY,
    Collector,
    Problem,
    ProblemsError,
    close_to,
    nearest,
)
from builder.game.together import settled
from builder.game.toml_file import KeyPath, TomlFile, as_typed, kind_of, read_toml, unprintable
from builder.homes import HOMELESS, user_data
from builder.saying import Saying, in_a_row, quoting

VARIABLE = "KESSEL_OWN"
"""The environment variable that names the folder of all owner's copies."""

SOURCE = "own"
"""The source of what the owner typed."""

NOTHING = "(none)"
"""An own cell that is to be empty."""

FEATURES = ("terrain", "hexside", "line")
"""The tables of game.toml whose effects an owner may set."""

_KEYS: Mapping[str, tuple[str, ...]] = {
    "combat.csv": ("table", "row"),
    "counters.csv": ("id",),
    "cards.csv": ("number",),
    "map/hexes.csv": ("hex",),
    "map/hexsides.csv": ("hex", "other"),
}
ADDED = ("map/hexes.csv", "map/hexsides.csv")
"""Files whose rows an owner may add: a hex that was clear has none."""

NO_FIGURES = frozenset({"setup", "name", "full_name", "size"})
"""Columns with which no rule counts: a row of which the owner gives only these is a stand-in as it
was."""

_WITHIN = ("counters.csv", "cards.csv")
"""Files that change what a game has, and add nothing to one that has no such file."""

READ = (*_KEYS, "game.toml", "map/lines.csv")
"""The files of a copy that are called alike in every game."""

_FOLDERS = ("map", "charts", "scenarios")

Place = tuple[str, int]
"""A file and a line."""


def own_root() -> Path | None:
    """The folder of all owner's copies: of the environment, else among the user's data; None
    without both."""
    told = os.environ.get(VARIABLE, "")
    if told:
        return Path(told)
    data = user_data()
    return None if data is None else data / "own"


def keys_of(name: str) -> tuple[str, ...]:
    """The columns by which the rows of a file are known; none for a file that nobody overlays."""
    if name.startswith("charts/"):
        return ("row",)
    return _KEYS.get(name, ())


@dataclass
class Owned:
    """One game's owner's copy while the game is read; without a folder it changes nothing.

    `notes` tell what no longer fits. `origin` leads from a changed row of the game's file to the
    row of the owner's, in which `cells` tells the columns; `changed` counts his values by file.
    """

    folder: Path | None = None
    notes: Collector = field(default_factory=Collector)
    origin: dict[Place, Place] = field(default_factory=dict)
    cells: dict[Place, frozenset[str]] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)

    def path(self, name: str) -> Path | None:
        """The owner's file of a name, if there is one."""
        path = self.folder / name if self.folder else None
        # a pipe or a folder of that name is told by whoever reads it
        return path if path is not None and os.path.lexists(path) else None

    def charts(self) -> list[Path]:
        """The owner's files of charts."""
        if self.folder is None:
            return []
        found = (self.folder / "charts").glob("*.csv")
        return sorted(path for path in found if not path.name.startswith("."))

    def sure_of_chart(self, path: Path, known: Collection[str]) -> None:
        """Note a whole chart of the owner's that is none of those which the game has or reads."""
        if path.stem not in known:
            text = quoting("No rule reads a chart '{name}'.", name=path.stem[:60])
            choices = sorted(known)
            remedy = quoting("Call the file as one of the game's: {names}.", names=choices[:MANY])
            self._note(path, 0, text, close_to(path.stem.lower(), choices) or remedy)

    def over(self, file: CsvFile, name: str, problems: Collector) -> CsvFile:
        """A table of the game with the owner's cells in it."""
        path = self.path(name)
        if path is None:
            return file
        keys = keys_of(name)
        mine = read_csv(path, problems, keys)
        columns = self._columns(file, mine, keys)
        theirs = {key_of(row, keys): index for index, row in enumerate(file.rows)}
        rows = list(file.rows)
        first: dict[tuple[str, ...], int] = {}
        for row in mine:
            key = key_of(row, keys)
            if first.setdefault(key, row.line) != row.line:
                text = quoting("The row '{row}' stands here a second time.", row=" ".join(key)[:60])
                remedy = quoting(
                    "Keep one of them (the first is line {number}).", number=first[key]
                )
                problems.add(path, row.line, text, remedy)
                continue
            cells = {c: row[c] for c in columns if row[c] and c not in keys}
            if key in theirs:
                index = theirs[key]
                rows[index] = self._merged(rows[index], cells, name)
                self.origin[str(file.path), rows[index].line] = (str(path), row.line)
                self.cells[str(file.path), rows[index].line] = frozenset(cells)
            elif name in ADDED:
                told = {k: "" if v == NOTHING else v for k, v in cells.items()}
                rows.append(Row(row.line, {**row.cells, **told, "source": SOURCE}))
                self.origin[str(file.path), row.line] = (str(path), row.line)
            else:
                words = " ".join(key)
                text = quoting(
                    "The game has no row '{row}': what stands here is kept unused.", row=words
                )
                self._note(path, row.line, text, partial(_row_meant, key, file, keys))
                continue
            fewest = 0 if key in theirs else 1  # a row that he adds is one, and an empty cell none
            self.changed[name] = self.changed.get(name, 0) + max(fewest, len(cells))
        if name == "map/hexsides.csv":
            rows = [row for row in rows if row["features"]]
        return replace(file, rows=tuple(rows))

    def _columns(self, file: CsvFile, mine: CsvFile, keys: Sequence[str]) -> list[str]:
        known = [column for column in file.columns if column not in (*keys, "source")]
        for column in mine.columns:
            if column not in file.columns:
                text = quoting(
                    "The game has no column '{column}' here: its cells are kept unused.",
                    column=column[:60],
                )
                self._note(mine.path, mine.line, text, partial(_column_meant, column, known, mine))
        return [column for column in mine.columns if column in file.columns]

    def _merged(self, row: Row, cells: Mapping[str, str], name: str) -> Row:
        told = {column: "" if text == NOTHING else text for column, text in cells.items()}
        printed = name not in ("combat.csv",) and not name.startswith("charts/")
        if printed and not (told and told.keys() <= NO_FIGURES):
            told["source"] = SOURCE
        return replace(row, cells={**row.cells, **told})

    def definition(self, file: TomlFile) -> TomlFile:
        """game.toml with the owner's effects of terrain, hexsides and lines."""
        path = self.path("game.toml")
        if path is None:
            return file
        mine = _typed(path)
        data = dict(file.data)
        wrong: list[Problem] = []
        for kind, features in mine.data.items():
            if kind not in FEATURES:
                text = quoting("'{kind}' is not for an owner to set: unused.", kind=kind[:60])
                self._note(path, mine.line(kind), text, close_to(kind.lower(), FEATURES) or "")
                continue
            theirs = dict(data.get(kind, {}))
            if not isinstance(features, dict):
                self._note(
                    path, mine.line(kind), *_no_table(kind, f"{kind}.{next(iter(theirs), '')}")
                )
                continue
            for name, effects in features.items():
                if not isinstance(theirs.get(name), dict):
                    text = quoting(
                        "The game has no {kind} '{name}': it is kept unused.",
                        kind=kind,
                        name=name[:60],
                    )
                    remedy = close_to(name.lower(), theirs) or ""
                    self._note(path, mine.line(kind, name), text, remedy)
                    continue
                if not isinstance(effects, dict):
                    key = f"{kind}.{name}"
                    self._note(path, mine.line(kind, name), *_no_table(key, key))
                    continue
                wrong += self._misfits(file, mine, (kind, name), effects)
                theirs[name] = _with_effects(theirs[name], effects)
                self.changed["game.toml"] = self.changed.get("game.toml", 0) + len(effects)
            data[kind] = theirs
        if wrong:
            raise ProblemsError(wrong)
        return replace(file, data=data)

    def _misfits(
        self, file: TomlFile, mine: TomlFile, at: tuple[str, str], effects: Mapping[str, Any]
    ) -> Iterator[Problem]:
        """Effects of another kind than the game's own: its rules count with those. An effect that
        the game has nowhere is noted."""
        others = [one for one in file.data[at[0]].values() if isinstance(one, dict)]
        drawing = file.data.get("drawing")
        signed = signed_effects(drawing if isinstance(drawing, dict) else {})
        declared = is_there(file.path.parent / "rules.toml")  # whose costs are looked at there
        listed = file.data.get("side", ())
        sides = [str(one.get("id")) for one in listed if isinstance(one, dict)]
        for effect, value in effects.items():
            found = [one[effect] for one in others if effect in one]
            if effect not in signed and is_below(value, found):
                text = quoting("'{name}' is {value}.", name=".".join((*at, effect)), value=value)
                yield Problem(str(mine.path), mine.line(*at, effect), text, FROM_NOTHING)
                continue
            if effect in signed and is_no_shift(value, found):
                text = quoting("'{name}' is {value}.", name=".".join((*at, effect)), value=value)
                yield Problem(str(mine.path), mine.line(*at, effect), text, WHOLE_NUMBER)
                continue
            if effect == "source" or (declared and effect == "move"):
                continue
            if not found:
                text = quoting("No {kind} of the game has '{effect}'.", kind=at[0], effect=effect)
                known = {key for one in others for key in one}
                self._note(mine.path, mine.line(*at, effect), text, nearest(effect, known))
            elif kind_of(value) not in {kind_of(one) for one in found}:
                name = ".".join((*at, effect))
                text = quoting("'{name}' is {value}.", name=name, value=as_typed(value))
                remedy = Saying("Write {text}.", text=Saying(kind_of(found[0])))
                yield Problem(str(mine.path), mine.line(*at, effect), text, remedy)
            elif names_no_side(value, found, sides):
                name = ".".join((*at, effect))
                text = quoting("'{name}' is {value}.", name=name, value=as_typed(value))
                yield Problem(str(mine.path), mine.line(*at, effect), text, nearest(value, sides))

    def scenario(self, file: TomlFile, name: str, counters: Mapping[str, Any]) -> TomlFile:
        """A scenario with the owner's places: they replace all those of the same counter."""
        path = self.path(f"scenarios/{name}.toml")
        if path is None:
            return file
        mine = _typed(path)
        for kind in mine.data:
            if kind != "unit":
                text = quoting("'{kind}' is not for an owner to set: unused.", kind=kind[:60])
                self._note(path, mine.line(kind), text, close_to(kind.lower(), ("unit",)) or "")
        units = mine.data.get("unit", [])
        if not isinstance(
            units, list
        ):  # told by whoever reads the scenario, as [unit] for [[unit]]
            return _instead(file, "unit", mine)
        placed: dict[str, list[Any]] = {}
        called = {one.full_name.casefold(): id_ for id_, one in counters.items()}
        called |= {one.name.casefold(): id_ for id_, one in counters.items()}
        for index, unit in enumerate(units):
            named = isinstance(unit, dict) and "counter" in unit
            counter = str(unit["counter"]) if named else ""
            if not named or counter in counters:
                placed.setdefault(counter, []).append(unit)
            else:
                text = quoting(
                    "The game has no counter '{id}': it is kept unused.", id=counter[:60]
                )
                remedy = partial(meant, counter, counters, called)
                self._note(path, mine.line("unit", index), text, remedy)
        if placed:
            self.changed[f"scenarios/{name}.toml"] = sum(map(len, placed.values()))
        return _placed(file, placed, mine)

    def tell_unread(self, scenarios: Iterable[str], game: Path) -> None:
        """The files of the copy that nothing reads: a slip in a name is told nowhere else, nor that
        the game, in its folder, has no such table."""
        if self.folder is None:
            return
        for name in _WITHIN:
            path = self.path(name)
            if path is not None and not (game / name).exists():
                self._note(
                    path, 0, quoting("The game has no {name}: it is kept unused.", name=name)
                )
        known = [*READ, *(f"scenarios/{name}.toml" for name in scenarios)]
        for path in _files(self.folder):
            name = path.relative_to(self.folder).as_posix()
            chart = name.startswith("charts/") and name.endswith(".csv")
            if not chart and name not in known and not self._same(path, name, known):
                self._note(path, 0, "Nothing reads this file.", nearest(name, known))

    def _same(self, path: Path, name: str, known: Iterable[str]) -> bool:
        """Whether a file is one that is read: many systems mind no capitals."""
        assert self.folder is not None
        there = (self.folder / one for one in known if one.casefold() == name.casefold())
        return any(other.exists() and other.samefile(path) for other in there)

    def wrote(self, file: Path, line: int, column: str) -> Place | None:
        """Where the owner wrote a cell that counts as one of the game's file."""
        if self.folder is not None and file.is_relative_to(self.folder):
            return str(file), line
        there = column in self.cells.get((str(file), line), ())
        return self.origin.get((str(file), line)) if there else None

    def own_places(self, problems: list[Problem]) -> list[Problem]:
        """Problems told where the owner wrote what is wrong, not in the game's file."""
        return [
            replace(p, file=self.origin[p.file, p.line][0], line=self.origin[p.file, p.line][1])
            if (p.file, p.line) in self.origin
            else p
            for p in problems
        ]

    def _note(self, path: Path, line: int, text: str, remedy: str | Callable[[], str] = "") -> None:
        """Tell what stands in a file unused. A remedy that must be looked for is looked for in the
        first lines only: in a file full of strange rows it would take seconds."""
        if self.notes.full(path):
            return
        if callable(remedy):
            few = sum(note.file == str(path) for note in self.notes.problems) < MANY
            remedy = remedy() if few else ""
        told = Problem(str(path), line, text, remedy)
        if told not in self.notes.problems:
            self.notes.add(path, line, text, remedy)


FROM_NOTHING = Saying("Write {text}.", text=Saying("a number from 0 up"))
WHOLE_NUMBER = Saying("Write {text}.", text=Saying("a whole number"))


def _row_meant(key: tuple[str, ...], file: CsvFile, keys: tuple[str, ...]) -> Saying:
    """The remedy for a row that the game has not: in a chart all rows may be others in print."""
    told = row_meant(key, file, keys)
    if file.path.parent.name != "charts" or not told.startswith(LISTING):
        return told
    text = "If the printed chart has other rows, type all of it, with 'whole' in place of 'row'."
    return in_a_row([told, Saying(text)])


def _column_meant(column: str, known: Sequence[str], mine: CsvFile) -> Saying:
    """The remedy for a heading that the game has not: in a table all may be others in print."""
    told = meant(column, known)
    if not told.startswith(LISTING):
        return told
    if mine.path.parent.name == "charts":
        text = "If the printed chart has others, type all of it, with 'whole' in place of 'row'."
        return in_a_row([told, Saying(text)])
    if mine.path.name == "combat.csv":
        text = "If the printed table has others, type all of it into {file}, with 'row' at first."
        name = mine.rows[0]["table"] if mine.rows else "TABLE"
        return in_a_row([told, quoting(text, file=f"charts/{name}.csv")])
    return told


def is_below(value: Any, found: Iterable[Any]) -> bool:
    """Whether a value is less than nothing, as no value `found` of its effect is: a step does not
    give movement points back."""
    return _is_minus(value) and not any(map(_is_minus, found))


def is_no_shift(value: Any, found: Iterable[Any]) -> bool:
    """Whether a value is a part of a whole, as no value `found` of its effect is: columns are not
    shifted by halves."""
    return isinstance(value, float) and not value.is_integer() and not any(map(_is_part, found))


def _is_part(value: Any) -> bool:
    return isinstance(value, float) and not value.is_integer()


def names_no_side(value: Any, found: Sequence[Any], sides: Sequence[str]) -> bool:
    """Whether a value is no side where all values `found` of its effect are sides."""
    return isinstance(value, str) and value not in sides and all(one in sides for one in found)


def _is_minus(value: Any) -> bool:
    return isinstance(value, int | float) and value < 0


def signed_effects(drawing: Mapping[str, Any]) -> frozenset[str]:
    """The effects that `[drawing.charts.effect]` shows with their signs: they may be of both."""
    charts = drawing.get("charts")
    effects = charts.get("effect") if isinstance(charts, dict) else None
    told = effects.items() if isinstance(effects, dict) else ()
    return frozenset(name for name, one in told if isinstance(one, dict) and one.get("sign"))


def _files(folder: Path) -> Iterator[Path]:
    """The owner's files, but for those of bindings; a folder that has no business here as one."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == BINDINGS:
            continue
        if path.is_dir() and path.name in _FOLDERS:
            yield from sorted(one for one in path.iterdir() if not one.name.startswith("."))
        else:
            yield path


def _typed(path: Path) -> TomlFile:
    """A file of the owner's own; ProblemsError at its lines if it cannot be read."""
    file = read_toml(path)
    if wrong := list(unprintable(file)):
        raise ProblemsError(wrong)
    return file


def owned(game: str) -> Owned:
    """The owner's copy of a game as it lies on this machine."""
    if not game or (root := own_root()) is None or not (is_there(root) and is_there(root / game)):
        return Owned()
    folder = root / game
    no_way_out(folder, COPY)
    settled(folder)
    return Owned(folder)


def own_folder(game: str) -> Path:
    """Where the owner's copy of a game lies, or will lie; ProblemsError if there is no place."""
    if (root := own_root()) is None:
        remedy = quoting("Set it, or {variable}, to a folder.", variable=VARIABLE)
        raise ProblemsError([Problem("HOME", 0, HOMELESS, remedy)])
    return root / game


def game_id(folder: Path) -> str:
    """The id that a game's folder tells; empty if its game.toml tells none that is plain."""
    try:
        told = read_toml(folder / "game.toml").data.get("id")
    except ProblemsError:
        return ""
    plain = isinstance(told, str) and told.replace("-", "").replace("_", "").isalnum()
    return told if plain and isinstance(told, str) else ""


def key_of(row: Row, keys: Sequence[str]) -> tuple[str, ...]:
    """By what a row is known."""
    return in_order((row[key] for key in keys), keys)


def in_order(key: Iterable[str], keys: Sequence[str]) -> tuple[str, ...]:
    """A key as rows are compared: a hexside is the same from both of its hexes."""
    return tuple(sorted(key)) if "other" in keys else tuple(key)


def _with_effects(feature: dict[str, Any], effects: dict[str, Any]) -> dict[str, Any]:
    told = feature.get("source", "")
    before = dict(told) if isinstance(told, dict) else {"default": told or "stand-in"}
    effects = {name: value for name, value in effects.items() if name != "source"}
    return {**feature, **effects, "source": {**before, **dict.fromkeys(effects, SOURCE)}}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _no_table(key: str, wanted: str) -> tuple[str, str]:
    """What is said of an effect without its feature, or a feature without its effects."""
    text = quoting("'{key}' stands where a table belongs.", key=key[:60])
    return text, quoting("Write [{name}] above its effects.", name=wanted)


def _instead(file: TomlFile, key: str, mine: TomlFile) -> TomlFile:
    """The file with what the owner wrote at a key, whatever it is, in place of what stood there."""
    data = {**file.data, key: mine.data[key]}
    return replace(file, data=data, elsewhere={(key,): (mine, (key,))})


def _placed(file: TomlFile, placed: Mapping[str, list[Any]], mine: TomlFile) -> TomlFile:
    """The file with these units of the owner's; each key keeps the place where it stands."""
    units: list[Any] = []
    lines: dict[KeyPath, int] = {k: v for k, v in file.lines.items() if k[0] != "unit"}
    left, own = dict(placed), list[int]()
    for index, unit in enumerate(_list(file.data.get("unit"))):
        counter = str(unit.get("counter", "")) if isinstance(unit, dict) else ""
        if counter in placed:
            own += [len(units) + at for at in range(len(left.get(counter, ())))]
            units += left.pop(counter, [])
            continue
        for keys, line in file.lines.items():
            if keys[:2] == ("unit", index):
                lines["unit", len(units), *keys[2:]] = line
        units.append(unit)
    for more in left.values():
        own += [len(units) + at for at in range(len(more))]
        units += more
    where = {id(unit): index for index, unit in enumerate(_list(mine.data.get("unit")))}
    elsewhere: dict[KeyPath, tuple[TomlFile, KeyPath]] = {
        ("unit", at): (mine, ("unit", where[id(units[at])])) for at in own
    }
    data = {**file.data, "unit": units}
    if isinstance(data.get("without"), list):
        data["without"] = [name for name in data["without"] if name not in placed]
    return replace(file, data=data, lines=lines, elsewhere=elsewhere)


BINDINGS = "bindings"
"""The folder of an owner's copy in which other authors' modules are bound to the game."""
BINDING = "binding.toml"


def bindings() -> Iterator[tuple[str, Path]]:
    """All bindings of modules on this machine: the game's id and the folder of each. ProblemsError
    for a folder that may hold some and cannot be read, because it would be taken for an empty one.
    """
    if (root := own_root()) is None:
        return
    copies = folders_in(root)
    for copy in copies:
        settled(copy)
    for copy in copies:
        for folder in folders_in(copy / BINDINGS):
            if _may_be_there(folder / BINDING):
                yield copy.name, folder


def bindings_telling(module: str) -> Iterator[tuple[str, Path]]:
    """Those that may be of a module of that name, as far as their text tells: a slip in another
    one's is no matter of its saves."""
    plain = module.isascii() and module.isprintable() and not set(module) & set('"\\')
    for game, folder in bindings():
        if not plain or _tells(folder / BINDING, module.encode()):
            yield game, folder


def may_be_bound(module: str) -> bool:
    """Whether there is such a binding: what reads bindings takes long to load, and most saves are
    of modules of ours."""
    return next(bindings_telling(module), None) is not None


def _may_be_there(file: Path) -> bool:
    try:
        return is_there(file)
    except OSError:  # its reader tells why
        return True


def _tells(file: Path, name: bytes) -> bool:
    """Whether a file holds a name, or cannot be read, which its reader is to tell."""
    try:
        data = read_bounded(file, limits.SOURCE)
    except OSError:
        return True
    return data is None or name in data
