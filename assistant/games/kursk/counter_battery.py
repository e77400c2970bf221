"""Counter-battery fire (optional rule 13.6): guns that cancel enemy guns instead of firing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from assistant.games.kursk.battle import Battle
from assistant.games.kursk.units import hq_points, is_combat_unit, points_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine, Offer
from assistant.questions.reasons import Reason, Saying

Against = Literal["artillery", "anti-tank"]


@rule("13.61", "13.62")
def bar_of_segment(battle: Battle, against: Against) -> Reason | None:
    """Artillery is cancelled in the combat segments, anti-tank points in the gun segment only,
    nothing in an overrun."""
    if battle.segment not in ("first", "second"):
        return Reason("13.62", "Counter-battery fire belongs to the combat phase.")
    if against == "anti-tank" and battle.segment != "first":
        return Reason("13.62", "Anti-tank points are cancelled in the gun segment only.")
    return None


# German points


@rule("13.61", "13.62", "13.65")
def german_pool(battle: Battle) -> int:
    """Points of headquarters with or next to the units that they protect, attackers or defenders,
    without those that bombard."""
    grid = battle.situation.position.board.grid
    hexes = battle.hexes if battle.attacking_side == "german" else (battle.target,)
    return sum(
        max(0, hq_points(hq, "artillery") - battle.declared.bombardment.get(hq.id, 0))
        for hq in battle.situation.command.headquarters
        if any(grid.distance(hq.hex, name) <= 1 for name in hexes)
    )


@rule("13.61", "13.62")
def cancelled_by_germans(battle: Battle, against: Against) -> int:
    """Soviet points that German ones cancel, one for one; artillery before anti-tank points where
    the headquarters have not enough for both."""
    if not _named(battle, against) or bar_of_segment(battle, against) is not None:
        return 0
    pool, named = german_pool(battle), _named(battle, "artillery")
    if against == "artillery":
        return min(named, pool)
    if battle.attacking_side != "german":
        return 0
    return min(_named(battle, "anti-tank"), max(0, pool - named))


def _named(battle: Battle, against: Against) -> int:
    fire = battle.declared.counter_battery
    return sum(one.points for one in fire if not one.unit and one.against == against)


# Soviet units


@rule("13.64", "13.65")
def bar_to_counter(battle: Battle, gun: Unit, against: Against) -> Reason | None:
    """Why a Soviet artillery unit may not cancel German points: the side, the segment, or no
    attacking combat unit in its hex."""
    if gun.type != "artillery" or battle.attacking_side != gun.side:
        return Reason("13.64", "{unit} is no artillery of the attacker.", unit=gun.shown)
    if battle.situation.command.is_reserve(gun):
        return Reason(
            "18.3", "{unit} is a reserve that is not activated.", "command", unit=gun.shown
        )
    beside = (unit for unit in battle.attackers if unit.hex == gun.hex)
    if not any(is_combat_unit(unit) for unit in beside):
        return Reason(
            "13.64", "{unit} is not stacked with an attacking combat unit.", unit=gun.shown
        )
    return bar_of_segment(battle, against)


@rule("13.64", "13.16")
def cancelled_by_soviets(battle: Battle, against: Against) -> int:
    """German points that Soviet artillery cancels, each unit with all of its points."""
    return sum(
        points_of(gun)
        for gun, aim in _soviet_guns(battle)
        if aim == against and bar_to_counter(battle, gun, aim) is None
    )


@rule("13.64")
def barred_guns(battle: Battle) -> Iterator[tuple[Unit, Reason]]:
    """Soviet artillery that was named for counter-battery fire and may not, and why."""
    for gun, aim in _soviet_guns(battle):
        reason = bar_to_counter(battle, gun, aim)
        if reason is not None:
            yield gun, reason


def _soviet_guns(battle: Battle) -> Iterator[tuple[Unit, Against]]:
    for one in battle.declared.counter_battery:
        if one.unit:
            yield battle.situation.position.by_id[one.unit], one.against


# What the answer says


def _soviet_points(battle: Battle, against: Against) -> int:
    """Soviet points of a kind that fire in this battle: those that bombard, or that defend."""
    if battle.attacking_side == "german":
        return sum(points_of(unit) for unit in battle.defenders if unit.type == against)
    return sum(map(points_of, battle.guns)) if against == "artillery" else 0


def _german_points(battle: Battle, against: Against) -> int:
    """German points of a kind that were declared in defence."""
    if battle.attacking_side == "german":
        return 0
    declared = battle.declared
    return (declared.suppress if against == "artillery" else declared.anti_tank) or 0


def ledger(battle: Battle, against: Against) -> Iterator[LedgerLine]:
    """The points that either side loses."""
    german = min(cancelled_by_germans(battle, against), _soviet_points(battle, against))
    soviet = min(cancelled_by_soviets(battle, against), _german_points(battle, against))
    for cancelled, number in ((german, "13.62"), (soviet, "13.64")):
        if cancelled:
            effect = Saying("{n:+d} {kind} {n|point|points}", n=-cancelled, kind=against)
            yield LedgerLine("counter-battery fire", effect, number)


@rule("13.61", "13.62")
def short(battle: Battle) -> Iterator[Reason]:
    """Where more German points are declared than can fire."""
    for against in ("artillery", "anti-tank"):
        named = _named(battle, against)
        fired = cancelled_by_germans(battle, against) if named else 0
        if named > fired:
            text = Saying(
                "Of {n} {n|point|points} of counter-battery fire {m} can be given.",
                n=named,
                m=fired,
            )
            reason = bar_of_segment(battle, against)
            if reason:
                text = Saying("{text} {more}", text=text, more=reason.text)
            yield Reason("13.62", text)


@rule("13.61", "13.62", "13.64")
def offers(battle: Battle) -> Iterator[Offer]:
    """Counter-battery fire that could still be declared against what fires in this battle."""
    if not battle.situation.position.value("optional-counter-battery"):
        return
    for against in ("artillery", "anti-tank"):
        if bar_of_segment(battle, against) is None:
            yield from _german_offers(battle, against)
            yield from _soviet_offers(battle, against)


def _german_offers(battle: Battle, against: Against) -> Iterator[Offer]:
    used = sum(_named(battle, kind) for kind in ("artillery", "anti-tank"))
    points = min(_soviet_points(battle, against), german_pool(battle) - used)
    if points > 0:
        number = "13.62" if battle.attacking_side == "german" else "13.61"
        yield Offer(
            _option(str(points), against),
            Saying("{n:+d} {kind} {n|point|points}", n=-points, kind=against),
            number,
        )


def _soviet_offers(battle: Battle, against: Against) -> Iterator[Offer]:
    if not _german_points(battle, against):
        return
    named = {gun.id for gun, _ in _soviet_guns(battle)} | {gun.id for gun in battle.guns}
    for name in battle.hexes:
        for gun in battle.situation.at(name):
            if gun.id not in named and bar_to_counter(battle, gun, against) is None:
                effect = Saying("{n:+d} {kind} {n|point|points}", n=-points_of(gun), kind=against)
                yield Offer(_option(gun.id, against), effect, "13.64")


def _option(who: str, against: Against) -> str:
    return f"counter-battery={who}" + ("" if against == "artillery" else f":{against}")
