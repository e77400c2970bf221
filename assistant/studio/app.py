"""The web application of a page on which a picture is fitted or traced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from assistant.pages.door import BadRequestError, Door, seen_from
from assistant.studio.workshop import Fitting, Tracing, files_from, traced_from
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
            door.asked("/api/save", lambda data: _fit_saved(workshop, data)),
        ]
    else:
        routes += [
            door.asked("/api/clusters", lambda data: workshop.clusters(*_wanted(data))),
            door.asked("/api/save", lambda data: _traced_saved(workshop, data)),
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


def _fit_saved(workshop: Fitting, data: dict[str, Any]) -> dict[str, Any]:
    """The file that was written, and what lies in it now."""
    paths = workshop.save(_enough(workshop, data), seen_from(data))
    return {"saved": [path.name for path in paths], "seen": workshop.seen.signs()}


def _traced_saved(workshop: Tracing, data: dict[str, Any]) -> dict[str, Any]:
    """The files that were written, and what the page knows of all now: of those that it has not
    changed what it knew, because what others wrote there it does not show."""
    seen = seen_from(data)
    files = workshop.with_gone(files_from(data), seen)
    paths = workshop.save(traced_from(data), seen, files)
    now = workshop.seen.signs()
    known = {name: sign for name, sign in seen.items() if name not in files}
    return {"saved": [path.name for path in paths], "seen": {**now, **known}}
