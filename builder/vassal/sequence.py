"""VASSAL's sequences: strings joined by a delimiter, with the engine's own way of escaping.

Source: `tools/SequenceEncoder`. Only the delimiter is escaped, never the backslash, so that an
element which ends with a backslash swallows the delimiter behind it. That loss is VASSAL's and is
kept: what we read is what VASSAL would read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from builder import limits

TAB = "\t"
ESC = "\x1b"

_LONG = 100
"""Letters between two delimiters from which on it is quicker to look at each delimiter."""


def split(text: str, delimiter: str) -> list[str]:
    """The elements of a sequence; the empty text is one empty element."""
    parts = text.split(delimiter)
    if _has_escapes(text, parts, delimiter):
        parts = _rejoined(parts, delimiter)
    if "'" in text:
        return [unquote(part) for part in parts]
    return parts


def elements(parts: Sequence[str], delimiter: str) -> list[str]:
    """The same of a text that was parted at each delimiter."""
    apart = list(parts)
    if any(part.endswith("\\") for part in apart[:-1]):
        apart = _rejoined(apart, delimiter)
    return [unquote(part) for part in apart]


def _has_escapes(text: str, parts: list[str], delimiter: str) -> bool:
    """Whether a text has delimiters that do not part it."""
    if len(text) < _LONG * len(parts):
        return "\\" + delimiter in text
    # Types of pieces are half backslashes, at which a search for two letters stops each time.
    return any(part.endswith("\\") for part in parts[:-1])


def _rejoined(parts: list[str], delimiter: str) -> list[str]:
    """Put back together what was split at a delimiter with a backslash before it."""
    elements: list[str] = []
    pending: list[str] = []
    last = parts.pop()
    for part in parts:
        if part[-1:] == "\\":
            pending.append(part[:-1])
        elif pending:
            pending.append(part)
            elements.append(delimiter.join(pending))
            pending = []
        else:
            elements.append(part)
    elements.append(delimiter.join([*pending, last]))
    return elements


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

    Piece types and states are such nests, outermost trait first. Each level puts one more backslash
    before the delimiters within it, so that one pass suffices: at level n the first delimiter with
    exactly n backslashes before it ends the element. Texts that do not count like this, or have
    quotes where an element begins, are taken apart level by level.
    """
    parts = text.split(delimiter)
    if "'" in text and any(part[:1] == "'" for part in parts):
        return _split_slowly(text, delimiter)
    if (elements := _split_plainly(parts)) is not None:
        return elements
    last = parts.pop()
    elements = []
    pending: list[str] = []  # pieces of the current element, between delimiters of its own
    level, backslashes, more = 0, "", "\\"
    for part in parts:
        if part.endswith(more):
            pending.append(part)
            continue
        if not part.endswith(backslashes) or level > limits.TRAITS:
            return _split_slowly(text, delimiter)
        bare = part[: len(part) - level]
        if pending:
            bare = _joined(pending, bare, level, delimiter)
            pending = []
        elements.append(bare)
        level += 1
        backslashes, more = more, more + "\\"
    elements.append(_joined(pending, last, level, delimiter) if pending else last)
    return elements


_DEPTHS = ["\\" * level for level in range(limits.TRAITS)]
"""What stands before the delimiters of each level of a nest."""


def _split_plainly(parts: list[str]) -> list[str] | None:
    """The elements of a nest in which none has a delimiter of its own, as nearly all are: without
    a step for each, because a save has a hundred thousand. None for others."""
    *above, last = parts
    if len(above) > len(_DEPTHS):
        return None
    elements = list(map(str.removesuffix, above, _DEPTHS))
    cut = sum(map(len, above)) - sum(map(len, elements))
    if cut != len(above) * (len(above) - 1) // 2:
        return None
    if any(map(str.endswith, elements, repeat("\\"))):
        return None
    elements.append(last)
    return elements


def _joined(pending: list[str], part: str, level: int, delimiter: str) -> str:
    element = delimiter.join([*pending, part])
    return element.replace("\\" * (level + 1) + delimiter, delimiter)


def _split_slowly(text: str, delimiter: str) -> list[str]:
    elements = []
    for level in range(limits.TRAITS):
        if level * len(text) > limits.NEST_WORK:
            break
        first, *rest = split(text, delimiter)[:2]
        elements.append(first)
        if not rest:
            return elements
        text = rest[0]
    return [*elements, text]


def join_nested(elements: Iterable[str], delimiter: str = TAB) -> str:
    """The inverse of `split_nested`."""
    elements = list(elements)
    if any(element[:1] in ("\\", "'", delimiter) for element in elements if element):
        return _joined_by_levels(elements, delimiter)
    # In one pass, because level by level each of them copies all that lies below it.
    *above, last = elements or [""]
    parts: list[str] = []
    for level, element in enumerate(above):
        before = "\\" * level
        parts.append(element.replace(delimiter, f"{before}\\{delimiter}"))
        parts.append(before + delimiter)
    parts.append(last.replace(delimiter, "\\" * len(above) + delimiter))
    return "".join(parts)


def _joined_by_levels(elements: Sequence[str], delimiter: str) -> str:
    """... where the beginning of an element may have to be quoted."""
    text: str | None = None
    for element in reversed(elements):
        text = element if text is None else join((element, text), delimiter)
    return text or ""
