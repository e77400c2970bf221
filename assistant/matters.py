"""What is new between two states, and what of it matters to the players."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.board.source import Moment, Source
from assistant.rules.answers import Attacks

MOST_MOVES = 40


def since(earlier: Source | None, now: Source) -> list[str]:
    """What changed since an earlier state of the same game, then what now matters, in sentences."""
    moment = now.moment()
    if earlier is None or _game(earlier.moment()) != _game(moment):
        return [f"{_when(moment)}: {len(moment.position.units)} units on the map."]
    return [f"{_when(moment)}.", *_moved(earlier, now), *_matters(earlier.moment(), moment)]


def _game(moment: Moment) -> str:
    return moment.position.game.id


def _when(moment: Moment) -> str:
    position = moment.position
    phases = {phase.id: phase.name for phase in position.game.definition.phase}
    phase = phases.get(position.phase, "")
    return f"Turn {position.turn}" + (f", {phase}" if phase else "")


def _moved(earlier: Source, now: Source) -> Iterator[str]:
    """What happened on the table, as far as the viewer saw it."""
    if earlier.record is None or now.record is None:
        return
    told = [
        change.text
        for change in now.record.changes_since(earlier.record, now.viewer)
        if change.kind not in ("marked", "global", "property", "turn")
    ]
    yield from told[:MOST_MOVES]
    if len(told) > MOST_MOVES:
        yield f"... and {len(told) - MOST_MOVES} more changes."


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
