"""Marks of a phase that its log shows to be older than the phase: they do not count."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.table import open_table
from builder.vassal.traits import MarkMoved, Trait
from tests.referee.conftest import game_of, text_of
from tests.referee.playing import Table as Played
from tests.referee.playing import changed
from tests.wide import all_but

LAID = [
    ("kursk", "retreated", "german-first-combat", "german-second-combat"),
    ("dagc", "retreated", "soviet-movement", "soviet-post-combat"),
    ("mlb", "attacked", "movement", "combat"),
]
FIGHTING = ("infantry", "rifle", "tank", "panzer")


def played_with_a_mark(
    game: str, mark: str, phase: str, tmp_path: Path
) -> tuple[Played, str, Path]:
    """A log in one phase, in which a unit gets a mark."""
    file = tmp_path / "game.vlog"
    played = Played(game_of(game), file, text_of(game))
    played.turn_to(1, phase)
    side = next(p.side for p in played.game.definition.phase if p.id == phase)
    unit = next(
        unit
        for unit in played.position.units
        if unit.hex in played.position.board and unit.side != side and unit.type in FIGHTING
    )
    played.mark(unit.id, mark)
    return played, unit.id, file


@pytest.mark.parametrize(("game", "mark", "laid", "later"), all_but(LAID, "kursk", "mlb"))
def test_a_mark_of_an_earlier_phase_does_not_count(
    game: str, mark: str, laid: str, later: str, tmp_path: Path
) -> None:
    played, unit, file = played_with_a_mark(game, mark, laid, tmp_path)
    played.turn_to(1, later)
    played.log.close()
    table = open_table(file)
    assert mark in table.at(2).position.by_id[unit].markers
    assert mark not in table.position.by_id[unit].markers
    shown = table.position.by_id[unit].shown
    assert any(
        "before this phase began" in str(one) and shown in str(one)
        for one in table.position.unknown
    )


@pytest.mark.parametrize(("game", "mark", "laid", "later"), all_but(LAID, "kursk", "mlb"))
def test_a_mark_laid_in_the_phase_counts(
    game: str, mark: str, laid: str, later: str, tmp_path: Path
) -> None:
    """Also where the log begins in that phase, and nobody knows when it was laid."""
    played, unit, file = played_with_a_mark(game, mark, laid, tmp_path)
    played.turn_to(1, later)
    played.mark(unit, mark, on=False)
    played.mark(unit, mark)
    played.log.close()
    assert mark in open_table(file).position.by_id[unit].markers


@pytest.mark.parametrize(("game", "mark", "laid", "later"), all_but(LAID, "kursk", "mlb"))
@pytest.mark.parametrize("ends", [1, 2])
def test_a_mark_counts_in_a_phase_whose_end_was_taken_back(
    game: str, mark: str, laid: str, later: str, ends: int, tmp_path: Path
) -> None:
    """The phase goes on that began before the mark was laid."""
    played, unit, file = played_with_a_mark(game, mark, laid, tmp_path)
    played.mark(unit, mark, on=False)
    played.turn_to(1, later)
    played.mark(unit, mark)
    phases = [phase.id for phase in played.game.definition.phase]
    way = [later, *phases[phases.index(later) + 1 :][:ends]]
    for phase in way[1:]:
        played.turn_to(1, phase)
    for phase in way[-2::-1]:
        played.undo(played.turning(1, phase))
    played.log.close()
    table = open_table(file)
    assert table.position.phase == later
    assert mark in table.position.by_id[unit].markers
    assert not any("before this phase began" in str(one) for one in table.position.unknown)


def test_a_unit_that_moved_since_may_bear_it_anew(tmp_path: Path) -> None:
    played, unit, file = played_with_a_mark("dagc", "retreated", "soviet-movement", tmp_path)
    played.turn_to(1, "soviet-post-combat")
    here = played.position.by_id[unit].hex
    board = played.position.board
    free = next(n for n in board.around[here] if not played.position.side_at(n))
    played.move(unit, free)
    played.log.close()
    assert "retreated" in open_table(file).position.by_id[unit].markers


MARCHES = [
    ("kursk", "german-movement", "german-mechanized", "panzer"),
    ("dagc", "soviet-pre-combat", "soviet-movement", "infantry"),
    ("nr", "soviet-movement", "axis-movement", "infantry"),
]


def tired(trait: Trait) -> Trait:
    """VASSAL's own mark of a piece that was moved."""
    return trait.replace(moved=True) if isinstance(trait, MarkMoved) else trait


def marched_before(
    game: str, phase: str, later: str, kind: str, tmp_path: Path
) -> tuple[Played, str, Path]:
    """A log in a phase of movement, in which a unit bears the Moved mark of an earlier one."""
    file = tmp_path / "game.vlog"
    played = Played(game_of(game), file, text_of(game))
    played.turn_to(1, phase)
    side = next(p.side for p in played.game.definition.phase if p.id == later)
    board = played.position.board
    unit = next(
        u.id
        for u in played.position.units
        if u.hex in board and (u.side, u.type) == (side, kind) and "reserve" not in u.markers
    )
    played.step(changed(played.replay.now().pieces[played.piece_of(unit)], tired))
    played.turn_to(1, later)
    return played, unit, file


@pytest.mark.parametrize(("game", "phase", "later", "kind"), all_but(MARCHES, "kursk"))
def test_a_moved_mark_of_an_earlier_phase_does_not_count(
    game: str, phase: str, later: str, kind: str, tmp_path: Path
) -> None:
    played, unit, file = marched_before(game, phase, later, kind, tmp_path)
    played.log.close()
    table = open_table(file)
    assert table.at(2).position.by_id[unit].has_moved
    assert not table.position.by_id[unit].has_moved
    assert any("'Moved' on" in str(one) for one in table.position.unknown)


@pytest.mark.parametrize(("game", "phase", "later", "kind"), all_but(MARCHES, "kursk"))
def test_who_bore_it_and_moves_now_began_where_the_phase_found_it(
    game: str, phase: str, later: str, kind: str, tmp_path: Path
) -> None:
    played, unit, file = marched_before(game, phase, later, kind, tmp_path)
    here = played.position.by_id[unit].hex
    board = played.position.board
    free = next(n for n in board.around[here] if not played.position.side_at(n))
    played.move(unit, free)
    played.log.close()
    now = open_table(file).position.by_id[unit]
    assert (now.has_moved, now.began, now.hex) == (True, here, free)
