"""The shape of `game.toml`: what a person may write there, as typed models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from builder import limits
from builder.game.counting import Counting

STAND_IN = "stand-in"
"""The provenance of a value that the rulebook does not give and that is ours until replaced."""

FieldType = Literal[
    "bool",
    "int",
    "number",
    "text",
    "choice",
    "hex",
    "side",
    "ints",
    "texts",
    "choices",
    "hexes",
    "numbers-by-hex",
    "hexes-by-name",
    "texts-by-name",
]


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Text = Annotated[str, BeforeValidator(_as_text)]


UNEDGED = r"^\S(.*\S)?$"
DICE = r"^[1-4]d([2-9]|[1-9]\d|100)$"
"""How dice are written: how many, of how many sides."""


Name = Annotated[str, Field(max_length=limits.NAME)]
"""What something is called, in a line."""


class Model(Counting, BaseModel):
    # Built when first read into: a remembered game is made without them.
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)


class OpenModel(Counting, BaseModel):
    """A model whose further keys are the game's own: effects, drawing hints."""

    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True, defer_build=True)

    @property
    def values(self) -> dict[str, Any]:
        """The keys that the model itself does not name."""
        return dict(self.__pydantic_extra__ or {})


MOST_WITHOUT = int(limits.ADOPTED_HEXES)
"""Numbers of a section that no hex has: as many as an adopted grid may have hexes."""


MOST_SEPARATOR = 40
"""Letters between the two numbers of a hex."""


class Counted(Model):
    """A run of printed row or column numbers and the map edge where counting begins."""

    first: int
    count: int = Field(ge=1, le=400)
    start: Literal["north", "south", "east", "west"] = Field(alias="from")


class GridSection(Model):
    """A rectangle of hexes, numbered alike: see builder.hexes.grid.Section for the terms."""

    prefix: str = ""
    rows: Counted
    columns: Counted
    shifted: Literal["odd", "even"]
    towards: Literal["north", "south", "east", "west"]
    short: Literal["", "odd", "even"] = ""
    offset: tuple[int, int] = (0, 0)
    digits: tuple[int, int] = (2, 2)
    separator: str = Field(default="", max_length=MOST_SEPARATOR)
    letters: Literal["", "rows", "columns", "both"] = ""
    without: tuple[str, ...] = Field(default=(), max_length=MOST_WITHOUT)


class GridDefinition(Model):
    """The printed grid: see builder.hexes.grid.Section for the terms."""

    orientation: Literal["pointy", "flat"]
    number: Literal["RRCC", "CCRR"]
    section: tuple[GridSection, ...] = Field(min_length=1)
    joined: bool = True
    hex_width: float = Field(default=80, alias="hex-width", gt=8, le=400)
    margin: float = Field(default=60, ge=0, le=2000)
    km: float | None = Field(default=None, ge=0.001)


class Squares(Model):
    """A field of squares or rectangles. `size` is width and height of one in pixels, `at` the
    middle of the first, in the upper left corner. Names are made as those of hexes are, and are A1
    where nothing is said of them; with `diagonal` squares touch at their corners too."""

    rows: Counted
    columns: Counted
    size: tuple[float, float]
    at: tuple[float, float]
    number: Literal["RRCC", "CCRR"] = "CCRR"
    digits: tuple[int, int] = (1, 1)
    separator: str = Field(default="", max_length=MOST_SEPARATOR)
    letters: Literal["", "rows", "columns", "both"] = ""
    diagonal: bool = False

    @model_validator(mode="before")
    @classmethod
    def _called(cls, data: Any) -> Any:
        """Columns are lettered where nothing is said of names."""
        if isinstance(data, dict) and not data.keys() & {"number", "digits", "separator"}:
            return {"letters": "columns", **data}
        return data


class BoardDefinition(Model):
    """A board that is no hex field, in place of `[grid]`: its size in pixels, that of `picture` if
    there is one. Its places stand in map/spaces.csv, which of them touch in map/links.csv;
    `squares` makes both. `counter` is the width of a counter. `over` draws the places over the
    picture too."""

    width: int = Field(default=0, ge=0, le=24_000)
    height: int = Field(default=0, ge=0, le=24_000)
    picture: str = ""
    counter: int = Field(default=60, ge=8, le=400)
    squares: Squares | None = None
    over: bool = False


class Side(OpenModel):
    """A player side; further keys are drawing hints such as colours."""

    id: str = Field(pattern=UNEDGED)
    name: Name
    nationalities: tuple[str, ...] = ()


class Feature(OpenModel):
    """A terrain, hexside or line kind. Further keys are its effects (move, defence, shift, ...).

    `source` says where the effects come from: one text for all, or one for each effect.
    `directed` hexsides belong to the hex that is named first.
    """

    name: Name = ""
    draw: str = ""
    area: bool = False
    directed: bool = False
    source: str | dict[str, str] = STAND_IN

    def provenance(self, effect: str) -> str:
        """Where one effect's value comes from."""
        if isinstance(self.source, str):
            return self.source
        return self.source.get(effect, self.source.get("default", STAND_IN))

    def stand_in(self, effect: str) -> bool:
        return self.provenance(effect).startswith(STAND_IN)


class FieldDefinition(Model):
    """The type of a state variable or of a unit's own field.

    `box` of a list of choices is the box whose markers are its value at the table: only who sees
    into the box knows it. `mega` of hexes by name lets a marker stand for every hex of the mega-hex
    in which it lies (`[drawing.map.mega-hexes]`), not for its own alone. `group` is the submenu in
    which the module's players set a state variable, `name` what they read there; `words` are what
    they read for a choice, `{ road = "on the road" }`. Without `menu` they set it nowhere: the
    table tells it, or a position alone does.

    `each` of texts says that every text ends with a number, `poland 4`: the `turn` in which players
    chose it, the `count` of times they did, or another `number`. A word of `instead` may stand for
    the number. What players choose from are the `choices`.

    A list of hexes without `choices` is kept by markers on the map. So many as `numbered` says
    tell its order, too.
    """

    type: FieldType
    name: Name = ""
    default: Any = None
    choices: tuple[str, ...] = ()
    words: dict[str, str] = {}
    minimum: float | None = None
    maximum: float | None = None
    box: str = ""
    mega: bool = False
    group: str = ""
    menu: bool = True
    each: Literal["", "turn", "count", "number"] = ""
    instead: tuple[str, ...] = ()
    numbered: int = Field(default=0, ge=0, le=20)
    note: str = ""


class UnitType(OpenModel):
    """A kind of unit; further keys are the game's own (symbol, class, default values)."""

    name: Name = ""
    side: str = ""
    symbol: str = ""


class Phase(Model):
    """`turns` are those in which it comes; empty for every turn."""

    id: str = Field(pattern=UNEDGED)
    name: Name
    side: str = ""
    turns: tuple[int, ...] = ()

    @property
    def called(self) -> str:
        """What players call it; its id if it has no name."""
        return self.name or self.id


class Turns(Model):
    """`untold` is the turn of a position file that names none: the first, or another number that
    says "not told" where rules must know the difference."""

    first: int = Field(default=1, ge=-99, le=9999)
    last: int = Field(ge=-99, le=9999)
    names: tuple[str, ...] = ()
    untold: int | None = None

    def has(self, turn: int) -> bool:
        """Whether it is a turn of the game, and not the number that says that none is told."""
        return self.first <= turn <= self.last


class HexSet(Model):
    """A named set of hexes that rules speak of, such as the supply sources of a side."""

    hexes: tuple[Text, ...]
    source: str = STAND_IN


class Option(Model):
    """An open point of the rules: the reading in force and the others that can be defended."""

    value: str | bool | int
    choices: tuple[str | bool | int, ...] = ()
    rule: str = ""
    note: str = ""


class Blank(Model):
    """What `board = "blank"` keeps besides the grid: terrain and lines given here; `joined` false
    parts the sections of a joined grid."""

    joined: bool = True
    terrain: dict[str, tuple[str, ...]] = {}
    sets: tuple[str, ...] = ()


class Units(Model):
    """`faces` is how many faces every counter has, where a list of one value holds for all;
    `formations` are the names of those that counters.csv writes as they stand on counters."""

    faces: int = Field(default=1, ge=1)
    types: dict[str, UnitType]
    fields: dict[str, FieldDefinition] = Field(default={}, max_length=limits.DEFINED)
    markers: dict[str, str] = Field(default={}, max_length=limits.DEFINED)
    boxes: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    formations: dict[str, str] = Field(default={}, max_length=limits.DEFINED)


class CutSheet(Model):
    """A scan of a counter sheet or of cards, cut into a raster of `rows` and `columns`.

    `first` is the upper left corner of the first face in pixels, `last` the lower right corner of
    the last one (by default as far from the picture's corner), `gap` what lies between two faces.
    `bleed` are the pixels round each face that are printed beyond the cut. `mirrored` counts
    columns from the right, for the scan of the backs.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    picture: str
    rows: int = Field(ge=1, le=200)
    columns: int = Field(ge=1, le=200)
    first: tuple[float, float] = (0, 0)
    last: tuple[float, float] | None = None
    gap: tuple[float, float] = (0, 0)
    bleed: int = Field(default=0, ge=0, le=200)
    mirrored: bool = False


class Adopted(Model):
    """The module that a game was taken over from: the name and version by which its saves know it,
    the map that rules and pictures mean, with the boards that lie on it in [board], and the
    versions of the extensions that were taken over with it, by name."""

    module: str
    version: str = ""
    map: str = ""
    boards: tuple[str, ...] = ()
    extensions: dict[str, str] = {}


class Definition(Model):
    """All of game.toml."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=limits.COUNTER_NAME)
    title: str = Field(max_length=limits.NAME)
    subtitle: str = Field(default="", max_length=limits.NAME)
    version: str = Field(default="0.1.0", pattern=r"^\d+\.\d+\.\d+$")
    publisher: str = ""
    note: str = ""
    side: tuple[Side, ...] = Field(min_length=1)
    grid: GridDefinition
    turns: Turns
    phase: tuple[Phase, ...] = Field(default=(), max_length=limits.TAKEN_PHASES)
    terrain: dict[str, Feature] = Field(default={}, max_length=limits.DEFINED)
    hexside: dict[str, Feature] = Field(default={}, max_length=limits.DEFINED)
    line: dict[str, Feature] = Field(default={}, max_length=limits.DEFINED)
    units: Units
    sheet: tuple[CutSheet, ...] = ()
    state: dict[str, FieldDefinition] = Field(default={}, max_length=limits.DEFINED)
    sets: dict[str, HexSet] = {}
    options: dict[str, Option] = Field(default={}, max_length=limits.DEFINED)
    blank: Blank = Field(default_factory=Blank)
    control: dict[str, tuple[Text, ...]] = {}
    board: BoardDefinition | None = None
    adopted: Adopted | None = None
    module: dict[str, Any] = {}
    drawing: dict[str, Any] = {}
    rules: dict[str, Any] = {}

    @property
    def drawn_boxes(self) -> tuple[str, ...]:
        """The ids of the boxes that are drawn beside the map or in a window."""
        return tuple(str(box.get("id", "")) for box in self._boxes())

    def phase_of(self, id_: str) -> Phase | None:
        """A phase by its id; None if the game has no such phase."""
        return next((phase for phase in self.phase if phase.id == id_), None)

    def phase_name(self, id_: str) -> str:
        """What players call a phase; its id if the game has no such phase."""
        phase = self.phase_of(id_)
        return phase.called if phase else id_

    def phasing(self, id_: str) -> str:
        """The side that acts in a phase; empty if the game has no such phase, or it is nobody's."""
        phase = self.phase_of(id_)
        return phase.side if phase else ""

    def box_name(self, id_: str) -> str:
        """What the map or a window calls a box; its id in words if neither has it."""
        named = (box.get("name", "") for box in self._boxes() if box.get("id") == id_)
        return str(next(named, "")) or id_.replace("-", " ")

    def track_name(self, id_: str) -> str:
        """What the map calls a track; empty if it has none."""
        tracks = self.drawing.get("map", {}).get("track", [])
        named = (track.get("name", "") for track in tracks if track.get("id") == id_)
        return str(next(named, ""))

    def _boxes(self) -> Iterator[Mapping[str, Any]]:
        yield from self.drawing.get("map", {}).get("box", [])
        for window in self.module.get("window", []):
            yield from window.get("box", [])

    @model_validator(mode="before")
    @classmethod
    def _without_hexes(cls, data: Any) -> Any:
        """A game with a board of its own kind has a grid without hexes."""
        if not isinstance(data, dict) or "board" not in data or "grid" in data:
            return data
        board = data["board"]
        width = board.get("counter", 60) if isinstance(board, dict) else 60
        width = width if isinstance(width, int | float) and 8 <= width <= 400 else 60
        grid = GridDefinition.model_construct(
            orientation="flat", number="CCRR", section=(), joined=True,
            hex_width=width / 0.75, margin=0.0, km=None,
        )  # fmt: skip
        return {**data, "grid": grid}
