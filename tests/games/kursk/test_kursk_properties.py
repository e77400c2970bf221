"""Whatever stands on the table: every question has an answer or a sentence, in any order of units."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from kursk_board import game, gun, hq, partisan, position, unit

from assistant.games.kursk import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from tests.wide import first

FIELD = [f"{row}{column}" for row in range(18, 24) for column in range(14, 21)]
TYPES = {
    "german": ("infantry", "panzer", "kampfgruppe", "security", "tank-destroyer"),
    "soviet": ("rifle", "tank", "mechanized", "motorized", "fortified-area"),
}
CELLS = ("0", "1", "2", "3", "-", "1/2", "1M1", "-M3", None)


def some_unit(dice: random.Random, name: str, hex_: str, side: str) -> Unit:
    markers = [mark for mark in game().definition.units.markers if dice.random() < 0.05]
    mode = dice.choice((None, "static", "assault"))
    if dice.random() < 0.25:
        points = {"artillery": dice.randint(0, 6), "anti-tank": dice.randint(0, 5)}
        above = dice.choice((None, ["u1", "u2"], ["u0"]))
        return hq(name, hex_, side, markers=markers, mode=mode, hq=above, **points)
    if side == "soviet" and dice.random() < 0.3:
        kind = dice.choice(("artillery", "anti-tank"))
        return gun(name, hex_, dice.randint(1, 12), dice.randint(1, 3), kind, markers=markers)
    if side == "soviet" and dice.random() < 0.1:
        return Unit(name, side, "partisan", hex_, markers=frozenset(markers))
    return unit(
        name, hex_, dice.randint(0, 20), dice.randint(1, 5), dice.randint(0, 9), side,
        dice.choice(TYPES[side]), markers, mode=mode,
        hq=dice.choice((None, ["u0"], ["u1", "u2"], ["absent", "u3"])),
    )  # fmt: skip


def some_table(dice: random.Random) -> tuple[list[Unit], dict[str, Any]]:
    owner = {name: dice.choice(("german", "soviet")) for name in FIELD}
    places = [dice.choice(FIELD) for _ in range(dice.randint(3, 20))]
    units = [some_unit(dice, f"u{i}", h, owner[h]) for i, h in enumerate(places)]
    around = game().grid.neighbours
    starts = [dice.choice(FIELD) for _ in range(8)]
    what: dict[str, Any] = {
        "phase": dice.choice([phase.id for phase in game().definition.phase]),
        "terrain": {
            dice.choice(FIELD): [dice.choice(list(game().definition.terrain))] for _ in range(6)
        },
        "sides": {
            f"{a}/{dice.choice(around(a))}": [dice.choice(list(game().definition.hexside))]
            for a in starts
        },
        "rail": [FIELD[7:14]],
        "double": [FIELD[21:25]],
    }
    flags = ("zoc_loss", "command", "entrenchment", "ss", "intelligence")
    what |= {f"optional_{flag}": True for flag in flags if dice.random() < 0.2}
    return units, what


def questions(dice: random.Random, units: list[Unit]) -> list[Callable[[Position], Any]]:
    ids = [found.id for found in units]
    found: list[Callable[[Position], Any]] = [
        RULES.supply,
        RULES.turn,
        RULES.arrivals,
        RULES.score,
        RULES.zones,
        RULES.stacking,
        RULES.attacks,
    ]
    for name in ids[:4]:
        found.append(lambda table, name=name: RULES.moves(table, name))
    for target in sorted({u.hex for u in units})[:4]:
        names = dice.sample(ids, min(len(ids), dice.randint(0, 4)))
        options = {"suppress": "2", "anti-tank": "2"} if dice.random() < 0.5 else {}
        cell = dice.choice(CELLS)
        found.append(lambda table, t=target, n=names, o=options: RULES.odds(table, [t], n, o))
        found.append(lambda table, t=target, n=names, c=cell: RULES.retreats(table, t, c, n))
        found.append(lambda table, t=target, n=names: RULES.advances(table, t, n))
    return found


def answer(question: Callable[[Position], Any], table: Position) -> Any:
    try:
        return as_json(question(table))
    except QuestionError as error:
        return str(error)


@pytest.mark.parametrize("seed", first(range(40), 6))
def test_every_question_has_an_answer_that_does_not_follow_the_order_of_the_file(seed) -> None:
    dice = random.Random(seed)
    units, what = some_table(dice)
    shuffled = dice.sample(units, len(units))
    for question in questions(dice, units):
        first = answer(question, position(*units, **what))
        assert first
        assert first == answer(question, position(*shuffled, **what))


def test_a_hidden_stack_leaves_no_trace() -> None:
    for seed in range(10):
        dice = random.Random(seed)
        units, what = some_table(dice)
        what |= {"optional_intelligence": True, "viewer": "german"}
        seen = RULES.visible(position(*units, **what))
        hidden = {u.id for u in units} - {u.id for u in seen.units}
        text = str(as_json(RULES.supply(seen))) + str(as_json(RULES.attacks(seen)))
        assert not [name for name in hidden if f"'{name}'" in text]


def test_partisans_alone_hold_nobody() -> None:
    table = position(partisan("2017"), partisan("2018", "inoperative"))
    assert RULES.zones(table).zones["soviet"] == ()
    assert RULES.attacks(table).attacks == ()
