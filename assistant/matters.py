"""What is new between two states, and what of it matters to the players."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.board.changed import Change, changed
from assistant.board.source import Moment, Source
from assistant.questions.answers import Attacks, Odds

MOST = 40
"""Changes on the table that are told one by one."""

MOST_ATTACKS = 8
"""New attacks that are told, the best of them."""


def since(earlier: Source | None, now: Source) -> list[Change]:
    """What changed since an earlier state of the same game, and what now matters.

    The first is always the turn, then comes what matters: trouble, chances, and last what moved. Of
    a first state, or one of another game, only the units are counted and broken rules told.
    """
    return between(earlier.moment() if earlier is not None else None, now.moment())


def between(before: Moment | None, moment: Moment) -> list[Change]:
    """The same of two moments, the first of which may be missing."""
    if before is None or before.position.game.id != moment.position.game.id:
        position = moment.position
        units = sum(unit.hex in position.board for unit in position.units)
        return [_when(moment), *_broken(None, moment), Change("units", after=str(units))]
    told = list(changed(before.position, moment.position))
    more = [Change("more", after=str(len(told) - MOST))] if len(told) > MOST else []
    return [_when(moment), *_matters(before, moment), *told[:MOST], *more]


def _when(moment: Moment) -> Change:
    position = moment.position
    phases = {phase.id: phase.name for phase in position.game.definition.phase}
    phase = phases.get(position.phase, "")
    told = f"Turn {position.turn}" + (f", {phase}" if phase else "")
    return Change("turn", name=position.phase, hex=str(position.turn), after=told)


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
        if attack.target not in known:
            best.setdefault(attack.target, attack)
    for attack in list(best.values())[:MOST_ATTACKS]:
        yield Change("attack", hex=attack.target, after=attack.column or "no odds")


def _broken(before: Moment | None, after: Moment) -> Iterator[Change]:
    """The rules of stacking that are broken now and were not before."""
    old = before.whole.stacking.violations if before else ()
    seen = {(violation.hex, violation.rule) for violation in old}
    for violation in after.whole.stacking.violations:
        if (violation.hex, violation.rule) not in seen:
            yield Change("violation", hex=violation.hex, after=violation.rule, why=violation.text)


def _targets(attacks: Attacks) -> set[str]:
    return {attack.target for attack in attacks.attacks}
