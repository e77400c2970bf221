"""Derives a game's map tables from real geography, by the rules of map/derive.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import shapely

from builder import limits
from builder.game.definition import Definition
from builder.game.inside import no_way_out
from builder.game.load_definition import load_definition, make_grid
from builder.game.problems import Collector
from builder.geography.findings import Findings
from builder.geography.georeference import LEAST_POINTS, FlatError, fit_grid, read_known_places
from builder.geography.layers import Layers
from builder.geography.lines import find_bridge, find_line, find_trace
from builder.geography.pieces import CrowdedError
from builder.geography.plane import Plane
from builder.geography.polygons import (
    find_area,
    find_fill,
    find_frontier,
    find_places,
    find_water,
)
from builder.geography.recipe import Recipe
from builder.geography.recipe_file import check_words, read_recipe
from builder.geography.rivers import Laid, find_river
from builder.geography.tables import write_tables
from builder.machine.budget import Budget
from builder.saying import quoting

_UNLAID = "The shapes that a rule takes are so broken that they cannot be laid together."
_LONG = (
    "It asks for more than {n} seconds of work and was stopped: simplify the layers, take fewer of "
    "their shapes, or let it work on with --long."
)
_CROWDED = "The ends of too many lines that a rule takes lie near each other."


@dataclass(frozen=True)
class Residual:
    """How far the fit puts a known place from the middle of its hex."""

    name: str
    hexes: tuple[str, ...]
    km: float


@dataclass(frozen=True)
class Derivation:
    """What `derive` did: the fit, rows derived and kept for each table, and remarks."""

    km_per_hex: float
    residuals: tuple[Residual, ...]
    rows: Mapping[str, tuple[int, int]]
    notes: tuple[str, ...]


def derive(
    folder: Path,
    natural_earth: Callable[[str], Path],
    progress: Callable[[str], None] = lambda step: None,
    long: bool = False,
) -> Derivation:
    """Derive the map tables of the game in a folder and write them.

    `natural_earth` gives the file of a layer by its name. `progress` is told each step. `long` lets
    the rules work on for longer than any map of ours needs. ProblemsError, with every mistake, and
    TooMuchError, before anything is written.
    """
    no_way_out(folder)
    definition = load_definition(folder)
    problems = Collector()
    file, recipe = read_recipe(folder / "map" / "derive.toml")
    check_words(file, recipe, definition, problems)
    plane, residuals, fixed = _fitted(folder, definition, recipe, problems)
    problems.check()
    layers = Layers(folder / "map", natural_earth, problems)
    layers.fetch(recipe.sources)
    try:
        with Budget(0 if long else limits.LAYER_WORK, str(file.path), why=_LONG):
            found = find_all(recipe, plane, layers, fixed, progress)
    except (shapely.errors.GEOSException, CrowdedError) as error:
        text = _CROWDED if isinstance(error, CrowdedError) else _UNLAID
        problems.add(file.path, 0, text, "Simplify the layers, or take fewer of their shapes.")
        problems.check()
        raise
    problems.check()
    rows = write_tables(folder / "map", plane, found, problems)
    return Derivation(plane.fit.km, residuals, rows, (*found.notes, *layers.notes))


def find_all(
    recipe: Recipe,
    plane: Plane,
    layers: Layers,
    fixed: Mapping[str, str],
    progress: Callable[[str], None],
) -> Findings:
    """Apply all rules in their order."""
    found = Findings()
    laid = Laid()
    progress("water and coast")
    for water in recipe.water:
        with layers.budget(water.from_):
            find_water(water, plane, layers, found)
    progress("areas")
    for area in recipe.area:
        with layers.budget(area.from_):
            find_area(area, plane, layers, found)
    for trace in recipe.trace:
        with layers.budget(trace.from_):
            find_trace(trace, plane, layers, found)
    progress("rivers")
    for river in recipe.river:
        with layers.budget(river.from_):
            find_river(river, plane, layers, found, laid)
    for fill in recipe.fill:
        find_fill(fill, plane, found)
    for frontier in recipe.frontier:
        find_frontier(frontier, plane, found)
    progress("places")
    for place in recipe.place:
        with layers.budget(place.from_):
            find_places(place, plane, layers, found, fixed)
    progress("roads and railways")
    for line in recipe.line:
        with layers.budget(line.from_):
            find_line(line, plane, layers, found)
    for bridge in recipe.bridge:
        find_bridge(bridge, plane, found)
    return found


def fitted_plane(folder: Path) -> Plane:
    """The fitted grid of a game: which hex lies where on the earth."""
    no_way_out(folder)
    problems = Collector()
    _, recipe = read_recipe(folder / "map" / "derive.toml")
    plane, _, _ = _fitted(folder, load_definition(folder), recipe, problems)
    problems.check()
    return plane


def _fitted(
    folder: Path, definition: Definition, recipe: Recipe, problems: Collector
) -> tuple[Plane, tuple[Residual, ...], dict[str, str]]:
    grid = make_grid(definition)
    path = folder / "map" / "georeference.csv"
    known = read_known_places(path, grid, problems)
    least = LEAST_POINTS[recipe.fit]
    if len(known) < least:
        problems.add(
            path,
            0,
            quoting(
                "A fit of kind '{kind}' needs {number} known places or more.",
                kind=recipe.fit,
                number=least,
            ),
            "Add rows: name, hex, longitude, latitude.",
        )
    problems.check()
    try:
        fit = fit_grid(known, grid, recipe.fit)
    except FlatError:
        text = "The known places lie all in one place or on one line."
        problems.add(path, 0, text, "Add places far from each other, on all sides of the map.")
        problems.check()
        raise
    residuals = tuple(Residual(p.name, p.hexes, fit.residual(p, grid)) for p in known)
    return Plane(grid, fit), residuals, {p.name: p.hexes[0] for p in known if len(p.hexes) == 1}
