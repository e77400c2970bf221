"""The overview: calendar, ports, contested hexes, military points (42.2)."""

from __future__ import annotations

import pytest
from uis_board import game, table, unit

from assistant.games.uis import RULES
from assistant.games.uis.score import conquest, days
from assistant.games.uis.situation import situation_of
from assistant.position import Position, Unit


def hexes_called(*names: str) -> list[str]:
    return [name for name, word in game().board.names.items() if word in names]


def on_the_map(*units: Unit, turn: int = 1, **state: object) -> Position:
    told = {name.replace("_", "-"): value for name, value in state.items()}
    return Position(game(), game().board, units, phase="wp-movement", turn=turn, state=told)


def in_places(side: str, *names: str) -> list[Unit]:
    return [unit(f"{side}-{n}", hex_, side) for n, hex_ in enumerate(hexes_called(*names))]


COPENHAGEN = ("København", "København north", "København west")


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (0, ""),
        (1, "1985-07-24 / 1985-07-25"),
        (5, "1985-08-01 / 1985-08-02"),
        (25, "1985-09-10 / 1985-09-11"),
    ],
)
def test_a_turn_is_two_days_from_24_july(turn: int, told: str) -> None:
    assert days(turn) == told


def test_copenhagen_with_its_port_is_worth_70_42_2() -> None:
    found = RULES.overview(on_the_map(*in_places("wp", *COPENHAGEN))).military_points["wp"]
    assert (found.points, found.disputed, found.hexes) == (70, 0, 3)
    assert found.places == ("København",)


def test_a_place_of_several_hexes_counts_when_all_are_held_42_2() -> None:
    two = in_places("wp", *COPENHAGEN[:2])
    found = conquest(situation_of(on_the_map(*two)), "wp")
    assert found.points == 10 + 10 + 20
    assert found.places == ()


def test_own_places_count_nothing_42_2() -> None:
    position = on_the_map(*in_places("wp", "Dresden"), *in_places("nato", "Hamburg"))
    found = RULES.overview(position)
    assert [points.points for points in found.military_points.values()] == [0, 0]


def test_a_place_without_a_line_of_communication_is_disputed_42_2_40() -> None:
    position = on_the_map(*in_places("wp", "Stuttgart", "Heilbronn"))
    (island,) = hexes_called("Stuttgart")
    ring = [unit(f"n{i}", h) for i, h in enumerate(game().board.neighbours(island))]
    cut_off = on_the_map(*in_places("wp", "Stuttgart"), *ring)
    assert RULES.overview(position).military_points["wp"].points == 15
    found = RULES.overview(cut_off).military_points["wp"]
    assert (found.points, found.disputed) == (0, 10)


def test_control_counts_where_nobody_stands_42_2() -> None:
    (dresden,) = hexes_called("Dresden")
    position = Position(game(), game().board, (), phase="nato-movement", control={dresden: "nato"})
    found = RULES.overview(position)
    assert found.military_points["nato"].points == 10 + 20
    assert found.pact_ahead == -30


def test_west_berlin_begins_with_nato() -> None:
    found = RULES.overview(on_the_map(*in_places("wp", "West Berlin"))).military_points["wp"]
    assert found.points > 0
    assert found.stand_in, "the table leaves its value blank"


def test_contested_hexes_and_empty_ones_between() -> None:
    position = table(unit("A", "C2020"), unit("B", "C2022", "wp"))
    found = RULES.overview(position)
    assert found.contested == {"wp": (), "nato": ()}
    assert found.hexes_between == 1
    near = RULES.overview(table(unit("A", "C2020"), unit("B", "C2021", "wp")))
    assert near.contested == {"wp": ("C2021",), "nato": ("C2020",)}


def test_shut_ports_are_named_with_the_rule_12_2_8_38_2() -> None:
    (bremen,) = hexes_called("Bremen")
    found = RULES.overview(on_the_map(damaged=[bremen])).ports_shut
    assert [(port.port, port.because[0].rule) for port in found] == [("Bremen", "38.2")]


@pytest.mark.parametrize(("turn", "sides"), [(3, ("wp", "nato")), (4, ("nato",)), (5, ())])
def test_lines_of_communication_suffice_at_first_12_2_1_12_3_1(
    turn: int, sides: tuple[str, ...]
) -> None:
    assert RULES.overview(on_the_map(turn=turn)).supplied_by_communication == sides
