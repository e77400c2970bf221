"""What is new between two states, and what of it matters to the players."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.board.source import Moment, Source
from assistant.position import Position, Unit
from assistant.rules.answers import Attacks

MOST_MOVES = 40


def since(earlier: Source | None, now: Source) -> list[str]:
    """What changed since an earlier state of the same game, then what now matters, in sentences."""
    moment = now.moment()
    before = earlier.moment() if earlier is not None else None
    if before is None or _game(before) != _game(moment):
        position = moment.position
        units = sum(unit.hex in position.board for unit in position.units)
        return [f"{_when(moment)}: {units} units on the map."]
    return [
        f"{_when(moment)}.",
        *_moved(before.position, moment.position),
        *_matters(before, moment),
    ]


def _game(moment: Moment) -> str:
    return moment.position.game.id


def _when(moment: Moment) -> str:
    position = moment.position
    phases = {phase.id: phase.name for phase in position.game.definition.phase}
    phase = phases.get(position.phase, "")
    return f"Turn {position.turn}" + (f", {phase}" if phase else "")


def _moved(before: Position, after: Position) -> Iterator[str]:
    """What happened to units between two positions, as far as their viewer saw it."""
    told = [
        line
        for id_ in {**before.by_id, **after.by_id}
        for line in _of_unit(before.by_id.get(id_), after.by_id.get(id_))
    ]
    yield from told[:MOST_MOVES]
    if len(told) > MOST_MOVES:
        yield f"... and {len(told) - MOST_MOVES} more changes."


def _of_unit(old: Unit | None, new: Unit | None) -> Iterator[str]:
    if old is None or new is None:
        if new is not None:
            yield f"{new.shown} enters in {new.hex}."
        elif old is not None:
            yield f"{old.shown} leaves the map from {old.hex}."
        return
    if old.hex != new.hex:
        yield f"{new.shown}: {old.hex} -> {new.hex}."
    if old.step != new.step:
        yield f"{new.shown} in {new.hex}: step {old.step} -> {new.step}."
    for marker in sorted(new.markers - old.markers):
        yield f"{new.shown} in {new.hex} is now marked {marker}."
    for marker in sorted(old.markers - new.markers):
        yield f"{new.shown} in {new.hex} is no longer marked {marker}."


def _matters(before: Moment, after: Moment) -> Iterator[str]:
    old = {unit.id: unit.state for unit in before.whole.supply.units}
    names = {unit.id: unit.shown for unit in after.position.units}
    for unit in after.whole.supply.units:
        was = old.get(unit.id)
        if was is None or was == unit.state:
            continue
        why = f": {unit.because[0].text}" if unit.because else "."
        yield f"{names.get(unit.id, unit.id)} in {unit.hex}: {was} -> {unit.state}{why}"
    known = _targets(before.whole.attacks)
    for attack in after.whole.attacks.attacks:
        if attack.target not in known:
            known.add(attack.target)
            yield f"{attack.target} can now be attacked, at {attack.column or 'no odds'}."
    seen = {(v.hex, v.rule) for v in before.whole.stacking.violations}
    for violation in after.whole.stacking.violations:
        if (violation.hex, violation.rule) not in seen:
            yield f"{violation.hex} breaks {violation.rule}: {violation.text}"


def _targets(attacks: Attacks) -> set[str]:
    return {attack.target for attack in attacks.attacks}
