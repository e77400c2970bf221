"""Headings of charts as numbers, ranges or ratios: which cannot be read, and which are out of
step with their neighbours."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from builder.game.headings import Span, ratios_of, span_of
from builder.saying import quoting

_EVEN = re.compile(r"(\d+)\s*-\s*\1")
MOST_MISFITS = 3
"""Of so many headings one may be unreadable; with more of them they are taken for words."""


Reader = Callable[[str], "Span | None"]


class Misfit(NamedTuple):
    """A heading, its place in the row or column of headings, and what is wrong with it."""

    place: int
    text: str
    remedy: str


def misfits(headings: Sequence[str], *, gaps: bool = False) -> list[Misfit]:
    """What is wrong in a run of headings; nothing if they are words.

    They are read as numbers and ranges (`-2`, `1-5`, `2..4`, `<=0`, `>=72`, `10+`) or, if that
    suits few of them, as ratios (`1-2`, `3:1`). Where ranges or open ends occur, or `gaps` says
    so, no whole number may be left out between them.
    """
    read = next((one for one in (_span, _ratio) if _suits(headings, one)), None)
    if read is _span and _are_odds(headings):
        read = _ratio
    if read is None:
        return []
    unread = _unread(headings, read)
    spans = [(index, span) for index, h in enumerate(headings) if (span := read(h.strip()))]
    close = read is _span and (gaps or any(span.wide for _, span in spans))
    return sorted([*_unreadable(headings, unread), *_out_of_step(headings, spans, close)])


def _are_odds(headings: Sequence[str]) -> bool:
    """Whether what may be read as ranges are odds: all can be, and one is even as in `1-2, 1-1,
    2-1`, which no range is."""
    even = any(_EVEN.fullmatch(heading.strip()) for heading in headings)
    return even and not _unread(headings, _ratio)


def _suits(headings: Sequence[str], read: Reader) -> bool:
    unread = len(_unread(headings, read))
    return len(headings) - unread >= 2 and unread * MOST_MISFITS <= len(headings)


def _unread(headings: Sequence[str], read: Reader) -> list[int]:
    return [index for index, heading in enumerate(headings) if read(heading.strip()) is None]


def _unreadable(headings: Sequence[str], unread: Sequence[int]) -> list[Misfit]:
    known = [heading for index, heading in enumerate(headings) if index not in unread]
    pattern = max(known, key=lambda text: (bool(re.search(r"\d\D+\d", text)), -len(text)))
    remedy = quoting("Write it like the others, as '{word}'.", word=pattern)
    return [
        Misfit(index, quoting("The heading '{word}' cannot be read.", word=headings[index]), remedy)
        for index in unread
    ]


def _out_of_step(
    headings: Sequence[str], spans: Sequence[tuple[int, Span]], close: bool
) -> list[Misfit]:
    """Headings that overlap or, where they are `close`, leave numbers out; nothing where the
    highest stands first. What stands beside an unreadable one is not judged by it."""
    pairs = list(pairwise(spans))
    if all(later.high < span.low for (_, span), (_, later) in pairs):
        return []
    found = []
    for (place, before), (index, span) in pairs:
        name = f"'{headings[index]}'"
        if span.low <= before.high:
            text = quoting("The heading {word} is not above the one before it.", word=name)
            found.append(Misfit(index, text, "Let the numbers rise, each in one heading only."))
        elif close and index == place + 1 and span.low > before.high + 1:
            missing = _missing(int(before.high) + 1, int(span.low) - 1)
            text = quoting("No heading holds {word}, before {other}.", word=missing, other=name)
            found.append(Misfit(index, text, "Widen one of them, or add a heading."))
    return found


def _missing(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _span(text: str) -> Span | None:
    return _or_none(span_of, text)


def _ratio(text: str) -> Span | None:
    return _or_none(ratios_of, text)


def _or_none(read: Callable[[str], Span], text: str) -> Span | None:
    try:
        return read(text)
    except ValueError:
        return None
