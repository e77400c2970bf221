"""A page's own scripts and styles, as a browser may keep them."""

from __future__ import annotations

from hashlib import sha256
from os import PathLike, stat_result
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

ASKING = "no-cache"
KEEPING = "max-age=31536000, immutable"


class OwnFiles(StaticFiles):
    """Files that a browser asks about each time: else it would for hours put old scripts beside new
    ones after Kessel was brought up to date, or those of another page that had the same address.
    With `kept` it need not ask: their address changes with what they say."""

    def __init__(self, directory: Path, *, kept: bool = False) -> None:
        super().__init__(directory=directory)
        self.rule = KEEPING if kept else ASKING

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Any,
        status_code: int = 200,
    ) -> Response:
        """The file, or that it has not changed."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["cache-control"] = self.rule
        return answer


def stamp_of(folder: Path) -> str:
    """A word that is another when any file of a folder is another."""
    seen = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            seen.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:16]
