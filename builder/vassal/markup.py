"""Labels, names and lines of chat that a module writes in HTML, as a person reads them."""

from __future__ import annotations

import html
import re

_ENDLESS = re.compile(r"&(#[0-9]{50})")
_HTML = re.compile(r"<html\b", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--|<(?:style|script)\b", re.IGNORECASE)
_SEEN_AGAIN = re.compile(r"-->|</(?:style|script)\s*>", re.IGNORECASE)
_INLINE = re.compile(
    r"</?(?:a|abbr|b|big|body|cite|code|em|font|html|i|kbd|s|small|span|strike|strong|sub|sup|tt|u|var)\b[^<>]*>",
    re.IGNORECASE,
)
"""Tags that part no words."""
_TAG = re.compile(r"<[^<>]*>")
# Only what modules format their reports with: players' names stand in angle brackets too.
_OF_CHAT = re.compile(
    r"</?(?:b|i|u|s|br|p|div|span|font|img|hr|em|strong|small|big|tt)\b[^<>]*>", re.IGNORECASE
)
_ANY = re.compile(r"<[^>]*>")
_COLOUR = re.compile(r"^([*-])\s*[|!?~`]\s*")
"""One of five signs behind the asterisk or dash of a line (tools/QuickColors)."""
_PADDING = re.compile(r"(?<=\() | (?=\))")


def unescaped(text: str) -> str:
    """A text with the signs that HTML writes with others, such as `&amp;` and `&#252;`. A number of
    more figures than any sign has stays, because Python reads none of thousands.

    >>> unescaped("R&amp;B &#252;")
    'R&B ü'
    """
    return html.unescape(_ENDLESS.sub(r"&amp;\1", text))


def unformatted(text: str) -> str:
    """A text without its HTML; one that does not say that it is some stays as it is.

    What is not seen is cut out piece by piece, because a pattern over whole comments would look to
    the end of the text once for each of a thousand that nobody closed.
    """
    if "<" not in text or not _HTML.search(text):
        return text
    first, *rest = _UNSEEN.split(text)
    seen = first + "".join(_seen(part) for part in rest)
    read = unescaped(_TAG.sub(" ", _INLINE.sub("", seen)))
    return _PADDING.sub("", " ".join(read.split()))


def line_as_shown(line: str) -> str:
    """A line of chat without its HTML and the sign that gives it a colour. A sign that is written
    as HTML writes it gives none: Kessel's own lines have it so."""
    return unescaped(without_colour(_OF_CHAT.sub("", line)))


def without_colour(line: str) -> str:
    """A line of chat without the sign that gives it a colour."""
    return _COLOUR.sub(r"\1 ", line, count=1)


def line_without_tags(line: str) -> str:
    """A line of chat without whatever stands in angle brackets."""
    return unescaped(_ANY.sub("", line))


def written(text: str) -> str:
    """A text as HTML writes it, which both readings of a line give back as it is."""
    return html.escape(text, quote=False)


def _seen(part: str) -> str:
    """What follows the end of something unseen; all of it is unseen where that has no end."""
    closed = _SEEN_AGAIN.search(part)
    return "" if closed is None else part[closed.end() :]
