"""`kessel build` and `kessel setup`: a game's folder to a module, a scenario to a save."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder import limits
from builder.drawing.mix import counter_faces
from builder.drawing.translation import ENGLISH, translated
from builder.files import EVERYTHING, Looked, write_whole
from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError, nearest
from builder.module.adopted import AdoptedModule, adopted_module
from builder.module.art import Cache, beside_output, draw_all
from builder.module.assembly import Assembly
from builder.module.counters import face_image
from builder.module.face_picture import FacePicture
from builder.module.made_with import ENTRY, made_with
from builder.module.map_picture import MapPicture
from builder.module.pictures import (
    ChartPicture,
    all_pictures,
    chart_pictures,
)
from builder.module.read_settings import module_settings
from builder.module.settings import counter_width
from builder.module.slots import off_the_sheet
from builder.saying import quoting
from builder.vassal.buildfile.module import write_module
from builder.vassal.container import SAVED_GAME


@dataclass(frozen=True)
class Built:
    """What was written: the module, its size in bytes, and what is in it.

    `places` are those in play of a board that is no hex field, `squares` tells that all are square.
    """

    path: Path
    size: int
    counters: int
    images: int
    scenarios: int
    hexes: int
    places: int
    squares: bool


def module_file(game: Game, language: str = ENGLISH) -> str:
    """The module's file name: safe everywhere, version and language in it."""
    tail = "" if language == ENGLISH else f"-{language}"
    return f"{game.id}-{game.definition.version}{tail}.vmod"


def build_module(
    game: Game,
    output: Path,
    *,
    language: str = ENGLISH,
    cache: Path | None = None,
    maps: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    looked: Looked = EVERYTHING,
) -> Built:
    """Write the module of a game into the folder `output`; the same game gives the same bytes.

    Images that have not changed come from `cache` (by default a folder in `output`); the map
    also from `maps`, where it is kept for whoever else shows it.
    `language` is that of text.LANGUAGE.toml for what players read. `progress` is told how many
    images are ready, of how many. Raises ProblemsError with all
    mistakes in the game's files, before anything is written.
    """
    game = translated(game, language)
    if (own := adopted_module(game)) is not None:
        return _build_adopted(own, output / module_file(game, language), cache, progress, looked)
    assembly = Assembly(game, language)
    if problems := off_the_sheet(game, assembly.table):
        raise ProblemsError(problems)
    charts = chart_pictures(game, language)
    kept = Cache(cache) if cache is not None else beside_output(output)
    shown, sheet = Cache(maps), MapPicture(game, language)
    _copy(sheet.key(), shown, kept)
    images = draw_all([*all_pictures(assembly.decks, shown), *charts], kept, progress)
    _copy(sheet.key(), kept, shown)
    titles = _titles(charts)
    path = output / module_file(game, language)
    module = assembly.module(images, titles)
    module = module.replace(files={**module.files, ENTRY: made_with(game, language)})
    write_module(module, path, date_saved=assembly.settings.date_saved, looked=looked)
    return Built(
        path=path,
        size=path.stat().st_size,
        counters=sum(counter.copies for counter in game.counters.values()),
        images=len(images),
        scenarios=len(game.scenarios),
        hexes=len(game.grid),
        places=len(_kinds_in_play(game)),
        squares={*_kinds_in_play(game)} == {"square"},
    )


def _kinds_in_play(game: Game) -> list[str]:
    """The kind of each place that units stand on."""
    return [place.kind for place in game.places.values() if place.in_play]


def _copy(key: str, source: Cache, target: Cache) -> None:
    """Keep an image in a second place too, if the first has it and the second has not."""
    if target.get(key) is None and (found := source.get(key)) is not None:
        target.put(key, found)


def _build_adopted(
    own: AdoptedModule,
    path: Path,
    cache: Path | None,
    progress: Callable[[int, int], None] | None,
    looked: Looked,
) -> Built:
    """Write the module of an adopted game; only faces of new counters are drawn."""
    game = own.game
    new = {counter.id for counter in own.new_counters()}
    faces = {name: found for name, found in counter_faces(game).items() if name in new}
    width = counter_width(game, module_settings(game))
    pictures = [
        FacePicture(face_image(name, step), face, width)
        for name, found in faces.items()
        for step, face in enumerate(found, 1)
    ]
    kept = Cache(cache) if cache is not None else beside_output(path.parent)
    module = own.module(draw_all(pictures, kept, progress))
    write_module(module, path, looked=looked)
    return Built(
        path=path,
        size=path.stat().st_size,
        counters=sum(counter.copies for counter in game.counters.values()),
        images=len(module.images),
        scenarios=len(game.scenarios),
        hexes=len(game.grid),
        places=len(_kinds_in_play(game)),
        squares={*_kinds_in_play(game)} == {"square"},
    )


def _titles(charts: Sequence[ChartPicture]) -> dict[str, str]:
    """The images of charts by title; a second chart of one title is told apart by a number."""
    found: dict[str, str] = {}
    for chart in charts:
        title, number = chart.title, 1
        while title in found:
            number += 1
            title = f"{chart.title} ({number})"
        found[title] = chart.name
    return found


def only_scenario(game: Game) -> str:
    """The id of a game's scenario; ProblemsError, with their names, unless it has just one."""
    ids = [*game.scenarios]
    if len(ids) == 1:
        return ids[0]
    text = "The game has several scenarios." if ids else "The game has no scenario."
    raise ProblemsError([Problem(str(game.folder / "scenarios"), 0, text, nearest("", ids))])


def write_setup(
    game: Game,
    scenario: str,
    path: Path,
    language: str = ENGLISH,
    looked: Looked = EVERYTHING,
) -> Path:
    """Write a scenario as a save that VASSAL opens with the game's module.

    Raises ProblemsError for a scenario that the game does not have, or whose save would be too long
    to be read again.
    """
    if scenario not in game.scenarios:
        text = quoting("The game has no scenario '{word}'.", word=scenario)
        where = str(game.folder / "scenarios")
        raise ProblemsError([Problem(where, 0, text, nearest(scenario, game.scenarios))])
    game = translated(game, language)
    own = adopted_module(game)
    found = game.scenarios[scenario]
    data = Assembly(game, language).save(found) if own is None else own.save(found)
    if (size := _text_of(data)) > limits.SAVE_TEXT:
        mb, most = size / (1 << 20), limits.SAVE_TEXT >> 20
        text = quoting(
            "The save of '{word}' would hold {size:.1f} MB of text; {most} is the most.",
            word=scenario,
            size=mb,
            most=most,
        )
        raise ProblemsError(
            [Problem(found.file or str(game.folder), 0, text, "Set fewer counters up.")]
        )
    write_whole(path, data, looked)
    return path


def _text_of(save: bytes) -> int:
    """Bytes of text in a save; its disguise is a head of seven signs, and two digits for each."""
    with zipfile.ZipFile(io.BytesIO(save)) as archive:
        return (archive.getinfo(SAVED_GAME).file_size - 7) // 2
