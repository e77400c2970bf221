"""A game that is remembered is the game that its files tell, and nothing else is believed."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest

from assistant import remembered as kept
from assistant.binding import bound_game
from builder.game.locate import find_game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game of one's own, and an empty cache that takes small games."""
    monkeypatch.setattr(kept, "MANY_HEXES", 0)
    monkeypatch.setattr(kept, "user_cache", lambda: tmp_path / "cache")
    return Path(shutil.copytree(find_game("aldra"), tmp_path / "mine"))


def test_what_is_remembered_is_what_the_files_say(folder: Path) -> None:
    assert kept.remembered(str(folder)) is None
    read = bound_game(str(folder))
    assert kept.remembered(str(folder)) == read == bound_game(str(folder))


def test_a_changed_file_is_read_anew(folder: Path) -> None:
    bound_game(str(folder))
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    title = bound_game(str(folder))[0].definition.title
    path.write_text(text.replace(f'"{title}"', '"Another"'), encoding="utf-8")
    assert kept.remembered(str(folder)) is None
    assert bound_game(str(folder))[0].definition.title == "Another"


def test_a_kessel_put_in_the_place_of_a_running_one_reads_nothing_of_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who goes on with old code keeps its games under that code's key, not under the newer one."""
    code = tmp_path / "builder"
    code.mkdir()
    (code / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(kept.builder, "__file__", str(code / "__init__.py"))
    kept._code.cache_clear()
    before = kept.key_of(folder)
    (code / "newer.py").write_text("x = 1", encoding="utf-8")
    bound_game(str(folder))
    assert kept.key_of(folder) == before
    assert kept.remembered(str(folder)) is not None
    kept._code.cache_clear()  # as in a process that begins now
    assert kept.key_of(folder) != before
    assert kept.remembered(str(folder)) is None
    monkeypatch.undo()
    kept._code.cache_clear()


@pytest.mark.parametrize("spoilt", [b"", b"cut", pickle.dumps(print), pickle.dumps(Path.unlink)])
def test_a_spoilt_file_is_no_game(folder: Path, spoilt: bytes) -> None:
    bound_game(str(folder))
    (place,) = (folder.parent / "cache" / "games").iterdir()
    place.write_bytes(kept.key_of(folder) + spoilt)
    assert kept.remembered(str(folder)) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_file_that_others_may_write_is_not_believed(folder: Path) -> None:
    bound_game(str(folder))
    (place,) = (folder.parent / "cache" / "games").iterdir()
    place.chmod(0o666)
    assert kept.remembered(str(folder)) is None
