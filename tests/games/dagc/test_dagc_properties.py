"""No answer changes with the order or names of units, and mirrored positions have mirrored answers."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

from dagc_board import game
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from assistant.games.dagc import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from assistant.questions.whole import whole
from builder.game.model import Game

ROWS, COLUMNS = range(24, 32), range(18, 28)
TERRAIN = ["forest", "town", "west-pripyat", "german-entrenchment", "soviet-entrenchment",
           "partisan", "city", "coast"]  # fmt: skip
HEXSIDES = ["river", "lake", "sea", "border"]
PHASES = ["", "soviet-post-combat", "german-pre-combat", "german-movement"]
GRID = game().grid

hexes = st.builds(
    lambda r, c: f"{r}{c:02d}", st.sampled_from(ROWS), st.sampled_from(COLUMNS)
).filter(lambda name: name in GRID)


@st.composite
def units(draw: Any) -> tuple[Unit, ...]:
    found: list[Unit] = []
    held: dict[str, str] = {}
    for number in range(draw(st.integers(4, 16))):
        name = draw(hexes)
        side = held.setdefault(name, draw(st.sampled_from(["german", "soviet"])))
        types = ["infantry", "panzer", "fortified-locality"]
        if side == "soviet":
            types = ["infantry", "shock", "cav-mech", "guards"]
        fields = {"strength": draw(st.sampled_from([[3, 2], [4, 2], [2], [6, 3]]))}
        if side == "soviet" and draw(st.booleans()):
            fields["group"] = "1uf"
        markers = draw(st.frozensets(st.sampled_from(["retreated", "attacked", "oos"]), max_size=1))
        step = draw(st.integers(1, len(fields["strength"])))
        found.append(
            Unit(f"<{number}>", side, draw(st.sampled_from(types)), name, step, markers, fields)
        )
    return tuple(found)


@st.composite
def positions(draw: Any) -> Position:
    terrain = draw(
        st.dictionaries(hexes, st.lists(st.sampled_from(TERRAIN), max_size=2), max_size=12)
    )
    sides = {}
    for name in draw(st.lists(hexes, max_size=14)):
        near = draw(st.sampled_from(GRID.neighbours(name)))
        sides[name, near] = [draw(st.sampled_from(HEXSIDES))]
    lost = draw(st.lists(st.sampled_from(sorted(game().hexset("german-sources"))), max_size=30))
    return Position(
        game=game(),
        board=game().blank_board.overlaid(terrain, sides),
        units=draw(units()),
        turn=draw(st.sampled_from([2, 5, 7])),
        phase=draw(st.sampled_from(PHASES)),
        scenario="bold-stroke",
        control=dict.fromkeys(lost, "soviet"),
    )


def answers(position: Position) -> dict[str, Any]:
    """Everything that can be asked without further words, and each unit's moves and advance."""
    found: dict[str, Any] = {"whole": whole(RULES, position)}
    for unit in position.units:
        found[f"moves {unit.id}"] = RULES.moves(position, unit.id)
        near = GRID.neighbours(unit.hex)
        found[f"odds {unit.id}"] = [RULES.odds(position, [n], [unit.id], {}) for n in near]
        found[f"advances {unit.id}"] = [RULES.advances(position, n, [unit.id]) for n in near]
    return found


quick = settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.reuse, Phase.generate],  # to shrink a whole position takes minutes
)


@quick
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_units_does_not_matter(position: Position, random: Any) -> None:
    stacks = list(position.stacks.values())
    random.shuffle(stacks)
    shuffled = position.with_units(unit for stack in stacks for unit in stack)
    assert as_json(answers(shuffled)) == as_json(answers(position))


@quick
@given(positions(), st.randoms(use_true_random=False))
def test_names_of_units_do_not_matter(position: Position, random: Any) -> None:
    ids = [unit.id for unit in position.units]
    others = [f"[{name}]" for name in random.sample(range(100, 999), len(ids))]
    renamed = position.with_units(
        replace(unit, id=other) for unit, other in zip(position.units, others, strict=True)
    )
    text = json.dumps(as_json(answers(renamed)), sort_keys=False)
    for own, other in zip(ids, others, strict=True):
        text = text.replace(other, own)
    assert json.loads(text) == json.loads(json.dumps(as_json(answers(position))))


@cache
def mirrored_game(axis: str) -> Game:
    """The game with its hexes of rulebook fame on the other side of the map."""
    found = game()
    sets = {
        name: s.model_copy(update={"hexes": tuple(mirror(h, axis) for h in s.hexes)})
        for name, s in found.definition.sets.items()
    }
    return replace(found, definition=found.definition.model_copy(update={"sets": sets}))


def mirror(name: str, axis: str) -> str:
    """East for west: the columns of a row backwards; north for south: row 10 for row 50."""
    row, column = int(name[:2]), int(name[2:])
    if axis == "east-west":
        return f"{row}{28 - row % 2 - column:02d}"
    return f"{60 - row}{column:02d}"


def mirrored(position: Position, axis: str) -> Position:
    board = position.board
    sides = {(mirror(a, axis), mirror(b, axis)): f for (a, b), f in board.hexsides.items()}
    other = mirrored_game(axis)
    return replace(
        position,
        game=other,
        board=other.blank_board.overlaid(
            {mirror(name, axis): kinds for name, kinds in board.terrain.items()}, sides
        ),
        units=tuple(replace(unit, hex=mirror(unit.hex, axis)) for unit in position.units),
        control={mirror(name, axis): side for name, side in position.control.items()},
    )


def shape(position: Position, axis: str = "") -> dict[str, Any]:
    """The answers without the choices that names of hexes settle between equals."""

    def image(name: str) -> str:
        return mirror(name, axis) if axis else name

    found = whole(RULES, position)
    return {
        "supply": {u.id: (u.state, len(u.path)) for u in found.supply.units},
        "overload": found.supply.extra["overload"],
        "zones": {s: {image(n) for n in names} for s, names in found.zones.zones.items()},
        "stacks": sorted((image(v.hex), v.rule) for v in found.stacking.violations),
        "attacks": sorted(
            (image(a.target), sorted(a.attackers), a.attack, a.defence, a.shift, a.column or "")
            for a in found.attacks.attacks
        ),
        "retreats": {
            image(name): (
                answer.outcome,
                as_json(answer.extra["losses"]),
                {
                    u.id: (
                        {(image(o.path[0]), o.preferred) for o in u.options},
                        {(image(r.hex), r.rule) for r in u.refused},
                    )
                    for u in answer.units
                },
            )
            for name, answer in found.retreats.items()
        },
        "moves": {
            unit.id: (
                {(image(r.hex), r.cost) for r in moves.reach},
                {(image(r.hex), r.rule) for r in moves.refused},
            )
            for unit in position.units
            for moves in [RULES.moves(position, unit.id)]
        },
        "advances": {
            unit.id: {
                tuple(image(n) for n in way)
                for near in GRID.neighbours(unit.hex)
                for found in RULES.advances(position, near, [unit.id]).units
                for way in found.options
            }
            for unit in position.units
        },
    }


def test_the_mirrors_keep_neighbours() -> None:
    for axis in ("east-west", "north-south"):
        for name in GRID.places:
            near = {mirror(n, axis) for n in GRID.neighbours(name)}
            assert near == set(GRID.neighbours(mirror(name, axis)))


@quick
@given(positions(), st.sampled_from(["east-west", "north-south"]))
def test_mirrored_positions_have_mirrored_answers(position: Position, axis: str) -> None:
    assert shape(mirrored(position, axis), axis) == shape(position)


@quick
@given(
    positions(),
    st.sampled_from(["german", "soviet"]),
    st.sampled_from(["AS", "AE", "DR", "DE", "BB"]),
)
def test_every_question_has_an_answer(position: Position, viewer: str, result: str) -> None:
    seen = RULES.visible(replace(position, viewer=viewer))
    for unit in seen.units:
        try:
            RULES.retreats(seen, unit.hex, result, [])
        except QuestionError as error:
            raise AssertionError(unit) from error
    as_json(answers(seen))
