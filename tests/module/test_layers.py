"""The menu Layers: each entry turns a layer that pieces are in, by a button that nobody sees."""

from __future__ import annotations

import pytest

from builder.module.assembly import Assembly
from builder.module.layers import layers_in_use
from builder.module.table import MAP_LAYERS
from builder.module.taken_keys import of_the_table
from builder.vassal.buildfile import components as c
from tests.games_read import read_once
from tests.wide import all_but


@pytest.mark.parametrize("name", all_but(["dagc", "mlb", "nr", "kursk", "uis", "tarsa"], "uis"))
def test_every_entry_turns_a_layer_and_says_so(name: str) -> None:
    assembly = Assembly(read_once(name))
    parts = [part for top in assembly._components({}) for part in top.walk()]
    (menu,) = (p for p in parts if isinstance(p, c.ToolbarMenu) and p.text == "Layers")
    (layered,) = (p for p in parts if isinstance(p, c.LayeredPieceCollection))
    controls = {p.hotkey: p for p in layered.children if isinstance(p, c.LayerControl)}
    entries = [p for p in parts if isinstance(p, c.DoActionButton) and p.text in menu.menu_items]
    assert [entry.text for entry in entries] == list(menu.menu_items)
    turned = []
    for entry in entries:
        assert entry.do_report
        assert "on that screen only" in entry.report_format
        assert entry.hotkey in of_the_table()
        (pressed,) = entry.hotkeys
        turned.append(_layers_of(controls[pressed], layered))
    assert turned == [*([number] for number in _in_use(assembly)), "all"]


def _in_use(assembly: Assembly) -> list[int]:
    order = [*MAP_LAYERS, ""]
    return [order.index(layer) for layer in assembly.stock.layers]


def _layers_of(control: c.LayerControl, layered: c.LayeredPieceCollection) -> list[int] | str:
    """What VASSAL turns: a layer by its name, or for a number the one whose place it stands at."""
    if control.command == "Reset All Layers":
        return "all"
    names = layered.layer_order
    told = enumerate(control.layers)
    return [n if one.isdigit() else names.index(one) for n, one in told if one != "-"]


def test_a_layer_without_pieces_has_no_entry() -> None:
    assert layers_in_use(["", "control", ""]) == ["control", ""]
    assert layers_in_use([""]) == [""]
