"""What of a command VASSAL reads as its own: how it is parted, numbers, the kinds of traits.

A text in it may be any other, but these may not: VASSAL would not know the command again.
"""

from __future__ import annotations

import re

from builder.vassal.command_reader import read_command
from builder.vassal.commands import (
    ADD,
    BEGIN_SAVE,
    END_SAVE,
    AddPiece,
    Chat,
    GlobalProperty,
    MovePiece,
    Notes,
    Other,
    Player,
    PlayerLeaves,
    PropertyChange,
    Unmask,
    without_log,
)
from builder.vassal.pieces import PieceType, is_group
from builder.vassal.secret import NOBODY
from builder.vassal.sequence import TAB, split, split_nested
from builder.vassal.traits import (
    KNOWN,
    CalculatedProperty,
    DynamicProperty,
    Label,
    Marker,
    PropertySheet,
    Prototype,
    Spreadsheet,
    Trait,
)

_HEAD = re.compile(r"\w*")
"""The word with which a command of a module's own begins."""

_AS_IT_IS = re.compile(r"[+-]?\d+(?:\.\d+)?|(?:TURN)?TurnTracker\d*|")
"""Numbers, what VASSAL calls a turn counter of its own accord, and nothing."""

FREE = (DynamicProperty, Marker, Label, PropertySheet, Spreadsheet)
"""Traits in whose state any text may stand."""

_NAMED = (CalculatedProperty, DynamicProperty, Marker, Prototype)
"""Traits of which the first thing that they say is a name."""

DEEPEST = 5
"""Definitions within definitions that are looked into."""

_VASSALS = frozenset(
    {one.ID.rstrip(";") for one in KNOWN}
    | {BEGIN_SAVE, END_SAVE, "true", "false", NOBODY, "noMat", "player", "side", "sides", "stack"}
    | {"CurrentMap", "CurrentZone", "CurrentBoard", "LocationName", "OldLocationName", "UniqueID"}
    | {
        "OldMap",
        "OldZone",
        "OldBoard",
        "OldDeckName",
        "OldMat",
        "OldMatBasicName",
        "OldMatPieceName",
    }
)
"""Words by which VASSAL finds in a save what it is."""


Form = tuple[object, ...]
"""What of a command VASSAL reads as its own, a blank for each text that may be any."""


def _form(leaf: str, depth: int = 0) -> Form:
    """How a command is parted, its numbers, and words such as the kind of a trait."""
    match command := read_command(leaf):
        case AddPiece(_, type_, state) if not is_group(type_) and depth < DEEPEST:
            known = PieceType(type_)
            states = _states(known, state)
            parts = zip(known.classes, known.parts, strict=True)
            return AddPiece, *(_defined(cls, part, depth) for cls, part in parts), *states
        case MovePiece():
            return MovePiece, form_of(leaf, "/")
        case GlobalProperty(container=place) | PropertyChange(container=place):
            return type(command), place
        case Chat() | Notes() | Unmask() | Player() | PlayerLeaves():
            return (type(command),)
        case Other():
            return Other, _HEAD.findall(leaf)[0], leaf.count(TAB)
        case _:
            return type(command), form_of(leaf, TAB), form_of(leaf, ";")


def _defined(cls: type[Trait], part: str, depth: int) -> Form:
    """The same of one trait of a type, with the name by which saves and rules find what it has."""
    named = split(part, ";")[1] if issubclass(cls, _NAMED) else ""
    return named, *form_of(part, ";", depth)


def _states(type_: PieceType, state: str) -> Form:
    """The same of each part of a piece's state; those of traits that hold any text are free."""
    free = type_.places(FREE)
    parts = split_nested(state)
    return tuple(" " if at in free else form_of(part, ";") for at, part in enumerate(parts))


def form_of(text: str, delimiter: str, depth: int = DEEPEST) -> Form:
    """What of a sequence VASSAL reads as its own; definitions in it too, to this depth."""
    parts = split(text, delimiter)
    return tuple(
        _form(part, depth + 1)
        if depth < DEEPEST and part.startswith(ADD)
        else part
        if _AS_IT_IS.fullmatch(part) or part in _VASSALS
        else " "
        for part in parts
    )


def is_damaged(leaf: str, clear: str) -> bool:
    """Whether a command is no longer known for what it was, now that a text in it is another."""
    alone, other = without_log(leaf), without_log(clear)
    return len(leaf) - len(alone) != len(clear) - len(other) or _form(alone) != _form(other)
