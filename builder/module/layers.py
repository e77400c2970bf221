"""The menu Layers: what lies on the map in a layer is hidden or shown, on one's own screen only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.module import keys
from builder.module.table import CONTROL_LAYER, GROUND_LAYER, MAP_LAYERS
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes import play
from builder.vassal.keystroke import KeyStroke

MENU = "Layers"
UNITS_LAYER = ""
"""The layer of all that names none; it lies on top."""

ENTRIES = {
    CONTROL_LAYER: "Control markers",
    GROUND_LAYER: "Markers under the units",
    UNITS_LAYER: "Units and cards",
}
ALL = "Show all layers"

_TOLD = {
    CONTROL_LAYER: "$PlayerName$ hides or shows the control markers, on that screen only",
    GROUND_LAYER: "$PlayerName$ hides or shows the markers under the units, on that screen only",
    UNITS_LAYER: "$PlayerName$ hides or shows units and cards, on that screen only",
}
_ALL_TOLD = "$PlayerName$ sees all layers again, on that screen only"


def layers_in_use(used: Iterable[str]) -> list[str]:
    """Of the layers those that pieces are in, the lowest first, and the units'."""
    found = set(used)
    return [layer for layer in MAP_LAYERS if layer in found] + [UNITS_LAYER]


def layer_controls() -> Iterator[c.LayerControl]:
    """No buttons to be seen: what turns a layer of the map on or off, which tells nothing."""
    for layer in (*MAP_LAYERS, UNITS_LAYER):
        yield c.LayerControl(
            text="",
            tooltip="",
            hotkey=_turning(layer),
            command="Switch Layer between Active and Inactive",
            layers=(layer,) if layer else _top(),
        )
    yield c.LayerControl(text="", tooltip="", hotkey=_turning(ALL), command="Reset All Layers")


def _top() -> tuple[str, ...]:
    """What turns the layer without a name. VASSAL takes a number for its own place in this list,
    so it stands at the place that it is the number of."""
    return (*("-" for _ in MAP_LAYERS), str(len(MAP_LAYERS)))


def layer_menu(layers: Iterable[str]) -> Iterator[Component]:
    """The menu, each entry with its line in the chat."""
    shown = [*layers]
    for layer in shown:
        yield _entry(ENTRIES[layer], keys.LAYERS[layer], _turning(layer), _TOLD[layer])
    yield _entry(ALL, keys.ALL_LAYERS, _turning(ALL), _ALL_TOLD)
    entries = [*(ENTRIES[layer] for layer in shown), ALL]
    yield play.menu(MENU, entries, tooltip="Hide or show what lies in a layer of the map")


def _turning(layer: str) -> KeyStroke:
    return KeyStroke.named(f"Layer-{layer or 'units'}")


def _entry(text: str, key: KeyStroke, pressed: KeyStroke, told: str) -> c.DoActionButton:
    return c.DoActionButton(
        name=text,
        text=text,
        tooltip=text,
        hotkey=key,
        do_report=True,
        report_format=told,
        do_hotkey=True,
        hotkeys=(pressed,),
    )
