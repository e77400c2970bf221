"""Whatever stands on the table, every question has an answer."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from uis_board import game

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import as_json
from builder.hexes.grid import pairs
from tests.wide import first

FIELD = [f"C{column}{row}" for column in range(18, 24) for row in range(18, 24)]
PHASES = ("", "wp-movement", "nato-movement", "final")
GROUND = ["city", "urban", "rough-2", "sea", "port", "airfield"]
EXTRAS = {
    "attacker-ew": "success",
    "defender-ew": "success",
    "attacker-air": "5",
    "defender-squadrons": "B-6-4+9-10-5+ECM,NOE-8-4,B-7-6L",
    "attacker-flak": "all",
    "active-defence": "yes",
    "airmobile": "yes",
    "attacker-ration": "yes",
    "attacker-chemicals": "persistent",
    "defender-chemicals": "non-persistent",
    "chemical-missiles": "C1818,C2020",
    "mission": "ground-attack",
    "nuclear-points": "2",
}
KINDS = ("standard", "column", "single-echelon", "march", "disengagement")


def anything(seed: int) -> Position:
    """A bar_of_room corner of the blank board, with every kind of unit, ground and marker."""
    dice = random.Random(seed)
    sides = {name: dice.choice(("wp", "nato")) for name in FIELD}
    types = list(game().definition.units.types)
    units = []
    for index in range(30):
        name = dice.choice(FIELD)
        side = sides[name]
        nations = ("su", "po", "eg") if side == "wp" else ("wg", "us", "uk", "ne")
        fields: dict[str, Any] = {
            "nation": dice.choice(nations),
            "size": dice.choice(("division", "brigade", "regiment", "battalion")),
            "attack": dice.randint(0, 18),
            "defence": dice.randint(0, 14),
            "mode": dice.choice(("tactical", "tactical", "road", "hedgehog")),
            "fatigue": dice.randint(0, 2),
            "spent": dice.choice((0, 0, 3, 47)),
            "category": dice.randint(1, 3),
            "flak": dice.choice(("A+", "A", "B", "C", "D")),
            "flak-range": dice.randint(1, 8),
        }
        if dice.random() < 0.3:
            fields["division"] = dice.choice("xyz")
        if dice.random() < 0.3:
            fields["contingency"] = dice.randint(0, 2)
        marks = frozenset(m for m in game().definition.units.markers if dice.random() < 0.15)
        units.append(
            Unit(f"u{index}", side, dice.choice(types), name, dice.randint(1, 3), marks, fields)
        )
    board = game().blank_board.overlaid(
        {n: dice.sample(GROUND, 1) for n in FIELD[::5]},
        {
            (a, b): [dice.choice(list(game().definition.hexside))]
            for a, b in pairs(FIELD)
            if b in game().blank_board.neighbours(a)
        },
        {"railroad": [FIELD[:6]], "autobahn": [FIELD[6:12]]},
    )
    state = {
        "war-turn": dice.randint(0, 7),
        "weather": dice.choice(("good", "bad")),
        "countries": {"poland": FIELD[:9], "west-germany": FIELD[9:18], "austria": FIELD[18:24]},
        "violated": dice.choice(([], ["austria"])),
        "breakthrough": dice.sample(FIELD, 2),
        "interdiction": {dice.choice(FIELD): 10},
        "chemical": dice.sample(FIELD, 1),
        "nuclear": {dice.choice(FIELD): 2},
        "revolt": {dice.choice(FIELD): 3},
        "damaged": [FIELD[3]],
        "assault": dice.choice(KINDS),
        "active-defence": dice.random() < 0.5,
        "options": [o for o in ("integrated-supply", "foot", "alpine") if dice.random() < 0.5],
    }
    viewer = dice.choice(("", "wp", "nato"))
    position = Position(
        game(), board, tuple(units), phase=dice.choice(PHASES), state=state, viewer=viewer
    )
    return RULES.visible(position)


@pytest.mark.parametrize("seed", first(range(12), 3))
def test_every_question_is_answered(seed: int) -> None:
    position = anything(seed)
    answers: list[Any] = [RULES.supply(position), RULES.zones(position), RULES.stacking(position)]
    answers.append(RULES.attacks(position))
    dice = random.Random(seed)
    for unit in position.units:
        answers.append(RULES.moves(position, unit.id))
        target = dice.choice(FIELD)
        kind = "disengagement" if target == unit.hex else dice.choice(KINDS)
        options = {name: word for name, word in EXTRAS.items() if dice.random() < 0.3}
        answers.append(RULES.odds(position, [target], [unit.id], {**options, "type": kind}))
        answers.append(RULES.advances(position, target, [unit.id]))
        if position.at(target):
            answers.append(RULES.retreats(position, target, "D", []))
    known = {unit.id for unit in position.units}
    text = json.dumps([as_json(answer) for answer in answers])
    assert all(f'"u{index}"' not in text for index in range(30) if f"u{index}" not in known)


def test_what_a_viewer_cannot_see_changes_no_answer() -> None:
    position = replace(anything(3), viewer="")
    seen = RULES.visible(replace(position, viewer="nato"))
    again = RULES.visible(replace(seen, viewer="nato"))
    assert RULES.zones(seen) == RULES.zones(again)
    assert {u.id for u in seen.units} <= {u.id for u in position.units}
