"""Where pieces lie: the main map with its hexes, boxes and tracks, and the windows beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from builder.drawing.map.layout import LAND, MapLayout, Region, layout_map
from builder.game import carriers
from builder.game.carriers import MAIN_MAP
from builder.game.model import Counter, Game
from builder.hexes.vassal_grid import Point
from builder.module.grid import NumberedSection, numbered_sections
from builder.module.map_picture import map_image
from builder.module.settings import ModuleSettings, counter_width
from builder.module.trays import Window, head, middle_of, windows_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes import maps

BOARD_NAME = "Map"
MAP_LAYER = "MapLayer"
"""The property by which the map draws pieces in layers; a piece without it lies on top."""
CONTROL_LAYER = "control"
GROUND_LAYER = "ground"
MAP_LAYERS = (CONTROL_LAYER, GROUND_LAYER)
"""Layers below the units, the lowest first. Pieces of two layers never share a stack, so what lies
on the ground stays there when the units march off."""


TURN = "turn"
"""The type of the turn's marker, and what the places of the turn track begin with."""
BESIDE = carriers.SHEET
"""The zone of all that is neither hex nor box."""


@dataclass(frozen=True)
class Table:
    """The sheet of a game as VASSAL sees it: where hexes, boxes and turns are, in its pixels.

    Boxes may also lie in `windows`, each with pixels of its own; `decks` are boxes whose pieces
    form a deck. `at_foot`: places bear their names there, as on boards without hexes.
    `turn_marked`: the last seat of each turn is that of the turn's marker.
    """

    layout: MapLayout
    sections: tuple[NumberedSection, ...]
    counter: int
    windows: tuple[Window, ...] = ()
    decks: frozenset[str] = frozenset()
    at_foot: bool = False
    turn_marked: bool = False

    def map_of(self, place: str) -> tuple[str, str]:
        """The names of the map and of the board on which a place lies."""
        for window in self.windows:
            if window.holds(place):
                return window.name, window.name
        return MAIN_MAP, BOARD_NAME

    def spots(self, place: str, count: int) -> list[Point]:
        """Where `count` counters go that are set up in a hex, a box, or at `turn N`.

        In a hex or deck all at its centre; elsewhere side by side, then in layers. KeyError for a
        place that is not on the sheet.
        """
        for section in self.sections:
            if place in section.cells:
                return [section.centre(place)] * count
        if place in self.decks:
            return [self.deck_spot(place)] * count
        for window in self.windows:
            if (chart := window.chart(place)) is not None:
                middle = chart.x + chart.width / 2, chart.y + chart.height / 2
                return [(round(middle[0]), round(middle[1]))] * count
        region = self.region(place)
        if region.kind == "space":
            return [(round(region.centre[0]), round(region.centre[1]))] * count
        seats = list(_seats(region, self.counter, at_foot=self.at_foot))
        if self.turn_seat(place) is not None:
            seats = seats[:-1]
        if self.map_of(place)[0] != MAIN_MAP and len({y for _, y in seats}) == 1:
            # A window's box is as high as its rows, and a picture of its own lies below them.
            row = round(region.y + (region.height + head(self.counter) - 16) / 2)
            seats = [(x, row) for x, _ in seats]
        return [seats[number % len(seats)] for number in range(count)]

    def drawn_in(self, place: str, seats: Sequence[Point], highest: int) -> dict[Point, Point]:
        """The seats of a box or turn of the map, closer together where piles of so many counters,
        which lean up and to the right, would else reach over its edges or its heading."""
        same = {seat: seat for seat in seats}
        if len(same) < 2 or self.map_of(place)[0] != MAIN_MAP:
            return same
        box, half = self.region(place), _EDGE + self.counter / 2
        lean = (highest - 1) * maps.lean(self.counter)
        left = box.x + half
        right = max(left, box.x + box.width - half - lean)
        bottom = box.y + box.height - half
        heading = 0 if self.at_foot else _heading(box, self.counter)
        top = min(bottom, box.y + max(_EDGE, heading) + self.counter / 2 + lean)
        across = _closer(sorted({x for x, _ in seats}), left, right)
        down = _closer(sorted({y for _, y in seats}), top, bottom)
        return {(x, y): (across[x], down[y]) for x, y in seats}

    def turn_seat(self, place: str) -> Point | None:
        """Where the turn's marker lies in `turn N`, beside what is set up there; None elsewhere,
        and where there is room for one counter only."""
        if not self.turn_marked or not place.startswith(f"{TURN} ") or not self.has(place):
            return None
        seats = [*_seats(self.region(place), self.counter, at_foot=self.at_foot)]
        return seats[-1] if len(seats) > 1 else None

    def deck_spot(self, place: str) -> Point:
        """The middle of a deck's box below its heading; decks grow up and to the right."""
        box = self.region(place)
        x, y = middle_of(box, self.counter)
        return x - 8, y + 8

    def region(self, place: str) -> Region:
        """The rectangle of a box, track space or `turn N`; KeyError if the sheet has none."""
        for window in self.windows:
            if (box := window.box(place)) is not None:
                return box
        return self.layout.region(_region_id(place, self.layout))

    def called(self, place: str) -> str:
        """What VASSAL calls a hex, a box or a turn of the map (`LocationName`) before Kessel's
        phrases are translated; empty for a place in a window or in none."""
        for section in self.sections:
            if place in section.cells:
                return place
        if place in self.decks or self.map_of(place)[0] != MAIN_MAP or not self.has(place):
            return ""
        region = self.region(place)
        return _called(region, self.layout).replace("$", "")

    def zone(self, place: str) -> str:
        """The zone of a box or turn of the map (`CurrentZone`), the same in all languages; empty
        for a hex, and for a place that VASSAL does not name (`called`)."""
        on_hexes = any(place in section.cells for section in self.sections)
        return "" if on_hexes or not self.called(place) else place_name(self.region(place))

    def has(self, place: str) -> bool:
        """Whether a place is on the sheet."""
        on_hexes = any(place in section.cells for section in self.sections)
        in_window = any(window.holds(place) for window in self.windows)
        return on_hexes or in_window or self.layout.has(_region_id(place, self.layout))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the sheet in pixels."""
        return self.layout.width, self.layout.height


def next_seat(table: Table, box: str, count: str) -> tuple[str, str]:
    """Expressions of the pixel at which the next counter lies in a box, where an expression counts
    those that lie there: side by side, row by row."""
    spots = table.spots(box, 400)
    across, down = sorted({x for x, _ in spots}), sorted({y for _, y in spots})
    wide = across[1] - across[0] if len(across) > 1 else 0
    high = down[1] - down[0] if len(down) > 1 else 0
    column = f"({count}%{len(across)})"
    row = f"(({count}-{column})/{len(across)}%{len(down)})"
    return f"{{{across[0]}+{wide}*{column}}}", f"{{{down[0]}+{high}*{row}}}"


def table_of(game: Game, settings: ModuleSettings, language: str = "en") -> Table:
    """The sheet of a game and its windows."""
    layout = layout_map(game)
    counter = counter_width(game, settings)
    return Table(
        layout,
        tuple(numbered_sections(layout.pixels)),
        counter,
        windows_of(game, settings, counter, language),
        frozenset(deck.place for deck in settings.deck),
        at_foot=game.definition.board is not None,
        turn_marked=any(map(is_turn_marker, game.counters.values())),
    )


def is_turn_marker(counter: Counter) -> bool:
    """Whether a counter is the marker of the turn, and is set up on a turn."""
    return counter.kind == "marker" and counter.type == TURN and counter.setup.startswith("turn ")


def _region_id(place: str, layout: MapLayout) -> str:
    if place.startswith("turn ") and place[5:].isdigit():
        turn = f"turn:{int(place[5:])}"
        if layout.has(turn) or not layout.has(f"box:{place}"):
            return turn  # a board without hexes has its turns among its places
    track, _, number = place.rpartition(" ")
    if track and layout.has(f"track:{track}:{number}"):
        return f"track:{track}:{number}"
    return f"box:{place}" if layout.has(f"box:{place}") else place


def place_name(region: Region) -> str:
    """What a zone is called: the id that set-ups use."""
    kind, _, rest = region.id.partition(":")
    if kind == "turn":
        return f"turn {rest}"
    if kind in ("box", "track"):
        return rest.replace(":", " ")
    return "turns" if region.kind == "turn-track" else region.id


def _seats(region: Region, counter: int, *, at_foot: bool = False) -> Iterator[Point]:
    """Below the heading; or above the name `at_foot`, and in the middle of what holds only one."""
    pitch = round(counter * 1.12)
    above = 0 if at_foot else _heading(region, counter)
    below = round(counter * _FOOT) if at_foot and region.height > counter * _HIGH else 0
    columns = max(1, int(region.width - 8) // pitch)
    rows = max(1, int(region.height - above - below) // pitch)
    left = region.x + (region.width - columns * pitch) / 2 + pitch / 2
    top = region.y + above + pitch / 2
    if at_foot:
        top += (region.height - below - rows * pitch) / 2
    for row, column in product(range(rows), range(columns)):
        yield round(left + column * pitch), round(top + row * pitch)


def _heading(region: Region, counter: int) -> int:
    """What a heading takes up at the top of a place, in pixels."""
    return min(head(counter) - counter // 8, int(region.height) // 3)


_EDGE = 4
"""What a pile keeps free within the edge of its place, in pixels."""


def _closer(at: Sequence[int], least: float, most: float) -> dict[int, int]:
    """Where each of these places, in order, comes to lie between `least` and `most`; as they are
    if they lie there."""
    if least <= at[0] and at[-1] <= most:
        return {one: one for one in at}
    step = (most - least) / max(1, len(at) - 1)
    return {one: round(least + number * step) for number, one in enumerate(at)}


_FOOT, _HIGH = 0.35, 1.6
"""What a name at the foot takes up, and how high a place is that has room for one beside counters,
in widths of a counter."""


def board_of(table: Table) -> c.Board:
    """The board with its zones, the smallest first: the first that holds a point names it."""
    boxes = list(_boxes(table))
    on_land = [zone for land, zone in boxes if land]  # before the hexes, which they cover
    beside = [zone for land, zone in boxes if not land]
    zones = [*on_land, *_hexes(table), *beside, _rest(table)]
    return maps.zoned_board(BOARD_NAME, map_image(table.layout), zones)


def hex_zones(table: Table) -> list[str]:
    """The names of the zones that hold the hexes."""
    one = len(table.sections) == 1
    return [
        section.prefix or ("Hexes" if one else f"Hexes {number}")
        for number, section in enumerate(table.sections, 1)
    ]


def _hexes(table: Table) -> Iterator[c.Zone]:
    for name, section in zip(hex_zones(table), table.sections, strict=True):
        yield maps.hex_zone(name, section.outline, section.component(), prefix=section.prefix)


def _boxes(table: Table) -> Iterator[tuple[bool, c.Zone]]:
    """The zones of boxes and tracks, and whether they lie on the map's land."""
    layout = table.layout
    for region in (*layout.of_kind("turn", "space"), *layout.of_kind("box", "track", "turn-track")):
        called = _called(region, layout)
        rectangle = (region.x, region.y, region.width, region.height)
        zone = maps.box_zone(place_name(region), rectangle, called=called)
        yield region.parent == LAND, zone


def _called(region: Region, layout: MapLayout) -> str:
    """What reports call a box or space."""
    if region.kind == "turn":
        return f"Turn {region.id.partition(':')[2]}"
    if region.kind == "space":
        return f"{layout.region(region.parent).name} {region.name}"
    return region.name or "Turn track"


def _rest(table: Table) -> c.Zone:
    width, height = table.size
    return maps.box_zone(BESIDE, (0, 0, width, height), called="off the hexes")
