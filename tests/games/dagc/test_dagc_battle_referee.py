"""Supply, odds and retreats on random boards: the rules agree with a second referee.

A thousand boards are played in tests/bench.
"""

from __future__ import annotations

from dagc_battle_referee import differences

BOARDS = 12


def test_both_referees_agree() -> None:
    assert [one for seed in range(BOARDS) for one in differences(seed)] == []
