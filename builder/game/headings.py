"""Headings of tables as numbers: single ones and ranges, and ratios of odds."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import cache
from typing import NamedTuple

_SIGN = r"(?P<sign><=|>=|≤|≥|<|>)?\s*"
_FIGURE = r"\d{1,9}(?:\.\d{1,9})?"
_SPAN = re.compile(
    rf"{_SIGN}(?P<low>[+−-]?{_FIGURE})"
    rf"(?:\s*(?:\.\.|to|–|-|,)\s*(?P<high>[+−-]?{_FIGURE}))?\s*(?P<more>\+)?"
)
_RATIO = re.compile(
    rf"{_SIGN}(?P<one>{_FIGURE})(?:\s*(?:[-–:/]|to)\s*(?P<other>{_FIGURE}))?\s*(?P<more>\+)?"
)
_LESS = "<=", "≤", "<"
_MORE = ">=", "≥", ">"
ENDLESS = Fraction(10**9)
"""The end of a heading that has none: more than any figure of a heading."""


class Span(NamedTuple):
    """The numbers that a heading stands for, both ends included."""

    low: Fraction
    high: Fraction

    @property
    def wide(self) -> bool:
        """Whether they are more than one."""
        return self.low != self.high


@cache
def span_of(heading: str) -> Span:
    """`-2`, `+1`, `2..4`, `5-8`, `<=-3`, `<-2` (as `<=-3`), `10+`, `2.5` as numbers; ValueError for
    any other heading.

    >>> span_of("5-8")
    Span(low=Fraction(5, 1), high=Fraction(8, 1))
    """
    match = _SPAN.fullmatch(heading.strip())
    if match is None or (match["sign"] and match["high"]):
        raise ValueError(f"'{heading}' is no number")
    low, high = (_number(match[name] or match["low"]) for name in ("low", "high"))
    if high < low or (match["high"] and high == low):  # 3-1 and 1-1 are ratios
        raise ValueError(f"'{heading}' does not end above its beginning")
    sign = match["sign"]
    return _opened(low + (sign == ">"), high - (sign == "<"), match)


@cache
def ratio_of(heading: str) -> Fraction:
    """`3-1`, `3:1`, `1-2`, `1.5-1`, `7+`, `>6-1` (as 7-1), `<1-2` (as 1-3) as a number; ValueError
    for any other heading."""
    return _ratio(heading)[0]


def ratios_of(heading: str) -> Span:
    """The same with all that is more or less, too, where the heading says so: `7+`, `<=1-3`."""
    ratio, match = _ratio(heading)
    return _opened(ratio, ratio, match)


def _ratio(heading: str) -> tuple[Fraction, re.Match[str]]:
    match = _RATIO.fullmatch(heading.strip())
    if match is None or not float(match["other"] or 1):
        raise ValueError(f"'{heading}' is no ratio")
    return _beyond(Fraction(match["one"]) / Fraction(match["other"] or 1), match["sign"]), match


def _beyond(ratio: Fraction, sign: str | None) -> Fraction:
    """The whole ratio (n-1 or 1-n) next above one with `>` before it, next below one with `<`; with
    any other sign the ratio itself."""
    if sign not in (">", "<") or not ratio:
        return ratio
    over, under = math.floor(ratio), math.floor(1 / ratio)
    if sign == ">":
        return Fraction(over + 1) if ratio >= 1 else Fraction(1, max(1, math.ceil(1 / ratio) - 1))
    return Fraction(math.ceil(ratio) - 1) if ratio > 1 else Fraction(1, under + 1)


def _number(figures: str) -> Fraction:
    return Fraction(figures.replace("−", "-"))


def _opened(low: Fraction, high: Fraction, match: re.Match[str]) -> Span:
    """The span with the end open that a sign before or a plus behind opens."""
    if match["sign"] in _LESS:
        return Span(-ENDLESS, high)
    if match["sign"] in _MORE or match["more"]:
        return Span(low, ENDLESS)
    return Span(low, high)
