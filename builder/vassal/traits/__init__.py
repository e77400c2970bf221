"""The traits of VASSAL's pieces: one declaration each, from which reading and writing follow."""

from __future__ import annotations

from collections.abc import Sequence

from builder.vassal.traits.actions import (
    ActionButton,
    Clone,
    Delete,
    Deselect,
    GlobalHotKey,
    GlobalKeyCommand,
    MenuSeparator,
    MultiLocationCommand,
    Pivot,
    PlaceMarker,
    PlaySound,
    Replace,
    ReportAction,
    RestrictCommands,
    ReturnToDeck,
    SendTo,
    SubMenu,
    Trigger,
)
from builder.vassal.traits.appearance import (
    AreaOfEffect,
    Label,
    Layer,
    NonRectangular,
    OldLayer,
    OldNonRectangular,
    Outline,
    Rotation,
    Trail,
)
from builder.vassal.traits.core import BasicPiece, Deck, Stack, UnknownTrait
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.movement import (
    Attachment,
    Immobile,
    MarkMoved,
    Mat,
    MatCargo,
    Translate,
)
from builder.vassal.traits.secrecy import Hide, Mask, Restrict
from builder.vassal.traits.values import (
    BasicName,
    CalculatedProperty,
    Comment,
    Constraints,
    DynamicProperty,
    Marker,
    PropertyCommand,
    PropertySheet,
    Prototype,
    SetGlobalProperty,
    SetPieceProperty,
    Spreadsheet,
    TranslatableMessage,
)

KNOWN: tuple[type[Trait], ...] = (
    ActionButton,
    AreaOfEffect,
    Attachment,
    BasicName,
    BasicPiece,
    CalculatedProperty,
    Clone,
    Comment,
    Deck,
    Delete,
    Deselect,
    DynamicProperty,
    GlobalHotKey,
    GlobalKeyCommand,
    Hide,
    Immobile,
    Label,
    Layer,
    MarkMoved,
    Marker,
    Mask,
    Mat,
    MatCargo,
    MenuSeparator,
    MultiLocationCommand,
    NonRectangular,
    OldLayer,
    OldNonRectangular,
    Outline,
    Pivot,
    PlaceMarker,
    PlaySound,
    PropertySheet,
    Prototype,
    Replace,
    ReportAction,
    Restrict,
    RestrictCommands,
    ReturnToDeck,
    Rotation,
    SendTo,
    SetGlobalProperty,
    SetPieceProperty,
    Spreadsheet,
    Stack,
    SubMenu,
    Trail,
    TranslatableMessage,
    Translate,
    Trigger,
)

_BY_ID = {trait.ID: trait for trait in KNOWN}

__all__ = [
    "KNOWN",
    "ActionButton",
    "AreaOfEffect",
    "Attachment",
    "BasicName",
    "BasicPiece",
    "CalculatedProperty",
    "Clone",
    "Comment",
    "Constraints",
    "Deck",
    "Delete",
    "Deselect",
    "DynamicProperty",
    "GlobalHotKey",
    "GlobalKeyCommand",
    "Hide",
    "Immobile",
    "Label",
    "Layer",
    "MarkMoved",
    "Marker",
    "Mask",
    "Mat",
    "MatCargo",
    "MenuSeparator",
    "MultiLocationCommand",
    "NonRectangular",
    "OldLayer",
    "OldNonRectangular",
    "Outline",
    "Pivot",
    "PlaceMarker",
    "PlaySound",
    "PropertyCommand",
    "PropertySheet",
    "Prototype",
    "Replace",
    "ReportAction",
    "Restrict",
    "RestrictCommands",
    "ReturnToDeck",
    "Rotation",
    "SendTo",
    "SetGlobalProperty",
    "SetPieceProperty",
    "Spreadsheet",
    "Stack",
    "SubMenu",
    "Trail",
    "Trait",
    "TranslatableMessage",
    "Translate",
    "Trigger",
    "UnknownTrait",
    "decode_trait",
    "trait_class",
    "trait_classes",
]


def trait_class(type_text: str) -> type[Trait]:
    """The class that a type text begins with the id of."""
    return _BY_ID.get(type_text[: type_text.find(";") + 1] or type_text, UnknownTrait)


def trait_classes(parts: Sequence[str]) -> tuple[type[Trait], ...]:
    """The class of each, without a call for every one, because a game has a hundred thousand."""
    known, unknown = _BY_ID.get, UnknownTrait
    return tuple([known(part[: part.find(";") + 1] or part, unknown) for part in parts])


def decode_trait(type_text: str, state_text: str = "") -> Trait:
    """The trait of its two texts; one of an unknown class is kept as it stands."""
    return trait_class(type_text).decode(type_text, state_text)
