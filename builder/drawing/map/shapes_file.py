"""The file map/shapes.json: natural shores and the courses of rivers, in hex widths of the map."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from builder import limits
from builder.files import read_bounded, remedy_of
from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError
from builder.saying import Saying, quoting

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


def read_shapes(file: Path) -> Shapes:
    """ProblemsError if the file is not such as `kessel derive` writes."""
    try:
        data = read_bounded(file, limits.SOURCE)
        shapes = None if data is None else _shapes(json.loads(data.decode("utf-8-sig")))
    except OSError as error:
        why = quoting("Cannot read the file: {why}.", why=error.strerror or "unreadable")
        raise ProblemsError([Problem(str(file), 0, why, remedy_of(error))]) from None
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        text = quoting("These are no shorelines: {text}.", text=str(error)[:200])
        raise ProblemsError([Problem(str(file), 0, text, REMEDY)]) from None
    if shapes is None:
        large = quoting("The file is larger than {number} MB.", number=limits.SOURCE >> 20)
        raise ProblemsError([Problem(str(file), 0, large, REMEDY)])
    if wrong := _beyond(shapes):
        raise ProblemsError([Problem(str(file), 0, wrong, REMEDY)])
    return shapes


def _shapes(data: Any) -> Shapes:
    return Shapes(
        tuple(map(_body, data.get("sea") or ())),
        tuple(map(_body, data.get("lakes") or ())),
        tuple(map(_course, data.get("rivers") or ())),
    )


def _body(rings: Any) -> Body:
    found = tuple(_places(ring) for ring in rings)
    if not found:
        raise ValueError("a body of water without a shore")
    return found


def _course(river: Any) -> Course:
    width = float(river.get("width", 1))
    if not 0 < width <= _WIDEST:
        raise ValueError(f"a river {width:g} wide")
    return Course(str(river["name"])[: limits.NAME], width, _places(river["points"]))


def _places(points: Any) -> tuple[Place, ...]:
    found = tuple((float(x), float(y)) for x, y in points)
    if len(set(found)) < 2:
        raise ValueError("a line of fewer than two points")
    if not all(math.isfinite(value) for place in found for value in place):
        raise ValueError("a point that lies nowhere")
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
