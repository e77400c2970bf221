"""VASSAL's sequences: strings joined by a delimiter, with the engine's own way of escaping.

Source: `tools/SequenceEncoder`. Only the delimiter is escaped, never the backslash, so that an
element which ends with a backslash swallows the delimiter behind it. That loss is VASSAL's and is
kept: what we read is what VASSAL would read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

TAB = "\t"
ESC = "\x1b"


@lru_cache(maxsize=64)
def _unescaped(delimiter: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(delimiter))


def split(text: str, delimiter: str) -> list[str]:
    """The elements of a sequence; the empty text is one empty element."""
    escaped = "\\" + delimiter
    if escaped not in text:
        parts = text.split(delimiter)
    else:
        parts = [part.replace(escaped, delimiter) for part in _unescaped(delimiter).split(text)]
    if "'" in text:
        return [unquote(part) for part in parts]
    return parts


def unquote(element: str) -> str:
    """Take off the pair of single quotes that protects an element."""
    if len(element) > 1 and element[0] == "'" and element[-1] == "'":
        return element[1:-1]
    return element


def encode(element: str, delimiter: str) -> str:
    """One element as it stands in a sequence."""
    escaped = element.replace(delimiter, "\\" + delimiter)
    if element.startswith("\\") or (element.startswith("'") and element.endswith("'")):
        return f"'{escaped}'"
    return escaped


def join(elements: Iterable[str], delimiter: str) -> str:
    """The sequence of some elements, as VASSAL writes it."""
    return delimiter.join(encode(element, delimiter) for element in elements)


def split_nested(text: str, delimiter: str = TAB) -> list[str]:
    """Flatten `first, (second, (third, ...))`, each level being one element of the level above.

    Piece types and states are such nests, outermost trait first. One pass is enough for what VASSAL
    writes: the delimiter of level n is preceded by exactly n backslashes. Anything else (delimiters
    within a level, quotes, names ending in a backslash) goes level by level.
    """
    parts = text.split(delimiter)
    for level, part in enumerate(parts):
        if part.startswith("'"):
            return _split_slowly(text, delimiter)
        if level == len(parts) - 1:
            break
        kept = len(part) - level
        if part[kept:] != "\\" * level or part[kept - 1 : kept] == "\\":
            return _split_slowly(text, delimiter)
        parts[level] = part[:kept]
    return parts


def _split_slowly(text: str, delimiter: str) -> list[str]:
    parts = []
    while True:
        first, *rest = split_first(text, delimiter)
        parts.append(first)
        if not rest:
            return parts
        text = rest[0]


def split_first(text: str, delimiter: str) -> list[str]:
    """The first one or two elements; what follows the second is left out, as VASSAL leaves it."""
    return split(text, delimiter)[:2]


def join_nested(elements: Iterable[str], delimiter: str = TAB) -> str:
    """The inverse of `split_nested`."""
    text: str | None = None
    for element in reversed(list(elements)):
        text = element if text is None else join((element, text), delimiter)
    return text or ""
