"""A save of a game whose map was laid out anew since: it is said, not read as if nothing were."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.table import open_table
from builder.game.loader import load_game
from builder.game.skeleton import new_game
from builder.module.build import write_setup


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("laid") / "source-art"
    folder.mkdir()
    new_game("moved", folder)
    write_setup(load_game(folder / "moved"), "first-day", folder.parent / "old.vsav")
    return folder / "moved"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("", "", []),
        ("hex-width = 80", "hex-width = 120", ["12 Infantry", "another layout"]),
        ("[[phase]]", "[drawing.map]\nturn-room = [3, 1]\n\n[[phase]]", ["turns than the set-up"]),
    ],
)
def test_what_lies_elsewhere_is_told(
    before: str, after: str, told: list[str], game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parent.parent)
    file = game / "game.toml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        said = open_table("old.vsav").position.unknown
    finally:
        file.write_text(text, encoding="utf-8")
    own = [line for line in map(str, said) if "two sides" not in line]
    assert len(own) == len(told)
    assert all(part in line for part, line in zip(told, own, strict=True))
