"""Writes a file whole or not at all: beside its place, and then in place of the old one."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write, making folders that are missing; a crash leaves the old file as it was.

    OSError, naming `path`, if it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, "Its folder is a file", str(path)) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        beside.chmod(0o644)
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)
