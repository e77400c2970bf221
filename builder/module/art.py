"""The images of a module, drawn anew only where what they show has changed."""

from __future__ import annotations

import functools
import hashlib
import io
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from builder.drawing.faces import CounterFace
from builder.game.model import Game

if TYPE_CHECKING:
    from PIL.Image import Image

MAP = "map.png"
_POOL_FROM = 24  # fewer pictures are drawn before a second process has started


@dataclass(frozen=True)
class Picture:
    """One image to be drawn: its name, what decides how it looks, and how wide it is."""

    name: str
    face: CounterFace
    width: int

    def draw(self) -> bytes:
        """The picture as PNG."""
        from builder.drawing.counters import counter_picture

        return _png(counter_picture(self.face, self.width))


@dataclass(frozen=True)
class Cache:
    """Drawn images by the hash of what they show; `folder` None keeps nothing."""

    folder: Path | None

    def get(self, key: str) -> bytes | None:
        """The image of a key, if it was drawn before."""
        if self.folder is None:
            return None
        try:
            return (self.folder / f"{key}.png").read_bytes()
        except OSError:
            return None

    def put(self, key: str, data: bytes) -> None:
        """Keep an image; a disk that is full or read-only costs time, not the build."""
        if self.folder is None:
            return
        beside = self.folder / f".{key}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(data)
            os.replace(beside, self.folder / f"{key}.png")
        except OSError:
            beside.unlink(missing_ok=True)


Progress = Callable[[int, int], None]
"""Told how many images are ready, of how many."""


def draw_all(
    game: Game,
    pictures: list[Picture],
    cache: Cache,
    language: str = "en",
    progress: Progress | None = None,
) -> dict[str, bytes]:
    """The map and all pictures by name; two processes draw when there is much to draw."""
    keys = {picture.name: _key(picture) for picture in pictures} | {MAP: _map_key(game, language)}
    ready = {name: data for name, key in keys.items() if (data := cache.get(key)) is not None}
    missing = [picture for picture in pictures if picture.name not in ready]
    drawn = _drawn(game, missing, language if MAP not in ready else "")
    for name, data in drawn:
        cache.put(keys[name], data)
        ready[name] = data
        if progress:
            progress(len(ready), len(keys))
    return {name: ready[name] for name in sorted(ready)}


def _drawn(game: Game, missing: list[Picture], language: str) -> Iterator[tuple[str, bytes]]:
    """The missing pictures, and the map in a language, if one is named."""
    if not language and len(missing) < _POOL_FROM:
        yield from _draw(missing)
        return
    with ProcessPoolExecutor(max_workers=2) as pool:
        chart = pool.submit(draw_map_picture, game, language) if language else None
        parts = [
            missing[start : start + _POOL_FROM] for start in range(0, len(missing), _POOL_FROM)
        ]
        for drawn in pool.map(_draw, parts):
            yield from drawn
        if chart is not None:
            yield MAP, chart.result()


def _draw(pictures: list[Picture]) -> list[tuple[str, bytes]]:
    return [(picture.name, picture.draw()) for picture in pictures]


def draw_map_picture(game: Game, language: str = "en") -> bytes:
    """The map sheet as PNG."""
    from builder.drawing.map.layout import layout_map
    from builder.drawing.map.picture import map_picture

    return _png(map_picture(game, layout_map(game), language, supersample=2))


def _png(picture: Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def _key(picture: Picture) -> str:
    return _hash(drawing_code(), repr(picture.face), str(picture.width))


def _map_key(game: Game, language: str) -> str:
    """What the map shows comes from the game's definition and its map folder."""
    sources = [game.folder / "game.toml", *sorted((game.folder / "map").glob("*.csv"))]
    texts = sorted(game.folder.glob("text.*.toml"))
    contents = [path.read_bytes().hex() for path in (*sources, *texts) if path.is_file()]
    return _hash(drawing_code(), "map", language, *contents)


@functools.cache
def drawing_code() -> str:
    """A hash of the code that draws, so that no image outlives it."""
    texts = []
    for folder in ("builder.drawing", "builder.drawing.map"):
        for entry in sorted(files(folder).iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                texts.append(entry.name + entry.read_text(encoding="utf-8"))
    return _hash(*texts)


def _hash(*parts: str) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.encode())
        whole.update(b"\0")
    return whole.hexdigest()[:40]
