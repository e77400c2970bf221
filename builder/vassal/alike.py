"""Where a word stands in a text, in whatever letters: small or capital ones, ligatures, wide ones,
accents joined to their letters or not (Unicode's compatibility forms)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, combining, normalize

_KEPT = 5_000
"""Signs whose plain form is kept, so that a text of all that there are does not fill the memory."""

_RUN = re.compile(rb"[^\0]{2,}")
"""Accents in a row, by how Unicode orders them."""

_DOTTED = "i\N{COMBINING DOT ABOVE}"
_BELOW = "\N{COMBINING GREEK YPOGEGRAMMENI}"
"""Which is a letter of its own in capitals; it stays the accent that it is in small ones."""

_UNSEEN = {
    "\N{COMBINING GRAPHEME JOINER}",
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Beside those that Unicode calls formatting: signs that choose how the one before is drawn."""


class _Signs(dict[int, str]):
    """The plain form of each sign: its letters and accents, one by one."""

    def __missing__(self, number: int) -> str:
        sign = chr(number)
        parts = (one if one == _BELOW else one.casefold() for one in normalize("NFKD", sign))
        plain = normalize("NFKD", "".join(parts)).replace("\u0131", "i")
        if sign in _UNSEEN or category(sign) == "Cf":
            plain = ""
        if len(self) < _KEPT:
            self[number] = plain
        return plain


_SIGNS = _Signs()


@dataclass(frozen=True)
class Letters:
    """A text in its plain form. `at` is of which sign of the text each plain one is; None where
    each stands for itself."""

    text: str
    plain: str
    at: Sequence[int] | None = None

    def places(
        self, like: str, whole: bool = False, edges: Collection[int] = ()
    ) -> Iterator[tuple[int, int]]:
        """Where the text is like a word in its plain form; if `whole` where that stands for itself,
        at one of the `edges` or where no letter is. A letter with another accent is another one."""
        found = self.plain.find(like) if like else -1
        while found >= 0:
            behind = found + len(like)
            start, stop = self.sign(found), self.sign(behind - 1) + 1
            begun, going_on = self._within(found), self._within(behind)
            if whole:
                fits = not (begun or going_on or self._joins(start, edges, -1))
                fits = fits and not self._joins(stop, edges, 0)
            else:
                fits = not (going_on and combining(self.plain[behind]))
            if fits:
                yield start, stop
            found = self.plain.find(like, behind if fits else found + 1)

    def sign(self, plain: int) -> int:
        """Of which sign of the text a plain one is."""
        return plain if self.at is None else self.at[plain]

    def _within(self, plain: int) -> bool:
        """Whether a plain sign and the one before it are of one sign of the text."""
        if self.at is None or not 0 < plain < len(self.at):
            return False
        return self.at[plain - 1] == self.at[plain]

    def _joins(self, edge: int, edges: Collection[int], beside: int) -> bool:
        """Whether a letter stands beside an edge."""
        sign = self.text[edge + beside : edge + beside + 1] if edge + beside >= 0 else ""
        return edge not in edges and (sign.isalnum() or sign == "_")


def folded(text: str, without: str = "") -> str:
    """A text in its plain form, in which words are alike that differ in their letters alone;
    `without` a sign that does not count."""
    if text.isascii():
        return text.lower().replace(without, "") if without else text.lower()
    plain = text.translate(_SIGNS)
    order = _order(plain, without)
    return plain if order is None else "".join(map(plain.__getitem__, order))


def letters(text: str, without: str = "") -> Letters:
    """What `folded` gives, with the way back to the text."""
    if text.isascii() and not (without and without in text):
        return Letters(text, text.lower())
    parts = list(map(_SIGNS.__getitem__, map(ord, text)))
    plain = "".join(parts)
    at = [number for number, part in enumerate(parts) for _ in part]
    if (order := _order(plain, without)) is not None:
        plain, at = "".join(map(plain.__getitem__, order)), list(map(at.__getitem__, order))
    return Letters(text, plain, at)


def _order(plain: str, without: str) -> list[int] | None:
    """The numbers of the signs that count, the accents of a letter as Unicode orders them; None if
    they stand so and all count. The dot that an i has anyway does not."""
    heights = bytes(map(combining, plain))
    runs = [run.span() for run in _RUN.finditer(heights)]
    if not runs and _DOTTED not in plain and not (without and without in plain):
        return None
    order = list(range(len(plain)))
    for start, stop in runs:
        order[start:stop] = sorted(order[start:stop], key=heights.__getitem__)
    ordered = "".join(map(plain.__getitem__, order))
    dots = {found.end() - 1 for found in re.finditer(_DOTTED, ordered)}
    return [at for n, at in enumerate(order) if n not in dots and plain[at] != without]


def replaced(text: str, found: Iterable[tuple[int, int, str]]) -> str:
    """A text with other words in these places; places that overlap are one, of the first word."""
    parts: list[str] = []
    end = 0
    for start, stop, word in sorted(found, key=lambda one: one[:2]):
        if start >= end:
            parts += [text[end:start], word]
        end = max(end, stop)
    return "".join([*parts, text[end:]])
