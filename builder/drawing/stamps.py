"""Small drawings that a large one shows many times: drawn once, and kept in PDF's words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from builder.drawing.canvas import Canvas
from builder.drawing.counters import draw_counter
from builder.drawing.faces import CounterFace
from builder.drawing.plates import PlateCanvas, Stamp, StampCanvas

MOST = 2_000
"""Faces that are kept; beyond them those that were not shown the last time are drawn anew."""


class Stamps:
    """Faces of counters as they were drawn, by all that decides their looks but the code."""

    def __init__(self, kept: bytes | None = None) -> None:
        self._known: dict[str, Stamp] = {}
        if kept is not None:
            for key, words, faces, opacities in json.loads(kept):
                self._known[key] = Stamp(words, faces, opacities)
        self._shown: dict[str, Stamp] = {}
        self.are_new = False
        """Whether a face was drawn that was not kept."""

    def draw(self, canvas: Canvas, face: CounterFace, size: float) -> None:
        """As `draw_counter`, on the nearest whole pixel."""
        plain = face.whole is None and face.picture is None
        if not plain or not isinstance(canvas, PlateCanvas) or not canvas.is_straight:
            draw_counter(canvas, face, size)
            return
        key = hashlib.sha256(repr((face, size)).encode()).hexdigest()[:32]
        if key not in self._shown:
            known = self._known.get(key)
            self.are_new |= known is None
            self._shown[key] = known or _drawn(face, size)
        canvas.stamp(self._shown[key])

    def data(self) -> bytes:
        """What is to be kept for the next time."""
        told = [[key, one.words, one.faces, one.opacities] for key, one in self._latest()]
        return json.dumps(told).encode()

    def _latest(self) -> Iterator[tuple[str, Stamp]]:
        """Those that were shown now, then the others, as many as are kept."""
        for number, entry in enumerate({**self._shown, **self._known}.items()):
            if number < MOST:
                yield entry


def _drawn(face: CounterFace, size: float) -> Stamp:
    canvas = StampCanvas(size, size)
    draw_counter(canvas, face, size)
    return canvas.drawn()
