"""Forces that move against one target, grown unit by unit as long as one more is worth it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.planning.battles import Field, Prospect
from assistant.planning.duty import compulsory
from assistant.planning.outlook import Outlook, outlook, strength
from assistant.position import Position

MOST_ABLE = 8
"""Units tried against one target: the strongest that reach it."""
MOST_GROWN = 6
"""Units of one force; a hex has six neighbours and few columns are left beyond."""
FLAT = 2
"""Units added without any gain after which a force is grown no more."""
VERIFIED = 5
"""Forces of a target asked once more as they would stand: the best of different chances."""

Force = frozenset[str]


@dataclass(frozen=True)
class _Tried:
    """A force and what it promises with all other movers around the target as well."""

    units: Force
    chances: tuple[tuple[str, float], ...]
    worth: float
    strength: float


def grown(
    field: Field,
    measure: Callable[[Outlook], float],
    chosen: Sequence[Prospect] = (),
    known: set[tuple[object, ...]] | None = None,
) -> list[Prospect]:
    """Battles by forces of units that fight in none of the `chosen`, target by target; against a
    chosen target its own attackers may fight as well. All stand beside the chosen lawfully. What is
    `known`, a target with the same units in the same places, is not asked again."""
    known = set() if known is None else known
    found: list[Prospect] = []
    targets = field.reachable()
    for number, (target, near) in enumerate(targets):
        if field.is_over():
            field.left = max(field.left, len(targets) - number)
            break
        others = [battle for battle in chosen if target not in battle.targets]
        used = {unit: name for battle in others for unit, name in battle.places.items()}
        places = _placed(field, near, used)
        asked = (target, *places.items())
        if places and asked not in known:
            known.add(asked)
            found += _of_target(field, measure, target, places)
    return found


@dataclass(frozen=True)
class _Trial:
    """One target on one table with everybody in place, which serves all forces that are looked at,
    because its lines of supply and its zones are found once."""

    field: Field
    measure: Callable[[Outlook], float]
    table: Position
    target: str

    def ask(self, force: Sequence[str]) -> _Tried | None:
        """What a force promises; None if it may not attack."""
        odds = self.field.allowed(self.table, self.target, force)
        if odds is None:
            return None
        chances = tuple(sorted(odds.chances.items()))
        look = outlook(self.field.rules, self.table, odds)
        total = sum(strength(self.table.game, self.table.by_id[unit]) for unit in force)
        return _Tried(frozenset(force), chances, self.measure(look), total)

    def forces(self, able: tuple[str, ...]) -> list[_Tried]:
        """All forces that are looked at: to what there is the unit that raises its worth the most,
        of equals the strongest."""
        found: list[_Tried] = []
        force: tuple[str, ...] = ()
        worth, flat = float("-inf"), 0
        while len(force) < min(MOST_GROWN, len(able)) and flat < FLAT:
            asked = (self.ask((*force, unit)) for unit in able if unit not in force)
            looked = [tried for tried in asked if tried]
            if not looked:
                if force or len(able) < 2:
                    break
                force, flat = able[:1], flat + 1  # alone nobody may: the strongest with another
                continue
            found += looked
            best = max(looked, key=lambda one: (round(one.worth, 6), one.strength))
            force = tuple(unit for unit in able if unit in best.units)
            flat = 0 if best.worth > worth + 1e-6 else flat + 1
            worth = max(worth, best.worth)
        return found


def _of_target(
    field: Field,
    measure: Callable[[Outlook], float],
    target: str,
    places: Mapping[str, str],
) -> Iterator[Prospect]:
    tried = _Trial(field, measure, field.table(places), target).forces(tuple(places))
    cheapest: dict[tuple[tuple[str, float], ...], _Tried] = {}
    for one in sorted(tried, key=lambda one: (len(one.units), one.strength, sorted(one.units))):
        cheapest.setdefault(one.chances, one)
    must = compulsory(field.position.game)
    best = sorted(cheapest.values(), key=lambda one: (-one.worth, len(one.units), one.strength))
    for one in best[:VERIFIED]:
        # A battle that costs more than it brings may be a duty.
        if (one.worth > 0 or must) and (battle := field.fought(target, one.units, places)):
            yield battle


def _placed(field: Field, near: Sequence[str], used: Mapping[str, str]) -> dict[str, str]:
    """The strongest free units in hexes from which they attack, all of them at once."""
    free = [unit for unit in field.position.of_side(field.side) if unit.id not in used]
    ends = {unit.id: field.ends_of(unit, near) for unit in free}
    game = field.position.game
    able = sorted(
        (unit for unit in free if ends[unit.id]), key=lambda unit: (-strength(game, unit), unit.id)
    )
    placed: dict[str, str] = {}
    for unit in able:
        if len(placed) == MOST_ABLE:
            break
        if place := field.place(unit, ends[unit.id], {**used, **placed}):
            placed[unit.id] = place
    return placed
