"""The map, counters, cards and turn track hold what the rulebook states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nr_board import game

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from builder.game.board import Board

SEAS = {"baltic", "black-sea", "caspian", "azov"}


def board() -> Board:
    return game().board


def named(name: str) -> str:
    return next(hex_ for hex_, found in board().names.items() if found == name)


def scenario(name: str, **changes: object) -> Position:
    """A scenario's set-up as a position on the game's own map."""
    found = game().scenarios[name]
    counters = game().counters
    units = [
        Unit(p.counter, c.side, c.type, p.hex, p.step, frozenset(p.markers), c.fields, c.id, c.name, c.stand_in)
        for p in found.placements
        if (c := counters[p.counter]).kind == "unit"
    ]  # fmt: skip
    control = {place: side for side, places in found.control.items() for place in places}
    position = Position(
        game(), board(), tuple(units), name, found.turn, found.phase, found.state, control
    )
    return replace(position, **changes)  # type: ignore[arg-type]


def moved(position: Position, **where: str) -> Position:
    """The position with units elsewhere; `_` stands for `-` in their names."""
    to = {name.replace("_", "-"): place for name, place in where.items()}
    return position.with_units(replace(u, hex=to.get(u.id, u.hex)) for u in position.units)


def test_grid_and_turns() -> None:
    assert (len(game().grid), game().definition.turns.last) == (616, 28)
    assert game().definition.grid.km == 100


@pytest.mark.parametrize(
    "name",
    ["Moscow", "Leningrad", "Stalingrad", "Smolensk", "Kiev", "Odessa", "Riga", "Sevastopol", "Berlin",
     "Warsaw", "Budapest", "Bucharest"],
)  # fmt: skip
def test_the_cities_that_the_rules_name(name: str) -> None:
    assert "city" in board().of(named(name))


def test_what_the_rules_say_of_places() -> None:
    grid = game().grid
    leningrad, ladoga = named("Leningrad"), "1501"
    assert "leningrad" in board().of(leningrad)
    assert board().of(ladoga) == {"lake"}
    assert grid.direction(leningrad, ladoga) in ("E", "NE", "SE")
    assert all("lake" in board().between(ladoga, near) for near in grid.neighbours(ladoga))
    assert named("Ploesti") in grid.neighbours(named("Bucharest"))
    assert set(board().hexes_with("oil")) == {named("Ploesti"), named("Grozny")}
    assert named("Grozny") in game().hexset("soviet-edge")
    coast = {
        s for n in grid.neighbours(named("Odessa")) for s in board().between(named("Odessa"), n)
    }
    assert "black-sea" in coast
    peipus = [
        pair for pair, kinds in board().hexsides.items() if "lake" in kinds and ladoga not in pair
    ]
    assert peipus


def test_stalingrad_has_rivers_and_objective_sides_in_the_east() -> None:
    place = named("Stalingrad")
    east = [near for d, near in game().grid.around[place].items() if "E" in d]
    assert any(board().between(place, near) >= {"river", "objective"} for near in east)


def test_odessa_lies_behind_rivers() -> None:
    assert {"river"} <= board().between("1418", named("Odessa"))
    assert {"river"} <= board().between("1419", named("Odessa"))
    assert {"river"} <= board().between("1518", named("Odessa"))


def test_every_sea_side_has_its_sea_and_every_sea_is_there() -> None:
    found = set()
    for kinds in board().hexsides.values():
        assert bool(kinds & SEAS) == ("sea" in kinds)
        found |= kinds & SEAS
    assert found == SEAS


def test_areas() -> None:
    assert len(board().neighbours("finland")) == 3
    assert all("germany" not in board().of(h) for h in board().neighbours("finland"))
    for area in ("western-balkans", "southern-balkans"):
        assert board().neighbours(area)
        assert all("germany" in board().of(h) for h in board().neighbours(area))


def test_objectives() -> None:
    german, soviet = game().hexset("german-objectives"), game().hexset("soviet-objectives")
    assert (len(german), len(soviet)) == (5, 4)
    assert {named("Moscow"), named("Stalingrad")} <= german
    assert named("Berlin") in soviet
    assert german | soviet == board().hexes_with("objective")
    assert all("germany" not in board().of(h) for h in german)
    assert all("germany" in board().of(h) for h in soviet)


def test_every_city_begins_with_the_side_of_its_country() -> None:
    control = game().definition.control
    for place in board().hexes_with("city", "oil"):
        side = "axis" if "germany" in board().of(place) else "soviet"
        assert place in control[side]


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_edges_lie_on_the_map_edge_and_are_open(side: str) -> None:
    for place in game().hexset(f"{side}-edge"):
        column, row = int(place[:2]), int(place[2:])
        around = game().grid.around[place]
        beyond = {around[d] for d in ("E", "NE", "SE") if d in around}
        corner = side == "soviet" and any("outside" in board().of(near) for near in beyond)
        assert column == 1 if side == "axis" else column == 28 or row == 22 or corner
        assert not board().of(place) & {"sea", "lake", "outside"}


@pytest.mark.parametrize(
    ("counter", "strengths", "movement"),
    [
        ("axis-6-army", [4, 3], 4),
        ("axis-1-panzer", [7], None),
        ("axis-4-panzer", [7], None),
        ("axis-3-panzer", [6], 6),
        ("axis-ss-grenadier", [3], 5),
        ("axis-luftwaffe", [2], 4),
        ("axis-kampfgruppe-1", [2], 3),
        ("axis-group-e", [3], 4),
        ("axis-group-f", [4], 4),
        ("axis-volkssturm-1", [1], None),
        ("axis-1-hungarian", [2], 3),
        ("axis-abteilung-1", [3], 3),
        ("axis-abteilung-mech", [2], 5),
        ("soviet-fortified-front-1", [3], 2),
    ],
)
def test_values_that_the_rules_give(
    counter: str, strengths: list[int], movement: int | None
) -> None:
    fields = game().counters[counter].fields
    assert fields["strength"][: len(strengths)] == strengths
    if movement is not None:
        assert fields["movement"][0] == movement


def test_values_of_the_examples() -> None:
    fields = {name: counter.fields for name, counter in game().counters.items()}
    assert fields["soviet-central"]["strength"][1] == 5
    assert fields["soviet-south"]["strength"][1] == 3
    assert fields["soviet-bryansk"]["strength"][1] == 3
    assert fields["soviet-kalinin"]["strength"][1] == 4
    together = fields["soviet-3-tank"]["strength"][0] + fields["soviet-2-ukraine"]["strength"][0]
    assert together == 12
    assert 5 <= fields["soviet-1-baltic"]["strength"][0] <= 8


def test_the_sheets_hold_as_many_pieces_as_the_box() -> None:  # 1.0, 2.3
    counters = game().counters.values()
    markers = sum(c.copies for c in counters if c.kind == "marker")
    assert (sum(c.copies for c in counters if c.kind == "unit"), markers) == (83, 51 + 5)


def test_leningrad_is_six_from_the_east_edge() -> None:  # 6.2, example
    leningrad = named("Leningrad")
    assert min(game().grid.distance(leningrad, h) for h in game().hexset("soviet-edge")) <= 6


def test_markers() -> None:
    counters = game().counters
    assert counters["marker-target-axis"].copies == counters["marker-target-soviet"].copies == 5


def test_cards() -> None:
    cards = {card.number: card for card in game().cards}
    assert len(cards) == 55
    assert [sum(c.deck == deck for c in cards.values()) for deck in ("until-1944", "1945")] == [
        15,
        10,
    ]
    assert cards["2"].events["axis"].title == "Gott Mit Uns"
    assert cards["2"].events["axis"].initiative == "axis"
    assert cards["2"].events["soviet"].title == "Siberian Troops"


@pytest.mark.parametrize(
    ("turn", "weather", "first"),
    [
        (2, "clear", 4),
        (3, "mud", 4),
        (4, "snow", 4),
        (5, "long-winter", 4),
        (6, "mud", 4),
        (4, "mud", 5),
        (5, "snow", 5),
    ],
)
def test_weather_by_the_turn_track(turn: int, weather: str, first: int) -> None:  # EX36, A13
    position = scenario("campaign", turn=turn, state={"first-snow-turn": first})
    assert RULES.odds(position, ["0908"], ["axis-16-army"], {}).extra["weather"] == weather


def test_the_turn_track_of_the_rules() -> None:
    track = game().tables["turns"]
    assert (track["5", "blitz"], track["5", "shock"], track["6", "sudden-death"]) == (
        "0",
        "3",
        "23",
    )
    assert {(str(t), "weather") for t in (2, 3, 4, 5, 6)}.isdisjoint(track.doubtful)
    assert [t for t in track.rows if track[t, "targets"] == "1"] == ["26", "27", "28"]
    assert [t for t in track.rows if track[t, "variable"] == "yes"] == [
        "3", "4", "6", "9", "10", "12", "15", "16", "18", "21", "22",
    ]  # fmt: skip
    assert [track[str(t), "soviet-modernised"] for t in (5, 6, 13, 17, 18)] == [
        "0",
        "1",
        "2",
        "2",
        "1",
    ]


def test_stand_ins_are_told() -> None:
    answer = RULES.odds(scenario("campaign", phase="axis-combat"), ["0908"], ["axis-16-army"], {})
    assert answer.stand_in
    told = " ".join(answer.extra["stand_ins"])
    assert "weather of turn 1" in told
    assert "values of NW" in told


def test_the_campaign_begins_in_supply_and_order() -> None:
    position = scenario("campaign", phase="axis-supply")
    assert not RULES.stacking(position).violations
    states = {unit.id: unit.state for unit in RULES.supply(position).units}
    assert states["axis-finnish"] == "alt"
    assert [name for name, state in states.items() if state == "oos"] == []


def test_kiev_the_breakthrough() -> None:  # EX38, EX39
    position = scenario("kiev", state={"weather": "clear"})
    ids = ["axis-1-panzer", "axis-17-army", "axis-2-army"]
    answer = RULES.odds(position, ["1416"], ids, {})
    assert (answer.attack, answer.defence, answer.shift, answer.column) == (15, 3, 0, "5:1")
    assert answer.results["3"] == "DS"
    fate = RULES.retreats(position, "1416", "DS", ids).units[0]
    assert (fate.outcome, fate.extra["to"]) == ("retreat", "shattered")
    far = {u.id: max(map(len, u.options)) for u in RULES.advances(position, "1416", ids).units}
    assert far == {"axis-1-panzer": 3, "axis-17-army": 2, "axis-2-army": 2}


def test_kiev_supply_before_and_after_the_breakthrough() -> None:  # EX40
    before = scenario("kiev", state={"weather": "clear"}, phase="axis-supply")
    states = {u.id: u.state for u in RULES.supply(before).units if u.side == "axis"}
    assert "oos" not in states.values()
    shut = moved(before, soviet_bryansk="shattered", axis_1_panzer="1514")
    after = moved(shut, axis_17_army="1515", axis_2_army="1416")
    states = {u.id: u.state for u in RULES.supply(after).units if u.side == "axis"}
    assert (states["axis-17-army"], states["axis-2-army"]) == ("land", "land")
    assert states["axis-1-panzer"] == "alt"
    assert "oos" not in states.values()


def test_kiev_odessa() -> None:  # EX41
    position = moved(scenario("kiev", state={"weather": "clear"}), soviet_bryansk="shattered")
    ids = ["axis-11-army", "axis-3-rumanian", "axis-4-rumanian"]
    answer = RULES.odds(position, ["1519"], ids, {})
    assert (answer.attack, answer.defence, answer.column) == (9, 3, "3:2")
    assert answer.results["5"] == "DR"
    (fate,) = RULES.retreats(position, "1519", "DR", ids).units
    assert (fate.outcome, fate.extra["to"]) == ("eliminated", "destroyed")


def test_kiev_the_counterblow() -> None:  # EX42, EX43, EX45, EX46
    position = scenario("kiev", state={"weather": "clear"})
    blow = RULES.odds(position, ["1414"], ["axis-6-army"], {"counterblow": "1"})
    assert (blow.column, blow.results["1"]) == ("1:2", "CA")
    helped = RULES.odds(position, ["1414"], ["axis-6-army"], {"counterblow": "1", "support": "1"})
    assert helped.column == "1:1"
    back = RULES.odds(position, ["1314"], ["soviet-central"], {"counterattack": "1"})
    assert (back.column, back.results["2"], back.results["3"], back.results["5"]) == (
        "1:1",
        "CA",
        "CB",
        "EX",
    )
    assert back.extra["exchange"]["attacker"]["one_of"][0]["to"] == "destroyed"


def test_kiev_cut_off_is_marked_only_in_the_soviet_check() -> None:  # EX47
    shut = moved(scenario("kiev", state={"weather": "clear"}), soviet_bryansk="shattered")
    ring = moved(shut, axis_1_panzer="1516", axis_17_army="1513", axis_2_army="1415")
    check = replace(ring, phase="soviet-supply")
    central = next(u for u in RULES.supply(check).units if u.id == "soviet-central")
    assert central.state == "oos"
    marked = check.with_units(
        replace(u, markers=frozenset({"oos"})) if u.id == "soviet-central" else u
        for u in check.units
    )
    (left,) = RULES.supply(replace(marked, phase="soviet-removal")).units
    assert (left.state, left.extra["to"]) == ("oos", "surrendered")
