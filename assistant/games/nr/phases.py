"""What each phase asks for, allows and forbids (chapters 4 to 11, 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.nr.battle import target_limit
from assistant.games.nr.movement import detraining_hexes, embark_bar
from assistant.games.nr.odds import obligations, possible_battles
from assistant.games.nr.optional import after_movement, drop, unanswered
from assistant.games.nr.placement import arrivals
from assistant.games.nr.situation import Situation
from assistant.games.nr.supply import check, judge, networks_now, supply
from assistant.games.nr.units import AXIS, SOVIET, is_parenthesised
from assistant.games.nr.zones import stacking
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import Duties, duty_at, duty_of, turn_by_phase
from assistant.position import Unit
from assistant.questions.answers import Duty, Standing, Turn
from assistant.questions.reasons import Saying

CARDS, KEPT = 4, 2
ONE_MORE = {AXIS: range(8, 10), SOVIET: range(21, 29)}
ONE_CARD_TURN = 23
LEAVING = {
    15: "axis-8-italian",
    16: "axis-2-panzer",
    18: "axis-ss-panzer",
    28: "axis-berlin-garrison",
}
"""The unit that leaves the game at the beginning of a turn."""
COSTS_A_CARD = range(15, 19)


def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    return turn_by_phase(situation, situation.active, PHASES, "4.0", overfull(situation))


@rule("8.4.3")
def overfull(situation: Situation) -> Duties:
    """Stacks over the limit."""
    hexes = (found.hex for found in stacking(situation).violations)
    yield from duty_at("must", "8.4.3", "Stacks over the limit lose units.", hexes)


# Cards


@rule("5.2")
def cards_drawn(situation: Situation, side: str) -> int:
    """Four; one less for each site that the enemy holds, one more on some turns, one less for an
    army that left the game dead or out of supply; the Axis one alone on turn 23."""
    if side == AXIS and situation.turn == ONE_CARD_TURN:
        return 1
    lost = SOVIET if side == AXIS else AXIS
    oil = situation.hexset("rumanian-oil")
    wells = situation.board.hexes_with("oil")
    sites = oil if side == AXIS else (wells - oil) | situation.hexset("moscow")
    held = sum(situation.control.get(name) == lost for name in sites)
    return CARDS + (situation.turn in ONE_MORE[side]) - held - _missed(situation, side)


@rule("13.5")
def _missed(situation: Situation, side: str) -> int:
    """One card for an Axis army that should leave now, and is dead or has no supply."""
    id_ = LEAVING.get(situation.turn, "")
    if side != AXIS or situation.turn not in COSTS_A_CARD or id_ not in situation.position.by_id:
        return 0
    unit = situation.position.by_id[id_]
    on_map = unit.hex in situation.board
    return int(not on_map or judge(networks_now(situation)[AXIS], unit).state == "oos")


@rule("5.1", "5.2", "5.2.1", "13.3", "13.4", "13.5", "11.3")
def cards(situation: Situation, side: str) -> Duties:
    """Discards and draws; before the Axis turn also who leaves and what both sides receive."""
    row, table = str(situation.turn), situation.game.tables["turns"]
    if side == AXIS:
        gone = LEAVING.get(situation.turn, "")
        its = [u for u in situation.units if u.id == gone or u.counter == gone]
        yield from duty_of("must", "13.5", "This unit leaves the game.", its)
        blitz, shock = (table[row, name].rstrip("?") for name in ("blitz", "shock"))
        text = "The Axis receives {n} Blitz! markers, the Soviets {m} Shock! markers."
        yield Duty(Saying(text, n=blitz, m=shock), "must", "13.3")
    yield Duty(Saying("Cards are discarded down to {n}.", n=KEPT), "must", "5.1")
    text = "{n} {n|card is|cards are} drawn."
    yield Duty(Saying(text, n=cards_drawn(situation, side)), "must", "5.2")
    if side == AXIS and table[row, "red"].startswith("yes"):
        yield Duty("A red event: the Axis player discards one card after drawing.", "must", "5.2.1")
        yield Duty("A red event gives the Soviets a point.", "must", "13.4")


# Supply, organisation


@rule("6.0", "6.4")
def supplying(situation: Situation, side: str) -> Duties:
    """The markers that the check puts on."""
    states = check(situation).units
    cut = [u for u in situation.units if u.id in states and states[u.id].state == "oos"]
    new = (unit for unit in cut if "oos" not in unit.markers)
    what = "The supply check marks these units as out of supply."
    yield from duty_of("must", "6.4", what, new)


@rule("7.6", "7.7", "7.8", "7.9")
def organising(situation: Situation, side: str) -> Duties:
    """Who may turn, come or recover, with the cards that it costs; recoveries are due."""
    groups: dict[tuple[str, str, float | None], list[str]] = {}
    for one in arrivals(situation).arrivals:
        if one.side == side and one.state in ("due", "possible"):
            groups.setdefault((one.kind, one.rule, one.price), []).extend(one.units)
    for (kind, number, price), ids in groups.items():
        standing: Standing = "must" if kind in ("recovery", "reinforcement") else "may"
        said = Saying(ORGANISED[kind], n=price) if price else ORGANISED[kind]
        yield Duty(said, standing, number, tuple(ids))


ORGANISED = {
    "reinforcement": "Reinforcements are placed.",
    "recovery": "Shattered units come back free and disorganised.",
    "replacement": "These units may be replaced for {n} {n|card|cards} each.",
    "upgrade": "These units may be upgraded for {n} {n|card|cards} each.",
    "modernisation": "Among these the free modernisations may be chosen.",
    "fort": "These units may become forts for {n} {n|card|cards} each.",
    "reorganisation": "These units may be reorganised for {n} {n|card|cards} each.",
    "detachment": "Optional: these units may come for one that is broken up.",
}


# Movement, combat, the end


@rule("8.0", "9.1", "2.3")
def moving(situation: Situation, side: str) -> Duties:
    """Who moves, who may go by rail instead, who stays."""
    own = situation.of_side(side)
    still = [u for u in own if is_parenthesised(situation.position, u)]
    mobile = [unit for unit in own if unit not in still]
    yield from duty_of("may", "8.0", "These units may move.", mobile)
    able = (unit for unit in mobile if embark_bar(situation, unit) is None)
    yield from duty_of("may", "9.1", "These units may embark: the first is free.", able)
    yield from duty_of("forbidden", "2.3", "Units in parentheses do not move.", still)
    yield from after_movement(situation, side)


@rule("10.1", "10.2")
def fighting(situation: Situation, side: str) -> Duties:
    """Marked hexes that must be attacked, those that may be, and the markers left."""
    bound = [duty["hex"] for duty in obligations(situation, side) if duty["must"]]
    yield from duty_at("must", "10.2", "These marked hexes must be attacked.", bound)
    open_to = [one.target for one in possible_battles(situation, side) if one.possible]
    free = (name for name in open_to if name not in bound)
    yield from duty_at("may", "10.1", "These hexes may be attacked.", free)
    if not open_to and not bound:
        yield Duty("No hex can be attacked in this phase.", "forbidden", "10.1")
    most, number = target_limit(situation, side)
    text = "At most {n} {n|hex|hexes} may be marked as targets this turn."
    yield Duty(Saying(text, n=most), "may", number)
    yield from unanswered(situation, side)


@rule("11.1", "11.2")
def cleaning(situation: Situation, side: str) -> Duties:
    """Units that surrender, those that are in supply again, markers that come off."""
    answers = {one.id: one for one in supply(situation).units}
    marked = [unit for unit in situation.units if "oos" in unit.markers]
    lost = [u for u in marked if u.id in answers and answers[u.id].state == "oos"]
    what = "Still out of supply: these units leave the map."
    yield from duty_of("must", "11.1", what, lost)

    def has_marker(unit: Unit) -> bool:
        return bool(unit.markers & {"oos", "disorganised"}) and unit not in lost

    what = "The markers of supply and disorganisation come off."
    yield from duty_of("must", "11.2", what, filter(has_marker, situation.units))


@rule("9.2")
def detraining(situation: Situation, side: str) -> Duties:
    """The units in the Rail Movement Box and where they may get off."""
    waiting = [unit for unit in situation.in_box("rail") if unit.side == side]
    for unit in waiting[:1]:
        hexes = tuple(detraining_hexes(situation, unit))
        ids = tuple(one.id for one in waiting)
        yield Duty("These units may get off in these hexes.", "may", "9.2", ids, hexes)
    yield from drop(situation, side)


PHASES: Mapping[str, Callable[[Situation, str], Duties]] = {
    "cards": cards,
    "supply": supplying,
    "organisation": organising,
    "movement": moving,
    "combat": fighting,
    "removal": cleaning,
    "detraining": detraining,
}
