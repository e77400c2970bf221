"""The breadth of the tests: what `make test` leaves out, because a few rows of each guard it there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def main() -> int:
    """0 if every wide test passes."""
    workers = ["-n", "2", "--dist", "worksteal"]
    return int(pytest.main([*workers, "-m", "wide", "--rootdir", str(ROOT), str(ROOT / "tests")]))


if __name__ == "__main__":
    sys.exit(main())
