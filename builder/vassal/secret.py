"""Player ids, which in VASSAL are the players' passwords: kept to write them back, never shown."""

from __future__ import annotations

NOBODY = "null"


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

    def write(self) -> str:
        """The id as it stands in VASSAL's own files; for writing those, and for nothing else."""
        return self._text
