"""What a page of the studio works on: one game's folder, its picture, and what is done with it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from threading import Lock, Thread
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from assistant.pages.door import BadRequestError, NotNowError
from assistant.studio.sources import NOT_THERE
from assistant.words.names import ground_in, titles_of
from builder import limits
from builder.drawing.map.config import MapDrawing
from builder.drawing.map.layout import layout_map
from builder.drawing.map.under import refused
from builder.drawing.map.words import readable
from builder.drawing.rasters import RasterError, file_of, size_of
from builder.drawing.scans import MOST_PIXELS, halved
from builder.files import is_there
from builder.game.definition import Feature
from builder.game.inside import no_way_out
from builder.game.loader import load_bare
from builder.game.locate import called, is_installed
from builder.game.map_tables import MAP_TABLES
from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError
from builder.game.seen import Seen, Signs
from builder.game.together import sure_there
from builder.game.typed import problem_at, read_table
from builder.game.values import is_number
from builder.hexes.fit import Mark, UnfitError, fit_grid, suspect
from builder.hexes.grid import PixelGrid
from builder.saying import AsWritten, Saying, quoting
from builder.tracing.clusters import (
    HEX_CLUSTERS,
    MOST_CLUSTERS,
    SIDE_CLUSTERS,
    Likeness,
    usual_count,
)
from builder.tracing.fit_file import save_fit
from builder.tracing.samples import Samples, samples_of
from builder.tracing.saved import Line, Traced, save, traced_of
from builder.tracing.tiles import Tiles

if TYPE_CHECKING:
    from PIL.Image import Image

Mode = Literal["fit", "trace"]
MOST_MARKS = 400
NOTHING_SEEN: Signs = MappingProxyType({})
"""Of who writes without a page."""
_BESIDE = 0.25
"""How far beside the picture a mark may lie, of its longer side."""
FAR_OFF = "The mark of {hex} lies far beyond the picture: put it on the middle of its hex."


@dataclass
class Fitting:
    """The page on which hexes of the picture are marked."""

    folder: Path
    picture: str
    mode: Mode = "fit"
    _lock: Lock = field(default_factory=Lock)

    @cached_property
    def game(self) -> Game:
        return load_bare(self.folder)

    @cached_property
    def tiles(self) -> Tiles:
        """The picture as it was scanned; ProblemsError if it is of no use."""
        try:
            path = file_of(self.folder, self.picture)
            size = size_of(path, self.picture, MOST_PIXELS)
            return Tiles.of(halved(path, self.picture, int(limits.POINTED_AT)), size)
        except RasterError as error:
            keys = ("drawing", "map", "picture")
            named = self.picture == map_table(self.game).picture
            wrong = (
                problem_at(self.game, keys, error.text, error.remedy)
                if named
                else Problem("--picture", 0, error.text, error.remedy)
            )
            raise ProblemsError([wrong]) from None

    @cached_property
    def seen(self) -> Seen:
        """The marks as pages know them."""
        return Seen([self.folder / "game.toml"], marks_in)

    def start(self) -> dict[str, Any]:
        """All that the page must know, as it is now."""
        seen = self.seen.signs()
        self.game = read_again(self.game, "fit")
        plane = PixelGrid(self.game.grid, 1.0, 0.0, 0.0)
        config = map_table(self.game)
        return {
            "mode": self.mode,
            "title": self.game.definition.title,
            "titles": titles_of(self.game),
            "picture": self.tiles.told(),
            "pointy": self.game.grid.orientation == "pointy",
            "hexes": [[name, *plane.centre(name)] for name in self.game.grid.places],
            "absent": [
                [name, *plane.middle(name)]
                for name in self.game.grid.numbers
                if name not in self.game.grid.places
            ],
            "marks": [{"hex": mark.hex, "at": mark.at} for mark in config.fit],
            "seen": seen,
        }

    def fit(self, marks: Sequence[Mark]) -> dict[str, Any]:
        """Where the grid lies by these marks, how far each is off, and which is wrong."""
        try:
            found = fit_grid(self.game.grid, marks)
        except UnfitError as error:
            return {"fault": str(error), "code": error.code}
        return {
            "origin": found.origin,
            "turn": found.turn,
            "across": found.across,
            "down": found.down,
            "errors": found.errors,
            "error": found.error,
            "suspect": suspect(self.game.grid, marks, found),
        }

    def refused(self, marks: Sequence[Mark]) -> Problem | None:
        """Why no command would read the game with these marks, though a grid lies on them."""
        return refused(self.game, self.picture, marks)

    def beside(self, marks: Sequence[Mark]) -> tuple[Problem, ...]:
        """What of the sheet does not fit the map as it lies then: insets and rooms over land,
        spaces that are too small. It is to be mended in game.toml, and keeps no mark from being
        saved."""
        drawing = self.game.definition.drawing
        fit = [{"hex": mark.hex, "at": mark.at} for mark in marks]
        sheet = {**drawing.get("map", {}), "picture": self.picture, "fit": fit}
        told = {"drawing": {**drawing, "map": sheet}}
        definition = self.game.definition.model_copy(update=told)
        try:
            layout_map(replace(self.game, definition=definition))
        except ProblemsError as error:
            return error.problems
        return ()

    def warm(self) -> None:
        """Load now what a fit is reckoned with, so that the first click need not wait for it."""
        Thread(target=import_module, args=("numpy",), daemon=True).start()

    def save(self, marks: Sequence[Mark], seen: Signs = NOTHING_SEEN) -> list[Path]:
        """Write the marks into game.toml. ProblemsError, once, if others lie there than the page
        has seen."""
        with self._lock:
            sure_there(self.folder)
            if not is_there(self.folder / "game.toml"):
                raise NotNowError(quoting(NOT_THERE, file="game.toml"))
            self.seen.check(seen)
            return [save_fit(self.folder, self.picture, marks)]

    def is_far_off(self, mark: Mark) -> bool:
        """Whether a mark lies where no hex of the picture has its middle; those at its edge may
        have it beside the picture."""
        beside = _BESIDE * max(self.tiles.size)
        return not all(
            -beside <= at <= side + beside
            for at, side in zip(mark.at, self.tiles.size, strict=True)
        )

    def marks(self, data: Any) -> list[Mark]:
        """Marks as the page sends them; BadRequestError for others."""
        if not isinstance(data, list) or len(data) > MOST_MARKS:
            raise BadRequestError("Marks are a list.")
        found: dict[str, Mark] = {}
        for one in data:
            try:
                name, (x, y) = str(one["hex"]), one["at"]
                if not (is_number(x) and is_number(y)):
                    raise ValueError("no numbers")
                at = (float(x), float(y))
            except (KeyError, TypeError, ValueError, OverflowError):  # of a number of 400 figures
                raise BadRequestError("A mark has a hex and two numbers.") from None
            if name not in self.game.grid.numbers:
                raise BadRequestError(quoting("'{name}' is no hex of this map.", name=name))
            found[name] = Mark(name, at)
            if self.is_far_off(found[name]):
                raise BadRequestError(Saying(FAR_OFF, hex=name))
        return list(found.values())


@dataclass
class Tracing:
    """The page on which hexes and hexsides of the picture are named."""

    folder: Path
    mode: Mode = "trace"
    _lock: Lock = field(default_factory=Lock)

    @cached_property
    def game(self) -> Game:
        return load_bare(self.folder)

    @cached_property
    def seen(self) -> Seen:
        """The tables as pages know them."""
        return Seen(self.tables / name for name in MAP_TABLES)

    @property
    def tables(self) -> Path:
        """Where they lie."""
        return self.folder / "map"

    @cached_property
    def pixels(self) -> PixelGrid:
        return layout_map(self.game).pixels

    @cached_property
    def image(self) -> Image:
        """The upright picture; ProblemsError without one."""
        under = layout_map(self.game).under
        if under is None:
            keys = ("drawing", "map", "picture")
            text = "There is no picture to trace from."
            raise ProblemsError([problem_at(self.game, keys, text, _how_to_fit(self.folder))])
        try:
            return under.image()
        except RasterError as error:
            raise ProblemsError([Problem(str(under.path), 0, error.text, error.remedy)]) from None

    @cached_property
    def tiles(self) -> Tiles:
        return Tiles.of(self.image)

    @cached_property
    def samples(self) -> Samples:
        return samples_of(self.image, self.pixels)

    @cached_property
    def likeness(self) -> dict[str, Likeness]:
        """Which hexes, and which hexsides, look alike: worked out once, some seconds."""
        samples = self.samples
        return {"hexes": Likeness.of(samples.of_hexes), "sides": Likeness.of(samples.of_sides)}

    @property
    def directed(self) -> list[str]:
        """Hexsides that belong to one of the two hexes and can be clicked on the page."""
        return [name for name, f in self.game.definition.hexside.items() if f.directed]

    def start(self) -> dict[str, Any]:
        """All that the page must know, with what the tables hold already."""
        no_way_out(self.folder)
        seen = self.seen.signs()
        self.game = game = read_again(self.game, "trace")
        pixels = self.pixels
        now, directed = traced_of(game), self.directed
        definition = game.definition
        return {
            "mode": self.mode,
            "title": definition.title,
            "titles": titles_of(game),
            "names": ground_in(game),
            "picture": self.tiles.told(),
            "pointy": game.grid.orientation == "pointy",
            "corners": _around(pixels),
            "hexes": [[name, *pixels.centre(name)] for name in game.grid.places],
            "near": {name: list(near.values()) for name, near in game.grid.around.items()},
            "terrain": _named({"clear": Feature(name="Clear")} | dict(definition.terrain)),
            "hexside": _named(
                {k: f for k, f in definition.hexside.items() if not f.directed or k in directed}
            ),
            "directed": directed,
            "counts": {
                "hexes": usual_count(HEX_CLUSTERS, len(game.grid.places)),
                "sides": usual_count(SIDE_CLUSTERS, len(game.grid.places)),
            },
            "line": _named(definition.line),
            "traced": {
                "hexes": now.hexes,
                "sides": [[one, other, words] for (one, other), words in now.sides.items()],
                "lines": [[line.kind, line.name, line.hexes] for line in now.lines],
            },
            "seen": seen,
        }

    def clusters(self, what: str, count: int) -> dict[str, Any]:
        """The cluster of each hex or hexside, in the order in which `start` told them."""
        if not 2 <= count <= MOST_CLUSTERS:
            raise BadRequestError(Saying("Ask for 2 to {n} clusters.", n=MOST_CLUSTERS))
        with self._lock:
            samples, likeness = self.samples, self.likeness
        told: dict[str, Any] = {"of": likeness[what].into(count)}
        return told if what == "hexes" else {"sides": samples.sides, **told}

    def warm(self) -> None:
        """Look at the picture now, beside what else is done: the page asks soon."""
        Thread(target=self.clusters, args=("hexes", 2), daemon=True).start()

    def save(
        self,
        traced: Traced,
        seen: Signs = NOTHING_SEEN,
        files: Collection[str] = tuple(MAP_TABLES),
    ) -> list[Path]:
        """Write those of the map's tables that the page has changed. ProblemsError, once, if one is
        no longer as the page has seen it: what the page holds would take its place."""
        with self._lock:
            known = {name: sign for name, sign in seen.items() if name in files}
            return self.written(traced, partial(self.seen.check, known), files)

    def with_gone(self, changed: Collection[str], seen: Signs) -> list[str]:
        """The tables that a page has changed, and those that it has seen and that are gone since:
        what it shows would be nowhere else."""
        now = self.seen.signs()
        return [name for name in now if name in changed or (seen.get(name) and not now[name])]

    def written(
        self, traced: Traced, check: Callable[[], None], files: Collection[str]
    ) -> list[Path]:
        """The files that were written."""
        return save(self.game, traced, check, files)


def read_again(game: Game, command: str) -> Game:
    """A game as its files are now, for a page that is opened. ProblemsError if another grid is in
    them: a page's picture is cut into hexes once."""

    def lies(one: Game) -> tuple[Any, ...]:
        definition = one.definition
        marks = definition.drawing.get("map") if command == "trace" else None
        return one.grid, definition.grid, marks

    found = load_bare(game.folder)
    if lies(found) != lies(game):
        text = Saying("The grid was changed since `kessel {command}` began.", command=command)
        remedy = "End it with Ctrl-C and begin it anew."
        raise ProblemsError([problem_at(found, ("grid",), text, remedy)])
    return found


def marks_in(path: Path) -> bytes:
    """The picture and the marks of a game.toml, whatever else it says; all of one that is none."""
    data = path.read_bytes()
    try:
        drawn = tomllib.loads(data.decode("utf-8-sig"))["drawing"]["map"]
        return repr((drawn.get("picture"), drawn.get("fit"))).encode()
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return data
    except (KeyError, TypeError, AttributeError):
        return b""


def _how_to_fit(folder: Path) -> Saying:
    """The command that lays a grid on a picture of the game in a folder, or of a copy of it where
    the folder is left as it is."""
    if is_installed(folder):
        text = (
            "Copy the folder to source-art/{name}, put the picture into art in there, and run "
            "`kessel fit source-art/{name} --picture art/map.png`."
        )
        return Saying(text, name=AsWritten(folder.name))
    text = "Put it into art in the game's folder and run `kessel fit {game} --picture art/map.png`."
    return Saying(text, game=AsWritten(called(folder)))


PARTS = dict(zip(("hexes", "sides", "lines"), MAP_TABLES, strict=True))
"""What a page traces, and the table of each."""


def files_from(data: Any) -> list[str]:
    """The tables that a page says it has changed, all if it does not say; BadRequestError for
    anything else."""
    told = data.get("changed", list(PARTS))
    if not isinstance(told, list) or not all(isinstance(one, str) for one in told):
        raise BadRequestError("What was changed is hexes, sides or lines.")
    if set(told) - PARTS.keys():
        raise BadRequestError("What was changed is hexes, sides or lines.")
    return [name for part, name in PARTS.items() if part in told]


def traced_from(data: Any) -> Traced:
    """What the page sends to be saved; BadRequestError for anything else."""
    try:
        hexes = {str(name): _words(words) for name, words in data["hexes"].items()}
        sides = {(str(a), str(b)): _words(words) for a, b, words in data["sides"]}
        lines = [Line(str(kind), str(name)[:120], _words(run)) for kind, name, run in data["lines"]]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRequestError("Hexes, sides and lines are wanted.") from None
    return Traced(hexes, sides, lines)


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise ValueError
    return tuple(value)


def map_table(game: Game) -> MapDrawing:
    """`[drawing.map]` as it is typed; ProblemsError for what cannot be read at all."""
    return read_table(game, game.definition.drawing.get("map", {}), MapDrawing, "drawing", "map")


def _around(pixels: PixelGrid) -> list[tuple[float, float]]:
    """The six corners of a hex from its middle."""
    name = next(iter(pixels.grid.places))
    x, y = pixels.centre(name)
    return [(a - x, b - y) for a, b in pixels.corners(name)]


def _named(features: Mapping[str, Feature]) -> list[list[str]]:
    return [[name, feature.name or readable(name)] for name, feature in features.items()]
