"""Following a folder: only whole, newest states arrive, each once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assistant.follow import PATIENCE, TOGETHER, Arrived, Follower, News, Rank, Trouble, look_at
from tests.hostile.conftest import folders_in_folders

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


def arrived(path: Path, data: bytes, batch: int = 0) -> Arrived[bytes]:
    """What is to arrive: in the batch of what was there at first, or a later one."""
    seen = look_at(path)
    assert seen is not None
    return Arrived(path, data, Rank(batch, seen))


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def told(news: News[bytes] | None) -> str:
    return news.text if isinstance(news, Trouble) else ""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def follower(tmp_path: Path, clock: Clock) -> Follower[bytes]:
    return Follower(tmp_path, read, (TornError,), (ForeignError,), clock=clock)


def put(path: Path, data: bytes, modified: int) -> Path:
    path.write_bytes(data)
    os.utime(path, ns=(modified, modified))
    return path


def test_nothing_there(follower: Follower[bytes]) -> None:
    assert follower.look() is None


def test_no_link_leads_out_of_the_folder(follower: Follower[bytes], tmp_path: Path) -> None:
    elsewhere = tmp_path.with_name(f"{tmp_path.name}-elsewhere")
    elsewhere.mkdir()
    (elsewhere / "diary.vsav").write_bytes(WHOLE)
    (tmp_path / "link.vsav").symlink_to(elsewhere / "diary.vsav")
    (tmp_path / "folder").symlink_to(elsewhere)
    follower.recursive = True
    assert follower.look() is None
    (tmp_path / "mine.vsav").write_bytes(WHOLE)
    (tmp_path / "link.vsav").unlink()
    (tmp_path / "link.vsav").symlink_to(tmp_path / "mine.vsav")
    assert follower.look() is not None


def test_folders_in_folders_without_end_are_looked_into_so_far(
    follower: Follower[bytes], tmp_path: Path
) -> None:
    follower.recursive = True
    with folders_in_folders(tmp_path, "a"):
        put(tmp_path / "a" / "a" / "mine.vsav", WHOLE, 1)
        assert follower.look() is not None


def test_a_state_arrives_once(follower: Follower[bytes], tmp_path: Path) -> None:
    path = put(tmp_path / "a.vsav", WHOLE + b"1", 10)
    assert follower.look() == arrived(path, WHOLE + b"1")
    assert follower.look() is None


def test_saved_again_under_the_same_name(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.vsav", WHOLE + b"1", 10)
    follower.look()
    path = put(tmp_path / "a.vsav", WHOLE + b"2", 11)
    assert follower.look() == arrived(path, WHOLE + b"2", 1)


def test_of_the_files_there_at_first_the_newest_arrives(
    follower: Follower[bytes], tmp_path: Path
) -> None:
    path = put(tmp_path / "b.vlog", WHOLE, 10)
    put(tmp_path / "a.vsav", WHOLE, 9)
    assert follower.look() == arrived(path, WHOLE)
    assert follower.look() is None


def test_an_attachment_with_an_old_stamp_is_news(
    follower: Follower[bytes], clock: Clock, tmp_path: Path
) -> None:
    put(tmp_path / "mine.vsav", WHOLE, 10)
    follower.look()
    clock.now = 60
    path = put(tmp_path / "attached.vlog", WHOLE + b"2", 3)
    assert follower.look() == arrived(path, WHOLE + b"2", 1)
    assert follower.look() is None
    clock.now = 120
    mine = put(tmp_path / "mine.vsav", WHOLE + b"3", 20)
    assert follower.look() == arrived(mine, WHOLE + b"3", 2)
    clock.now = 180
    path = put(tmp_path / "attached.vlog", WHOLE + b"4", 4)
    assert follower.look() == arrived(path, WHOLE + b"4", 3)
    assert follower.look() is None


def test_of_files_that_come_together_the_stamps_tell_the_newest(
    follower: Follower[bytes], clock: Clock, tmp_path: Path
) -> None:
    put(tmp_path / "mine.vsav", WHOLE, 10)
    follower.look()
    clock.now = 60
    put(tmp_path / "d.vsav", WHOLE, 4)
    first = put(tmp_path / "c.vsav", WHOLE + b"2", 6)
    assert follower.look() == arrived(first, WHOLE + b"2", 1)
    clock.now += TOGETHER / 2
    put(tmp_path / "b.vsav", WHOLE, 5)
    assert follower.look() is None
    clock.now += TOGETHER / 2
    path = put(tmp_path / "a.vsav", WHOLE + b"3", 7)
    assert follower.look() == arrived(path, WHOLE + b"3", 1)
    assert follower.look() is None


@pytest.mark.parametrize(("shown", "renamed"), [("b.vsav", "c.vsav"), ("b.vsav", "a.vsav")])
def test_the_shown_file_is_renamed(
    follower: Follower[bytes], clock: Clock, tmp_path: Path, shown: str, renamed: str
) -> None:
    put(tmp_path / shown, WHOLE, 10)
    follower.look()
    clock.now = 60
    path = (tmp_path / shown).rename(tmp_path / renamed)
    assert follower.look() == arrived(path, WHOLE)
    assert follower.look() is None


def test_another_file_renamed_is_no_news(
    follower: Follower[bytes], clock: Clock, tmp_path: Path
) -> None:
    put(tmp_path / "b.vsav", WHOLE, 10)
    put(tmp_path / "a.vsav", WHOLE, 9)
    follower.look()
    clock.now = 60
    (tmp_path / "a.vsav").rename(tmp_path / "c.vsav")
    assert follower.look() is None


def test_renamed(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.tmp", WHOLE, 10)
    assert follower.look() is None
    path = (tmp_path / "a.tmp").rename(tmp_path / "a.vsav")
    assert follower.look() == arrived(path, WHOLE, 1)


def test_half_written_then_whole(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.vsav", b"who", 10)
    assert follower.look() is None
    assert follower.waiting
    path = put(tmp_path / "a.vsav", WHOLE, 11)
    assert follower.look() == arrived(path, WHOLE, 1)
    assert not follower.waiting


def test_a_file_that_stays_torn_is_told_once(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.vsav", b"who", 10)
    news = [told(follower.look()) for _ in range(PATIENCE + 5)]
    assert [one for one in news if one] == ["it ends too early"]
    assert not follower.waiting


def test_a_file_called_damaged_is_tried_on(follower: Follower[bytes], tmp_path: Path) -> None:
    path = put(tmp_path / "a.vsav", b"who", 10)
    for _ in range(PATIENCE + 1):
        follower.look()
    path.write_bytes(WHOLE)
    os.utime(path, ns=(10, 10))
    assert follower.look() == arrived(path, WHOLE, 1)


def test_a_damaged_newest_gives_way_to_the_one_before(
    follower: Follower[bytes], tmp_path: Path
) -> None:
    older = put(tmp_path / "a.vsav", WHOLE, 10)
    put(tmp_path / "b.vsav", b"who", 11)
    news = [one for _ in range(PATIENCE + 3) if (one := follower.look())]
    assert [told(news[0]), news[1:]] == ["it ends too early", [arrived(older, WHOLE)]]


def test_the_shown_file_goes_away_for_a_moment(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "old.vsav", WHOLE, 9)
    path = put(tmp_path / "a.vsav", WHOLE, 10)
    assert follower.look() == arrived(path, WHOLE)
    path.unlink()
    assert follower.look() is None
    put(path, WHOLE + b"2", 8)
    assert follower.look() == arrived(path, WHOLE + b"2", 1)


@pytest.mark.parametrize("name", ["folder.vsav", "pipe.vsav", ".hidden.vsav"])
def test_what_is_no_save(follower: Follower[bytes], tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if "pipe" in name and hasattr(os, "mkfifo"):
        os.mkfifo(path)
    elif "hidden" in name:
        path.write_bytes(WHOLE)
    else:
        path.mkdir()
    assert follower.look() is None
    assert not follower.waiting


def test_saves_of_other_games_are_passed_over(tmp_path: Path) -> None:
    follower = Follower(tmp_path, read, (TornError,), foreign=(ForeignError,), clock=Clock())
    ours = put(tmp_path / "a.vsav", WHOLE, 10)
    put(tmp_path / "b.vsav", b"foreign", 11)
    assert follower.look() == arrived(ours, WHOLE)
    put(tmp_path / "c.vsav", b"foreign", 12)
    assert follower.look() is None
    later = put(tmp_path / "d.vsav", WHOLE + b"2", 13)
    assert follower.look() == arrived(later, WHOLE + b"2", 1)


def test_another_game_is_told_once(follower: Follower[bytes], tmp_path: Path) -> None:
    put(tmp_path / "a.vsav", b"foreign", 10)
    assert told(follower.look()) == "another game"
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
    assert follower.look() == arrived(path, WHOLE + b"2", 1)
