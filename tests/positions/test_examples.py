"""Every worked example of a rulebook is held by a case or a test, or named with the reason."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent
PRINTED = {"kursk": 31, "nr": 53, "mlb": 25, "dagc": 21, "uis": 29}
"""As many as there are in each rulebook: those that show the rule at work."""


def test_each_is_held_or_says_why_not() -> None:
    listed = tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))["example"]
    assert Counter(one["game"] for one in listed) == PRINTED
    unheld = [
        f"{one['game']} {one['rule']}: {place}"
        for one in listed
        for place in one.get("held", ["nowhere"] if not one.get("why") else [])
        if not is_there(place)
    ]
    assert not unheld


def is_there(place: str) -> bool:
    """Whether a case, `nr/08-odds`, or a test, `games/nr/test_a.py::test_b`, exists."""
    file, _, name = place.partition("::")
    if not name:
        return (HERE / f"{file}.toml").is_file()
    path = TESTS / file
    return path.is_file() and f"def {name}(" in path.read_text(encoding="utf-8")
