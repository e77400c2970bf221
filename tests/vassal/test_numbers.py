"""What is a whole number to VASSAL is one to Kessel, and nothing else."""

import math

import pytest

from builder.java_numbers import java_int, java_real
from builder.vassal.traits.core import number

SIXTY = "\N{ARABIC-INDIC DIGIT SIX}\N{ARABIC-INDIC DIGIT ZERO}"


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


def read(text: str) -> tuple[int | None, float | None]:
    """A text as both readers have it."""
    found: list[float | None] = []
    for reader in (java_int, java_real):
        try:
            found.append(reader(text))
        except ValueError:
            found.append(None)
    whole, real = found
    return (None if whole is None else int(whole)), real


@pytest.mark.parametrize(
    ("text", "whole", "real"),
    [
        ("60", 60, 60), ("+60", 60, 60), ("007", 7, 7), (SIXTY, 60, None), (f"-{SIXTY}", -60, None),
        ("\N{MATHEMATICAL MONOSPACE DIGIT SIX}", None, None), ("6_0", None, None),
        (" \t60\n", None, 60), ("\N{NO-BREAK SPACE}60", None, None), ("60d", None, 60),
        ("60F", None, 60), ("60dd", None, None), ("60L", None, None), ("0x1.8p5", None, 48),
        ("0X.8P-2f", None, 0.125), ("0x1.8p5d", None, 48), ("0x10", None, None),
        ("0x1p", None, None), ("-0x1p99999", None, -math.inf), ("-Infinity", None, -math.inf),
        ("infinity", None, None), ("1.e3", None, 1000), (".5", None, 0.5), (".", None, None),
        ("1e400", None, math.inf), ("1e", None, None), ("1,5", None, None), ("+-6", None, None),
        ("9" * 100_000 + "x", None, None), ("", None, None),
    ],
)  # fmt: skip
def test_numbers_as_java_reads_them(text: str, whole: int | None, real: float | None) -> None:
    assert read(text) == (whole, real)


def test_what_is_no_number_is_none_either() -> None:
    assert math.isnan(java_real("NaN"))
