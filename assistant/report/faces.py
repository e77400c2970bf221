"""The face of any unit on the table, also of one made up for a case."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.position import Unit
from builder.game.model import Counter, Game

if TYPE_CHECKING:
    from builder.adopt.art import Extent
    from builder.drawing.faces import CounterFace
    from builder.drawing.looks import CountersDrawing


def face_of(game: Game, unit: Unit, config: CountersDrawing | None = None) -> CounterFace:
    """The side of the unit's counter that is now up; `config` as in `faces_of`."""
    from builder.drawing.looks import counters_drawing
    from builder.drawing.mix import face_at

    counter = game.counters.get(unit.counter) or as_counter(unit)
    return as_it_lies(
        game, unit, face_at(game, counter, unit.step, config or counters_drawing(game))
    )


def as_it_lies(game: Game, unit: Unit, face: CounterFace) -> CounterFace:
    """A face with the picture of what an adopted piece shows now."""
    if unit.look is None or unit.look.step != unit.step or game.kept is None:
        return face
    from builder.adopt.art import laid_anew
    from builder.drawing.art import Art

    data = laid_anew(game.kept, unit.look.face)
    if data is None:
        return face
    return replace(face, whole=Art("look", hashlib.sha256(data).hexdigest()[:24], data))


def extent_of(game: Game, unit: Unit, face: CounterFace) -> Extent | None:
    """How far a unit of an adopted game reaches, as large as VASSAL shows it on its map; None for
    one that is drawn as every counter."""
    if game.kept is None or face.whole is None or not face.own_shape:
        return None
    from builder.adopt.art import Extent, extent_anew
    from builder.drawing.rasters import size_of
    from builder.drawing.scans import MOST_PIXELS

    if unit.shows is not None and unit.shows.step == unit.step:
        return extent_anew(game.kept, unit.shows.face)
    if game.kept.has_drawings:  # their pictures are finer than they lie on the map
        return None
    wide, high = size_of(face.whole.data, face.whole.name, MOST_PIXELS)
    return Extent(-wide / 2, -high / 2, wide, high)


def as_counter(unit: Unit) -> Counter:
    """A unit made up for a case, as a counter of the mix."""
    return Counter(unit.id, unit.side, unit.type, name=unit.id, fields=unit.fields)
