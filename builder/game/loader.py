"""Reads a game's folder into one Game, or raises every mistake in it at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder import limits
from builder.files import is_there
from builder.game.board_places import BoardPlace, load_places, touching_squares, with_links
from builder.game.csv_file import read_csv
from builder.game.definition import Definition
from builder.game.inside import no_way_out
from builder.game.load_cards import card_provenance, load_cards
from builder.game.load_counters import CounterReader
from builder.game.load_definition import load_definition, make_grid
from builder.game.load_map import MapReader, hex_remedy
from builder.game.load_scenarios import ScenarioReader
from builder.game.load_tables import load_tables, table_provenance
from builder.game.locate import find_game
from builder.game.misplaced import sure_of_place
from builder.game.model import Counter, Game, Provenance
from builder.game.owned import Owned, game_id, own_root, owned
from builder.game.pattern import PLACE
from builder.game.problems import Collector, Problem, ProblemsError
from builder.game.rulebook.load import load_rules
from builder.game.together import settled
from builder.game.toml_file import TomlFile, read_toml, unprintable
from builder.game.unit_names import TABLE
from builder.game.values import World
from builder.machine.budget import Budget
from builder.saying import quoting


def load_game(name: str | Path) -> Game:
    """The game in a folder or of a name; ProblemsError lists every mistake with file and line."""
    problems = Collector()
    game = read_game(find_game(str(name)), problems)
    problems.check()
    return game


def load_bare(name: str | Path) -> Game:
    """The game as its own files have it, without the owner's copy: for what writes these files.
    ProblemsError lists every mistake with file and line."""
    problems = Collector()
    game = read_game(find_game(str(name)), problems, Owned())
    problems.check()
    return game


def load_game_toml(name: str | Path) -> Definition:
    """What game.toml alone says of the game in a folder or of a name, as its owner has it: quick,
    where only the title is wanted. ProblemsError if it cannot be used."""
    folder = find_game(str(name))
    no_way_out(folder)
    return load_definition(folder, _owned(folder))


def load_texts(name: str | Path) -> dict[str, dict[str, str]]:
    """The translations alone of the game in a folder or of a name, as `Game.texts` has them; what
    cannot be used is left out. ProblemsError for a folder that leads out of itself."""
    folder = find_game(str(name))
    no_way_out(folder)
    return _texts(folder, Collector())


def read_game(folder: Path, problems: Collector, own: Owned | None = None) -> Game:
    """What can be used of the game in a folder; mistakes go to the collector. Over it lies the
    owner's copy on this machine, unless another is given.

    ProblemsError when game.toml itself cannot be used: of the other files it tells then what is
    wrong with them whatever the game. Also when a link in the folder leads out of it: then nothing
    is read. TooMuchError for a game that takes more than any.
    """
    with Budget(limits.WORK, str(folder)):
        return _read(folder, problems, own)


def _read(folder: Path, problems: Collector, own: Owned | None) -> Game:
    no_way_out(folder)
    settled(folder / "map")
    own = own or _owned(folder)
    told = len(problems.problems)
    try:
        definition = load_definition(folder, own)
    except ProblemsError as error:
        raise ProblemsError([*error.problems, *_without_definition(folder)]) from error
    grid = make_grid(definition)
    placed = load_places(folder, definition, problems)
    definition = with_places(definition, placed.places)
    if definition.board is None and not (folder / "map" / "hexes.csv").exists():
        _missing(folder / "map" / "hexes.csv", ("hex", "terrain"), problems)
    maps = MapReader(definition, grid, problems, own, touching_squares(placed))
    board = with_links(maps.board(folder / "map"), placed)
    sides = frozenset(side.id for side in definition.side)
    world = World(lambda name: name in board, sides, lambda name: hex_remedy(name, grid))
    reader = CounterReader(definition, world, problems, own)
    counters = _counters(folder, reader, problems)
    _spreadsheets(folder, problems)
    tables = load_tables(folder, problems, own, _charts(definition))
    cards = load_cards(folder, definition, problems, own)
    setups = ScenarioReader(definition, counters, world, problems, all_read=reader.whole, own=own)
    scenarios = setups.scenarios(folder / "scenarios")
    _check_sets(folder, definition, world, problems)
    own.tell_unread(scenarios, folder)
    problems.problems[told:] = own.own_places(problems.problems[told:])
    return Game(
        folder=folder,
        definition=definition,
        grid=grid,
        board=board,
        counters=counters,
        tables=tables,
        scenarios=scenarios,
        texts=_texts(folder, problems),
        provenance=(
            *maps.provenance,
            *_effects(definition),
            *(Provenance("counter", one.id, one.source) for one in counters.values()),
            *table_provenance(tables),
            *card_provenance(cards),
        ),
        cards=cards,
        rules=load_rules(folder, definition, problems),
        places=placed.places,
        own=tuple(own.notes.problems),
        own_values=dict(own.changed),
        own_rows=dict(own.origin),
    )


def _counters(folder: Path, reader: CounterReader, problems: Collector) -> dict[str, Counter]:
    """Counters by id; that there is no file of them is told where scenarios set some up."""
    path = folder / "counters.csv"
    if path.exists():
        return reader.counters(path)
    if any((folder / "scenarios").glob("*.toml")):
        _missing(path, ("id", "side", "type"), problems)
        reader.whole = False
    return {}


def _owned(folder: Path) -> Owned:
    """The owner's copy of the game in a folder; ProblemsError where the folder of all copies is
    none."""
    root = own_root()
    if root is None or not is_there(root):
        return Owned()  # as most have none, and need not have game.toml read for its id
    game = game_id(folder)
    if game:
        sure_of_place(root, game)
    return owned(game)


def with_places(definition: Definition, places: Mapping[str, BoardPlace]) -> Definition:
    """The definition with the places of map/spaces.csv among its areas and boxes."""
    if not places:
        return definition
    units = definition.units
    inside = [place.id for place in places.values() if place.in_play]
    beside = [place.id for place in places.values() if not place.in_play]
    areas = tuple(dict.fromkeys([*units.areas, *inside]))
    boxes = tuple(dict.fromkeys([*units.boxes, *beside]))
    units = units.model_copy(update={"areas": areas, "boxes": boxes})
    return definition.model_copy(update={"units": units})


def _without_definition(folder: Path) -> list[Problem]:
    """Mistakes in the shape of the files, and in tables and texts, which need no definition."""
    problems = Collector()
    for path in (folder / "counters.csv", folder / "cards.csv", *sorted(folder.glob("map/*.csv"))):
        if path.is_file():
            read_csv(path, problems)
    load_tables(folder, problems)
    _texts(folder, problems)
    for path in sorted(folder.glob("scenarios/*.toml")):
        try:
            read_toml(path)
        except ProblemsError as error:
            problems.problems += error.problems
    return problems.problems


def _missing(path: Path, columns: tuple[str, ...], problems: Collector) -> None:
    text = quoting("Make it, with the columns {names}.", names=", ".join(columns))
    problems.add(path, 0, "The file is missing.", text)


def _spreadsheets(folder: Path, problems: Collector) -> None:
    """Tables that still lie in the format of the spreadsheet, which nothing reads."""
    for place in (folder, folder / "map", folder / "charts"):
        for path in sorted(place.glob("*")):
            table = path.with_suffix(".csv")
            if path.suffix.lower() in (".xlsx", ".xls", ".ods") and not table.exists():
                text = quoting("{name} is a spreadsheet, which is not read.", name=path.name)
                problems.add(
                    path, 0, text, quoting("Save it as CSV UTF-8: {name}.", name=table.name)
                )


def _charts(definition: Definition) -> list[str]:
    """The charts that rules read."""
    told = (definition.rules.get(name) for name in ("tables", "charts"))
    return [name for one in told if isinstance(one, dict) for name in one]


def _effects(definition: Definition) -> list[Provenance]:
    return [
        Provenance(f"{kind} effect", f"{name}.{effect}", feature.provenance(effect))
        for kind, features in (
            ("terrain", definition.terrain),
            ("hexside", definition.hexside),
            ("line", definition.line),
        )
        for name, feature in features.items()
        for effect in feature.values
    ]


def _check_sets(folder: Path, definition: Definition, world: World, problems: Collector) -> None:
    for name, hexset in definition.sets.items():
        for number in hexset.hexes:
            if not world.is_place(number):
                file = read_toml(folder / "game.toml")
                line = file.line("sets", name, "hexes")
                problems.add(
                    file.path,
                    line,
                    quoting("Set '{name}': '{hex}' is no hex of this map.", name=name, hex=number),
                )


def _texts(folder: Path, problems: Collector) -> dict[str, dict[str, str]]:
    """Translations by language: text.es.toml -> {"es": {...}}, nested tables joined with dots.

    `scenario.first.name` stands under `scenario.first` too.
    """
    texts = {}
    for path in sorted(folder.glob("text.*.toml")):
        try:
            file = read_toml(path)
            problems.problems += unprintable(file)
            texts[path.suffixes[0].lstrip(".")] = _flat(file, problems)
        except ProblemsError as error:
            problems.problems += error.problems
    return texts


def _flat(file: TomlFile, problems: Collector, *above: str) -> dict[str, str]:
    flat: dict[str, str] = {}
    table: Any = file.data
    for key in above:
        table = table[key]
    for key, value in table.items():
        name = ".".join((*above, key))
        if isinstance(value, dict):
            flat |= _flat(file, problems, *above, key)
        elif isinstance(value, str):
            flat[name] = value
            if above == (TABLE,) and set(PLACE.findall(key)) != set(PLACE.findall(value)):
                line, text = (
                    file.line(*above, key),
                    quoting("'{value}' has other places than '{key}'.", value=value, key=key),
                )
                problems.add(
                    file.path,
                    line,
                    text,
                    quoting("Keep each {place} of the English.", place="{place}"),
                )
            if key == "name" and above:
                flat.setdefault(".".join(above), value)
        else:
            line = file.line(*above, key)
            problems.add(
                file.path, line, quoting("'{name}' is no text.", name=name), 'Write it in "quotes".'
            )
    return flat
