"""What Flak does to an air group: every roll of each shot counted, no die thrown (17.3, 27.19)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from assistant.games.uis.charts import Figure
from assistant.games.uis.squadrons import Group, average_evasion
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from builder.game.model import Table

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
            shift = added + evasion_modifier(evasions, average_evasion(flying)).value
            for roll in range(1, DIE + 1):
                losses = hit(fire, rating, roll + shift)
                after[after_losses(group, state, *losses)] += chance / DIE
        chances = after
    return chances
