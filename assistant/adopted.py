"""The adopted game that a save of a stranger's module belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from builder.game.kept import Kept
from builder.game.locate import adopted_games, adopted_version, find_game
from builder.game.problems import ProblemsError
from builder.saying import Saying
from builder.spelling import same_line
from builder.vassal.buildfile.archive import Archive, ArchiveError
from builder.vassal.buildfile.module import module_of as read_in
from builder.vassal.find_module import find_module, module_name, module_version
from builder.vassal.module_shape import root_shape
from builder.vassal.pieces import Piece
from builder.vassal.savedgame import SavedGame
from builder.vassal.state import GameState

MOST_TRIED = 300
"""Pieces of a save without a module's name that are compared with those of adopted games."""
_ALIKE = 0.6
"""Share of those pieces, and of them that lie on a map, that must be the game's."""
_NEAR = 0.9
"""Share of the best game's pieces at which another one may be meant as well."""
SEVERAL = (
    "The save does not say to which module it belongs, and its pieces may be those of several "
    "adopted games: {games}."
)
UNTOLD = (
    "Lay the module that it was played with into the folder of the save, with no other module "
    "there: by its name the game is known that was adopted from it."
)


def module_of(saved: SavedGame) -> tuple[str, str]:
    """The name and version of a save's module: as it tells them, or, where it is too old to, those
    of the module that lies alone beside it; empty ones for none."""
    if saved.module is not None and saved.module.name:
        return saved.module.name, saved.module.version
    beside = None if saved.file is None else find_module(saved.file, "")
    if beside is None:
        return "", ""
    if name := module_name(beside):
        return name, module_version(beside) or ""
    try:
        with Archive(beside) as archive:  # one as old as the save has it in its components alone
            module = read_in(archive)
    except ArchiveError:
        return "", ""
    return module.name, module.version


def possible_games(module: str, state: GameState, version: str = "") -> tuple[str, ...]:
    """The adopted game that a save belongs to: by the module's name, and by its version where
    several were adopted; of saves that are too old to tell it, those that it may be by their pieces
    and maps, the likeliest first. Empty where there is none."""
    if not module:
        return _likely_games(state)
    named = [id_ for id_, name in adopted_games().items() if same_line(name, module)]
    exact = [id_ for id_ in named if len(named) > 1 and adopted_version(id_) == version]
    return tuple((exact or named)[:1])


def _likely_games(state: GameState) -> tuple[str, ...]:
    """The adopted games whose pieces and maps those of a save may be, the likeliest first."""
    pieces = [*islice(state.pieces.values(), MOST_TRIED)]
    games = dict(_kept()) if pieces else {}
    counts = {id_: sum(map(kept.knows, pieces)) for id_, kept in games.items()}
    found = [
        id_
        for id_, n in counts.items()
        if n and n >= _ALIKE * len(pieces) and _has_maps(games[id_], state, pieces)
    ]
    best = max((counts[id_] for id_ in found), default=0)
    near = (id_ for id_ in found if counts[id_] >= _NEAR * best)
    return tuple(sorted(near, key=lambda id_: (-counts[id_], id_)))


def several(games: Iterable[str]) -> Saying:
    """That a save without a module's name may be of several games."""
    called = adopted_games()
    return Saying(SEVERAL, games=", ".join(f"{called[id_]} ({id_})" for id_ in games))


def _has_maps(kept: Kept, state: GameState, pieces: Sequence[Piece]) -> bool:
    """Whether a game has the maps on which the pieces of a save lie."""
    try:
        shape = root_shape(kept.root, lambda _: None)
    except ProblemsError:
        return False
    maps = [name for piece in pieces if (name := state.place(piece.id).map)]
    return sum(shape.map(name) is not None for name in maps) >= _ALIKE * len(maps)


def _kept() -> Iterator[tuple[str, Kept]]:
    """What each adopted game keeps of its module, by the game's id, as far as it can be read."""
    for id_ in adopted_games():
        kept = Kept(find_game(id_))
        if kept.readable:
            yield id_, kept
