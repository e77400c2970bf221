"""How far a long command is, said where no bars are drawn."""

from __future__ import annotations

import pytest

from assistant.cli.waiting import AGAIN, FIRST, Lines


def test_a_line_now_and_then() -> None:
    seconds = [0.0]
    said: list[str] = []
    lines = Lines(said.append, lambda: seconds[0])
    for second in range(60):
        seconds[0] = float(second)
        lines.tell(lambda: f"{seconds[0]:g}")
    assert said == [f"{FIRST + turn * AGAIN:g}" for turn in range(4)]


def test_nothing_of_what_is_done_soon() -> None:
    Lines(lambda line: None, lambda: 0.0).tell(lambda: pytest.fail("not yet"))
