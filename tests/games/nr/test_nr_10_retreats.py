"""Results, losses and retreats: 10.7 with 8.6, 8.7, 12.5 and 14."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nr_board import axis, cadre, fort, place, soviet, tank, volkssturm

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError

ATTACKERS = (axis("A", "1310"), axis("B", "1312"))
WAYS = {("1511", "1510"), ("1511", "1611"), ("1511", "1512")}


def retreats(position: Position, result: str = "DR", hex_: str = "1411") -> Retreats:
    return RULES.retreats(position, hex_, result, [])


def alone(unit: Unit, result: str, **more: object) -> UnitRetreats:
    """A unit in 1411, driven east by enemies in 1310 and 1312."""
    side = axis if unit.side == "soviet" else soviet
    enemies = (side("A", "1310"), side("B", "1312"))
    (found,) = retreats(place(unit, *enemies, **more), result).units  # type: ignore[arg-type]
    return found


def paths(answer: UnitRetreats) -> set[tuple[str, ...]]:
    return {option.path for option in answer.options}


def test_two_hexes_away_by_every_way() -> None:
    open_field = retreats(place(soviet("C", "1411"), axis("F", "0101"))).units[0]
    ends = [path[-1] for path in paths(open_field)]
    assert len(ends) == 18  # six hexes straight on by one way, six between by two
    assert len(set(ends)) == 12
    assert paths(alone(soviet("C", "1411"), "DR")) == WAYS


@pytest.mark.parametrize(
    ("unit", "result", "turn", "outcome", "losses", "to"),
    [
        (soviet("U", "1411"), "DR", 8, "retreat", 0, None),
        (soviet("U", "1411"), "DS", 8, "retreat", 0, "shattered"),
        (soviet("U", "1411"), "DD", 8, "eliminated", 1, "destroyed"),
        (soviet("U", "1411"), "DD", 16, "eliminated", 1, "destroyed"),
        (soviet("U", "1411"), "DD", 17, "retreat", 1, None),
        (soviet("U", "1411", step=2), "DD", 17, "eliminated", 1, "destroyed"),
        (soviet("U", "1411", markers="oos"), "DD", 8, "eliminated", 1, "surrendered"),
        (soviet("U", "1411", markers="oos"), "DS", 8, "retreat", 0, "shattered"),
        (soviet("U", "1411", steps=2), "DD", 8, "retreat", 1, None),
        (axis("U", "1411"), "DD", 8, "retreat", 1, None),
        (axis("U", "1411", step=2), "DD", 8, "eliminated", 1, "destroyed"),
        (axis("U", "1411", [4], step=2), "DD", 8, "eliminated", 1, "destroyed"),
        (axis("U", "1411", nationality="rumanian"), "DD", 8, "eliminated", 1, "turn-track"),
        (axis("U", "1411", nationality="italian", markers="oos"), "DD", 8, "eliminated", 1, "turn-track"),
        (axis("U", "1411", nationality="hungarian"), "DS", 8, "retreat", 0, "shattered"),
        (cadre("axis", "U", "1411"), "DS", 8, "retreat", 0, "turn-track"),
        (cadre("soviet", "U", "1411"), "DD", 20, "eliminated", 1, "turn-track"),
        (cadre("soviet", "U", "1411", markers="oos"), "DD", 20, "eliminated", 1, "turn-track"),
        (axis("U", "1411", type_="luftwaffe", step=2), "DD", 8, "eliminated", 1, "turn-track"),
        (soviet("U", "1411", type_="shock"), "DD", 20, "retreat", 1, None),
        (fort("soviet", "U", "1411"), "DR", 8, "stand", 0, None),
        (fort("soviet", "U", "1411"), "DS", 8, "EX", 0, None),
        (fort("soviet", "U", "1411"), "DD", 8, "stand", 1, None),
        (fort("axis", "U", "1411"), "DD", 8, "stand", 1, None),
        (fort("axis", "U", "1411", step=2), "DD", 8, "eliminated", 1, "removed"),
        (soviet("U", "1411", type_="regional"), "DR", 8, "retreat", 0, None),
        (soviet("U", "1411", type_="regional"), "DD", 20, "eliminated", 1, "destroyed"),
        (volkssturm("U", "1411"), "DR", 24, "eliminated", 0, "removed"),
        (volkssturm("U", "1411"), "DS", 24, "eliminated", 0, "removed"),
        (volkssturm("U", "1411"), "DD", 24, "eliminated", 1, "removed"),
        (axis("U", "1411", [2], type_="garrison"), "DR", 24, "eliminated", 0, "destroyed"),
        (axis("U", "1411", [2], type_="garrison"), "DS", 24, "eliminated", 0, "destroyed"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_unit(
    unit: Unit, result: str, turn: int, outcome: str, losses: int, to: str | None
) -> None:
    found = alone(unit, result, turn=turn)
    assert (found.outcome, found.extra["losses"], found.extra["to"]) == (outcome, losses, to)
    if outcome == "retreat":
        assert paths(found) == WAYS
        assert {option.losses for option in found.options} == {losses}
    if outcome in ("stand", "EX") or unit.type in ("garrison", "volkssturm"):
        assert not found.options


def test_finns_stand_in_finland() -> None:
    finns = fort("axis", "F", "finland", [2], nationality="finnish")
    position = place(finns, soviet("S", "1411"), hexsides={"finland/1411": "border"})
    for result, outcome in (("DR", "stand"), ("DS", "EX"), ("DD", "stand")):
        assert retreats(position, result, "finland").outcome == outcome
    last = fort("axis", "F", "finland", [2], nationality="finnish", step=2)
    position = place(last, soviet("S", "1411"), hexsides={"finland/1411": "border"})
    (found,) = retreats(position, "DD", "finland").units
    assert (found.outcome, found.extra["to"]) == ("eliminated", "destroyed")


def test_the_garrison_is_the_end() -> None:
    found = alone(axis("U", "1411", [2], type_="garrison"), "DS", turn=24)
    assert any(reason.rule == "12.5" for reason in found.because)


@pytest.mark.parametrize(
    ("result", "outer", "fates"),
    [
        ("DR", "stand", {"F": ("stand", 0, None), "U": ("stand", 0, None)}),
        ("DS", "EX", {"F": ("EX", 0, None), "U": ("EX", 0, None)}),
        ("DD", "stand", {"F": ("stand", 1, None), "U": ("stand", 1, None)}),
    ],
)
def test_nobody_beside_a_fort_retreats(
    result: str, outer: str, fates: dict[str, tuple[str, int, str | None]]
) -> None:
    answer = retreats(
        place(*ATTACKERS, fort("soviet", "F", "1411"), soviet("U", "1411"), turn=24), result
    )
    assert answer.outcome == outer
    found = {u.id: (u.outcome, u.extra["losses"], u.extra["to"]) for u in answer.units}
    assert found == fates
    assert all(not unit.options for unit in answer.units)


def test_a_step_loss_beside_a_fort_may_kill() -> None:
    answer = retreats(
        place(*ATTACKERS, fort("soviet", "F", "1411"), cadre("soviet", "K", "1411")), "DD"
    )
    assert answer.outcome == "stand"
    assert {u.id: u.outcome for u in answer.units} == {"F": "stand", "K": "eliminated"}


@pytest.mark.parametrize(
    ("result", "outer", "fates"),
    [
        ("DR", "stand", {"V": ("eliminated", "removed"), "U": ("stand", None)}),
        ("DS", "retreat", {"V": ("eliminated", "removed"), "U": ("retreat", "shattered")}),
        ("DD", "retreat", {"V": ("eliminated", "removed"), "U": ("retreat", None)}),
    ],
)
def test_volkssturm_holds_once(
    result: str, outer: str, fates: dict[str, tuple[str, str | None]]
) -> None:
    enemies = [soviet("A", "1310"), soviet("B", "1312")]
    answer = retreats(place(*enemies, volkssturm("V", "1411"), axis("U", "1411"), turn=24), result)
    assert answer.outcome == outer
    assert {u.id: (u.outcome, u.extra["to"]) for u in answer.units} == fates


def test_volkssturm_beside_a_fort_is_used_up_too() -> None:
    enemies = [soviet("A", "1310"), soviet("B", "1312")]
    units = [volkssturm("V", "1411"), fort("axis", "F", "1411")]
    answer = retreats(place(*enemies, *units, turn=24))
    assert {u.id: u.extra["to"] for u in answer.units} == {"F": None, "V": "removed"}


CLOSED = {
    "enemy": ([fort("axis", "F", "1511")], {}, {}),
    "zone": ([axis("F", "1612")], {}, {}),
    "lake hex": ([], {"1511": "lake"}, {}),
    "lake side": ([], {}, {"1411/1511": "lake"}),
    "sea side": ([], {}, {"1411/1511": "sea caspian"}),
}


@pytest.mark.parametrize(("units", "terrain", "hexsides"), CLOSED.values(), ids=list(CLOSED))
def test_no_way_out_is_elimination(
    units: list[Unit], terrain: dict[str, str], hexsides: dict[str, str]
) -> None:
    position = place(soviet("C", "1411"), *ATTACKERS, *units, terrain=terrain, hexsides=hexsides)
    if units and units[0].hex == "1612":
        position = place(soviet("C", "1411"), *ATTACKERS, *units, fort("axis", "G", "1510"))
    answer = retreats(position)
    (found,) = answer.units
    assert (answer.outcome, found.outcome, found.extra["to"]) == (
        "eliminated",
        "eliminated",
        "destroyed",
    )
    assert not found.options
    closed = {refusal.hex: refusal.rule for refusal in found.refused}
    assert closed["1511"] == "10.7.5"
    assert closed["1410"] == closed["1412"] == closed["1310"] == "10.7.5"


def test_elimination_out_of_supply_is_surrender() -> None:
    trap = {"1411/1511": "sea"}
    position = place(soviet("C", "1411", markers="oos"), *ATTACKERS, hexsides=trap)
    assert retreats(position).units[0].extra["to"] == "surrendered"
    assert retreats(position, "DS").units[0].extra["to"] == "surrendered"


def test_friends_open_zones_and_may_be_joined() -> None:  # D21
    friend = soviet("F", "1410")
    answer = retreats(place(soviet("C", "1411"), *ATTACKERS, friend, turn=8)).units[0]
    assert ("1410", "1409") not in paths(answer)  # in the zone of 1310
    assert ("1410", "1510") in paths(answer)
    shared = place(soviet("C", "1411"), *ATTACKERS, soviet("F", "1510"), turn=8)
    onto = next(o for o in retreats(shared).units[0].options if o.path[-1] == "1510")
    assert any(reason.rule == "8.4.3" for reason in onto.because)
    tanks = place(soviet("C", "1411"), *ATTACKERS, tank("F", "1510"), turn=12)
    beside = next(o for o in retreats(tanks).units[0].options if o.path[-1] == "1510")
    assert not any(reason.rule == "8.4.3" for reason in beside.because)


@pytest.mark.parametrize(
    "enemy", [fort("axis", "F", "1612"), axis("F", "1612", markers="oos"), volkssturm("F", "1612")]
)
def test_units_without_a_zone_close_only_their_hex(enemy: Unit) -> None:
    answer = retreats(place(soviet("C", "1411"), *ATTACKERS, enemy)).units[0]
    assert paths(answer) == WAYS


def test_an_empty_enemy_city_may_be_entered() -> None:  # A30
    position = place(
        soviet("C", "1411"), *ATTACKERS, terrain={"1511": "city"}, control={"axis": ["1511"]}
    )
    assert paths(retreats(position).units[0]) == WAYS


def test_nearer_to_supply_is_preferred() -> None:  # A7
    position = place(
        soviet("C", "1411"), *ATTACKERS, terrain={"1813": "city"}, control={"soviet": ["1813"]}
    )
    preferred = {o.path: o.preferred for o in retreats(position).units[0].options}
    assert preferred == {
        ("1511", "1510"): True, ("1511", "1611"): True, ("1511", "1512"): True,
    }  # fmt: skip
    west = place(
        soviet("C", "1411"), *ATTACKERS, terrain={"1408": "city"}, control={"soviet": ["1408"]}
    )
    ways = {o.path: o.preferred for o in retreats(west).units[0].options}
    assert set(ways.values()) == {True, False}
    assert ways["1511", "1512"] is False


def test_without_anything_nearer_all_are_preferred() -> None:
    position = place(axis("C", "1411"), soviet("A", "1310"), soviet("B", "1312"))
    options = retreats(position).units[0].options
    assert len(options) == 3
    assert all(option.preferred for option in options)


def test_an_area_ends_the_retreat() -> None:
    border = {"finland/1511": "border", "finland/1411": "border"}
    german = place(axis("C", "1411"), soviet("A", "1310"), soviet("B", "1312"), hexsides=border)
    ways = paths(retreats(german).units[0])
    assert ("finland",) in ways
    assert ("1511", "finland") in ways
    ally = place(axis("C", "1411", nationality="italian"), soviet("A", "1310"), hexsides=border)
    closed = {r.hex: r.rule for r in retreats(ally).units[0].refused}
    assert closed["finland"] == "10.7.5, 8.6"


@pytest.mark.parametrize(("opened", "legal"), [(True, True), (False, False)])
def test_the_balkans_take_retreats_when_open(opened: bool, legal: bool) -> None:
    border = {"western-balkans/1411": "border"}
    position = place(
        axis("C", "1411"), soviet("A", "1310"), hexsides=border, state={"balkans-open": opened}
    )
    assert (("western-balkans",) in paths(retreats(position).units[0])) == legal


def test_an_area_in_an_enemy_zone() -> None:
    border = {"finland/1411": "border", "finland/1310": "border"}
    position = place(axis("C", "1411"), soviet("A", "1310"), hexsides=border)
    assert ("finland",) not in paths(retreats(position).units[0])


def test_a_retreat_out_of_an_area() -> None:
    border = {"finland/1411": "border", "finland/1412": "border", "finland/1609": "border"}
    position = place(axis("C", "finland"), soviet("A", "1609"), hexsides=border)
    ways = paths(retreats(position, hex_="finland").units[0])
    assert ("1411", "1511") in ways
    assert ("1411", "1412") not in ways
    assert all(len(way) == 2 for way in ways)


def test_white_units_under_a_counterblow_only_retreat() -> None:
    units = [cadre("axis", "K", "1411"), axis("U", "1411", markers="counterblow")]
    enemies = [soviet("A", "1310"), soviet("B", "1312")]
    found = {u.id: u for u in retreats(place(*units, *enemies), "DD").units}
    assert (found["K"].outcome, found["K"].extra["losses"]) == ("retreat", 0)
    assert found["U"].extra["losses"] == 1
    found = {u.id: u for u in retreats(place(*units, *enemies), "DS").units}
    assert (found["K"].extra["to"], found["U"].extra["to"]) == (None, "shattered")


def test_a_cadre_may_take_the_place_of_the_dead() -> None:
    found = alone(axis("U", "1411", step=2), "DD")
    assert not any(reason.rule == "14.9.2" for reason in found.because)
    enemies = [soviet("A", "1310"), soviet("B", "1312")]
    waiting = cadre("axis", "K", "cadre-available")
    (found,) = retreats(place(axis("U", "1411", step=2), waiting, *enemies), "DD").units
    assert any(reason.rule == "14.9.2" for reason in found.because)


def test_without_effect_everybody_stands() -> None:
    found = retreats(place(soviet("C", "1411")), "-")
    assert [(unit.outcome, unit.options) for unit in found.units] == [("stand", ())]
    with pytest.raises(QuestionError, match="is no result"):
        retreats(place(soviet("C", "1411")), "nonsense")


@pytest.mark.parametrize(
    ("phase", "attackers", "hexes"),
    [
        ("axis-combat", ["A", "B"], ("1310", "1312")),
        ("", ["A"], ("1310",)),
        ("soviet-combat", ["A", "B"], ("1411",)),  # their counterattack: the Active side was hit
        ("axis-combat", [], None),
    ],
)
def test_the_marker_of_a_cb_lies_on_the_active_side(
    phase: str, attackers: list[str], hexes: tuple[str, ...] | None
) -> None:
    units = (soviet("C", "1411"), axis("A", "1310"), axis("B", "1312"), axis("D", "1410"))
    found = RULES.retreats(place(*units, phase=phase), "1411", "CB", attackers)
    assert (found.outcome, found.extra.get("marker_hexes")) == ("stand", hexes)


def test_a_ca_moves_nobody() -> None:
    assert retreats(place(soviet("C", "1411")), "CA").outcome == "stand"


def test_units_without_a_land_route_are_not_modernised() -> None:
    unit = soviet("C", "1411", (4, 3), step=2)
    told = RULES.arrivals(place(unit, turn=7, phase="soviet-organisation")).arrivals
    assert [(one.units, one.state) for one in told if one.kind == "modernisation"] == [
        (("C",), "barred")
    ]


def test_the_turn_tells_how_many_are_modernised_and_why_so_many_cards_are_drawn() -> None:
    units = [soviet(id_, f"281{at}", (4, 3), step=2) for at, id_ in enumerate("CDE")]
    told = RULES.turn(place(*units, turn=14, phase="soviet-organisation")).duties
    assert [(one.units, str(one.what)) for one in told if one.rule == "7.2"] == [
        (("C", "D", "E"), "Of these 2 may be modernised free of cards.")
    ]
    cards = place(soviet("C", "2810"), turn=9, phase="axis-cards")
    for held, why in (
        ("soviet", "4 cards are drawn: one more on this turn, and one less for each"),
        ("axis", "5 cards are drawn: one more on this turn."),
    ):
        told = RULES.turn(replace(cards, control={"1121": held})).duties
        (drawn,) = (one for one in told if one.rule == "5.2")
        assert str(drawn.what).startswith(why)
        assert drawn.hexes == (("1121",) if held == "soviet" else ())


def test_questions_that_cannot_be_asked() -> None:
    position = place(soviet("C", "1411"), axis("A", "1311"), soviet("D", "1412"))
    with pytest.raises(QuestionError):
        retreats(position, hex_="2011")
    with pytest.raises(QuestionError):
        RULES.retreats(position, "1411", "DR", ["D"])
    with pytest.raises(QuestionError):
        RULES.retreats(position, "1411", "DR", ["A", "D"])
    assert RULES.retreats(position, "1411", None, ["A"]).result == "DR"
