"""An advance behind losers that have several ways."""

from __future__ import annotations

from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.together import advances_by_ways


def advance(options: list[tuple[str, ...]], *closed: str) -> Advances:
    """One unit's advance into 0101 along one way."""
    refused = tuple(Refusal(name, "9.82", f"{name} is closed.") for name in closed)
    return Advances("0101", (UnitAdvances("A", tuple(options), refused),), ())


def test_all_options_and_why_no_way_leads_on() -> None:
    found = advances_by_ways(
        [
            advance([("0101",)], "0102", "0103"),
            advance([("0101",), ("0101", "0102")]),
            advance([("0101",)], "0103", "0104"),
        ]
    )
    (unit,) = found.units
    assert unit.options == (("0101",), ("0101", "0102"))
    assert [bar.hex for bar in unit.refused] == ["0103", "0104"]
