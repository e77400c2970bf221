"""One spelling of letters that Unicode can write in several ways, for strangers' names too."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

MARKS = 30
"""Combining marks in a row that are kept, as in Unicode's stream-safe text format: no language
stacks as many, and putting a run of them in order takes time by its square."""

UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Runs of signs that nobody sees in a line: those that control, part lines or turn text round."""

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]


def spelled(form: Form, text: str) -> str:
    """The text in a normalization form of Unicode, without marks beyond MARKS in a row.

    >>> len(spelled("NFD", "é" + "\\u0301" * 100_000))
    31
    """
    if text.isascii():
        return text
    return unicodedata.normalize(form, "".join(_bounded(text)) if len(text) > MARKS else text)


def same_line(text: str, other: str) -> bool:
    """Whether two names are one in a line, whatever spaces and unseen signs stand in each."""
    one, two = (" ".join(UNSEEN.sub(" ", name).split()) for name in (text, other))
    return one == two


def _bounded(text: str) -> Iterator[str]:
    run = 0
    for sign in text:
        run = run + 1 if unicodedata.combining(sign) else 0
        if run <= MARKS:
            yield sign
