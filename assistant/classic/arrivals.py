"""Reinforcements as [arrivals] declares them."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.classic.situation import Situation, cite
from assistant.classic.stacking import full, room_for
from assistant.kernel.turn import placed_in, to_come
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, refusals
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Code, Reason
from builder.game.rules_file.chapters import Entry, Group

UNDECLARED = "{game} declares no arrivals: write [arrivals] in its rules.toml."
PAST = "Its turn was {n}."
NO_ENTRY_NOW = "No hex is open to it now."
NO_ENTRY_TOLD = "Nothing says where it comes in."
STEPS = "{side}: {n} replacement {n|step|steps} in each turn."

CLOSED: dict[Code, str] = {
    "enemy-units": "Enemy units stand in {hex}.",
    "enemy-zone": "{hex} lies in an enemy zone of control.",
    "friends": "Friendly units stand in {hex}.",
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
    if "friend" in words and name in situation.held[unit.side]:
        return Reason(rule, CLOSED["friends"], "friends", hex=name)
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


def arrivals(situation: Situation) -> Arrivals:
    """Who comes now and later, by turn, where, and the replacement steps of a turn. QuestionError
    in a game that declares none."""
    declared, game = situation.rules.arrivals, situation.position.game
    if not situation.rules.said("arrivals"):
        raise QuestionError(UNDECLARED, game=game.definition.title)
    rule, sides = cite(declared, "arrivals"), declared.named(Entry)
    steps = {side: one.replacements for side, one in sides.items() if one.replacements}
    notes = [Reason(rule, STEPS, side=game.sides[side].name, n=n) for side, n in steps.items()]
    told = {"replacement_steps": steps} if steps else {}
    return Arrivals(tuple(_coming(situation)), tuple(notes), told)


def _coming(situation: Situation) -> Iterator[Arrival]:
    """Every unit beside the map that has a turn, and those of the scenario that the position does
    not name: those of one turn, side and place together."""
    groups: dict[tuple[int, str, str, str], list[Unit]] = {}
    for unit in waiting(situation):
        turn = turn_of(situation, unit)
        if turn is not None:
            kind = situation.class_of(unit)
            names = situation.rules.arrivals.group
            group = next((n for n, its in names.items() if its is group_of(situation, unit)), "")
            groups.setdefault((turn, unit.side, group, kind), []).append(unit)
    for (turn, side, group, _), units in sorted(groups.items()):
        open_hexes, closed = entries(situation, units[0])
        now = situation.position.turn
        its = situation.rules.arrivals.group.get(group)
        rule = (its.rule if its else "") or cite(situation.rules.arrivals, "arrivals")
        state = "later" if turn > now else "due" if open_hexes else "barred"
        because = [Reason(rule, PAST, n=turn)] if turn < now else []
        if not open_hexes:
            text = NO_ENTRY_NOW if closed else NO_ENTRY_TOLD
            because.append(Reason(rule, text, "area" if closed else "missing"))
        yield Arrival(
            "reinforcement",
            side,
            tuple(unit.id for unit in units),
            state,
            rule,
            turn,
            entries=placed_in(sorted(open_hexes)),
            refused=refusals(closed),
            because=tuple(because),
        )


def waiting(situation: Situation) -> Iterator[Unit]:
    """The units beside the map, and those that the scenario brings and the position does not
    name."""
    position = situation.position
    yield from (unit for unit in position.units if unit.hex not in position.board)
    yield from (unit for _, unit in to_come(position))
