"""The maps of a module as shapes: boards with their sizes, zones and grids, stacking and layers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from builder import limits
from builder.hexes.vassal_grid import HexGrid
from builder.hexes.vassal_numbering import GridNumbering, NumberedHexGrid
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.grafting import in_order
from builder.vassal.buildfile.module import Module
from builder.vassal.command_reader import read_command
from builder.vassal.commands import BoardPlace, Boards
from builder.vassal.grids import Grid, Hexes, Regions, Squares, Zone, Zones
from builder.vassal.locations import MODULE, BoardShape, DeckSpot, MapShape, ModuleShape
from builder.vassal.picture_header import open_header
from builder.vassal.tracker_shapes import kept_in, tracker_shapes
from builder.vassal.trait_answers import truth

Size = tuple[int, int]


def shape_of(module: Module) -> ModuleShape:
    """The shape of a module; sizes of boards are read from their images."""

    def size(name: str) -> Size | None:
        found = module.find_image(name)
        return None if found is None else image_size(module.images[found])

    return root_shape(module.root, size, module.added)


def root_shape(
    root: Component,
    image_size_of: Callable[[str], Size | None],
    added: Sequence[Component] = (),
) -> ModuleShape:
    """The shape of a build file; `image_size_of` gives pixels of an image, None if unknown.
    `added` is what extensions brought: VASSAL numbers it after all that is the module's own."""
    parts = list(in_order(root, added))
    windows = [part for part in parts if isinstance(part, c.MapWindow)]
    maps = tuple(_map(window, f"Map{at}", image_size_of) for at, window in enumerate(windows))
    named = {shape.name: shape for shape in maps}
    shared = []
    for window, shape in zip(windows, maps, strict=True):
        borrowed = window.use_boards if isinstance(window, c.PrivateMap) else None
        if borrowed and borrowed in named:  # a private map that shows another map's boards
            other = named[borrowed]
            shape = replace(shape, boards=other.boards, default=other.default)
        shared.append(shape)
    name, initial = getattr(root, "name", ""), dict(_initial(root, MODULE))
    options = (part for part in parts if isinstance(part, c.GlobalOptions))
    keeps_zeros = any(one.store_leading_zero_integers_as_strings for one in options)
    if keeps_zeros:
        shared = [_keeping_zeros(shape) for shape in shared]
    return ModuleShape(
        name,
        tuple(shared),
        initial,
        tracker_shapes(parts),
        _apart(root, parts),
        keeps_zeros,
    )


def _keeping_zeros(shape: MapShape) -> MapShape:
    """A map whose zones name their places as the module keeps whole numbers."""
    boards = []
    for board in shape.boards:
        grid = board.grid
        if isinstance(grid, Zones):
            zones = tuple(replace(zone, keeps_zeros=True) for zone in grid.zones)
            board = replace(board, grid=replace(grid, zones=zones))
        boards.append(board)
    return replace(shape, boards=tuple(boards))


def _apart(root: Component, parts: Iterable[Component]) -> frozenset[str]:
    """The properties of the module that come after a level of a turn tracker with one of the same
    name; before it they are one (TurnLevel.addTo)."""
    own = {id(part) for container, part in _properties(root, MODULE) if container == MODULE}
    first: dict[str, bool] = {}
    apart: set[str] = set()
    for part in parts:
        if isinstance(part, c.CounterTurnLevel | c.ListTurnLevel):
            first.setdefault(kept_in(part), True)
        elif isinstance(part, c.GlobalProperty) and id(part) in own:
            name = part.name or ""
            apart |= {name} if first.setdefault(name, False) else set()
    return frozenset(apart)


_PREFERENCES = (
    c.StringPreference,
    c.IntegerPreference,
    c.DoublePreference,
    c.BooleanPreference,
)


def _initial(part: Component, container: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The global properties and messages in a part of a module, by container and name; each
    preference is one too, as whoever never touched it has it (BasicPreference)."""
    for where, child in _properties(part, container):
        if isinstance(child, c.GlobalProperty | c.GlobalTranslatableMessage):
            yield (where, child.name or ""), child.initial_value
        elif isinstance(child, _PREFERENCES):
            value = child.default_
            yield (MODULE, child.name), truth(value) if isinstance(value, bool) else str(value)


def _properties(part: Component, container: str) -> Iterator[tuple[str, Component]]:
    """What has a value as a property in a part of a module, each with its container."""
    for child in part.children:
        if isinstance(child, (c.GlobalProperty, c.GlobalTranslatableMessage, *_PREFERENCES)):
            yield container, child
            continue
        inside = container
        if isinstance(child, c.MapWindow):
            inside = child.map_name or ""
        elif isinstance(child, c.Zone):
            inside = child.name
        yield from _properties(child, inside)


def _inside(part: Component, *, skip: tuple[type[Component], ...] = ()) -> Iterator[Component]:
    """Everything in a component, folders included, but nothing inside the classes to skip."""
    for child in part.children:
        yield child
        if not isinstance(child, skip):
            yield from _inside(child, skip=skip)


def _map(window: c.MapWindow, id_: str, size_of: Callable[[str], Size | None]) -> MapShape:
    shape = MapShape(
        name=window.map_name or id_,
        id=id_,
        edge_width=window.edge_width,
        edge_height=window.edge_height,
    )
    inside = _inside(window, skip=(c.BoardPicker,))
    decks = [part for part in inside if isinstance(part, c.DrawPile)]
    spots = [DeckSpot(deck.name or "", deck.owning_board or "", deck.x, deck.y) for deck in decks]
    shape = replace(shape, decks=tuple(spots))
    if isinstance(window, c.PrivateMap):
        shape = replace(shape, sides=window.side, visible_to_all=window.visible)
    for part in _inside(window, skip=(c.BoardPicker,)):
        if isinstance(part, c.BoardPicker):
            found = [
                _board(board, size_of) for board in part.children if isinstance(board, c.Board)
            ]
            shape = replace(shape, boards=tuple(found), default=_default(part))
        elif isinstance(part, c.StackMetrics):
            shape = replace(shape, stacking=not part.disabled)
        elif isinstance(part, c.CounterDetailViewer):
            depth = part.show_deck_depth if part.show_deck else 0
            shape = replace(shape, from_decks=max(shape.from_decks, depth))
        elif isinstance(part, c.HighlightLastMoved):
            shape = replace(shape, raises=part.enabled)
        elif isinstance(part, c.LayeredPieceCollection):
            shape = replace(shape, layer_property=part.property_, layers=part.layer_order)
    return shape


def _default(picker: c.BoardPicker) -> tuple[BoardPlace, ...]:
    for part in picker.children:
        if isinstance(part, c.Setup):
            command = read_command(part.content)
            return command.boards if isinstance(command, Boards) else ()
    return ()


def _board(board: c.Board, size_of: Callable[[str], Size | None]) -> BoardShape:
    size = size_of(board.image) if board.image else (board.width or 0, board.height or 0)
    width, height = size or (0, 0)
    grid = _child_grid(board, width, height)
    return BoardShape(board.name or "", width, height, grid, board.reversible)


def _child_grid(parent: Component, width: int, height: int) -> Grid | None:
    """The grid that VASSAL would use: the last of those in the component."""
    grids = [_grid(child, width, height) for child in parent.children]
    return next((grid for grid in reversed(grids) if grid is not None), None)


def _grid(part: Component, width: int, height: int) -> Grid | None:
    try:
        match part:
            case c.ZonedGrid():
                return _zones(part, width, height)
            case c.HexGrid():
                return _hexes(part, width, height)
            case c.SquareGrid():
                return _squares(part, width, height)
            case c.RegionGrid():
                regions = [child for child in part.children if isinstance(child, c.Region)]
                places = tuple((found.name, found.originx, found.originy) for found in regions)
                return Regions(places, part.snapto)
    except ValueError:  # a grid that no pixel could lie on: VASSAL would not name by it either
        return None
    return None


def _hexes(part: c.HexGrid, width: int, height: int) -> Hexes:
    grid = HexGrid.from_attributes(part.encoded())
    numbering = _numbering(part)
    hexes = NumberedHexGrid(grid, numbering or GridNumbering(), width, height)
    return Hexes(hexes, numbering is not None)


def _squares(part: c.SquareGrid, width: int, height: int) -> Squares:
    if part.dx < 0.01 or part.dy < 0.01:
        raise ValueError("rectangles need a size")
    return Squares(
        dx=part.dx,
        dy=part.dy,
        x0=part.x0,
        y0=part.y0,
        width=width,
        height=height,
        snap_to=part.snap_to,
        edges_legal=part.edges_legal,
        corners_legal=part.corners_legal,
        numbering=_numbering(part),
    )


def _numbering(grid: Component) -> GridNumbering | None:
    for part in grid.children:
        if isinstance(part, c.HexGridNumbering | c.SquareGridNumbering):
            return GridNumbering.from_attributes(part.encoded())
    return None


def _zones(part: c.ZonedGrid, width: int, height: int) -> Zones:
    background = _child_grid(part, width, height)
    zones = []
    beyond = {id(zone) for zone in zones_beyond(part)}  # they hold no point
    for zone in part.children:
        if not isinstance(zone, c.Zone):
            continue
        corners = () if id(zone) in beyond else zone.path
        shape = Zone(zone.name, corners, zone.location_format)
        own = _child_grid(zone, *shape.box[2:])
        zones.append(replace(shape, grid=background if zone.use_parent_grid else own))
    return Zones(tuple(zones), background)


def zones_beyond(grid: c.ZonedGrid) -> list[c.Zone]:
    """The zones of a board whose outlines are left out: together they had too many corners."""
    found = []
    left = int(limits.CORNERS)
    for zone in grid.children:
        if isinstance(zone, c.Zone):
            if len(zone.path) > left:
                found.append(zone)
            else:
                left -= len(zone.path)
    return found


def image_size(data: bytes) -> Size | None:
    """Width and height of an image in pixels, None if it is none."""
    from builder.vassal.strangers_xml import in_utf8

    if in_utf8(data[:12])[:5].lstrip().startswith(b"<"):
        return _svg_size(data)
    from io import BytesIO

    try:
        with open_header(BytesIO(data)) as image:
            width, height = image.size
    except (OSError, ValueError, SyntaxError):
        return None
    return width, height


def _svg_size(data: bytes) -> Size | None:
    from builder.vassal.strangers_xml import parse_drawing

    try:
        root = parse_drawing(data)
        box = (root.get("viewBox") or "").replace(",", " ").split()
        around = (float(box[2]), float(box[3])) if box else None
        wide = _length(root.get("width") or "", around and around[0])
        high = _length(root.get("height") or "", around and around[1])
        wide, high = high if wide is None else wide, wide if high is None else high
        if wide is None or high is None:
            return None
        size = _nearest(wide), _nearest(high)
        return size if max(size) <= limits.IMAGE_SIDE else None
    except (ValueError, IndexError, OverflowError):
        return None


_UNITS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


def _length(text: str, whole: float | None) -> float | None:
    """A length of SVG in pixels of 96 an inch; a share is one of the drawing's own `whole`, that of
    a drawing which tells none of one pixel. None for what is told nowhere: such a drawing is as
    high as it is wide (Batik)."""
    text = text.strip()
    if not text:
        return whole
    if text.endswith("%"):
        return float(text[:-1]) / 100 * (1.0 if whole is None else whole)
    return float(text[:-2]) * _UNITS[text[-2:]] if text[-2:] in _UNITS else float(text)


def _nearest(length: float) -> int:
    """The whole number next to it, as Java has it: of two as near the larger."""
    return math.floor(length + 0.5)
