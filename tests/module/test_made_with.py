"""A module names the files that it is made of, and no others."""

import json
from pathlib import Path

from builder.game.loader import load_game
from builder.game.skeleton import new_game
from builder.module.made_with import made_with


def test_what_is_hidden_and_an_earlier_module_are_no_sources(tmp_path: Path) -> None:
    folder = tmp_path / ".games" / "hill"
    new_game("hill", folder.parent)
    game = load_game(folder)
    first = made_with(game, "en")
    assert "map/hexes.csv" in json.loads(first)["files"]
    for name in (".git/objects/ab/cd", ".cache/x.png", "map/.lock", "hill-0.1.0.vmod"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    assert made_with(game, "en") == first
