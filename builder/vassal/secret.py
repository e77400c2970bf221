"""Player ids, which in VASSAL are the players' passwords: kept to write them back, never shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import normalize

from builder import limits
from builder.saying import shortened
from builder.vassal.alike import Letters, folded, letters, replaced

NOBODY = "null"

IN_PLACE = "player"
"""What stands for a player who does not sit at the table, and for one in a module."""

CLEAR = 8
"""Letters from which an id is known wherever it stands, in a text of any kind."""

WORD = 4
"""Letters from which an id is known as a word of a longer text, too. One of fewer is known where
the text is nothing else."""

_NAMES = 32
"""Names and sides that are noted of a player who changes them."""

_CUT = "\N{HORIZONTAL ELLIPSIS}."
"""Signs that stand for the rest of a text that was cut, as it is and in its plain form."""

MASKED = "\N{BULLET}" * 3
"""What is told instead of a password."""


class PlayerId:
    """The id of a player (or, for some traits, the name of a side) without a readable form.

    Two ids compare and hash by what they hide, so that owners can be matched with players.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayerId) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "PlayerId(hidden)"

    __str__ = __repr__

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a player id is a password and is not stored outside the save")

    def is_side(self, side: str) -> bool:
        """Whether this is the plain name of a side, as pieces owned by a side have it."""
        return self._text == side

    def reveal(self) -> str:
        """The id as it stands in VASSAL's own files; for writing those, and for nothing else."""
        return self._text


def with_password(id_: PlayerId) -> Iterator[PlayerId]:
    """The id under which a player is connected, and the password that it begins with: clients write
    the moment of their coming behind it."""
    yield id_
    password, dot, moment = id_.reveal().rpartition(".")
    if dot and moment.isdigit():
        yield PlayerId(password)


_OF_NOBODY: Mapping[PlayerId, frozenset[str]] = MappingProxyType({})


@dataclass(frozen=True, repr=False)
class _Known:
    """What is looked for: `whole` texts, and in longer ones `texts`, each in its plain form, as it
    is, and with the words that are open of it."""

    whole: frozenset[str]
    texts: tuple[tuple[str, str, frozenset[str]], ...]

    @classmethod
    def of(cls, named: Mapping[PlayerId, frozenset[str]]) -> _Known:
        every = ((id_.reveal(), open_) for id_, open_ in named.items())
        known = [(text, open_) for text, open_ in every if text not in {*open_, NOBODY, ""}]
        whole = (text for text, _ in known if len(text) >= WORD or not is_number(text))
        longest = sorted((one for one in known if len(one[0]) >= WORD), key=_longest)
        texts = ((like, text, open_) for text, open_ in longest if (like := folded(text)))
        return cls(frozenset(map(_composed, whole)), tuple(texts))

    def begun(self, plain: str) -> str:
        """The beginning of one of `texts` with which a text in its plain form ends."""
        end = plain[-WORD:]
        ends = (
            like[: at + WORD]
            for like, _, _ in self.texts
            for at in _places(like[:-1], end)
            if plain.endswith(like[: at + WORD])
        )
        return max(ends, key=len, default="")


_FEW = 4


class Passwords:
    """What the ids of a game's players hide, to keep it out of what is told: a module may put a
    player's id into any property, and a player type it. What a player calls himself or his side is
    no secret of his, whatever others call theirs. Nor can a number be one among others, or a word
    that the module itself has: whoever reads the mask in its place knows which it is. SECURITY.md
    says so to those who choose one.
    """

    __slots__ = ("_known", "_named")

    def __init__(self, named: Mapping[PlayerId, frozenset[str]] = _OF_NOBODY) -> None:
        """`named` are the words that are open of each id: its own player's name and side."""
        self._named = named
        self._known: _Known | None = None

    def __repr__(self) -> str:
        return "Passwords(hidden)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("passwords are not stored outside the save")

    @property
    def ids(self) -> list[PlayerId]:
        """Those of all players who were ever met."""
        return sorted(self._named, key=PlayerId.reveal)

    @property
    def players(self) -> int:
        """How many were met."""
        return len(self._named)

    def and_of(self, id_: PlayerId, *names: str) -> Passwords:
        """With that of one more player, who plays a side and has a name."""
        known = self._named.get(id_)
        if known is not None and (known.issuperset(names) or len(known) >= _NAMES):
            return self
        return Passwords({**self._named, id_: frozenset(names).union(known or ())})

    def hide_in(self, text: str) -> bool:
        """Whether some of a text is masked where it is told; of a few letters, which may be any
        figure of the game, nobody learns more than the mask tells."""
        if not self._named or len(text.strip()) < _FEW:
            return False
        return self._told(text, "")[1]

    def told(self, text: str, own: str = "") -> str:
        """A text that players or their module wrote, as it may be told, and no longer than anybody
        reads; `own` is what of it the module has for everybody. It is cut here: what was cut before
        may end within a password, which is masked as well."""
        return self._told(text, own)[0]

    def _told(self, text: str, own: str) -> tuple[str, bool]:
        """The text as it may be told, and whether some of it is masked."""
        known = self._known
        if known is None:  # players come one by one, and nothing is told before the last
            known = self._known = _Known.of(self._named)
        whole = text.strip()
        if _composed(whole) in known.whole and whole != own.strip():
            return shortened(text.replace(whole, MASKED)), True
        plain, edges = folded(text), set[int]()
        found: list[tuple[int, int, str]] = []
        read: Letters | None = None
        for like, one, open_ in known.texts:
            alone = len(one) < CLEAR
            if like not in plain or (alone and (is_number(one) or one in own)):
                continue
            read = read or letters(text)
            for start, stop in read.places(like, alone, edges):
                word = text[start:stop]
                if word == one or not (word in open_ or word in own):
                    found.append((start, stop, MASKED))
                    edges |= {start, stop}
        if _is_cut(text) and (begun := known.begun(plain := plain.rstrip(_CUT))):
            read = read or letters(text)
            found.append((read.sign(len(plain) - len(begun)), len(text), MASKED))
        return shortened(replaced(text, found) if found else text), bool(found)


def _is_cut(text: str) -> bool:
    """Whether a text may have been cut off before a password in it was looked for."""
    return len(text) == limits.VALUE or (len(text) >= limits.NAME and text.endswith(_CUT[0]))


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _longest(known: tuple[str, frozenset[str]]) -> tuple[int, str]:
    return -len(known[0]), known[0]


def _composed(text: str) -> str:
    """A short text with its letters and accents joined, wide letters and ligatures among them."""
    short = not text.isascii() and len(text) <= limits.NAME
    return normalize("NFKC", text) if short else text


def is_number(text: str) -> bool:
    """Whether an id is one that any figure of a game may be."""
    return text.strip("+-").isdigit()
