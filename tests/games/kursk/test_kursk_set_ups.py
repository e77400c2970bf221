"""Set-ups of all three scenarios: the front held, reserves by their headquarters, nobody loose."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kursk_board import at_set_up, game

from assistant.games.kursk import RULES
from assistant.games.kursk.units import GUNS
from assistant.position import unit_of
from assistant.referee.arriving import entrances
from assistant.referee.leaving import Comers, judge_appearing
from assistant.table import open_scenario
from tests.wide import some

SCENARIOS = ("may", "july", "august")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_german_army_headquarters_stand_near_the_front_20_2(scenario) -> None:
    table = at_set_up(scenario)
    soviet = table.ground.foreign_rail["german"]
    distance = game().grid.distance
    front = [
        h for h in table.ground.around if h not in soviet and set(table.ground.around[h]) & soviet
    ]
    armies = [u for u in table.units if u.type == "hq" and u.side == "german" and not u.get("hq")]
    assert len(armies) == 7
    for army in armies:
        assert min(distance(army.hex, h) for h in front) <= 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reserves_stand_by_their_headquarters_18_14(scenario) -> None:
    table = at_set_up(scenario)
    reserves = [u for u in table.units if "reserve" in u.markers and u.type not in ("hq", *GUNS)]
    assert len(reserves) >= 4
    for unit in reserves:
        own = table.position.by_id[unit.get("hq")[0]]
        assert game().grid.distance(unit.hex, own.hex) <= 1
        assert table.command.mode(unit) == "static"


@pytest.mark.parametrize(("scenario", "count"), [("may", 5), ("july", 5), ("august", 2)])
def test_whole_formations_are_in_reserve_18_31_18_34(scenario, count) -> None:
    units = at_set_up(scenario).units
    heads = {u.id for u in units if u.type == "hq" and "reserve" in u.markers}
    assert len(heads) == count
    for unit in units:
        if unit.type not in ("hq", *GUNS):
            assert ("reserve" in unit.markers) == (unit.get("hq")[0] in heads), unit.id


@pytest.mark.parametrize(
    ("scenario", "counted"), [("may", (5, 4)), ("july", (5, 4)), ("august", (0, 0))]
)
def test_guns_of_the_reserves_18_39_20_43(scenario, counted) -> None:
    units = at_set_up(scenario).units
    kinds = [u.type for u in units if "reserve" in u.markers]
    assert tuple(kinds.count(kind) for kind in GUNS) == counted
    heads = {u.hex for u in units if u.type == "hq" and "reserve" in u.markers}
    guns = [u for u in units if "reserve" in u.markers and u.type in GUNS]
    assert {u.hex for u in guns} <= heads


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_begins_loose_11_15(scenario) -> None:
    markers = {marker for unit in at_set_up(scenario).units for marker in unit.markers}
    assert not markers & {"independent", "alternative", "disrupted"}


@pytest.mark.parametrize("scenario", some(SCENARIOS, "july"))
def test_every_phase_of_a_set_up_has_duties_that_speak_of_its_own_units_4_2(scenario) -> None:
    table = at_set_up(scenario)
    phases = [phase.id for phase in game().definition.phase]
    for number, phase in enumerate(phases):
        position = replace(table.position, phase=phase)
        found = RULES.turn(position)
        assert (found.phase, found.ahead) == (phase, tuple(phases[number + 1 :]))
        other = {"german": "soviet", "soviet": "german"}.get(found.side, "")
        guns = phase.endswith("-gun")
        for duty in found.duties:
            sides = {position.by_id[name].side for name in duty.units if name in position.by_id}
            assert sides <= {other if guns else found.side}, (phase, duty)


def test_what_arrives_in_july_20_51_20_61() -> None:
    found = open_scenario("kursk", "july").arrivals().arrivals
    later = {
        (one.turn, one.units[0], tuple(dict.fromkeys(e.hex for e in one.entries)))
        for one in found
        if one.state == "later"
    }
    assert later == {
        (2, "soviet-5-guards-tank-army", ("1233", "4534")),
        (3, "german-19-pz", ("2301",)),
        (4, "soviet-steppe-front", ("1233", "1734")),
    }
    waiting = [one for one in found if one.state == "waiting"]
    assert len([one for one in waiting if one.side == "german"]) == 4
    assert len([one for one in waiting if one.side == "soviet"]) == 7


@pytest.mark.parametrize("scenario", ["may", "august"])
def test_what_arrives_otherwise_is_not_in_the_text(scenario) -> None:
    """19 and 21: the referee asks of a unit that appears, and reproaches nobody."""
    position = replace(at_set_up(scenario).position, turn=3)
    own = [one for one in RULES.arrivals(position).arrivals if one.kind == "reinforcement"]
    assert {(one.side, one.state, one.entries) for one in own} == {
        ("german", "unknown", ()), ("soviet", "unknown", ()),
    }  # fmt: skip
    panzer = unit_of(game().counters["german-19-pz"], "2301")
    assert judge_appearing(Comers(RULES), position, panzer, None, False).verdict == "unknown"
    beside = replace(panzer, hex="turn 3")
    assert entrances(RULES, position, beside) is None
    july = replace(at_set_up("july").position, turn=3)
    assert judge_appearing(Comers(RULES), july, panzer, None, False).verdict == "lawful"


def test_what_a_scenario_names_in_its_own_file_arrives() -> None:
    """An owner who types the printed list of May is told it."""
    position = replace(at_set_up("may").position, turn=4)
    may = position.game.scenarios["may"]
    typed = replace(
        may,
        placements=tuple(
            replace(one, hex="turn 4", file="scenarios/may.toml")
            if one.counter == "german-17-pz"
            else one
            for one in may.placements
        ),
    )
    owned = replace(position.game, scenarios={**position.game.scenarios, "may": typed})
    found = RULES.arrivals(replace(position, game=owned)).arrivals
    assert [(one.units, one.rule) for one in found if one.state == "due"] == [
        (("german-17-pz",), "18.22")
    ]
    assert not any("german-17-pz" in one.units for one in found if one.state == "unknown")


def test_nobody_has_points_at_the_start() -> None:
    found = RULES.score(at_set_up("july").position)
    assert (found.net, found.level, found.lines) == (0, "soviet strategic", ())


def set_up_duties(scenario, moved=(), marked=(), **more) -> dict[str, set[str]]:
    """What must be done about a set-up with some units elsewhere, by its rule."""
    position = at_set_up(scenario).position
    places, marks = dict(moved), dict(marked)
    units = tuple(
        replace(
            u,
            hex=places.get(u.id, u.hex),
            markers=u.markers | {marks[u.id]} if u.id in marks else u.markers,
        )
        for u in position.units
        if places.get(u.id) != ""
    )
    position = replace(position, units=units, **{"phase": "air", **more})
    told = (duty for duty in RULES.turn(position).duties if duty.standing == "must")
    return {duty.rule: {*duty.units, *duty.hexes} for duty in told}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_set_ups_break_nothing_18_1(scenario) -> None:
    assert set_up_duties(scenario) == {}


@pytest.mark.parametrize(
    ("moved", "marked", "rule", "named"),
    [
        ({"soviet-24g-rifle": "1601"}, {}, "18.12", "soviet-24g-rifle"),
        ({"german-131": "1601"}, {}, "18.12", "german-131"),
        ({"soviet-3-tank": "3225"}, {}, "18.14", "soviet-3-tank"),
        ({}, {"german-131": "independent"}, "11.15", "german-131"),
        ({"german-4-army": "4804"}, {}, "20.2", "german-4-army"),
        ({"german-321": "", "german-331": ""}, {}, "18.13", ""),
    ],
)
def test_what_a_set_up_breaks(moved, marked, rule, named) -> None:
    found = set_up_duties("july", moved, marked)
    assert rule in found
    assert not named or named in found[rule]
    assert set_up_duties("july", moved, marked, phase="german-movement").keys().isdisjoint({rule})
