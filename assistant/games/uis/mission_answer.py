"""The answer for a mission instead of a combat: what it may do, what that changes (25, 27.9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from assistant.games.uis.air_support import ENOUGH_DIGITS, as_told
from assistant.games.uis.calendar import phasing_side
from assistant.games.uis.caveats import INTERCEPTION
from assistant.games.uis.declared import Declared
from assistant.games.uis.missions import MOST_INTERDICTION, GroundAttack, Outcome, refused
from assistant.games.uis.nuclear import NuclearAttack
from assistant.games.uis.nuclear import refused as nuclear_refused
from assistant.games.uis.sides import NATO, NEUTRAL, enemy_of
from assistant.games.uis.situation import Situation
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine, Odds
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying

NUCLEAR, SUPPLY = "nuclear", "supply-interdiction"
LEAVING = "It adds to leaving the hex, also for supply routes, to the end of the next Action Phase."
CUT = "Red: the supply heads whose route it hits are interdicted this turn (interdicted-heads)."
SILENT = "is out of reach or of ammunition."
NOT_TOLD = Reason("27.16", INTERCEPTION)


def mission(
    situation: Situation, targets: tuple[str, ...], named: tuple[Unit, ...], declared: Declared
) -> Odds:
    """The mission that players declared, at one hex."""
    if len(targets) != 1:
        raise QuestionError("A mission is against one hex: name one.")
    side = side_of_mission(situation, targets[0], named, declared)
    if declared.mission == NUCLEAR:
        return nuclear(NuclearAttack(situation, side, targets[0], declared))
    return ground_attack(GroundAttack(situation, side, targets[0], declared))


@rule("27.9.1", "27.15")
def side_of_mission(
    situation: Situation, target: str, named: tuple[Unit, ...], declared: Declared
) -> str:
    """The side of the units named, else the enemy of whoever stands in the hex, else the side in
    phase; supply interdiction is always NATO's."""
    if declared.mission == SUPPLY:
        return NATO
    if named:
        return named[0].side
    there = situation.side_at(target)
    side = enemy_of(there) if there not in ("", NEUTRAL) else phasing_side(situation.position)
    if not side:
        raise QuestionError("Whose mission is it? Name a unit of that side with --from.")
    return side


@rule("27.9.4", "27.15.1")
def ground_attack(attack: GroundAttack) -> Odds:
    """A ground attack or supply interdiction: interdiction, free choices, step losses, red."""
    why = tuple(refused(attack))
    chances = {} if why else effects(attack)
    is_supply = attack.declared.mission == SUPPLY
    text = CUT if is_supply else LEAVING
    extra: dict[str, Any] = {"mission": attack.declared.mission, "targets": [attack.target]}
    if not why:
        extra |= {"air": {"attacker": as_told(attack.flight)}, "not_judged": [NOT_TOLD]}
        extra["modifier"] = attack.modifier
        extra["refused"] = [
            {"option": "defender-flak", "rule": "17.1", "text": f"{name} {SILENT}"}
            for name in attack.silent
        ]
        if not is_supply:
            extra["interdiction"] = leaving(attack)
    return Odds(
        target=attack.target,
        attackers=(),
        defenders=tuple(unit.id for unit in attack.defenders),
        attack=attack.flight.counted if not why else 0,
        defence=0,
        steps=tuple(_ledger(attack)) if not why else (),
        shift=0,
        column=None,
        possible=not why,
        chances=chances,
        stand_in=True,
        because=why or (Reason("27.15.1" if is_supply else "27.9.4", text),),
        extra=extra,
    )


def _ledger(attack: GroundAttack) -> Iterator[LedgerLine]:
    flight = attack.flight
    effect = Saying("{n:.1f} of {m} expected", n=flight.expected, m=flight.most)
    yield LedgerLine("ground attack strength", effect, "27.9.2", flight.stand_in)
    if attack.modifier:
        yield LedgerLine(
            "mode of the target", Saying("{n:+d} on the die", n=attack.modifier), "27.9.3"
        )


def effects(attack: GroundAttack) -> dict[str, float]:
    """The chances of what players care for; several may come at once."""
    if attack.declared.mission == SUPPLY:
        return {"interdicted": _chance(attack.outcomes, lambda outcome: outcome.red)}
    tests: dict[str, Callable[[Outcome], bool]] = {
        "interdiction": lambda outcome: outcome.interdiction > 0,
        "+": lambda outcome: outcome.choices > 0,
        "1": lambda outcome: outcome.step_losses > 0,
        "nothing": lambda outcome: outcome == Outcome(),
    }
    return {name: _chance(attack.outcomes, test) for name, test in tests.items()}


def _chance(outcomes: Mapping[Outcome, float], test: Callable[[Outcome], bool]) -> float:
    return round(sum(chance for outcome, chance in outcomes.items() if test(outcome)), 6)


@rule("27.9.4")
def leaving(attack: GroundAttack) -> dict[str, Any]:
    """Points to leave the hex afterwards, twenty at most, each with its chance."""
    before = int(attack.situation.table("interdiction").get(attack.target, 0))
    found: dict[int, float] = defaultdict(float)
    for outcome, chance in attack.outcomes.items():
        found[min(MOST_INTERDICTION, before + outcome.interdiction)] += chance
    return {
        "before": before,
        "after": {str(points): round(its, ENOUGH_DIGITS) for points, its in sorted(found.items())},
        "expected": round(sum(points * its for points, its in found.items()), ENOUGH_DIGITS),
    }


@rule("25.3", "25.4.1")
def nuclear(attack: NuclearAttack) -> Odds:
    """A nuclear attack: steps lost in the hex, contamination, what each unit can take."""
    why = tuple(nuclear_refused(attack))
    extra: dict[str, Any] = {"mission": NUCLEAR, "targets": [attack.target]}
    if not why:
        extra |= attack.told()
    return Odds(
        target=attack.target,
        attackers=(),
        defenders=tuple(unit.id for unit in attack.struck),
        attack=attack.points,
        defence=0,
        steps=(LedgerLine("nuclear points", str(attack.points), "25.3.2"),),
        shift=0,
        column=None,
        possible=not why,
        chances={} if why else {str(n): c for n, c in attack.losses.items()},
        stand_in=True,
        because=why
        or (Reason("25.4.1", "Leaving costs the level more; contamination closes supply routes."),),
        extra=extra,
    )
