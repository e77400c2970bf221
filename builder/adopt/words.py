"""Names from a module as ids and texts of source files."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from builder.files import DEVICES
from builder.spelling import UNSEEN, spelled

LONGEST_ID = 60
_FEW = 50
_TAGS = re.compile(r"<[^<>]{0,200}>")


def slug(text: str, other: str = "piece") -> str:
    """Small letters, digits and hyphens, a letter first, and no device of Windows'; `other` stands
    for a text without any."""
    plain = spelled("NFKD", text).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST_ID].strip("-")
    if not words:
        return other
    return words if words[0].isalpha() and not DEVICES.match(words) else f"{other}-{words}"


def apart(wanted: str, taken: Container[str]) -> str:
    """The name, with a number behind it if it is taken."""
    if wanted not in taken:
        return wanted
    number, step = 2, 1
    while f"{wanted}-{number}" in taken:
        number += step
        step *= 2 if number > _FEW else 1  # thousands of one name are not counted one by one
    while step > 1:
        step //= 2
        number -= step if f"{wanted}-{number - step}" not in taken else 0
    return f"{wanted}-{number}"


def line(text: str, most: int = 120) -> str:
    """A text as one line without markup and control characters, cut where it is too long."""
    plain = UNSEEN.sub(" ", _TAGS.sub(" ", text))
    return " ".join(plain.split())[:most].strip()


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + UNSEEN.sub(" ", escaped.replace("\n", "\\n")) + '"'


def listed(texts: Iterable[str]) -> str:
    """Texts as a TOML list."""
    return "[" + ", ".join(quoted(text) for text in texts) + "]"


def ending(name: str) -> str:
    """What kind of file a name says it is, for what is told of it; a picture where it says none."""
    return name.rpartition(".")[2].lower() if "." in name else "picture"
