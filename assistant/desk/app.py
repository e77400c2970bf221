"""The web application of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from assistant.desk.desk import Desk, edits_of
from assistant.pages.door import Door

STATIC = Path(__file__).parent / "static"
COUNTER_PIXELS = 96


def make_app(desk: Desk, token: str) -> Starlette:
    """The application of a desk; who asks must know the token."""
    door = Door(token)
    routes = [
        door.asked("/api/start", lambda data: desk.start()),
        door.asked("/api/sheet", lambda data: desk.sheet(str(data.get("id")))),
        door.asked(
            "/api/write", lambda data: desk.write(str(data.get("id")), edits_of(data.get("edits")))
        ),
        door.asked("/api/undo", lambda data: desk.undo()),
        door.picture("/counter/{id}.png", lambda told: _drawn(desk, told)),
    ]
    return door.app(STATIC, routes)


def _drawn(desk: Desk, told: Mapping[str, Any]) -> bytes:
    from builder.drawing.mix import faces_of
    from builder.module.pictures import FacePicture

    id_ = str(told["id"])
    face = faces_of(desk.source.game, desk.counter(id_))[0]
    return FacePicture(id_, face, COUNTER_PIXELS).draw()
