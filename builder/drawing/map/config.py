"""What a game may say about its map's looks: the `[drawing.map]` table of game.toml."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from builder.game.definition import Model, Name, Text

Panel = Literal["bottom", "right", "none"]

Over = Literal["grid", "numbers", "terrain", "hexsides", "lines", "names", "marks"]
"""What may be drawn over a picture: the grid, the map's tables, what `[drawing.map]` names."""


class Look(Model):
    """How one terrain, hexside or line differs from what its drawing usually looks like.

    `faces` are terrain ids: trenches and slopes look towards hexes that have one of them.
    """

    colour: str = ""
    tint: str = ""
    faces: tuple[str, ...] = ()
    label: bool = True
    legend: bool = True


class EdgeMark(Model):
    """A mark along the outer hexsides of the hexes of a set: supply sources, ways off the map."""

    set: str
    draw: Literal["supply", "breakthrough", "entry"] = "supply"
    colour: str
    name: Name = ""


class Spot(Model):
    """A symbol in each hex that has all of `terrain` and one of `any`: ports, airfields."""

    draw: Literal["port", "airfield", "star", "supply", "oil", "triangle"]
    set: str = ""
    terrain: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    without: tuple[Text, ...] = ()
    colour: str = ""
    name: Name = ""


class BoxMark(Model):
    """A box beside the map with room for columns x rows counters."""

    id: str
    name: Name
    side: str = ""
    columns: int = Field(default=4, ge=1, le=30)
    rows: int = Field(default=2, ge=1, le=30)


class Room(Model):
    """A rectangle of the frame without hexes, in which some of the furniture stands.

    `at` is its upper left corner from that of the frame, `size` how wide and high it is, both in
    hex widths. `holds` are ids: `legend`, `turn-track`, `phases`, `title`, and of boxes and tracks
    those that the game gives them.
    """

    at: tuple[float, float]
    size: tuple[float, float]
    holds: tuple[str, ...] = Field(min_length=1)


class TrackMark(Model):
    """A row of numbered spaces, one counter each."""

    id: str
    name: Name
    first: int = 0
    last: int = Field(default=10, le=200)
    side: str = ""


class MegaHexes(Model):
    """Hexagons of hexes outlined on the map: one has its middle in the hex `through`. With a
    `name` the legend shows them."""

    through: Text
    radius: int = Field(default=4, ge=1, le=20)
    colour: str = "#ffffff"
    name: Name = ""


class Caption(Model):
    """A name that belongs to no single hex: a sea, a region, a river.

    It stands on the middle of its hexes, and turns with them when they are more than one.
    """

    name: Name
    hexes: tuple[Text, ...] = Field(min_length=1)
    kind: Literal["water", "river", "region", "country", "area", "front"] = "region"
    size: float = Field(default=1.0, gt=0.2, le=6)
    colour: str = ""


class FitMark(Model):
    """A hex and the pixel of the picture on which its middle lies, from the upper left corner."""

    hex: Text
    at: tuple[float, float]


class MapDrawing(Model):
    """`north`: degrees clockwise from the sheet's top to true north. `inset`: furniture that
    stands in a corner of empty sea, by the hex under its upper left corner. `picture` lies under
    the grid in place of the drawn country; `fit` says where the grid lies on it, `over` what is
    drawn over it."""

    picture: str = ""
    fit: tuple[FitMark, ...] = ()
    over: tuple[Over, ...] = ()

    north: float = 0.0
    panel: Panel = "bottom"
    palette: dict[str, str] = Field(default_factory=dict)
    inset: dict[Literal["title", "legend", "compass", "scale"], Text] = Field(default_factory=dict)
    terrain: dict[str, Look] = Field(default_factory=dict)
    hexside: dict[str, Look] = Field(default_factory=dict)
    line: dict[str, Look] = Field(default_factory=dict)
    edge: tuple[EdgeMark, ...] = ()
    spot: tuple[Spot, ...] = ()
    box: tuple[BoxMark, ...] = ()
    track: tuple[TrackMark, ...] = ()
    room: tuple[Room, ...] = ()
    caption: tuple[Caption, ...] = ()
    mega_hexes: MegaHexes | None = Field(default=None, alias="mega-hexes")
    sides: dict[str, str] = Field(default_factory=dict)
    turn_room: tuple[int, int] = Field(default=(2, 2), alias="turn-room")
    numbers: bool = True
    phases: bool = True
