"""Whatever a key does to a piece is told in the chat."""

from __future__ import annotations

import pytest

from builder.game.loader import load_game
from builder.module.assembly import Assembly
from builder.module.keys import FLIP, TRAIL
from builder.module.slots import SEND_HOME
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import ReportAction, SendTo, Trigger
from builder.vassal.traits.appearance import Trail
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.secrecy import Mask

TOLD = {Mask: FLIP, Trail: TRAIL, SendTo: SEND_HOME}


def acts(trait: Trait, key: KeyStroke) -> bool:
    """Whether a trait is one of those that once were silent, with the players' key for it."""
    return TOLD.get(type(trait)) == key and key in vars(trait).values()


@pytest.mark.parametrize(
    ("name", "keys"), [("nr", {FLIP, TRAIL}), ("mlb", {FLIP, TRAIL, SEND_HOME})]
)
def test_trails_masks_and_the_way_home_are_told(name: str, keys: set[KeyStroke]) -> None:
    stock = Assembly(load_game(name)).stock
    lists = [*stock.shared.values(), *(piece.traits for piece in stock.pieces.values())]
    silent, seen = [], set()
    for traits in lists:
        told = {k for t in traits if isinstance(t, ReportAction) for k in t.report_keys}
        asked = [t.action_keys for t in traits if isinstance(t, Trigger)]
        told |= {keys[1] for keys in asked if keys[0] in told and keys[1:] == (SEND_HOME,)}
        for trait in traits:
            for key in TOLD.values():
                if acts(trait, key):
                    seen.add(key)
                    silent += [trait] if key not in told else []
    assert not silent
    assert seen == keys
