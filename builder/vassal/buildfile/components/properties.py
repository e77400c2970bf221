"""Global properties, scenario options and translatable messages."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.components.gated import Gated
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke


class GlobalProperties(
    Component,
    tag="VASSAL.build.module.properties.GlobalProperties",
    holds="GlobalPropertyFolder GlobalProperty",
):
    """The global properties of what holds it."""


class GlobalPropertyFolder(
    Component,
    tag="VASSAL.build.module.folder.GlobalPropertyFolder",
    holds="GlobalPropertyFolder GlobalProperty",
):
    """Keeps global properties together in the editor."""

    name: str | None = a.optional()
    desc: str = a.text()


class GlobalProperty(
    Component, tag="VASSAL.build.module.properties.GlobalProperty", holds="ChangePropertyButton"
):
    """A value that all players share, changed by buttons and key commands."""

    name: str | None = a.optional()
    initial_value: str = a.text()
    description: str = a.text()
    is_numeric: bool = a.flag(False)
    min_: str = a.text("null")
    max_: str = a.text("null")
    wrap: bool = a.flag(False)


class ZoneProperty(GlobalProperty, tag="VASSAL.build.module.properties.ZoneProperty"):
    """A global property of one zone."""


class ChangePropertyButton(Gated, tag="VASSAL.build.module.properties.ChangePropertyButton"):
    """A toolbar button that changes the property it stands in."""

    desc: str = a.text()
    text: str = a.message("Change")
    tooltip: str = a.text("Change")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    report_format: str = a.message()
    prop_changer: str = a.text("P,")


class GlobalTranslatableMessages(
    Component,
    tag="VASSAL.build.module.properties.GlobalTranslatableMessages",
    holds="GlobalTranslatableMessage",
):
    """Texts that a translation may replace."""


class GlobalTranslatableMessage(
    Component, tag="VASSAL.build.module.properties.GlobalTranslatableMessage"
):
    """One such text."""

    name: str | None = a.optional()
    initial_value: str = a.text()
    description: str = a.text()


class ScenarioPropertiesOptionTab(
    Component,
    tag="VASSAL.build.module.properties.ScenarioPropertiesOptionTab",
    holds="ListScenarioProperty BooleanScenarioProperty StringScenarioProperty "
    "NumberScenarioProperty",
):
    """A page of scenario options."""

    name: str | None = a.optional()
    description: str = a.text()
    report: str = a.message(
        "$PlayerId$ changed Scenario Option [$tabName$] $propertyPrompt$ "
        "from $oldValue$ to $newValue$"
    )
    heading: str = a.text()
    left_align: str = a.text("right")


class ScenarioProperty(Component):
    """What all scenario options have."""

    name: str | None = a.optional()
    initial_value: str = a.text()
    description: str = a.text()
    hotkey: KeyStroke | None = a.key()
    switch_: bool = a.flag(False)


class ListScenarioProperty(
    ScenarioProperty, tag="VASSAL.build.module.properties.ListScenarioProperty"
):
    """An option with a list of values."""

    options: tuple[str, ...] = a.strings()


class BooleanScenarioProperty(
    ScenarioProperty, tag="VASSAL.build.module.properties.BooleanScenarioProperty"
):
    """An option that is on or off."""


class StringScenarioProperty(
    ScenarioProperty, tag="VASSAL.build.module.properties.StringScenarioProperty"
):
    """An option with a text."""


class NumberScenarioProperty(
    ScenarioProperty, tag="VASSAL.build.module.properties.NumberScenarioProperty"
):
    """An option with a number."""
