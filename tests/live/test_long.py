"""A short day and a few hundred odd lines; the benches take the long ones."""

from __future__ import annotations

import pytest

from tests.bench.live_day import live_through
from tests.bench.live_fuzz import fuzz


def test_a_day_with_gaps_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # What a sweep costs goes by what all other tests hold.
    monkeypatch.setattr("assistant.live.play.SWEEP", 1_000)
    day = live_through(steps=300, reconnects=40)
    assert day.heard.steps > 280
    assert day.keepalives > 100
    assert day.ids > 35


def test_odd_lines_do_no_harm() -> None:
    assert fuzz(450) < 5.0
