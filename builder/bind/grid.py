"""Where the game's hexes lie on a stranger's map: by units set up alike, by names, or as told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.adopt.hexes import Cell, Found, first_hexes
from builder.adopt.told import Told
from builder.bind.vocabulary import words
from builder.game.model import Game
from builder.hexes.fit import LEAST, Mark, UnfitError, fit_grid
from builder.hexes.grid import PixelGrid
from builder.saying import quoting
from builder.vassal.locations import LaidMap, MapShape, ModuleShape

_FEWEST = 5
_AGREE = 0.5
_ON_ONE_LINE = "The hexes that were told lie on one line: tell one far from it."
_NO_GRID = (
    "No grid of the game lies on the hexes that were told: correct one of them, or take a game "
    "whose hexes stand as the module's do."
)
_OFF = 0.35
"""Hexes by which a mark may be off."""

Spot = tuple[str, int, int]
"""A map and a pixel of it."""


@dataclass(frozen=True)
class Laid:
    """The map and marks by which the game's hexes lie on it; `how` tells in words what it rests
    on, `sure` whether that was borne out, `told` whether somebody told it."""

    map: str
    marks: tuple[Mark, ...]
    how: str
    sure: bool
    told: bool = False


def as_told(map_: str, marks: tuple[Mark, ...]) -> Laid:
    """Where somebody says that they lie."""
    return Laid(map_, marks, "As you told.", sure=True, told=True)


HexedMap = tuple[MapShape, LaidMap, Found | None]
"""A map, how its boards lie, and the hexes of the one with most."""


def laid(
    game: Game,
    found: HexedMap | None,
    starts: Mapping[str, Sequence[Spot]],
    told: Sequence[tuple[str, str]] = (),
) -> Laid | None:
    """Where the hexes lie on the map with most. `starts` are the spots at which the module sets a
    counter up; `told` are pairs of what the module calls a hex (or `X,Y` in pixels) and the game's
    hex. None if nothing tells it: then three hexes must be told. ValueError if what is told does
    not fit."""
    if found is None:
        return None
    map_, lying, cells = found
    if told:
        return _as_told(game, map_, lying, cells, told)
    if cells is None:
        return None
    plane = _plane(game, cells)
    return _by_units(game, map_, plane, starts) or _by_names(game, map_, lying, plane, cells)


def with_most_hexes(shape: ModuleShape, left: Told) -> HexedMap | None:
    """The map with most hexes; `left` takes the boards that are not looked at."""
    best: HexedMap | None = None
    most = -1
    map_of = {id(board): map_ for map_ in shape.maps for board in map_.boards}
    boards = (board for map_ in shape.maps for board in map_.boards)
    for board, found, _ in first_hexes(boards, left):
        count = len(found.cells) if found else 0
        if count > most:
            map_ = map_of[id(board)]
            best, most = (map_, map_.laid_out(), found), count
    return best


def _plane(game: Game, found: Found) -> PixelGrid:
    """The game's grid in the module's hexes, its own first hex at no place of the map yet."""
    pointy = game.grid.orientation == "pointy"
    cells = sorted(found.cells.values(), key=lambda cell: cell.column)
    one, other = cells[0], cells[-1]
    along = (other.y - one.y) if pointy else (other.x - one.x)
    apart = along / max(1, other.column - one.column)
    stretch = abs(apart) * 2 / (3**0.5 * found.width)
    return PixelGrid(game.grid, found.width, 0.0, 0.0, stretch or 1.0)


def _marks(game: Game, plane: PixelGrid, dx: float, dy: float) -> tuple[Mark, ...]:
    """Hexes far apart, where they lie when the plane is moved so far."""
    middles = {name: plane.centre(name) for name in game.grid.places}
    corners = [
        min(middles, key=lambda name: sx * middles[name][0] + sy * middles[name][1])
        for sx, sy in ((1, 1), (-1, 1), (1, -1), (-1, -1))
    ]
    return tuple(
        Mark(name, (round(middles[name][0] + dx, 1), round(middles[name][1] + dy, 1)))
        for name in dict.fromkeys(corners)
    )


def _by_units(
    game: Game, map_: MapShape, plane: PixelGrid, starts: Mapping[str, Sequence[Spot]]
) -> Laid | None:
    """By units that the module sets up in the hexes in which a scenario of the game has them; of
    copies, of which each may stand where the other does, by the one that does."""
    best: tuple[int, int, float, float] = (0, 0, 0.0, 0.0)
    grain = plane.width / 3
    for scenario in game.scenarios.values():
        moves: list[tuple[int, float, float]] = []
        for number, place in enumerate(scenario.placements):
            if place.hex not in game.grid.places:
                continue
            x, y = plane.centre(place.hex)
            moves += [
                (number, sx - x, sy - y)
                for name, sx, sy in starts.get(place.counter, ())
                if name in (map_.name, map_.id)
            ]
        asked = len({number for number, _, _ in moves})
        votes = Counter(
            cell[1:]
            for cell in dict.fromkeys(
                (number, round(dx / grain), round(dy / grain)) for number, dx, dy in moves
            )
        )
        for (cx, cy), _ in votes.most_common(3):
            near = [
                move
                for move in moves
                if abs(move[1] / grain - cx) <= 1.5 and abs(move[2] / grain - cy) <= 1.5
            ]
            agreed = len({number for number, _, _ in near})
            if agreed > best[0]:
                xs, ys = sorted(dx for _, dx, _ in near), sorted(dy for _, _, dy in near)
                best = (agreed, asked, xs[len(xs) // 2], ys[len(ys) // 2])
    agreed, asked, dx, dy = best
    if agreed < _FEWEST or agreed < _AGREE * asked:
        return None
    how = quoting("{n} of {m} set-ups of the module {n|is|are} of the game too.", n=agreed, m=asked)
    return Laid(map_.name, _marks(game, plane, dx, dy), how, sure=True)


def _shift(lying: LaidMap) -> tuple[int, int]:
    board = lying.boards[0] if lying.boards else None
    return (board.left, board.top) if board else (0, 0)


def _by_names(
    game: Game, map_: MapShape, lying: LaidMap, plane: PixelGrid, found: Found
) -> Laid | None:
    """By hexes that are called alike, however the numbers are parted."""
    left, top = _shift(lying)
    ours = {words(name): name for name in game.grid.places}
    called: dict[str, Cell] = {}
    for name, cell in found.cells.items():
        for key in (words(name), words("".join(ch for ch in name if ch.isalnum()))):
            if key in ours:
                called.setdefault(ours[key], cell)
    if len(called) < 0.9 * len(game.grid.places):
        return None
    marks = [Mark(n, (called[n].x + left, called[n].y + top)) for n in called]
    try:
        fit = fit_grid(game.grid, marks[:: max(1, len(marks) // 60)])
    except UnfitError:
        return None
    if fit.error > _OFF * plane.width:
        return None
    chosen = [m.hex for m in _marks(game, plane, 0, 0)]
    kept = tuple(mark for mark in marks if mark.hex in chosen)
    how = "Its hexes are called as those of the game."
    return Laid(map_.name, kept, how, sure=False) if len(kept) >= 3 else None


def _as_told(
    game: Game,
    map_: MapShape,
    lying: LaidMap,
    found: Found | None,
    told: Iterable[tuple[str, str]],
) -> Laid:
    left, top = _shift(lying)
    marks = []
    for theirs, ours in told:
        if ours not in game.grid.places:
            raise ValueError(quoting("'{name}' is no hex of the game.", name=ours))
        if found is not None and theirs in found.cells:
            cell = found.cells[theirs]
            at = (cell.x + left, cell.y + top)
        elif theirs.replace(",", "", 1).isdecimal() and "," in theirs:
            x, _, y = theirs.partition(",")
            at = (float(x), float(y))
        else:
            raise ValueError(
                quoting("'{name}' is no hex of the module: write X,Y in pixels.", name=theirs[:40])
            )
        marks.append(Mark(ours, at))
    if len(marks) < LEAST:
        raise ValueError(
            quoting("{n} of {m} hexes are told: give --hex {m} times.", n=len(marks), m=LEAST)
        )
    try:
        fit = fit_grid(game.grid, marks)
    except UnfitError as error:
        raise ValueError(_ON_ONE_LINE if error.code == "line" else _NO_GRID) from None
    if fit.error > _OFF * fit.across:
        raise ValueError(
            quoting(
                "The hexes that were told do not agree, {n:.0f} pixels off: correct one of them.",
                n=fit.error,
            )
        )
    return as_told(map_.name, tuple(marks))
