"""The file map/shapes.json: natural shores and the courses of rivers, in hex widths of the map."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from builder import limits
from builder.files import read_bounded, remedy_of
from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError
from builder.saying import Saying, quoting, shortened
from builder.strangers_json import read_json

Place = tuple[float, float]
Body = tuple[tuple[Place, ...], ...]
"""A body of water: its outer ring, then those of its islands."""

_WIDEST = 5

REMEDY = "Run kessel derive again."


@dataclass(frozen=True)
class Course:
    """A river by its name, downstream, with a width from 1 (brook) to 5."""

    name: str
    width: float
    points: tuple[Place, ...]


@dataclass(frozen=True)
class Shapes:
    """What the file draws."""

    sea: tuple[Body, ...] = ()
    lakes: tuple[Body, ...] = ()
    rivers: tuple[Course, ...] = ()


def check_shapes(game: Game) -> None:
    """ProblemsError if a game has such a file and it is not sound."""
    if (file := shapes_file(game)).exists():
        read_shapes(file)


def shapes_file(game: Game) -> Path:
    """Where the file lies, if the game has one."""
    return game.folder / "map" / "shapes.json"


class _WrongError(Exception):
    """What is wrong in a place of the file, and what stands there instead."""

    def __init__(self, text: str, remedy: str, place: str = "") -> None:
        super().__init__(text)
        self.told = quoting(text, place=shortened(place)), remedy


def read_shapes(file: Path) -> Shapes:
    """ProblemsError if the file is not such as `kessel derive` writes."""
    try:
        data = read_bounded(file, limits.SOURCE)
        shapes = None if data is None else _shapes(_json(data))
    except OSError as error:
        why = quoting("Cannot read the file: {why}.", why=error.strerror or "unreadable")
        raise ProblemsError([Problem(str(file), 0, why, remedy_of(error))]) from None
    except json.JSONDecodeError as error:
        told = "This is no JSON.", REMEDY
        raise ProblemsError([Problem(str(file), error.lineno, *told)]) from None
    except _WrongError as error:
        raise ProblemsError([Problem(str(file), 0, *error.told)]) from None
    if shapes is None:
        large = quoting("The file is larger than {number} MB.", number=limits.SOURCE >> 20)
        raise ProblemsError([Problem(str(file), 0, large, REMEDY)])
    if wrong := _beyond(shapes):
        raise ProblemsError([Problem(str(file), 0, wrong, REMEDY)])
    return shapes


def _json(data: bytes) -> Any:
    try:
        return read_json(data)
    except json.JSONDecodeError:
        raise
    except UnicodeError:
        raise _WrongError("This is no text in UTF-8.", REMEDY) from None
    except RecursionError:
        raise _WrongError("Its lists lie too deep in each other.", REMEDY) from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise _WrongError("A number in it has thousands of digits.", REMEDY) from None


def _shapes(data: Any) -> Shapes:
    if not isinstance(data, dict):
        raise _WrongError("The file has no lists of sea, lakes and rivers.", REMEDY)
    return Shapes(
        tuple(_body(rings, place) for place, rings in _listed(data.get("sea"), "sea")),
        tuple(_body(rings, place) for place, rings in _listed(data.get("lakes"), "lakes")),
        tuple(_course(river, place) for place, river in _listed(data.get("rivers"), "rivers")),
    )


def _listed(found: Any, place: str) -> Iterator[tuple[str, Any]]:
    """What is in a list, each with its place; nothing in the place of the list is an empty one."""
    if not isinstance(found, list | None):
        raise _WrongError("'{place}' is no list.", "Write it in [ ].", place)
    return ((f"{place}[{at}]", one) for at, one in enumerate(found or ()))


def _body(rings: Any, place: str) -> Body:
    found = tuple(_places(ring, at) for at, ring in _listed(rings, place))
    if not found:
        text = "'{place}' is a body of water without a shore."
        raise _WrongError(text, "Write its points, or take it away.", place)
    return found


def _course(river: Any, place: str) -> Course:
    if not isinstance(river, dict) or not {"name", "points"} <= river.keys():
        remedy = 'Write a river as { "name": "Elbe", "width": 2, "points": [...] }.'
        raise _WrongError("'{place}' is no river: it has no name or no points.", remedy, place)
    width = _number(river.get("width", 1), f"{place}.width")
    if not 0 < width <= _WIDEST:
        text = "'{place}': no river is as wide."
        raise _WrongError(text, "Write a number above 0, up to 5.", f"{place}.width")
    name = str(river["name"])[: limits.NAME]
    return Course(name, width, _places(river["points"], f"{place}.points"))


def _places(points: Any, place: str) -> tuple[Place, ...]:
    found = tuple(_place(point, at) for at, point in _listed(points, place))
    if len(set(found)) < 2:
        text = "'{place}' is a line of fewer than two points."
        raise _WrongError(text, "Write at least two, or take it away.", place)
    return found


def _place(point: Any, place: str) -> Place:
    if not isinstance(point, list) or len(point) != 2:
        raise _WrongError("'{place}' is no point.", "Write two numbers, as [3.5, 2].", place)
    return _number(point[0], f"{place}[0]"), _number(point[1], f"{place}[1]")


def _number(value: Any, place: str) -> float:
    try:
        found = math.nan if isinstance(value, str | bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise _WrongError("'{place}' is no number.", "Write one, as 3.5.", place)
    return found


def _beyond(shapes: Shapes) -> Saying | None:
    """What there is more of than on any map; long lines count, because they are drawn in steps."""
    rings = [ring for body in (*shapes.sea, *shapes.lakes) for ring in body]
    lines = [*rings, *(river.points for river in shapes.rivers)]
    if len(lines) > limits.SHORES:
        text = "There are {n:,} shores and rivers. A map has at most {most:,}."
        return quoting(text, n=len(lines), most=limits.SHORES)
    if (count := sum(map(len, lines))) > limits.SHORE_POINTS:
        text = "The shores and rivers have {n:,} points. A map has at most {most:,}."
        return quoting(text, n=count, most=limits.SHORE_POINTS)
    closed = math.fsum(math.dist(ring[-1], ring[0]) for ring in rings)
    if (long := closed + math.fsum(map(_length, lines))) > limits.SHORE_LENGTH:
        text = "The shores and rivers are {n:,} hexes long. Those of a map are at most {most:,}."
        return quoting(text, n=round(min(long, 1e15)), most=limits.SHORE_LENGTH)
    return None


def _length(line: Sequence[Place]) -> float:
    return math.fsum(math.dist(one, other) for one, other in pairwise(line))
