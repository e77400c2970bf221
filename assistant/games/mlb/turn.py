"""The sequence of play: the facts on which the duties of duties.toml depend (chapters 5 to 8, 11,
13.2, 15.1, 16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from assistant.games.mlb.arrivals import arrivals, drop_hexes, lost_headquarters, next_group, price
from assistant.games.mlb.battle import bars_to_target, may_attack
from assistant.games.mlb.chits import (
    CANCELLED,
    CHIT_NAMES,
    bar_chit,
    cancelled_later,
    chits,
    chosen,
    faults_of_soviet_choice,
)
from assistant.games.mlb.crossings import crossings, in_force, tables_for
from assistant.games.mlb.movement import Walk
from assistant.games.mlb.score import CAMPAIGN_GOAL, bid, is_race, last_turn, victory
from assistant.games.mlb.setup import SET_UP
from assistant.games.mlb.situation import AXIS, SIDES, SOVIET, Situation, is_hq, stacking, state_of
from assistant.games.mlb.supply import can_trace, may_activate, next_state
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import turn_by_phase
from assistant.position import Unit
from assistant.questions.answers import Turn
from assistant.questions.duties import Fact, Listed, Tells, of_hexes, of_units, when
from assistant.questions.reasons import Saying


@rule(
    "3.1(3)", "5.2", "5.4", "5.5", "7.1", "7.2", "7.2(1)", "7.2(2)", "7.2(3)", "7.2(6)", "9.0",
    "10.0.2", "10.0.3", "10.0.4", "10.0.5", "11.1.3", "11.2.3", "12.2(2)", "13.1", "13.2",
    "15.1(1)", "15.1(2)", "15.1(3)", "15.1(5)", "15.2(4)",
)  # fmt: skip
def turn(situation: Situation) -> Turn:
    """The duties of the phase for the side whose chit is out, stacks over the limit first; where
    it is not said whose, that is asked for."""
    found = turn_by_phase(situation, situation.active, DUTIES, "5.0")
    extra = dict(found.extra)
    if not situation.active and situation.phase in OF_ONE_SIDE:
        extra["not_judged"] = (WHOSE_CHIT,)
    if situation.phase == CHOICE and chits(situation, AXIS).stand_in:
        extra["stand_ins"] = [Saying("chits of the Axis on turn {n}", n=situation.turn)]
    return replace(found, ahead=ahead(situation, found.ahead), extra=extra)


CHOICE = "chit-selection"
"""The phase in which the chits of a turn are chosen."""


@rule("5.4", "5.5")
def ahead(situation: Situation, printed: tuple[str, ...]) -> tuple[str, ...]:
    """The phases after the one at hand: of the two segments in the order of the mode, once it has
    been chosen."""
    if situation.value("mode") != "combat-movement" or situation.phase not in FIGHT_FIRST:
        return printed
    after = FIGHT_FIRST[FIGHT_FIRST.index(situation.phase) + 1 :]
    return (*after, *(one for one in printed if one not in FIGHT_FIRST))


FIGHT_FIRST = ("mode-selection", "combat", "movement")
"""The choice of the mode and its segments where combat comes first."""


OF_ONE_SIDE = ("hq-activation", "mode-selection", "movement", "combat")
"""The phases in which one side acts, its chit being out."""
WHOSE_CHIT = (
    "Whose chit is out is not said: name it in the module under State, Active side, or in a "
    "position file as the state `active`; until then both sides are told of."
)


@rule("6.2(1)", "6.2(2)", "6.3(3)")
def choice(situation: Situation, side: str) -> Tells:
    """How many chits a side chooses, no more than are to be had, and of which; that Zhukov may
    stand for a front is said where he is to be had."""
    found = chits(situation, side)
    names = [CHIT_NAMES[chit] for chit in found.available]
    values = {"n": found.to_choose, "m": found.pick, "names": names}
    if side == SOVIET and found.to_choose < found.pick:
        return Tells(values=values, text=ALL_THERE_ARE)
    alone = side == SOVIET and "zhukov" not in found.available
    return Tells(values=values, text=FRONTS_ALONE if alone else "")


FRONTS_ALONE = "The Soviet player chooses {n} of {names}, the four fronts among them."
ALL_THERE_ARE = (
    "The Soviet player chooses {names}: {m} chits are due, but no more than these {n} "
    "are to be had."
)


@rule("6.3(1)", "6.3(2)", "6.3(3)")
def barred(situation: Situation, side: str) -> list[Tells]:
    """The chits of a side that are not to be had."""
    return [
        Tells(values={"chit": CHIT_NAMES[chit], "why": why.text}, rule=why.rule)
        for chit, why in chits(situation, side).barred
    ]


@rule("6.2(1)", "6.3(3)", "7.2(3)")
def faults(situation: Situation) -> list[Tells]:
    """What is wrong with them."""
    names = chosen(situation)
    found = faults_of_soviet_choice(situation, names) if names else ()
    return [Tells(rule=why.rule, text=why.text) for why in found]


@rule("6.4", "7.2(5)", "7.3", "7.3(1)", "7.3(2)", "7.3(3)", "7.4")
def manstein(situation: Situation) -> Tells | None:
    """What his chit, drawn or kept in hand, brings from turn 2 on: points of a negotiation, or so
    many units to activate, or a headquarters."""
    tables = tables_for(situation, in_force(situation))
    numbers = {"n": tables.negotiation_points, "m": tables.special_activation}
    return None if bar_chit(situation, "manstein-1") else Tells(values=numbers)


@rule("7.2(4)")
def zhukov(situation: Situation) -> Tells | None:
    """The headquarters of which he activates any one, if his chit is to be had."""
    able = () if bar_chit(situation, "zhukov") else situation.of_side(SOVIET)
    return of_units(filter(is_hq, able))


@rule("8.0", "8.1", "8.1.2")
def headquarters(situation: Situation, side: str) -> list[Tells | None]:
    """The units in range of each headquarters of the side."""
    heads = (hq for hq in own(situation, side) if is_hq(hq) and hq.get("range"))
    return [of_units(may_activate(situation, hq), unit=hq) for hq in heads]


def own(situation: Situation, side: str) -> tuple[Unit, ...]:
    """The units of the side whose chit is out, or all if nobody says."""
    return situation.of_side(side) if side else situation.units


def activated(situation: Situation, side: str) -> tuple[Unit, ...]:
    """Units that act: those with the marker if it is kept, else all of the side."""
    kept = situation.value("activation")
    return tuple(u for u in own(situation, side) if not kept or "activated" in u.markers)


@rule("10.0")
@kept_for
def targets(situation: Situation, side: str) -> tuple[str, ...]:
    """The hexes that may be attacked."""
    held = sorted(n for n, its in situation.stacks.items() if its[0].side != side)
    return tuple(
        name
        for name in held
        if not bars_to_target(situation, name)
        and any(may_attack(situation, one, name) for one in SIDES if one != situation.side_at(name))
    )


UKRAINIAN_FRONTS = 4
"""The turn at whose beginning the Soviet fronts may take their second names."""


@rule("18.2")
def new_fronts(situation: Situation, side: str) -> Tells | None:
    """At the beginning of turn 4 the Soviet headquarters that have a second face."""
    if situation.turn != UKRAINIAN_FRONTS:
        return None
    heads = (unit for unit in situation.of_side(SOVIET) if is_hq(unit) and unit.step == 1)
    return of_units(unit for unit in heads if len(unit.get("strength") or ()) > 1)


@rule("16.2(2)", "7.3(1)")
def cancellable(situation: Situation) -> Tells | None:
    """The absolute orders of which one may be cancelled in a negotiation."""
    points = tables_for(situation, in_force(situation)).negotiation_points
    enough = points >= price(situation, "cancel-absolute-order")
    able = enough and not bar_chit(situation, "manstein-1")
    return of_hexes(sorted(situation.absolute_orders) if able else ())


@rule("17.2(3)", "17.3(3)")
def points(situation: Situation) -> Tells:
    """The points at the end of a turn, those of the end itself on the last, and what wins."""
    found = victory(situation)
    if is_last(situation):
        number = "17.3(3)" if is_race(situation) else ""
        return Tells(values={"n": found.if_over_now, "m": found.goal}, rule=number)
    return Tells(values={"n": found.points, "m": bid(situation) or CAMPAIGN_GOAL})


@rule("17.2(4)", "17.3(3)")
def is_last(situation: Situation) -> bool:
    """Whether the scenario ends with this turn."""
    return situation.turn >= last_turn(situation)


@rule("17.2(4)", "17.3(1)")
def end(situation: Situation) -> Tells | None:
    """That the scenario ends with this turn, by its own rule."""
    if not is_last(situation):
        return None
    return Tells(rule="17.3(1)" if is_race(situation) else "")


FACTS: Mapping[str, Fact[Situation]] = {
    "overfull": lambda s, _: of_hexes({found.hex for found in stacking(s).violations}),
    **SET_UP,
    "axis-chits": lambda s, _: choice(s, AXIS),
    "axis-chits-barred": lambda s, _: barred(s, AXIS),
    "soviet-chits": lambda s, _: choice(s, SOVIET),
    "soviet-chits-barred": lambda s, _: barred(s, SOVIET),
    "faults": lambda s, _: faults(s),
    "lawful": lambda s, _: when(chosen(s) and not faults(s)),
    "cancelled": lambda s, _: Tells(text=CANCELLED.text) if cancelled_later(chosen(s)) else None,
    "new-fronts": new_fronts,
    "beginning": lambda s, _: of_units(u for u in s.of_side(SOVIET) if s.turn == 1 and is_hq(u)),
    "worse": lambda s, _: of_units(
        u for u in s.units if next_state(u, can_trace(s, u)) != state_of(u)
    ),
    "next-group": lambda s, _: of_units(next_group(s)),
    "landing": lambda s, _: None if bar_chit(s, "airborne") else of_hexes(drop_hexes(s)),
    "zhukov": lambda s, _: zhukov(s),
    "manstein": lambda s, _: manstein(s),
    "manstein-headquarters": lambda s, _: of_units(
        u for u in s.of_side(AXIS) if is_hq(u) and manstein(s)
    ),
    "headquarters": headquarters,
    "activated": lambda s, side: of_units(activated(s, side)),
    "strategic": lambda s, side: of_units(
        u for u in activated(s, side) if Walk(s, u).may_go_strategic()
    ),
    "isolated": lambda s, side: of_units(
        u for u in activated(s, side) if state_of(u) == "isolated"
    ),
    "relocating": lambda s, side: of_units(u for u in activated(s, side) if is_hq(u)),
    "targets": lambda s, side: of_hexes(targets(s, side)),
    "no-targets": lambda s, side: when(not targets(s, side)),
    "attacked": lambda s, _: of_hexes(s.value("attacked-hexes") or ()),
    "spent": lambda s, _: of_units(u for u in s.units if "attacked" in u.markers),
    "air-markers": lambda s, _: Tells(values={"n": tables_for(s, in_force(s)).air_markers}),
    "crossings": lambda s, _: of_hexes(c.hex for c in crossings(s) if c.won and c.owner != SOVIET),
    "absolute-orders": lambda s, _: cancellable(s),
    "points": lambda s, _: points(s),
    "goes-on": lambda s, _: when(not is_last(s)),
    "last": lambda s, _: end(s),
    "lost-headquarters": lambda s, _: of_units(lost_headquarters(s)),
}
"""What must be so for a duty to stand, by its name in duties.toml."""

DUTIES = Listed(Path(__file__).with_name("duties.toml"), FACTS, kept(arrivals))
