"""The sequence of play: the facts on which the duties of duties.toml depend (chapters 5, 9, 10, 11,
12.6, 13)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assistant.games.dagc.arrivals import arrivals, interdictable
from assistant.games.dagc.movement import is_interdicted, stacking
from assistant.games.dagc.odds import may_leave, must_attack, targets_of
from assistant.games.dagc.retreat import withdrawal
from assistant.games.dagc.score import NEEDED, victory
from assistant.games.dagc.setup import SET_UP, to_mark, to_unmark
from assistant.games.dagc.situation import (
    FRONTS,
    GERMAN,
    SOVIET,
    Situation,
    enemy_of,
    is_locality,
)
from assistant.games.dagc.supply import may_act_in_supply, supply_of
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import turn_by_phase
from assistant.position import Unit
from assistant.questions.answers import Turn
from assistant.questions.duties import NOW, Fact, Listed, Tells, of_hexes, of_units, when
from assistant.questions.reasons import Saying


@rule("5.2", "5.3", "6.6", "9.2", "7.3", "13.4")
def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    return turn_by_phase(situation, situation.phasing, DUTIES, "5.2")


@rule("11.1", "11.2", "11.5")
@kept_for
def targets(situation: Situation, side: str) -> frozenset[str]:
    """The hexes that some unit of a side may attack."""
    own = (unit for unit in situation.of_side(side) if not is_locality(unit))
    return frozenset(name for unit in own for name in targets_of(situation, unit))


@rule("12.6")
def armour(situation: Situation, side: str) -> str:
    """How the armour concentration stands, which is tried once in a German turn."""
    if side != GERMAN or not targets(situation, side):
        return ""
    if situation.value("armor-used"):
        return "tried"
    return "open" if situation.now("armour-die") else "none"


@rule("13.1", "13.2", "13.3")
def air(situation: Situation, slowing: bool) -> list[Tells | None]:
    """The air armies left of each front, and whom they may slow, one each."""
    found: list[Tells | None] = []
    for front, name in FRONTS.items():
        if left := situation.air_armies(front):
            values: dict[str, Any] = {"n": left, "front": Saying(name)}
            its = (u for u in interdictable(situation, front) if not is_interdicted(u))
            found.append(of_units(its, **values) if slowing else Tells(values=values))
    return found


@rule("13.2", "13.4")
def air_armies_come(situation: Situation, side: str) -> Tells | None:
    """The air armies that come with the first units of the 1st Ukrainian Front, while none of its
    units is on the map and none of its air armies is counted."""
    own = (unit.get("group") == "1uf" for unit in situation.of_side(SOVIET))
    if side != SOVIET or any(own) or situation.air_armies("1uf"):
        return None
    waiting = kept(arrivals)(situation).arrivals
    if not any(one.rule == "10.2" and one.state in NOW for one in waiting):
        return None
    return Tells(values={"n": situation.now("air-1uf")})


@kept_for
def movers(situation: Situation, side: str) -> Mapping[str, list[Unit]]:
    """The units that may move, by how they do it: freely, cut off, slowed down."""
    own = [u for u in situation.of_side(side) if not situation.is_held_back(u)]
    mobile = [unit for unit in own if not is_locality(unit)]
    cut_off = [unit for unit in mobile if not may_act_in_supply(situation, unit)]
    slowed = [unit for unit in mobile if is_interdicted(unit)]
    return {
        "free": [unit for unit in mobile if unit not in cut_off and unit not in slowed],
        "cut-off": cut_off,
        "slowed": slowed,
        "in-zone": [u for u in mobile if u.hex in situation.zones[enemy_of(side)]],
        "localities": [unit for unit in own if is_locality(unit)],
    }


@rule("12.2")
def may_withdraw(situation: Situation, side: str) -> Tells | None:
    """The cav-mech groups of the Soviets that may go before a German attack, until turn 5: in
    supply, alone in their hex and with a hex to go to."""
    if side != GERMAN:
        return None
    alone = (situation.at(name) for name in targets(situation, side))
    return of_units(
        here[0]
        for here in alone
        if len(here) == 1
        and may_leave(situation, here[0])
        and withdrawal(situation, (here[0],)).placed
    )


def is_last(situation: Situation) -> bool:
    """Whether the game ends with this turn."""
    return situation.turn >= situation.definition.turns.last


@rule("7.9")
def overload(situation: Situation) -> Tells | None:
    """The units that ask for the places of ports that cannot carry all of them."""
    ports = supply_of(situation).ports
    return of_units(
        (unit for unit in situation.units if unit.id in ports.undecided),
        n=ports.candidates - ports.carried,
    )


@rule("4.3", "4.4")
def ends(situation: Situation) -> Tells | None:
    """The points of the end, on the last turn."""
    points = victory(situation).points
    return when(is_last(situation), n=points, m=NEEDED)


FACTS: Mapping[str, Fact[Situation]] = {
    "won": lambda s, _: when(victory(s).koenigsberg),
    "overfull": lambda s, _: of_hexes(found.hex for found in stacking(s).violations),
    "overload": lambda s, _: overload(s),
    "to-mark": lambda s, _: to_mark(s),
    "to-unmark": lambda s, _: to_unmark(s),
    **SET_UP,
    "steps": lambda s, side: when(s.replacement_steps(side), n=s.replacement_steps(side)),
    "air-armies-leave": lambda s, side: when(side == SOVIET and s.now("air-armies-leave")),
    "air-armies-come": air_armies_come,
    "bound": lambda s, _: of_units(must_attack(s)),
    "targets": lambda s, side: of_hexes(targets(s, side)),
    "no-targets": lambda s, side: when(not targets(s, side)),
    "armour-tried": lambda s, side: when(armour(s, side) == "tried"),
    "armour": lambda s, side: when(armour(s, side) == "open", n=s.now("armour-die")),
    "no-armour": lambda s, side: when(armour(s, side) == "none"),
    "air-support": lambda s, side: air(s, False) if side == SOVIET and targets(s, side) else None,
    "interdiction": lambda s, _: air(s, True),
    "interdicted": lambda s, _: of_units(filter(is_interdicted, s.of_side(GERMAN))),
    "free": lambda s, side: of_units(movers(s, side)["free"]),
    "cut-off": lambda s, side: of_units(movers(s, side)["cut-off"]),
    "slowed": lambda s, side: of_units(movers(s, side)["slowed"]),
    "in-zone": lambda s, side: of_units(movers(s, side)["in-zone"]),
    "localities": lambda s, side: of_units(movers(s, side)["localities"]),
    "may-withdraw": may_withdraw,
    "goes-on": lambda s, _: when(not is_last(s)),
    "last": lambda s, _: ends(s),
    "held-back": lambda s, side: of_units(u for u in s.of_side(side) if s.is_held_back(u)),
}
"""What must be so for a duty to stand, by its name in duties.toml."""

DUTIES = Listed(Path(__file__).with_name("duties.toml"), FACTS, kept(arrivals))
