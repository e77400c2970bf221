"""Flak: which may fire over a hex, and what it does to squadrons (17, 27.11, 27.19)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.games.uis.ground import distance
from assistant.games.uis.situation import NATO, WP, Situation
from assistant.games.uis.squadrons import CLOSE_FLIGHT, NORMAL_FLIGHT, Group, average_evasion
from assistant.games.uis.supply import is_without_ammo
from assistant.games.uis.units import is_combat
from assistant.kernel.chart import Figure
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from builder.game.model import Table

MISSILES = ("sam", "ada")
FAR_RATINGS = ("A+", "A", "B")
FAR, NEAR = 3, 1
POOR = "C"
FULL = 3
WEASEL_RANGE = 1
HELICOPTER_RANGE = {NORMAL_FLIGHT: 1, CLOSE_FLIGHT: 0}


@dataclass(frozen=True)
class Gun:
    """One way in which a unit may fire: as what rating, how far, and how often (None: always)."""

    rating: str
    reach: int
    rounds: int | None = None


def rating(unit: Unit) -> str:
    """The printed Flak rating, or empty."""
    return str(unit.get("flak") or "")


@rule("17", "17.0.3", "17.0.4")
def rounds(unit: Unit) -> int:
    """Flak ammunition: missiles and integrated A+, A and B have three points, if all are left."""
    told = unit.get("flak-ammo")
    if told is None and unit.type in MISSILES:
        told = unit.get("ammo")
    return FULL if told is None else int(told)


@rule("17.1", "17.1.1", "17.1.2", "17.1.3")
def against_aircraft(situation: Situation, unit: Unit) -> tuple[Gun, ...]:
    """Missiles fire at their printed range while ammunition lasts; integrated A+, A and B at three
    hexes, afterwards like C; C and D at one hex without ammunition, if the unit has any supply."""
    own = rating(unit)
    if not own:
        return ()
    if unit.type in MISSILES:
        printed = unit.get("flak-range")
        return () if printed is None else (Gun(own, int(printed), rounds(unit)),)
    near = () if is_without_ammo(situation, unit) else (Gun(poorer(own), NEAR),)
    return (Gun(own, FAR, rounds(unit)), *near) if own in FAR_RATINGS else near


@rule("17.2", "17.2.1", "17.2.2", "17.2.3", "17.2.4", "17.2.5")
def against_helicopters(situation: Situation, unit: Unit, flight: str) -> tuple[Gun, ...]:
    """One hex against normal flight, the own hex against flight close to the ground; A+, A and B
    fire like C, missiles with ammunition, integrated Flak without."""
    own = rating(unit)
    if not own:
        return ()
    reach = HELICOPTER_RANGE[flight]
    if unit.type in MISSILES:
        return (Gun(poorer(own), reach, rounds(unit)),)
    return () if is_without_ammo(situation, unit) else (Gun(poorer(own), reach),)


def poorer(own: str) -> str:
    return POOR if own in FAR_RATINGS else own


@rule("27.11.3")
def weasels_over(situation: Situation, name: str) -> bool:
    """Whether a hex lies in a Wild Weasel area."""
    return name in (situation.told("wild-weasel"))


@rule("27.11.3", "17.1")
def in_reach(
    situation: Situation, unit: Unit, guns: tuple[Gun, ...], hexes: tuple[str, ...]
) -> tuple[Gun, ...]:
    """The guns that reach one of the hexes; among Wild Weasels those of the Pact reach one hex."""
    away = hexes_away(situation, unit, hexes)
    blinded = unit.side == WP and weasels_over(situation, unit.hex)
    if away is None:
        return ()
    return tuple(
        gun for gun in guns if away <= (min(gun.reach, WEASEL_RANGE) if blinded else gun.reach)
    )


def hexes_away(situation: Situation, unit: Unit, hexes: tuple[str, ...]) -> int | None:
    """The hexes between a unit and the nearest of some hexes; None off the map."""
    if unit.hex not in situation.board.grid:
        return None
    found = (distance(situation, unit.hex, name) for name in hexes)
    return min((far for far in found if far is not None), default=None)


@rule("17.1", "17.2")
def over(situation: Situation, side: str, hexes: tuple[str, ...]) -> list[dict[str, object]]:
    """A side's Flak that may fire at aircraft over one of the hexes: unit, rating, range."""
    return [
        {"id": unit.id, "hex": unit.hex, "rating": guns[0].rating, "range": guns[0].reach}
        for unit in situation.of_side(side)
        if rating(unit)
        and (is_combat(unit) or unit.type in MISSILES)
        and (guns := in_reach(situation, unit, against_aircraft(situation, unit), hexes))
        and any(gun.rounds != 0 for gun in guns)
    ]


@rule("27.11.3")
def weasel_shift(situation: Situation, side: str, hexes: tuple[str, ...]) -> bool:
    """Whether Flak of a side fires worse: the Pact's at NATO aircraft in a Wild Weasel area."""
    assert side in (WP, NATO)
    return side == WP and any(weasels_over(situation, name) for name in hexes)


DIE = 20
State = tuple[tuple[int, int], ...]
"""Of each squadron of a group: steps left, and how many of these are damaged."""
Chances = Mapping[State, float]


def flies(condition: tuple[int, int]) -> bool:
    """A squadron whose steps left are all damaged goes home."""
    left, damaged = condition
    return left > damaged


@rule("17.3.3", "17.3.4")
def evasion_modifier(table: Table, evasion: int) -> Figure:
    """What the evasion of the group adds to the Flak's die."""
    row = table.rows[read_headings(table.rows).place(evasion)]
    return Figure(float(table[row, "modifier"]), (row, "modifier") in table.doubtful)


@rule("17.3.5", "17.3.6")
def hit(table: Table, rating: str, roll: float) -> tuple[int, int]:
    """Steps destroyed and steps damaged by a modified roll."""
    row = table.rows[read_headings(table.rows).place(roll)]
    destroyed, damaged = table[row, rating].split("/")
    return int(destroyed), int(damaged)


@rule("27.19", "27.19.1", "27.19.2", "27.19.3", "27.19.4", "27.19.5", "31.4")
def after_losses(group: Group, state: State, destroyed: int, damaged: int) -> State:
    """Losses one by one, spread evenly, the squadron of the lowest evasion first; a helicopter has
    no damage, it loses a step instead."""
    if len(group) == 1 and group[0].is_helicopter:
        destroyed, damaged = destroyed + damaged, 0
    conditions, suffered = list(state), [0] * len(group)
    for is_destroyed in (True,) * destroyed + (False,) * damaged:
        able = [
            place
            for place, (left, hurt) in enumerate(conditions)
            if left and (is_destroyed or left > hurt)
        ]
        if not able:
            continue
        place = min(able, key=lambda at: (suffered[at], group[at].evasion, at))
        left, hurt = conditions[place]
        conditions[place] = (left - 1, min(hurt, left - 1)) if is_destroyed else (left, hurt + 1)
        suffered[place] += 1
    return tuple(conditions)


@rule("17.3", "17.3.7")
def after_shots(
    fire: Table, evasions: Table, group: Group, before: Chances, shots: Iterable[tuple[str, float]]
) -> Chances:
    """A group after some shots, each a rating and what is added to its die besides evasion."""
    chances = before
    for rating, added in shots:
        after: dict[State, float] = defaultdict(float)
        for state, chance in chances.items():
            flying = tuple(s for s, its in zip(group, state, strict=True) if flies(its))
            if not flying:
                after[state] += chance
                continue
            shift = added + evasion_modifier(evasions, average_evasion(flying)).number
            for roll in range(1, DIE + 1):
                losses = hit(fire, rating, roll + shift)
                after[after_losses(group, state, *losses)] += chance / DIE
        chances = after
    return chances
