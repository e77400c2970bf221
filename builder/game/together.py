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
from pathlib import Path

from builder import limits
from builder.files import write_whole
from builder.game.problems import Problem, ProblemsError
from builder.saying import quoting
from builder.vassal.buildfile.archive import open_entry

INTENDED = ".intended.zip"
_GONE = ".gone"
_BEFORE = ".before"
_KINDS = (".csv", ".toml", ".xml", ".json")

_WAIT = 10.0
"""Seconds for which a program waits for another one that writes."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While it lasts no other program of Kessel's writes this folder; ProblemsError if one is
    writing and does not end, or if what one left undone cannot be ended."""
    from filelock import FileLock, Timeout  # takes long to load, and most commands write nothing

    new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=_WAIT), _clean(folder, new):
            _carry_out(folder)
            yield
    except Timeout:
        text = "Another program is writing here."
        raise ProblemsError([Problem(str(folder), 0, text, "Try again in a moment.")]) from None


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
    if (folder / INTENDED).exists():
        try:
            with alone(folder):
                pass
        except OSError as error:
            raise _undone(folder, error.strerror or "it cannot be written") from None


def write_together(folder: Path, files: Mapping[str, bytes | None]) -> None:
    """Write these files, all or none of them; None takes one away. To be called while `alone`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in sorted(files.items()):
            if data is not None:
                archive.writestr(zipfile.ZipInfo(name), data)
        gone = sorted(name for name, data in files.items() if data is None)
        archive.writestr(zipfile.ZipInfo(_GONE), json.dumps(gone))
        before = {name: _sign(folder / name) for name in sorted(files)}
        archive.writestr(zipfile.ZipInfo(_BEFORE), json.dumps(before))
    write_whole(folder / INTENDED, packed.getvalue())
    _carry_out(folder)


def _sign(path: Path) -> str:
    """By which it is known whether a file was changed; empty for none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _carry_out(folder: Path) -> None:
    intended = folder / INTENDED
    if not intended.is_file():
        return
    try:
        files, gone, before = _read(intended)
    except (ValueError, KeyError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile):
        raise _undone(folder, "what was to be written is damaged") from None
    wanted = dict.fromkeys(gone, "")
    wanted |= {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    found = {name: _sign(folder / name) for name in wanted}
    changed = [name for name in wanted if found[name] not in (before[name], wanted[name])]
    if changed:
        raise ProblemsError([_changed(folder, name) for name in changed])
    for name, data in files.items():
        write_whole(folder / name, data)
    for name in gone:
        (folder / name).unlink(missing_ok=True)
    intended.unlink(missing_ok=True)


def _read(path: Path) -> tuple[dict[str, bytes], list[str], dict[str, str]]:
    """What is to be written and to be taken away, and the signs of what was there before; the
    folder may be a stranger's."""
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        if sum(info.file_size for info in infos) > limits.TOGETHER:
            raise ValueError("it is too large")
        files = {}
        for info in infos:
            with open_entry(archive, info) as stream:
                files[info.filename] = stream.read()
    gone, before = json.loads(files.pop(_GONE)), json.loads(files.pop(_BEFORE))
    if not isinstance(gone, list) or not all(map(_inside, [*files, *gone])):
        raise ValueError("it leads out of the folder")
    if not isinstance(before, dict) or before.keys() != {*files, *gone}:
        raise ValueError("it does not say what was there")
    return files, gone, before


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
