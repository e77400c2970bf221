"""At-start stacks and decks: do they stand where they are meant to?"""

from __future__ import annotations

import math
from collections.abc import Iterator

from builder.lint.findings import Finding, listed
from builder.lint.layout import Area, areas_of, board_size
from builder.lint.subject import Place, Subject, label
from builder.vassal.buildfile import components as c

Stack = c.SetupStack | c.DrawPile
_ANY = ("", "<any>", None)


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M402 to M405."""
    stacks: list[tuple[Place, Stack]] = [
        *subject.all_of(c.SetupStack),
        *subject.all_of(c.DrawPile),
    ]
    for place, window in subject.all_of(c.MapWindow):
        boards = {
            board.name: (spot, board)
            for spot, board in subject.all_of(c.Board)
            if spot.inside(c.MapWindow) is window
        }
        areas = {name: areas_of(subject, spot, board) for name, (spot, board) in boards.items()}
        beside = []
        for spot, stack in stacks:
            if spot.inside(c.MapWindow) is not window or not boards:
                continue
            if stack.owning_board not in _ANY and stack.owning_board not in boards:
                yield Finding("M404", str(spot), f"there is no board '{stack.owning_board}'.")
                continue
            names = [stack.owning_board] if stack.owning_board in boards else list(boards)
            meant = [boards[name][1] for name in names]
            yield from _stack(
                subject, spot, stack, meant, [a for name in names for a in areas[name]]
            )
            if _beside(stack, areas[names[0]]):
                beside.append(label(stack))
        if beside:
            yield Finding("M405", str(place), f"{len(beside)}: {listed(beside)}.")


def _stack(
    subject: Subject,
    spot: Place,
    stack: Stack,
    boards: list[c.Board],
    areas: list[Area],
) -> Iterator[Finding]:
    if isinstance(stack, c.SetupStack) and stack.use_grid_location:
        location = stack.location or ""
        regions = {name for area in areas for name, _ in area.regions()}
        if location not in regions and not any(area.find(location) for area in areas):
            yield Finding("M403", str(spot), f"there is no place '{location}'.")
        return
    sizes = [size for board in boards if (size := board_size(subject, board))]
    if len(boards) == 1 and sizes:
        width, height = sizes[0]
        if not (0 <= stack.x < width and 0 <= stack.y < height):
            text = f"it is at {stack.x}, {stack.y}; the board has {width} x {height} pixels."
            yield Finding("M402", str(spot), text)


def _beside(stack: Stack, areas: list[Area]) -> bool:
    """Whether the stack stands in a hex that pieces snap to, but not at its centre."""
    if isinstance(stack, c.SetupStack) and stack.use_grid_location:
        return False
    point = (stack.x, stack.y)
    area = next((area for area in areas if area.holds(point)), None)
    if area is None or not isinstance(stack, c.SetupStack):
        return False
    try:
        hexes = area.hexes()
    except ValueError:
        return False
    return bool(hexes) and math.dist(hexes.grid.snap(*point), point) > 2  # type: ignore[union-attr]
