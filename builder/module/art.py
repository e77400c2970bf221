"""The images of a module, drawn anew only where what they show has changed."""

from __future__ import annotations

import functools
import hashlib
import hmac
import io
import os
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from builder import limits
from builder.files import read_bounded
from builder.geography.natural_earth import user_cache
from builder.parts import is_left

if TYPE_CHECKING:
    from PIL.Image import Image

_OPTIMIZED = 40_000_000
"""Pixels of a JPEG that a second look makes a little smaller, which holds six bytes of each."""

CACHE = ".cache"

_HASH = "sha256"
_BINARY = getattr(os, "O_BINARY", 0)  # of Windows, which else turns line ends over
_SEAL = 32
"""Bytes of a seal, and of what it is made with."""

_TOGETHER = 24  # so many small pictures are drawn before a second process has started


class Picture(Protocol):
    """One image to be drawn: its name, and the key of all that decides how it looks.

    A `large` one takes longer than starting a process.
    """

    large: ClassVar[bool]

    @property
    def name(self) -> str: ...

    def key(self) -> str: ...

    def draw(self) -> bytes: ...


@dataclass(frozen=True)
class Cache:
    """Drawn images by their key; `folder` None keeps nothing.

    Each bears a seal that only this user's Kessel can make, because a folder of drawn images may
    come along with a stranger's files: those, damaged ones and those under another key are drawn
    anew.
    """

    folder: Path | None

    def get(self, key: str) -> bytes | None:
        """The image of a key, if it was drawn before."""
        if self.folder is None:
            return None
        try:
            kept = read_bounded(self.folder / f"{key}.png", limits.DRAWN_BEFORE)
        except OSError:
            return None
        if kept is None:
            return None
        seal, data = _parted(kept)
        return data if hmac.compare_digest(seal, _seal(key, data)) else None

    def has(self, key: str) -> bool:
        """Whether there is an image of a key; it may be damaged."""
        return self.folder is not None and (self.folder / f"{key}.png").is_file()

    def put(self, key: str, data: bytes) -> None:
        """Keep an image; a disk that is full or read-only costs time, not the build."""
        if self.folder is None:
            return
        beside = self.folder / f".{key}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(data + _seal(key, data))
            os.replace(beside, self.folder / f"{key}.png")
        except OSError:
            with suppress(OSError):
                beside.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Remove what programs left here that died while they kept an image."""
        if self.folder is not None:
            with suppress(OSError):
                for path in self.folder.glob(".*"):
                    if _LEFT.fullmatch(path.name) and is_left(path) and path.is_file():
                        path.unlink(missing_ok=True)


_LEFT = re.compile(r"\.[0-9a-f]{40}\.[0-9]+")


def beside_output(folder: Path) -> Cache:
    """The cache in a folder that is built into. One that is a link keeps nothing: it would lead
    out of that folder."""
    inside = folder / CACHE
    linked = inside.is_symlink() or getattr(inside, "is_junction", bool)()  # told since 3.12
    return Cache(None if linked else inside)


def _parted(kept: bytes) -> tuple[bytes, bytes]:
    """The seal behind a kept image, and the image."""
    return kept[-_SEAL:], kept[:-_SEAL]


def _seal_place() -> Path | None:
    """The file with what this user's images are sealed with; None without a home."""
    cache = user_cache()
    return None if cache is None else cache.parent / "seal"


def _seal(key: str, data: bytes) -> bytes:
    whole = hmac.new(_secret(_seal_place()), key.encode() + b"\0", _HASH)
    whole.update(data)
    return whole.digest()


@functools.cache
def _secret(path: Path | None) -> bytes:
    """What this user's images are sealed with, made once; where it cannot be kept, each run has its
    own and draws all anew."""
    if path is None:
        return secrets.token_bytes(_SEAL)
    with suppress(OSError):
        if len(kept := read_bounded(path, _SEAL) or b"") == _SEAL:
            return kept
    made = secrets.token_bytes(_SEAL)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(made)
        os.replace(beside, path)
    except OSError:  # a folder of that name, a full disk
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    return made


Progress = Callable[[int, int], None]
"""Told how many images are ready, of how many."""


def draw_all(
    pictures: Sequence[Picture], cache: Cache, progress: Progress | None = None
) -> dict[str, bytes]:
    """All pictures by name, in alphabetical order; two processes draw where there is much to do."""
    keys = {picture.name: picture.key() for picture in pictures}
    ready = {name: data for name, key in keys.items() if (data := cache.get(key)) is not None}
    if progress:
        progress(len(ready), len(keys))
    missing = [picture for picture in pictures if picture.name not in ready]
    if missing:
        cache.sweep()
        _secret(_seal_place())  # before others draw, who would make one each where there is none
    for name, data in _drawn(missing):
        cache.put(keys[name], data)
        ready[name] = data
        if progress:
            progress(len(ready), len(keys))
    return {name: ready[name] for name in sorted(ready)}


def _drawn(missing: list[Picture]) -> Iterator[tuple[str, bytes]]:
    large = [picture for picture in missing if picture.large]
    small = [picture for picture in missing if not picture.large]
    if not large and len(small) <= _TOGETHER:
        yield from _draw(small)
        return
    from concurrent.futures import BrokenExecutor  # most pictures were drawn before

    from builder.machine.children import pool_of, starting

    # The large ones begin first, but it is the small ones that show progress.
    parts = [small[start : start + _TOGETHER] for start in range(0, len(small), _TOGETHER)]
    pool = pool_of(2)
    if pool is None:
        yield from _draw(missing)
        return
    try:
        with starting():
            waiting = [(pool.submit(_draw, [picture]), [picture]) for picture in large]
            begun = [(pool.submit(_draw, part), part) for part in parts]
        for future, part in [*begun, *waiting]:
            try:
                yield from future.result()
            except BrokenExecutor:  # a process was ended, as where memory is short
                yield from _draw(part)
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C nobody waits for the rest


def _draw(pictures: list[Picture]) -> list[tuple[str, bytes]]:
    return [(picture.name, picture.draw()) for picture in pictures]


def png(picture: Image) -> bytes:
    """The picture as the bytes of a PNG."""
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def jpeg(picture: Image) -> bytes:
    """The picture as the bytes of a JPEG that keeps small print legible."""
    plain = picture if picture.mode == "RGB" else picture.convert("RGB")
    if plain.width * plain.height <= _OPTIMIZED:
        with suppress(OSError):  # grain so fine that it overfills the one buffer that this needs
            return _jpeg(plain, optimize=True)
    return _jpeg(plain, optimize=False)


def _jpeg(picture: Image, optimize: bool) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=90, subsampling=0, optimize=optimize)
    return stream.getvalue()


def key_of(*parts: str) -> str:
    """A key of some texts and of the code that draws, so that no image outlives it."""
    return _hash(_drawing_code(), *parts)


def contents_of(folder: Path, *patterns: str) -> str:
    """What the files of a folder hold that match the patterns, for a key."""
    found = sorted(path for pattern in patterns for path in folder.glob(pattern))
    return _hash(*(f"{path.name}:{path.read_bytes().hex()}" for path in found))


@functools.cache
def _drawing_code() -> str:
    texts, top = [], files("builder.drawing")
    # Not `files` of each: that would load the code of all charts to read its texts.
    for folder in (top, top / "map", top / "charts"):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                texts.append(entry.name + entry.read_text(encoding="utf-8"))
    return _hash(*texts)


def _hash(*parts: str) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.encode())
        whole.update(b"\0")
    return whole.hexdigest()[:40]
