"""The shape of map/derive.toml: which layers a game's map is derived from, and by what rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from builder import limits
from builder.game.definition import Model, Text
from builder.game.typed import LAYER

GEOGRAPHY = "geography"
STAND_IN = "stand-in"


class Range(Model):
    """Limits of a number, both included."""

    min: float | None = None
    max: float | None = None


Wanted = str | bool | int | float | tuple[str | bool | int | float, ...] | Range
Layer = Annotated[str, Field(pattern=LAYER)]
"""A layer of Natural Earth, or a file of the map folder: no way out of it, and no other address."""
Point = tuple[float, float]
"""Longitude and latitude."""


class From(Model):
    """One layer and which of its features to take.

    `layer` is a Natural Earth layer by its name, or a file of the game's own map folder
    (`woods.geojson`, `places.csv`). A feature is taken if its properties are as `where` says, none
    is as `without` says, it covers or passes by one of the points `at` (if any are given) and none
    of `not-at`, and it is as large as `min-km2` or as long as `min-km`. `called` names what is
    taken, whatever the layer calls it. `outside` takes all that the features do not cover: the sea
    is what is outside the land. `besides` names layers that count as covered, too.
    """

    layer: Layer
    where: dict[str, Wanted] = Field(default={})
    without: dict[str, Wanted] = Field(default={})
    at: tuple[Point, ...] = ()
    not_at: tuple[Point, ...] = Field(default=(), alias="not-at")
    min_km2: float = Field(default=0, alias="min-km2", ge=0)
    min_km: float = Field(default=0, alias="min-km", ge=0)
    called: str = ""
    outside: bool = False
    besides: tuple[Layer, ...] = ()


def _as_list(value: object) -> object:
    return [value] if isinstance(value, dict) else value


Sources = Annotated[
    tuple[From, ...],
    BeforeValidator(_as_list),
    Field(alias="from", min_length=1, max_length=limits.DEFINED),
]
Share = Annotated[float, Field(gt=0, le=1)]


class Rule(Model):
    """What all rules share. `source` is the provenance of what the rule yields."""

    source: Literal["geography", "stand-in"] = "geography"


class Water(Rule):
    """Polygons of sea or lakes.

    A hex is water when `share` of it is: it gets `terrain`, and all its hexsides `hexside`. A
    hexside between other hexes gets `hexside` when `hexside-share` of its length is in the water.
    A land hex gets `coast` when `coast-share` of it is water, or one of its hexsides has `hexside`.
    `draw` is the list of shapes.json in which the natural shore is kept.
    """

    from_: Sources
    hexside: str = ""
    terrain: str = ""
    coast: str = ""
    share: Share = 0.85
    hexside_share: Share = Field(default=0.8, alias="hexside-share")
    coast_share: Share = Field(default=0.06, alias="coast-share")
    draw: Literal["sea", "lakes", ""] = "lakes"


class Area(Rule):
    """Polygons: a hex gets `terrain` when `share` of it is inside, unless it is `unless` or water;
    the hexsides between hexes inside and hexes outside get `boundary`."""

    from_: Sources
    terrain: str = ""
    boundary: str = ""
    share: Share = 0.5
    unless: tuple[str, ...] = ()


class Trace(Rule):
    """Lines: the run of hexes that a line passes through gets `terrain`."""

    from_: Sources
    terrain: str


class River(Rule):
    """Lines laid along hexsides: rivers, borders that follow a line.

    A course shorter than `min-hexsides` is left out. Courses end at the water's edge, unless they
    run `through-water`. One that ends within `join` hex widths of an earlier course is led on to
    it. `width` is a drawing width (1 to 5); `draw` keeps the course in shapes.json.
    """

    from_: Sources
    hexside: str
    width: float = 1
    min_hexsides: int = Field(default=3, alias="min-hexsides", ge=1)
    join: float = Field(default=0.8, ge=0)
    through_water: bool = Field(default=False, alias="through-water")
    name: str = "name"
    draw: bool = True


class Fill(Rule):
    """All hexes that can be reached from `seeds` without entering a hex of terrain `walls` get
    `terrain`: a side of a trench line. `over-water` also passes closed water hexsides."""

    seeds: tuple[Text, ...] = Field(min_length=1)
    walls: tuple[str, ...] = Field(min_length=1)
    terrain: str
    stops: tuple[str, ...] = ()


class Frontier(Rule):
    """The hexsides between a hex with a terrain of `of` and a land hex with another one: of
    `against`, or of `of` itself if that is empty."""

    hexside: str
    of: tuple[str, ...] = Field(min_length=1)
    against: tuple[str, ...] = ()


class Place(Rule):
    """Points: the hex in which a place lies gets `terrain` and the place's name.

    The property `name` names it; a place without a name leaves the hex the name that it has. The
    column `hex` of a table of ours fixes the hex, as georeference.csv does.
    """

    from_: Sources
    terrain: str = ""
    name: str = "name"


class Line(Rule):
    """Lines laid through hexes: roads and railways as runs of adjacent hexes."""

    from_: Sources
    kind: str
    name: str = "name"


class Bridge(Rule):
    """Hexsides with a feature of `over` that a line of the `lines` crosses get `hexside`."""

    hexside: str
    over: tuple[str, ...]
    lines: tuple[str, ...]


class Recipe(Model):
    """All of derive.toml. The rules apply in the order of these fields, then of the file."""

    fit: Literal["similarity", "affine"] = "similarity"
    water: tuple[Water, ...] = ()
    area: tuple[Area, ...] = ()
    trace: tuple[Trace, ...] = ()
    river: tuple[River, ...] = ()
    fill: tuple[Fill, ...] = ()
    frontier: tuple[Frontier, ...] = ()
    place: tuple[Place, ...] = ()
    line: tuple[Line, ...] = ()
    bridge: tuple[Bridge, ...] = ()

    @property
    def sources(self) -> Iterator[From]:
        """What all rules are made from."""
        for rules in (self.water, self.area, self.trace, self.river, self.place, self.line):
            for rule in rules:
                yield from rule.from_

    @model_validator(mode="before")
    @classmethod
    def _some_rule(cls, data: Any) -> Any:
        if isinstance(data, dict) and not set(data) - {"fit"}:
            raise ValueError("there is no rule in it")
        return data
