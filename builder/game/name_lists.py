"""Takes apart what is written of several places in one text, or of several choices, whose names may
hold the sign that stands between them: the numbers of a grid may be parted by anything, and areas
have names."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from builder import limits


def names_in_row(text: str, names: Iterable[str]) -> list[str]:
    """The words of a text with blanks between them; a name that has blanks itself stays whole.

    Of two readings the one holds that takes the longer name first. A word of no name stands for
    itself, so that it can be told.
    """
    words = text.split()
    blanks = {" ".join(name.split()): name for name in with_blanks(names)}
    longest = max((name.count(" ") + 1 for name in blanks), default=1)
    found, at = [], 0
    while at < len(words):
        for many in range(min(longest, len(words) - at), 1, -1):
            whole = " ".join(words[at : at + many])
            if whole in blanks:
                found.append(blanks[whole])
                at += many
                break
        else:
            found.append(words[at])
            at += 1
    return found


def with_blanks(names: Iterable[str]) -> tuple[str, ...]:
    """The names that would come apart at a blank."""
    return tuple(name for name in names if len(name.split()) > 1)


def two_places(text: str, known: Container[str]) -> tuple[str, str]:
    """The two places of a hexside, written `4416/4415`; a name may hold strokes itself.

    Where no parting gives two that are known it is the first stroke that parts them, or the one
    after which or before which a known place stands, so that the other one can be told.
    """
    first, _, second = text.partition("/")
    ways: list[tuple[str, str]] = [(first, second)]
    if len(text) <= 2 * int(limits.NAME):
        ways += _ways(text)
    return max(ways, key=lambda way: (way[0] in known) + (way[1] in known))


def _ways(text: str) -> Iterator[tuple[str, str]]:
    at = text.find("/")
    while at >= 0:
        yield text[:at], text[at + 1 :]
        at = text.find("/", at + 1)
