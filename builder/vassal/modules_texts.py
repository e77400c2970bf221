"""What a module says, letter for letter: a game that says the same tells nothing new by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from builder.vassal.alike import folded, letters
from builder.vassal.buildfile.declaration import Component
from builder.vassal.renamed import PARTED


def texts_of(root: Component, files: Iterable[str] = ()) -> Iterator[str]:
    """Every text of a module's components, and the names of its files."""
    for part in root.walk():
        yield from part.encoded().values()
        yield part.content
    yield from files


@dataclass
class ModulesTexts:
    """Knows the texts of a module by the words that stand in them. `read` gives them; it is asked
    once, and only for a word that a game has as well. Without any nothing is the module's."""

    read: Callable[[], Iterable[str]] = tuple
    _around: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict, repr=False)

    def has(self, text: str, place: tuple[int, int], like: str, skipped: str = "") -> bool:
        """Whether what stands around a place of a text stands in the module just so, up to the next
        signs that part VASSAL's sequences. `like` is what is in that place in its plain form,
        without the sign that is `skipped`."""
        return _around(text, *place) in self._all_around(like, skipped)

    def _all_around(self, like: str, skipped: str) -> frozenset[str]:
        known = self._around.get((like, skipped))
        if known is None:
            known = self._around[like, skipped] = frozenset(
                _around(text, *place)
                for text in self._texts
                if like in folded(text, skipped)
                for place in letters(text, skipped).places(like)
            )
        return known

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.read()))


def _around(text: str, start: int, stop: int) -> str:
    """A place of a text with what stands before and behind it, without the backslashes that
    sequences put between."""
    while start and not PARTED.match(text, start - 1):
        start -= 1
    end = PARTED.search(text, stop)
    return text[start : len(text) if end is None else end.start()].replace("\\", "")
