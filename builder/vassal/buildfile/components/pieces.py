"""Pieces and prototypes: the components whose content is a piece command."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component


class PrototypesContainer(
    Component,
    tag="VASSAL.build.module.PrototypesContainer",
    holds="PrototypeFolder PrototypeDefinition",
):
    """The prototypes that pieces share."""


class PrototypeFolder(
    Component,
    tag="VASSAL.build.module.folder.PrototypeFolder",
    holds="PrototypeFolder PrototypeDefinition",
):
    """Keeps prototypes together in the editor."""

    name: str | None = a.optional()
    desc: str = a.text()


class PrototypeDefinition(Component, tag="VASSAL.build.module.PrototypeDefinition"):
    """Traits under a name; the content is the piece command, with a dummy innermost piece."""

    name: str = a.text()
    description: str = a.text()


class PieceSlot(Component, tag="VASSAL.build.widget.PieceSlot"):
    """A piece in a palette or at-start stack; the content is the command that creates it."""

    entry_name: str = a.text()
    gpid: str = a.text()
    width: int = a.whole(0)
    height: int = a.whole(0)


class CardSlot(PieceSlot, tag="VASSAL.build.widget.CardSlot"):
    """A card in a deck; as a piece slot."""
