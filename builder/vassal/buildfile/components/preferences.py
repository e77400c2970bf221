"""Preferences that a module adds."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component


class Preference(Component):
    """What every preference has; `tab` is the page of the preferences window."""

    name: str = a.text()
    desc: str | None = a.optional()
    tab: str = a.text()
    note: str | None = a.optional()


class StringPreference(Preference, tag="VASSAL.preferences.StringPreference"):
    """A preference with a line of text."""

    default_: str = a.text()


class TextPreference(StringPreference, tag="VASSAL.preferences.TextPreference"):
    """A preference with several lines."""


class EnumPreference(StringPreference, tag="VASSAL.preferences.EnumPreference"):
    """A preference with a list of values."""

    list_: tuple[str, ...] = a.strings()


class IntegerPreference(Preference, tag="VASSAL.preferences.IntegerPreference"):
    """A preference with a whole number."""

    default_: int = a.whole(0)


class DoublePreference(Preference, tag="VASSAL.preferences.DoublePreference"):
    """A preference with a number."""

    default_: float = a.real(0.0)


class BooleanPreference(Preference, tag="VASSAL.preferences.BooleanPreference"):
    """A preference that is on or off."""

    default_: bool = a.flag(False)
