"""Following a folder: only whole, newest states arrive, each once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assistant.follow import PATIENCE, Arrived, Follower, Trouble

WHOLE = b"whole:"


class TornError(Exception):
    """The file ends too early."""


class ForeignError(Exception):
    """A file that nothing can be made of."""


def read(path: Path) -> bytes:
    data = path.read_bytes()
    if data.startswith(b"foreign"):
        raise ForeignError("another game")
    if not data.startswith(WHOLE):
        raise TornError("it ends too early")
    return data


@pytest.fixture
def follower(tmp_path: Path) -> Follower[bytes]:
    return Follower(tmp_path, read, (TornError,), (ForeignError,))


def put(path: Path, data: bytes, modified: int) -> Path:
    path.write_bytes(data)
    os.utime(path, ns=(modified, modified))
    return path


def test_nothing_there(follower: Follower[bytes]) -> None:
    assert follower.look() is None


def test_a_state_arrives_once(follower: Follower[bytes], tmp_path: Path) -> None:
    path = put(tmp_path / "a.vsav", WHOLE + b"1", 10)
    assert follower.look() == Arrived(path, WHOLE + b"1")
    assert follower.look() is None


def test_saved_again_under_the_same_name(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.vsav", WHOLE + b"1", 10)
    follower.look()
    path = put(tmp_path / "a.vsav", WHOLE + b"2", 11)
    assert follower.look() == Arrived(path, WHOLE + b"2")


def test_an_older_file_is_not_news(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "b.vlog", WHOLE, 10)
    follower.look()
    put(tmp_path / "a.vsav", WHOLE, 9)
    assert follower.look() is None


def test_renamed(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.tmp", WHOLE, 10)
    assert follower.look() is None
    path = (tmp_path / "a.tmp").rename(tmp_path / "a.vsav")
    assert follower.look() == Arrived(path, WHOLE)


def test_half_written_then_whole(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.vsav", b"who", 10)
    assert follower.look() is None
    assert follower.waiting
    path = put(tmp_path / "a.vsav", WHOLE, 11)
    assert follower.look() == Arrived(path, WHOLE)
    assert not follower.waiting


def test_a_file_that_stays_torn_is_told_once(follower: Follower[bytes], tmp_path: Path) -> None:
    path = put(tmp_path / "a.vsav", b"who", 10)
    told = [follower.look() for _ in range(PATIENCE + 5)]
    assert [one for one in told if one] == [Trouble(path, "it ends too early")]


def test_another_game_is_told_once(follower: Follower[bytes], tmp_path: Path) -> None:
    path = put(tmp_path / "a.vsav", b"foreign", 10)
    assert follower.look() == Trouble(path, "another game")
    assert follower.look() is None


@pytest.mark.parametrize("recursive", [False, True])
def test_subfolders_by_option(tmp_path: Path, recursive: bool) -> None:
    (tmp_path / "deep").mkdir()
    put(tmp_path / "deep" / "a.vsav", WHOLE, 10)
    found = Follower(tmp_path, read, (TornError,), recursive=recursive).look()
    assert (found is not None) == recursive


def test_changed_while_it_was_read(tmp_path: Path) -> None:
    path = put(tmp_path / "a.vsav", WHOLE + b"1", 10)

    def slow(path: Path) -> bytes:
        data = read(path)
        put(path, WHOLE + b"2", 11)
        return data

    follower = Follower(tmp_path, slow, (TornError,))
    assert follower.look() is None
    follower.read = read
    assert follower.look() == Arrived(path, WHOLE + b"2")


def test_a_thousand_rewrites_leave_no_open_files(follower: Follower[bytes], tmp_path: Path) -> None:
    fds = Path("/proc/self/fd")
    before = len(list(fds.iterdir())) if fds.is_dir() else 0
    arrived = 0
    for number in range(1000):
        data = (WHOLE if number % 3 else b"wh") + str(number).encode()
        put(tmp_path / "a.vsav", data, number + 1)
        news = follower.look()
        if isinstance(news, Arrived):
            assert news.state == data
            arrived += 1
    assert arrived == 666
    assert (len(list(fds.iterdir())) if fds.is_dir() else 0) == before
