"""Any position gets an answer to every question, and the order of the units does not matter."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from nr_board import game, place, unit

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from tests.wide import first

TYPES = {
    "axis": ("infantry", "armour", "mechanised", "fort", "cadre", "volkssturm", "garrison", "luftwaffe"),
    "soviet": ("infantry", "armour", "mechanised", "fort", "cadre", "regional", "shock", "rezervy"),
}  # fmt: skip
NATIONS = {"axis": (None, "rumanian", "finnish"), "soviet": (None, "polish", "yugoslav")}
MARKERS = ("", "", "", "oos", "disorganised", "target", "counterblow", "support")
PLACES = ("finland", "western-balkans", "southern-balkans", "rail", "shattered", "turn-track")
TERRAIN = (
    "forest",
    "swamp",
    "mountain",
    "city",
    "city objective",
    "oil",
    "lake",
    "germany",
    "city leningrad",
)
SIDES = ("river", "lake", "sea baltic", "sea black-sea", "sea azov", "river objective")


def a_unit(rng: random.Random, name: str, taken: dict[str, str]) -> Unit:
    side = rng.choice(("axis", "soviet"))
    hex_ = f"{rng.randint(10, 16):02d}{rng.randint(8, 13):02d}"
    if rng.random() < 0.1:
        hex_ = rng.choice(PLACES)
    if hex_ not in PLACES:
        side = taken.setdefault(hex_, side)
    fields: dict[str, Any] = {"movement": [rng.randint(0, 6)]}
    if nation := rng.choice(NATIONS[side]):
        fields["nationality"] = nation
    if rng.random() < 0.2:
        fields["ss"] = True
    strength = [rng.randint(0, 8) for _ in range(rng.randint(1, 2))]
    type_ = rng.choice(TYPES[side])
    return unit(side, name, hex_, strength, type_, rng.choice(MARKERS), rng.randint(1, 2), **fields)


def a_position(seed: int) -> Position:
    rng = random.Random(seed)
    taken: dict[str, str] = {}
    units = [a_unit(rng, f"u{n}", taken) for n in range(rng.randint(4, 30))]
    hexes = [f"{c:02d}{r:02d}" for c in range(9, 18) for r in range(7, 15)]
    terrain = {h: rng.choice(TERRAIN) for h in rng.sample(hexes, 18) if h not in taken}
    around = game().grid.around
    hexsides = {}
    for start in rng.sample(hexes, 12):
        hexsides[f"{start}/{rng.choice(list(around[start].values()))}"] = rng.choice(SIDES)
    hexsides |= {f"{area}/{rng.choice(hexes)}": "border" for area in PLACES[:3]}
    cities = [h for h, words in terrain.items() if "city" in words]
    phases = [phase.id for phase in game().definition.phase]
    return place(
        *units,
        turn=rng.randint(1, 28),
        phase=rng.choice(("", *phases)),
        weather=rng.choice(("clear", "mud", "snow", "long-winter")),
        terrain=terrain,
        hexsides=hexsides,
        control={"axis": cities[::3], "soviet": cities[1::3]},
        state={"balkans-open": rng.random() < 0.5, "oil-fallen": rng.random() < 0.5},
    )


def everything(position: Position) -> dict[str, Any]:
    """All answers, those about units by their ids."""
    found: dict[str, Any] = {
        "supply": {unit.id: as_json(unit) for unit in RULES.supply(position).units},
        "zones": as_json(RULES.zones(position)),
        "stacking": as_json(RULES.stacking(position)),
        "attacks": as_json(RULES.attacks(position)),
    }
    for unit_ in sorted(position.units, key=lambda u: u.id):
        found[f"moves {unit_.id}"] = as_json(RULES.moves(position, unit_.id))
    for hex_ in sorted({unit_.hex for unit_ in position.units} - set(PLACES[3:])):
        for result in ("DR", "DS", "DD"):
            found[f"{result} {hex_}"] = as_json(RULES.retreats(position, hex_, result, []))
        found[f"advances {hex_}"] = as_json(RULES.advances(position, hex_, []))
        for options in ({}, {"counterblow": "1"}, {"counterattack": "1", "support": "1"}):
            found[f"odds {hex_} {options}"] = as_json(RULES.odds(position, [hex_], [], options))
    return found


@pytest.mark.parametrize("seed", first(range(16), 5))
def test_every_question_has_an_answer_in_any_order_of_units(seed: int) -> None:
    position = a_position(seed)
    answers = everything(position)
    units = list(position.units)
    random.Random(seed + 1000).shuffle(units)
    assert everything(replace(position, units=tuple(units))) == answers


@pytest.mark.parametrize("seed", range(16))
def test_answers_agree_with_each_other(seed: int) -> None:
    """Reach and retreats never touch enemies; impossible battles give nothing; zones are near."""
    position = a_position(seed)
    held = {side: {u.hex for u in position.of_side(side)} for side in ("axis", "soviet")}
    for one in position.units:
        if one.hex not in position.board:
            continue
        enemy = held["soviet" if one.side == "axis" else "axis"]
        answer = RULES.moves(position, one.id)
        reached = {r.hex for r in answer.reach}
        assert not reached & enemy
        assert not reached & {refusal.hex for refusal in answer.refused}
        near = set(position.board.neighbours(one.hex))
        assert near <= reached | {refusal.hex for refusal in answer.refused}
        for ways in RULES.retreats(position, one.hex, "DR", []).units:
            for option in ways.options:
                assert not set(option.path) & enemy or one.hex in PLACES
            if ways.options:
                assert any(option.preferred for option in ways.options)
    for attack in RULES.attacks(position).attacks:
        assert attack.possible
        assert set(attack.results) == set("123456")
        assert sum(attack.chances.values()) == pytest.approx(1)


def test_unknown_units_and_hexes_are_told() -> None:
    with pytest.raises(QuestionError):
        RULES.retreats(place(), "1411", "DR", [])
