"""VASSAL's Moved mark is believed: what a unit that bears it has left, in every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.position import MOVED, Position, Unit
from assistant.position_file import read_position
from assistant.position_text import write_position
from assistant.questions.answers import Moves
from assistant.table import Table, door_of, open_table
from builder.vassal.traits import MarkMoved, Trait
from tests.games_read import read_once
from tests.questions.tables import GAMES, phases, table
from tests.referee.conftest import game_of, text_of
from tests.referee.playing import Table as Played
from tests.referee.playing import changed
from tests.wide import all_but


def mover(game: str) -> tuple[Table, Unit, Moves]:
    """A phase of a scenario in which a unit of it goes several hexes far, and the unit."""
    sides = {phase.id: phase.side for phase in read_once(game).definition.phase}
    for phase in phases(game)[1:]:
        if "reinforcement" in phase:
            continue
        door = table(game, phase=phase)
        own = [unit for unit in door.units if sides[phase] in ("", unit.side)]
        for unit in own[:30]:
            if unit.hex in door.position.board:
                moves = door.moves(unit.id)
                if not moves.timing and any(len(one.path) > 3 for one in moves.reach):
                    return door, unit, moves
    raise AssertionError(game)


def marked(position: Position, unit: Unit, **values: object) -> Position:
    """The position with a unit that bears the mark."""
    new = replace(unit, markers=unit.markers | {MOVED}, **values)  # type: ignore[arg-type]
    return position.with_units(new if one.id == unit.id else one for one in position.units)


@pytest.mark.parametrize("game", all_but(GAMES, "kursk", "uis"))
def test_a_unit_that_has_moved_goes_on_as_far_as_it_is_known(game: str, tmp_path: Path) -> None:
    door, unit, before = mover(game)
    position = marked(door.position, unit)
    told = door_of(position).moves(unit.id)
    assert not told.reach
    assert told.because[0].code == "spent"
    assert told.timing is not None
    assert not told.timing.assumed
    anyway = door_of(position).moves(unit.id, anyway=True)
    assert anyway.reach == before.reach
    assert anyway.timing is not None
    assert anyway.timing.assumed

    path = next(one.path for one in before.reach if len(one.path) > 3)
    halfway = next(one for one in before.reach if one.hex == path[1])
    position = marked(door.position, unit, hex=path[1], began=unit.hex)
    rest = door_of(position).moves(unit.id)
    assert rest.extra["moved"]["spent"] == halfway.cost
    assert rest.timing is None
    ends = {one.hex for one in before.reach} | {unit.hex}
    assert {one.hex for one in rest.reach} <= ends
    if rest.extra["moved"].get("left", 1):
        assert path[2] in {one.hex for one in rest.reach}

    (tmp_path / "p.toml").write_text(write_position(position), "utf-8")
    again = read_position(tmp_path / "p.toml")
    assert again.by_id[unit.id].began == unit.hex
    assert again.by_id[unit.id].has_moved


def test_a_log_tells_where_a_marked_unit_began_its_phase(tmp_path: Path) -> None:
    played = Played(game_of("saltmarsh"), tmp_path / "game.vlog", text_of("saltmarsh"))
    phase = next(p.id for p in played.game.definition.phase if p.side and p.id.endswith("movement"))
    played.turn_to(1, phase)
    door = door_of(played.position)
    unit, reached = next(
        (unit, one)
        for unit in door.position.units
        for one in door.moves(unit.id).reach
        if len(one.path) > 2
    )
    played.move(unit.id, reached.path[1])

    def tired(trait: Trait) -> Trait:
        return trait.replace(moved=True) if isinstance(trait, MarkMoved) else trait

    piece = played.replay.now().pieces[played.piece_of(unit.id)]
    played.step(changed(piece, tired))
    played.log.close()
    after = open_table(tmp_path / "game.vlog")
    now = after.position.by_id[unit.id]
    assert (now.has_moved, now.began, now.hex) == (True, unit.hex, reached.path[1])
    assert after.moves(unit.id).extra["moved"]["from"] == unit.hex
    assert not after.at(2).position.by_id[unit.id].has_moved


@pytest.mark.parametrize("game", all_but(GAMES, "kursk"))
def test_every_hex_beside_a_moved_unit_is_open_or_closed(game: str) -> None:
    """What it could have entered had it not moved is closed for that reason."""
    door, unit, before = mover(game)
    if "spent" in door.position.game.definition.units.fields:
        pytest.skip("its own answer reckons with what was spent")
    far = max(before.reach, key=lambda one: (one.cost, one.hex))
    told = door_of(marked(door.position, unit, hex=far.hex, began=unit.hex)).moves(unit.id)
    here = {one.hex for one in told.reach} | {one.hex for one in told.refused}
    assert {*door.position.board.neighbours(far.hex)} <= here
    assert any(one.code == "spent" for one in told.refused)
