"""Files are written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from builder import files
from builder.files import write_whole
from builder.vassal.container import open_archive
from builder.vassal.errors import VassalFileError


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "x.pdf"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.pdf"
    write_whole(path, b"one")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "replace", fail)
    with pytest.raises(OSError, match="No space left") as raised:
        write_whole(path, b"two")
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["x.pdf"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no such files")
def test_what_the_system_calls_empty_is_not_waited_for() -> None:
    """As /proc/kmsg, which only its owner may open, and which waits when it is read."""
    path = Path("/proc/self/status")
    assert path.read_bytes()
    assert files.read_bounded(path, 10) == b""
    with pytest.raises(VassalFileError, match="it is empty"), open_archive(path):
        pass
