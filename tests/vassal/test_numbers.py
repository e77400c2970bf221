"""What is a whole number to VASSAL is one to Kessel, and nothing else."""

import pytest

from builder.vassal.traits.core import number


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("10", 10), ("-7", -7), ("+5", 5), ("007", 7), ("2147483647", 2**31 - 1),
        ("2147483648", 0), ("-2147483648", -(2**31)), ("1_0", 0), (" 10", 0), ("10 ", 0),
        ("1.0", 0), ("0x10", 0), ("", 0),
    ],
)  # fmt: skip
def test_whole_numbers(text: str, read: int) -> None:
    assert number(text) == read
