"""Who holds a hex that nobody marks: by the log, the last to stand there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.binding import open_record
from assistant.board.changed import changed
from assistant.board.course import course
from assistant.board.source import open_source
from assistant.position import Position
from assistant.questions.door import Door
from assistant.reading.last_to_enter import Stood, contradicted, told_of_passing
from assistant.referee.refereed import referee
from assistant.table import open_table
from builder.game.model import Game
from tests.referee.conftest import game_of, text_of
from tests.referee.playing import Table
from tests.wide import some

TAKEN = {
    "dagc": ("soviet", "town"),
    "nr": ("axis", "city"),
}
"""Who goes into what and out again."""


def begun(name: str, path: Path) -> Table:
    return Table(game_of(name), path / "game.vlog", text_of(name))


def taken(position: Position, side: str, what: str) -> tuple[str, str, str]:
    """A unit of a side, an empty hex of a kind that the enemy holds, and an empty one beside it."""
    passing = position.game.passing_types
    unit = next(
        u.id
        for u in position.of_side(side)
        if u.type not in passing and u.hex in position.board.grid
    )
    for name in sorted(position.board.hexes_with(what)):
        near = [n for n in position.board.neighbours(name) if not position.at(n)]
        other = position.control.get(name) != side and name not in position.marked
        if near and other and not position.at(name):
            return unit, name, near[0]
    raise AssertionError(f"no {what} for {side}")


@pytest.mark.parametrize("name", some(sorted(TAKEN), "nr"))
def test_who_went_through_holds(name: str, tmp_path: Path) -> None:
    table = begun(name, tmp_path)
    unit, hex_, out = taken(table.position, *TAKEN[name])
    side = TAKEN[name][0]
    table.move(unit, hex_)
    table.move(unit, out)
    path = table.close()
    assert open_table(path, 0).position.holder(hex_) != side
    assert open_table(path).position.holder(hex_) == side
    assert open_table(path, 1).position.holder(hex_) == side, "it stands there"
    copied = tmp_path / "position.toml"
    open_table(path).write(copied)
    assert open_table(copied).position.holder(hex_) == side


@pytest.fixture
def town(tmp_path: Path) -> tuple[Table, str, str, str]:
    """dagc, and a Soviet unit that will go into a German town and on."""
    table = begun("dagc", tmp_path)
    return (table, *taken(table.position, "soviet", "town"))


def towns(path: Path, step: int | None = None) -> set[str]:
    score = open_table(path, step).score()
    return {name for line in score.lines if line.what == "town hexes" for name in line.hexes}


def test_a_town_counts_that_was_taken_and_left(town: tuple[Table, str, str, str]) -> None:
    table, unit, hex_, out = town
    began = table.position.by_id[unit].hex
    table.move(unit, hex_)
    table.move(unit, out)
    path = table.close()
    assert hex_ not in towns(path, 0)
    assert hex_ in towns(path)
    said = [reason.text for reason in open_table(path).score().because]
    assert any(hex_ in text and "log" in text for text in said)
    assert any("on their way" in text for text in said)
    assert not any(began in text for text in said)
    turn = referee([path]).turns[-1]
    assert turn.points["soviet"] == open_table(path).score().points["soviet"]


@pytest.mark.parametrize("back", ["drag", "undo"])
def test_a_slip_takes_nothing(town: tuple[Table, str, str, str], back: str) -> None:
    table, unit, hex_, _ = town
    began = table.position.by_id[unit].hex
    table.move(unit, hex_)
    if back == "drag":
        table.move(unit, began)
    else:
        table.undo(table.moving(unit, began))
    assert hex_ not in towns(table.close())


@pytest.mark.parametrize("to", ["margin", "same hex"])
def test_an_undo_takes_back_what_was_undone_alone(
    town: tuple[Table, str, str, str], to: str
) -> None:
    table, unit, hex_, out = town
    table.move(unit, hex_)
    there = table.moving(unit, hex_)
    x, y = (1, 1) if to == "margin" else (there.x + 3, there.y)
    table.step(replace(there, x=x, y=y))
    table.undo(there)
    table.move(unit, out)
    assert hex_ in towns(table.close())


def test_who_comes_back_in_a_later_phase_was_there(town: tuple[Table, str, str, str]) -> None:
    table, unit, hex_, _ = town
    began = table.position.by_id[unit].hex
    table.move(unit, hex_)
    table.turn_to(2, "soviet-movement")
    table.move(unit, began)
    assert hex_ in towns(table.close())


def test_a_marker_overrules_the_log(town: tuple[Table, str, str, str]) -> None:
    table, unit, hex_, out = town
    table.move(unit, hex_)
    table.move(unit, out)
    position = open_record(table.close()).position()
    laid = replace(position, marked=frozenset({hex_}), control={hex_: "german"})
    before = {hex_: Stood(("german", "soviet"), later=False)}
    assert told_of_passing(laid, lambda: before).holder(hex_) == "german"
    assert "marker counts" in next(contradicted(laid, before))
    after = {hex_: Stood(("german", "soviet"), later=True)}
    assert told_of_passing(laid, lambda: after).holder(hex_) == "soviet"
    assert "they hold it" in next(contradicted(laid, after))


@pytest.fixture
def city(tmp_path: Path) -> tuple[Table, str, str, str, str]:
    """mlb, a Soviet unit, an empty city with a marker of the Axis, the way out, and the marker."""
    table = begun("mlb", tmp_path)
    position = table.position
    unit = next(u for u in position.of_side("soviet") if u.hex in position.board.grid)
    empty = (n for n in sorted(position.marked) if not position.at(n))
    name = next(n for n in empty if position.control[n] == "axis")
    out = next(n for n in position.board.neighbours(name) if not position.at(n))
    reading = table.reader.record.reading(table.replay.now(), "")
    marker = next(p.id for p in table.replay.now().pieces.values() if reading.marks(p) == name)
    return table, unit.id, name, out, marker


def test_who_comes_after_the_marker_was_laid_holds(city: tuple[Table, str, str, str, str]) -> None:
    table, unit, name, out, _ = city
    table.move(unit, name)
    table.move(unit, out)
    path = table.close()
    told = open_table(path).position
    assert told.holder(name) == "soviet"
    assert open_table(path, 0).position.holder(name) == "axis"
    assert any(name in text and "they hold it" in text for text in told.unknown)
    for viewer in ("axis", "soviet"):
        assert open_table(path, viewer=viewer).position.holder(name) == "soviet"


@pytest.mark.parametrize("undone", [False, True])
def test_a_marker_laid_afterwards_counts(
    city: tuple[Table, str, str, str, str], undone: bool
) -> None:
    table, unit, name, out, marker = city
    table.move(unit, name)
    table.move(unit, out)
    table.lay(marker, name)
    if undone:
        table.undo(replace(table.moving(unit, out), id=marker))
    told = open_table(table.close()).position
    assert told.holder(name) == ("soviet" if undone else "axis")
    assert undone or any(name in text and "marker counts" in text for text in told.unknown)


def test_the_page_shows_who_holds_by_the_log(town: tuple[Table, str, str, str]) -> None:
    """Colours, course, changes and the turns of the referee go by what the answers go by."""
    table, unit, hex_, out = town
    table.move(unit, hex_)
    table.move(unit, out)
    path = table.close()
    before, after = (open_table(path, step).position for step in (0, 2))
    assert after.owners[hex_] == "soviet"
    handed = [c for c in changed(before, after) if c.kind == "control"]
    assert [(c.hex, c.after) for c in handed] == [(hex_, "soviet")]
    towns = [p["sides"]["soviet"]["towns"] for p in course(open_source(path))["points"]]
    assert towns[0] + 1 == towns[1] == towns[-1]
    assert any(c.hex == hex_ and c.after == "soviet" for c in referee([path]).turns[-1].control)


def test_a_save_says_what_it_assumed(tmp_path: Path) -> None:
    table = begun("dagc", tmp_path)
    position = replace(table.position, passed={})
    texts = [r.text for r in Door(table.rules, position).score().because]
    assert any("save does not tell" in text for text in texts)
    plain = replace(position, passed=None)
    texts = [r.text for r in Door(table.rules, plain).score().because]
    assert not any("save does not tell" in text for text in texts)


def test_partisans_take_nothing() -> None:
    game: Game = game_of("kursk")
    assert "partisan" in game.passing_types
    assert not game.flying_types & {"partisan"}
