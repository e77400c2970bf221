"""The headings of a combat table as its rules read them: ratios, differences, strengths, rolls."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

By = Literal["ratio", "difference", "strength"]
Rounding = Literal["for-defender", "for-attacker", "nearest"]

_RATIO = re.compile(
    r"(?P<sign><=|>=|≤|≥|<|>)?\s*(?P<one>\d{1,9}(?:\.\d{1,9})?)"
    r"(?:\s*(?:[-–:/]|to)\s*(?P<other>\d{1,9}(?:\.\d{1,9})?))?\s*(?P<more>\+)?"
)
_FIGURE = r"[+−-]?\d{1,9}"
_SPAN = re.compile(
    rf"(?P<sign><=|>=|≤|≥|<|>)?\s*(?P<low>{_FIGURE})"
    rf"(?:\s*(?:\.\.|to|–|-|,)\s*(?P<high>{_FIGURE}))?\s*(?P<more>\+)?"
)
ENDLESS = Fraction(10**9)


class Span(NamedTuple):
    """The numbers that a heading stands for, both ends included."""

    low: Fraction
    high: Fraction


@cache
def ratio_of(heading: str) -> Fraction:
    """`3-1`, `3:1`, `1-2`, `1.5-1`, `7+`, `>6-1` (as 7-1), `<1-2` (as 1-3) as a number; ValueError
    for any other heading."""
    match = _RATIO.fullmatch(heading.strip())
    if match is None or not float(match["other"] or 1):
        raise ValueError(f"'{heading}' is no ratio")
    return beyond(Fraction(match["one"]) / Fraction(match["other"] or 1), match["sign"])


def beyond(ratio: Fraction, sign: str | None) -> Fraction:
    """The whole ratio (n-1 or 1-n) next above one with `>` before it, next below one with `<`; with
    any other sign the ratio itself."""
    if sign not in (">", "<") or not ratio:
        return ratio
    over, under = math.floor(ratio), math.floor(1 / ratio)
    if sign == ">":
        return Fraction(over + 1) if ratio >= 1 else Fraction(1, max(1, math.ceil(1 / ratio) - 1))
    return Fraction(math.ceil(ratio) - 1) if ratio > 1 else Fraction(1, under + 1)


@cache
def span_of(heading: str) -> Span:
    """`-2`, `+1`, `2..4`, `5-8`, `<=-3`, `<-2` (as `<=-3`), `10+` as numbers; ValueError for any
    other heading."""
    match = _SPAN.fullmatch(heading.strip())
    if match is None:
        raise ValueError(f"'{heading}' is no number")
    low = Fraction(match["low"].replace("−", "-"))
    high = Fraction((match["high"] or match["low"]).replace("−", "-"))
    sign = match["sign"]
    if sign in ("<=", "≤", "<"):
        low, high = -ENDLESS, high - (sign == "<")
    if sign in (">=", "≥", ">") or match["more"]:
        low, high = low + (sign == ">"), ENDLESS
    if high < low:
        raise ValueError(f"'{heading}' ends below its beginning")
    return Span(low, high)


def column_of(
    headings: Sequence[str], by: By, rounding: Rounding, attack: Fraction, defence: Fraction
) -> int:
    """The index of the column; -1 below the first, `len(headings)` above the last.

    An open heading has no end above or below, a last ratio ends where the next whole one would
    begin.
    """
    if by == "ratio":
        ratios = [ratio_of(h) for h in headings]
        if not is_open(headings[-1]) and _is_above(ratios[-1], rounding, attack, defence):
            return len(ratios)
        found = _by_ratio(ratios, rounding, attack, defence)
        return 0 if found < 0 < attack and _is_open_below(headings[0]) else found
    number = attack - defence if by == "difference" else attack
    return _by_span([span_of(h) for h in headings], rounded(number, rounding))


def rounded(number: Fraction, rounding: Rounding) -> int:
    """A whole number: down for the defender, up for the attacker, or the nearest (a half up)."""
    if rounding == "for-defender":
        return number.numerator // number.denominator
    if rounding == "for-attacker":
        return -(-number.numerator // number.denominator)
    return int((number + Fraction(1, 2)) // 1)


def is_open(heading: str) -> bool:
    """Whether a ratio's heading holds all that is more, too: `7+`, `>=6`."""
    match = _RATIO.fullmatch(heading.strip())
    return match is not None and bool(match["more"] or match["sign"] in (">=", "≥", ">"))


def _is_open_below(heading: str) -> bool:
    """Whether a ratio's heading holds all that is less, too: `<=1-3`, `<1-2`."""
    return heading.strip()[:1] in ("<", "≤")


def _is_above(last: Fraction, rounding: Rounding, attack: Fraction, defence: Fraction) -> bool:
    """Whether odds are a whole ratio more than the last one: 6-1 behind `5-1`, but not 5.9-1."""
    return defence != 0 and rounded(attack / defence - last, rounding) >= 1


def _by_ratio(
    ratios: Sequence[Fraction], rounding: Rounding, attack: Fraction, defence: Fraction
) -> int:
    """The last ratio that the attack reaches, for odds that are not above the table."""
    if defence == 0:
        return len(ratios) - 1 if attack > 0 else -1
    ratio = attack / defence
    if rounding == "for-defender":
        return sum(ratio >= one for one in ratios) - 1
    if ratio < ratios[0]:
        return 0 if _whole(ratio, rounding) >= ratios[0] else -1
    if rounding == "for-attacker":
        above = [index for index, one in enumerate(ratios) if one >= ratio]
        return above[0] if above else len(ratios) - 1
    near = _whole(ratio, rounding)
    return min(range(len(ratios)), key=lambda index: (abs(near - ratios[index]), index))


def _whole(ratio: Fraction, rounding: Rounding) -> Fraction:
    """A ratio brought to an n-1, or to a 1-n below one, of which the attacker likes the lower n."""
    if ratio >= 1:
        return Fraction(rounded(ratio, rounding))
    down: Rounding = "for-defender" if rounding == "for-attacker" else "nearest"
    return Fraction(1, max(1, rounded(1 / ratio, down))) if ratio else ratio


def _by_span(spans: Sequence[Span], number: int) -> int:
    """The span that holds the number, or the end beyond which it lies."""
    rising = spans[0].low <= spans[-1].low
    for index, span in enumerate(spans):
        if span.low <= number <= span.high:
            return index
    below = number < min(span.low for span in spans)
    above = number > max(span.high for span in spans)
    if below or above:
        return -1 if below == rising else len(spans)
    lower = [index for index, span in enumerate(spans) if span.high < number]
    return max(lower, key=lambda index: spans[index].high)


def row_of(rows: Sequence[str], roll: int) -> str:
    """The row of a modified roll; the end row for a roll beyond the table."""
    spans = [span_of(row) for row in rows]
    for row, span in zip(rows, spans, strict=True):
        if span.low <= roll <= span.high:
            return row
    ends = sorted(zip(spans, rows, strict=True))
    return ends[0][1] if roll < ends[0][0].low else ends[-1][1]
