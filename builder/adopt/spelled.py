"""A password in a text file, however the file writes its letters: with HTML's signs and tags, as an
address does, as JSON, Java, a style sheet and RTF do, or in the letters of an old Western encoding.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from builder.vassal.alike import folded, letters, replaced
from builder.vassal.blanked import without_word
from builder.vassal.markup import unescaped

_WESTERN = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}
"""What a byte that is no UTF-8 says in an old text, by how Python holds it in a string."""

_OLD = re.compile("[\udc80-\udcff]")
_IN_SIGNS = re.compile(r"[&%\\]")
"""What other spellings of letters begin with."""

_PIECE = 1 << 20
"""Letters of a text that are read at once, because what says where each came from takes memory."""

_ROUNDS = 3
"""How often one spelling may lie in another, as in `%25C3` or `&amp;uuml;`."""


@dataclass(frozen=True)
class _Step:
    """How a text became another: where of the one what was read otherwise, and where it is now."""

    text: str
    read: list[tuple[int, int]]
    became: list[int]
    """Where what was read begins in `text`; its length is that of what was made of it."""
    ends: list[int]

    def back(self, start: int, stop: int) -> tuple[int, int]:
        """The place in the one of a place in the other."""
        return self._sign(start)[0], self._sign(stop - 1)[1]

    def _sign(self, at: int) -> tuple[int, int]:
        """The place in the one of a sign of the other."""
        number = bisect_right(self.became, at) - 1
        if number < 0:
            return at, at + 1
        if at < self.ends[number]:
            return self.read[number]
        moved = self.read[number][1] + at - self.ends[number]
        return moved, moved + 1


_Reader = Callable[[str], _Step | None]
"""Reads a text in one way; None where it says nothing otherwise."""


@dataclass(frozen=True)
class _Way:
    """How a text may be read: `once`, if it says anything to that, then by the others one after
    the other until it says nothing else. `needs`: what a word must have to be looked for so.
    `left`: what of a word's place stays behind its name."""

    once: _Reader
    others: tuple[_Reader, ...] = ()
    needs: str = ""
    left: re.Pattern[str] | None = None

    def met(self, text: str) -> tuple[str, list[_Step]] | None:
        """What a text shows to those who read it so, and the steps to that; None if nothing else
        than to others."""
        first = self.once(text)
        if first is None:
            return None
        shown, steps = first.text, [first]
        for _ in range(_ROUNDS):
            met = len(steps)
            for reader in self.others:
                if (step := reader(shown)) is not None:
                    steps.append(step)
                    shown = step.text
            if len(steps) == met:
                break
        return shown, steps

    def behind(self, text: str, start: int, stop: int) -> str:
        """What stays behind the name of a word."""
        return "".join(self.left.findall(text, start, stop)) if self.left else ""


def without_spelled(text: str, words: Collection[str], name: str) -> str:
    """A text, decoded with `surrogateescape`, with a name in the place of each of the words. Tags
    that stand within a word stay behind the name."""
    if len(text) <= _PIECE:
        return _without(text, words, name)
    return "".join(_without(piece, words, name) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """A long text in parts, each to the end of a line if there are lines."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        yield text[start:end]
        start = end


def _without(text: str, words: Collection[str], name: str) -> str:
    # Other spellings first, because a word that ends in `&` is the beginning of many of them.
    for way in _WAYS:
        apt = [word for word in words if way.needs in word]
        if apt and (met := way.met(text.translate(_WESTERN) if _OLD.search(text) else text)):
            places = _places(*met, apt, text)
            text = replaced(text, ((*place, name + way.behind(text, *place)) for place in places))
    if _OLD.search(text):
        places = _places(text.translate(_WESTERN), [], words, text)
        text = replaced(text, ((*place, name) for place in places))
    # Read but once: there may be as many words as players, and megabytes of text.
    plain = folded(text)
    for word in words:
        if folded(word) in plain:
            text = without_word(text, word, name)
    return text


def _places(
    shown: str, steps: Sequence[_Step], words: Collection[str], text: str
) -> Iterator[tuple[int, int]]:
    """Where words stand in a text that shows this, as the steps made it of the text; a sign may
    have a backslash before it there."""
    plain = folded(shown, "\\")
    likes = {word: like for word in words if (like := folded(word, "\\")) and like in plain}
    read = letters(shown, "\\") if likes else None
    for word, like in likes.items():
        for start, stop in read.places(like) if read else ():
            for step in reversed(steps):
                start, stop = step.back(start, stop)
            while start and text[start - 1] == "\\" and not word[0].isalnum():
                start -= 1
            yield start, stop


def _read(
    text: str, pattern: re.Pattern[str], means: Callable[[re.Match[str]], str]
) -> _Step | None:
    """A text with what stands for other signs read as these."""
    parts: list[str] = []
    read: list[tuple[int, int]] = []
    became: list[int] = []
    ends: list[int] = []
    last = at = 0
    for match in pattern.finditer(text):
        new = means(match)
        if new == match[0]:
            continue
        start, stop = match.span()
        parts += [text[last:start], new]
        at += start - last
        read.append((start, stop))
        became.append(at)
        at += len(new)
        ends.append(at)
        last = stop
    if not read:
        return None
    return _Step("".join([*parts, text[last:]]), read, became, ends)


_INLINE = re.compile(
    r"</?(?:a|abbr|b|bdo|big|cite|code|em|font|i|kbd|mark|nobr|q|s|small|span|strike|strong|sub|sup"
    r"|tspan|tt|u|var|wbr)\b(?:(?:[^<>\"']|\"[^\"]{0,400}\"|'[^']{0,400}'){0,400}|[^<>]{0,400})>"
    r"|<!--[^<>]{0,400}-->",
    re.IGNORECASE,
)
"""Tags that part no words, and remarks."""

_PERCENT = re.compile(
    r"%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}"
    r"|%[0-9a-f]{2}",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,49};?|#x[0-9a-f]{1,49};?|[a-z][a-z0-9]{1,31};?)", re.IGNORECASE)
_CODED = re.compile(
    r"\\u+(d[89ab][0-9a-f]{2})\\u+(d[c-f][0-9a-f]{2})|\\u+([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}"
    r"|\\x([0-9a-f]{2})|\\\r?\n[ \t\f]*",
    re.IGNORECASE,
)
"""Signs as JSON, Java and scripts have them, and a line that goes on."""
_STYLED = re.compile(r"\\([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?", re.IGNORECASE)
"""Signs as a style sheet has them."""
_RTF = re.compile(r"\\'([0-9a-f]{2})|\\u(-?[0-9]{1,5})(?: ?\?|\\'[0-9a-f]{2}| )?", re.IGNORECASE)


def _percent(match: re.Match[str]) -> str:
    data = bytes.fromhex(match[0].replace("%", ""))
    return data.decode("utf-8", "surrogateescape").translate(_WESTERN)


def _coded(match: re.Match[str]) -> str:
    high, low, *one = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    number = next((figures for figures in one if figures), "")
    return _sign(int(number, 16)) if number else ""


def _rtf(match: re.Match[str]) -> str:
    if match[1]:
        return bytes.fromhex(match[1]).decode("cp1252", "replace")
    return _sign(int(match[2]) % 0x10000)


def _sign(number: int) -> str:
    return chr(number) if number <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"


def _signs(text: str) -> _Step | None:
    """A text as it is; None if nothing in it is written with other signs."""
    return _Step(text, [], [], []) if _IN_SIGNS.search(text) else None


_untagged: _Reader = partial(_read, pattern=_INLINE, means=lambda match: "")
_unpercented: _Reader = partial(_read, pattern=_PERCENT, means=_percent)
_unescaped: _Reader = partial(_read, pattern=_ENTITY, means=lambda match: unescaped(match[0]))
_uncoded: _Reader = partial(_read, pattern=_CODED, means=_coded)
_unstyled: _Reader = partial(_read, pattern=_STYLED, means=lambda found: _sign(int(found[1], 16)))
_unrtf: _Reader = partial(_read, pattern=_RTF, means=_rtf)
_unplussed: _Reader = partial(_read, pattern=re.compile(r"\+"), means=lambda match: " ")
_undoubled: _Reader = partial(_read, pattern=re.compile('""'), means=lambda match: '"')

_WAYS = (
    _Way(_signs, (_unpercented, _unescaped, _uncoded)),
    _Way(_untagged, (_unescaped,), left=_INLINE),
    _Way(_unplussed, (_unpercented, _unescaped), needs=" "),
    _Way(_undoubled, needs='"'),
    _Way(_unstyled),
    _Way(_unrtf),
)
"""What is a sign in one of them is none in another."""
