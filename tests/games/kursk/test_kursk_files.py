"""The game's files: what the rulebook attests is exact, and what is ours keeps within its limits."""

from __future__ import annotations

import itertools
import re

import pytest
from kursk_board import at_set_up, game

from assistant.games.kursk.charts import Charts
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.stacking import stacking
from assistant.games.kursk.units import is_own_edge
from assistant.kernel.tables import column_headings

SCENARIOS = ("may", "july", "august")


# Charts (dossier 14)


def test_the_results_table_keeps_to_what_is_attested() -> None:
    table = game().tables["combat"]
    heads = column_headings(table).ranges
    assert {"<=0", "1-5", "29-35", "36-42", "43-49", ">=72"} <= set(table.columns)
    assert all(after[0] == before[1] + 1 for before, after in itertools.pairwise(heads))
    assert any(low == 6 for low, _ in heads)
    assert all(read_cell(cell) for cell in table.cells.values())
    rolls = [int(row) for row in table.rows]
    assert rolls == list(range(min(rolls), max(rolls) + 1))
    assert {1, 2, 3, 4, 5, 6} <= set(rolls)


def test_more_strength_and_higher_rolls_never_hurt_the_attacker() -> None:
    table = game().tables["combat"]
    grid = [[read_cell(table[row, column]) for column in table.columns] for row in table.rows]
    for lines in (grid, [list(line) for line in zip(*grid, strict=True)]):
        for line in lines:
            assert all(
                a.defender <= b.defender and a.attacker >= b.attacker
                for a, b in itertools.pairwise(line)
            )


def test_every_unattested_cell_is_marked() -> None:
    tables = game().tables
    assert len(tables["combat"].doubtful) == len(tables["combat"].cells)
    terrain = tables["terrain-effects"]
    exact = {place: terrain[place] for place in terrain.cells if place not in terrain.doubtful}
    assert exact[("clear", "move")] == exact[("village", "move")] == "1"
    assert exact[("dragon-teeth", "shift")] == exact[("depression", "shift")] == "-1"
    assert not tables["combat-modifiers"].doubtful
    assert not tables["turns-july"].doubtful
    modes = tables["mode-summary"]
    assert {column for _, column in modes.doubtful} == {
        "retreat",
        "shift-attacker",
        "shift-defender",
    }


def test_the_step_table_covers_every_number_of_steps() -> None:
    charts = Charts(at_set_up("july").position)
    values = [charts.step_modifier(steps).number for steps in range(40)]
    assert values == sorted(values, reverse=True)


def test_the_mode_summary_says_what_the_text_attests_11_1() -> None:
    charts = Charts(at_set_up("july").position)
    assert [
        str(charts.movement_factor(m)) for m in ("mobile", "assault", "static", "disrupted")
    ] == ["1", "1/2", "1/2", "0"]
    assert [charts.mode_allows(m, "overrun") for m in ("mobile", "assault", "static")] == [
        True,
        False,
        False,
    ]
    assert [charts.mode_allows(m, "mechanized") for m in ("mobile", "assault", "static")] == [
        True,
        True,
        False,
    ]
    assert [charts.mode_allows(m, "rail") for m in ("mobile", "assault", "static")] == [
        True,
        False,
        True,
    ]
    assert [charts.segments(m) for m in ("mobile", "assault", "static")] == [
        ("first",),
        ("first", "second"),
        (),
    ]


def test_artillery_levels_keep_the_example_of_13_61() -> None:
    charts = Charts(at_set_up("july").position)
    assert [charts.level_for(points) for points in (5, 7, 8, 10)] == [1, 1, 2, 2]


# Map


NAMED = {
    "2821": "Kursk", "2916": "Lgov", "2320": "Oboyan", "1624": "Korocha", "0424": "Kupyansk",
    "3333": "Livny", "4827": "Belev", "5423": "Sukhinichi",
}  # fmt: skip
ENTRIES = (
    "0115",
    "0124",
    "0127",
    "0132",
    "1107",
    "1233",
    "1734",
    "2301",
    "4534",
    "4701",
    "4734",
    "5233",
    "5933",
)


@pytest.mark.parametrize(("name", "town"), NAMED.items())
def test_towns_that_the_rulebook_names_lie_in_their_hexes(name, town) -> None:
    assert game().board.names[name] == town
    assert "city" in game().board.of("2821")


def test_every_entry_hex_lies_on_a_road_or_railway() -> None:
    board = game().board
    lines = frozenset().union(*(board.on_line(kind) for kind in board.lines))
    assert set(ENTRIES) <= lines
    sets = game().definition.sets
    assert set(ENTRIES) == {*sets["german-entries"].hexes, *sets["soviet-entries"].hexes}


def test_both_sides_have_road_and_rail_at_their_edge() -> None:
    board = game().board
    for side in ("german", "soviet"):
        for kinds in (("road",), ("railroad", "railroad-double")):
            on = frozenset().union(*(board.on_line(kind) for kind in kinds))
            assert any(is_own_edge(side, name) for name in on), (side, kinds)


def test_the_start_line_is_where_the_entrenchments_meet_3_1_3() -> None:
    board = game().board
    soviet = board.hexes_with("soviet-side")
    front = {h for h in board.grid.places if h not in soviet and set(board.neighbours(h)) & soviet}
    behind = {h for h in soviet if set(board.neighbours(h)) - soviet}
    assert board.hexes_with("entrenchment-german") == front
    assert board.hexes_with("entrenchment-soviet") == behind


def test_august_differs_in_the_north_only_18_49() -> None:
    board = game().board
    july, august = board.hexes_with("soviet-side"), board.hexes_with("soviet-side-august")
    assert july < august
    assert min(august - july) > "3500"


def test_entrenchments_by_scenario_3_1_1() -> None:
    board = game().board
    later = {"german": "entrenchment-german-august", "soviet": "entrenchment-soviet-july"}
    for side, when in (("german", ("august",)), ("soviet", ("july", "august"))):
        name = min(board.hexes_with(later[side]) - board.hexes_with(f"entrenchment-{side}"))
        found = [s for s in SCENARIOS if at_set_up(s).ground.entrenched(name, side)]
        assert found == list(when)


def test_teeth_stand_in_entrenchments_towards_the_enemy() -> None:
    board = game().board
    teeth = [pair for pair, kinds in board.owned.items() if "dragon-teeth" in kinds]
    assert len(teeth) > 20
    for owner, other in teeth:
        sides = {
            next(k for k in board.of(h) if k in ("entrenchment-german", "entrenchment-soviet"))
            for h in (owner, other)
        }
        assert len(sides) == 2
    assert any("depression" in kinds for kinds in board.owned.values())


# Counters and set-ups


def test_counters_keep_what_the_text_attests() -> None:
    counters = game().counters
    rifle = counters["soviet-18-rifle"].fields
    assert (rifle["attack-faces"], rifle["steps-faces"], rifle["movement-faces"]) == (
        [10, 4],
        [5, 2],
        [4, 4],
    )
    assert counters["german-332"].fields["movement-faces"][0] == 5
    assert all(counters[f"soviet-{n}-tank"].type == "tank" for n in (6, 31))
    assert counters["german-kampfgruppe"].copies == 26
    assert counters["soviet-partisan"].copies == 7
    kinds = [c.type for c in counters.values()]
    assert kinds.count("anti-tank") >= 4
    assert kinds.count("artillery") >= 5
    assert counters["german-19-pz"].setup == "turn 3"
    assert counters["soviet-5-guards-tank-army"].setup == "turn 2"
    assert counters["soviet-steppe-front"].setup == "turn 4"
    pools = {
        c.id: c.setup for c in counters.values() if c.type == "hq" and c.setup.endswith("-reserve")
    }
    assert sorted(pools.values()) == ["north-reserve"] * 5 + ["south-reserve"] * 2


def test_every_code_names_a_headquarters_of_the_mix() -> None:
    counters = game().counters
    for counter in counters.values():
        for name in counter.fields.get("hq", ()):
            assert counters[name].type == "hq"
            assert counters[name].side == counter.side


def test_faces_of_a_counter_belong_together() -> None:
    for counter in game().counters.values():
        steps = counter.fields.get("steps-faces")
        lists = [counter.fields.get(f"{n}-faces") for n in ("attack", "steps", "movement")]
        if counter.type in ("artillery", "anti-tank", "partisan") or counter.kind != "unit":
            continue
        assert len({len(values) for values in lists}) == 1, counter.id
        assert steps == sorted(steps, reverse=True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_ups_keep_the_limits_of_18_1_and_20_2(scenario) -> None:
    table = at_set_up(scenario)
    assert stacking(table).violations == ()
    assert [unit.id for unit in table.units if not table.supplied(unit)] == []
    assert [unit.id for unit in table.units if not table.in_communication(unit)] == []
    soviet = table.ground.foreign_rail["german"]
    assert all((unit.hex in soviet) == (unit.side == "soviet") for unit in table.units)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_front_is_held_18_13(scenario) -> None:
    table = at_set_up(scenario)
    soviet = table.ground.foreign_rail["german"]
    around = table.ground.around
    fronts = {
        "german": {h for h in around if h not in soviet and set(around[h]) & soviet},
        "soviet": {h for h in soviet if set(around[h]) - soviet},
    }
    for side, front in fronts.items():
        held = table.held[side] & front
        covered = held | table.ground.zones(held & table.exerting[side])
        assert front <= covered


def test_names_are_plain() -> None:
    for counter in game().counters.values():
        assert re.fullmatch(r"[a-z0-9-]+", counter.id)
