"""At one table sit players with modules in several languages: a unit keeps the words of the module
that set it up, while phases and places are told by each client in its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from builder.drawing.translation import translated
from builder.game.carriers import ROLE_PROPERTY, SET_UP_PROPERTY, SET_UP_ZONE_PROPERTY
from builder.game.model import Game
from builder.module import battles
from builder.module.assembly import Assembly
from builder.module.set_up_check import set_up_check
from builder.vassal.buildfile import components as c
from builder.vassal.expressions import evaluate
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import DynamicProperty
from tests.games_read import read_once

GAMES = ("dagc", "mlb", "nr", "kursk", "karga")
EACH_WAY = [("en", "es"), ("es", "en")]


def _in(name: str, language: str) -> Game:
    return translated(read_once(name), language)


def _traits(name: str, language: str) -> Iterator[tuple[str, Trait]]:
    """All traits of pieces, with where each stands."""
    stock = Assembly(_in(name, language), language).stock
    for where, traits in (*stock.shared.items(), *((k, p.traits) for k, p in stock.pieces.items())):
        yield from ((where, trait) for trait in traits)


def _role(game: Game, language: str) -> str:
    """The expression by which a unit set up in a language learns its role."""
    (role,) = (
        trait
        for trait in battles.battle_traits(game, language)
        if isinstance(trait, DynamicProperty) and trait.name == ROLE_PROPERTY
    )
    change = next(one.change for one in role.commands if str(one.key) == "BattleRole")
    return change.removeprefix("P,").replace("\\,", ",")


def _declares(game: Game, **held: str) -> dict[str, Any]:
    """What a client's button works out before the units of a battle join it."""
    order = next(
        [str(key) for key in part.hotkeys]
        for part in battles.battle_buttons(game, Assembly(game).settings)
        if isinstance(part, c.DoActionButton) and part.hotkey == battles.DECLARE
    )
    assert order.index("BattleSide") < order.index("BattleJoinAll")
    (side,) = (one for one in battles.battle_properties(game) if one.name == "BattleSide")
    (button,) = side.children
    assert isinstance(button, c.ChangePropertyButton)
    change = button.prop_changer.removeprefix("P,").replace("\\,", ",")
    return {**held, "BattleSide": evaluate(change, held.get)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("unit", "client"), EACH_WAY)
def test_who_attacks_is_told_in_the_language_of_who_declares(
    name: str, unit: str, client: str
) -> None:
    """The unseated player's client tells the phase in its own language, the unit has another's."""
    role, here = _role(_in(name, unit), unit), _in(name, client)
    for phase in here.definition.phase:
        for side in here.definition.side if phase.side else ():
            held = {"Phase": phase.name, "PlayerSide": "", "BattleAlone": "nobody"}
            told = _declares(here, **held) | {"Side": side.name}
            assert evaluate(role, told.get) == ("attack" if side.id == phase.side else "defence")


def _compared(trait: Trait) -> Iterator[str]:
    """The texts with which a trait compares something."""
    for text in re.findall(r'[!=]=\s*\\*"([^"\\]*)', repr(trait)):
        yield text.rstrip(".")


@pytest.mark.parametrize("name", GAMES)
def test_no_piece_compares_with_a_word_of_its_language(name: str) -> None:
    game = read_once(name)
    words = {one for one in _strings(game.texts["es"]) if one not in game.sides}
    ids = {side.name for side in game.definition.side}
    found = {
        (where, text)
        for where, trait in _traits(name, "es")
        for text in _compared(trait)
        if text in words - ids
    }
    assert not found


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for one in tree.values():
            yield from _strings(one)


@pytest.mark.parametrize("name", GAMES)
def test_a_mark_follows_the_same_in_every_module(name: str) -> None:
    """The turn is `Turn` in all of them; the marked row of the Spanish tables followed `Turno`."""
    english, spanish = (
        [
            trait.property_name
            for _, trait in _traits(name, language)
            if isinstance(trait, Layer) and trait.follow_property
        ]
        for language in ("en", "es")
    )
    assert english == spanish


@pytest.mark.parametrize(("unit", "client"), EACH_WAY)
def test_who_stands_where_the_set_up_has_it_is_not_told_in_another_language(
    unit: str, client: str
) -> None:
    own, here = Assembly(_in("nr", unit), unit), Assembly(_in("nr", client), client)
    scenario = next(iter(here.game.scenarios.values()))
    (asked,) = (
        part
        for part in set_up_check(here.game, here.table, client)
        if isinstance(part, c.GlobalKeyCommand) and str(part.button_hotkey) == "AskSetUp"
    )
    placements = own.game.scenarios[scenario.id].placements
    later = next(one for one in placements if one.hex.startswith("turn "))
    kept = {
        trait.name: trait.value
        for trait in own.stock.placed(later).traits
        if isinstance(trait, DynamicProperty) and trait.name.startswith(SET_UP_PROPERTY)
    }
    assert kept[SET_UP_ZONE_PROPERTY] == later.hex
    words = "Turno" if client == "es" else "Turn"
    there = {
        **kept,
        "KesselScenario": scenario.id,
        "Turn": str(scenario.turn),
        "CurrentZone": later.hex,
        "LocationName": later.hex.replace("turn", words),
        "ObscuredToOthers": "false",
    }
    assert evaluate(asked.filter, there.get) == "false"
    assert evaluate(asked.filter, {**there, "CurrentZone": "turn 99"}.get) == "true"
    # A save of an older Kessel has the name alone.
    old = {**there, SET_UP_ZONE_PROPERTY: "", "LocationName": kept[SET_UP_PROPERTY]}
    assert evaluate(asked.filter, old.get) == "false"
