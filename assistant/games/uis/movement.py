"""The answer to the question of moves: every hex in reach, and why each other one is closed (5)."""

from __future__ import annotations

from assistant.games.uis.allowance import allowance
from assistant.games.uis.breakdown import actions
from assistant.games.uis.entering import TOO_DEAR
from assistant.games.uis.situation import Situation
from assistant.games.uis.walk import Place, Walk
from assistant.kernel.search import Search, search
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal
from assistant.questions.reasons import Reason


def moves(situation: Situation, unit: Unit) -> Moves:
    """Every hex in reach with its cost and way, and the rule that closes each other one."""
    points = allowance(situation, unit)
    walk = Walk(situation, unit, points)
    found, _ = search(
        [Place(unit.hex, walk.may_ride)], walk.steps, budget=walk.budget, stop=walk.stops
    )
    best = cheapest(found)
    del best[unit.hex]
    reach = [
        Reached(name, cost, tuple(place.hex for place in found.path(at)), walk.about(name, cost))
        for name, at in best.items()
        for cost in [round(found.cost[at] - walk.kept_back(name), 6)]
    ]
    refused = refusals(walk, found, best)
    return Moves(
        unit=unit.id,
        allowance=points.basic,
        reach=tuple(sorted(reach, key=lambda reached: (reached.cost, reached.hex))),
        refused=tuple(Refusal(name, why.rule, why.text) for name, why in sorted(refused.items())),
        because=points.because + ((walk.forbidden,) if walk.forbidden else ()),
        extra={
            "cap": points.cap,
            "actions": {} if walk.forbidden else actions(situation, unit, walk.budget),
            "stand_in": walk.used_stand_in(best.values(), found.previous),
        },
    )


def cheapest(found: Search[Place]) -> dict[str, Place]:
    """Each hex reached, on rails or off them, whichever costs less."""
    best: dict[str, Place] = {}
    for place, cost in found.cost.items():
        if place.hex not in best or cost < found.cost[best[place.hex]]:
            best[place.hex] = place
    return best


def refusals(walk: Walk, found: Search[Place], best: dict[str, Place]) -> dict[str, Reason]:
    """The rule that closes each hex not in reach, or a direct step to one that is."""
    refused = {
        place.hex: why
        for place, why in sorted(found.barred.items(), key=str)
        if place.hex not in best
    }
    for name, why in walk.behind_the_zone(best):
        if name not in best:
            refused.setdefault(name, why)
    for place, total in found.beyond.items():
        without = total - walk.kept_back(place.hex)
        if place.hex not in best and without <= walk.budget:
            refused.setdefault(place.hex, TOO_DEAR)
    refused.pop(walk.unit.hex, None)
    for name, why in walk.closed_at_first():
        refused.setdefault(name, why)
    return refused
