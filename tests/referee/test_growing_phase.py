"""A phase that grows step by step: each step costs what it changes, and is judged as it would be if
the whole phase were looked at again."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from types import FrameType

import pytest

from assistant.binding import Record, open_record
from assistant.games import rules_for
from assistant.planning.outlook import steps_left
from assistant.position import Position
from assistant.questions.protocol import Rules
from assistant.referee import course as course_of
from assistant.referee import fresh
from assistant.referee.chapters import kind_of
from assistant.referee.course import Course
from assistant.referee.fresh import Umpire
from assistant.referee.judging import judge_fresh
from assistant.referee.log_reader import Reader
from assistant.referee.moments import Moment, Shift, without_undone
from assistant.referee.refereed import referee
from assistant.referee.verdicts import Verdict
from assistant.scenario import scenario_position
from builder.vassal.commands import PropertyChange, Undo
from tests.referee.conftest import SCENARIOS, game_of, text_of
from tests.referee.habits import careless_game
from tests.referee.playing import Table
from tests.wide import all_but, some


def calls(work: Callable[[], object]) -> int:
    """How many functions some work calls, Python's own too."""
    counted = [0]

    def count(frame: FrameType, event: str, arg: object) -> None:
        counted[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted[0]


def about(table: Table, at: int) -> list[object]:
    units = (unit for unit in table.position.units if unit.hex in table.game.board)
    unit = min(units, key=lambda unit: unit.id)  # the same each time
    home = scenario_position(table.game, SCENARIOS["saltmarsh"]).by_id[unit.id].hex
    return [table.moving(unit.id, home if at % 2 else min(table.game.board.neighbours(home)))]


def die(table: Table, at: int) -> list[object]:
    return [PropertyChange("1d6_result", "", str(at % 6 + 1), "")]


def state(table: Table, at: int) -> list[object]:
    return [PropertyChange("state-odd", str(at), str(at + 1), "")]


@pytest.mark.parametrize("deed", all_but([about, die, state], die))
def test_a_step_costs_the_same_however_many_lie_before_it(
    deed: Callable[[Table, int], list[object]], saltmarsh: Table
) -> None:
    first, many = 30, 130
    for at in range(many):
        saltmarsh.step(*deed(saltmarsh, at))
    record = open_record(saltmarsh.close())
    umpire = Umpire(rules_for(record.game), record)
    umpire.begin()
    costs = [
        calls(lambda moment=moment: list(umpire._judged(moment)))  # type: ignore[misc]
        for moment in Reader(record).moments()
    ]
    assert max(costs[-20:]) < 1.1 * max(costs[first - 20 : first])


def test_little_is_kept_of_what_was_worked_out_in_a_phase(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course_of, "MOST_WARM", 2)
    for unit in [unit for unit in saltmarsh.position.units if unit.hex in saltmarsh.game.board]:
        saltmarsh.move(unit.id, min(saltmarsh.game.board.neighbours(unit.hex)))
    umpire = caught_up(open_record(saltmarsh.close()))
    bare = {field.name for field in fields(Position)}
    warm = [one for one in umpire.judged if vars(one.before).keys() - bare]
    assert len(umpire.judged) > 10
    assert len(warm) <= 3


def taken_back(moment: Moment) -> Moment:
    """The step that takes another back."""
    shifts = tuple(
        Shift(s.piece, s.after, s.before, s.hidden, ("", ""), s.battle[0]) for s in moment.shifts
    )
    return replace(
        moment, before=moment.after, after=moment.before, undoes=True, shifts=shifts, dice=()
    )


def with_undos(moments: Iterable[Moment], chance: random.Random) -> Iterator[Moment]:
    """Steps some of which are taken back, several at once, and made again."""
    number, made = 0, list[Moment]()
    for moment in moments:
        made.append(moment)
        told = [moment]
        while not moment.undoes and chance.random() < 0.3:
            back = made[-chance.randint(1, 5) :]
            told += [taken_back(one) for one in reversed(back)] + back
        for one in told:
            number += 1
            yield replace(one, number=number, step=number)


@pytest.mark.parametrize(
    ("name", "seed"),
    some(
        [("aldra", 4), ("saltmarsh", 2), ("karga", 6), ("dagc", 4), ("mlb", 3)],
        "saltmarsh",
    ),
)
def test_it_is_judged_as_if_the_whole_phase_were_looked_at_again(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = open_record(
        careless_game(game_of(name), tmp_path / "game.vlog", seed, 4, text_of(name))
    )
    moments = list(Reader(record).moments())[:50]
    judged = 0

    def both(rules: Rules, course: Course, *others: object) -> Iterator[Verdict]:
        nonlocal judged
        judged += 1
        grown = list(judge_fresh(rules, course, *others))  # type: ignore[arg-type]
        anew = Course.of(course.moments)
        assert told(course) == told(anew)
        *known, _ = others
        assert grown == list(judge_fresh(rules, anew, *known))  # type: ignore[arg-type]
        return iter(grown)

    monkeypatch.setattr(fresh, "judge_fresh", both)
    umpire = Umpire(rules_for(record.game), record)
    umpire.begin()
    so_far: list[Moment] = []
    for moment in with_undos(moments, random.Random(seed)):
        list(umpire._judged(moment))
        so_far.append(moment)
        assert [one.number for one in umpire._course.moments] == of_its_phase(so_far)
    assert judged > 30


def of_its_phase(moments: list[Moment]) -> list[int]:
    """The steps of the phase that goes on, by the whole history."""
    played = [one for one in without_undone(moments) if not (one.undone or one.undoes)]
    ends = [at for at, one in enumerate(played, 1) if one.turned]
    return [one.number for one in played[max(ends, default=0) :]]


def told(course: Course) -> object:
    """All that a course knows, in its order."""
    kept = {
        name: list(value.items()) if isinstance(value, dict) else value
        for name, value in vars(course).items()
        if not name.startswith("_") and name != "rolls"
    }
    rolls = [(one.moment, one.number, one.again, one.other) for one in course.rolls.all]
    return kept, rolls, {number: one.roles for number, one in course.rolls.open.items()}


def test_an_undo_takes_back_one_step_for_good(saltmarsh: Table) -> None:
    unit = next(unit for unit in saltmarsh.position.units if unit.hex in saltmarsh.game.board)
    near, *_ = sorted(saltmarsh.game.board.neighbours(unit.hex))
    for goal in (near, unit.hex, near):
        saltmarsh.move(unit.id, goal)
    saltmarsh.undo(saltmarsh.moving(unit.id, unit.hex))
    for _ in range(3):
        saltmarsh.step(said="<Ana> well")
    umpire = caught_up(open_record(saltmarsh.close()))
    assert [moment.number for moment in umpire._phase if moment.undone] == [3]
    assert [moment.number for moment in umpire._course.moments] == [1, 2, 5, 6, 7]


@pytest.mark.parametrize(
    ("undos", "counts"),
    [
        (["* UNDO: * moves *"], False),
        (["* UNDO: * moves *", "* DESHACER: * UNDO: * moves *"], True),
        (["* UNDO: * moves *", "* DESHACER: * UNDO: * moves *", "* DESHACER: * moves *"], False),
    ],
)
def test_an_undo_that_is_taken_back_has_its_step_count_again(
    saltmarsh: Table, undos: list[str], counts: bool
) -> None:
    """In a room each player's undo takes back the last that was done, another one's undo too."""
    unit = next(unit for unit in saltmarsh.position.units if unit.hex in saltmarsh.game.board)
    near = min(saltmarsh.game.board.neighbours(unit.hex))
    saltmarsh.step(saltmarsh.moving(unit.id, near), said="* moves *")
    saltmarsh.step(*die(saltmarsh, 3))
    for at, said in enumerate(undos):
        back = saltmarsh.moving(unit.id, near if at % 2 else unit.hex)
        saltmarsh.step(Undo(True), back, Undo(False), said=said)
    path = saltmarsh.close()
    umpire = caught_up(open_record(path))
    assert [one.number for one in umpire._course.moments] == ([1, 2] if counts else [2])
    assert referee([path]).undone == (() if counts else (1,))


@pytest.mark.parametrize(("again", "told"), [(False, []), (True, [3])])
def test_a_breach_that_was_taken_back_is_told_only_when_it_is_done_again(
    saltmarsh: Table, again: bool, told: list[int]
) -> None:
    position = saltmarsh.position
    grid = position.board.grid
    unit = next(u for u in position.units if u.hex in grid and u.side == "garrison")
    far = max(grid.places, key=lambda name: grid.distance(unit.hex, name))
    saltmarsh.move(unit.id, far)
    saltmarsh.undo(saltmarsh.moving(unit.id, unit.hex))
    if again:
        saltmarsh.move(unit.id, far)
    umpire = Umpire(rules_for(saltmarsh.game), record := open_record(saltmarsh.close()))
    umpire.begin()
    assert [one.number for one in umpire.caught_up(record)] == told


@pytest.mark.parametrize("between", ["", "<Bea> already?"])
def test_a_phase_goes_on_whose_end_was_taken_back(tmp_path: Path, between: str) -> None:
    """The dice of the phase may explain the loss: nobody is accused of it."""
    table = Table(game_of("dagc"), tmp_path / "game.vlog", text_of("dagc"))
    begun = table.position
    phases = [phase.id for phase in begun.game.definition.phase]
    fights = next(one for one in phases if kind_of(begun.game, one) == "combat")
    unit = next(u for u in begun.units if u.hex in begun.game.board and steps_left(u) > 1)
    table.turn_to(begun.turn, fights)
    table.step(*die(table, 3))
    table.turn_to(begun.turn, phases[phases.index(fights) + 1])
    if between:
        table.step(said=between)
    table.undo(table.turning(begun.turn, fights))
    table.lose(unit.id, 1)
    path = table.close()
    umpire = Umpire(rules_for(begun.game), record := open_record(path))
    umpire.begin()
    found = umpire.caught_up(record)
    assert [one.number for one in umpire.judged if not one.talks] == [2, 5 + bool(between)]
    assert not [one for one in found if one.subject == "loss"]
    assert not [one for one in referee([path]).findings if one.subject == "loss"]


def caught_up(record: Record) -> Umpire:
    umpire = Umpire(rules_for(record.game), record)
    umpire.begin()
    umpire.caught_up(record)
    return umpire


def test_no_step_is_led_back_further_than_an_undo_looks(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_back = 25
    for room in ("course", "moments"):
        monkeypatch.setattr(f"assistant.referee.{room}.FAR_BACK", far_back)
    for at in range(far_back + 20):
        saltmarsh.step(*about(saltmarsh, at))
    moments = list(Reader(open_record(saltmarsh.close())).moments())
    course = Course.of(moments)
    course.take_out(moments[-far_back + 1].number)
    assert told(course) == told(
        Course.of(one for one in moments if one is not moments[-far_back + 1])
    )


@pytest.mark.parametrize(("done", "told"), [(False, []), (True, ["sequence"])])
def test_who_came_in_the_middle_judges_no_phase_set_back_before_anything_was_done(
    saltmarsh: Table, done: bool, told: list[str]
) -> None:
    phases = [phase.id for phase in saltmarsh.game.definition.phase]
    for phase in phases[1:3]:
        saltmarsh.turn_to(1, phase)
    umpire = Umpire(saltmarsh.rules, saltmarsh.reader.record)
    umpire.begin(saltmarsh.reader.record.steps)
    if done:
        saltmarsh.step(*die(saltmarsh, 1))
    saltmarsh.turn_to(1, phases[1])
    found = umpire.caught_up()
    assert [one.subject for one in found] == told
