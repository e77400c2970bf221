"""The headings of a combat table as its rules read them: ratios, differences, strengths, rolls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from builder.game import headings
from builder.game.headings import ENDLESS, Span, ratio_of, ratios_of

By = Literal["ratio", "difference", "strength"]
Rounding = Literal["for-defender", "for-attacker", "nearest"]


def span_of(heading: str) -> Span:
    """A heading as whole numbers, as strengths and rolls are counted; ValueError for any other."""
    span = headings.span_of(heading)
    if any(end.denominator > 1 for end in span):
        raise ValueError(f"'{heading}' is no whole number")
    return span


def is_read(by: By, heading: str) -> bool:
    """Whether combat that goes by ratio, difference or strength can read a heading."""
    try:
        (ratio_of if by == "ratio" else span_of)(heading)
    except ValueError:
        return False
    return True


def column_of(
    names: Sequence[str], by: By, rounding: Rounding, attack: Fraction, defence: Fraction
) -> int:
    """The index of the column of these headings; -1 below the first, `len(names)` above the last.

    An open heading has no end above or below, a last ratio ends where the next whole one would
    begin.
    """
    if by == "ratio":
        ratios = [ratio_of(name) for name in names]
        if not is_open(names[-1]) and _is_above(ratios[-1], rounding, attack, defence):
            return len(ratios)
        found = _by_ratio(ratios, rounding, attack, defence)
        return 0 if found < 0 < attack and _is_open_below(names[0]) else found
    number = attack - defence if by == "difference" else attack
    return _by_span([span_of(name) for name in names], rounded(number, rounding))


def rounded(number: Fraction, rounding: Rounding) -> int:
    """A whole number: down for the defender, up for the attacker, or the nearest (a half up)."""
    if rounding == "for-defender":
        return number.numerator // number.denominator
    if rounding == "for-attacker":
        return -(-number.numerator // number.denominator)
    return int((number + Fraction(1, 2)) // 1)


def is_open(heading: str) -> bool:
    """Whether a ratio's heading holds all that is more, too: `7+`, `>=6`."""
    return ratios_of(heading).high == ENDLESS


def _is_open_below(heading: str) -> bool:
    """Whether a ratio's heading holds all that is less, too: `<=1-3`, `<1-2`."""
    return ratios_of(heading).low == -ENDLESS


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
