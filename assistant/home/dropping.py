"""Keeps a file that is dropped on the page in the workplace: whole or not at all."""

from __future__ import annotations

import filecmp
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

from builder import limits
from builder.files import DEVICES

MOST = {".vmod": int(limits.ENTRY), ".vsav": int(limits.WATCHED), ".vlog": int(limits.WATCHED)}
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
        raise DropError("Drop a save (.vsav), a log (.vlog) or a module (.vmod).")
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f".{secrets.token_hex(6)}.part"
    try:
        size = 0
        with beside.open("xb") as stream:
            async for part in parts:
                size += len(part)
                if size > MOST[suffix]:
                    raise DropError("The file is larger than any of its kind: is it the right one?")
                stream.write(part)
        path = _free(folder / name, beside)
        beside.replace(path)
        return path
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _free(path: Path, fresh: Path) -> Path:
    """The path, or one with a number if another file of that name lies there."""
    wanted, number = path, 1
    while wanted.exists() and not filecmp.cmp(wanted, fresh, shallow=False):
        number += 1
        wanted = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return wanted
