"""What a plan says of its battles is what is answered once all its moves are made."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from assistant.planning.moved import moved_to
from assistant.planning.plan import Plan, best_plan
from assistant.position import MOVED, Position
from assistant.questions.answers import Odds, is_supplied
from assistant.table import door_of
from assistant.words.voice import general
from tests.questions.tables import GAMES, phases, table
from tests.wide import some

TOLD = ("tarsa", 34)
"""A board on which the move for one battle brings the attacker of another into supply."""
SPOILT = ("saltmarsh", 11)
"""One on which the best battles, each by itself, spoil each other."""

LEFT = ("tarsa", 18)
"""One on which the moves of the best plan cut off a unit that stays."""


def board(game: str, seed: int) -> Position:
    """A few units of a scenario that stand near each other, put about at random, before they move."""
    random = Random(seed)
    moving = [phase for phase in phases(game) if "movement" in phase][:2]
    whole = table(game, "", moving[seed % len(moving)]).position
    grid, held, units = whole.board.grid, dict[str, str](), []
    on_map = [unit for unit in whole.ground_units if unit.hex in grid]
    centre = random.choice(on_map).hex
    on_map.sort(key=lambda unit: (grid.distance(unit.hex, centre), unit.id))
    for unit in on_map[: random.randint(6, 10)]:
        near = grid.neighbours(unit.hex)
        about = (unit.hex, *near, *(name for one in near for name in grid.neighbours(one)))
        free = [n for n in about if n in whole.board and held.get(n, unit.side) == unit.side]
        if free:
            held[there := random.choice(free)] = unit.side
            units.append(replace(unit, hex=there))
    return whole.with_units(units)


def after(position: Position, plan: Plan, target: str = "") -> Position:
    """The table when the moves of a plan are made, or those for one of its battles alone, each unit
    with its mark."""
    battles = [one for one in plan.battles if target in ("", one.odds.target)]
    places = {move.unit: move.path[-1] for battle in battles for move in battle.moves}
    made = moved_to(position, places).in_phase(plan.phase)
    return made.with_units(
        replace(unit, markers=unit.markers | {MOVED}, began=position.by_id[unit.id].hex)
        if unit.id in places
        else unit
        for unit in made.units
    )


def seen(odds: Odds) -> tuple[object, ...]:
    return odds.possible, odds.column, odds.attack, odds.defence, odds.chances


@pytest.mark.parametrize(
    ("game", "seed"), some([(g, n) for g in GAMES for n in range(40)], TOLD, SPOILT)
)
def test_each_battle_of_a_plan_has_the_odds_that_are_answered_after_its_moves(
    game: str, seed: int
) -> None:
    position = board(game, seed)
    plan = best_plan(door_of(position))
    if plan.phase == position.phase:
        pytest.skip("what a way has cost is not in the marks")
    for battle in plan.battles:
        asked = battle.odds.target.split(","), battle.odds.attackers
        now = door_of(after(position, plan)).odds(*asked)
        assert seen(now) == seen(battle.odds)
        alone = door_of(after(position, plan, battle.odds.target)).odds(*asked)
        told = any(f"odds of {battle.odds.target} are" in note for note in plan.notes)
        assert told == (seen(alone) != seen(now))


@pytest.mark.parametrize(("game", "seed"), some([(g, n) for g in GAMES for n in range(40)], LEFT))
def test_who_stays_and_is_cut_off_by_the_moves_is_told(game: str, seed: int) -> None:
    position = board(game, seed)
    plan = best_plan(door_of(position))
    moved = {move.unit for battle in plan.battles for move in battle.moves}
    before, now = (
        {unit.id for unit in door_of(table).supply().units if not is_supplied(unit)}
        for table in (position.in_phase(plan.phase), after(position, plan))
    )
    own = {unit.id for unit in position.units if unit.side == plan.side}
    told = any("that stay" in note for note in plan.notes)
    assert told == bool((now - before) & own - moved)


def test_why_the_odds_are_others_is_told() -> None:
    plan = best_plan(door_of(board(*TOLD)))
    (note,) = (note for note in plan.notes if note.startswith("Once all moves"))
    assert note == (
        "Once all moves of the plan are made, the odds of 0920 are 8 : 3, 4 … 6, and not 4 : 3, "
        "0 … 1 as without its other moves, because 1st Coalition Armour is in supply (6.1)."
    )
    assert "porque 1st Coalition Armour tiene suministro" in general("es")(note)


def test_a_move_that_spoils_another_battle_is_not_made_where_that_is_worth_more() -> None:
    plan = best_plan(door_of(board(*SPOILT)))
    promised = sum(
        one.outlook.kills + one.outlook.taken - one.outlook.losses for one in plan.battles
    )
    assert plan.worth == pytest.approx(promised)
    assert [battle.odds.target for battle in plan.battles] == ["0813", "1312"]
