"""Numbers of more than three figures in both languages."""

from __future__ import annotations

import pytest

from assistant.words.figures import grouped


@pytest.mark.parametrize(
    ("number", "english", "spanish"),
    [
        (24.3, "24", "24"),
        (1299.4, "1,299", "1299"),
        (9999.7, "10,000", "10 000"),
        (17_258, "17,258", "17 258"),
        (1_234_567, "1,234,567", "1 234 567"),
    ],
)
def test_each_language_groups_figures_in_its_way(number: float, english: str, spanish: str) -> None:
    """In Spanish 1,299 would be read as a little more than one."""
    assert (grouped(number, "en"), grouped(number, "es")) == (english, spanish)
