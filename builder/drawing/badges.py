"""The round badges of the marks that units bear: a picture where there is one, else letters."""

from __future__ import annotations

import re
from typing import Any

from builder.drawing.faces import CounterFace
from builder.drawing.looks import CountersDrawing, counters_drawing
from builder.drawing.mix import changes_of, face_of, livery_of
from builder.game.model import Game

_HARM = {
    "attacked": "burst",
    "bombarded": "shells",
    "contaminated": "chemical",
    "defended": "shield",
    "disorganised": "lightning",
    "disorganized": "lightning",
    "disrupted": "lightning",
    "fatigued": "hourglass",
    "interdicted": "plane",
    "isolated": "no-supply",
    "oos": "no-supply",
    "out-of-supply": "no-supply",
    "pinned": "no",
    "retreated": "arrow",
    "suppressed": "target",
    "unsupplied": "no-supply",
}
"""Marks that tell what combat did to a unit: red badges."""

_STATE = {
    "activated": "check",
    "advanced": "chevrons",
    "air": "plane",
    "arrived": "flag",
    "counterblow": "turn",
    "dropped": "parachute",
    "entrenched": "fortification",
    "finished": "check",
    "fortified": "fortification",
    "hidden": "hidden",
    "inoperative": "no",
    "recovered": "hourglass",
    "spent": "hourglass",
    "support": "shells",
    "target": "target",
    "unknown": "question",
    "untried": "question",
    "used": "check",
}
"""Other marks: yellow badges, as those with letters are."""


def badge_faces(game: Game) -> dict[str, CounterFace]:
    """The badges by the marks' ids, as `[drawing.counters.marker]` changes them."""
    config = counters_drawing(game)
    return {
        name: _badge(game, name, text, config)
        for name, text in game.definition.units.markers.items()
    }


def _badge(game: Game, name: str, text: str, config: CountersDrawing) -> CounterFace:
    face: dict[str, Any] = {**livery_of("warning" if name in _HARM else "alarm"), "shape": "round"}
    look = config.marker.get(name)
    glyph = _HARM.get(name) or _STATE.get(name)
    if glyph and not (look and look.title):
        face["glyph"] = glyph
    else:
        face["title"] = letters_of(name)
    if look:
        face.update(changes_of(look, {"name": text, "id": name}, 0, 1))
        if (look.glyph or look.picture) and not look.title:
            face["title"] = ""
    return face_of(game, face)


def letters_of(name: str) -> str:
    """Two or three letters for an id: `strategic-reserve` is SR, `reserve` Res, `fuel-1` F1, and
    `minus-2-1` -2/1."""
    words = [word for word in name.split("-") if word]
    if len(words) == 1:
        return words[0][:3].capitalize()
    short = [_SIGNS.get(w) or (w if w.isdigit() else w[0].upper()) for w in words[:3]]
    return re.sub(r"(?<=[0-9])\|(?=[0-9])", "/", "|".join(short)).replace("|", "")


_SIGNS = {"minus": "-", "plus": "+"}
