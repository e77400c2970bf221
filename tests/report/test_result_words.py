"""Results as players read them behind a colon or before a figure."""

from __future__ import annotations

import pytest

from assistant.report.words import percent, result_word
from assistant.words.voice import general


@pytest.mark.parametrize("dash", ["-", "–", "—", "−"])
def test_a_dash_of_a_chart_is_said_in_words(dash: str) -> None:
    """The chat said "A1 50% · - 33%"."""
    assert result_word(general("en"), dash) == "no effect"
    assert result_word(general("es"), dash) == "sin efecto"
    assert percent({"A1": 0.6, dash: 0.4}, say=general("en")) == "A1 60%  no effect 40%"
    assert percent({dash: 1.0}) == "no effect 100%"
