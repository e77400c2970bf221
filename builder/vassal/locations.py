"""Where a pixel of a map is: board, zone and place name; what it snaps to; where a name lies.

Sources: `build/module/Map` (boards side by side, `locationName`, `snapTo`) and
`map/boardPicker/Board` (reversed boards). Pixels are whole, and of the map unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from builder.hexes.vassal_grid import Point
from builder.vassal.commands import BoardPlace
from builder.vassal.grids import Grid, Hexes, Regions, Zones
from builder.vassal.state import GameState
from builder.vassal.turns import TrackerShape, turn_properties

OFF_BOARD = "offboard"

MODULE = "Module"
"""How a save calls the container of the properties that no map or zone has."""


@dataclass(frozen=True)
class BoardShape:
    """A board of a module: its size in pixels and its grid."""

    name: str
    width: int
    height: int
    grid: Grid | None = None
    reversible: bool = False


@dataclass(frozen=True)
class PlacedBoard:
    """A board where it lies on its map; `left` and `top` are pixels of the map."""

    board: BoardShape
    left: int = 0
    top: int = 0
    reversed: bool = False

    def holds(self, x: int, y: int) -> bool:
        """Whether a point of the map lies on the board."""
        board = self.board
        return self.left <= x < self.left + board.width and self.top <= y < self.top + board.height

    def _turned(self, x: int, y: int) -> Point:
        return (self.board.width - x, self.board.height - y) if self.reversed else (x, y)

    def to_board(self, x: int, y: int) -> Point:
        """The pixel of the board's own picture that lies at a pixel of the map."""
        return self._turned(x - self.left, y - self.top)

    def to_map(self, x: int, y: int) -> Point:
        """The pixel of the map at which a pixel of the board's own picture lies."""
        x, y = self._turned(x, y)
        return x + self.left, y + self.top

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """What the board's grid snaps a point of the map to."""
        grid = self.board.grid
        if grid is None:
            return x, y
        return self.to_map(*grid.snap(*self.to_board(x, y), force=force))

    def name(self, x: int, y: int) -> str | None:
        """What the board's grid calls a point of the map."""
        grid = self.board.grid
        return None if grid is None else grid.name(*self.to_board(x, y))

    def grid_at(self, x: int, y: int) -> Grid | None:
        """The grid that names a point of the map: of its zone, else the board's."""
        grid = self.board.grid
        return grid.at(*self.to_board(x, y)) if isinstance(grid, Zones) else grid

    def zone(self, x: int, y: int) -> str:
        """The zone at a point of the map. As in VASSAL, a reversed board is not turned for this."""
        grid = self.board.grid
        zone = grid.zone(x - self.left, y - self.top) if isinstance(grid, Zones) else None
        return "" if zone is None else zone.name


@dataclass(frozen=True)
class DeckSpot:
    """Where the module has a deck: pixels of the board, or of the map if `board` is empty."""

    name: str
    board: str
    x: int
    y: int


@dataclass(frozen=True)
class MapShape:
    """A map of a module: its name, VASSAL's own id (`Map0`), its boards and padding in pixels.

    `default` are the boards laid out when a save does not say; `sides` are those whose private map
    it is, None for a map that is open to all. `raises`: what moves is drawn above the others.
    `from_decks` are the cards that players see of an open deck, from the top, of any number.
    """

    name: str
    id: str
    boards: tuple[BoardShape, ...] = ()
    default: tuple[BoardPlace, ...] = ()
    edge_width: int = 0
    edge_height: int = 0
    stacking: bool = True
    raises: bool = True
    layer_property: str = ""
    layers: tuple[str, ...] = ()
    decks: tuple[DeckSpot, ...] = ()
    sides: tuple[str, ...] | None = None
    visible_to_all: bool = True
    from_decks: int = 1

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones of its boards."""
        grids = [board.grid for board in self.boards]
        return tuple(z.name for grid in grids if isinstance(grid, Zones) for z in grid.zones)

    def laid_out(self, places: Iterable[BoardPlace] | None = None) -> LaidMap:
        """The map with these boards, or with those of its default layout."""
        wanted = tuple(self.default if places is None else places)
        if not wanted and len(self.boards) == 1:
            wanted = (BoardPlace(self.boards[0].name),)
        shapes = {board.name: board for board in self.boards}
        known = [(shapes[place.name], place) for place in wanted if place.name in shapes]
        spots = {(place.column, place.row): shape for shape, place in known}
        placed = []
        for shape, place in known:
            left, top = self.edge_width, self.edge_height
            for (column, row), other in spots.items():
                left += other.width if row == place.row and 0 <= column < place.column else 0
                top += other.height if column == place.column and 0 <= row < place.row else 0
            placed.append(PlacedBoard(shape, left, top, place.reversed and shape.reversible))
        return LaidMap(self, tuple(placed))


@dataclass(frozen=True)
class LaidMap:
    """A map with its boards laid out."""

    shape: MapShape
    boards: tuple[PlacedBoard, ...]

    def board_at(self, x: int, y: int) -> PlacedBoard | None:
        """The board that holds a point."""
        return next((board for board in self.boards if board.holds(x, y)), None)

    @cached_property
    def _decks(self) -> dict[Point, str]:
        corners = {board.board.name: (board.left, board.top) for board in self.boards}
        edge = (self.shape.edge_width, self.shape.edge_height)
        found: dict[Point, str] = {}
        for deck in self.shape.decks:
            left, top = corners.get(deck.board, edge)
            found.setdefault((deck.x + left, deck.y + top), deck.name)
        return found

    def name(self, x: int, y: int) -> str:
        """VASSAL's name of a point, as it stands: of a deck, else of the grid; empty where a region
        or zone has no name."""
        return self._decks.get((x, y)) or self._by_grid(x, y)

    def _by_grid(self, x: int, y: int) -> str:
        board = self.board_at(x, y)
        found = None if board is None else board.name(x, y)
        return OFF_BOARD if found is None else found

    def zone(self, x: int, y: int) -> str:
        """The name of the zone that holds a point, empty for none."""
        found = self._zones.get((x, y))
        if found is None:
            board = self.board_at(x, y)
            found = self._zones[x, y] = "" if board is None else board.zone(x, y)
        return found

    @cached_property
    def _zones(self) -> dict[Point, str]:
        return {}

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """Where a piece dropped at a point comes to lie."""
        board = self.board_at(x, y)
        if board is None:
            return x, y
        x, y = board.snap(x, y, force=force)
        landed = self.board_at(x, y)
        if landed is not None and landed is not board:
            x, y = landed.snap(x, y, force=force)
        if self.board_at(x, y) is None:  # a pixel beyond the edge counts as the edge
            right, bottom = board.left + board.board.width, board.top + board.board.height
            x = right - 1 if x == right else board.left if x == board.left - 1 else x
            y = bottom - 1 if y == bottom else board.top if y == board.top - 1 else y
        return x, y

    @cached_property
    def _names(self) -> dict[Point, str]:
        return {}

    def snapped_name(self, x: int, y: int) -> str:
        """The name of the deck, hex, region or zone in which a point lies: snapped, then named; of
        a deck only on its very point, because what lies beside it is not in it. Among regions it is
        named as it lies, because the nearest one's point may lie in another zone, and so is
        what snapping would lead off the boards or into another zone."""
        found = self._names.get((x, y))
        if found is None:
            board = self.board_at(x, y)
            among = board is not None and isinstance(board.grid_at(x, y), Regions)
            spot = (x, y) if among else self.snap(x, y, force=True)
            found = self._decks.get((x, y)) or self._by_grid(*spot)
            if spot != (x, y) and (found == OFF_BOARD or self.zone(*spot) != self.zone(x, y)):
                found = self._by_grid(x, y)
            self._names[x, y] = found
        return found

    def unnumbered(self, x: int, y: int) -> str:
        """The number that a hex would have whose grid shows none, empty elsewhere: VASSAL calls
        all of them offboard."""
        x, y = self.snap(x, y, force=True)
        board = self.board_at(x, y)
        grid = None if board is None else board.board.grid
        if isinstance(grid, Zones) and board is not None and not board.zone(x, y):
            grid = grid.background
        if board is None or not isinstance(grid, Hexes) or grid.numbered:
            return ""
        return grid.hexes.name_at(*board.to_board(x, y)) or ""

    def locate(self, name: str) -> Point | None:
        """Where VASSAL puts an at-start stack of a place's name; half a pixel may be cut off."""
        for board in self.boards:
            found = board.board.grid.locate(name) if board.board.grid is not None else None
            if found is not None:
                return board.to_map(*found)
        return None

    def centre(self, name: str) -> Point | None:
        """Where a piece comes to lie that a player drops on the place of a name."""
        found = self.locate(name)
        return None if found is None else self.snap(*found, force=True)


@dataclass(frozen=True)
class ModuleShape:
    """The maps of a module, found by name or by VASSAL's own id.

    `initial` are its global properties as a new game has them, and its messages: by container (a
    zone, a map or `Module`) and name; a save need not tell them all. `trackers` are those of turns.
    `apart` are properties of the module that a level of a tracker built before them also keeps:
    VASSAL finds the property alone then, and takes it for the level's where it came before it.
    `keeps_zeros`: whole numbers with leading zeros are texts in its expressions.
    """

    name: str = ""
    maps: tuple[MapShape, ...] = ()
    initial: Mapping[tuple[str, str], str] = field(default_factory=dict, repr=False, compare=False)
    trackers: tuple[TrackerShape, ...] = ()
    apart: frozenset[str] = frozenset()
    keeps_zeros: bool = False
    _by_name: Mapping[str, MapShape] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[str, MapShape] = {}
        for shape in self.maps:
            found.setdefault(shape.name, shape)
            found.setdefault(shape.id, shape)
        object.__setattr__(self, "_by_name", found)

    @property
    def called(self) -> str:
        """The names by which saves find what the module has, in lines."""
        boards = (board.name for map_ in self.maps for board in map_.boards)
        maps = (name for map_ in self.maps for name in (map_.name, map_.id))
        properties = (name for _, name in self.initial)
        return "\n".join((*maps, *boards, *properties))

    def map(self, name: str | None) -> MapShape | None:
        """The map of a name or id."""
        return None if name is None else self._by_name.get(name)


class Locator:
    """Names the places of a game, its boards as the state lays them out.

    Without the module only decks have names: those that lie on the table.
    """

    def __init__(self, module: ModuleShape | None, state: GameState) -> None:
        self._module = module
        self._laid: dict[str, LaidMap | None] = {}
        self._state = state

    def shape(self, map_: str | None) -> MapShape | None:
        """The map of a name or id, None if the module is not at hand or does not know it."""
        return None if self._module is None else self._module.map(map_)

    def maps_with(self, zone: str) -> tuple[str, ...]:
        """The maps that have a zone of this name, also where that stands behind the map's."""
        found = self._zones.get(zone)
        return () if found is None else tuple(found)

    @cached_property
    def _zones(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for map_ in () if self._module is None else self._module.maps:
            for zone in map_.zones:
                for name in (zone, f"{map_.name}:{zone}"):
                    found.setdefault(name, []).append(map_.name)
        return found

    @property
    def knows_maps(self) -> bool:
        """Whether the module is at hand, and with it all its maps."""
        return self._module is not None

    @property
    def keeps_zeros(self) -> bool:
        """Whether whole numbers with leading zeros are texts in the module's expressions."""
        return self._module is not None and self._module.keeps_zeros

    def initial(self, container: str, name: str) -> str | None:
        """What a global property of the module is when a game begins; None for none."""
        return None if self._module is None else self._module.initial.get((container, name))

    @property
    def trackers(self) -> tuple[TrackerShape, ...]:
        """The turn trackers of the module."""
        return () if self._module is None else self._module.trackers

    def turned(self, state: GameState) -> dict[str, str]:
        """Where the turn trackers stand, in the properties that keep it. They are asked before a
        global property of the same name, which is the same one: a turn that passes changes both,
        and a log tells it of the tracker alone; but not once that property was set by itself."""
        if self._module is None:
            return {}
        kept = turn_properties(self._module.trackers, state.turns)
        hidden = self._module.apart | state.since.keys()
        return {name: value for name, value in kept.items() if name not in hidden}

    def has_deck(self, map_: str | None, name: str) -> bool:
        """Whether a map of the module has a deck of a name, which may be on no table yet."""
        shape = self.shape(map_)
        return shape is not None and any(deck.name == name for deck in shape.decks)

    def laid(self, map_: str | None) -> LaidMap | None:
        """A map with its boards, None if the module is not at hand or does not know it."""
        if map_ is None or self._module is None:
            return None
        if map_ not in self._laid:
            shape = self._module.map(map_)
            places = None if shape is None else self._places(shape)
            self._laid[map_] = None if shape is None else shape.laid_out(places)
        return self._laid[map_]

    def _places(self, shape: MapShape) -> tuple[BoardPlace, ...] | None:
        boards = self._state.boards
        return boards.get(shape.name) or boards.get(shape.id)

    def name(self, map_: str | None, x: int, y: int) -> str | None:
        """VASSAL's `LocationName` of a point, None if nobody can say."""
        laid = self.laid(map_)
        return self._deck(map_, x, y) if laid is None else self._named(laid.name(x, y), map_, x, y)

    def hex(self, map_: str | None, x: int, y: int) -> str | None:
        """The place of a piece by its shape on the map: snapped first, then named."""
        laid = self.laid(map_)
        if laid is None:
            return self._deck(map_, x, y)
        return self._named(laid.snapped_name(x, y), map_, x, y)

    def _named(self, name: str, map_: str | None, x: int, y: int) -> str:
        """A place's name; off the boards that of a deck which lies there, since a board may have
        had another size when the save was written."""
        return (name == OFF_BOARD and self._deck(map_, x, y)) or name

    def own_hex(self, map_: str | None, x: int, y: int) -> str:
        """The place of a piece as `hex` tells it; on a grid without numbers the number that
        `adopt` gives the hex."""
        name = self.hex(map_, x, y) or ""
        laid = self.laid(map_) if name == OFF_BOARD else None
        return name if laid is None else laid.unnumbered(x, y) or name

    def told(self, map_: str | None, x: int, y: int) -> str | None:
        """The place of a piece for people: as `own_hex`, but None for a point of a board whose grid
        has no name for it, which VASSAL calls offboard like a point beside all boards."""
        name = self.own_hex(map_, x, y)
        laid = self.laid(map_) if name == OFF_BOARD else None
        on_a_board = laid is not None and laid.board_at(x, y) is not None
        return None if on_a_board else name or None

    def _deck(self, map_: str | None, x: int, y: int) -> str | None:
        return self._decks_on_the_table.get((map_, x, y))

    @cached_property
    def _decks_on_the_table(self) -> dict[tuple[str | None, int, int], str]:
        groups = self._state.groups.values()
        return {(it.map, it.x, it.y): it.name for it in groups if it.kind == "deck"}

    def is_among_hexes(self, map_: str | None, x: int, y: int) -> bool:
        """Whether a grid of hexes lies at a point: of its zone, or of the board."""
        laid = self.laid(map_)
        board = None if laid is None else laid.board_at(x, y)
        return board is not None and isinstance(board.grid_at(x, y), Hexes)

    def board(self, map_: str | None, x: int, y: int) -> str:
        """The name of the board at a point, empty for none."""
        laid = self.laid(map_)
        board = None if laid is None else laid.board_at(x, y)
        return "" if board is None else board.board.name

    def zone(self, map_: str | None, x: int, y: int) -> str:
        """The name of the zone at a point, empty for none."""
        laid = self.laid(map_)
        return "" if laid is None else laid.zone(x, y)
