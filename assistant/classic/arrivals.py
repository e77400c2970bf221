"""Reinforcements as [arrivals] declares them."""

from __future__ import annotations

from assistant.classic.situation import Situation, cite
from assistant.classic.stacking import full, room_for
from assistant.position import Unit
from assistant.questions.reasons import Code, Reason
from builder.game.rulebook.chapters import Entry, Group

CLOSED: dict[Code, str] = {
    "enemy-units": "Enemy units stand in {hex}.",
    "enemy-zone": "{hex} lies in an enemy zone of control.",
    "terrain": "Nobody arrives in {hex}.",
}


def entries(situation: Situation, unit: Unit) -> tuple[frozenset[str], dict[str, Reason]]:
    """The hexes in which a reinforcement may come in, and those that are closed now, with why."""
    entry = situation.rules.arrivals.named(Entry).get(unit.side)
    group = group_of(situation, unit)
    at = group.at if group and group.at else entry.at if entry else ()
    words = entry.not_into if entry else ("enemy",)
    closed: dict[str, Reason] = {}
    for name in sorted(situation.places(at, unit.side)):
        if why := _bar(situation, unit, name, words):
            closed[name] = why
    return situation.places(at, unit.side) - closed.keys(), closed


def _bar(situation: Situation, unit: Unit, name: str, words: tuple[str, ...]) -> Reason | None:
    rule = cite(situation.rules.arrivals, "arrivals")
    if name in situation.enemies(unit.side):
        return Reason(rule, CLOSED["enemy-units"], "enemy-units", hex=name)
    if "enemy-zone" in words and name in situation.against[unit.side]:
        return Reason(rule, CLOSED["enemy-zone"], "enemy-zone", hex=name)
    if situation.ground.entry(situation.class_of(unit), name) is None or (
        situation.position.board.of(name) & set(words)
    ):
        return Reason(rule, CLOSED["terrain"], "terrain", hex=name)
    return None if room_for(situation, unit, name) else full(situation, name)


def group_of(situation: Situation, unit: Unit) -> Group | None:
    """The group with which a unit comes, if it is of one."""
    for group in situation.rules.arrivals.group.values():
        if {unit.id, unit.counter} & set(group.units):
            return group
    return None


def turn_of(situation: Situation, unit: Unit) -> int | None:
    """The turn in which a unit beside the map arrives: its group's, or where it lies (`turn 3`)."""
    if unit.hex in situation.position.board:
        return None
    if group := group_of(situation, unit):
        return group.turn
    word, _, number = unit.hex.partition(" ")
    return int(number) if word == "turn" and number.isdecimal() else None
