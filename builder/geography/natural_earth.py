"""Where Natural Earth's layers come from: a folder of the user's, or downloads kept in a cache."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from builder import limits
from builder.game.problems import Problem, ProblemsError
from builder.homes import HOMELESS, below_home
from builder.saying import Saying, quoting

if TYPE_CHECKING:
    import requests

BASE_URL = "https://raw.githubusercontent.com/nvkelso/natural-earth-vector/v5.1.2/geojson"
"""The public repository of Natural Earth, at one version so that maps can be derived again."""

TIMEOUTS = (10.0, 30.0)
"""Seconds to wait for a connection, and for each piece of the answer."""

ATTEMPTS = 4
PIECE = 32 * 1024

Progress = Callable[[str, int, int], None]
"""Told the layer, the bytes that are there, and all bytes (0 if unknown)."""


@dataclass(frozen=True)
class LocalFolder:
    """Layers as NAME.geojson in a folder."""

    folder: Path

    def __call__(self, layer: str) -> Path:
        path = self.folder / f"{layer}.geojson"
        if path.is_file():
            return path
        raise ProblemsError(
            [
                Problem(
                    str(path), 0, quoting("The layer {name} is not in this folder.", name=layer),
                    "Put it there, or leave --geodata away to download it.",
                )
            ]
        )  # fmt: skip


@dataclass(frozen=True)
class Downloads:
    """Layers from the net, each fetched once into `cache`.

    A download that breaks off goes on where it stopped, now or at the next call. What arrives is
    checked to be whole and GeoJSON before it takes the layer's name.
    """

    cache: Path
    progress: Progress = lambda layer, done, size: None
    base_url: str = BASE_URL
    pause: float = 1.0

    def __call__(self, layer: str) -> Path:
        path = self.cache / f"{layer}.geojson"
        if path.is_file():
            return path
        import requests

        self.cache.mkdir(parents=True, exist_ok=True)
        trouble: Exception | None = None
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(self.pause * 2 ** (attempt - 1))
            try:
                if self._fetched(layer):
                    return self._checked(layer, path)
            except _passing() as error:
                trouble = error
            except requests.RequestException as error:
                raise self._problem(layer, _reason(error)) from None
        raise self._problem(layer, _reason(trouble)) from None

    def _fetched(self, layer: str) -> bool:
        """Fetch what is missing of a layer; whether all of it is there now."""
        import requests

        part, mark = self._part(layer), self._mark(layer)
        there = part.stat().st_size if part.exists() and mark.exists() else 0
        headers = {"Accept-Encoding": "identity"}
        if there:
            headers |= {"Range": f"bytes={there}-", "If-Range": mark.read_text("ascii")}
        url = f"{self.base_url}/{layer}.geojson"
        with requests.get(url, headers=headers, timeout=TIMEOUTS, stream=True) as answer:
            if answer.status_code == 416:
                part.unlink(missing_ok=True)
                return False
            if answer.status_code >= 500:
                raise requests.ConnectionError(
                    quoting("the server answers {number}", number=answer.status_code)
                )
            answer.raise_for_status()
            if answer.status_code != 206:
                there = 0
                self._remember(layer, answer.headers.get("ETag", ""))
            size = there + int(answer.headers.get("Content-Length", 0))
            self._store(layer, answer, part, there, size)
        return not size or part.stat().st_size == size

    def _remember(self, layer: str, mark: str) -> None:
        """Keep the server's mark; only a strong one may be used to go on with a part."""
        if mark and not mark.startswith("W/"):
            self._mark(layer).write_text(mark, "ascii")
        else:
            self._mark(layer).unlink(missing_ok=True)

    def _store(
        self, layer: str, answer: requests.Response, part: Path, there: int, size: int
    ) -> None:
        with part.open("ab" if there else "wb") as file:
            for piece in answer.iter_content(PIECE):
                file.write(piece)
                there += len(piece)
                if there > limits.LAYER:
                    raise self._problem(
                        layer, quoting("it is larger than {number} MB", number=limits.LAYER >> 20)
                    )
                self.progress(layer, there, size)

    def _checked(self, layer: str, path: Path) -> Path:
        part = self._part(layer)
        self._mark(layer).unlink(missing_ok=True)
        try:
            whole = json.loads(part.read_bytes())["type"] == "FeatureCollection"
        except (ValueError, KeyError, TypeError):
            whole = False
        if not whole:
            part.unlink()
            raise self._problem(layer, "what arrived is not GeoJSON")
        os.replace(part, path)
        return path

    def _part(self, layer: str) -> Path:
        return self.cache / f"{layer}.part"

    def _mark(self, layer: str) -> Path:
        """The file that keeps the server's mark of the version of which a part is here."""
        return self.cache / f"{layer}.etag"

    def _problem(self, layer: str, reason: str) -> ProblemsError:
        return ProblemsError(
            [
                Problem(
                    f"{self.base_url}/{layer}.geojson", 0,
                    Saying("The layer cannot be downloaded: {text}.", text=reason),
                    "Try again with a connection (a part that has arrived is kept), or put the "
                    "file into a folder and name the folder with --geodata.",
                )
            ]
        )  # fmt: skip


def _passing() -> tuple[type[Exception], ...]:
    """Troubles of the network that may pass."""
    import requests

    return (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)


def _reason(error: Exception | None) -> str:
    import requests

    if isinstance(error, requests.HTTPError):
        return quoting("the server answers {number}", number=error.response.status_code)
    if isinstance(error, requests.Timeout):
        return "the server does not answer in time"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "it breaks off each time"
    if isinstance(error, requests.ConnectionError):
        text = str(error)
        return text if text.startswith("the server") else "there is no connection to the server"
    return "it stays incomplete"


def user_cache() -> Path | None:
    """Where this user's downloads are kept; None without a home."""
    named = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    base = below_home(".cache", unless=named)
    return None if base is None else base / "kessel" / "natural-earth"


def downloads(progress: Progress) -> Downloads:
    """The downloads of this user; ProblemsError where he has no folder for them."""
    if (cache := user_cache()) is None:
        remedy = quoting("Set it, or name a folder with {option}.", option="--geodata")
        raise ProblemsError([Problem("HOME", 0, HOMELESS, remedy)])
    return Downloads(cache, progress)
