"""The piece command in a slot or prototype: `+/null/TYPE/STATE`, one text a trait."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from builder.vassal.sequence import join, join_nested, split, split_nested


class TraitText(NamedTuple):
    """The type (with its id) and state of one trait, as VASSAL writes them."""

    type: str
    state: str = ""

    @property
    def id(self) -> str:
        """The trait's id with its semicolon, as `mark;`; `stack` for a stack."""
        head, semicolon, _ = self.type.partition(";")
        return head + semicolon

    @property
    def fields(self) -> list[str]:
        """The fields of the type behind the id, for the traits that are sequences."""
        return split(self.type[len(self.id) :], ";")


def parse_piece(content: str) -> tuple[TraitText, ...]:
    """The traits of a slot's content, outermost first, the basic piece last.

    Raises ValueError with the reason when it is no AddPiece command with as many states as types.
    """
    parts = split(content, "/")
    if len(parts) < 3 or parts[0] != "+":
        raise ValueError("it is no command that adds a piece; that begins with +/null/")
    types = split_nested(parts[2])
    states = split_nested(parts[3]) if len(parts) > 3 else []
    states += [""] * (len(types) - len(states))
    if len(states) != len(types):
        raise ValueError(f"it has {len(types)} types but {len(states)} states")
    return tuple(map(TraitText, types, states))


def write_piece(traits: Iterable[TraitText]) -> str:
    """The content of a slot with these traits, outermost first."""
    listed = list(traits)
    types = join_nested([trait.type for trait in listed])
    states = join_nested([trait.state for trait in listed])
    return join(("+", "null", types, states), "/")
