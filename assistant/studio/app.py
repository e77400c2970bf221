"""The web application of a page on which a picture is fitted or traced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from assistant.pages.door import BadRequestError, Door, seen_from
from assistant.studio.workshop import Fitting, Tracing, traced_from
from assistant.words.findings import in_all_languages
from builder.game.problems import Problem, ProblemsError

STATIC = Path(__file__).parent / "static"


def make_app(workshop: Fitting | Tracing, token: str) -> Starlette:
    """The application of one page; who asks must know the token."""
    door = Door(token)
    routes = [
        door.asked("/api/start", lambda data: workshop.start(), "GET"),
        door.picture(
            "/tile/{level:int}/{column:int}/{row:int}.jpg",
            lambda told: workshop.tiles.tile(told["level"], told["column"], told["row"]),
            age=3600,
        ),
    ]
    if isinstance(workshop, Fitting):
        routes += [
            door.asked("/api/fit", lambda data: _fit(workshop, data)),
            door.asked("/api/save", lambda data: _saved(workshop, data, _enough(workshop, data))),
        ]
    else:
        routes += [
            door.asked("/api/clusters", lambda data: workshop.clusters(*_wanted(data))),
            door.asked("/api/save", lambda data: _saved(workshop, data, traced_from(data))),
        ]
    return door.app(STATIC, routes)


def _fit(workshop: Fitting, data: dict[str, Any]) -> dict[str, Any]:
    """Where the grid lies, with what every command would say of it, in each language."""
    marks = workshop.marks(data.get("marks"))
    found = workshop.fit(marks)
    if "fault" in found:
        return found
    if (wrong := workshop.refused(marks)) is not None:
        return found | {"fault": f"{wrong.text} {wrong.remedy}", "refused": _in_each(wrong)}
    return found | {"beside": [_in_each(one) for one in workshop.beside(marks)]}


def _in_each(wrong: Problem) -> dict[str, Any]:
    """A mistake in each language, because the page has the reader's."""
    return in_all_languages({"text": wrong.text, "remedy": wrong.remedy})


def _enough(workshop: Fitting, data: dict[str, Any]) -> Any:
    marks = workshop.marks(data.get("marks"))
    found = workshop.fit(marks)
    if "fault" in found:
        raise BadRequestError(found["fault"])
    if (wrong := workshop.refused(marks)) is not None:
        raise ProblemsError([wrong])
    return marks


def _wanted(data: dict[str, Any]) -> tuple[str, int]:
    what, count = data.get("what"), data.get("count")
    if what not in ("hexes", "sides") or not isinstance(count, int) or isinstance(count, bool):
        raise BadRequestError("Ask for hexes or sides, and how many clusters.")
    return str(what), count


def _saved(workshop: Fitting | Tracing, data: dict[str, Any], made: Any) -> dict[str, Any]:
    """The files that were written, and what lies in them now."""
    paths = workshop.save(made, seen_from(data))
    return {"saved": [path.name for path in paths], "seen": workshop.seen.signs()}
