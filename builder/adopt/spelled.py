"""A password in a text file, however the file writes its letters: with HTML's signs, as an address
does, as JSON and Java do, or in the letters of an old Western encoding."""

from __future__ import annotations

import re
from collections.abc import Collection
from html.entities import codepoint2name
from urllib.parse import unquote_to_bytes

from builder.vassal.alike import folded
from builder.vassal.blanked import is_parted, without_word
from builder.vassal.markup import unescaped

_WESTERN = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}
"""What a byte that is no UTF-8 says in an old text, by how Python holds it in a string."""

_IN_SIGNS = re.compile(r"[&%\\\udc80-\udcff]")
"""What other spellings of letters begin with."""

_CODED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))")


def without_spelled(text: str, words: Collection[str], name: str) -> str:
    """A text, decoded with `surrogateescape`, with a name in the place of each of the words."""
    # Read but once: there may be as many words as players, and megabytes of text.
    readings = [folded(_read(text) if _IN_SIGNS.search(text) else text)]
    if any(map(_IN_SIGNS.search, words)):
        readings.append(folded(text))
    bare = folded(text, "\\") if any(map(is_parted, words)) else ""
    for word in words:
        like = folded(word)
        if any(like in one for one in readings) or (is_parted(word) and folded(word, "\\") in bare):
            text = without_word(text, word, name)
            text = re.sub("".join(map(_spellings, word)), name, text, flags=re.IGNORECASE)
    return text


def _read(text: str) -> str:
    """The text as a reader of any of these kinds has it."""
    if "%" in text:
        spelled = unquote_to_bytes(text.encode("utf-8", "surrogateescape"))
        text = spelled.decode("utf-8", "surrogateescape")
    western = unescaped(text.translate(_WESTERN))
    return _CODED.sub(lambda match: chr(int(match[1] or match[2], 16)), western)


def _spellings(letter: str) -> str:
    """A pattern of all the ways in which a letter is written."""
    number = ord(letter)
    ways = [f"&#0{{0,40}}{number};?", f"&#x0{{0,40}}{number:x};?", rf"\\u{number:04x}"]
    if number in codepoint2name:
        ways.append(f"&{codepoint2name[number]};?")
    for encoding in ("utf-8", "cp1252"):
        try:
            data = letter.encode(encoding)
        except UnicodeEncodeError:
            continue
        ways.append("".join(f"%{byte:02x}" for byte in data))
        if len(data) == 1:
            ways.append(rf"\\x{data[0]:02x}")
            if number >= 0x80:
                ways.append(data.decode("utf-8", "surrogateescape"))
    return f"(?:{'|'.join(ways)}|{re.escape(letter)})"  # last, because & begins others
