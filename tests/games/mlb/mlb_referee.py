"""A second referee: the same rules once more, slow and plain, sharing no code with the first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assistant.position import Unit

Path = tuple[str, ...]


def near(name: str) -> list[str]:
    """The neighbours by the arithmetic of the numbers: odd rows lie half a hex east."""
    row, column = int(name[:2]), int(name[2:])
    up, down = row + 1, row - 1
    left, right = (column, column + 1) if row % 2 else (column - 1, column)
    places = [
        (row, column + 1), (row, column - 1), (up, right), (up, left), (down, right), (down, left),
    ]  # fmt: skip
    return [f"{r:02d}{c:02d}" for r, c in places if 1 <= r <= 32 and 1 <= c <= 40]


def distance(start: str, end: str) -> int:
    """Cube coordinates of rows whose odd ones are shifted."""

    def skewed(name: str) -> tuple[int, int]:
        row, column = int(name[:2]), int(name[2:])
        return (2 * column + row % 2 - row) // 2, row

    (q1, r1), (q2, r2) = skewed(start), skewed(end)
    return max(abs(q2 - q1), abs(r2 - r1), abs(q2 - q1 + r2 - r1))


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


@dataclass(frozen=True)
class Referee:
    """A table as plain dictionaries: terrain by hex, one feature by hexside, crossed hexsides."""

    terrain: dict[str, list[str]]
    sides: dict[tuple[str, str], str]
    roads: set[tuple[str, str]]
    rails: set[tuple[str, str]]
    control: dict[str, str]
    units: list[Unit]

    def is_(self, name: str, kind: str) -> bool:
        return kind in self.terrain.get(name, [])

    def between(self, start: str, end: str) -> str:
        return self.sides.get((min(start, end), max(start, end)), "")

    def road(self, start: str, end: str) -> bool:
        return (min(start, end), max(start, end)) in self.roads

    def bridge(self, start: str, end: str) -> bool:
        return (min(start, end), max(start, end)) in self.roads | self.rails

    def shut(self, start: str, end: str) -> bool:
        return self.is_(end, "sea") or self.between(start, end) in ("impassable", "sea")

    def holds(self, side: str, name: str) -> bool:
        return any(unit.side == side and unit.hex == name for unit in self.units)

    def zone(self, side: str) -> set[str]:
        return {
            n for u in self.units if u.side == side for n in near(u.hex) if not self.shut(u.hex, n)
        }

    # 3.3

    def with_line(self, side: str) -> set[str]:
        """All hexes from which a line of communication runs."""
        zone = self.zone(other(side))

        def open_(name: str) -> bool:
            if self.is_(name, "sea") or self.holds(other(side), name):
                return False
            if self.holds(side, name):
                return True
            hostile = self.is_(name, "city") and self.control.get(name) == other(side)
            return name not in zone and not hostile

        reached = {
            name for name in self.terrain if self.is_(name, f"{side}-supply") and open_(name)
        }
        fringe = list(reached)
        while fringe:
            here = fringe.pop()
            for there in near(here):
                river = self.between(here, there) == "major-river" and not self.bridge(here, there)
                if there in reached or river or self.shut(here, there) or not open_(there):
                    continue
                reached.add(there)
                fringe.append(there)
        return reached

    # 9

    def reach(self, unit: Unit) -> dict[str, float]:
        """Hex -> least cost, normal or strategic."""
        allowance = unit.get("movement") // (2 if "isolated" in unit.markers else 1)
        best = self._normal(unit, allowance)
        for name, cost in self._strategic(unit, allowance).items():
            best[name] = min(cost, best.get(name, cost))
        best.pop(unit.hex, None)
        return best

    def _normal(self, unit: Unit, allowance: float) -> dict[str, float]:
        zone = self.zone(other(unit.side))
        queue: list[tuple[float, str, bool, bool]] = [(0, unit.hex, True, False)]
        done: dict[tuple[str, bool, bool], float] = {}
        while queue:
            spent, here, first, ended = heapq.heappop(queue)
            if (here, first, ended) in done:
                continue
            done[here, first, ended] = spent
            for there in [] if ended else near(here):
                step = self._step(unit, zone, here, there, first)
                if step and spent + step[0] <= allowance:
                    heapq.heappush(queue, (spent + step[0], there, False, step[1]))
        best: dict[str, float] = {}
        for (name, _, _), cost in done.items():
            best[name] = min(cost, best.get(name, cost))
        return best

    def _step(
        self, unit: Unit, zone: set[str], here: str, there: str, first: bool
    ) -> tuple[float, bool] | None:
        if self.shut(here, there) or self.holds(other(unit.side), there):
            return None
        river, bridge = self.between(here, there), self.bridge(here, there)
        marsh = self.is_(there, "swamp") and not self.road(here, there)
        hard = (river == "major-river" and not bridge) or marsh
        if (river == "major-river" or marsh) and here in zone and there in zone:
            return None
        if hard and not first:
            return None
        cost = 2 if self.is_(there, "rough") and not self.road(here, there) else 1
        cost += river == "river" and not bridge
        return cost + 2 * (here in zone) + 2 * (there in zone), hard

    def _strategic(self, unit: Unit, allowance: float) -> dict[str, float]:
        zone = self.zone(other(unit.side))
        found = {unit.hex: 0.0} if unit.hex not in zone else {}
        fringe = list(found)
        while fringe:
            here = fringe.pop(0)
            for there in near(here):
                shut = self.shut(here, there) or self.holds(other(unit.side), there)
                if shut or there in zone or there in found or not self.road(here, there):
                    continue
                if found[here] + 0.5 <= allowance:
                    found[there] = found[here] + 0.5
                    fringe.append(there)
        return found

    # 10.3

    def odds(self, target: str) -> tuple[set[str], int, int]:
        """Who may attack a hex, their attack, its defence."""
        joining: dict[str, list[Unit]] = {}
        defence = 0
        side = next(unit.side for unit in self.units if unit.hex == target)
        for unit in self.units:
            value = unit.get("strength")[unit.step - 1]
            if unit.hex == target:
                defence += max(0, value - 2 * ("isolated" in unit.markers))
            elif unit.side != side and target in near(unit.hex) and not self.shut(unit.hex, target):
                joining.setdefault(unit.hex, []).append(unit)
        attack = 0
        for name, stack in joining.items():
            weak = [2 * bool(u.markers & {"oos", "isolated"}) for u in stack]
            values = [u.get("strength")[u.step - 1] for u in stack]
            total = sum(max(0, v - w) for v, w in zip(values, weak, strict=True))
            attack += total // 2 if self.between(name, target) else total
        return {u.id for stack in joining.values() for u in stack}, attack, defence

    # 10.7

    def advances(self, unit: Unit, target: str, attackers: list[Unit]) -> set[Path]:
        """All ways of an attacker into a hex that has become empty: those who advance with it do
        not bar its way."""
        ids = {one.id for one in attackers}
        left = [one for one in self.units if one.hex != target and one.id not in ids]

        def room(name: str) -> bool:
            there = [one for one in left if one.hex == name]
            own = [one for one in there if (one.type == "hq") == (unit.type == "hq")]
            return len(own) < (1 if unit.type == "hq" else 2)

        def dry(here: str, there: str) -> bool:
            return self.between(here, there) != "major-river" or self.bridge(here, there)

        if self.shut(unit.hex, target):
            return set()
        found: set[Path] = {(target,)} if room(target) else set()
        if unit.type not in ("mechanised", "armoured") or not dry(unit.hex, target):
            return found
        enemies = {one.hex for one in left if one.side != unit.side}
        onward = [n for n in near(target) if not self.shut(target, n) and dry(target, n)]
        return found | {(target, n) for n in onward if n not in enemies and room(n)}

    # 10.6

    def retreats(self, unit: Unit, length: int) -> set[Path]:
        """All ways that a unit may take, hexes added for stacking included."""
        first = self._required(unit, unit.hex, list(self._ways(unit, (), length)))
        return {way for path in first for way in self._prolonged(unit, path)}

    def _may(self, unit: Unit, here: str, there: str) -> bool:
        if self.shut(here, there) or self.holds(other(unit.side), there):
            return False
        if self.between(here, there) != "major-river":
            return True
        zone = self.zone(other(unit.side))
        return here == unit.hex and not (here in zone and there in zone)

    def _ways(self, unit: Unit, path: Path, length: int) -> Iterator[Path]:
        if len(path) == length:
            yield path
            return
        here = path[-1] if path else unit.hex
        for there in near(here):
            if there != unit.hex and there not in path and self._may(unit, here, there):
                yield from self._ways(unit, (*path, there), length)

    def _required(self, unit: Unit, start: str, ways: list[Path]) -> list[Path]:
        zone = self.zone(other(unit.side))
        sources = [name for name in self.terrain if self.is_(name, f"{unit.side}-supply")]

        def entered(way: Path) -> int:
            return sum(name in zone for name in way)

        def nearer(way: Path) -> bool:
            steps = list(zip((start, *way), way, strict=False))
            return any(all(distance(b, s) < distance(a, s) for a, b in steps) for s in sources)

        def room(way: Path) -> bool:
            return not self._full(unit, way[-1])

        fewest = min(map(entered, ways), default=0)
        ways = [way for way in ways if entered(way) == fewest]
        tests: list[Callable[[Path], bool]] = [
            lambda way: nearer(way) and room(way), nearer, room, lambda way: True,
        ]  # fmt: skip
        return next((kept for test in tests if (kept := [w for w in ways if test(w)])), [])

    def _full(self, unit: Unit, name: str) -> bool:
        friends = [u for u in self.units if u.hex == name and u.side == unit.side]
        return sum(u.id != unit.id for u in friends) >= 2

    def _prolonged(self, unit: Unit, path: Path) -> Iterator[Path]:
        steps = len(unit.get("strength")) - unit.step + 1
        lost = sum(name in self.zone(other(unit.side)) for name in path)
        if lost >= steps or not self._full(unit, path[-1]):
            yield path
        elif len(path) <= 8:
            end = path[-1]
            onward = [
                (there,)
                for there in near(end)
                if there != unit.hex and there not in path and self._may(unit, end, there)
            ]
            for way in self._required(unit, end, onward):
                yield from self._prolonged(unit, path + way)
