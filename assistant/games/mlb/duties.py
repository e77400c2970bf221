"""What each phase asks for, allows and forbids (chapters 5 to 8, 11, 13.2, 15.1, 16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.mlb.arrivals import lost_headquarters
from assistant.games.mlb.battle import bars_to_target, may_attack
from assistant.games.mlb.movement import March
from assistant.games.mlb.situation import AXIS, SIDES, SOVIET, Situation, is_hq, stacking, state_of
from assistant.games.mlb.supply import can_trace, may_activate, next_state
from assistant.games.mlb.turn import (
    CHIT_NAMES,
    Chits,
    bar_chit,
    cancelled_later,
    chits,
    count,
    crossings,
    drop_hexes,
    faults_of_soviet_choice,
    next_group,
    tables_for,
)
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import Duties, duty_at, duty_of, turn_by_phase
from assistant.position import Unit
from assistant.questions.answers import Duty, Turn
from assistant.questions.reasons import Saying


def turn(situation: Situation) -> Turn:
    """The duties of the phase for the side whose chit is out, stacks over the limit first."""
    return turn_by_phase(situation, situation.active, PHASES, "5.0", overfull(situation))


@rule("3.1(3)")
def overfull(situation: Situation) -> Duties:
    """Stacks over the limit, and both sides in a hex."""
    hexes = dict.fromkeys(found.hex for found in stacking(situation).violations)
    yield from duty_at("must", "3.1(3)", "These stacks break the stacking rules.", hexes)


@rule("6.2(1)", "6.2(2)", "6.3(1)", "6.3(2)", "6.3(3)")
def choosing(situation: Situation, side: str) -> Duties:
    """How many chits each side chooses, of which, and which are not to be had."""
    for one in SIDES:
        found = chits(situation, one)
        yield Duty(CHOICE[one](found), "must", "6.2(1)")
        for chit, why in found.barred:
            name = CHIT_NAMES[chit]
            text = Saying("The chit {chit} is not to be had: {why}", chit=name, why=why.text)
            yield Duty(text, "forbidden", why.rule)
    yield from chosen(situation)
    yield Duty("The supply chit goes into the cup.", "must", "6.2(2)")


@rule("6.2(1)", "6.3(3)", "7.2(3)")
def chosen(situation: Situation) -> Duties:
    """What is wrong with the chits that the Soviet player has chosen, where they are told."""
    names = tuple(situation.value("soviet-chosen") or ())
    if not names:
        return
    faults = faults_of_soviet_choice(situation, names)
    yield from (Duty(why.text, "forbidden", why.rule) for why in faults)
    if not faults:
        yield Duty("The Soviet choice is lawful.", "done", "6.2(1)")
    if cancelled_later(names):
        what = "Of reinforcements and airborne drop the chit drawn later is cancelled."
        yield Duty(what, "forbidden", "7.2(3)")


def _number(found: Chits) -> int:
    """How many chits are chosen: no more than are to be had."""
    return min(found.pick, len(found.available))


def _soviet_choice(found: Chits) -> Saying:
    text = "The Soviet player chooses {n} of {names}: the four fronts, or Zhukov for one of them."
    return Saying(text, n=_number(found), names=[CHIT_NAMES[chit] for chit in found.available])


def _axis_choice(found: Chits) -> Saying:
    text = "The Axis player chooses {n} of {names} and may keep any in hand."
    return Saying(text, n=_number(found), names=[CHIT_NAMES[chit] for chit in found.available])


CHOICE: Mapping[str, Callable[[Chits], Saying]] = {SOVIET: _soviet_choice, AXIS: _axis_choice}


@rule("16.1(1)")
def first_activation(situation: Situation, side: str) -> Duties:
    """On turn 1 one Soviet headquarters begins, and its units attack where they stand."""
    if situation.turn == 1:
        what = "One Soviet headquarters is chosen: units in its range attack, nobody moves."
        yield from duty_of("may", "16.1(1)", what, filter(is_hq, situation.of_side(SOVIET)))


@rule("7.2(3)", "7.3(1)", "11.1.3", "12.2(2)", "13.2")
def orders(situation: Situation, side: str) -> Duties:
    """What each chit of the cup would bring if it were drawn now."""
    yield Duty("A chit is drawn and its order carried out.", "must", "7.2(3)")
    worse = [u for u in situation.units if next_state(u, can_trace(situation, u)) != state_of(u)]
    what = "The supply chit would change how these units stand."
    yield from duty_of("may", "11.1.3", what, worse)
    what = "Soviet reinforcements would bring these units."
    yield from duty_of("may", "12.2(2)", what, next_group(situation))
    landing = () if bar_chit(situation, "airborne") else drop_hexes(situation)
    yield from duty_at(
        "may", "13.2", "The airborne chit would land in one of these hexes.", landing
    )
    points = tables_for(situation, count(situation)).negotiation_points
    text = "Manstein's negotiation would bring {n:g} {n|point|points}, which are not kept."
    yield Duty(Saying(text, n=points), "may", "7.3(1)")


@rule("8.0", "8.1.2")
def activating(situation: Situation, side: str) -> Duties:
    """The units in range of each headquarters of the side."""
    for hq in filter(is_hq, situation.of_side(side) if side else situation.units):
        text = Saying("{unit} may activate these units.", unit=hq)
        yield from duty_of(
            "may", "8.0", text, may_activate(situation, hq) if hq.get("range") else ()
        )


def choosing_mode(situation: Situation, side: str) -> Duties:
    """Whether to move or to fight first."""
    yield Duty("The units activated move and then fight, or fight and then move.", "must", "5.4")


def activated(situation: Situation, side: str) -> tuple[Unit, ...]:
    """Units that act: those with the marker if it is kept, else all of the side."""
    own = situation.of_side(side) if side else situation.units
    kept = situation.value("activation")
    return tuple(unit for unit in own if not kept or "activated" in unit.markers)


@rule("9.0", "9.3", "11.2.3", "14.1(4)")
def movement(situation: Situation, side: str) -> Duties:
    """Who moves, by strategic movement too, who goes half as far, which headquarters relocate."""
    own = activated(situation, side)
    yield from duty_of("may", "9.0", "These units may move.", own)
    fast = (unit for unit in own if March(situation, unit).may_go_strategic())
    yield from duty_of("may", "9.3", "These units may move strategically instead.", fast)
    half = (unit for unit in own if state_of(unit) == "isolated")
    yield from duty_of("may", "11.2.3", "Isolated: these units have half their movement.", half)
    what = "A headquarters may be relocated instead of moving."
    yield from duty_of("may", "14.1(4)", what, filter(is_hq, own))


@rule("10.0", "10.0.2", "10.0.5")
def combat(situation: Situation, side: str) -> Duties:
    """Which hexes may be attacked, which were, who has attacked."""
    held = (n for n, its in situation.stacks.items() if its[0].side != side)
    targets = [
        name
        for name in sorted(held)
        if not bars_to_target(situation, name)
        and any(may_attack(situation, one, name) for one in SIDES if one != situation.side_at(name))
    ]
    what = "These hexes may be attacked; nobody has to."
    yield from duty_at("may", "10.0", what, targets)
    if not targets:
        yield Duty("No hex can be attacked in this segment.", "forbidden", "10.0")
    fought = sorted(situation.value("attacked-hexes") or ())
    yield from duty_at("done", "10.0.5", "These hexes have been attacked.", fought)
    spent = (unit for unit in situation.units if "attacked" in unit.markers)
    yield from duty_of("done", "10.0.2", "These units have attacked.", spent)


@rule("15.1(2)", "16.3(2)")
def ending(situation: Situation, side: str) -> Duties:
    """Air markers for the next turn, crossing points that fall, headquarters that are lost."""
    air = tables_for(situation, count(situation)).air_markers
    text = "Unused air markers go back, and the Axis player draws {n}."
    yield Duty(Saying(text, n=air), "must", "15.1(2)")
    fallen = [one.hex for one in crossings(situation) if one.won and one.owner != SOVIET]
    what = "These crossing points are Soviet now: mark them."
    yield from duty_at("must", "16.3(2)", what, fallen)
    what = "These headquarters have no line: the next supply chit relocates them."
    yield from duty_of("may", "14.1(3)", what, lost_headquarters(situation))


PHASES: Mapping[str, Callable[[Situation, str], Duties]] = {
    "chit-selection": choosing,
    "first-activation": first_activation,
    "order-execution": orders,
    "hq-activation": activating,
    "mode-selection": choosing_mode,
    "movement": movement,
    "combat": combat,
    "end": ending,
}
