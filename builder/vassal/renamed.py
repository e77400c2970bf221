"""Files of a module that have new names, in the texts that call them: definitions and commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from builder.vassal.alike import folded, letters, replaced

_PARTS = '\\\\;,/|:~"\t\x1b'
_NAME = re.compile(f"[^{_PARTS}]+")
"""What stands between the signs that part VASSAL's sequences, and between quotation marks."""
PARTED = re.compile(f"[{_PARTS}]")
"""A sign before which sequences put backslashes, or that parts what stands in a text."""

MOST_PARTED = 50
"""Names with such signs in them that are looked for: each one costs a search of its own."""


@dataclass(frozen=True)
class Renamed:
    """The new names of files by those that they had, extensions included."""

    names: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, text: str) -> str:
        """A text that calls the files by their new names; one with signs in it that sequences put a
        backslash before, however many lie around it."""
        if not self.names:
            return text
        for old in self._parted:
            plain, places = old.replace("\\", ""), letters(text, "\\").places(folded(old, "\\"))
            found = (at for at in places if text[slice(*at)].replace("\\", "") == plain)
            text = replaced(text, [(*at, self.names[old]) for at in found])
        return _NAME.sub(lambda found: self.names.get(found[0], found[0]), text)

    @cached_property
    def _parted(self) -> list[str]:
        """Names with such signs in them, the longest first; none that keeps one in its new name,
        which would have to be written as the sequence around it is."""
        found = filter(PARTED.search, self.names)
        safe = (old for old in found if not PARTED.search(self.names[old]))
        return sorted(safe, key=lambda name: (-len(name), name))[:MOST_PARTED]
