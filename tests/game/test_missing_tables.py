"""A table that a game cannot do without is asked for in one sentence."""

from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game


@pytest.mark.parametrize("others", [True, False], ids=["with hexsides", "with no map at all"])
def test_the_hexes_of_the_map(tmp_path: Path, others: bool) -> None:
    new_game("hill", tmp_path)
    folder = tmp_path / "hill" / "map"
    (folder / "hexes.csv").unlink()
    if not others:
        for path in folder.iterdir():
            path.unlink()
    with pytest.raises(ProblemsError) as caught:
        load_game(tmp_path / "hill")
    assert [str(problem) for problem in caught.value.problems] == [
        f"{folder / 'hexes.csv'}: The file is missing. Make it, with the columns hex, terrain."
    ]
