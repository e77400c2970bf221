"""Supply and headquarters (rules 8, 11, 14): the state in force, what a supply chit drawn now would
leave, command range, and where a headquarters may be set down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.games.mlb.situation import (
    AXIS,
    Situation,
    State,
    enemy_of,
    is_hq,
    room_for,
    state_of,
)
from assistant.kernel.flood import flood
from assistant.kernel.lines import supplied
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, Told, UnitSupply
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.definition import STAND_IN

SHOWN_STOPS = 6
LEAST_DISTANCE = 4
"""Hexes that a relocated headquarters must put behind it."""

CHIT = Reason(
    "11.1.4", "Supply is judged only when the supply chit is drawn; markers hold till then."
)
RELOCATED = Reason("14.1(3)", "It has no line: the supply chit relocates it.")


def supply(situation: Situation) -> Supply:
    """Both displays for every unit of both sides, judged at once on the position as it stands."""
    units = tuple(_unit(situation, unit) for unit in situation.units)
    sources = (unit.source for unit in units if unit.source)
    return Supply(units, {"stand_ins": invented_sources(situation, sources)})


@rule("11.1.1", "11.1.2")
def can_trace(situation: Situation, unit: Unit) -> bool:
    """A unit is in supply if a line of communication runs from its hex to a source of its side."""
    return unit.hex in situation.lines[unit.side]


@rule("11.1.3")
def after_check(state: State, traced: bool) -> State:
    """One level worse for a failed check, full recovery for a line; isolation is the end of it."""
    if traced:
        return "supplied"
    return "oos" if state == "supplied" else "isolated"


@rule("11.1.4", "14.1(3)")
def next_state(unit: Unit, traced: bool) -> str:
    """What a supply chit would leave now; a headquarters without a line is relocated."""
    return "relocated" if is_hq(unit) and not traced else after_check(state_of(unit), traced)


@dataclass(frozen=True)
class AfterCheck(Told):
    """The state that a supply chit would leave now, and where a headquarters would be set down."""

    next: str
    relocation: tuple[str, ...] | None = None


def _unit(situation: Situation, unit: Unit) -> UnitSupply:
    path = situation.lines[unit.side].line(unit.hex)
    because = _line_found(path) if path else _no_line(situation, unit)
    after = AfterCheck(next_state(unit, bool(path)))
    if after.next == "relocated":
        after = replace(after, relocation=relocation_hexes(situation, unit))
        because = (RELOCATED, *because)
    return supplied(unit, state_of(unit), path, because, after)


def _line_found(path: tuple[str, ...]) -> tuple[Reason, ...]:
    text = "A line of {n} {n|hex|hexes} runs to the source {hex}."
    return (Reason("3.3", text, n=len(path) - 1, hex=path[-1]),)


def _no_line(situation: Situation, unit: Unit) -> tuple[Reason, ...]:
    lines = situation.lines[unit.side]
    if not situation.sources(unit.side):
        text = "The map has no supply source of the {side} side."
        return (Reason("2.1.2", text, side=situation.side_name(unit.side)),)
    stops = sorted(lines.cut_by(unit.hex).values(), key=lambda reason: reason.rule)
    more = len(stops) - SHOWN_STOPS
    rest = (Reason("3.3", "{n} further hexes end its lines.", n=more),) if more > 0 else ()
    return (*stops[:SHOWN_STOPS], *rest, CHIT)


# Headquarters


@dataclass(frozen=True)
class Command:
    """What a headquarters commands now: its range, the hexes in it, the units it could activate."""

    range: int
    hexes: tuple[str, ...]
    units: tuple[str, ...]


@rule("8.2", "8.2.1")
def command_hexes(situation: Situation, hq: Unit) -> frozenset[str]:
    """Hexes in command range, counted round water and impassable hexsides; enemies, zones and
    supply are nothing to it."""
    return frozenset(flood([hq.hex], situation.ground.exits, reach=command_range(hq)))


def command_range(hq: Unit) -> int:
    if hq.get("range") is None:
        text = "The position does not say the range of {unit}: add range = N."
        raise QuestionError(text, unit=hq)
    return int(hq.get("range"))


@rule("8.0", "8.1.1", "8.1.2")
def may_activate(situation: Situation, hq: Unit) -> tuple[Unit, ...]:
    """Friendly units in command range, whatever their formation; other headquarters only for the
    Axis, and those cannot activate in their turn."""
    hexes = command_hexes(situation, hq)
    return tuple(
        unit
        for unit in situation.of_side(hq.side)
        if unit.hex in hexes and unit.id != hq.id and (hq.side == AXIS or not is_hq(unit))
    )


@dataclass(frozen=True)
class Headquarters(Told):
    """Where a headquarters may be set down anew, and what it commands if that is asked."""

    relocation: tuple[str, ...]
    command: Command | None = None


def command(situation: Situation, hq: Unit) -> Command:
    return Command(
        command_range(hq),
        tuple(sorted(command_hexes(situation, hq))),
        tuple(unit.id for unit in may_activate(situation, hq)),
    )


@rule("7.3(3)")
def special_activation(situation: Situation) -> tuple[str, ...]:
    """Units among which a Manstein chit may choose: any of the Axis, headquarters counted too."""
    return tuple(unit.id for unit in situation.of_side(AXIS))


@rule("14.1(2)", "14.1(3)", "14.1(4)", "14.2(1)")
def relocation_hexes(situation: Situation, hq: Unit) -> tuple[str, ...]:
    """Where a headquarters may be set down: four hexes off or more, outside enemy zones, with a
    line of communication, and no second headquarters there. It has left its hex by then, and opens
    no zone for its own line."""
    others = (unit for unit in situation.position.units if unit.id != hq.id)
    situation = situation.with_units(others)
    grid, enemy = situation.board.grid, enemy_of(hq.side)
    by_units = situation.option("hq-relocation-from") == "enemy-units"
    away_from = sorted(situation.held[enemy]) if by_units else [hq.hex]
    too_near = {name for centre in away_from for name in grid.within(centre, LEAST_DISTANCE - 1)}
    return tuple(
        name
        for name in sorted(situation.lines[hq.side].network)
        if name not in situation.zones[enemy]
        and name not in too_near
        and room_for(situation, hq, name)
    )


# What rests on values of ours, because the rules do not print them


def invented_units(units: Iterable[Unit]) -> list[str]:
    """Counters whose values are stand-ins."""
    return [Saying("values of {unit}", unit=unit.shown) for unit in units if unit.stand_in]


def invented_costs(situation: Situation, entered: Iterable[str]) -> list[str]:
    """Terrain costs of hexes entered that are stand-ins."""
    return sorted(
        {
            Saying("movement in {terrain}", terrain=kind)
            for name in entered
            for kind, feature in situation.ground.terrain(name)
            if "move" in feature.values and feature.stand_in("move")
        }
    )


def invented_sources(situation: Situation, used: Iterable[str]) -> list[str]:
    """Supply sources that stand where the map of ours has them, and no case laid them."""
    board, game = situation.board, situation.game
    if board.blank:
        return []
    ours = {p.name for p in game.provenance if p.what == "terrain" and STAND_IN in p.source}
    return [
        Saying("source {hex}", hex=name)
        for name in sorted(set(used))
        if name in ours and board.of(name) == game.board.of(name)
    ]
