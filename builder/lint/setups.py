"""At-start stacks and decks: do they stand where they are meant to?"""

from __future__ import annotations

import math
from collections.abc import Iterator

from builder.lint.findings import Finding, numbered
from builder.lint.subject import Place, Subject, label
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.grids import Hexes, Regions, Zones
from builder.vassal.locations import BoardShape, PlacedBoard

Stack = c.SetupStack | c.DrawPile
_ANY = ("", "<any>", None)


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M402 to M405."""
    stacks: list[tuple[Place, Stack]] = [
        *subject.all_of(c.SetupStack),
        *subject.all_of(c.DrawPile),
    ]
    windows = list(subject.all_of(c.MapWindow))
    for (place, window), shape in zip(windows, subject.shape.maps, strict=True):
        boards = {board.name: board for board in shape.boards}
        beside = []
        for spot, stack in stacks:
            if spot.inside(c.MapWindow) is not window or not boards:
                continue
            if stack.owning_board not in _ANY and stack.owning_board not in boards:
                yield Finding(
                    "M404",
                    str(spot),
                    quoting("there is no board '{name}'.", name=stack.owning_board),
                )
                continue
            named = boards.get(stack.owning_board or "")
            meant = [named] if named else list(boards.values())
            laid = [] if named else list(shape.laid_out().boards)
            room = _room(laid) if laid else (meant[0].width, meant[0].height)
            yield from _stack(spot, stack, meant, room)
            if _beside(stack, meant[0]):
                beside.append(label(stack))
        if beside:
            yield Finding("M405", str(place), numbered(beside))


def _room(boards: list[PlacedBoard]) -> tuple[int, int]:
    """How far the boards of a map reach, in pixels from its padding."""
    left, top = min(part.left for part in boards), min(part.top for part in boards)
    return (
        max(part.left + part.board.width for part in boards) - left,
        max(part.top + part.board.height for part in boards) - top,
    )


def _stack(
    spot: Place, stack: Stack, boards: list[BoardShape], room: tuple[int, int]
) -> Iterator[Finding]:
    if isinstance(stack, c.SetupStack) and stack.use_grid_location:
        location = stack.location or ""
        if not any(_has(board, location) for board in boards):
            yield Finding("M403", str(spot), quoting("there is no place '{name}'.", name=location))
    elif room[0] and not (0 <= stack.x < room[0] and 0 <= stack.y < room[1]):
        text = quoting(
            "it is at {x}, {y}; there are {width} x {height} pixels.",
            x=stack.x,
            y=stack.y,
            width=room[0],
            height=room[1],
        )
        yield Finding("M402", str(spot), text)


def _has(board: BoardShape, location: str) -> bool:
    """Whether VASSAL finds a location: by the grid's names, or by a region's name alone."""
    grid = board.grid
    if grid is None:
        return False
    inner = [zone.grid for zone in grid.zones] if isinstance(grid, Zones) else []
    grids = [grid, *(part for part in inner if isinstance(part, Regions))]
    found = [at for part in grids if (at := part.locate(location)) is not None]
    if not board.width:  # its picture is missing, which is told elsewhere
        return bool(found)
    return any(0 <= x < board.width and 0 <= y < board.height for x, y in found)


def _beside(stack: Stack, board: BoardShape) -> bool:
    """Whether the stack stands in a hex that pieces snap to, but not at its centre."""
    if isinstance(stack, c.DrawPile) or stack.use_grid_location:
        return False
    x, y = stack.x, stack.y
    grid = board.grid
    if isinstance(grid, Zones):
        zone = grid.zone(x, y)
        grid = zone.grid if zone else grid.background
    return isinstance(grid, Hexes) and math.dist(grid.snap(x, y), (x, y)) > 2
