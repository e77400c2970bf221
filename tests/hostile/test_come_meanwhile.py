"""What comes while a command is at work is not replaced unasked, and what dead programs left of their
writing is swept: nothing else is."""

import errno
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli import replacing
from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.live.recorder import LogRecorder
from assistant.words.voice import general
from builder import parts
from builder.files import ComeMeanwhileError, look, write_made, write_whole
from builder.game.skeleton import new_game
from builder.parts import folder_part_of, name_for, part_of, place_new, sweep
from tests.wide import all_but

CASE = 'game = "small"\n[[unit]]\ncounter = "red-3-armour"\nhex = "0502"\n'
EVENING = str(Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog")

COMMANDS = {
    "build": ("build", "small", "-o", "out"),
    "sheets": ("sheets", "small", "-o", "out", "--no-map"),
    "picture": ("picture", "case.toml", "-o", "x.png"),
    "position": ("position", "case.toml", "-o", "x.toml"),
    "setup": ("setup", "small", "first-day", "-o", "x.vsav"),
    "pack": ("own", "small", "--pack", "x.zip"),
    "referee": ("referee", EVENING, "--html", "x.html"),
    "serve": ("serve", "case.toml", "--html", "x.html"),
    "plan": ("plan", "first.vsav", "--log", "x.vlog"),
}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("meanwhile")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("KESSEL_OWN", str(folder / "own"))
        new_game("small", Path("source-art"))
        Path("case.toml").write_text(CASE)
        Path("own/small").mkdir(parents=True)
        Path("own/small/counters.csv").write_text("id,name\nred-3-armour,Mine\n")
        assert CliRunner().invoke(app, ["setup", "small", "first-day", "-o", "first.vsav"])
        yield folder


@pytest.mark.parametrize("name", all_but(COMMANDS, "referee", "sheets"))
def test_what_comes_after_a_command_looked_is_left(
    name: str, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the same is asked for twice at one moment, or somebody saves a file beside it."""
    monkeypatch.chdir(workplace)
    monkeypatch.setenv("KESSEL_OWN", str(workplace / "own"))
    came: dict[Path, bytes] = {}

    def looked(paths: list[Path]) -> object:
        found = look(paths)
        for path in paths:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"mine")
            came[path] = b"mine"
        return found

    monkeypatch.setattr(replacing, "look", looked)
    result = CliRunner().invoke(app, COMMANDS[name])
    assert {path: path.read_bytes() for path in came} == came
    for path in came:
        path.unlink()
    assert not list(workplace.rglob(".*.part"))
    assert isinstance(result.exception, OSError | Exception)
    (told,) = explain(result.exception, general("en")) or [""]
    first = next(iter(came))
    assert told.startswith(f"{first}: ")
    assert "force" in told or "another name" in told


def test_what_came_is_told_in_spanish_too(tmp_path: Path) -> None:
    path = tmp_path / "x"
    looked, _ = look([path])
    path.write_bytes(b"mine")
    with pytest.raises(ComeMeanwhileError) as raised:
        write_whole(path, b"other", looked)
    (english,), (spanish,) = (explain(raised.value, general(code)) or [""] for code in ("en", "es"))
    assert english.startswith(f"{path}: Somebody else wrote")
    assert english != spanish
    assert "--force" in spanish
    assert "Somebody" not in spanish


@pytest.mark.parametrize("links", [True, False], ids=["links", "a stick"])
def test_a_name_is_taken_once(links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sticks know no second name for a file."""

    def none(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", none)
    won: list[int] = []
    ready = threading.Barrier(8)

    def write(number: int) -> None:
        with part_of(tmp_path / "x") as part:
            part.stream.write(bytes([number]) * 1000)
            part.settle()
            ready.wait()
            try:
                place_new(part.path, tmp_path / "x")
            except FileExistsError:
                return
            won.append(number)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    (number,) = won
    assert (tmp_path / "x").read_bytes() == bytes([number]) * 1000
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_stick_that_is_full_keeps_no_empty_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    monkeypatch.setattr(os, "replace", full)
    looked, _ = look([tmp_path / "x"])
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "x", b"new", looked)
    assert list(tmp_path.iterdir()) == []


def test_the_same_twice_is_no_loss(tmp_path: Path) -> None:
    looked, _ = look([tmp_path / "x"])
    write_whole(tmp_path / "x", b"new", looked)
    write_whole(tmp_path / "x", b"new", looked)
    assert (tmp_path / "x").read_bytes() == b"new"


def test_a_link_that_came_meanwhile_is_not_followed(tmp_path: Path) -> None:
    looked, _ = look([tmp_path / "x"])
    (tmp_path / "x").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ComeMeanwhileError):
        write_whole(tmp_path / "x", b"new", looked)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("then", [b"edited", None], ids=["edited", "taken away"])
def test_what_kessel_left_is_looked_at_once_more(then: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    write_made(path, b"<html></html>")
    looked, others = look([path])
    assert others == []
    if then is None:
        path.unlink()
        write_made(path, b"<html>new</html>", looked)
        assert path.read_bytes().startswith(b"<html>new")
        return
    path.write_bytes(then)
    with pytest.raises(ComeMeanwhileError):
        write_made(path, b"<html>new</html>", looked)
    assert path.read_bytes() == then


def test_the_next_part_of_a_live_log_replaces_no_older_one(tmp_path: Path) -> None:
    told: list[str] = []
    older = tmp_path / "evening-2.vlog"
    older.write_bytes(b"of last week")
    log = LogRecorder(
        tmp_path / "evening.vlog",
        None,
        lambda: ("M", "1"),
        list,
        told.append,  # type: ignore[arg-type]
    )
    for _ in range(3):
        log.met("begin_save\x1bend_save")
        log.played("LOG\tCHAT<a> - x")
    log.close()
    assert older.read_bytes() == b"of last week"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "evening-2.vlog", "evening-3.vlog", "evening-4.vlog", "evening.vlog"
    ]  # fmt: skip


KEPT = (
    "mine.part", ".mine.part", ".mine.kessel-1.part", ".mine.kessel-0a1b2c3X.part",
    "mine.kessel-0a1b2c34.part", ".mine.0a1b2c34.part", ".mine.kessel-0a1b2c34.part",
    ".mine.kessel-0a1b2c34-0a1b2c34.part",
)  # fmt: skip


@pytest.mark.forks
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_what_was_killed_is_swept_by_the_next_who_writes_there(tmp_path: Path) -> None:
    for name in KEPT:
        (tmp_path / name).write_bytes(b"a user's")
    (tmp_path / "elsewhere").write_bytes(b"a user's")
    name_for(tmp_path / "x").symlink_to(tmp_path / "elsewhere")
    kept = {path.name for path in tmp_path.iterdir()}
    if not (child := os.fork()):
        with part_of(tmp_path / "x.vmod"), folder_part_of(tmp_path / "ad") as beside:
            (beside / "deep").mkdir()
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert len({path.name for path in tmp_path.iterdir()} - kept) == 2
    with part_of(tmp_path / "living"), folder_part_of(tmp_path / "living too") as living:
        held = {path.name for path in tmp_path.iterdir()} - kept
        write_whole(tmp_path / "other", b"")
        assert {path.name for path in tmp_path.iterdir()} == kept | held | {"other"}
        assert living.name in held
        assert all("living" in name for name in held)


def test_ctrl_c_before_the_first_byte_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "_hold", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "x", b"")
    assert list(tmp_path.iterdir()) == []


def test_a_name_as_long_as_systems_take_is_written(tmp_path: Path) -> None:
    for letter, many in (("x", 250), ("\u9678", 83)):
        write_whole(tmp_path / f"{letter * many}.csv", b"x")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"x", b"x"]


def test_where_no_lock_tells_the_old_are_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "fcntl", None)
    old, new = (name_for(tmp_path / "x") for _ in "45")
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [new.name]
    with part_of(tmp_path / "x") as part:
        part.settle()
        place_new(part.path, tmp_path / "x")
