"""Where on the pictures of a counter its figures stand, so that they can be clicked and typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.drawing.faces import CounterFace, label
from builder.drawing.ground import MARGIN, Box, value_rows
from builder.drawing.mix import faces_of
from builder.game.model import Counter, Game

_CORNERS: Mapping[str, Box] = {
    "upper_left": (2, 3, 42, 21),
    "upper_right": (58, 3, 98, 21),
    "lower_left": (2, 80, 42, 97),
    "lower_right": (58, 80, 98, 97),
    "left": (2, 22, 27, 55),
    "right": (73, 22, 98, 55),
    "name": (4, 53, 96, 68),
    "title": (8, 58, 92, 96),
    "size": (28, 4, 72, 20),
}
_TEXTS = tuple(_CORNERS)
_LONG = 4
"""Longer texts stand in a corner, where their length moves nothing."""
_PROBE = "\u00b7"
"""What stands for a text to see where it goes; no counter of anybody's has it."""


@dataclass(frozen=True)
class Figure:
    """A figure on a face: the column that it is of, which word of the cell (None: all of it), and
    its box in a hundredth of the counter's side."""

    face: int
    column: str
    part: int | None
    box: Box

    def as_json(self) -> dict[str, Any]:
        return {"face": self.face, "column": self.column, "part": self.part, "box": self.box}


def figures_of(game: Game, counter: Counter, columns: Sequence[str]) -> tuple[int, list[Figure]]:
    """How many faces a counter has, and the figures on them in the order in which one reads."""
    faces = faces_of(game, counter)
    found: dict[tuple[int, str, int], list[tuple[str, int | None]]] = {}
    for column in columns:
        for part, probed in _probes(counter, column):
            places = list(_changed(faces, faces_of(game, probed)))
            for place in places[:1]:  # what all faces show alike is typed once
                found.setdefault(place, []).append((column, part))
    for column in columns:
        empty = _empty(game, counter, column, faces)
        if empty is not None:
            found.setdefault(empty, [(column, None)])
    figures = []
    for (face, text, index), whose in found.items():
        left, top, right, bottom = _box(faces[face], text, index)
        wide = (right - left) / len(whose)
        for at, (column, part) in enumerate(whose):
            box = (left + at * wide, top, left + (at + 1) * wide, bottom)
            figures.append(Figure(face, column, part, box))
    return len(faces), sorted(figures, key=lambda one: (one.face, one.box[1] // 20, one.box[0]))


def shape_of(game: Game, counter: Counter) -> tuple[Any, ...]:
    """What the places of a counter's figures follow from: counters of one shape have them alike."""
    declared = game.definition.units.fields

    def shape(name: str, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return tuple(len(str(one)) for one in value)
        exact = isinstance(value, bool) or name not in declared or declared[name].type == "choice"
        return value if exact else min(_LONG, len(str(value))) if value is not None else 0

    fields = tuple(sorted((name, shape(name, v)) for name, v in counter.fields.items()))
    texts = tuple(bool(text) for text in (counter.name, counter.full_name, counter.size))
    return counter.kind, counter.side, counter.type, texts, counter.pictures, str(fields)


def _empty(
    game: Game, counter: Counter, column: str, faces: Sequence[CounterFace]
) -> tuple[int, str, int] | None:
    """Where a figure would stand that the counter has none of; only in a corner or beside the
    symbol, because a strength more would move the others."""
    declared = game.definition.units.fields.get(column)
    if column in ("name", "full_name", "size"):
        if getattr(counter, column):
            return None
        value: Any = _PROBE
    elif declared is None or counter.fields.get(column) not in (None, "", [], ()):
        return None
    else:
        value = {"int": 1, "number": 1, "ints": [1], "bool": True}.get(declared.type, _PROBE)
    try:
        other = faces_of(game, _with(counter, column, value))
    except (ValueError, KeyError, TypeError):
        return None  # a word that the drawing does not know: it prints no such figure
    return next((at for at in _changed(faces, other) if at[1] != "strength"), None)


def _probes(counter: Counter, column: str) -> Iterator[tuple[int | None, Counter]]:
    """The counter with each word of a cell changed: where the faces change, there it stands."""
    if column in ("name", "full_name", "size"):
        text = getattr(counter, column)
        if text:
            yield None, _with(counter, column, text + _PROBE)
        return
    value = counter.fields.get(column)
    if isinstance(value, list | tuple):
        for part, one in enumerate(value):
            changed = one + 1 if isinstance(one, int | float) else f"{one}{_PROBE}"
            yield part, _with(counter, column, [*value[:part], changed, *value[part + 1 :]])
    elif isinstance(value, bool):
        yield None, _with(counter, column, not value)
    elif isinstance(value, int | float):
        yield None, _with(counter, column, value + 1)
    elif isinstance(value, str) and value:
        yield None, _with(counter, column, value + _PROBE)


def _with(counter: Counter, column: str, value: Any) -> Counter:
    if column == "name":
        return replace(counter, name=value)
    if column == "full_name":
        return replace(counter, full_name=value)
    if column == "size":
        return replace(counter, size=value)
    return replace(counter, fields={**counter.fields, column: value})


def _changed(
    faces: Sequence[CounterFace], others: Sequence[CounterFace]
) -> Iterator[tuple[int, str, int]]:
    for number, (one, other) in enumerate(zip(faces, others, strict=False)):
        if one.whole is not None:
            continue
        for text in _TEXTS:
            before, after = label(getattr(one, text)).text, label(getattr(other, text)).text
            if before != after:
                yield number, text, 0
        if len(one.strength) == len(other.strength):
            for index, (mine, theirs) in enumerate(zip(one.strength, other.strength, strict=True)):
                if label(mine).text != label(theirs).text:
                    yield number, "strength", index


def _box(face: CounterFace, text: str, index: int) -> Box:
    if text != "strength":
        return _CORNERS[text]
    top, bottom = value_rows(face)
    sizes = [len(label(value).text) + 0.7 for value in face.strength]
    room = 100 - 2 * MARGIN
    left = MARGIN + room * sum(sizes[:index]) / sum(sizes)
    return left, top - 3, left + room * sizes[index] / sum(sizes), bottom + 3
