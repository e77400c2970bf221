"""The web application of the designer's workbench."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette

from assistant.pages.door import Door
from assistant.studio.bench import Bench
from assistant.studio.sources import edits_of

STATIC = Path(__file__).parent / "static" / "bench"


def make_bench_app(bench: Bench, token: str) -> Starlette:
    """The application of a workbench; who asks must know the token."""
    door, sources = Door(token), bench.sources
    routes = [
        door.asked("/api/start", lambda data: bench.start()),
        door.asked("/api/file", lambda data: sources.told(str(data.get("name")))),
        door.asked(
            "/api/write",
            lambda data: sources.write(
                str(data.get("name")), str(data.get("version")), edits_of(data.get("edits"))
            ),
        ),
        door.asked("/api/row", bench.row),
        door.asked("/api/text", bench.text),
        door.asked("/api/syntax", bench.syntax),
        door.asked("/api/draft", bench.draft),
        door.asked("/api/undo", lambda data: sources.undo()),
        door.waited(
            "/api/news",
            lambda data: bench.news(
                str(data.get("stamp")), str(data.get("checked")), str(data.get("language"))
            ),
        ),
        door.picture("/map/{language}.png", bench.map, age=0),
        door.picture("/draft/{language}.png", bench.draft_map, age=0),
        door.picture("/sheet/{language}/{id}.png", bench.leaf, age=0),
    ]
    return door.app(STATIC, routes)
