"""The web application of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from assistant.desk.desk import Desk, edits_of, names_of
from assistant.pages.door import Door
from assistant.words.findings import complaining

STATIC = Path(__file__).parent / "static"
COUNTER_PIXELS = 96
LARGE_PIXELS = 260


def make_app(desk: Desk, token: str) -> Starlette:
    """The application of a desk; who asks must know the token."""
    door = Door(token)
    routes = [
        door.asked("/api/start", lambda data: desk.start()),
        door.asked("/api/look", lambda data: desk.look()),
        door.asked("/api/sheet", lambda data: desk.sheet(str(data.get("id")), _page(data))),
        door.asked("/api/write", lambda data: _written(desk, data)),
        door.asked("/api/undo", lambda data: desk.undo(_page(data))),
        door.asked("/api/figures", lambda data: desk.figures(names_of(data.get("ids")))),
        door.asked("/api/map", lambda data: desk.map(_page(data))),
        door.picture("/map/{language}.png", lambda told: desk.picture(told["language"]), age=3600),
        door.picture("/counter/{id}.png", lambda told: _drawn(desk, told)),
        door.picture("/face/{face:int}/{id}.png", lambda told: _drawn(desk, told, LARGE_PIXELS)),
    ]
    return door.app(STATIC, routes)


def _written(desk: Desk, data: Mapping[str, Any]) -> dict[str, Any]:
    """What was written, and what was not, in the page's language."""
    language = str(data.get("language", ""))
    told = desk.write(str(data.get("id")), edits_of(data.get("edits")), _page(data), language)
    say = complaining(language)
    return {**told, "wrong": [{**one, "told": say(one["told"])} for one in told["wrong"]]}


def _page(data: Mapping[str, Any]) -> str:
    """How a page calls itself, to be told from others."""
    return str(data.get("page", ""))[:40]


def _drawn(desk: Desk, told: Mapping[str, Any], pixels: int = COUNTER_PIXELS) -> bytes | None:
    from builder.drawing.mix import faces_of
    from builder.module.face_picture import FacePicture

    id_ = str(told["id"])
    faces = faces_of(desk.source.game, desk.counter(id_))
    number = int(told.get("face", 0))
    return FacePicture(id_, faces[number], pixels).draw() if number < len(faces) else None
