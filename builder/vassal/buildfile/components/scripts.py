"""Scripts."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component


class ScriptContainer(
    Component, tag="VASSAL.script.ScriptContainer", holds="ActionScript GeneralScript"
):
    """Scripts of the module."""


class ActionScript(Component, tag="VASSAL.script.ActionScript"):
    """A script that a button or key starts."""

    name: str | None = a.optional()
    desc: str = a.text()
    script: str = a.text()


class GeneralScript(ActionScript, tag="VASSAL.script.GeneralScript"):
    """A script that others use."""


class BshCommandEncoder(Component, tag="VASSAL.script.BshCommandEncoder"):
    """Reads and writes the commands of scripts."""


class BshPlugin(Component, tag="VASSAL.script.BshPlugin"):
    """A plugin in script."""
