"""What one trait answers when it is asked for a property, without a table around it.

Sources: `getProperty` of the traits in `counters/`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from math import floor
from typing import Any, cast

from builder.vassal.expressions import (
    Ask,
    Besides,
    around,
    calculated,
    followed,
    or_doubt,
    worked_out,
)
from builder.vassal.java_values import Beyond, Fails, as_whole
from builder.vassal.pieces import Piece
from builder.vassal.traits import (
    AreaOfEffect,
    BasicName,
    CalculatedProperty,
    DynamicProperty,
    Hide,
    Immobile,
    Label,
    Layer,
    Marker,
    MarkMoved,
    Mask,
    Mat,
    OldLayer,
    Outline,
    PropertySheet,
    Rotation,
    Trail,
    Trait,
    TranslatableMessage,
)
from builder.vassal.traits.movement import Attachment, MatCargo

_OF_CARGO = (
    "IsCargo",
    *(f"CurrentMat{of}" for of in ("", "ID", "X", "Y", "OffsetX", "OffsetY", "PieceName")),
    *(f"CurrentMat{of}" for of in ("BasicName", "LocationName", "Zone", "Board", "Map")),
    *(f"CurrentMatProp{at}" for at in range(10)),
)

# Traits that answer for properties; the others are not even read when one is looked for.
ANSWERING = frozenset(
    (
        AreaOfEffect,
        Attachment,
        BasicName,
        CalculatedProperty,
        DynamicProperty,
        Hide,
        Immobile,
        Label,
        Layer,
        MarkMoved,
        Marker,
        Mask,
        Mat,
        MatCargo,
        OldLayer,
        PropertySheet,
        Rotation,
        Trail,
        TranslatableMessage,
    )
)


def truth(value: bool) -> str:
    """A yes or no as VASSAL writes it."""
    return "true" if value else "false"


def own_property(piece: Piece, name: str) -> str | None:
    """What the traits of a piece say of themselves, without a table around them."""
    return own_answers(piece)(name)


def own_answers(piece: Piece) -> Ask:
    """The same for whoever asks one piece for several properties: its traits are read once."""
    properties, type_, states = piece.properties, piece.type, piece.states

    def ask(name: str) -> str | None:
        for at in type_.answering(name, ANSWERING, names_answered):
            found = answer_of(type_.trait(at, states[at]), name, _nobody)
            if found is not None:
                return found
        found = piece.called if name == "BasicName" else properties.get(name)
        return last_answer(piece, name) if found is None else found

    return ask


def last_answer(piece: Piece, name: str) -> str | None:
    """What a piece says of which nothing else knows: a trail is a moved mark that nobody sets, and
    lets everything within the piece speak first (Footprint.getProperty)."""
    return truth(False) if name == "Moved" and piece.type.places(_TRAILS) else None


def may_answer(piece: Piece, names: Iterable[str]) -> list[str]:
    """Those of some names of properties for which a piece may have an answer of its own."""
    answered, kept = piece.type.answered(ANSWERING, names_answered), piece.properties
    return [name for name in names if answered is None or name in answered or name in kept]


def _nobody(_: str) -> None:
    """Who is asked where no table is."""


def who_answers(piece: Piece, name: str) -> tuple[int, ...]:
    """Where the traits stand that may answer for a property, outermost first."""
    return piece.type.answering(name, ANSWERING, names_answered)


def names_answered(cls: type[Trait], text: str) -> Collection[str] | None:
    """The properties for which a trait of a class that answers can, by its type; None: for any."""
    if len(text) > _OFTEN:
        return _names_answered(cls.decode(text))
    return _often_asked(cast(Any, cls), text)


_TRAILS = (Trail,)

_OFTEN = 4096  # characters of a type that is worth keeping

_often_asked = lru_cache(maxsize=4096)(lambda cls, text: _names_answered(cls.decode(text)))
"""The pieces of a game share most of their traits' types: each is read once."""


def _names_answered(trait: Trait) -> Collection[str] | None:
    match trait:
        case Layer():
            return [f"{trait.name}{what}" for what in ("_Level", "_Name", "_Image", "_Active")]
        case Marker():
            return trait.names
        case DynamicProperty() | CalculatedProperty() | TranslatableMessage():
            return (trait.name,)
        case Label():
            return (trait.property_name,)
        case Rotation():
            return (f"{trait.name}_Facing", f"{trait.name}_Degrees")
        case AreaOfEffect():
            return (f"{trait.name}_Active",)
        case Attachment():
            return ("AttachCount", f"{trait.name}_AttachCount")
        case MarkMoved() | Trail():
            return ("Moved",)
        case Immobile():
            return ("NoStack", "Immobile", "IgnoreGrid", "cannotMove")
        case BasicName():
            return ("BasicName",)
        case Mat():
            return ("MatName", "MatNumCargo", "MatID")
        case MatCargo():
            return _OF_CARGO
        case Mask():
            return ("Obscured", "ObscuredToOthers")
        case Hide():
            return ("Invisible", "InvisibleToOthers")
        case PropertySheet():
            return None
        case _:
            return ()


def answer_of(trait: Trait, name: str, ask: Ask) -> str | None:
    """What one trait answers; None passes the question on."""
    match trait:
        case Layer():
            return _of_layer(trait, name, ask)
        case Marker():
            return dict(trait.items()).get(name) if name in trait.names else None
        case DynamicProperty():
            return trait.value if trait.name == name else None
        case CalculatedProperty():
            return or_doubt(calculated, trait.expression, ask) if trait.name == name else None
        case Label():
            return _written(trait.label, ask) if trait.property_name == name else None
        case Rotation():
            return _of_rotation(trait, name)
        case MarkMoved():
            return truth(trait.moved) if name == "Moved" else None
        case Immobile():
            return _of_immobile(trait, name)
        case Attachment():
            counts = name in ("AttachCount", f"{trait.name}_AttachCount")
            return str(len(trait.attached)) if counts else None
        case AreaOfEffect():
            return truth(trait.active) if name == f"{trait.name}_Active" else None
        case PropertySheet():
            return dict(trait.items()).get(name)
        case BasicName():
            return trait.name if name == "BasicName" else None
        case TranslatableMessage():
            return trait.message if trait.name == name else None
        case Mat():
            if name == "MatID":
                return f"{trait.name}_{ask('PieceUID') or ''}"
            return {"MatName": trait.name, "MatNumCargo": str(len(trait.cargo))}.get(name)
        case MatCargo():
            return truth(True) if name == "IsCargo" else None
        case _:
            return None


def label_of(label: Label, ask: Ask) -> str:
    """The text that a label shows: an expression or a text with properties in it, unknown ones
    empty. As a property it keeps their names (Labeler.getLocalizedLabel, Labeler.getLabel)."""
    return _written(label.label, Besides(ask))


def labelled(label: Label, name: str, ask: Ask) -> str:
    """The name of a piece with its label, as the label's format says (Labeler.getLocalizedName);
    one that has no value, or that is not understood, is taken down as such."""
    given = {"pieceName": name, "label": label_of(label, ask)}
    return _written(label.name_format, Besides(ask, **given))


def _written(text: str, ask: Ask) -> str:
    """What a label writes: nothing where its expression has no value."""
    try:
        return worked_out(text, ask)
    except (Beyond, Fails):
        around(ask).not_understood()
        return ""


def _of_layer(layer: Layer, name: str, ask: Ask) -> str | None:
    if not name.startswith(layer.name):
        return None
    what = name[len(layer.name) :]
    if what not in ("_Level", "_Name", "_Image", "_Active"):
        return None
    level = layer_level(layer, ask)
    if what == "_Level":
        return str(level)
    if what == "_Active":
        return truth(level > 0)
    names = layer.images if what == "_Image" else layer.level_names
    found = names[level - 1] if 0 < level <= len(names) else ""
    return found if what == "_Image" else _bare(found)


def integer(text: str) -> int | None:
    """The number that a property's value is, as Java would read it; None if it is no such."""
    found = as_whole(text)
    return None if found is None else int(found.value)


def layer_level(layer: Layer, ask: Ask) -> int:
    """The level of a layer from 1, of one that follows a property too; negative while off, and 0
    where VASSAL has none. What follows a property keeps its level while that is no number
    (Embellishment.checkPropertyLevel)."""
    own = max(-layer.levels, min(layer.level, layer.levels))
    if not (layer.follow_property and layer.property_name):
        return own
    value = _followed(layer.property_name, ask)
    if value is None:  # beyond us: a save holds the level that VASSAL drew last
        return own
    number = integer(value or str(layer.first_level_value))
    if number is None:
        return own
    level = max(1, min(number - layer.first_level_value + 1, layer.levels))
    return level if own > 0 else -level


def shown_level(layer: Layer, ask: Ask) -> int:
    """The level whose picture a layer draws now; 0 for none: it is off, or follows a property and
    is drawn only while another one says so (Embellishment.draw)."""
    level = layer_level(layer, ask)
    if level > 0 and layer.follow_property and layer.only_property_name:
        held = (ask(layer.only_property_name) or "") not in ("", "false", "0")
        if held != (layer.only_property_state == "true"):
            return 0
    return max(0, level)


_COMPARED: dict[str, Callable[[bool, bool], bool]] = {
    "AND": lambda one, other: one and other,
    "OR": lambda one, other: one or other,
    "XOR": lambda one, other: one != other,
    "NOR": lambda one, other: not (one or other),
}


def outlined(outline: Outline, ask: Ask) -> bool:
    """Whether an outline is drawn now: always, or while its properties hold
    (BorderOutline.checkProperties)."""
    if not outline.property_name:
        return True
    first, second = (
        (ask(name) or "") not in ("", "false", "0")
        for name in (outline.property_name, outline.second_property)
    )
    if not outline.second_property:
        return first
    return _COMPARED.get(outline.compare, _COMPARED["AND"])(first, second)


def _of_immobile(trait: Immobile, name: str) -> str | None:
    """What a piece says of how it is moved. One that stacks after all says nothing of stacking, and
    that is an answer: what lies further in is not asked."""
    if name == "NoStack":
        return "" if trait.stacks else truth(True)
    if name == "IgnoreGrid":
        return truth("g" in trait.select)
    if name == "cannotMove":
        return truth(trait.never_moves)
    return truth(trait.never_moves or trait.moves_if_selected) if name == "Immobile" else None


def _followed(name: str, ask: Ask) -> str | None:
    """The value of the property or expression that a layer follows; None for one beyond us."""
    try:
        return followed(name, ask)
    except Fails:
        return ""
    except Beyond:
        around(ask).not_understood()
        return None


def _bare(level_name: str) -> str:
    if level_name.startswith("+"):
        return level_name[1:]
    return level_name[:-1] if level_name.endswith("+") else level_name


def _of_rotation(rotation: Rotation, name: str) -> str | None:
    if name == f"{rotation.name}_Facing":
        return str(rotation.facing)
    if name == f"{rotation.name}_Degrees":
        return str(floor(abs(rotation.degrees) + 0.5) % 360)
    return None
