"""Patterns that strangers' expressions compare with: those of Java that cannot take long."""

from __future__ import annotations

import re
from functools import lru_cache

from builder import limits

_PART = re.compile(
    r"""\\[.\\|()\[\]{}^$?*+/_-] | \\[dDwWsS]   # a character as such, a class of them
      | \[\^?(?:\\.|[^\[\]\\&])+\]              # a set
      | (?P<open>\((?:\?:)?)
      | (?P<repeat>[*+?]|\{\d{1,3}(?:,\d{0,3})?\})
      | [^\\\[\](){}?*+]""",
    re.VERBOSE | re.DOTALL,
)


_BY = re.compile(r"((?:\$([0-9])(?![0-9])|\\?([^$\\]|(?<=\\)[$\\])))", re.DOTALL)
"""A group, or a sign, of what is put in where a pattern is found."""


def matches(pattern: str, text: str) -> bool | None:
    """Whether the whole text is as the pattern says (java.util.regex.Pattern.matches); None for a
    pattern or a text that might take long, or one that Python reads otherwise than Java."""
    compiled = _compiled(pattern)
    if compiled is None or len(text) > limits.PATTERN_TEXT:
        return None
    return compiled.fullmatch(text) is not None


def replaced(pattern: str, by: str, text: str, times: int = 0) -> str | None:
    """The text with all that is as the pattern says replaced, or so many of it from the left
    (String.replaceAll, replaceFirst); `$1` in `by` is the first group of what is replaced. None
    as above, and where `by` names no group that the pattern has."""
    compiled = _searching(pattern, text)
    if compiled is None:
        return None
    parts = _BY.findall(by)
    groups = [int(digit) for _, digit, _ in parts if digit]
    if "".join(whole for whole, _, _ in parts) != by or max(groups, default=0) > compiled.groups:
        return None

    def put(found: re.Match[str]) -> str:
        return "".join(found[int(digit)] or "" if digit else sign for _, digit, sign in parts)

    changed = compiled.sub(put, text, times)
    return changed if len(changed) <= limits.VALUE else None


def divided(pattern: str, text: str) -> list[str] | None:
    """The parts of a text between what is as the pattern says, those at the end not that are empty
    (String.split); None as above."""
    compiled = _searching(pattern, text)
    if compiled is None:
        return None
    parts, at = list[str](), 0
    for found in compiled.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
    parts.append(text[at:])
    while at and parts and not parts[-1]:
        parts.pop()
    return parts


def _searching(pattern: str, text: str) -> re.Pattern[str] | None:
    """The pattern to be looked for in a text; none that finds nothings between the letters. A
    search begins at every character, as one repeat more would."""
    compiled = _compiled(pattern)
    if compiled is None or len(text) > limits.PATTERN_TEXT or compiled.search("") is not None:
        return None
    return compiled if _is_short_work("a*" + pattern) else None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    if len(pattern) > limits.PATTERN or not _is_short_work(pattern):
        return None
    try:
        return re.compile(pattern, re.ASCII)
    except re.error:
        return None


def _is_short_work(pattern: str) -> bool:
    """Whether there are few ways to lay a pattern on a text: each repeat may end at every
    character, each group take every choice. None of a group repeated, none of Java's special ones.
    """
    at = repeats = groups = 0
    before = ""
    while at < len(pattern):
        if pattern[at] == ")":
            before, at = ")", at + 1
            continue
        part = _PART.match(pattern, at)
        if part is None or (part["repeat"] and before in (")", "(", "(?:")):
            return False
        repeats += bool(part["repeat"])
        groups += bool(part["open"])
        before, at = part[0], part.end()
    choices = pattern.count("|") + 1
    ways = limits.PATTERN_TEXT**repeats * choices ** max(groups, 1)
    return repeats < 3 and groups < 4 and ways <= limits.PATTERN_WORK
