"""Torn, truncated and rewritten saves in a row: no crash, nothing stale, nothing left behind."""

from __future__ import annotations

from pathlib import Path

from tests.watch.stress import stress


def test_spoilt_saves_in_a_row(tmp_path: Path) -> None:
    outcome = stress(tmp_path, 40)
    assert outcome.stale == 0
    assert outcome.shown >= outcome.whole > 8
    assert outcome.handles == 0
    assert outcome.objects < 20_000
