"""A written binding read again: which piece is which counter, which pixel which hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from builder import limits
from builder.adopt.words import quoted
from builder.game import carriers
from builder.game.kept import BIND, CONTROL, FOLDER, STATE, TREE, Kept, Known
from builder.game.model import Game
from builder.game.owned import BINDING, bindings, bindings_telling
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.toml_file import TomlFile, read_toml
from builder.game.values import is_number
from builder.hexes.fit import Mark, UnfitError, fit_grid
from builder.hexes.grid import PixelGrid
from builder.module.counters import item_of, state_of
from builder.saying import quoting
from builder.vassal.locations import ModuleShape
from builder.vassal.module_shape import root_shape
from builder.vassal.pieces import Piece

if TYPE_CHECKING:
    import numpy as np

    from builder.vassal.buildfile.components import GameModule

_NEAR = 0.62
"""Hex widths from the middle within which a point belongs to a hex."""


_NO_PHASE = "{game} has no phase '{word}'."
_NO_SCENARIO = "{game} has no scenario '{word}'."


@dataclass(frozen=True)
class Bound:
    """The binding of one module to a game of Kessel's.

    `sides` are the names of the module's sides by ours; `places` our boxes and areas by what the
    module calls them; `markers`, `properties`, `state` the module's names by ours; `phases` our
    phase for each of the module's; `scenario` is what somebody said is played; `extensions` are the
    versions of those that were bound with it, by name; `marks_told` says that somebody told the
    marks; `file` is the mark of the module's file,
    empty in older bindings.
    """

    folder: Path
    module: str
    version: str
    map: str
    marks: tuple[Mark, ...]
    sides: Mapping[str, str]
    places: Mapping[str, str]
    markers: Mapping[str, str]
    properties: Mapping[str, str]
    state: Mapping[str, str]
    phases: tuple[str, ...]
    scenario: str
    sizes: Mapping[str, str] = field(repr=False)
    extensions: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    marks_told: bool = False

    @cached_property
    def kept(self) -> Kept:
        """The module's components and which of its slots is which counter."""
        return Kept(self.folder, BIND)

    @cached_property
    def shape(self) -> ModuleShape:
        """The module's maps."""

        def size(image: str) -> tuple[int, int] | None:
            across, _, down = self.sizes.get(image, "").partition(" ")
            good = all(side.isdecimal() and len(side) < 7 for side in (across, down))
            return (int(across), int(down)) if good else None

        return root_shape(self._root, size)

    @property
    def _root(self) -> GameModule:
        """The module's components; ProblemsError if they are those of another one."""
        root = self.kept.root
        found = root.name or "", root.version or ""
        if tuple(map(quoted, found)) != (quoted(self.module), quoted(self.version)):
            path = str(self.folder / FOLDER / TREE)
            text = quoting(
                "The file holds the module '{module}', version {version}, and the binding is of "
                "'{module2}', version {version2}.",
                module=found[0],
                version=found[1],
                module2=self.module,
                version2=self.version,
            )
            raise ProblemsError([Problem(path, 0, text, "Bind anew.")])
        return root

    def told(self, piece: Piece, game: Game) -> dict[str, str]:
        """The properties by which a piece of our own module would tell what it is."""
        known = self.kept.find(piece)
        return {} if known is None else properties_of(known, game)

    def check(self, game: Game) -> None:
        """ProblemsError, at its line, for a map that the module does not have, or a phase or
        scenario that the game does not: nothing would lie on the map, and nobody be told why."""
        there = [map_.name for map_ in self.shape.maps]
        told = [
            (("map", "name"), self.map, there, "The module has no map '{word}'."),
            *(
                (("phases",), phase, [one.id for one in game.definition.phase], _NO_PHASE)
                for phase in self.phases
                if phase
            ),
        ]
        if self.scenario:
            told.append((("scenario",), self.scenario, list(game.scenarios), _NO_SCENARIO))
        wrong = [(keys, word, known, text) for keys, word, known, text in told if word not in known]
        if wrong:
            file = read_toml(self.folder / BINDING)
            raise ProblemsError(
                Problem(
                    str(file.path),
                    file.line(*keys),
                    quoting(text, word=word[:40], game=game.definition.title),
                    nearest(word, known),
                )
                for keys, word, known, text in wrong
            )

    def check_all(self, game: Game) -> None:
        """ProblemsError with the first slip of which a save's answer would speak."""
        self.check(game)
        self.hexes(game)
        _ = self.kept.known

    def hexes(self, game: Game) -> Hexes:
        """The game's hexes on the module's map; ProblemsError if the marks make no grid."""
        if unknown := next((m.hex for m in self.marks if m.hex not in game.grid), ""):
            text = quoting(
                "The map of {game} has no hex '{hex}'.",
                game=game.definition.title,
                hex=unknown[:40],
            )
            path = str(self.folder / BINDING)
            raise ProblemsError([Problem(path, 0, text, "Write one that it has, or bind anew.")])
        try:
            return hexes_of(game, self.marks)
        except UnfitError as error:
            text = quoting("The marks of the map make no grid: {text}.", text=error.clause)
            raise ProblemsError([Problem(str(self.folder / BINDING), 0, text)]) from None


@dataclass(frozen=True)
class Hexes:
    """Middles of hexes in pixels of a map."""

    names: tuple[str, ...]
    middles: np.ndarray = field(repr=False)
    near: float

    def at(self, x: int, y: int) -> str:
        """The hex that holds a pixel, empty for none."""
        import numpy as np  # here, because most bindings are read without a look at a pixel

        off = np.hypot(self.middles[:, 0] - x, self.middles[:, 1] - y)
        best = int(off.argmin())
        return self.names[best] if off[best] <= self.near else ""


def hexes_of(game: Game, marks: Sequence[Mark]) -> Hexes:
    """The game's hexes on a map that is marked so; UnfitError if the marks make no grid."""
    import numpy as np

    fit = fit_grid(game.grid, marks)
    plane = PixelGrid(game.grid, 1.0, 0.0, 0.0)
    names = tuple(game.grid.places)
    middles = np.array([fit.pixel(*plane.centre(name)) for name in names])
    return Hexes(names, middles, _NEAR * max(fit.across, fit.down))


def properties_of(known: Known, game: Game) -> dict[str, str]:
    """The properties of our own module's piece for a bound slot; none for one that is unbound."""
    if known.counter.startswith(CONTROL):
        return {carriers.CONTROL_PROPERTY: known.counter.removeprefix(CONTROL)}
    if known.counter.startswith(STATE):
        return {carriers.STATE_HEX_PROPERTY: known.counter.removeprefix(STATE)}
    counter = game.counters.get(known.counter)
    if counter is None:
        return {}
    found = {carriers.COUNTER_PROPERTY: counter.id}
    if state := state_of(game, counter):
        found[carriers.STATE_HEX_PROPERTY] = state
    if item := item_of(game, counter):
        found[carriers.STATE_ITEM_PROPERTY] = item
    return found


def binding_of(module: str, version: str) -> tuple[str, Bound] | None:
    """The game's id and the binding of a module of that name and version; None without one. Of a
    live game the version may not be known, and is empty. Of a module that is bound to several games
    the binding that was written last counts.

    ProblemsError if the file is damaged.
    """
    every = ((game, read_binding(folder)) for game, folder in bindings_telling(module))
    matching = [
        (game, found)
        for game, found in every
        if found.module == module and version in ("", found.version)
    ]
    return max(matching, key=lambda one: _written(one[1].folder), default=None)


def slips_of_bindings(game: Game) -> tuple[Problem, ...]:
    """What is wrong in the bindings to a game, for which the saves of their modules are refused."""
    wrong: list[Problem] = []
    try:
        mine = [folder for id_, folder in bindings() if id_ == game.id]
    except ProblemsError as error:
        return error.problems
    for folder in mine:
        try:
            read_binding(folder).check_all(game)
        except ProblemsError as error:
            wrong += error.problems
    return tuple(wrong)


def _written(folder: Path) -> int:
    try:
        return (folder / BINDING).stat().st_mtime_ns
    except OSError:
        return 0


def read_binding(folder: Path) -> Bound:
    """The binding in a folder; ProblemsError if it cannot be used."""
    file = read_toml(folder / BINDING)
    board = file.data.get("map")
    board = board if isinstance(board, dict) else {}
    phases = file.data.get("phases", [])
    if not isinstance(phases, list) or not all(isinstance(phase, str) for phase in phases):
        text, remedy = "'phases' is no list of texts.", 'Write it as ["...", "..."].'
        raise ProblemsError([Problem(str(file.path), file.line("phases"), text, remedy)])
    return Bound(
        folder=folder,
        module=str(file.data.get("module", "")),
        version=str(file.data.get("version", "")),
        map=str(board.get("name", "")),
        marks=tuple(_marks(file, board.get("marks"))),
        sides=_table(file, "sides"),
        places=_table(file, "places"),
        markers=_table(file, "markers"),
        properties=_table(file, "properties"),
        state=_table(file, "state"),
        phases=tuple(phases),
        scenario=str(file.data.get("scenario", "")),
        sizes=_table(file, "sizes"),
        extensions=_table(file, "extensions"),
        file=str(file.data.get("file", "")),
        marks_told=board.get("told") is True,
    )


def _table(file: TomlFile, name: str) -> dict[str, str]:
    found = file.data.get(name, {})
    if not isinstance(found, dict) or not all(isinstance(v, str) for v in found.values()):
        text = quoting("'{name}' is no table of texts.", name=name)
        raise ProblemsError([Problem(str(file.path), file.line(name), text, "Bind anew.")])
    return found


def _marks(file: TomlFile, marks: object) -> Iterator[Mark]:
    for one in marks if isinstance(marks, list) else ():
        try:
            name, x, y = one
            if not all(is_number(pixel) and abs(pixel) < limits.IMAGE_SIDE for pixel in (x, y)):
                raise ValueError("no pixel of a picture")
            yield Mark(str(name), (float(x), float(y)))
        except (TypeError, ValueError, OverflowError):
            text, remedy = "A mark is no hex with two numbers.", 'Write ["0101", 120.0, 340.0].'
            line = file.line("map", "marks")
            raise ProblemsError([Problem(str(file.path), line, text, remedy)]) from None
