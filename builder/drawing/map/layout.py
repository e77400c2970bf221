"""Where everything stands on the map sheet: the hex grid, and the rectangles that become zones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.drawing.map.board_size import check_board, rectangles
from builder.drawing.map.config import MapDrawing, Room
from builder.drawing.map.entries import entries
from builder.drawing.map.limits import check_size
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.shelves import Block, Box, on_shelves
from builder.drawing.map.under import Under, under_of
from builder.drawing.map.vocabulary import water_hexes
from builder.drawing.map.words import named, readable
from builder.game.definition import BoardDefinition
from builder.game.model import Game
from builder.game.problems import Collector
from builder.game.typed import problem_at
from builder.hexes.grid import PixelGrid
from builder.saying import quoting

LAND = "land"


@dataclass(frozen=True)
class Region:
    """A rectangle of the sheet in pixels and what it is for.

    `kind`: "map" (the framed hex field), "title", "legend", "phases", "turn-track", "box", "track",
    and inside tracks "turn" and "space". `parent` is the id of the track that a space belongs to,
    LAND for a box that lies on the map itself.
    """

    id: str
    kind: str
    name: str
    x: float
    y: float
    width: float
    height: float
    side: str = ""
    parent: str = ""

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


@dataclass(frozen=True)
class MapLayout:
    """The sheet: its size in pixels, the hex grid, and all regions by id.

    `rooms` are the rectangles of the frame that are left free of the map; `under` is the picture
    that lies under the grid.
    """

    width: int
    height: int
    pixels: PixelGrid
    regions: tuple[Region, ...]
    rooms: tuple[Box, ...] = ()
    under: Under | None = None

    def region(self, name: str) -> Region:
        """KeyError for a region that this sheet does not have."""
        for region in self.regions:
            if region.id == name:
                return region
        raise KeyError(name)

    def has(self, name: str) -> bool:
        return any(region.id == name for region in self.regions)

    def of_kind(self, *kinds: str) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.kind in kinds)

    def spaces(self, parent: str) -> tuple[Region, ...]:
        """The spaces of a track in their order."""
        return tuple(region for region in self.regions if region.parent == parent)

    @property
    def frame(self) -> Region:
        """The framed hex field."""
        return self.region("map")

    @property
    def unit(self) -> float:
        """Pixels of a length that is 1 on a map whose hexes are 80 wide."""
        return self.pixels.width / 80

    @property
    def panel_unit(self) -> float:
        """The same for what stands beside the map, whose words must be read at full size."""
        return max(self.unit, LEAST_UNIT)


LEAST_UNIT = 0.92
"""Below it words could not be read."""

_GAP = 22.0
_HEAD = 30.0
_CELL = 68.0
_SPACE = 56.0


def layout_map(game: Game) -> MapLayout:
    """The sheet of a game: sizes follow from its grid, turns, boxes and `[drawing.map]`."""
    if game.definition.board is not None:
        return _layout_board(game, game.definition.board)
    config = map_drawing(game)
    grid = game.definition.grid
    pixels = PixelGrid(game.grid, grid.hex_width, grid.margin, grid.margin)
    under = under_of(game, config)
    if under is not None:
        pixels = under.pixels(pixels)
    unit = max(pixels.width / 80, LEAST_UNIT)
    frame = _frame(pixels) if under is None else Region("map", "map", "Map", 0, 0, *under.sheet)
    edge = frame.x if under is None else _GAP * unit
    gap = _GAP * unit
    if config.panel != "right":
        left, top = edge, frame.y + frame.height + gap
        strip, room = frame.width - 2 * (edge - frame.x), 0.0
    else:
        left, top = frame.x + frame.width + gap, frame.y
        strip, room = 640 * unit, frame.height
    rooms = tuple(_room(one, frame, pixels.width) for one in config.room)
    inside: list[Region] = []
    for one, (x, y, wide, high) in zip(config.room, rooms, strict=True):
        size = (wide - 2 * gap, high - 2 * gap)
        inside += _placed(game, config, unit, (x + gap, y + gap), size, one)
    placed = _placed(game, config, unit, (left, top), (strip, room))
    if config.panel == "right" and any(r.y + r.height > frame.y + room + gap for r in placed):
        placed = _under_the_map(game, config, unit, frame, strip)
    bottom = max((region.y + region.height for region in placed), default=frame.y + frame.height)
    below = edge if placed else frame.y
    if config.panel != "right":
        width, height = frame.x + frame.width + frame.x, bottom + below
    else:
        width = left + strip + edge
        height = max(bottom + below, frame.y + frame.height + frame.y)
    spaces = [space for region in placed for space in _spaces(game, config, region, strip, unit)]
    for region in inside:
        spaces += _spaces(game, config, region, region.width + 1, unit)
    insets = list(_insets(config, pixels, unit))
    placed = [*inside, *placed]
    _check_insets(game, config, [*insets, *inside], pixels)
    check_size(game, width, height)
    on_land = _on_land(game, grid.hex_width * 0.75)
    _check_land(game, on_land, pixels)
    regions = (frame, *insets, *placed, *spaces, *on_land)
    return MapLayout(math.ceil(width), math.ceil(height), pixels, regions, rooms, under)


def _layout_board(game: Game, board: BoardDefinition) -> MapLayout:
    """The sheet of a board that is no hex field: the board itself, its places as boxes."""
    width, height = check_board(game, board)
    frame = Region("map", "map", "Map", 0, 0, width, height)
    pixels = PixelGrid(game.grid, board.counter / 0.75, 0, 0)
    return MapLayout(width, height, pixels, (frame, *_on_land(game, board.counter)))


def _on_land(game: Game, counter: float) -> tuple[Region, ...]:
    """The places of map/spaces.csv where they lie on the map."""
    return tuple(
        Region(f"box:{place.id}", "box", place.title, *box, parent=LAND * (place.kind == "box"))
        for place, box in rectangles(game, counter)
    )


def _room(room: Room, frame: Region, hex_: float) -> Box:
    x, y, wide, high = (length * hex_ for length in (*room.at, *room.size))
    return frame.x + x, frame.y + y, wide, high


_Pair = tuple[float, float]


def _placed(
    game: Game,
    config: MapDrawing,
    unit: float,
    corner: _Pair,
    size: _Pair,
    room: Room | None = None,
) -> list[Region]:
    """What stands in a room, or in the panel: all that no room holds."""
    if room is None:
        blocks = [*_free_blocks(game, config, unit, size[0])]
    else:
        every = _blocks(game, config, unit, size[0])
        blocks = [block for block in every if _short(block) in room.holds]
    shelved = on_shelves(blocks, *corner, size, _GAP * unit)
    return [Region(b.id, b.kind, b.name, x, y, w, h, b.side) for b, (x, y, w, h) in shelved]


def _under_the_map(
    game: Game, config: MapDrawing, unit: float, frame: Region, strip: float
) -> list[Region]:
    """A panel at the right of a map that it is too high for: what does not fit beside the map
    stands below both, so that no quarter of the sheet is empty."""
    gap, floor = _GAP * unit, frame.y + frame.height
    beside: list[Block] = []
    below: list[Block] = []
    free = frame.height
    for block in _free_blocks(game, config, unit, strip):
        fits = block.height <= free
        (beside if fits else below).append(block)
        free -= (block.height + gap) * fits
    left = frame.x + frame.width + gap
    placed = [*on_shelves(beside, left, frame.y, (strip, frame.height), gap)]
    wide = frame.width + gap + strip
    placed += on_shelves(below, frame.x, floor + gap, (wide, 0), gap)
    return [Region(b.id, b.kind, b.name, *box, b.side) for b, box in placed]


def _free_blocks(game: Game, config: MapDrawing, unit: float, strip: float) -> Iterator[Block]:
    """What no room of the frame holds."""
    held = {id_ for one in config.room for id_ in one.holds}
    for block in _blocks(game, config, unit, strip):
        if _short(block) not in held:
            yield block


def _short(block: Block) -> str:
    """The id by which a room names it."""
    return block.id.partition(":")[2] or block.id


def _frame(pixels: PixelGrid) -> Region:
    """The hex field with half of the margin around it."""
    width, height = pixels.size()
    x, y = pixels.margin_x / 2, pixels.margin_y / 2
    return Region("map", "map", "Map", x, y, width - 2 * x, height - 2 * y)


_EXPLAINED = {"terrain", "hexsides", "lines"}
"""What is drawn over a picture and wants a legend; the picture has its own title."""
_TITLE = (520.0, 190.0)
_ENTRY = 36.0


def _blocks(game: Game, config: MapDrawing, unit: float, strip: float) -> Iterator[Block]:
    if config.panel == "none":
        return
    if "title" not in config.inset and not config.picture:
        yield Block("title", "title", game.definition.title, _TITLE[0] * unit, _TITLE[1] * unit)
    if "legend" not in config.inset and not (config.picture and not _EXPLAINED & {*config.over}):
        width, height = _legend_size(game, config, 620)
        yield Block("legend", "legend", "", width * unit, height * unit)
    yield _turns(game, config, unit, strip)
    if config.phases and game.definition.phase:
        count = len(game.definition.phase)
        yield Block("phases", "phases", "", 400 * unit, (_HEAD + 14 + 24 * count) * unit)
    for track in config.track:
        across, rows = _rows(track.last - track.first + 1, _SPACE, strip / unit)
        size = ((across * _SPACE + 20) * unit, (_HEAD + rows * _SPACE + 10) * unit)
        yield Block(f"track:{track.id}", "track", track.name, *size, track.side)
    for box in config.box:
        size = ((box.columns * _CELL + 20) * unit, (_HEAD + box.rows * _CELL + 12) * unit)
        yield Block(f"box:{box.id}", "box", box.name, *size, box.side, stretch=True)


def _turns(game: Game, config: MapDrawing, unit: float, strip: float) -> Block:
    count = game.definition.turns.last - game.definition.turns.first + 1
    wide, high = _turn_size(config)
    across, rows = _rows(count, wide, strip / unit)
    size = ((across * wide + 20) * unit, (_HEAD + rows * high + 12) * unit)
    return Block("turn-track", "turn-track", "Turns", *size)


def _rows(count: int, wide: float, strip: float) -> tuple[int, int]:
    """Spaces in a row and rows, so that all rows are about equally long."""
    most = max(1, int((strip - 20) // wide))
    rows = -(-count // most)
    return -(-count // rows), rows


def _turn_size(config: MapDrawing) -> tuple[float, float]:
    columns, rows = config.turn_room
    return columns * _CELL + 8, rows * _CELL + 34


def _legend_size(game: Game, config: MapDrawing, width: float) -> tuple[float, float]:
    count = len(entries(game, config))
    rows = -(-count // max(1, int(width // 205)))
    return width, _HEAD + 22 + rows * _ENTRY


def _insets(config: MapDrawing, pixels: PixelGrid, unit: float) -> Iterator[Region]:
    """Title and legend that stand inside the frame."""
    sizes = {"title": _TITLE, "compass": (130.0, 150.0), "scale": (320.0, 64.0)}
    for piece, number in config.inset.items():
        if piece == "legend":
            continue
        x, y = pixels.centre(number)
        width, height = sizes[piece]
        yield Region(piece, piece, "", x, y, width * unit, height * unit)


def _check_insets(
    game: Game, config: MapDrawing, insets: Sequence[Region], pixels: PixelGrid
) -> None:
    """ProblemsError if furniture inside the frame would cover hexes that are played on."""
    if not insets:
        return
    wet = water_hexes(game)
    middles = [(name, *pixels.centre(name)) for name in game.grid.places]
    problems = Collector()
    for region in insets:
        left, right = region.x, region.x + region.width  # most hexes lie beside it
        covered = [
            name
            for name, x, y in middles
            if left <= x <= right and region.holds(x, y) and name not in wet
        ]
        if covered:
            text = quoting(
                "The {word} would cover {names}, which are not all water.",
                word=region.id,
                names=", ".join(covered[:4]),
            )
            remedy = "Give it a place in empty sea or where there are no hexes."
            keys = ("drawing", "map", "inset" if region.kind in config.inset else "room")
            problems.problems.append(problem_at(game, keys, text, remedy))
    problems.check()


def _check_land(game: Game, on_land: Sequence[Region], pixels: PixelGrid) -> None:
    """ProblemsError if a box on the land lies over hexes in which pieces are set up: VASSAL would
    have them in the box. A stranger's module keeps its own zones."""
    boxes = [region for region in on_land if region.parent == LAND]
    if not boxes or game.kept is not None:
        return
    middles = {name: pixels.centre(name) for name in sorted(game.set_up)}
    problems = Collector()
    for box in boxes:
        covered = [name for name, middle in middles.items() if box.holds(*middle)]
        if covered:
            place = game.places[box.id.removeprefix("box:")]
            text = quoting(
                "The box '{id}' lies over {names}, where pieces are set up.",
                id=place.id,
                names=", ".join(covered[:4]),
            )
            remedy = "Move the box, or set them up in it."
            problems.add(game.folder / "map" / "spaces.csv", place.line, text, remedy)
    problems.check()


def _spaces(
    game: Game, config: MapDrawing, region: Region, strip: float, unit: float
) -> Iterator[Region]:
    if region.kind == "turn-track":
        turns = game.definition.turns
        numbers = range(turns.first, turns.last + 1)
        wide, _ = _turn_size(config)
        names = [turn_name(game, number, "en") for number in numbers]
        ids = [f"turn:{number}" for number in numbers]
        across, _ = _rows(len(ids), wide, strip / unit)
        yield from _cells(region, "turn", ids, names, across, unit)
    elif region.kind == "track":
        track = next(t for t in config.track if f"track:{t.id}" == region.id)
        numbers = range(track.first, track.last + 1)
        ids = [f"{region.id}:{number}" for number in numbers]
        across, _ = _rows(len(ids), _SPACE, strip / unit)
        yield from _cells(region, "space", ids, [str(n) for n in numbers], across, unit)


def _cells(
    region: Region, kind: str, ids: Sequence[str], names: Sequence[str], across: int, unit: float
) -> Iterator[Region]:
    rows = -(-len(ids) // across)
    left, top = region.x + 10 * unit, region.y + _HEAD * unit
    width = (region.width - 20 * unit) / across
    height = (region.height - (_HEAD + 10) * unit) / rows
    for index, (name, words) in enumerate(zip(ids, names, strict=True)):
        row, column = divmod(index, across)
        x, y = left + column * width, top + row * height
        yield Region(name, kind, words, x, y, width, height, parent=region.id)


def turn_name(game: Game, number: int, language: str) -> str:
    """What the turn is called: its calendar name, or its number."""
    names = game.definition.turns.names
    index = number - game.definition.turns.first
    calendar = names[index] if index < len(names) else ""
    return named(game, language, f"turns.{number}", calendar)


def box_name(game: Game, language: str, region: Region) -> str:
    """A box's or track's name in a language."""
    return named(game, language, region.id.replace(":", "."), region.name or readable(region.id))
