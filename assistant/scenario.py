"""A scenario's set-up as a position, straight from the game's files."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import replace

from assistant.position import Position, Unit, copy_id, in_positions, unit_of
from assistant.reading.markers import keep
from builder.game import carriers
from builder.game.model import Counter, Game, Placement, Scenario
from builder.game.problems import Problem, ProblemsError, nearest
from builder.saying import AsWritten, Saying


def scenario_position(game: Game, name: str) -> Position:
    """The position with which a scenario begins, as its save has it; ProblemsError if the game has
    no such scenario. Counters that enter later are in it only if a box holds them."""
    scenario = game.scenarios.get(name)
    if scenario is None:
        text = Saying(
            "{game} has no scenario '{name}'.", game=game.definition.title, name=AsWritten(name)
        )
        raise ProblemsError([Problem(str(game.folder), 0, text, nearest(name, game.scenarios))])
    state = dict(scenario.state)
    for placement in scenario.placements:
        counter = game.counters[placement.counter]
        kept = carriers.kept_by(counter.type, game.definition.state)
        if counter.kind == "marker" and kept:
            keep(game, state, kept.variable, placement.hex, kept.part)
    return Position(
        game=game,
        board=game.board,
        units=tuple(_units(game, scenario)),
        scenario=name,
        turn=scenario.turn,
        phase=scenario.phase,
        state=state,
        control=_control(game, scenario),
    )


def _units(game: Game, scenario: Scenario) -> Iterator[Unit]:
    """What of a set-up stands in positions, each copy by a number of its own."""
    named = Tally(placement.counter for placement in scenario.placements)
    taken: Tally[str] = Tally()
    for placement in scenario.placements:
        counter = game.counters[placement.counter]
        boxes, place = game.beside, placement.hex
        if place.startswith("turn ") and place not in boxes:
            place = "turn-track"
        if in_positions(game, counter) and (place in game.board or place in boxes):
            for _ in range(counter.at_start(named[counter.id])):
                taken[counter.id] += 1
                yield _unit(counter, placement, place, copy_id(counter.id, taken[counter.id]))


def _unit(counter: Counter, placement: Placement, place: str, id_: str) -> Unit:
    unit = unit_of(counter, place, id_)
    return replace(unit, step=placement.step, markers=frozenset(placement.markers))


def _control(game: Game, scenario: Scenario) -> dict[str, str]:
    beginnings = (game.definition.control, scenario.control)
    return {name: side for told in beginnings for side, names in told.items() for name in names}
