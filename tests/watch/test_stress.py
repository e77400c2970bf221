"""Torn, truncated and rewritten saves in a row: no crash, nothing stale, nothing left behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.watch.stress import Outcome

HOME = Path(__file__).parents[2]


def test_spoilt_saves_in_a_row(tmp_path: Path) -> None:
    outcome = alone(tmp_path, 24)
    assert outcome.stale == 0
    assert outcome.shown >= outcome.whole > 4
    assert outcome.handles == 0
    assert outcome.objects < 20_000


def alone(folder: Path, saves: int) -> Outcome:
    """A run in a process of its own: what other tests open and close does not count there."""
    command = [sys.executable, "-m", "tests.watch.stress", str(folder), str(saves)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HOME, timeout=300)
    assert done.returncode == 0, done.stderr
    return Outcome(**json.loads(done.stdout))
