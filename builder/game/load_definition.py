"""Reads game.toml into a Definition, with each mistake at its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from builder.files import DEVICES
from builder.game.board_places import square_field
from builder.game.definition import Definition
from builder.game.owned import Owned
from builder.game.problems import TWICE, Problem, ProblemsError
from builder.game.toml_file import TomlFile, read_toml, unprintable
from builder.game.typed import faults
from builder.hexes.grid import Grid, Section
from builder.saying import quoting


def load_definition(folder: Path, own: Owned | None = None) -> Definition:
    """The definition of the game in a folder; ProblemsError with every mistake."""
    file = read_toml(folder / "game.toml")
    file = own.definition(file) if own else file
    if wrong := list(unprintable(file)):
        raise ProblemsError(wrong)
    try:
        definition = Definition.model_validate(file.data)
    except ValidationError as error:
        raise ProblemsError(_problems(file, error)) from None
    wrong = [
        *_device(file, definition),
        *_crossed(file, definition),
        *_twice(file, definition),
        *_upside_down(file, definition),
    ]
    wrong = wrong or [*_not_there(file, definition), *_alike(file, definition)]
    if wrong:
        raise ProblemsError(wrong)
    return definition


def _device(file: TomlFile, definition: Definition) -> Iterator[Problem]:
    """An id by which Windows can make no folder."""
    if DEVICES.match(definition.id):
        text = "Windows keeps this name for a device: it cannot be the id of a game."
        remedy = quoting(
            "Write small letters, digits and hyphens, a letter first, as {name}.",
            name=f"{definition.id}-1",
        )
        yield Problem(str(file.path), file.line("id"), text, remedy)


def _upside_down(file: TomlFile, definition: Definition) -> Iterator[Problem]:
    """Limits that no number lies between."""
    first, last = definition.turns.first, definition.turns.last
    if last < first:
        text = quoting(
            "The last turn, {number}, is before the first, {other}.", number=last, other=first
        )
        yield Problem(str(file.path), file.line("turns", "last"), text, "Exchange them.")
    for above, fields in (
        (("state",), definition.state),
        (("units", "fields"), definition.units.fields),
    ):
        for name, field in fields.items():
            low, high = field.minimum, field.maximum
            if low is not None and high is not None and low > high:
                text = quoting(
                    "The minimum of '{word}', {low:g}, is more than its maximum, {high:g}.",
                    word=name,
                    low=low,
                    high=high,
                )
                yield Problem(str(file.path), file.line(*above, name), text, "Exchange them.")


def _twice(file: TomlFile, definition: Definition) -> Iterator[Problem]:
    sides = [side.id for side in definition.side]
    phases = [phase.id for phase in definition.phase]
    sheets = [sheet.id for sheet in definition.sheet]
    for kind, ids in (("side", sides), ("phase", phases), ("sheet", sheets)):
        for index, name in enumerate(ids):
            if name in ids[:index]:
                text = quoting(TWICE[kind], word=name)
                line = file.line(kind, index, "id")
                yield Problem(str(file.path), line, text, "Give it an id of its own.")


def _crossed(file: TomlFile, definition: Definition) -> Iterator[Problem]:
    """Edges of the map that rows, columns and shifts of this orientation cannot begin at."""
    pointy = definition.grid.orientation == "pointy"
    across, along = ("east", "west"), ("north", "south")
    for index, section in enumerate(definition.grid.section):
        for name, edge, edges in (
            ("rows.from", section.rows.start, along),
            ("columns.from", section.columns.start, across),
            ("towards", section.towards, across if pointy else along),
        ):
            if edge not in edges:
                line = file.line("grid", "section", index, name.partition(".")[0])
                text = quoting(
                    "'grid.section.{name}' is \"{word}\" on a {kind} grid.",
                    name=name,
                    word=edge,
                    kind=definition.grid.orientation,
                )
                remedy = quoting('Write "{word}" or "{other}".', word=edges[0], other=edges[1])
                yield Problem(str(file.path), line, text, remedy)


def _not_there(file: TomlFile, definition: Definition) -> Iterator[Problem]:
    """Hexes that a section is to be without and would not have anyhow."""
    for index, section in enumerate(definition.grid.section):
        if not section.without:
            continue
        whole = replace(make_grid(definition).sections[index], without=frozenset())
        names = {name for name, _ in whole.hexes()}
        line = file.line("grid", "section", index, "without")
        for name in section.without:
            if name not in names:
                text = quoting(
                    "'without' names {name}, which is no hex of this section.", name=name
                )
                yield Problem(str(file.path), line, text, "Write its number as the map prints it.")
        if names <= set(section.without):
            every = "'without' names every hex of this section."
            yield Problem(str(file.path), line, every, "Leave one, or take the section out.")


def _alike(file: TomlFile, definition: Definition) -> Iterator[Problem]:
    """Squares that are called alike, as column 1 of row 11 and column 11 of row 1: of each such
    name the board would have one."""
    if definition.board is None or definition.board.squares is None:
        return
    seen: set[str] = set()
    for name in square_field(definition.board).names():
        if name in seen:
            text = quoting("Two squares are called '{name}'.", name=name)
            remedy = "Write digits = [2, 2], as many as the numbers have, or a separator."
            yield Problem(str(file.path), file.line("board", "squares"), text, remedy)
            return
        seen.add(name)


def make_grid(definition: Definition) -> Grid:
    """The grid of a definition, all sections."""
    layout = definition.grid
    sections = tuple(
        Section(
            orientation=layout.orientation,
            order=layout.number,
            first_row=section.rows.first,
            rows=section.rows.count,
            first_column=section.columns.first,
            columns=section.columns.count,
            rows_from=section.rows.start,
            columns_from=section.columns.start,
            shifted=section.shifted,
            towards=section.towards,
            short=section.short,
            prefix=section.prefix,
            offset=section.offset,
            digits=section.digits,
            separator=section.separator,
            letters=section.letters,
            without=frozenset(section.without),
        )
        for section in layout.section
    )
    return Grid(sections, layout.joined)


def _problems(file: TomlFile, error: ValidationError) -> list[Problem]:
    return [
        Problem(str(file.path), file.line(*keys), text, remedy)
        for keys, text, remedy in faults(error, Definition)
    ]
