"""Which images a module needs beside its map: faces, badges, control and state markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.drawing.faces import CounterFace
from builder.drawing.liveries import livery
from builder.drawing.mix import badge_faces, counter_faces
from builder.game.definition import Side
from builder.game.model import Game
from builder.module.art import Picture
from builder.module.counters import (
    MOVED_IMAGE,
    badge_image,
    control_image,
    face_image,
    state_image,
    state_pieces,
)


def pictures_of(game: Game, counter: int) -> list[Picture]:
    """Every picture of a counter's size, and the small ones that lie on counters."""
    return list(_pictures(game, counter))


def _pictures(game: Game, counter: int) -> Iterator[Picture]:
    for name, faces in counter_faces(game).items():
        for step, face in enumerate(faces, 1):
            yield Picture(face_image(name, step), face, counter)
    small = round(counter * 0.42)
    for name, face in badge_faces(game).items():
        yield Picture(badge_image(name), face, small)
    yield Picture(MOVED_IMAGE, _moved(), round(counter * 0.32))
    for side in game.definition.side:
        yield Picture(control_image(side.id), _control(game, side), counter)
    for piece in state_pieces(game):
        name = piece.key.removeprefix("state-")
        face = replace(_marker(), title=piece.name.replace(" ", "\n"), glyph="star")
        yield Picture(state_image(name), face, counter)


def _moved() -> CounterFace:
    return CounterFace(background="#f2c230", ink="ink", glyph="arrow", shape="round")


def _marker() -> CounterFace:
    plain = livery("marker")
    return CounterFace(background=plain.background, ink=plain.ink)


def _control(game: Game, side: Side) -> CounterFace:
    """A round marker in the colours of the side's units."""
    for name, faces in counter_faces(game).items():
        if game.counters[name].side == side.id and game.counters[name].kind == "unit":
            first = faces[0]
            return CounterFace(
                background=first.background,
                ink=first.ink,
                glyph="flag",
                title=side.name,
                shape="round",
            )
    return CounterFace(glyph="flag", title=side.name, shape="round")
