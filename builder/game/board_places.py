"""Places that are no hexes: map/spaces.csv and map/links.csv, and the squares of `[board]`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from builder import limits
from builder.boards.squares import SquareField
from builder.game.board import Board
from builder.game.csv_file import Row, read_csv
from builder.game.definition import BoardDefinition, Definition
from builder.game.problems import Collector, nearest
from builder.saying import quoting

PLACE_COLUMNS = (
    "space", "kind", "map", "x", "y", "width", "height", "outline", "terrain", "name", "source",
)  # fmt: skip
LINK_COLUMNS = ("space", "other", "features", "source")
FARTHEST = int(limits.EDGE)
MOST = int(limits.BOARD_PLACES)
MOST_LINKS = int(limits.BOARD_LINKS)
LEAST_AREA = 1.0
"""Pixels that an outline encloses at least: of less nobody sees anything, or stands on it."""

_NUMBER = re.compile(r"-?\d{1,6}(\.\d{1,3})?")

Kind = Literal["area", "point", "box", "square"]
KINDS: tuple[Kind, ...] = ("area", "point", "box", "square")


@dataclass(frozen=True)
class BoardPlace:
    """A place of the board or of a window beside it; pixels of its map.

    `x` and `y` are its middle; an "area" has an outline, a "box" and a "square" a size. `map` is
    empty for the main map.
    """

    id: str
    kind: Kind
    x: float
    y: float
    width: float = 0
    height: float = 0
    outline: tuple[tuple[float, float], ...] = ()
    map: str = ""
    terrain: tuple[str, ...] = ()
    name: str = ""
    line: int = 0

    @property
    def title(self) -> str:
        """What is printed on it: its name; that of a box without one is made of its id."""
        if self.name or self.kind != "box" or self.id != self.id.lower():
            return self.name or self.id
        words = self.id.replace("_", " ").replace("-", " ").strip()
        return (words[:1].upper() + words[1:]) or self.id

    @property
    def in_play(self) -> bool:
        """Whether units stand on it as on a hex, and not beside the map."""
        return self.kind != "box" and not self.map


@dataclass(frozen=True)
class BoardLink:
    """Two places that touch, and what lies between them."""

    start: str
    end: str
    features: tuple[str, ...] = ()


@dataclass(frozen=True)
class Places:
    """All places of a game by id, and their links."""

    places: dict[str, BoardPlace]
    links: tuple[BoardLink, ...]


def load_places(folder: Path, definition: Definition, problems: Collector) -> Places:
    """The places of a game's folder; what is wrong goes to the collector."""
    places: dict[str, BoardPlace] = {}
    links: list[BoardLink] = []
    if definition.board is not None and definition.board.squares is not None:
        found = square_field(definition.board)
        wide, high = found.size
        for name, (x, y) in found.middles().items():
            places[name] = BoardPlace(name, "square", x, y, wide, high)
        links += [BoardLink(start, end) for start, end in found.links()]
    path = folder / "map" / "spaces.csv"
    if path.exists():
        rows = read_csv(path, problems, ("space", "kind"), PLACE_COLUMNS).rows
        if len(rows) > MOST:
            problems.add(
                path,
                0,
                quoting("The table has more than {number:,} places.", number=MOST),
                "Leave some out.",
            )
        for row in rows[:MOST]:
            place = _place(path, row, definition, problems, places)
            if place is not None:
                places[place.id] = place
    path = folder / "map" / "links.csv"
    if path.exists():
        first: dict[frozenset[str], tuple[int, frozenset[str]]] = {}
        for row in read_csv(path, problems, ("space", "other"), LINK_COLUMNS, MOST_LINKS):
            for link in _link(path, row, definition, problems, places):
                links.append(link)
                _tell_twice(path, row.line, link, first, problems)
    return Places(places, tuple(links))


def with_links(board: Board, placed: Places) -> Board:
    """The board with its places' terrain, and with what lies between those that touch."""
    inside = {place.id: place for place in placed.places.values() if place.in_play}
    if not inside:
        return board
    terrain = {name: place.terrain for name, place in inside.items() if place.terrain}
    names = {name: place.name for name, place in inside.items() if place.name}
    sides = {
        (link.start, link.end): (*board.between(link.start, link.end), *link.features)
        for link in placed.links
        if link.start in board and link.end in board
    }
    named = replace(board, names={**board.names, **names})
    return replace(named.overlaid(terrain, sides), owned=board.owned)


def touching_squares(placed: Places) -> dict[str, frozenset[str]]:
    """The squares that each square of the board touches or is linked with."""
    near: dict[str, set[str]] = {p.id: set() for p in placed.places.values() if p.kind == "square"}
    for link in placed.links:
        for one, other in ((link.start, link.end), (link.end, link.start)):
            if one in near and other in near:
                near[one].add(other)
    return {name: frozenset(others) for name, others in near.items()}


def square_field(board: BoardDefinition) -> SquareField:
    """The squares of a board that has them."""
    squares = board.squares
    assert squares is not None
    return SquareField(
        first_row=squares.rows.first,
        rows=squares.rows.count,
        first_column=squares.columns.first,
        columns=squares.columns.count,
        size=squares.size,
        at=squares.at,
        down=squares.rows.start == "north",
        right=squares.columns.start == "west",
        order=squares.number,
        digits=squares.digits,
        separator=squares.separator,
        letters=squares.letters,
        diagonal=squares.diagonal,
    )


def _place(
    path: Path,
    row: Row,
    definition: Definition,
    problems: Collector,
    earlier: dict[str, BoardPlace],
) -> BoardPlace | None:
    """The place of a row, whose mistakes are told; None for one that can be none. A square that the
    board has anyway keeps what the row does not say."""
    if fault := _fault(row, definition, earlier):
        problems.add(path, row.line, *fault)
        return None
    name, known = row["space"], earlier.get(row["space"])
    kind = next(one for one in KINDS if one == row["kind"])
    terrain = _terrain(path, row, definition, problems)
    outline = _outline(path, row, problems)
    if kind == "area" and len(outline) < 3:
        problems.add(path, row.line, quoting("The area '{word}' has no outline.", word=name),
                     'Write three corners or more as "10,10 90,10 50,80".')  # fmt: skip
        return None
    own = definition.adopted is None  # a stranger's module has what its designer drew
    if own and outline and abs(_surface(outline)) < LEAST_AREA:
        text = quoting("The outline of '{word}' encloses nothing.", word=name)
        remedy = "Write its corners in order, not all on one line, and no side across another."
        problems.add(path, row.line, text, remedy)
        return None
    middle = _middle(outline) if outline else (known.x, known.y) if known else (0.0, 0.0)
    x, y, wide, high = (
        _number(path, row, column, problems, usual)
        for column, usual in (
            ("x", middle[0]),
            ("y", middle[1]),
            ("width", known.width if known else 0),
            ("height", known.height if known else 0),
        )
    )
    for column, size in (("width", wide), ("height", high)) if own else ():
        if row[column] and size <= 0:
            text = quoting(
                "Column '{column}': '{text}' is no size.", column=column, text=row[column]
            )
            problems.add(path, row.line, text, "Write pixels, or nothing: a counter has room then.")
    return BoardPlace(
        name, kind, x, y, wide, high, outline, row["map"], terrain, row["name"], row.line
    )


def _fault(
    row: Row, definition: Definition, earlier: Mapping[str, BoardPlace]
) -> tuple[str, str] | None:
    """What is wrong with the kind or the name of a place, and what to write instead."""
    name, kind, known = row["space"], row["kind"], earlier.get(row["space"])
    if kind not in KINDS:
        return quoting("Unknown kind '{word}'.", word=kind), nearest(kind, KINDS)
    if not name:
        remedy = quoting("Write one in column '{column}'.", column="space")
        return "The place has no name.", remedy
    if kind == "square" and known is None and not (row["x"] and row["y"]):
        text = quoting("There is no square '{place}' on the board.", place=name)
        if any(place.kind == "square" for place in earlier.values()):
            return text, (
                "Write its x and y, or a square of [board]; with letters first = 0 is A, 1 is B."
            )
        return text, "Write its x and y."
    if kind in ("point", "box") and not row["outline"] and not (row["x"] and row["y"]):
        return quoting("'{place}' does not say where it lies.", place=name), "Write its x and y."
    twice = known is not None and (known.kind != "square" or kind != "square")
    if twice or name in definition.drawn_boxes:
        text = quoting("The place '{word}' stands here a second time.", word=name)
        return text, "Give it a name of its own."
    return None


def _terrain(path: Path, row: Row, definition: Definition, problems: Collector) -> tuple[str, ...]:
    """The terrain of a place; clear ground is none. What the game does not know is told."""
    words = row["terrain"].split()
    for word in words:
        if word not in {*definition.terrain, "clear"}:
            text = quoting("Unknown '{word}'.", word=word)
            problems.add(path, row.line, text, nearest(word, definition.terrain))
    return tuple(word for word in words if word != "clear")


def _number(path: Path, row: Row, column: str, problems: Collector, usual: float) -> float:
    text = row[column]
    if not text:
        return usual
    if not _NUMBER.fullmatch(text) or abs(float(text)) > FARTHEST:
        wrong = quoting(
            "Column '{column}': '{text}' is no number of pixels.", column=column, text=text[:40]
        )
        problems.add(path, row.line, wrong, "Count from the upper left corner of the map.")
        return usual
    return float(text)


def _outline(path: Path, row: Row, problems: Collector) -> tuple[tuple[float, float], ...]:
    corners = []
    for pair in row["outline"].split():
        x, comma, y = pair.partition(",")
        numbers = _NUMBER.fullmatch(x) and _NUMBER.fullmatch(y)
        if not comma or not numbers or max(abs(float(x)), abs(float(y))) > FARTHEST:
            wrong = quoting(
                "Column '{column}': '{text}' is no corner.", column="outline", text=pair[:40]
            )
            problems.add(path, row.line, wrong, 'Write corners as "10,10 90,10 50,80".')
            return ()
        corners.append((float(x), float(y)))
    return tuple(corners)


def _surface(outline: tuple[tuple[float, float], ...]) -> float:
    """What an outline encloses, negative if it runs the other way round."""
    turned = (*outline[1:], outline[0])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(outline, turned, strict=True)) / 2


def _middle(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The middle of gravity of an outline, of its corners if it has no surface."""
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        cross = x0 * y1 - x1 * y0
        area, x, y = area + cross, x + (x0 + x1) * cross, y + (y0 + y1) * cross
    if abs(area) > 1e-6:
        return x / (3 * area), y / (3 * area)
    count = len(outline)
    return math.fsum(x for x, _ in outline) / count, math.fsum(y for _, y in outline) / count


def _tell_twice(
    path: Path,
    line: int,
    link: BoardLink,
    first: dict[frozenset[str], tuple[int, frozenset[str]]],
    problems: Collector,
) -> None:
    """Tell of a row that says of two places something else than an earlier one, in either order."""
    known, features = first.setdefault(
        frozenset((link.start, link.end)), (line, frozenset(link.features))
    )
    if features != frozenset(link.features):
        text = quoting(
            "Line {n} links '{one}' and '{other}' with something else between them.",
            n=known,
            one=link.start,
            other=link.end,
        )
        problems.add(path, line, text, "Write all that lies between them in one row.")


def _link(
    path: Path,
    row: Row,
    definition: Definition,
    problems: Collector,
    places: dict[str, BoardPlace],
) -> Iterator[BoardLink]:
    ends = row["space"], row["other"]
    for name in ends:
        if name not in places:
            problems.add(
                path,
                row.line,
                quoting("There is no place '{name}'.", name=name),
                nearest(name, places),
            )
            return
    if ends[0] == ends[1]:
        problems.add(
            path,
            row.line,
            quoting("'{name}' is linked with itself.", name=ends[0]),
            "Name another place.",
        )
        return
    features = tuple(row["features"].split())
    for word in features:
        if word not in definition.hexside:
            problems.add(
                path,
                row.line,
                quoting("Unknown '{word}'.", word=word),
                nearest(word, definition.hexside),
            )
            return
    yield BoardLink(*ends, features)
