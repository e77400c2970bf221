"""What a position may say in this game, and what each side may look at (8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from assistant.games.uis.ground import neutral_countries
from assistant.games.uis.situation import (
    COUNTRIES,
    NATO,
    NEUTRAL,
    SQUADRONS,
    WP,
    enemy_of,
    situation_of,
)
from assistant.games.uis.units import FSH, nation
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying
from builder.game.problems import nearest
from builder.saying import AsWritten, in_a_row, quoting

SHAPES = {
    "mobilized": r"(east-germany|poland|czechoslovakia|austria)\s\d{1,2}",
    "arrival-shifts": r"((wp|nato)\s)?(P\d|CA|CS|NO|GA|GB)\s(-?\d{1,2}|never)",
    "towns-struck": r"(wp|nato)\s(nuclear|chemical)\s\d{1,3}",
}
"""How the words of some state variables are written."""
OPEN_TO_ALL = frozenset({"eliminated", "reinforcements", "variable"})
"""Where squadrons lie that both sides know: lost ones, and those on the turn track."""
SECRET_MARKERS = frozenset({"fuel-1", "reserve"})


def visible(position: Position) -> Position:
    """The position as its viewer sees it, with violated neutrals on NATO's side; QuestionError
    that names every word of its state that means nothing here."""
    if faults := list(unknown(position)):
        raise QuestionError(in_a_row(faults))
    return unseen_removed(with_violated_neutrals(position))


def unknown(position: Position) -> Iterator[str]:
    """Words of the state that are no country, hex, hexside or side."""
    board = position.board
    for name in position.value("countries") or ():
        if name not in COUNTRIES:
            text, remedy = "countries: unknown country '{name}'. {remedy}", nearest(name, COUNTRIES)
            yield Saying(text, name=name, remedy=remedy)
    for name in position.value("damaged") or ():
        start, slash, end = name.partition("/")
        if start not in board or (slash and end not in board.neighbours(start)):
            text = "damaged: '{name}' is no hex or hexside of this map, write 2610 or 2610/2611."
            yield Saying(text, name=name)
    for side in position.value("air-superiority") or ():
        if side not in (WP, NATO):
            yield quoting("air-superiority: '{side}' is no side: write wp or nato.", side=side)
    for variable, shape in SHAPES.items():
        for word in position.value(variable) or ():
            if not re.fullmatch(shape, word):
                text = "{name}: '{word}' cannot be read: write it as {examples:or}."
                yield Saying(
                    text, name=variable, word=AsWritten(word), examples=examples(position, variable)
                )
    for name in position.value("inlets") or ():
        if name not in board:
            text = "inlets: '{hex}' is no hex of this map, write a printed hex number."
            yield Saying(text, hex=name)
    yield from strangers(position)


def examples(position: Position, variable: str) -> list[str]:
    """Words of a state variable that are well written: those that its note quotes."""
    note = position.game.definition.state[variable].note
    return [AsWritten(word) for word in re.findall('"([^"]+)"', note)]


def strangers(position: Position) -> Iterator[str]:
    """Divisions and supply heads that neither the position nor the game has."""
    counters = position.game.counters
    parts = [one.fields for one in position.units] + [one.fields for one in counters.values()]
    divisions = {str(name) for fields in parts if (name := fields.get("division"))}
    for name in position.value("eliminated") or ():
        if name not in divisions:
            remedy = nearest(name, divisions)
            text = "eliminated: there is no division '{name}'. {remedy}"
            yield Saying(text, name=name, remedy=remedy)
    for name in position.value("interdicted-heads") or ():
        if name not in position.by_id and name not in counters:
            known = [unit.id for unit in position.units if unit.type == FSH]
            text, remedy = "{name}: there is no unit '{unit}'. {remedy}", nearest(name, known)
            yield Saying(text, name="interdicted-heads", unit=name, remedy=remedy)


@rule("41.4")
def with_violated_neutrals(position: Position) -> Position:
    """Units of a violated neutral country fight for NATO from that moment on."""
    if "austria" in neutral_countries(situation_of(position)):
        return position
    if not any(unit.side == NEUTRAL for unit in position.units):
        return position
    return position.with_units(
        replace(unit, side=NATO) if unit.side == NEUTRAL and nation(unit) == "au" else unit
        for unit in position.units
    )


@rule("8", "8.2", "8.4", "8.5", "8.6")
def unseen_removed(position: Position) -> Position:
    """Of hostile stacks the viewer knows the top unit, and all of those next to his own units; of
    squadrons in the boxes of airfields none; of unit markers only those that rule 8.5 opens, No-ZOC
    and Out of Supply among them."""
    enemy = enemy_of(position.viewer)
    if not enemy:
        return position
    situation = situation_of(position)
    own = situation.held[position.viewer]
    top = {unit.hex: unit.id for unit in situation.of_side(enemy)}
    declared = position.declared

    def near(name: str) -> bool:
        return any(beside in own for beside in situation.around[name])

    def known(unit: Unit) -> bool:
        if unit.side == enemy and unit.type in SQUADRONS:
            return unit.hex in OPEN_TO_ALL
        if unit.side != enemy or unit.hex not in position.board.grid:
            return True
        return near(unit.hex) or top[unit.hex] == unit.id or unit.id in declared

    seen = position.seen_as(
        replace(unit, markers=unit.markers - SECRET_MARKERS) if unit.side == enemy else unit
        for unit in position.units
        if known(unit)
    )
    far = (name for name in top if name in position.board.grid and not near(name))
    return replace(seen, top_only=frozenset(far))
