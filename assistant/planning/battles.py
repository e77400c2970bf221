"""The battles that a side could fight: who attacks what, from where, and what each promises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

from assistant.planning.deadline import Deadline
from assistant.planning.duty import Duties
from assistant.planning.moved import moved_to
from assistant.planning.outlook import Outlook, outlook, strength
from assistant.position import Position, Unit
from assistant.questions.answers import Odds
from assistant.questions.moved import SPENT
from assistant.questions.protocol import NO_OPTIONS, QuestionError, Rules

MOST_SUBSETS = 256
"""Forces looked at for one target where nobody moves: all subsets of eight attackers."""
WORK = 60_000
"""Forces looked at first where units move, times units on the table: each costs about as long as
the table is large. They are shared among the targets, LEAST_FORCES for each; `growth` looks at
more of them, unit by unit."""
LEAST_FORCES = 1
UNSEEN = 0.5
"""What a battle counts against a stack of which the side sees the top unit alone."""
MOST_ATTACKERS = 12
"""Units that may come to one target: the strongest of those that reach it."""


@dataclass(frozen=True)
class Prospect:
    """One battle that could be fought. `places` are the hexes from which the attackers fight;
    those of them that have to go there first are in `moved`."""

    odds: Odds
    outlook: Outlook
    places: Mapping[str, str]
    moved: frozenset[str] = frozenset()
    weight: float = 1.0
    """What its promise counts: less where the side does not know all who defend."""

    @property
    def units(self) -> frozenset[str]:
        return frozenset(self.odds.attackers)

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(self.odds.target.split(","))


@dataclass
class Field:
    """A position in the phase of a side's combat, and which hexes its units may reach before.

    `reach` has, by unit, the hexes in which it may end its move and what that costs; units without
    an entry stay. `worn` has the steps that it loses on the way, in the mean. Where a battle
    `spends` movement points, those of the way are gone before.
    """

    rules: Rules
    position: Position
    side: str
    reach: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    spends: bool = False
    ends: Deadline | None = None
    """When no further target is looked at; none: all are."""
    worn: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    duties: Duties | None = None
    """What the side has to attack; none: nothing."""
    left: int = 0
    """Targets that were not looked at, or not to the end, for want of time."""

    @property
    def bound(self) -> frozenset[str]:
        """The units that have to attack whatever the plan moves."""
        return self.duties.firm.units if self.duties else frozenset()

    def battles(self) -> list[Prospect]:
        """All battles worth a thought: for a target none is kept that needs more units, none of
        which has to attack, and promises no more than another. Those that the report lists are
        among them however little time there was, so that no plan is worth less than that list."""
        looked = self._moving() if any(self.reach.values()) else self._standing()
        listed = self._listed()
        found = [battle for of_one in looked for battle in leanest(of_one, self.bound)]
        known = {(battle.odds.target, battle.units) for battle in found if not battle.moved}
        return found + [b for b in listed if (b.odds.target, b.units) not in known]

    def _listed(self) -> list[Prospect]:
        """The attacks of the report's list, of units where they stand."""
        return [
            Prospect(
                attack,
                outlook(self.rules, self.position, attack),
                self._stand(attack.attackers),
                weight=self.weight(attack.target),
            )
            for attack in self.rules.attacks(self.position).attacks
            if self.position.by_id[attack.attackers[0]].side == self.side
        ]

    def _stand(self, units: Iterable[str]) -> dict[str, str]:
        return {id_: self.position.by_id[id_].hex for id_ in units}

    def _standing(self) -> Iterator[list[Prospect]]:
        """Battles of units where they stand, target by target."""
        able: dict[str, set[str]] = {}
        for attack in self.rules.attacks(self.position).attacks:
            if self.position.by_id[attack.attackers[0]].side == self.side:
                able.setdefault(attack.target, set()).update(attack.attackers)
        for target, units in sorted(able.items()):
            if self._is_late():
                continue
            forces = _subsets(sorted(units))
            fought = (self._battle(self.position, target, force) for force in forces)
            yield self._in_time(fought)

    def _moving(self) -> Iterator[list[Prospect]]:
        """Battles of units after their moves, target by target."""
        targets = self.reachable()
        work = max(1, len(targets)) * max(1, len(self.position.units))
        share = max(LEAST_FORCES, WORK // work)
        for target, near in targets:
            if self._is_late():
                continue
            yield self._in_time(islice(self._coming(target, near), share))

    def reachable(self) -> list[tuple[str, list[str]]]:
        """The enemy's hexes that somebody reaches, each with the hexes from which it is attacked
        that are free or the side's own."""
        enemies = {
            unit.hex
            for unit in self.position.ground_units
            if unit.side != self.side and unit.hex in self.position.board.grid
        }
        held = {name for names in self.reach.values() for name in names}
        held |= {unit.hex for unit in self.position.of_side(self.side)}
        found = []
        for target in sorted(enemies):
            near = [
                name
                for name in self.position.board.neighbours(target)
                if self.position.side_at(name) in ("", self.side)
            ]
            if not held.isdisjoint(near):
                found.append((target, near))
        return found

    def ends_of(self, unit: Unit, near: Sequence[str]) -> list[str]:
        """Those of some hexes in which a unit can stand when the battle begins."""
        reach = self.reach.get(unit.id, {})
        return [name for name in near if name in reach or name == unit.hex]

    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.ends is not None and self.ends.left() < 0

    def _in_time(self, battles: Iterator[Prospect | None]) -> list[Prospect]:
        """The battles for one target that are found before the time is over."""
        found: list[Prospect] = []
        for battle in battles:
            if battle is not None:
                found.append(battle)
            if self._is_late():
                break
        return found

    def _is_late(self) -> bool:
        """Whether the time is over; who asks passes a target over then, or what is left of it."""
        late = self.is_over()
        self.left += late
        return late

    def _coming(self, target: str, near: Sequence[str]) -> Iterator[Prospect]:
        """Battles for one target by ever larger forces, strongest first and weakest first."""
        ends = {unit.id: self.ends_of(unit, near) for unit in self.position.of_side(self.side)}
        able = [self.position.by_id[id_] for id_, places in ends.items() if places]
        able.sort(key=lambda unit: (-strength(self.position.game, unit), unit.id))
        able = able[:MOST_ATTACKERS]
        seen: set[frozenset[str]] = set()
        for order in (able, able[::-1]):
            for skipped in range(min(3, len(order))):
                yield from self._growing(target, order[skipped:], ends, seen)

    def _growing(
        self,
        target: str,
        order: Sequence[Unit],
        ends: Mapping[str, Sequence[str]],
        seen: set[frozenset[str]],
    ) -> Iterator[Prospect]:
        places: dict[str, str] = {}
        for unit in order:
            place = self.place(unit, ends[unit.id], places)
            if place is None:
                continue
            places[unit.id] = place
            force = frozenset(places)
            if force in seen:
                continue
            seen.add(force)
            if battle := self.fought(target, places, places):
                yield battle

    def fought(
        self, target: str, force: Iterable[str], places: Mapping[str, str]
    ) -> Prospect | None:
        """The battle of a force that has gone to its places, nobody else having moved."""
        there = {id_: name for id_, name in places.items() if id_ in {*force}}
        battle = self._battle(self.table(there), target, tuple(there))
        if battle is None:
            return None
        away = frozenset(i for i, name in there.items() if self.position.by_id[i].hex != name)
        look = replace(battle.outlook, losses=battle.outlook.losses + self.wear(there))
        return replace(battle, places=there, moved=away, outlook=look)

    def wear(self, places: Mapping[str, str]) -> float:
        """Steps that units lose on their way to some places, in the mean."""
        return sum(self.worn.get(id_, {}).get(name, 0.0) for id_, name in places.items())

    def weight(self, target: str) -> float:
        """What the promise of a battle for a target counts."""
        return UNSEEN if self.position.top_only.intersection(target.split(",")) else 1.0

    def table(self, places: Mapping[str, str]) -> Position:
        """The position with some units gone to their places, their points spent."""
        table = moved_to(self.position, places)
        if not self.spends:
            return table
        return table.with_units(self._spent(unit, places.get(unit.id)) for unit in table.units)

    def _spent(self, unit: Unit, place: str | None) -> Unit:
        if place is None or place == self.position.by_id[unit.id].hex:
            return unit
        cost = float(unit.get(SPENT) or 0) + self.reach[unit.id][place]
        return replace(unit, fields={**unit.fields, SPENT: cost})

    def place(self, unit: Unit, ends: Sequence[str], places: Mapping[str, str]) -> str | None:
        """A hex with room from which the unit attacks: its own first, then those to which it loses
        least on the way, then the emptiest."""
        taken = list(places.values())
        order = sorted(
            ends,
            key=lambda name: (
                name != unit.hex,
                self.worn.get(unit.id, {}).get(name, 0.0),
                len(self.position.standing_at(name)) + taken.count(name),
                name,
            ),
        )
        return next((name for name in order if self.has_room(unit, name, places)), None)

    def has_room(self, unit: Unit, name: str, places: Mapping[str, str]) -> bool:
        """Whether a unit may stand in a hex when others have gone to their places."""
        if name == unit.hex:
            return True
        table = moved_to(self.position, {**places, unit.id: name})
        only = table.with_units(u for u in table.units if u.hex == name)
        return not any(v.hex == name for v in self.rules.stacking(only).violations)

    def _battle(self, table: Position, target: str, force: Sequence[str]) -> Prospect | None:
        """The battle of a force, if it is allowed."""
        odds = self.allowed(table, target, force)
        if odds is None:
            return None
        places = {id_: table.by_id[id_].hex for id_ in force}
        return Prospect(odds, outlook(self.rules, table, odds), places, weight=self.weight(target))

    def allowed(self, table: Position, target: str, force: Sequence[str]) -> Odds | None:
        """The odds of a force as it stands on a table, if it may attack with all its units."""
        try:
            odds = self.rules.odds(table, target.split(","), list(force), NO_OPTIONS)
        except QuestionError:
            return None
        return odds if odds.possible and {*odds.attackers} == {*force} else None


def leanest(battles: Iterable[Prospect], bound: frozenset[str] = frozenset()) -> list[Prospect]:
    """Without those for which fewer of the same units in the same hexes do as well, and as many of
    the `bound`, who have to attack."""
    ordered = sorted(battles, key=lambda battle: (len(battle.units), sorted(battle.units)))
    kept: list[Prospect] = []
    for battle in ordered:
        owed = battle.units & bound
        leaner = (one for one in kept if owed <= one.units <= battle.units)
        if not any(_as_good(other, battle) for other in leaner):
            kept.append(battle)
    return kept


def _as_good(one: Prospect, other: Prospect) -> bool:
    a, b = one.outlook, other.outlook
    return (
        a.kills >= b.kills - 1e-9
        and a.taken >= b.taken - 1e-9
        and a.wiped >= b.wiped - 1e-9
        and a.losses <= b.losses + 1e-9
    )


def _subsets(units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All forces, the large ones first, as many as MOST_SUBSETS."""
    count = 0
    for size in (*range(len(units), max(0, len(units) - 3), -1), *range(1, max(1, len(units) - 2))):
        for force in combinations(units, size):
            yield force
            count += 1
            if count >= MOST_SUBSETS:
                return
