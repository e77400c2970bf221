"""Other hexes for the attackers of a battle: from where they stand can matter as much as who
attacks, because they surround the enemy, or come round his river."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.planning.battles import Field, Prospect
from assistant.planning.outlook import Outlook

GAIN = 1e-6
"""What one battle must be worth more than another."""


def from_elsewhere(
    field: Field,
    measure: Callable[[Outlook], float],
    battle: Prospect,
    others: Mapping[str, str],
) -> Prospect | None:
    """The battle with some of its attackers in other hexes beside its target, if that is worth
    more: one after another they try all that they reach. `others` are the places of the units that
    other battles need. None if nothing is better, or time is over."""
    targets = battle.targets
    if len(targets) > 1:
        return None
    near = [*field.position.board.neighbours(targets[0])]
    best = battle
    for id_ in sorted(battle.places):
        unit = field.position.by_id[id_]
        for name in field.ends_of(unit, near):
            if field.is_over():
                return None
            kept = {other: at for other, at in best.places.items() if other != id_}
            if name == best.places[id_] or not field.has_room(unit, name, {**others, **kept}):
                continue
            places = {**kept, id_: name}
            tried = field.fought(battle.odds.target, places, places)
            if tried and measure(tried.outlook) > measure(best.outlook) + GAIN:
                best = tried
    return best if best is not battle else None
