"""What of a command VASSAL reads as its own: how it is parted, numbers, the kinds of traits.

A text in it may be any other, but these may not: VASSAL would not know the command again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

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

_CALLED = re.compile(r"(?:TURN)?TurnTracker\d*|")
"""What VASSAL calls a turn counter of its own accord, and nothing."""

_AS_IT_IS = re.compile(rf"[+-]?\d+(?:\.\d+)?|{_CALLED.pattern}")
"""Numbers, and that."""

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


@dataclass(frozen=True)
class _Reading:
    """How deep in definitions a form lies, and whether numbers in it stay themselves."""

    depth: int = 0
    numbers: bool = True

    def deeper(self) -> _Reading:
        return replace(self, depth=self.depth + 1)


_FLAT = _Reading(DEEPEST)


def _form(leaf: str, how: _Reading) -> Form:
    """How a command is parted, its numbers, and words such as the kind of a trait."""
    match command := read_command(leaf):
        case AddPiece(piece, type_, state) if not is_group(type_) and how.depth < DEEPEST:
            known = PieceType(type_)
            states = _states(known, state, how)
            parts = zip(known.classes, known.parts, strict=True)
            id_ = _parts(piece or "", "/", replace(how, depth=DEEPEST))
            return AddPiece, id_, *(_defined(cls, part, how) for cls, part in parts), *states
        case MovePiece():
            return MovePiece, _parts(leaf, "/", replace(how, depth=DEEPEST))
        case GlobalProperty(container=place) | PropertyChange(container=place):
            return type(command), place
        case Chat() | Notes() | Unmask() | Player() | PlayerLeaves():
            return (type(command),)
        case Other():
            return Other, _HEAD.findall(leaf)[0], leaf.count(TAB)
        case _:  # between the strokes is the number of a piece, if it is of one
            flat = replace(how, depth=DEEPEST)
            return type(command), *(_parts(leaf, sign, flat) for sign in ("/", TAB, ";"))


def _defined(cls: type[Trait], part: str, how: _Reading) -> Form:
    """The same of one trait of a type, with the name by which saves and rules find what it has."""
    named = split(part, ";")[1] if issubclass(cls, _NAMED) else ""
    return named, *_parts(part, ";", how)


def _states(type_: PieceType, state: str, how: _Reading) -> Form:
    """The same of each part of a piece's state; those of traits that hold any text are free."""
    free, flat = type_.places(FREE), replace(how, depth=DEEPEST)
    parts = split_nested(state)
    return tuple(" " if at in free else _parts(part, ";", flat) for at, part in enumerate(parts))


def form_of(text: str, delimiter: str) -> Form:
    """What of a sequence VASSAL reads as its own."""
    return _parts(text, delimiter, _FLAT)


def _parts(text: str, delimiter: str, how: _Reading) -> Form:
    """The same, of definitions in it too, to some depth."""
    kept = _AS_IT_IS if how.numbers else _CALLED
    return tuple(
        _form(part, how.deeper())
        if how.depth < DEEPEST and part.startswith(ADD)
        else part
        if kept.fullmatch(part) or part in _VASSALS
        else " "
        for part in split(text, delimiter)
    )


def is_damaged(leaf: str, clear: str, numbers: bool = True) -> bool:
    """Whether a command is no longer known for what it was, now that a text in it is another; where
    `numbers` is false any number may be another, too."""
    alone, other, how = without_log(leaf), without_log(clear), _Reading(numbers=numbers)
    return len(leaf) - len(alone) != len(clear) - len(other) or _form(alone, how) != _form(
        other, how
    )
