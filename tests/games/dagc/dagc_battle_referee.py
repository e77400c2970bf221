"""A second referee of supply, odds, retreats and advances for Army Group Center, who reads chapters 6 to 8, 11
and 12 once more, counts hexes by himself and shares no code with the first; and his random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from dagc_board import game, german, locality, place, unit

from assistant.games.dagc import RULES
from assistant.position import Position, Unit

SOURCES = {side: game().hexset(f"{side}-sources") for side in ("german", "soviet")}
HEXES = frozenset(game().grid.places)
NATURAL = {"forest": 1, "swamp": 1, "west-pripyat": 1}
BUILT = {"town": 1, "city": 2}
TRENCH, RIVER = 2, 3
MOST_BORDERS, LIMIT = 2, 2
STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The six directions in order round a hex: half hexes to the west, and rows."""


def spot(name: str) -> tuple[int, int]:
    """Half hexes from the east and the row; odd rows lie half a hex to the west (2.2)."""
    row, column = int(name[:2]), int(name[2:])
    return 2 * column + row % 2, row


def away(a: str, b: str) -> int:
    """The distance in hexes."""
    (west, row), (other, line) = spot(a), spot(b)
    rows, halves = abs(row - line), abs(west - other)
    return rows + max(0, halves - rows) // 2


def direction(a: str, b: str) -> int:
    (west, row), (other, line) = spot(a), spot(b)
    return STEPS.index((other - west, line - row))


def around(name: str) -> list[str]:
    west, row = spot(name)
    found = []
    for halves, lines in STEPS:
        line = row + lines
        column = (west + halves - line % 2) // 2
        found.append(f"{line:02d}{column:02d}")
    return [n for n in found if n in HEXES]


@dataclass
class Referee:
    units: list[Unit]
    terrain: dict[str, list[str]]
    sides: dict[tuple[str, str], str]
    lost: set[str]
    turn: int
    zones: dict[str, set[str]] = field(init=False)
    stacks: dict[str, list[Unit]] = field(init=False)

    def __post_init__(self) -> None:
        self.stacks, self.zones = {}, {"german": set(), "soviet": set()}
        for one in self.units:
            self.stacks.setdefault(one.hex, []).append(one)
            self.zones[one.side].update(around(one.hex))

    def ground(self, name: str) -> set[str]:
        return set(self.terrain.get(name, ()))

    def side_of(self, a: str, b: str) -> str:
        return self.sides.get((a, b)) or self.sides.get((b, a)) or ""

    def holder(self, name: str) -> str:
        return self.stacks[name][0].side if name in self.stacks else ""

    def shut(self, side: str, name: str) -> bool:
        """Closed to the lines and retreats of a side by enemies or their zone (7.2, 8.4)."""
        foe = "soviet" if side == "german" else "german"
        if self.holder(name) == side:
            return False
        return self.holder(name) == foe or name in self.zones[foe]

    def works(self, side: str, name: str) -> bool:
        """Whether a hex is a source that works for a side (7.7, 7.10)."""
        if side == "german" and name in self.lost:
            return False
        return name in SOURCES[side] and not self.shut(side, name)

    def has_line(self, one: Unit) -> bool:
        """Whether a line of hexes leads to a source (7.2, 7.8, 7.11, 7.14)."""

        def may(name: str) -> bool:
            kinds = self.ground(name)
            if one.side == "german":
                return "soviet-entrenchment" not in kinds
            return one.type == "cav-mech" or "west-pripyat" not in kinds

        if not may(one.hex):
            return False
        seen, todo = {(one.hex, 0)}, [(one.hex, 0)]
        while todo:
            name, borders = todo.pop()
            if self.works(one.side, name):
                return True
            for near in around(name):
                crossed = self.side_of(name, near)
                if crossed in ("lake", "sea") or self.shut(one.side, near) or not may(near):
                    continue
                more = borders + (crossed == "border" and one.side == "german")
                if more <= MOST_BORDERS and (near, more) not in seen:
                    seen.add((near, more))
                    todo.append((near, more))
        return False

    @cached_property
    def supplied(self) -> dict[str, bool]:
        auto = self.turn >= 6
        return {
            one.id: self.has_line(one) and not (auto and one.side == "soviet") for one in self.units
        }

    def able(self, target: str, side: str) -> list[Unit]:
        """Who may attack a hex (11.2, 11.10, 12.5)."""
        if side == "german" and "soviet-entrenchment" in self.ground(target):
            return []
        return [
            one
            for near in around(target)
            for one in self.stacks.get(near, ())
            if one.side == side and one.type != "fortified-locality"
        ]

    def odds(self, target: str, attackers: list[Unit]) -> tuple[int, int, int, str]:
        """Attack, defence, columns and the column's end value (11.8 to 11.13, 7.4, 12.5, 12.7)."""
        kinds, defenders = self.ground(target), self.stacks[target]
        attack = sum(now(one) for one in attackers)
        defence = sum(now(one) for one in defenders if "retreated" not in one.markers)
        defence += max((NATURAL[k] for k in kinds if k in NATURAL), default=0)
        defence += sum(BUILT.get(k, 0) for k in kinds)
        if f"{defenders[0].side}-entrenchment" in kinds:
            defence += TRENCH
        from_ = {one.hex for one in attackers}
        if all(self.side_of(name, target) == "river" for name in from_):
            defence += RIVER
        fort = any(one.type == "fortified-locality" for one in defenders)
        shift = 0
        if concentric({direction(target, n) for n in from_}) and "city" not in kinds and not fort:
            shift += 1
        cut = not all(self.supplied[one.id] for one in attackers)
        shift -= cut
        shift += not fort and not all(self.supplied[one.id] for one in defenders)
        russian = attackers[0].side == "soviet"
        shock = any(one.type == "shock" and one.step == 1 for one in attackers)
        shift += russian and shock and not cut and 2 <= self.turn <= 5
        shift += russian and "partisan" in kinds
        column = min(8, max(-3, min(8, max(-3, attack - defence)) + shift))
        told = {8: ">=+8", -3: "<=-3", 0: "0"}.get(column, f"{column:+d}")
        return attack, defence, shift, told

    def retreat(self, target: str) -> dict[str, set[str]]:
        """Where those who must retreat may go, by unit; empty who may not (11.17, 12.5(3))."""
        going = [one for one in self.stacks[target] if one.type != "fortified-locality"]
        takes = {one.id: self._open(one, target) for one in going}
        together = set.intersection(*takes.values()) if takes else set()
        together = {n for n in together if len(self.stacks.get(n, ())) + len(going) <= LIMIT}
        return {
            one.id: self._nearest(one.side, together)
            if together
            else self._parted(one.side, takes[one.id], len(going))
            for one in going
        }

    def _parted(self, side: str, names: set[str], number: int) -> set[str]:
        """Where units go that find no room together: who comes first takes the nearest, and the
        rest what is left."""
        found: set[str] = set()
        while names - found and sum(LIMIT - len(self.stacks.get(n, ())) for n in found) < number:
            found |= self._nearest(side, names - found)
        return found

    def _open(self, one: Unit, target: str) -> set[str]:
        found = set()
        for near in around(target):
            if self.side_of(target, near) in ("lake", "sea") or self.shut(one.side, near):
                continue
            if one.side == "german" and "soviet-entrenchment" in self.ground(near):
                continue
            there = self.stacks.get(near, [])
            if len(there) >= LIMIT or any(front(u) != front(one) for u in there):
                continue
            found.add(near)
        return found

    def advance(self, one: Unit, target: str) -> set[tuple[str, ...]]:
        """How far an attacker may go once the hex is empty (11.22, 12.2, 9.7, 9.12, 6.10)."""
        own_trench = one.side == "soviet" or "soviet-entrenchment" not in self.ground(target)
        if self.side_of(one.hex, target) in ("lake", "sea") or not own_trench:
            return set()
        found: set[tuple[str, ...]] = {(target,)}
        if one.type == "cav-mech" and self.turn <= 5 and self.supplied[one.id]:
            for near in around(target):
                there = [u for u in self.stacks.get(near, ()) if u.id != one.id]
                friends = all(u.side == one.side and front(u) == front(one) for u in there)
                water = self.side_of(target, near) in ("lake", "sea")
                if friends and len(there) < LIMIT and not water:
                    found.add((target, near))
        return found

    def _nearest(self, side: str, names: set[str]) -> set[str]:
        sources = [name for name in SOURCES[side] if self.works(side, name)]
        far = {name: min((away(name, s) for s in sources), default=0) for name in names}
        return {name for name in names if far[name] == min(far.values())}


def now(one: Unit) -> int:
    return int(one.fields["strength"][one.step - 1])


def front(one: Unit) -> str:
    return str(one.fields.get("group", "main")) if one.side == "soviet" else ""


def concentric(ways: set[int]) -> bool:
    """Opposite sides, three with one between, or more than three (11.11)."""
    opposite = any((way + 3) % 6 in ways for way in ways)
    return opposite or len(ways) > 3 or ways in ({0, 2, 4}, {1, 3, 5})


def board(seed: int) -> tuple[Position, Referee, str]:
    """A crowd of both sides on the blank board, ground and hexsides by chance, and who attacks."""
    chance = random.Random(seed)
    centre = chance.choice(["3412", "3320", "4012", "4518", "2510", "3025", "4903", "3302", "4524"])
    radius = chance.choice([2, 3, 4])
    part = sorted(n for n in HEXES if away(n, centre) <= radius and n != "2825")
    kinds = ["forest", "swamp", "west-pripyat", "partisan", "town", "city", "german-entrenchment",
             "soviet-entrenchment"]  # fmt: skip
    terrain = {n: sorted(set(chance.choices(kinds, k=chance.choice([1, 1, 2])))) for n in part
               if chance.random() < 0.45}  # fmt: skip
    sides = {
        (n, near): chance.choice(["river", "river", "river", "lake", "sea", "border"])
        for n in part
        for near in around(n)
        if n < near and chance.random() < 0.3
    }
    units = list(_units(chance, part, terrain))
    stood = {one.hex for one in units}
    lost = {n for n in sorted(SOURCES["german"]) if n not in stood and chance.random() < 0.3}
    lost |= {one.hex for one in units if one.side == "soviet"} & SOURCES["german"]
    turn, side = chance.randint(2, 8), chance.choice(["german", "soviet"])
    position = place(
        *units,
        turn=turn,
        phase=f"{side}-{chance.choice(['pre', 'post'])}-combat",
        scenario="bold-stroke",
        terrain=terrain,
        hexsides={f"{a}/{b}": [kind] for (a, b), kind in sides.items()},
        control={"soviet": sorted(lost)},
    )
    return position, Referee(units, terrain, sides, lost, turn), side


def _units(chance: random.Random, part: list[str], terrain: dict[str, list[str]]) -> Iterator[Unit]:
    held: dict[str, list[Unit]] = {}
    for number in range(chance.randint(5, 22)):
        name, id_ = chance.choice(part), f"u{number}"
        there = held.setdefault(name, [])
        side = there[0].side if there else chance.choice(["german", "soviet"])
        if len(there) == LIMIT or (
            side == "german" and "soviet-entrenchment" in terrain.get(name, [])
        ):
            continue
        if side == "german" and chance.random() < 0.2:
            made = locality(id_, name, chance.randint(1, 3))
        else:
            strength = chance.choice([(3, 2), (4, 2), (2,), (6, 3), (9, 4)])
            markers = ["retreated"] if chance.random() < 0.1 else []
            step = chance.randint(1, len(strength))
            if side == "german":
                made = german(id_, name, strength, markers=markers, step=step)
            else:
                kind = chance.choice(["infantry", "shock", "cav-mech", "guards"])
                group = front(there[0]) if there else chance.choice(["main", "main", "1uf"])
                more = {} if group == "main" else {"group": group}
                made = unit("soviet", id_, name, strength, kind, markers, step, **more)
        there.append(made)
        yield made


def differences(seed: int) -> Iterator[str]:
    """What the rules and the referee say otherwise on one board."""
    position, referee, side = board(seed)
    chance = random.Random(seed + 1)
    for found in RULES.supply(position).units:
        theirs = referee.supplied[found.id]
        if (found.state == "supplied") != theirs:
            yield f"{seed} supply {found.id} {found.hex}: {found.state} {found.path}, {theirs}"
    for target, defenders in sorted(referee.stacks.items()):
        if defenders[0].side == side or all("retreated" in one.markers for one in defenders):
            continue  # attacked before, as all of them were (11.3)
        able = referee.able(target, side)
        fronts = sorted({front(one) for one in able})
        chosen = chance.choice(fronts) if fronts else ""
        able = [one for one in able if front(one) == chosen and "retreated" not in one.markers]
        attackers = chance.sample(able, chance.randint(1, len(able))) if able else []
        if attackers:
            yield from _battle(seed, position, referee, target, attackers)
            yield from _advance(seed, position, referee, target, attackers)


def _advance(
    seed: int, position: Position, referee: Referee, target: str, attackers: list[Unit]
) -> Iterator[str]:
    """The same of the table on which the defenders are gone."""
    left = [one for one in referee.units if one.hex != target]
    after = Referee(left, referee.terrain, referee.sides, referee.lost, referee.turn)
    ids = [one.id for one in attackers]
    for found in RULES.advances(position.with_units(left), target, ids).units:
        wanted = after.advance(position.by_id[found.id], target)
        if {*found.options} != wanted:
            yield f"{seed} advance {found.id} {target}: {found.options} {sorted(wanted)}"


def _battle(
    seed: int, position: Position, referee: Referee, target: str, attackers: list[Unit]
) -> Iterator[str]:
    ids = [one.id for one in attackers]
    odds = RULES.odds(position, [target], ids, {})
    mine = (odds.attack, odds.defence, odds.shift, odds.column)
    theirs = referee.odds(target, attackers)
    if not odds.possible or mine != theirs:
        yield f"{seed} odds {target} by {ids}: {mine} {theirs} {odds.because}"
    if "city" in referee.ground(target):
        found = RULES.retreats(position, target, "DR", ids)
        steps = len(referee.stacks[target])
        first = sorted(u.id for u in attackers if u.type == "shock" and u.step == 1)
        told = (found.outcome, found.losses_of("defender"), found.losses_of("attacker"))
        least = sum(len(u.fields["strength"]) - u.step + 1 for u in attackers)
        if told != ("BB", steps, min(steps, least)):
            yield f"{seed} city {target}: {told} {steps}"
        if sorted(found.extra.get("first_loss", ())) != first:
            yield f"{seed} city {target}: first {found.extra.get('first_loss')} {first}"
        return
    found = RULES.retreats(position, target, "DR", ids)
    ways = referee.retreat(target)
    for one in found.units:
        unit_ = position.by_id[one.id]
        got = {way.path[-1] for way in one.options if way.preferred}
        if got != ways.get(one.id, set()):
            yield f"{seed} retreat {one.id} {target}: {sorted(got)} {ways.get(one.id)}"
        if unit_.type == "fortified-locality":
            fate = "eliminated"
        else:
            fate = "retreat" if ways[one.id] else "DE"
        if one.outcome != fate:
            yield f"{seed} fate {one.id} {target}: {one.outcome} {fate}"
    whole = sum(len(u.fields["strength"]) - u.step + 1 for u in referee.stacks[target])
    if ("DL1" in found.extra.get("alternatives", ())) != (whole > 1 and any(ways.values())):
        yield f"{seed} DL1 {target}: {found.extra.get('alternatives')}"
