"""Keeps a file that is dropped on the page in the workplace: whole or not at all."""

from __future__ import annotations

import filecmp
import re
from collections.abc import AsyncIterator
from pathlib import Path

from builder import limits
from builder.files import DEVICES
from builder.parts import part_of, place_new

MOST = {
    ".vmod": int(limits.ENTRY),
    ".vmdx": int(limits.ENTRY),
    ".vsav": int(limits.WATCHED),
    ".vlog": int(limits.WATCHED),
}
"""Bytes of a file by its ending; no other file is taken."""

_STRANGE = re.compile(r'[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069<>:"/\\|?*]')
_LONGEST = 180
"""Bytes of a file's name that are kept, from its end: systems allow 255."""


class DropError(ValueError):
    """The file is not taken; one sentence."""


def _plain(name: str) -> str:
    """A name that every system takes and nobody reads otherwise, its ending kept."""
    plain = _STRANGE.sub("_", name).strip(" .").encode(errors="replace")
    return plain[-_LONGEST:].decode(errors="ignore").strip()


async def put(parts: AsyncIterator[bytes], folder: Path, name: str) -> Path:
    """Where the dropped file lies now. DropError, or OSError as when the disk is full."""
    name = _plain(name)
    suffix = Path(name).suffix.lower()
    if suffix not in MOST or name.startswith(".") or DEVICES.match(name):
        raise DropError(
            "Drop a save (.vsav), a log (.vlog), a module (.vmod) or an extension of one (.vmdx)."
        )
    folder.mkdir(parents=True, exist_ok=True)
    size = 0
    with part_of(folder / name) as beside:
        async for part in parts:
            size += len(part)
            if size > MOST[suffix]:
                raise DropError("The file is larger than any of its kind: is it the right one?")
            beside.stream.write(part)
        beside.settle()
        return _placed(beside.path, folder / name)


def _placed(fresh: Path, path: Path) -> Path:
    """Where what was dropped lies: at the path, or at one with a number if another file of that
    name lies there, even one that was dropped at the same moment."""
    wanted, number = path, 1
    while True:
        try:
            place_new(fresh, wanted)
        except FileExistsError:
            if wanted.is_file() and filecmp.cmp(wanted, fresh, shallow=False):
                return wanted
            number += 1
            wanted = path.with_name(f"{path.stem}-{number}{path.suffix}")
        else:
            return wanted
