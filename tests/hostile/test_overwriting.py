"""Nothing of a user's is lost: not by a command that writes, a full disk, or a broken cache."""

import errno
import hashlib
import os
import stat
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path
from typing import NoReturn

import pytest
from PIL import Image
from typer.testing import CliRunner

from assistant.board.images import Images
from assistant.board.tiles import tiles_key
from assistant.cli import printing
from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.report.sheet import Sheet
from assistant.words.voice import general
from builder import files
from builder.files import strangers, write_folder, write_made, write_whole
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.art import Cache, _secret, beside_output
from builder.sealing import is_sealed, sealed
from builder.sheets import game as printed
from tests.hostile.conftest import bounded

CASE = 'game = "dagc"\nboard = "blank"\n[[unit]]\nid = "A"\nside = "german"\ntype = "infantry"\nstrength = [4, 2]\nhex = "4416"\n'
EVENING = "docs/examples/evening.vlog"


def told(*words: object) -> str:
    """The problems of a command that is refused; empty if it is not."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(result.exception, ProblemsError):
        return str(result.exception)
    assert result.exit_code == 0, result.exception
    return ""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "case.toml"
    path.write_text(CASE)
    return path


@pytest.mark.parametrize("command", ["position", "picture"])
@pytest.mark.parametrize("name", ["thesis.png", "game.toml", "case.toml", "counters.csv", "a.vmod"])
def test_a_file_is_not_replaced_unasked(command: str, name: str, case: Path) -> None:
    there = case.parent / name
    before = CASE if name == "case.toml" else "mine"
    there.write_text(before)
    refusal = told(command, case, "-o", there)
    assert "already there" in refusal
    # What bears no seal may well be as Kessel left it.
    assert ("not as Kessel left it" in refusal) == (there.suffix in (".png", ".vmod"))
    assert there.read_text() == before


def test_force_replaces_and_own_pictures_are_made_anew(case: Path) -> None:
    there = case.parent / "x.png"
    there.write_text("mine")
    assert told("picture", case, "-o", there, "--force") == ""
    assert told("picture", case, "-o", there) == ""
    assert told("position", case, "-o", case, "--force") == ""
    assert "dagc" in case.read_text()


WRITING = [
    (("picture", "CASE", "-o"), "x.jpg", "x.png"),
    (("position", "CASE", "-o"), "x.vsav", "x.toml"),
    (("setup", "aldra", "the-bridge", "-o"), "x.vmod", "x.vsav"),
    (("referee", EVENING, "--html"), "x.pdf", "x.html"),
    (("serve", "CASE", "--html"), "x.htm", "x.html"),
    (("plan", "CASE", "--log"), "x.vsav", "x.vlog"),
    (("live", "--game", "dagc", "--log"), "x.toml", "x.vlog"),
    (("own", "dagc", "--pack"), "x.rar", "x.zip"),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
@pytest.mark.parametrize(("words", "_", "name"), WRITING)
def test_what_is_no_file_is_not_written_to(
    words: tuple[str, ...], _: str, name: str, case: Path
) -> None:
    """A pipe waited for ever for who reads it; a link to a device took the bytes."""
    there = case.parent / name
    typed = *(case if word == "CASE" else word for word in words), there, "--force"
    os.mkfifo(there)
    assert f"{there}: It is no plain file. Choose another name." in told(*typed)
    there.unlink()
    there.symlink_to("/dev/null")
    assert "no plain file" in told(*typed)
    with pytest.raises(OSError, match="no plain file"):
        write_whole(there, b"x")


@pytest.mark.parametrize(
    ("words", "name", "meant"),
    [
        *WRITING,
        (("picture", "CASE", "-o"), "x", "x.png"),
        (("build", "aldra", "-o"), "x.vmod", "-o x"),
        (("sheets", "aldra", "-o"), "x.pdf", "-o x"),
    ],
)
def test_a_name_does_not_promise_what_is_not_written(
    words: tuple[str, ...], name: str, meant: str, case: Path
) -> None:
    there = case.parent / name
    refusal = told(*(case if word == "CASE" else word for word in words), there)
    assert name in refusal
    assert f"{meant}." in refusal
    assert not there.exists()


def test_a_page_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    log = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
    page = tmp_path / "x.html"
    page.write_text("mine")
    assert "already there" in told("referee", log, "--html", page)
    assert page.read_text() == "mine"
    write_made(page, b"<html></html>")  # one of ours is made anew
    assert strangers([page]) == []
    page.write_bytes(page.read_bytes() + b"<p>my notes</p>")
    assert strangers([page]) == [page]


def test_a_module_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    new_game("small", tmp_path)
    folder = tmp_path / "out"
    assert told("build", tmp_path / "small", "-o", folder) == ""
    assert told("build", tmp_path / "small", "-o", folder) == ""
    assert not (tmp_path / ".cache").exists()
    module = next(folder.glob("*.vmod"))
    with zipfile.ZipFile(module, "a") as archive:  # as by somebody who draws a counter anew
        archive.writestr("images/mine.png", b"mine")
    assert "already there" in told("build", tmp_path / "small", "-o", folder)
    assert zipfile.ZipFile(module).read("images/mine.png") == b"mine"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", b"<mine/>")
    assert "already there" in told("build", tmp_path / "small", "-o", folder)
    assert zipfile.ZipFile(module).read("buildFile.xml") == b"<mine/>"
    assert told("build", tmp_path / "small", "-o", folder, "--force") == ""


def test_sheets_know_their_own(tmp_path: Path) -> None:
    new_game("small", tmp_path)
    folder = tmp_path / "out"
    words = ("sheets", tmp_path / "small", "--no-map", "-o", folder)
    assert told(*words) == ""
    assert told(*words) == ""
    sheet = sorted(folder.glob("*.pdf"))[0]
    assert strangers(folder.glob("*.pdf")) == []
    for mine in (b"%PDF-1.4 mine", sheet.read_bytes() + b"% my notes"):
        sheet.write_bytes(mine)
        assert "already there" in told(*words)
        assert sheet.read_bytes() == mine


@pytest.mark.parametrize("ending", [".vmod", ".pdf", ".png", ".html"])
def test_a_file_is_known_again_until_somebody_changes_it(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    stream = BytesIO()
    Image.new("RGB", (2, 2)).save(stream, "PNG")
    write_made(path, stream.getvalue())
    left = path.read_bytes()
    assert is_sealed(path)
    for at in range(len(left)):
        path.write_bytes(left[:at] + b"?" + left[at + 1 :])
        assert not is_sealed(path), at
    for changed in (left + b"?", left[:-1], left[1:], b""):
        path.write_bytes(changed)
        assert not is_sealed(path)


def test_new_files_have_the_users_rights(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "old").write_bytes(b"x")
    (tmp_path / "old").chmod(0o600)
    write_whole(tmp_path / "old", b"y")
    assert stat.S_IMODE((tmp_path / "old").stat().st_mode) == 0o600


def test_a_read_only_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"mine")
    path.chmod(0o444)
    with pytest.raises(PermissionError) as raised:
        write_whole(path, b"other")
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"mine"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_new_game_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def full(handle: int) -> None:
        written.append(handle)
        if len(written) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        new_game("small", tmp_path)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert new_game("small", tmp_path)


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(OSError, match="already there"):
        write_folder(tmp_path / "x", {"a": b""})


def test_a_damaged_kept_picture_is_drawn_anew(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("key", b"picture")
    assert cache.get("key") == b"picture"
    (tmp_path / "key.png").write_bytes(b"")
    assert cache.get("key") is None
    (tmp_path / "key.png").write_bytes(b"other" * 20)
    assert cache.get("key") is None


def test_a_kept_picture_that_lies_is_drawn_anew(tmp_path: Path) -> None:
    """As one in the folder that a stranger's game came in, or one laid under another's key."""
    cache = Cache(tmp_path)
    lie = b"no picture"
    (tmp_path / "key.png").write_bytes(lie + hashlib.sha256(lie).digest())
    assert cache.get("key") is None
    cache.put("other", b"picture")
    (tmp_path / "other.png").replace(tmp_path / "key.png")
    assert cache.get("key") is None


def test_kept_pictures_do_not_leave_the_folder_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".cache").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    beside_output(tmp_path).put("key", b"picture")
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("writable", [True, False])
def test_what_pictures_are_sealed_with_is_the_users_alone(tmp_path: Path, writable: bool) -> None:
    path = tmp_path / "cache" / "seal" if writable else tmp_path / "file" / "seal"
    (tmp_path / "file").write_bytes(b"")
    first = _secret(path)
    _secret.cache_clear()
    assert (_secret(path) == first) is writable
    if writable and os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_a_full_disk_keeps_a_drawn_picture_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path)
    cache.put("old", b"picture")
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        write(path, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    cache.put("old", b"another")
    cache.put("new", b"another")
    assert (cache.get("old"), cache.get("new")) == (b"picture", None)
    assert [path.name for path in tmp_path.iterdir()] == ["old.png"]


def test_what_a_dead_program_left_of_a_kept_picture_is_swept(tmp_path: Path) -> None:
    key = "0123456789" * 4
    old, new, strange = (tmp_path / f".{key}.123", tmp_path / f".{key}.456", tmp_path / ".x.123")
    for path in (old, new, strange):
        path.write_bytes(b"half")
    for path in (old, strange):
        os.utime(path, (0, 0))
    Cache(tmp_path).sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == [new.name, strange.name]
    Cache(tmp_path / "none").sweep()


def test_what_lies_in_the_way_may_have_any_size(tmp_path: Path) -> None:
    """No sum is worked out of what is larger than all that Kessel writes."""
    endless, claimed = tmp_path / "a.pdf", tmp_path / "b.pdf"
    for path, tail in ((endless, b"%%EOF"), (claimed, sealed(b"", ".pdf"))):
        with path.open("wb") as stream:
            stream.truncate(64 << 30)
            stream.seek(0, os.SEEK_END)
            stream.write(tail)
    with bounded(2, 128 << 20):
        assert strangers([endless, claimed]) == [endless, claimed]


@pytest.mark.parametrize("kept", [b"no picture", b"small"])
def test_a_kept_map_that_is_none_is_drawn_anew(
    kept: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it bears the user's own seal."""
    monkeypatch.setattr("assistant.report.sheet.picture_cache", lambda: Cache(tmp_path))
    if kept == b"small":
        stream = BytesIO()
        Image.new("RGB", (9, 9)).save(stream, "PNG")
        kept = stream.getvalue()
    sheet = Sheet(load_game("tarsa"), own=True)
    Cache(tmp_path).put(sheet.keys["en"], kept)
    assert sheet.found("en") is None
    whole = BytesIO()
    Image.new("RGB", (sheet.layout.width, sheet.layout.height)).save(whole, "PNG")
    Cache(tmp_path).put(sheet.keys["en"], whole.getvalue())
    assert sheet.found("en") == whole.getvalue()


def test_kept_tiles_that_are_none_are_cut_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("0-0-0", b"tile")
    monkeypatch.setattr("assistant.board.images.picture_cache", lambda: Cache(tmp_path))
    images, sheet = Images(), Sheet(load_game("tarsa"), own=True)
    monkeypatch.setattr(images.aside, "run", lambda *_: archive.getvalue())
    Cache(tmp_path).put(tiles_key(sheet, "en"), b"no archive")
    assert images.tile(sheet, "en", "0-0-0") == b"tile"


def test_no_place_for_passing_files_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nowhere/at/all"])
    with pytest.raises(FileNotFoundError) as found:
        tempfile.gettempdir()
    (line,) = explain(found.value, general("es")) or [""]
    assert "TMPDIR" in line


def test_no_room_for_waiting_sheets_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> NoReturn:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr("assistant.cli.printing.TemporaryFile", full)
    with pytest.raises(ProblemsError, match="another folder in TMPDIR"):
        printing._Finished.of(printed.Sheet("counters", b"%PDF", "counters"), kept=True)
