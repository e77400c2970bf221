"""Moves of a plan are lawful as a whole, one after another: not each for itself alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.planning.plan import Plan, best_plan
from assistant.planning.together import one_after_another, rivals_of
from assistant.position import MOVED, Position
from assistant.questions.answers import Reached
from assistant.table import Table, open_table
from assistant.words.voice import general
from tests.wide import first

LAKES = ("1802", "1702", "1703", "1902", "1903")
BEHIND_THE_STRAIT = (
    'game = "dagc"\nboard = "blank"\nturn = 3\nphase = "soviet-movement"\n\n[hexsides]\n'
    + "".join(f'"1803/{name}" = ["lake"]\n' for name in LAKES)
    + '"1803/1804" = ["strait"]\n\n[control]\nsoviet = ["1804"]\n'
)


def table(tmp_path: Path, units: list[tuple[str, str, str, int]]) -> Table:
    """Units by id, side, hex and strength around the strait."""
    text = "".join(
        f'\n[[unit]]\nid = "{id_}"\nside = "{side}"\ntype = "infantry"\nhex = "{at}"\n'
        f"strength = [{strength}, {strength // 2}]\n"
        for id_, side, at, strength in units
    )
    file = tmp_path / "strait.toml"
    file.write_text(BEHIND_THE_STRAIT + text, encoding="utf-8")
    return open_table(file)


def moves_of(plan: Plan) -> dict[str, tuple[str, ...]]:
    return {move.unit: move.path for battle in plan.battles for move in battle.moves}


def made(table: Table, plan: Plan) -> Position:
    """The table after the moves of a plan, each of which must be in reach when it is its turn."""
    position, paths = table.position, moves_of(plan)
    assert sorted(plan.order) == sorted(paths)
    for id_ in plan.order:
        reach = {found.hex: found for found in table.rules.moves(position, id_).reach}
        path = paths[id_]
        assert path[-1] in reach, (id_, path)
        unit = position.by_id[id_]
        rest = [other for other in position.units if other.id != id_]
        there = unit.__class__(**{**vars_of(unit), "hex": path[-1], "began": unit.hex})
        position = position.with_units([*rest, there])
        if {"1803", "1804"} <= {*path}:
            position = position.with_state(strait_used=True)
    return position


def vars_of(unit: object) -> dict[str, object]:
    told = {name: getattr(unit, name) for name in unit.__dataclass_fields__}  # type: ignore[attr-defined]
    return {**told, "markers": told["markers"] | {MOVED}}


TWO_BEHIND = [("A", "soviet", "1803", 9), ("B", "soviet", "1803", 8)]
ONE_EACH = [("D", "german", "1806", 2), ("E", "german", "2006", 2)]


@pytest.mark.parametrize(
    ("units", "over"),
    first(
        [
            (TWO_BEHIND + ONE_EACH, 1),
            ([*TWO_BEHIND, ("D", "german", "1806", 4)], 1),
            ([*TWO_BEHIND, ("C", "soviet", "1704", 8), *ONE_EACH], 1),
            ([TWO_BEHIND[0], *ONE_EACH], 1),
        ],
        2,
    ),
)
def test_one_unit_crosses_the_strait_in_a_plan(
    tmp_path: Path, units: list[tuple[str, str, str, int]], over: int
) -> None:
    lying = table(tmp_path, units)
    plan = best_plan(lying, "soviet", "kills")
    assert plan.battles
    made(lying, plan)
    crossed = [path for path in moves_of(plan).values() if {"1803", "1804"} <= {*path}]
    assert len(crossed) == over


def test_what_stays_of_moves_that_exclude_each_other(tmp_path: Path) -> None:
    lying = table(tmp_path, TWO_BEHIND + ONE_EACH)
    rules, position = lying.rules, lying.position
    goals = {
        id_: next(found for found in rules.moves(position, id_).reach if found.hex == "1804")
        for id_ in ("A", "B")
    }
    course = one_after_another(rules, position, goals)
    assert [unit for unit, _ in course.made] == ["A"]
    assert course.refused == ("B",)
    assert rivals_of(rules, position, goals, course) == ("B", "A")
    dear = {"A": Reached("1804", goals["A"].cost - 1, goals["A"].path)}
    assert one_after_another(rules, position, dear).refused == ("A",)


def test_who_is_in_the_way_goes_first(tmp_path: Path) -> None:
    """A hex that two units fill lets nobody in, until one of them has gone: the plan's order."""
    units = [("X", "soviet", "1810", 4), ("Y", "soviet", "1810", 4), ("Z", "soviet", "1811", 4)]
    lying = table(tmp_path, units)
    rules, position = lying.rules, lying.position
    gone = position.with_units(u for u in position.units if u.id != "X")
    way = {f.hex: f for f in rules.moves(position, "X").reach}["1809"]
    to = {f.hex: f for f in rules.moves(gone, "Z").reach}["1810"]
    course = one_after_another(rules, position, {"Z": to, "X": way})
    assert [unit for unit, _ in course.made] == ["X", "Z"]
    assert not course.refused


def test_the_order_is_told_in_spanish() -> None:
    from assistant.planning.plan import IN_ORDER

    assert general("es")(IN_ORDER) != IN_ORDER
