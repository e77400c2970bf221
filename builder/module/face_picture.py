"""A counter's face, or a small badge, as a picture of the module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from builder.drawing.faces import CounterFace
from builder.module.art import key_of, png


@dataclass(frozen=True)
class FacePicture:
    """A counter's face, or a small badge with a ring, `width` pixels wide."""

    large: ClassVar[bool] = False
    name: str
    face: CounterFace
    width: int
    edge: Literal["moulded", "ringed"] = "moulded"

    def key(self) -> str:
        """It shows nothing but its face."""
        return key_of(repr(self.face), str(self.width), self.edge)

    def draw(self) -> bytes:
        """The face as PNG."""
        from builder.drawing.counters import counter_picture

        return png(counter_picture(self.face, self.width, edge=self.edge))
