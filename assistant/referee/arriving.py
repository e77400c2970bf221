"""Arrivals, judged: a unit that comes onto the map against its turn and the hexes that the rules
name for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.games import play_of
from assistant.position import Position, Unit
from assistant.questions.answers import UNKNOWN, Refusal
from assistant.questions.protocol import HasArrivals, QuestionError, Rules
from assistant.referee.chapters import rule_of
from assistant.referee.verdicts import LAWFUL, Finding, unknown, unlawful

EARLY = "{unit} comes in turn {n}, and it is turn {m}."
FROM_BESIDE = "{unit} comes from {start} to {hex}, and the log does not say why."
OTHERS_PHASE = "{unit} is {side}, and in the phase {phase} the other side moves."
NO_ENTRY = "{unit} does not enter the game in {hex}."
NO_ENTRY_NOW = "{unit} can enter the game nowhere now."
WAITS = "{unit} comes if the rules or a player say so, and the log does not tell it."
IN_ZONE = "Nothing is placed in {hex}: it lies in an enemy zone of control."
NEAREST = 6
"""Entry hexes from which a unit that came further in at once is led on."""
MOST_INSTEAD = 8
ATONCE = ("placed", "airfield", "port")
"""Ways of entering after which a unit does not go on in the same step."""


@dataclass(frozen=True)
class Entrances:
    """Where a unit may come in: hexes with how, those closed with why, the rule. `waits` tells that
    something decides about its coming that no log holds."""

    rule: str
    hexes: Mapping[str, str] = field(default_factory=dict)
    refused: Sequence[Refusal] = ()
    waits: bool = False


def wrongly(position: Position, unit: Unit, goal: str) -> Finding | None:
    """What is wrong with an arrival whatever the hex: too early, in the other side's phase, or from
    where units lie that are out of the game."""
    game = position.game
    word, _, number = unit.hex.partition(" ")
    on_track = word == "turn" and number.isdecimal()
    if on_track:
        if int(number) > position.turn:
            rule = rule_of(game, "arrivals")
            return unlawful(rule, EARLY, unit=unit.shown, n=int(number), m=position.turn)
    elif unit.hex not in game.definition.units.boxes or game.rules is not None:
        return unknown(FROM_BESIDE, unit=unit.shown, start=unit.hex, hex=goal)
    phase = game.definition.phase_of(position.phase)
    if phase is None or phase.side in ("", unit.side):
        return None
    if game.rules is None and not (on_track and play_of(game.id).own_arrivals):
        return None
    return unlawful(
        rule_of(game, "arrivals"),
        OTHERS_PHASE,
        unit=unit.shown,
        side=game.sides[unit.side].name,
        phase=phase.called,
    )


def judge_arrival(rules: Rules, position: Position, unit: Unit, goal: str) -> Finding | None:
    """Whether a unit may come in by a hex, in a game that is code; None if the game does not tell.

    A unit that came further in at once is led on from the entry hexes that lie nearest.
    """
    if unit.hex not in position.game.definition.units.boxes:
        position = position.with_units(u for u in position.units if u.id != unit.id)
    try:
        found = entrances(rules, rules.visible(position), unit)
    except QuestionError:
        return None
    if found is None:
        return _in_zone(rules, position, unit, goal)
    if goal in found.hexes or _goes_on(rules, position, unit, goal, found):
        return unknown(WAITS, unit=unit.shown) if found.waits else LAWFUL
    refused = next((no for no in found.refused if no.hex == goal), None)
    if refused is not None:
        return unlawful(refused.rule, refused.text, _nearest(position, found.hexes, goal))
    if not found.hexes:
        return unlawful(found.rule, NO_ENTRY_NOW, unit=unit.shown)
    instead = _nearest(position, found.hexes, goal)
    return unlawful(found.rule, NO_ENTRY, instead, unit=unit.shown, hex=goal)


def entrances(rules: Rules, position: Position, unit: Unit) -> Entrances | None:
    """Where the game lets a unit come in, as its answers tell."""
    if not isinstance(rules, HasArrivals):
        return None
    for arrival in rules.arrivals(position).arrivals:
        if arrival.state == UNKNOWN:
            continue
        if arrival.kind == "reinforcement" and {unit.id, unit.counter} & set(arrival.units):
            hexes = {e.hex: e.by for e in arrival.entries if not (e.extra or {}).get("delay")}
            waits = arrival.state not in ("due", "barred")
            return Entrances(arrival.rule, hexes, arrival.refused, waits)
    return None


def _goes_on(rules: Rules, position: Position, unit: Unit, goal: str, found: Entrances) -> bool:
    """Whether the goal is in reach from an entry hex by which the unit may march in."""
    for name in _nearest(position, found.hexes, goal)[:NEAREST]:
        if found.hexes[name] in ATONCE:
            continue
        there = replace(unit, hex=name)
        units = [*(u for u in position.units if u.id != unit.id), there]
        try:
            answer = rules.moves(rules.visible(position.with_units(units)), unit.id)
        except QuestionError:
            continue
        if any(reached.hex == goal for reached in answer.reach):
            return True
    return False


def _in_zone(rules: Rules, position: Position, unit: Unit, goal: str) -> Finding | None:
    """Whether the game lets nothing be placed in enemy zones of control, and the goal is in one."""
    rule = play_of(position.game.id).zones_bar
    if not rule:
        return None
    zones = rules.zones(rules.visible(position)).zones
    if any(goal in hexes for side, hexes in zones.items() if side != unit.side):
        return unlawful(rule, IN_ZONE, hex=goal)
    return None


def _nearest(position: Position, names: Mapping[str, str], goal: str) -> tuple[str, ...]:
    grid = position.board.grid
    if goal not in grid:
        return tuple(names)[:MOST_INSTEAD]
    on = [name for name in names if name in grid]
    return tuple(sorted(on, key=lambda n: (grid.distance(n, goal), n))[:MOST_INSTEAD])
