"""Names that are lost or changed on their way through VASSAL's encodings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.lint.findings import Finding, listed
from builder.lint.subject import Subject, label
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.traits.core import BasicPiece
from builder.vassal.traits.values import Marker

_NAMES = ("name", "map_name", "entry_name", "chart_name", "button_text", "property_")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x80-\x9f\ud800-\udfff\ufffe\uffff]")


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M501 to M505."""
    for place in subject.places:
        names = {getattr(place.component, field, None) for field in _NAMES}
        if isinstance(place.component, c.Entry):
            names.add(place.component.content)
        for name in sorted(name for name in names if isinstance(name, str)):
            yield from _name(str(place), name)
    for side in subject.sides:
        if side.strip() in ("<observer>", "&lt;observer&gt;"):
            yield Finding(
                "M504", "PlayerRoster", quoting("the side is called '{side}'.", side=side)
            )
    yield from _pieces(subject)


def _name(where: str, name: str) -> Iterator[Finding]:
    if name.endswith("\\"):
        yield Finding("M501", where, quoting("{names}.", names=repr(name)))
    if _CONTROL.search(name):
        yield Finding("M502", where, quoting("{names}.", names=repr(name)))
    if name != name.strip(" "):
        yield Finding("M503", where, quoting("{names}.", names=repr(name)))


def _pieces(subject: Subject) -> Iterator[Finding]:
    formulas = []
    for piece in [*subject.pieces, *subject.prototypes]:
        where = str(piece.place)
        for trait in piece.traits:
            if isinstance(trait, Marker):
                yield from _marks(where, trait)
            elif isinstance(trait, BasicPiece):
                if trait.name != piece.name:
                    yield from _name(where, trait.name)
                if "$" in trait.name or trait.name.startswith("{"):
                    formulas.append(label(piece.slot))
    if formulas:
        yield Finding("M505", "the module", quoting("{names}.", names=listed(formulas)))


def _marks(where: str, marker: Marker) -> Iterator[Finding]:
    for name, value in marker.items():
        code = "M501" if value.endswith("\\") else "M502" if _CONTROL.search(value) else ""
        if code:
            text = quoting("the property {name} is {value}.", name=name, value=repr(value))
            yield Finding(code, where, text)
