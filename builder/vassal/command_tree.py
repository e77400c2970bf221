"""The tree of commands that a save, a log step or a message is: leaves are texts.

Source: `build/GameModule.decode` and `encode`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from builder import limits
from builder.vassal.sequence import ESC, elements, join, split


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that belong together: leaves (texts) and groups, in order of execution."""

    parts: tuple[str | Group, ...] = field(repr=False)


def read_tree(text: str, depth: int = limits.COMMAND_DEPTH) -> str | Group:
    """The tree of a command text; one that nests deeper than any game's stays a leaf."""
    if ESC not in text and not text.startswith("'"):
        return text
    tokens = split(text, ESC)
    if tokens[0] == text or depth == 0:
        return text
    return Group(tuple(read_tree(token, depth - 1) for token in tokens))


def tree_of(parts: Sequence[str]) -> str | Group:
    """The tree of a text that was parted at each ESC."""
    if len(parts) == 1:
        return read_tree(parts[0])
    return Group(tuple(map(read_tree, elements(parts, ESC))))


def write_tree(node: str | Group) -> str:
    """The text of a tree, as VASSAL writes it."""
    if isinstance(node, str):
        return node
    return join([write_tree(part) for part in node.parts], ESC)


def leaves(node: str | Group) -> Iterator[str]:
    """All commands of a tree in order of execution; empty ones mean nothing and are left out."""
    if isinstance(node, str):
        if node:
            yield node
        return
    for part in node.parts:
        yield from leaves(part)
