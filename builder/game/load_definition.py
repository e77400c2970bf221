"""Reads game.toml into a Definition, with each mistake at its line."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from builder.game.definition import Definition
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.toml_file import TomlFile, read_toml
from builder.hexes.grid import Grid, Section


def load_definition(folder: Path) -> Definition:
    """The definition of the game in a folder; ProblemsError with every mistake."""
    file = read_toml(folder / "game.toml")
    try:
        definition = Definition.model_validate(file.data)
    except ValidationError as error:
        raise ProblemsError(_problems(file, error)) from None
    return definition


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
        )
        for section in layout.section
    )
    return Grid(sections, layout.joined)


def _problems(file: TomlFile, error: ValidationError) -> list[Problem]:
    return [
        Problem(str(file.path), file.line(*item["loc"]), *_words(item["loc"], item))
        for item in error.errors()
    ]


def _words(keys: tuple[int | str, ...], item: object) -> tuple[str, str]:
    assert isinstance(item, dict)
    name = ".".join(str(key) for key in keys)
    kind = item["type"]
    if kind == "extra_forbidden":
        known = Definition.model_fields if len(keys) == 1 else ()
        return f"Unknown key '{name}'.", nearest(str(keys[-1]), known) if known else "Remove it."
    if kind == "missing":
        return f"'{name}' is missing.", "Add it."
    return f"'{name}': {item['msg'][0].lower()}{item['msg'][1:]}.", f"It is now {item['input']!r}."
