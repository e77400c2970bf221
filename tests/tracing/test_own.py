"""What was traced goes into the owner's copy as differences, and is taken back with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.owned import VARIABLE, own_folder
from builder.tracing.owned import save_own, traced_with_own


def test_only_differences_are_written_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    game = load_game("kursk")
    own = own_folder("kursk")
    now = traced_with_own(game, own)
    save_own(game, own, now)
    assert load_game("kursk").own_values == {}
    near = next(iter(game.grid.around["2020"].values()))
    pair = (min("2020", near), max("2020", near))
    changed = replace(
        now,
        hexes={**now.hexes, "2020": ("swamp",)},
        sides={**now.sides, pair: ("river",)},
        lines=now.lines[1:],
    )
    save_own(game, own, changed)
    again = load_game("kursk")
    assert again.board.of("2020") == {"swamp"}
    assert again.board.between(*pair) == {"river"}
    first = now.lines[0]
    owned = next(iter(game.board.owned))
    wet = {**now.sides, (min(owned), max(owned)): ("river",)}
    save_own(again, own, replace(now, sides=wet))
    board = load_game("kursk").board
    assert (board.between(*owned), board.owned) == ({"river"}, game.board.owned)
    save_own(again, own, changed)
    assert not again.board.joined_by(first.kind, *first.hexes[:2])
    assert len((own / "map" / "hexes.csv").read_text().splitlines()) == 2
    save_own(again, own, now)
    assert load_game("kursk").board.lines == game.board.lines
    assert load_game("kursk").own_values == {}
