"""Random boards of the four small games: the declared rules agree with a referee from the pages.

A thousand boards a game are played in tests/bench.
"""

from __future__ import annotations

import pytest

from tests.classic.boards import GAMES, board, differences, load
from tests.wide import first


@pytest.mark.parametrize("seeds", first([range(4), range(4, 12)], 1))
@pytest.mark.parametrize("game", GAMES)
def test_both_referees_agree(game: str, seeds: range) -> None:
    loaded = load(game)
    for seed in seeds:
        assert list(differences(board(loaded, seed))) == [], seed
