"""The fight of a mission's escorts with its interceptors, before these reach the squadrons (27.17).

Escorts fire first, box against box; an interceptor that engages fires back and goes home after it,
one that evades attacks the squadrons if it is left."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.games.uis.air import (
    AREA,
    DIE,
    FLOWN_BY_PLAYERS,
    Chances,
    Company,
    Interception,
    Sortie,
    Squadron,
    added_to_the_die,
    after_interception,
    all_of,
    bar_of_weather,
    flies,
    has_countermeasures,
    outnumbering,
)
from assistant.games.uis.battle import OTHER, Declared
from assistant.games.uis.lines import under_enemy_air
from assistant.games.uis.situation import Situation, enemy_of
from assistant.kernel.chances import joint
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason
from builder.game.model import Table

DIGITS = 4
MOST_COMPANIES = 100
"""Companies of interceptors that are reckoned with; the likeliest, if there are more."""
PARRY = 9
"""The least modified roll on which an interceptor meets the mission (27.17)."""
ALL_EVADE = Reason(
    "27.17.4",
    "What arrives counts how likely each interceptor finds the mission and gets past the escort if"
    " it evades; `fights` shows their shots as if all did. Leave out who engages the escort.",
)
ENOUGH = 0.995
LIKELIEST = Reason(
    "27.17.4",
    "Of the companies of interceptors that may be left the likeliest count, {n} in a hundred of"
    " all.",
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


@rule("27.16.2")
def bar_to_area(
    situation: Situation, side: str, hexes: Iterable[str], named: Iterable[Squadron]
) -> Reason | None:
    """Squadrons come from an Air Superiority Area only where their side has one over the target."""
    enemy = enemy_of(side)
    if all(one.base != AREA for one in named):
        return None
    if any(under_enemy_air(situation, enemy, name) for name in hexes):
        return None
    return Reason("27.16", "No Air Superiority Area of that side lies over the target.", "area")


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
        yield Reason(number, "{n} {n|escort|escorts} at most {n|flies|fly} along.", "full", n=most)
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


@rule("27.17", "27.16.2", "27.2.2")
def meets(declared: Declared, role: str, one: Squadron) -> float:
    """How likely an interceptor of a role finds the mission: nine or more with the number of the
    Mega-hex, which players tell; sure from an Air Superiority Area, and if nothing is told."""
    number = declared.numbers.get(f"{role}-mega-hex")
    if number is None or one.base == AREA:
        return 1.0
    return at_least_nine(number)


def is_in_doubt(declared: Declared, role: str) -> bool:
    """Whether not all interceptors of the other role are sure to reach the squadrons of this."""
    enemy = OTHER[role]
    named = all_of(declared.groups.get(f"{enemy}-interceptors", ()))
    return bool(named) and (
        bool(escorts(declared, role)) or any(meets(declared, enemy, one) < 1 for one in named)
    )


def against(
    situation: Situation, declared: Declared, role: str, side: str, sortie: Sortie
) -> Sortie:
    """The mission of a role as it meets its interceptors, if escorts or a roll may stop some."""
    targets = sum(one.steps for one in sortie.squadrons if not one.is_helicopter)
    if not sortie.interceptors or not targets or not is_in_doubt(declared, role):
        return sortie
    table = situation.game.tables["air-combat"]
    found, counted = companies(table, declared, role, side, targets)
    return replace(sortie, companies=found, counted_companies=counted)


def notes(sortie: Sortie) -> Iterator[Reason]:
    """What an answer takes from the players about interceptors and their fights."""
    if not sortie.companies:
        yield FLOWN_BY_PLAYERS
        return
    yield ALL_EVADE
    if sortie.counted_companies < ENOUGH:
        share = int(100 * sortie.counted_companies)
        yield Reason(LIKELIEST.rule, LIKELIEST.text, n=share)


@rule("27.17.1", "27.17.1.1", "27.17.1.2", "27.17.1.3", "27.17.1.4")
def pursuit(declared: Declared, role: str) -> dict[str, float]:
    """Under the optional rule: how likely a squadron that aborts of its own accord gets away
    unfired at, by the number of the Mega-hex for who intercepts."""
    number = declared.numbers.get(f"{OTHER[role]}-mega-hex")
    if number is None or f"{OTHER[role]}-interceptors" not in declared.groups:
        return {}
    return {"gets_away": round(at_least_nine(number), DIGITS)}


def at_least_nine(number: int) -> float:
    """The chance of nine or more on a die to which a number is added."""
    return min(1.0, max(0.0, (DIE - PARRY + 1 + number) / DIE))


@rule("27.17", "27.17.3", "27.17.4", "27.17.5")
def companies(
    table: Table, declared: Declared, role: str, side: str, targets: int
) -> tuple[tuple[Company, ...], float]:
    """The interceptors that may be left to attack squadrons of so many steps, each company with its
    chance, and how much of all chances they are: who meets the mission lines up from the first box,
    the escorts fire, and who is left and has evaded lines up anew."""
    enemy = OTHER[role]
    named = all_of(declared.groups[f"{enemy}-interceptors"])
    mine = escorts(declared, role)
    told = declared.numbers.get(f"{enemy}-air-combat", 0)
    jammed = has_countermeasures(declared.groups.get(f"{role}-squadrons", ()))
    met: dict[tuple[Squadron, ...], float] = {(): 1.0}
    for one in named:
        likely = meets(declared, enemy, one)
        met = joint(met, {(one,): likely, (): 1 - likely}, lambda many, more: (*many, *more))
    left: dict[tuple[Squadron, ...], float] = {}
    fates: dict[Hashable, Mapping[tuple[Squadron, ...], float]] = {}
    for theirs, chance in met.items():
        added = -added_to_the_die(theirs, mine, side, jammed, told) if mine and theirs else 0
        after: dict[tuple[Squadron, ...], float] = {(): chance}
        for place, one in enumerate(theirs):
            shooters = mine[place :: len(theirs)]
            fight = shooters, one, added
            if fight not in fates:
                fates[fight] = survivors(table, shooters, one, added)
            its = fates[fight]
            after = joint(after, its, lambda many, more: (*many, *more))
        for company, its_chance in after.items():
            alike = like(company, targets)
            left[alike] = left.get(alike, 0.0) + its_chance
    likeliest = sorted(left.items(), key=lambda item: -item[1])[:MOST_COMPANIES]
    counted = sum(chance for _, chance in likeliest)
    in_order = tuple((chance / counted, company) for company, chance in likeliest if chance)
    return in_order, counted


def survivors(
    table: Table, shooters: Sequence[Squadron], one: Squadron, added: int
) -> dict[tuple[Squadron, ...], float]:
    """A squadron with the steps that it has unhurt after all shots at it, or nobody."""
    found: dict[tuple[Squadron, ...], float] = {}
    for ((steps, hurt),), chance in after_shots(table, shooters, one, added).items():
        left = (replace(one, steps=steps - hurt),) if flies((steps, hurt)) else ()
        found[left] = found.get(left, 0.0) + chance
    return found


def like(company: tuple[Squadron, ...], targets: int) -> tuple[Squadron, ...]:
    """A company of the same squadrons in which only those steps are missing that matter: whether it
    has twice the steps of its targets, half of them or neither, and who may split."""
    if not company:
        return company
    steps = sum(one.steps for one in company)
    for wanted in (2 * len(company), len(company)):
        fits = outnumbering(wanted, targets) == outnumbering(steps, targets)
        if fits and not any(one.splits for one in company):
            return tuple(replace(one, steps=wanted // len(company)) for one in company)
    return company


def shot_at(table: Table, by: Squadron, at: Squadron, added: int) -> EscortShot:
    """One shot, as it is told."""
    column = Interception(by, at, added).column
    leaves = 1 - gets_past(table, [by], at, added)
    return EscortShot(by.shown, at.shown, column, added, round(leaves, DIGITS))


def gets_past(table: Table, shooters: Sequence[Squadron], one: Squadron, added: int) -> float:
    """The chance that a squadron is still there, with a step unhurt, after all shots at it."""
    chances = after_shots(table, shooters, one, added)
    return sum(its for state, its in chances.items() if all(map(flies, state)))


def after_shots(table: Table, shooters: Sequence[Squadron], one: Squadron, added: int) -> Chances:
    """The conditions of a squadron after all shots at it."""
    chances: Chances = {((one.steps, 0),): 1.0}
    for shooter in shooters:
        chances = after_interception(table, Interception(shooter, one, added), 0, chances)
    return chances
