"""Set-ups of a module as scenarios: what stands where, at which step."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.game.kept import Known, step_of
from builder.vassal.answers import Answers
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.pieces import Piece, PieceType
from builder.vassal.replay import Replay
from builder.vassal.savedgame import SavedGame
from builder.vassal.state import GameState


def settled(game: SavedGame, types: dict[str, PieceType] | None = None) -> GameState:
    """The state at the end of a save or log; `types` as `Replay` has them. Raises
    VassalFileError."""
    replay = Replay(game.without_empty_stacks(), types=types)
    return replay.state(len(replay))


@dataclass(frozen=True)
class Stand:
    """A counter in a place, on a face."""

    counter: str
    place: str
    step: int


@dataclass(frozen=True)
class Setup:
    """A set-up as a scenario's file will say it. `kept` is the save of which it was read, or
    "start" for the module's own at-start stacks."""

    id: str
    name: str
    kept: str
    stands: tuple[Stand, ...]
    description: str = ""
    turn: int | None = None
    unknown: int = 0


PlaceOf = Callable[[str | None, int, int], str]


def stands_in(
    answers: Answers,
    find: Callable[[Piece], Known | None],
    place_of: PlaceOf,
    eyes: Answers | None = None,
) -> tuple[list[Stand], int, int]:
    """The counters that stand on the maps of a state, how many pieces nobody knows, and how many
    are masked to `eyes`, if those are given: these are left out, and what they do not see is as if
    it were not there."""
    state = answers.state
    found: list[Stand] = []
    unknown = masked = 0
    for piece in _on_maps(state):
        if eyes is not None and not eyes.sees(piece):
            continue
        if eyes is not None and eyes.is_masked(piece):
            masked += 1
            continue
        known = find(piece)
        if known is None:
            unknown += 1
            continue
        if known.card:
            continue
        where = place_of(*state.place(piece.id))
        if where:
            found.append(Stand(known.counter, where, step_of(piece, known, answers.asking(piece))))
    return found, unknown, masked


def _on_maps(state: GameState) -> Iterator[Piece]:
    for map_ in state.maps():
        for thing in state.on_map(map_):
            if isinstance(thing, Piece):
                yield thing
            elif thing.kind != "deck":
                yield from (state.pieces[member] for member in thing.members)


def limited(stands: Sequence[Stand], copies: dict[str, int]) -> tuple[list[Stand], int]:
    """As many of each counter as counters.csv has, and how many more there were."""
    seen: Tally[str] = Tally()
    kept = []
    for stand in stands:
        seen[stand.counter] += 1
        if seen[stand.counter] <= copies.get(stand.counter, 0):
            kept.append(stand)
    return kept, len(stands) - len(kept)


def place_finder(
    shape: ModuleShape,
    state: GameState,
    main: str,
    places: Mapping[str, str],
    hexes: frozenset[str],
) -> PlaceOf:
    """How the pieces of a state are placed: by hex, by named place, else by their window. `places`
    tells of each the map on which it lies."""
    locator = Locator(shape, state)

    def place_of(map_: str | None, x: int, y: int) -> str:
        if map_ is None:
            return ""
        found = shape.map(map_)
        name = locator.own_hex(map_, x, y)
        own = found.name if found is not None else map_
        if name in hexes:
            if own == main:
                return name
        elif places.get(name) == own:
            return name
        return own if own in places else ""

    return place_of
