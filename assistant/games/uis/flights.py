"""Missions that open the way for others: reconnaissance, hunts for Flak and radars, the fight for
the air (27.7, 27.10, 27.11, 37)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant.games.uis.air import (
    DIE,
    FAR_RATINGS,
    MISSILES,
    TRANSPORT,
    Group,
    Sortie,
    Squadron,
    all_of,
    arriving,
    bar_of_weather,
    flies,
    has_countermeasures,
    mega_hex,
    outnumbering,
    over,
    strike_groups,
)
from assistant.games.uis.battle import ROLES
from assistant.games.uis.lines import under_enemy_air
from assistant.games.uis.missions import (
    DIGITS,
    FOR_THE_AIR,
    MOST_STRIKE,
    RECONNAISSANCE,
    SEAD,
    WEASEL,
    AirMission,
    Bars,
    out_of_phase,
)
from assistant.games.uis.situation import NATO, WP, enemy_of
from assistant.kernel.chances import joint, of_a_die, through
from assistant.kernel.headings import column_at, row_at
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Odds
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table

UNSEEN = {NATO: 3 / DIE, WP: 6 / DIE}
"""How likely a hex stays unsighted though the squadron came through (37.1.1)."""
JAMMED = {NATO: 3, WP: 2}
ONLY_MARKED = Reason(
    "27.11.1", "Only squadrons marked W do this: those named count as marked, without decoys."
)
FLAK_FIRST = Reason(
    "27.7", "Flak inside the area fires first: name the steps of squadrons as it leaves them."
)


def gets_through(flown: AirMission) -> float:
    """The chance that a squadron comes to its goal without damage to all its steps."""
    none = 0.0
    for chance, sortie in flown.sortie.cases:
        for chances in sortie.chances:
            chance *= sum(its for state, its in chances.items() if not any(map(flies, state)))
        none += chance
    return 1 - none


IN_WORDS: Mapping[str, Any] = {
    "outcomes": {
        "won": Saying("the area is won"),
        "lost": Saying("the area is lost"),
        "none": Saying("nobody is left"),
        "goes-on": Saying("another round"),
    }
}
MOST_IN_AN_AREA = 15
ALONE = (WEASEL, FOR_THE_AIR)
"""Missions that countermeasures do not support."""


@rule("27.18.1.1", "27.6.2.1", "27.10.2.1", "27.11.2.1")
def told_of(flown: AirMission, chances: Mapping[str, float], bars: Bars, why: Reason) -> Odds:
    """The answer of a mission in the air; a mission has squadrons, six strike squadrons at most,
    and countermeasures unless it fights for the air or hunts radars."""
    squadrons = flown.sortie.squadrons
    found, late = list(bars), out_of_phase(flown.situation, flown.declared.mission)
    found += bars_to_kinds(flown.declared.mission, squadrons)
    if flown.declared.mission in ALONE and has_countermeasures(flown.sortie.named):
        text = "Squadrons of countermeasures support no such mission."
        found.append(Reason("27.18.1", text, "unit"))
    if not squadrons:
        text = "Name the squadrons: `--with attacker-squadrons=B-6-4+B-7-6`."
        found.append(Reason("27.4", text, "missing"))
    elif flown.declared.mission == FOR_THE_AIR:
        late = iter(())
        both = (flown.declared.groups.get(f"{role}-squadrons", ()) for role in ROLES)
        if any(len(all_of(strike_groups(groups))) > MOST_IN_AN_AREA for groups in both):
            text = "Each side sends fifteen squadrons to an area at most."
            found.append(Reason("27.6", text, "full"))
    elif len(squadrons) > MOST_STRIKE:
        text = "A mission has six strike squadrons at most."
        found.append(Reason(flown.rule_of_most, text, "full"))
    rounded = {} if found else {name: round(chance, DIGITS) for name, chance in chances.items()}
    extra = flown.in_the_air() if squadrons and flown.declared.mission != FOR_THE_AIR else {}
    return flown.answer(0, (), rounded, (*found, *late), why, extra)


@rule("27.1", "31.3")
def bars_to_kinds(kind: str, squadrons: Iterable[Squadron]) -> Bars:
    """Helicopters and transports hunt neither Flak nor radars."""
    if kind not in (SEAD, WEASEL):
        return
    if any(one.is_helicopter for one in squadrons):
        yield Reason("31.3", "Helicopters fly no such mission.", "unit")
    if any(one.kind == TRANSPORT for one in squadrons):
        yield Reason("27.1", "Transport squadrons fly no such mission.", "unit")


@rule("37", "37.1", "37.1.1", "8.3", "37.1.1.1", "37.1.1.2", "37.1.1.3")
def reconnaissance(flown: AirMission) -> Odds:
    """One squadron with an R, met by Flak of A+, A and B; what it sees may be looked at and
    attacked."""

    def bars() -> Bars:
        if [one.kind for one in flown.sortie.squadrons] not in ([], ["R"]):
            yield Reason("37.1.1", "One reconnaissance squadron flies it, such as R-9-2.", "unit")

    sighted = gets_through(flown) * (1 - UNSEEN[flown.side])
    why = Reason("37.1.1", "A hex sighted stays so for the turn: missions may strike it.")
    return told_of(flown, {"sighted": sighted, "unseen": 1 - sighted}, bars(), why)


@rule(
    "27.10", "27.10.1", "27.10.2", "27.10.3", "27.10.4", "27.18.2", "27.10.3.1", "27.10.2.7",
    "27.18.2.3",
)  # fmt: skip
def sead(flown: AirMission) -> Odds:
    """Each group that comes through rolls with all its attack at one Flak unit; countermeasures add
    two for the Pact, three for NATO. The best result counts."""
    table = flown.situation.game.tables["sead"]
    jam = JAMMED[flown.side] if has_countermeasures(flown.sortie.named) else 0
    order = {word: number for number, word in enumerate(("-", "S", "SD"))}

    def rolled(points: int) -> Mapping[str, float]:
        if not points:
            return {"-": 1.0}
        column = column_at(table, points)
        return of_a_die(DIE, lambda roll: table[row_at(table, roll + jam), column])

    def best_of(sortie: Sortie) -> Mapping[str, float]:
        best: Mapping[str, float] = {"-": 1.0}
        for group, states in zip(sortie.groups, sortie.chances, strict=True):
            its = through(arriving(group, states), lambda bombs: rolled(sum(bombs)))
            best = joint(best, its, lambda *pair: max(pair, key=order.__getitem__))
        return best

    best = flown.sortie.weighed(best_of)

    def bars() -> Bars:
        if not any(one.get("flak") or one.type in MISSILES for one in flown.defenders):
            yield Reason("27.10", "There is no Flak in the hex.", "missing")
        yield from flown.unsighted()

    text = "S: silent for the phase. SD: missile units are destroyed, integrated Flak is silent."
    chances = {word: best[word] for word in order if word in best}
    return told_of(flown, chances, bars(), Reason("27.10.4", text))


@rule(
    "27.11", "27.11.1", "27.11.2", "27.2.3", "27.2.4", "27.11.1.1", "27.11.1.4", "27.11.2.7",
    "27.11.3.1",
)  # fmt: skip
def wild_weasel(flown: AirMission) -> Odds:
    """Squadrons marked W, met by Flak of A+, A and B in the Mega-hex, which the enemy may not rule
    from the air."""

    def bars() -> Bars:
        if under_enemy_air(flown.situation, flown.side, flown.target):
            text = "The enemy has air superiority over the Mega-hex."
            yield Reason("27.11.1", text, "enemy-zone")

    come = gets_through(flown)
    why = Reason("27.11.3", "The Pact's Flak there reaches one hex and rolls two worse this turn.")
    answer = told_of(flown, {"marked": come, "nothing": 1 - come}, bars(), why)
    notes = [*answer.extra.get("not_judged", ()), ONLY_MARKED]
    inside = {"mega_hex": list(mega_hex(flown.situation, flown.target))}
    return replace(answer, extra={**answer.extra, "not_judged": notes, **inside})


@rule("27.6", "27.7", "27.5", "27.5.1", "27.5.2", "27.5.5", "27.6.3", "27.7.3", "27.7.4", "27.7.5")
def air_superiority(flown: AirMission) -> Odds:
    """One round of the fight for an area: squadrons of equal number fire at each other at once;
    whoever is hit out or aborts leaves, and who alone has squadrons left rules the air."""
    declared = flown.declared
    own, other = (
        tuple(one for one in all_of(strike_groups(declared.groups.get(name, ()))))
        for name in ("attacker-squadrons", "defender-squadrons")
    )
    fighting = [one for one in (*own, *other) if one.kind.isdecimal()]

    def bars() -> Bars:
        if not other:
            text = "Name the enemy's squadrons too: defender-squadrons=9-10-5."
            yield Reason("27.7", text, "missing")
        if len(fighting) < len(own) + len(other):
            text = "Only squadrons with an air combat value fight for the air."
            yield Reason("27.1", text, "unit")
        if why := bar_of_weather(flown.situation, fighting):
            yield why

    why = Reason("27.7", "One round: while both have squadrons left another follows.")
    if any(True for _ in bars()):
        return told_of(flown, {}, bars(), why)
    table, told = flown.situation.game.tables["air-combat"], declared.numbers.get
    ours = staying(table, own, other, told("defender-air-combat", 0))
    hers = staying(table, other, own, told("attacker-air-combat", 0))
    chances = {"won": 0.0, "lost": 0.0, "none": 0.0, "goes-on": 0.0}
    for (left, left_of_hers), its in joint(ours, hers, lambda *pair: pair).items():
        both = "goes-on" if left else "lost"
        chances[both if left_of_hers else "won" if left else "none"] += its
    answer = told_of(flown, chances, iter(()), why)
    notes = [*answer.extra.get("not_judged", ()), FLAK_FIRST]
    return replace(
        answer, extra={**answer.extra, "not_judged": notes, **inside_the_area(flown), **IN_WORDS}
    )


@rule("27.7.1")
def inside_the_area(flown: AirMission) -> dict[str, Any]:
    """By role the Flak that fires first: fixed and mobile missiles and integrated A+, A and B that
    stand inside the Mega-hex and have ammunition."""
    situation, by_id = flown.situation, flown.situation.position.by_id
    hexes = mega_hex(situation, flown.target)
    sides = {"attacker": flown.side, "defender": enemy_of(flown.side)}
    there = {
        role: [
            one
            for one in over(situation, side, hexes)
            if one.hex in hexes and (one.rating in FAR_RATINGS or by_id[one.id].type in MISSILES)
        ]
        for role, side in sides.items()
    }
    return {"flak_inside": {role: found for role, found in there.items() if found}}


@rule("27.7")
def staying(table: Table, side: Group, enemies: Group, told: int) -> Mapping[int, float]:
    """How many squadrons of a side are left once the enemy's of the same number have fired, each
    number with its chance; what the enemy's pilots and the like add to his dice is told."""
    steps, theirs = (sum(one.steps for one in many) for many in (side, enemies))
    added = told + outnumbering(theirs, steps)
    left: Mapping[int, float] = {0: 1.0}
    for number, squadron in enumerate(side):
        gone = 0.0
        if number < len(enemies):
            gap = int(enemies[number].kind) - squadron.evasion
            gone = sent_home(table, gap, added, squadron.steps)
        left = joint(left, {1: 1 - gone, 0: gone}, lambda one, more: one + more)
    return left


def sent_home(table: Table, gap: int, added: int, steps: int) -> float:
    """The chance that a squadron aborts or has no step left unhurt after one shot at it."""
    column = column_at(table, gap)

    def leaves(roll: int) -> bool:
        losses, _, word = table[row_at(table, roll + added), column].partition(" ")
        hurt = 0 if losses == "-" else sum(map(int, losses.split("/")))
        return bool(word) or hurt >= steps

    return of_a_die(DIE, leaves).get(True, 0.0)


FLOWN: Mapping[str, Callable[[AirMission], Odds]] = {
    RECONNAISSANCE: reconnaissance,
    SEAD: sead,
    WEASEL: wild_weasel,
    FOR_THE_AIR: air_superiority,
}
