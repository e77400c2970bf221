"""The pictures of the board page: the game's map, and the units as counters."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from assistant.position import Unit
from builder.game.model import Counter, Game

if TYPE_CHECKING:
    from builder.drawing.faces import CounterFace

COUNTER_PIXELS = 120
"""Twice the size at which counters lie on the map, for fine screens."""


@dataclass
class Images:
    """Pictures of one game, each drawn when it is first asked for and then kept."""

    game: Game
    _kept: dict[tuple[str, int], bytes] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def map(self) -> bytes:
        """The map sheet as PNG; from the module builder's cache if it was drawn before."""
        from builder.geography.natural_earth import user_cache
        from builder.module.art import MAP, Cache, draw_all

        with self._lock:
            if ("", 0) not in self._kept:
                self._kept["", 0] = draw_all(
                    self.game, [], Cache(user_cache().parent / "pictures")
                )[MAP]
            return self._kept["", 0]

    def counter(self, unit: Unit) -> bytes:
        """The unit's face now up, as PNG."""
        key = (repr((unit.counter, unit.id, unit.type, sorted(unit.fields.items()))), unit.step)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._draw(unit)
            return self._kept[key]

    def _draw(self, unit: Unit) -> bytes:
        from builder.drawing.counters import counter_picture

        stream = io.BytesIO()
        counter_picture(face_of(self.game, unit), COUNTER_PIXELS).save(stream, "PNG")
        return stream.getvalue()


def face_of(game: Game, unit: Unit) -> CounterFace:
    """The face of a unit on the table, of one made up for a case too."""
    from builder.drawing.mix import faces_of

    counter = game.counters.get(unit.counter) or as_counter(unit)
    faces = faces_of(game, counter)
    return faces[min(unit.step, len(faces)) - 1]


def as_counter(unit: Unit) -> Counter:
    """A unit made up for a case, as a counter of the mix."""
    return Counter(unit.id, unit.side, unit.type, name=unit.id, fields=unit.fields)
