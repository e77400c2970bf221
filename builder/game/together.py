"""Files of a folder that belong together are written all or none of them, whatever happens.

What is to be written is kept in one file first, `.intended.zip`: who dies in the middle has it
carried out by whoever opens the folder next, but not over a file that somebody changed meanwhile.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from builder import limits
from builder.files import is_there, write_whole
from builder.game.inside import no_way_out
from builder.game.problems import Problem, ProblemsError
from builder.parts import sweep
from builder.saying import quoting
from builder.vassal.buildfile.archive import open_entry

INTENDED = ".intended.zip"
_GONE = ".gone"
_BEFORE = ".before"
_KINDS = (".csv", ".toml", ".xml", ".json")

_WAIT = 10.0
"""Seconds for which a program waits for another one that writes."""


@contextmanager
def alone(folder: Path, game: Path | None = None) -> Iterator[None]:
    """While it lasts no other program of Kessel's writes this folder, and what one that died left
    there half written is gone; ProblemsError if one is writing and does not end, or if what one
    left undone cannot be ended. Of a `game`, whose folder may be a stranger's, also if it is gone,
    and for links in it that lead out: they may have come since it was read.
    """
    from filelock import FileLock, Timeout  # takes long to load, and most commands write nothing

    if game is not None:
        sure_there(game)  # else it would be made anew, with nothing but the lock in it
        no_way_out(game)
    new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=_WAIT), _clean(folder, new):
            _end_what_was_begun(folder)
            sweep(folder)
            yield
    except Timeout:
        text = "Another program is writing here."
        raise ProblemsError([Problem(str(folder), 0, text, "Try again in a moment.")]) from None


def sure_there(game: Path) -> None:
    """ProblemsError if a game's folder was moved away, or its disk was, while a page shows it."""
    if not game.is_dir():
        remedy = "Put it back, or begin anew with another."
        raise ProblemsError([Problem(str(game), 0, GONE, remedy)])


GONE = "The game's folder is not there any more."


@contextmanager
def _clean(folder: Path, new: bool) -> Iterator[None]:
    """Take a folder away again that was made for what then could not be written."""
    try:
        yield
    except BaseException:
        if new and [path.name for path in folder.iterdir()] == [".lock"]:
            with suppress(OSError):
                (folder / ".lock").unlink()
                folder.rmdir()
        raise


def settled(folder: Path) -> None:
    """Wait for a program that writes in this folder, or end what one left undone; ProblemsError if
    that cannot be done."""
    try:
        if not is_there(folder / INTENDED):
            return
    except OSError:  # who reads the folder tells why he cannot
        return
    try:
        with alone(folder):
            pass
    except OSError as error:
        raise _undone(folder, error.strerror or "it cannot be written") from None


@dataclass(frozen=True)
class _Intent:
    """What is to be written, None for what is to go, and the signs of what was there before."""

    files: Mapping[str, bytes | None]
    before: Mapping[str, str]

    def packed(self) -> bytes:
        """As it is kept; the same intent gives the same bytes."""
        kept = {name: data for name, data in self.files.items() if data is not None}
        kept[_GONE] = json.dumps([name for name in self.files if name not in kept]).encode()
        kept[_BEFORE] = json.dumps(self.before).encode()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, data in kept.items():
                archive.writestr(zipfile.ZipInfo(name), data)
        return packed.getvalue()

    def changed(self, folder: Path) -> list[str]:
        """The files that are neither what they were nor what they are to be."""
        return [
            name
            for name, data in self.files.items()
            if _sign_of(folder / name) not in (self.before[name], _sign(data))
        ]

    def carry_out(self, folder: Path) -> None:
        """Write and take away, and last what it was kept in."""
        for name, data in self.files.items():
            if data is None:
                (folder / name).unlink(missing_ok=True)
            else:
                write_whole(folder / name, data)
        (folder / INTENDED).unlink(missing_ok=True)


def write_together(folder: Path, files: Mapping[str, bytes | None]) -> None:
    """Write these files, all or none of them; None takes one away. To be called while `alone`.
    OSError if the system refuses one: those that were written before it are as they were."""
    ordered = dict(sorted(files.items()))
    old = {name: _bytes_of(folder / name) for name in ordered}
    intent = _Intent(ordered, {name: _sign(data) for name, data in old.items()})
    write_whole(folder / INTENDED, intent.packed())
    try:
        intent.carry_out(folder)
    except OSError:
        with suppress(OSError):  # who opens the folder next ends it else
            changed = {name for name, data in old.items() if _sign_of(folder / name) != _sign(data)}
            _Intent({name: old[name] for name in changed}, {}).carry_out(folder)
        raise


def _bytes_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _sign_of(path: Path) -> str:
    return _sign(_bytes_of(path))


def _sign(data: bytes | None) -> str:
    """By which it is known whether a file was changed; empty for none."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _end_what_was_begun(folder: Path) -> None:
    intended = folder / INTENDED
    if not intended.is_file():
        return
    try:
        intent = _read(intended)
    except (ValueError, KeyError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile):
        raise _undone(folder, "what was to be written is damaged") from None
    if changed := intent.changed(folder):
        raise ProblemsError([_changed(folder, name) for name in changed])
    intent.carry_out(folder)


def _read(path: Path) -> _Intent:
    """What somebody meant to write; the folder may be a stranger's. ValueError and the errors of
    archives for what is none."""
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        if sum(info.file_size for info in infos) > limits.TOGETHER:
            raise ValueError("it is too large")
        kept = {}
        for info in infos:
            with open_entry(archive, info) as stream:
                kept[info.filename] = stream.read()
    gone, before = json.loads(kept.pop(_GONE)), json.loads(kept.pop(_BEFORE))
    if not isinstance(gone, list) or not all(map(_inside, [*kept, *gone])):
        raise ValueError("it leads out of the folder")
    files: dict[str, bytes | None] = {**dict.fromkeys(gone), **kept}
    if not isinstance(before, dict) or before.keys() != files.keys():
        raise ValueError("it does not say what was there")
    return _Intent(files, before)


def _inside(name: object) -> bool:
    if not isinstance(name, str) or not name.endswith(_KINDS):
        return False
    parts = name.split("/")
    return all(part and part[0] != "." and "\\" not in part and ":" not in part for part in parts)


def _changed(folder: Path, name: str) -> Problem:
    text = "The file was changed after Kessel was stopped while it wrote the files here."
    remedy = quoting(
        "To keep them as they are now, take the file {file} away; to have the rest written, take "
        "this one away.",
        file=INTENDED,
    )
    return Problem(str(folder / name), 0, text, remedy)


def _undone(folder: Path, why: str) -> ProblemsError:
    text = quoting("The files here were written only in part: {text}.", text=why)
    remedy = quoting("Make room on the disk, or take the file {file} away.", file=INTENDED)
    return ProblemsError([Problem(str(folder), 0, text, remedy)])
