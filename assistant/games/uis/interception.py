"""Interceptors that got past the escort fire at the squadrons of a mission (27.5, 27.17)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.uis.flak import DIE, Chances, State, after_losses
from assistant.games.uis.situation import NATO
from assistant.games.uis.squadrons import Squadron
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from builder.game.model import Table

OUTNUMBERS, OUTNUMBERED = 2, -2
COUNTERMEASURES = {NATO: -2}
COUNTERMEASURES_OF_THE_PACT = -1
ABORT, NOTHING = "abort", "-"


@dataclass(frozen=True)
class Fight:
    """One interceptor against one squadron: the column of the table, what is added to its die."""

    interceptor: Squadron
    target: Squadron
    added: int

    @property
    @rule("27.17")
    def column(self) -> int:
        """The interceptor's combat value less the evasion of its target."""
        return int(self.interceptor.kind) - self.target.evasion


@rule("27.17", "27.5.3", "27.5.4")
def added_to_the_die(
    interceptors: tuple[Squadron, ...],
    targets: tuple[Squadron, ...],
    side: str,
    jammed: bool,
    told: int,
) -> int:
    """Twice the steps give two points, half of them take two; countermeasures of the mission take
    two from the Warsaw Pact, one from NATO; pilots and the rest are told."""
    own, theirs = (sum(one.steps for one in many) for many in (interceptors, targets))
    added = told
    if own >= 2 * theirs:
        added += OUTNUMBERS
    elif theirs >= 2 * own:
        added += OUTNUMBERED
    return added + (COUNTERMEASURES.get(side, COUNTERMEASURES_OF_THE_PACT) if jammed else 0)


@rule("27.17")
def fights(
    interceptors: tuple[Squadron, ...], targets: tuple[Squadron, ...], added: int
) -> Iterator[tuple[int, Fight]]:
    """Each interceptor meets the squadron of its number; those in excess begin anew. The place of
    the squadron, and the fight."""
    for number, interceptor in enumerate(interceptors):
        place = number % len(targets)
        yield place, Fight(interceptor, targets[place], added)


@rule("27.17", "27.19")
def after_fight(table: Table, fight: Fight, place: int, before: Chances) -> Chances:
    """The conditions of a group once an interceptor has fired at one of its squadrons: every roll
    counted; who must abort goes home."""
    columns, rows = read_headings(table.columns), read_headings(table.rows)
    column = table.columns[columns.place(fight.column)]
    after: dict[State, float] = defaultdict(float)
    for state, chance in before.items():
        for roll in range(1, DIE + 1):
            cell = table[table.rows[rows.place(roll + fight.added)], column]
            after[_hit(fight.target, state, place, cell)] += chance / DIE
    return after


def _hit(target: Squadron, state: State, place: int, cell: str) -> State:
    """A condition after one cell of the table."""
    if cell == NOTHING or not state[place][0]:
        return state
    losses, _, word = cell.partition(" ")
    destroyed, damaged = (int(part) for part in losses.split("/"))
    (condition,) = after_losses((target,), (state[place],), destroyed, damaged)
    if word == ABORT:
        condition = (0, 0)
    return (*state[:place], condition, *state[place + 1 :])
