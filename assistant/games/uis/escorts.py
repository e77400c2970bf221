"""The fight of a mission's escorts with its interceptors, before these reach the squadrons (27.17).

Escorts fire first, box against box; an interceptor that engages fires back and goes home after it,
one that evades attacks the squadrons if it is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.games.uis.air import (
    Chances,
    Interception,
    Squadron,
    added_to_the_die,
    after_interception,
    all_of,
    bar_of_weather,
    flies,
    has_countermeasures,
)
from assistant.games.uis.battle import OTHER, Declared
from assistant.games.uis.situation import Situation
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason
from builder.game.model import Table

DIGITS = 4
AS_IF_PAST = Reason(
    "27.17",
    "What arrives is reckoned as if every interceptor named got past the escort: how likely each"
    " does says `past`.",
)


@dataclass(frozen=True)
class EscortShot:
    """A shot of one squadron at another: column, what is added to the die, the chance that the
    target leaves."""

    by: str
    at: str
    column: int
    added: int
    leaves: float


@dataclass(frozen=True)
class EscortFight:
    """`escorts` fire first; `engaging` are the shots of interceptors that fire back instead of
    going on; `past` how likely each interceptor, in its order, is left to attack if it evades."""

    escorts: tuple[EscortShot, ...]
    engaging: tuple[EscortShot, ...]
    past: tuple[float, ...]


def escorts(declared: Declared, role: str) -> tuple[Squadron, ...]:
    """The escorts that players name for one role."""
    return all_of(declared.groups.get(f"{role}-escorts", ()))


@rule("27.8.2.1", "27.9.2.1", "27.10.2.1", "27.11.2.1", "23.2.3")
def bars_to_escorts(
    situation: Situation, declared: Declared, role: str, most: int, number: str
) -> Iterator[Reason]:
    """As many escorts as strike squadrons may fly, each with an air combat value, against
    interceptors that are named."""
    named = escorts(declared, role)
    if any(not one.kind.isdecimal() for one in named):
        yield Reason("27.1", "Only squadrons with an air combat value escort.", "unit")
    if why := bar_of_weather(situation, named):
        yield why
    if len(named) > most:
        yield Reason(number, "{n} escorts at most fly along.", "full", n=most)
    if named and f"{OTHER[role]}-interceptors" not in declared.groups:
        text = "No interceptors are named that they could fight."
        yield Reason("27.17", text, "missing")


@rule("27.17", "27.17.3", "27.17.4", "27.5.3", "27.18.2.1")
def escort_fight(table: Table, declared: Declared, role: str, side: str) -> EscortFight:
    """Box against box; who has nobody in the box of his number fires at any, and those in excess
    begin anew. Twice the steps and countermeasures count as they do against the squadrons; what is
    told for the interceptors' die is taken from that of the escorts."""
    mine, theirs = escorts(declared, role), all_of(declared.groups[f"{OTHER[role]}-interceptors"])
    told = declared.numbers.get(f"{OTHER[role]}-air-combat", 0)
    jammed = has_countermeasures(declared.groups.get(f"{role}-squadrons", ()))
    back = added_to_the_die(theirs, mine, side, jammed, told)
    added = -back  # because every modifier of this die is the other's with its sign turned
    shots = tuple(
        shot_at(table, one, theirs[at % len(theirs)], added) for at, one in enumerate(mine)
    )
    engaging = tuple(
        shot_at(table, one, mine[at % len(mine)], back) for at, one in enumerate(theirs)
    )
    past = tuple(
        round(gets_past(table, mine[place :: len(theirs)], one, added), DIGITS)
        for place, one in enumerate(theirs)
    )
    return EscortFight(shots, engaging, past)


def shot_at(table: Table, by: Squadron, at: Squadron, added: int) -> EscortShot:
    """One shot, as it is told."""
    column = Interception(by, at, added).column
    leaves = 1 - gets_past(table, [by], at, added)
    return EscortShot(by.shown, at.shown, column, added, round(leaves, DIGITS))


def gets_past(table: Table, shooters: Sequence[Squadron], one: Squadron, added: int) -> float:
    """The chance that a squadron is still there, with a step unhurt, after all shots at it."""
    chances: Chances = {((one.steps, 0),): 1.0}
    for shooter in shooters:
        chances = after_interception(table, Interception(shooter, one, added), 0, chances)
    return sum(its for state, its in chances.items() if all(map(flies, state)))
