"""Player ids, which in VASSAL are the players' passwords: kept to write them back, never shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder import limits
from builder.saying import shortened

NOBODY = "null"

CLEAR = 8
"""Letters from which an id is known wherever it stands, in a text of any kind."""

_WORD = 4
"""Letters from which a text that is an id and nothing else is taken for one: a password of fewer
would be every number and letter that a game holds."""

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


class Passwords:
    """What the ids of a game's players hide, to keep it out of what is told: a module may put a
    player's id into any property. Names of sides are no secrets."""

    __slots__ = ("_ids", "_sides", "_texts")

    def __init__(self, ids: frozenset[PlayerId] = frozenset(), sides: Iterable[str] = ()) -> None:
        self._ids, self._sides = ids, frozenset(sides)
        known = {id_.reveal() for id_ in ids} - {*self._sides, NOBODY}
        self._texts = sorted((text for text in known if len(text) >= _WORD), key=len, reverse=True)

    def __repr__(self) -> str:
        return "Passwords(hidden)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("passwords are not stored outside the save")

    def and_of(self, id_: PlayerId, *sides: str) -> Passwords:
        """With that of one more player, who plays a side."""
        if (id_ in self._ids and self._sides.issuperset(sides)) or len(self._ids) >= limits.SEATS:
            return self
        return Passwords(self._ids | {id_}, self._sides.union(sides))

    def told(self, text: str) -> str:
        """A value that players or their module typed, as it may be told, and no longer than anybody
        reads."""
        for one in self._texts:
            if one in text and (len(one) >= CLEAR or text.strip() == one):
                text = text.replace(one, MASKED)
        return shortened(text)
