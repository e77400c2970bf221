"""The piece command in a slot or prototype: `+/null/TYPE/STATE` from and to a list of traits."""

from __future__ import annotations

from collections.abc import Iterable

from builder import limits
from builder.saying import Saying
from builder.vassal.sequence import TAB, join, join_nested, split, split_nested
from builder.vassal.traits import Trait, decode_trait

TOO_MANY = "it has more than {n:,} traits, which no piece needs"


class TooManyTraitsError(ValueError):
    """A piece that has more traits than are read, though VASSAL may read them all."""


def parse_piece(content: str) -> tuple[Trait, ...]:
    """The traits of a slot's content, outermost first, the basic piece last.

    Raises ValueError with the reason when it is no AddPiece command with as many states as types,
    TooManyTraitsError for more traits than are read.
    """
    parts = split(content, "/")
    if len(parts) < 3 or parts[0] != "+":
        raise ValueError("it is no command that adds a piece; that begins with +/null/")
    types = split_nested(parts[2])
    if len(types) > limits.TRAITS + 1 or len(split(types[-1], TAB)) > 1:  # the rest is not parted
        raise TooManyTraitsError(Saying(TOO_MANY, n=limits.TRAITS))
    states = split_nested(parts[3]) if len(parts) > 3 else []
    states += [""] * (len(types) - len(states))
    if len(states) != len(types):
        text = "it has {n} {n|type|types} but {m} {m|state|states}"
        raise ValueError(Saying(text, n=len(types), m=len(states)))
    return tuple(map(decode_trait, types, states))


def write_piece(traits: Iterable[Trait]) -> str:
    """The content of a slot with these traits, outermost first."""
    listed = list(traits)
    types = join_nested([trait.type_text for trait in listed])
    states = join_nested([trait.state_text for trait in listed])
    return join(("+", "null", types, states), "/")
