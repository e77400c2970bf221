"""What the desk shows: tables in their printed shape, counters, effects, set-ups, hexes, cards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from builder import limits
from builder.drawing.looks import CountersDrawing, counters_drawing
from builder.drawing.mix import face_faults
from builder.game import owning
from builder.game.check.charts import check_charts
from builder.game.check.findings import Look
from builder.game.csv_file import CsvFile, Row, cell_fault, read_csv
from builder.game.definition import STAND_IN
from builder.game.inside import COPY, no_way_out
from builder.game.load_counters import KIND_WORDS, parse_cell, too_many
from builder.game.load_tables import DOUBT, UNPRINTED, load_tables
from builder.game.loader import read_game
from builder.game.model import Counter, Game, Table
from builder.game.name_lists import names_in_row
from builder.game.owned import (
    ADDED,
    FEATURES,
    FROM_NOTHING,
    NO_FIGURES,
    NOTHING,
    WHOLE_NUMBER,
    Owned,
    is_below,
    is_no_shift,
    keys_of,
    names_no_side,
    own_folder,
    owned,
    signed_effects,
)
from builder.game.owner_toml import several
from builder.game.problems import Collector, nearest
from builder.game.rulebook.results import parts_of
from builder.game.rulebook.tables import combat_table
from builder.game.table_sheet import is_whole
from builder.game.toml_file import read_toml
from builder.game.values import World, fault, place_fault
from builder.saying import Saying, quoting

COMBAT, COUNTERS, CARDS, HEXES, EFFECTS = (
    "combat.csv", "counters.csv", "cards.csv", "map/hexes.csv", "game.toml",
)  # fmt: skip
HEXSIDES, LINES = "map/hexsides.csv", "map/lines.csv"
ARRIVALS = "counters.csv#arrivals"
INITIATIVE = "initiative"
"""How the column of a card ends that names a side."""
THERE = "there"
"""The column of a step of a line: it has no cell of its own in the file."""
SET_UPS = "scenarios/"
SEVERAL = "It is set up in several places, which {file} tells: change them there."
ALL_YOURS = "All of this chart is yours, and stands in {file}: change it there."
_TYPED = "typed"
"""Where a cell stands that is looked at before it is written."""

Key = tuple[str, ...]
Own = Mapping[tuple[Key, str], str]
"""The owner's cells of a file: by the key of the row and the column."""


@dataclass(frozen=True)
class Sheet:
    """One sheet of the desk. `file` is where its cells lie, `id` that with a table's name."""

    id: str
    file: str
    title: str
    group: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Key, str, Mapping[str, str]], ...]  # key, heading, our cells
    invented: frozenset[tuple[Key, str]] = frozenset()
    rules: tuple[str, ...] = ()
    whole: bool = False  # one own cell settles its row
    texts: bool = False
    sources: Mapping[Key, str] = field(default_factory=dict)  # what says where our row comes from

    @cached_property
    def keys(self) -> frozenset[Key]:
        return frozenset(key for key, _, _ in self.rows)

    @property
    def _settling(self) -> tuple[str, ...]:
        """The columns of which one own cell settles its row."""
        return tuple(column for column in self.columns if column not in NO_FIGURES)

    def progress(self, own: Own) -> tuple[int, int]:
        """How many of its stand-ins are the owner's, of how many."""
        if self.whole:
            rows = {key for key, _ in self.invented}
            return len(rows & {key for key, column in own if column not in NO_FIGURES}), len(rows)
        return sum(place in own for place in self.invented), len(self.invented)

    def as_json(self, own: Own) -> dict[str, Any]:
        """The sheet as the page shows it."""
        done, of = self.progress(own)
        rows = []
        more = sorted({key for key, _ in own} - self.keys) if self.file in ADDED else []
        added = [(key, "/".join(key), dict[str, str]()) for key in more]
        for key, heading, ours in (*self.rows, *added):
            settled = self.whole and any((key, c) in own for c in self._settling)
            cells = [
                {
                    "text": own.get((key, column), ours.get(column, "")),
                    "ours": ours.get(column, ""),
                    "own": (key, column) in own,
                    "invented": (key, column) in self.invented and not settled,
                    "was": (key, column) in self.invented,
                }
                for column in self.columns
            ]
            source = self.sources.get(key, "")
            rows.append({"key": key, "heading": heading, "cells": cells, "source": source})
        return {
            "id": self.id,
            "title": self.title,
            "group": self.group,
            "rules": self.rules,
            "columns": self.columns,
            "settling": self._settling if self.whole else (),
            "keyed": ("counter",) if self.group == "set-ups" else keys_of(self.file),
            "rows": rows,
            "done": done,
            "of": of,
            "texts": self.texts,
            "whole": self.whole,
        }


@dataclass(frozen=True)
class Source:
    """A game as Kessel has it, without the owner's copy: what the desk's sheets begin with."""

    folder: Path
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def game(self) -> Game:
        problems = Collector()
        game = read_game(self.folder, problems, Owned())
        problems.check()
        return game

    @cached_property
    def own(self) -> Path:
        """Where the owner's copy of it lies."""
        return own_folder(self.game.id)

    @cached_property
    def world(self) -> World:
        board = self.game.board
        return World(lambda name: name in board, frozenset(self.game.sides))

    @cached_property
    def sheets(self) -> dict[str, Sheet]:
        """All sheets by their ids, in the order of the page."""
        return {sheet.id: sheet for sheet in self._sheets()}

    def _sheets(self) -> Iterator[Sheet]:
        yield from self._tables()
        if (self.folder / COUNTERS).is_file():
            yield from self._counters()
        yield self._effects()
        yield from self._set_ups()
        if (self.folder / CARDS).is_file():
            yield self._cards()
        if (self.folder / HEXES).is_file():
            yield self._hexes()
        if (self.folder / HEXSIDES).is_file():
            yield self._hexsides()
        yield Sheet(LINES, LINES, "lines", "hexes", (THERE,), ())

    def _tables(self) -> Iterator[Sheet]:
        rules = self.game.definition.rules.get("charts")
        told = rules if isinstance(rules, dict) else {}
        for name, table in self.game.tables.items():
            chart = (self.folder / "charts" / f"{name}.csv").is_file()
            file = f"charts/{name}.csv" if chart else COMBAT
            if mine := self.whole_charts.get(name):
                table, chart, file = mine, True, f"charts/{name}.csv"
            rows = []
            for row in table.rows:
                key = (row,) if chart else (name, row)
                cells = {
                    c: table.cells[row, c] + (DOUBT if (row, c) in table.doubtful else "")
                    for c in table.columns
                }
                rows.append((key, row, cells))
            invented = frozenset(
                ((row,) if chart else (name, row), column) for row, column in table.doubtful
            )
            numbers = tuple(map(str, told.get(name, ())))
            yield Sheet(
                f"{file}#{name}",
                file,
                name,
                "tables",
                table.columns,
                tuple(rows),
                invented,
                numbers,
            )

    @cached_property
    def whole_charts(self) -> dict[str, Table]:
        """The charts of which all is the owner's, rows and headings too."""
        mine = load_tables(self.folder, Collector(), owned(self.game.id))
        return {
            name: table
            for name, table in mine.items()
            if name in self.game.tables and self._is_whole(self.own / "charts" / f"{name}.csv")
        }

    def _is_whole(self, path: Path) -> bool:
        return path.is_file() and (
            is_whole(path) or not (self.folder / "charts" / path.name).is_file()
        )

    def _counters(self) -> Iterator[Sheet]:
        file = self._csv(COUNTERS)
        names = ("name", "full_name", "size", *self.game.definition.units.fields, "setup")
        columns = tuple(c for c in dict.fromkeys(names) if c in file.columns)
        yield self._of(COUNTERS, file, "counters", columns, _called)
        by_number = "arrival" in columns  # what arrives in an order of its own, not by turns
        when = "arrival" if by_number else "setup"
        rows = [r for r in file if (r[when] if by_number else r[when].startswith("turn"))]
        if rows:
            yield Sheet(
                ARRIVALS, COUNTERS, "arrivals", "arrivals", (when,),
                tuple(((row["id"],), _called(row), row.cells) for row in rows),
                frozenset(((row["id"],), when) for row in rows if _ours(row)),
                sources={(row["id"],): row["source"] for row in rows},
            )  # fmt: skip

    def _cards(self) -> Sheet:
        file = self._csv(CARDS)
        columns = tuple(c for c in file.columns if c.endswith(("title", "text", INITIATIVE)))
        return self._of(CARDS, file, "cards", columns, lambda row: row["number"], texts=True)

    def _hexes(self) -> Sheet:
        file = self._csv(HEXES)
        return self._of(HEXES, file, "hexes", ("terrain", "name"), lambda row: row["hex"])

    def _hexsides(self) -> Sheet:
        file = self._csv(HEXSIDES)
        columns = ("features", "name")
        found = self._of(HEXSIDES, file, "hexsides", columns, lambda row: row["hex"])
        rows = tuple((_pair(key), "/".join(_pair(key)), cells) for key, _, cells in found.rows)
        return replace(
            found,
            group="hexes",
            rows=rows,
            invented=frozenset((_pair(key), column) for key, column in found.invented),
            sources={_pair(key): source for key, source in found.sources.items()},
        )

    def _of(
        self,
        name: str,
        file: CsvFile,
        group: str,
        columns: tuple[str, ...],
        heading: Any,
        *,
        texts: bool = False,
    ) -> Sheet:
        keys = keys_of(name)
        rows, invented = [], set()
        sources: dict[Key, str] = {}
        for row in file:
            key = tuple(row[k] for k in keys)
            rows.append((key, heading(row), row.cells))
            sources[key] = row["source"]
            if _ours(row):
                invented |= {(key, c) for c in columns if c not in NO_FIGURES}
        return Sheet(
            name, name, group, group, columns, tuple(rows), frozenset(invented), (),
            whole=True, texts=texts, sources=sources,
        )  # fmt: skip

    def _csv(self, name: str) -> CsvFile:
        return read_csv(self.folder / name, Collector())

    def _effects(self) -> Sheet:
        definition = self.game.definition
        rows, invented, columns = [], set(), dict[str, None]()
        sources: dict[Key, str] = {}
        for kind in FEATURES:
            features = getattr(definition, kind)
            for name, feature in features.items():
                cells = {e: _written(v) for e, v in feature.values.items() if _plain(v)}
                columns |= dict.fromkeys(cells)
                rows.append(((kind, name), feature.name or name, cells))
                told = {e: feature.provenance(e) for e in cells}
                plain = len(set(told.values())) == 1
                sources[kind, name] = (
                    next(iter(told.values()))
                    if plain
                    else ", ".join(f"{e}: {source}" for e, source in told.items())
                )
                invented |= {((kind, name), e) for e in cells if feature.stand_in(e)}
        return Sheet(
            EFFECTS, EFFECTS, "effects", "effects", tuple(columns), tuple(rows),
            frozenset(invented), sources=sources,
        )  # fmt: skip

    def _set_ups(self) -> Iterator[Sheet]:
        for name, scenario in self.game.scenarios.items():
            placed: dict[str, list[Any]] = {}
            for placement in scenario.placements:
                placed.setdefault(placement.counter, []).append(placement)
            rows = []
            for counter in self.game.counters.values():
                found = placed.get(counter.id, [])
                if counter.kind != "unit" or len(found) > 1:
                    continue
                cells = {"hex": found[0].hex, "step": str(found[0].step)} if found else {}
                rows.append(((counter.id,), counter.full_name or counter.name, cells))
            file = f"{SET_UPS}{name}.toml"
            yield Sheet(file, file, scenario.name, "set-ups", ("hex", "step"), tuple(rows))

    # What the owner typed already

    def typed(self, file: str) -> dict[tuple[Key, str], str]:
        """The owner's cells of a file; ProblemsError if it is damaged, or a link leads out."""
        no_way_out(self.own, COPY)
        path = self.own / file
        if file == LINES:
            return {(step, THERE): "yes" for step in owning.steps_of(self.lines(path))}
        if not os.path.lexists(path):  # a pipe is told, and not taken for nothing
            return {}
        if file.startswith("charts/") and self._is_whole(path):
            return {}
        if file.endswith(".toml"):
            return dict(self._typed_toml(path, file))
        problems = Collector()
        keys = keys_of(file)
        read = read_csv(path, problems, keys)
        problems.check()
        return {
            (
                _pair(row[k] for k in keys) if file == HEXSIDES else tuple(row[k] for k in keys),
                column,
            ): text
            for row in read
            for column, text in row.cells.items()
            if text and column not in keys
        }

    def lines(self, mine: Path) -> list[owning.Run]:
        """The runs of the owner's file of lines; of the game's, as long as he has none."""
        path = mine if os.path.lexists(mine) else self.folder / LINES
        if not os.path.lexists(path):
            return []
        problems = Collector()
        read = read_csv(path, problems, ("kind", "hexes"))
        problems.check()
        return [
            owning.Run(
                row["kind"],
                row["name"],
                tuple(names_in_row(row["hexes"], self.game.board.with_blanks)),
                row["source"],
            )
            for row in read
        ]

    def _typed_toml(self, path: Path, file: str) -> Iterator[tuple[tuple[Key, str], str]]:
        data = read_toml(path).data
        if file == EFFECTS:
            for kind in FEATURES:
                for name, effects in _tables_of(data.get(kind)):
                    for effect, value in effects.items():
                        yield ((kind, name), effect), _written(value)
            return
        units = data.get("unit")
        for unit in units if isinstance(units, list) else ():
            if isinstance(unit, dict):
                key = (str(unit.get("counter", "")),)
                yield (key, "hex"), str(unit.get("hex", "")) or NOTHING
                yield (key, "step"), str(unit.get("step", 1))

    def as_typed(self, counter: Counter) -> Counter:
        """A counter with what the owner typed of it."""
        columns = self.sheets[COUNTERS].columns if COUNTERS in self.sheets else ()
        told = {c: t for (key, c), t in self.typed(COUNTERS).items() if key == (counter.id,)}
        return self._with(counter, {c: text for c, text in told.items() if c in columns})

    def _with(self, counter: Counter, told: Mapping[str, str]) -> Counter:
        """A counter with other cells, by column."""
        told = {c: "" if text == NOTHING else text for c, text in told.items()}
        declared = self.game.definition.units.fields
        fields = dict(counter.fields)
        for column, text in told.items():
            if column in declared and text:
                with suppress(ValueError):
                    fields[column] = parse_cell(text, declared[column])
            elif column in declared:
                fields.pop(column, None)
        return replace(
            counter,
            name=told.get("name", counter.name),
            full_name=told.get("full_name", counter.full_name),
            size=told.get("size", counter.size),
            setup=told.get("setup", counter.setup),
            fields=fields,
        )

    def scattered(self, sheet: Sheet) -> frozenset[str]:
        """The counters that the owner sets up in several places, of which a sheet shows one."""
        path = self.own / sheet.file
        return several(path) if sheet.file.startswith(SET_UPS) else frozenset()

    # Whether what is typed is of the right kind

    def wrong(
        self,
        sheet: Sheet,
        key: Key,
        column: str,
        text: str,
        called: Callable[[], Mapping[str, str]] = dict,
    ) -> str:
        """Why a text cannot stand in a cell, as a sentence; empty if it can. `called` tells how
        words are called where they are offered."""
        if sheet.group == "tables" and sheet.title in self.whole_charts:
            return quoting(ALL_YOURS, file=self.own / sheet.file)
        if column not in sheet.columns or not (key in sheet.keys or self._addable(sheet, key)):
            return "There is no such cell."
        if told := cell_fault(text):
            return told
        if sheet.group == "tables" and text == NOTHING:
            told = quoting("The cell in column '{column}' is empty.", column=column)
            return Saying("{text} {remedy}", text=told, remedy=UNPRINTED)
        if not text or (text == NOTHING and sheet.file != EFFECTS):
            return ""
        if sheet.file == COUNTERS:
            return self._wrong_counter(column, text) or self._undrawable(key[0], column, text)
        if sheet.file == EFFECTS:
            return self._wrong_effect(key, column, text)
        if sheet.file == HEXES and column == "terrain":
            return _unknown(text.split(), {*self.game.definition.terrain, "clear"}, called)
        if sheet.file == HEXSIDES and column == "features":
            return _unknown(text.split(), self.game.definition.hexside, called)
        if sheet.file == CARDS and column.endswith(INITIATIVE):
            return _unknown([text], self.game.sides, called)
        if sheet.file.startswith(SET_UPS):
            if column == "step":
                return "" if text.isdecimal() and 0 < int(text[:4]) < 100 else "Write 1, 2 ..."
            found = place_fault(text, self.game.definition, self.world)
            return found[0] if found else ""
        if sheet.group == "tables":
            text = text.removesuffix(DOUBT)
            return self._wrong_result(sheet.title, text) or self._misfit(sheet, key, column, text)
        return ""

    def _misfit(self, sheet: Sheet, key: Key, column: str, text: str) -> str:
        """What `check` would say of a cell of a table, in its two sentences."""
        game, place = self.game, (key[-1], column)
        table = game.tables[sheet.title]
        table = replace(
            table,
            cells={**table.cells, place: text},
            doubtful=table.doubtful | {place},
            own={place: (_TYPED, 0)},
        )
        look = Look(replace(game, tables={**game.tables, sheet.title: table}))
        check_charts(look)
        for found in look.found:
            if found.problem.file == _TYPED:
                told = found.problem
                return Saying("{text} {remedy}", text=told.text, remedy=told.remedy)
        return ""

    def _wrong_result(self, table: str, text: str) -> str:
        """Why a cell of the table in which combat is looked up cannot say so."""
        rules = self.game.rules
        if rules is None or not rules.said("combat") or parts_of(rules, text) is not None:
            return ""
        asked = combat_table(self.game)
        if asked is None or asked.name != table:
            return ""
        told = quoting(
            "The table '{word}' says '{result}', and nothing what it does.",
            word=table,
            result=text,
        )
        return Saying("{text} {remedy}", text=told, remedy=nearest(text, rules.results))

    def _addable(self, sheet: Sheet, key: Key) -> bool:
        """Whether a row that the game has not can be the owner's: a clear hex, a new line."""
        grid = self.game.grid
        if sheet.file == HEXES:
            return len(key) == 1 and key[0] in grid
        if sheet.file == LINES:
            if len(key) != 3 or key[0] not in self.game.definition.line:
                return False
            key = key[1:]
            known = owning.steps_of(self.lines(self.folder / LINES))
            if any(key == step[1:] for step in known):
                return True
        elif sheet.file != HEXSIDES or len(key) != 2:
            return False
        one, other = key
        return key == _pair(key) and one in grid and other in grid.around[one].values()

    def _wrong_counter(self, column: str, text: str) -> str:
        definition = self.game.definition
        if column == "setup":
            found = place_fault(text, definition, self.world)
            return found[0] if found else ""
        if column not in definition.units.fields:
            return (
                Saying("Write at most {n} letters.", n=limits.COUNTER_NAME)
                if len(text) > limits.COUNTER_NAME
                else ""
            )
        declared = definition.units.fields[column]
        try:
            value = parse_cell(text, declared)
        except ValueError:
            return Saying("Write {value}.", value=KIND_WORDS[declared.type])
        told = fault(value, declared, self.world)
        if declared.type == "ints" and not told:
            lists = (one.fields.get(column) or () for one in self.game.counters.values())
            told = too_many(value, max(map(len, lists)) or limits.COUNTER_FACES)
        return Saying("{text}.", text=told) if told else ""

    def _wrong_effect(self, key: Key, column: str, text: str) -> str:
        if text == NOTHING:
            return Saying("An effect is not emptied: empty the cell, and it is ours again.")
        found = self._told_of(key[0], column)
        if not found:
            text = "The rules look for '{effect}' in other rows: leave this cell empty."
            return quoting(text, effect=column)
        value = self.effect(key, column, text)
        if value is None:
            return Saying("Write {value}.", value=_kind(found[0]))
        signed = column in signed_effects(self.game.definition.drawing)
        if not signed and is_below(value, found):
            return FROM_NOTHING
        if signed and is_no_shift(value, found):
            return WHOLE_NUMBER
        sides = list(self.game.sides)
        if names_no_side(value, found, sides):
            told = quoting("Unknown '{name}'.", name=text[:40])
            return Saying("{text} {remedy}", text=told, remedy=nearest(text, sides))
        return ""

    def _told_of(self, kind: str, effect: str) -> list[Any]:
        """The values of an effect in all features of a kind."""
        features = getattr(self.game.definition, kind).values()
        return [one.values[effect] for one in features if effect in one.values]

    def _undrawable(self, id_: str, column: str, text: str) -> str:
        """Why a counter could not be drawn with a text that it has not yet."""
        counter = self.game.counters[id_]
        before = face_faults(self.game, counter, self._drawing)
        after = face_faults(self.game, self._with(counter, {column: text}), self._drawing)
        new = [fault for told, fault in after.items() if told not in before]
        if not new or not new[0].remedy:
            return new[0].text if new else ""
        return Saying("{text} {remedy}", text=new[0].text, remedy=new[0].remedy)

    @cached_property
    def _drawing(self) -> CountersDrawing:
        return counters_drawing(self.game)

    def effect(self, key: Key, column: str, text: str) -> Any:
        """The value of an effect as game.toml has it, of the kind that it has elsewhere; None takes
        it back, or is what cannot be read so."""
        features = getattr(self.game.definition, key[0])
        ours = features[key[1]].values.get(column) if key[1] in features else None
        others = self._told_of(key[0], column)
        kinds = [ours, *others] if ours is not None else others
        values = (_read(text, one) for one in kinds or [0])
        return next((value for value in values if value is not None), None) if text else None


def _unknown(
    words: Iterable[str], known: Iterable[str], called: Callable[[], Mapping[str, str]]
) -> str:
    """What is said of the first of some words that is unknown; empty if none is."""
    choices = set(known)
    first = next((word for word in words if word not in choices), None)
    if first is None:
        return ""
    told = quoting("Unknown '{name}'.", name=first[:40])
    names = called()
    offered = [names.get(one, one) for one in choices]
    remedy = nearest(first, [f"'{one}'" if "," in one else one for one in offered])
    return Saying("{text} {remedy}", text=told, remedy=remedy)


def _tables_of(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables in a table; what is none is no cell, and `check` tells it."""
    for name, found in value.items() if isinstance(value, dict) else ():
        if isinstance(found, dict):
            yield name, found


def _pair(key: Iterable[str]) -> Key:
    return tuple(sorted(key))


def _called(row: Row) -> str:
    """What a counter is called."""
    return row["full_name"] or row["name"] or row["id"]


def _ours(row: Row) -> bool:
    """Whether some of a row is ours, as `kessel check` counts them."""
    return STAND_IN in (row["source"] or STAND_IN)


def _plain(value: Any) -> bool:
    return isinstance(value, bool | int | float | str)


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?")


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "yes or no"
    return "a number" if isinstance(value, int | float) else "a word"


def _read(text: str, ours: Any) -> Any:
    """A text as a value of the kind of ours; a number where we have none. None if it is none."""
    if isinstance(ours, bool):
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower())
    if isinstance(ours, str):
        return text
    plain = text.replace(",", ".").replace("\N{MINUS SIGN}", "-")
    if not _NUMBER.fullmatch(plain):
        return None
    number = float(plain)
    return int(number) if number == int(number) else number
