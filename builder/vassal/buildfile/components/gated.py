"""What every toolbar button may have: a property that greys it out or hides it."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component


class Gated(Component):
    """A button that works only while a property allows it (build/AbstractToolbarItem)."""

    can_disable: bool = a.flag(False)
    property_gate: str = a.text()
    hide_when_disabled: bool = a.flag(False)
    disabled_icon: str | None = a.optional_image()
