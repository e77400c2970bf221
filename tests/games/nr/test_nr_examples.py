"""The rulebook's examples around Leningrad: supply (6.2), movement (8.4.3) and Counterblows (10.7.4).

The pictures have no hex numbers: the arrangements are ours, the figures and answers the rulebook's.
"""

from __future__ import annotations

from nr_board import axis, fort, panzer, place, soviet

from assistant.games.nr import RULES
from assistant.games.nr.supply import Cities
from assistant.position import Position
from assistant.questions.answers import Odds, as_json

SPRING = {"turn": 6, "weather": "clear", "phase": "axis-combat"}


def odds(position: Position, attackers: str, target: str, **options: int) -> Odds:
    given = {name: str(value) for name, value in options.items()}
    return RULES.odds(position, [target], attackers.split(), given)


def test_kalinin_passes_the_finns() -> None:  # EX7
    finns = fort("axis", "F", "finland", [2], nationality="finnish")
    position = place(soviet("K", "2510"), finns, hexsides={"finland/2610": "border"}, turn=4)
    (kalinin,) = [unit for unit in RULES.supply(position).units if unit.id == "K"]
    assert (kalinin.state, kalinin.path) == ("land", ("2510", "2610", "2710", "2810"))


def test_leningrad_passes_the_lake_and_kalinin() -> None:  # EX8
    units = [
        fort("soviet", "L", "2010"),
        soviet("K", "2210"),
        axis("A", "2108"),
        axis("B", "2112"),
        axis("C", "2311"),
    ]
    terrain = {"2010": "city leningrad", "2110": "lake"}
    position = place(*units, terrain=terrain, control={"soviet": ["2010"]}, phase="soviet-supply")
    cities = RULES.supply(position).extra["cities"]
    assert cities["soviet"] == Cities(("2010",), ())


def test_sixteenth_army_has_two_ways() -> None:  # EX14, EX15
    """To 18th Army for 1, for the fort beside it has no zone; or by swamp and forest for 2 + 1."""
    units = [axis("16", "1411"), axis("18", "1511", step=2), fort("soviet", "L", "1610")]
    terrain = {"1412": "swamp", "1512": "forest"}
    moving = "axis-movement"
    lab = place(*units, terrain=terrain, turn=4, weather="snow", phase=moving)
    answer = RULES.moves(lab, "16")
    cost = {reached.hex: reached.cost for reached in answer.reach}
    assert (cost["1511"], cost["1412"]) == (1, 2)
    over = place(
        *units[:1],
        terrain=terrain,
        turn=4,
        weather="snow",
        phase=moving,
        hexsides={"1411/1511": "lake"},
    )
    cost = {reached.hex: reached.cost for reached in RULES.moves(over, "16").reach}
    assert cost["1512"] == 3


def test_the_planned_attack_on_kalinin() -> None:  # EX10
    units = [
        axis("16", "1311"),
        axis("9", "1310"),
        panzer("4P", "1312"),
        soviet("K", "1411", [5, 4], step=2),
    ]
    answer = odds(place(*units, turn=4, weather="mud"), "16 9 4P", "1411")
    assert (answer.attack, answer.defence, answer.extra["initial"]) == (15, 4, "3:1")


def test_volkhov() -> None:  # EX24
    units = [
        axis("9", "1311"),
        axis("16", "1310"),
        axis("18", "1312", step=2),
        soviet("V", "1411", [6]),
    ]
    answer = odds(place(*units, terrain={"1411": "swamp"}, **SPRING), "9 16 18", "1411")
    assert (answer.attack, answer.defence) == (11, 6)
    assert answer.extra["initial"] == "3:2"
    assert answer.column == "1:1"  # one column for the swamp, which is ours
    dry = odds(place(*units, **SPRING), "9 16 18", "1411")
    assert (dry.column, dry.results["3"]) == ("3:2", "CB")


def test_northwest_and_its_counterattack() -> None:  # EX25, EX26
    units = [panzer("3P", "1311", [6, 4]), axis("4", "1310"), soviet("NW", "1411", [5])]
    position = place(*units, **SPRING)
    alone = odds(position, "3P", "1411", shift=-1)
    assert (alone.column, alone.results["1"]) == ("1:1", "CA")
    both = odds(position, "3P 4", "1411", shift=-1)
    assert both.column == "2:1"
    back = odds(position, "NW", "1311", counterattack=1)
    assert (back.column, back.extra["table"], back.results["5"]) == ("1:2", "soviet", "CB")


def test_first_baltic_forces_fourth_army() -> None:  # EX22, EX27, EX28
    units = [axis("4", "1311"), soviet("1B", "1411", [8, 5])]
    position = place(*units, terrain={"1411": "forest"}, **SPRING)
    forced = odds(position, "4", "1411", counterblow=1)
    assert (forced.possible, forced.column, forced.shift, forced.results["1"]) == (
        True,
        "1:2",
        0,
        "CA",
    )
    back = odds(position, "1B", "1311", counterattack=1)
    exchange = as_json(back.extra["exchange"])
    assert exchange["defender"]["one_of"] == [{"id": "4", "loses": "flips", "to": None}]
    assert exchange["attacker"]["one_of"] == [
        {"id": "1B", "loses": "eliminated", "to": "destroyed"}
    ]


def test_leningrad_cannot_force_but_may_answer() -> None:  # EX23, EX29
    units = [
        axis("9", "1311"),
        axis("3P", "1313"),
        fort("soviet", "L", "1411"),
        soviet("NW", "1413"),
    ]
    position = place(*units, **SPRING)
    refused = odds(position, "9", "1411", counterblow=1)
    assert not refused.possible
    assert refused.because[0].rule == "10.1.2"
    marked = [
        axis("9", "1311", markers="counterblow"),
        panzer("3P", "1313", markers="counterblow"),
        fort("soviet", "L", "1411"),
        soviet("NW", "1413"),
        soviet("V", "1211", markers="disorganised"),
    ]
    soviets = place(*marked, turn=6, phase="soviet-combat", terrain={"1311": "forest"})
    duties = {duty.hex: duty for duty in RULES.attacks(soviets).extra["obliged"]}
    assert (duties["1311"].must, duties["1311"].by) == (True, ("V", "L"))
    assert (duties["1313"].must, duties["1313"].by) == (True, ("NW",))
    blow = odds(soviets, "L", "1311")
    assert (blow.possible, blow.shift) == (True, 0)
    assert RULES.advances(soviets, "1311", ["L", "V"]).units[0].options == ()
