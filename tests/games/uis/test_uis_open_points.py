"""Open points of supply and zones: each reading, and that answers name the one in force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from uis_board import game, unit

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from builder.game.model import Game

MIDDLE = "C2020"


def reading(name: str, value: object) -> Game:
    """The game with one open point read another way."""
    options = dict(game().definition.options)
    options[name] = options[name].model_copy(update={"value": value})
    return replace(game(), definition=game().definition.model_copy(update={"options": options}))


def table(
    its_game: Game,
    *units: Unit,
    terrain: dict[str, list[str]] | None = None,
    sides: dict[tuple[str, str], list[str]] | None = None,
    lines: dict[str, list[list[str]]] | None = None,
    **state: Any,
) -> Position:
    board = its_game.blank_board.overlaid(terrain, sides, lines)
    told = {"war-turn": 5, **{name.replace("_", "-"): value for name, value in state.items()}}
    return RULES.visible(Position(its_game, board, units, phase="nato-movement", state=told))


def named(answer: Any) -> list[str]:
    return [point["option"] for point in answer.extra.get("readings", ())]


@pytest.mark.parametrize(("value", "covered"), [(True, True), (False, False)])
def test_zones_across_alpine_hexsides_6_0(value: bool, covered: bool) -> None:
    answer = RULES.zones(
        table(
            reading("zones-across-barriers", value),
            unit("A", MIDDLE),
            sides={(MIDDLE, "C2021"): ["alpine"]},
        )
    )
    assert ("C2021" in answer.zones["nato"]) is covered
    assert named(answer) == ["zones-across-barriers"]


@pytest.mark.parametrize(("value", "covered"), [("land", False), ("all", True)])
def test_zones_over_water_6_0(value: str, covered: bool) -> None:
    answer = RULES.zones(
        table(reading("zones-over-water", value), unit("A", MIDDLE), terrain={"C2021": ["sea"]})
    )
    assert ("C2021" in answer.zones["nato"]) is covered
    assert named(answer) == ["zones-over-water"]


def test_nothing_is_open_on_plain_ground_6_0() -> None:
    answer = RULES.zones(table(game(), unit("A", MIDDLE), unit("H", "C2120", type_="hq")))
    assert named(answer) == []


@pytest.mark.parametrize(("value", "state"), [("closed", "fuel-1"), ("cost", "supplied")])
def test_routes_and_nuclear_contamination_12_1_1(value: str, state: str) -> None:
    answer = RULES.supply(
        table(
            reading("nuclear-routes", value),
            unit("A", "C0310"),
            lines={"autobahn": [["C0110", "C0210"]]},
            nuclear=dict.fromkeys(game().blank_board.neighbours("C0310"), 2),
            road_cost={"all": 1},
        )
    )
    assert [one.state for one in answer.units] == [state]
    assert named(answer) == ["nuclear-routes"]


@pytest.mark.parametrize(("value", "state"), [(True, "fuel-1"), (False, "supplied")])
def test_a_regiment_and_a_base_in_need_12_3_9(value: bool, state: str) -> None:
    base = unit("B", MIDDLE, "wp", "division-base", size="brigade", attack=1, division="x")
    regiment = unit("A", "C2021", "wp", size="regiment", division="x")
    answer = RULES.supply(table(reading("regiment-base-supplied", value), base, regiment))
    assert {one.id: one.state for one in answer.units} == {"A": state, "B": "fuel-1"}
    assert named(answer) == ["regiment-base-supplied"]


@pytest.mark.parametrize(("value", "defence"), [("apart", 8), ("together", 9)])
def test_halves_of_a_march_assault_9_5_2_4(value: str, defence: int) -> None:
    attacker = unit("W", "C3121", "wp", "armoured", category=1, began_in_zoc=False)
    guns = unit("G", "C2920", type_="artillery", offensive=4, defensive=5)
    position = table(reading("march-halving", value), attacker, unit("D", "C3020"), guns)
    options = {"type": "march", "defender-artillery": "G", "defender-air": "7"}
    answer = RULES.odds(position, ["C3020"], ["W"], options)
    assert answer.defence == defence
    assert named(answer) == ["march-halving"]
