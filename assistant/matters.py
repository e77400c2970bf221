"""What is new between two states, and what of it matters to the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from assistant.board.changed import Change, changed
from assistant.board.source import Moment, Source
from assistant.position import Position, called
from assistant.questions.answers import Attacks, Odds
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.table import door_of
from builder.saying import PLAIN, Saying

T = TypeVar("T")

MOST = 40
"""Changes on the table that are told one by one."""

MOST_ATTACKS = 8
"""New attacks that are told, the best of them."""

MOST_DUTIES = 8
"""Duties of a phase and arrivals of a turn that are told; `kessel turn` and the page have all."""

MOST_HEXES = 6
"""Hexes of an arrival that are named."""

STANDINGS = ("must", "may", "forbidden")
"""The standings of duties that are news, the most pressing first."""


def since(earlier: Source | None, now: Source) -> list[Change]:
    """What changed since an earlier state of the same game, and what now matters.

    The first is always the turn, then comes what matters: trouble, chances, what the phase asks and
    who comes, points, and last what moved. Of a first state, or one of another game, only the units
    are counted, broken rules told, and what the phase asks.
    """
    return between(earlier.moment() if earlier is not None else None, now.moment())


def between(before: Moment | None, moment: Moment) -> list[Change]:
    """The same of two moments, the first of which may be missing."""
    if before is None or before.position.game.id != moment.position.game.id:
        position = moment.position
        sided = (unit for unit in position.ground_units if unit.side)
        units = sum(unit.hex in position.board for unit in sided)
        first = [*_broken(None, moment), *_turning(None, moment)]
        return [_when(moment), *first, Change("units", after=str(units))]
    told = list(changed(before.position, moment.position))
    more = [Change("more", after=str(len(told) - MOST))] if len(told) > MOST else []
    matters = [*_matters(before, moment), *_turning(before, moment)]
    return [_when(moment), *matters, *told[:MOST], *more]


def _when(moment: Moment) -> Change:
    position = moment.position
    definition = position.game.definition
    phase, known = definition.phase_name(position.phase), definition.turns.has(position.turn)
    told = Saying("Turn {n}", n=position.turn) if known else "No turn told"
    told = Saying("{turn}, {phase}", turn=told, phase=phase) if phase else told
    return Change("turn", name=position.phase, hex=str(position.turn) if known else "", after=told)


def _matters(before: Moment, after: Moment) -> Iterator[Change]:
    yield from _broken(before, after)
    old = {unit.id: unit.state for unit in before.whole.supply.units}
    for unit in after.whole.supply.units:
        was = old.get(unit.id)
        if was is not None and was != unit.state:
            why = unit.because[0].text if unit.because else ""
            known_as = after.position.by_id.get(unit.id)
            name, counter = (known_as.shown, known_as.counter) if known_as else (unit.id, "")
            yield Change("supply", name, unit.hex, was, unit.state, why, counter)
    known = _targets(before.whole.attacks)
    best: dict[str, Odds] = {}
    for attack in after.whole.attacks.attacks:
        if attack.possible and attack.target not in known:
            best.setdefault(attack.target, attack)
    for attack in list(best.values())[:MOST_ATTACKS]:
        yield Change("attack", hex=attack.target, after=attack.column or "")


def _broken(before: Moment | None, after: Moment) -> Iterator[Change]:
    """The rules of stacking that are broken now and were not before."""
    old = before.whole.stacking.violations if before else ()
    seen = {(violation.hex, violation.rule) for violation in old}
    for violation in after.whole.stacking.violations:
        if (violation.hex, violation.rule) not in seen:
            yield Change("violation", hex=violation.hex, after=violation.rule, why=violation.text)


def _targets(attacks: Attacks) -> set[str]:
    """Hexes that can be attacked: a battle that is declared and cannot be fought stands there
    too."""
    return {attack.target for attack in attacks.attacks if attack.possible}


def _turning(before: Moment | None, after: Moment) -> Iterator[Change]:
    """What a new phase asks, who can come in a new turn, and how the points have changed."""
    door, position = door_of(after.position), after.position
    old = before.position if before is not None else None
    if old is None or (old.turn, old.phase) != (position.turn, position.phase):
        yield from _duties(door)
    if old is None or old.turn != position.turn:
        yield from _coming(door)
    if before is not None:
        yield from _points(door_of(before.position), door)


def _duties(door: Door) -> Iterator[Change]:
    """Duties first, then what may be done, then what is forbidden."""
    turn = _asked(door.turn)
    duties = turn.duties if turn is not None else ()
    ranked = sorted(
        (duty for duty in duties if duty.standing in STANDINGS),
        key=lambda duty: STANDINGS.index(duty.standing),
    )
    for duty in ranked[:MOST_DUTIES]:
        hexes = _few(duty.hexes)
        why = Saying("{why} {hexes}", why=duty.what, hexes=hexes) if hexes else duty.what
        yield Change(duty.standing, after=duty.rule, why=why)


def _coming(door: Door) -> Iterator[Change]:
    """Who is due this turn, and by which hexes."""
    found = _asked(door.arrivals)
    due = [one for one in found.arrivals if one.state == "due"] if found is not None else []
    for one in due[:MOST_DUTIES]:
        hexes = _few(list(dict.fromkeys(entry.hex for entry in one.entries)))
        names = ", ".join(_named(door.position, id_) for id_ in one.units)
        yield Change("due", names, after=hexes)


def _few(hexes: Sequence[str]) -> str:
    """The first of some hexes, and how many are left out."""
    more = f" + {len(hexes) - MOST_HEXES}" if len(hexes) > MOST_HEXES else ""
    return ", ".join(hexes[:MOST_HEXES]) + more


def _named(position: Position, id_: str) -> str:
    """A unit on the table, or a counter that has yet to come."""
    unit, counter = position.by_id.get(id_), position.game.counters.get(id_)
    return unit.shown if unit is not None else called(counter) if counter is not None else id_


def _points(before: Door, after: Door) -> Iterator[Change]:
    """The sums and the level of victory that are others than before."""
    old, new = _asked(before.score), _asked(after.score)
    if old is None or new is None:
        return
    for side, points in new.points.items():
        was = old.points.get(side, 0)
        if was != points:
            name = after.position.game.sides[side].name
            yield Change(
                "points", name, hex=side, before=format(was, PLAIN), after=format(points, PLAIN)
            )
    if new.level and new.level != old.level:
        yield Change("level", after=new.level)


def _asked(question: Callable[[], T]) -> T | None:
    try:
        return question()
    except QuestionError:
        return None
