"""A second referee: the same rules once more, slow and plain, sharing no code with the first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from nr_referee_table import AREAS, FAR, Table, apart, home, other

from assistant.position import Unit

Path = tuple[str, ...]
BALKANS = AREAS[1:]
WHITE = ("fort", "cadre", "rezervy")
COLUMNS = {
    6: "6:1", 5: "5:1", 4: "4:1", 3: "3:1", 2: "2:1", 1.5: "3:2", 1: "1:1", 0.5: "1:2", 1 / 3: "1:3",
}  # fmt: skip


class Referee(Table):
    """Moves, retreats, advances, odds and stacking on a table of plain dictionaries."""

    # 8

    def admits(self, unit: Unit, name: str) -> bool:
        if home(unit) == "finnish":
            return name == "finland"
        if name == "finland":
            return home(unit) == "german" or unit.side == "soviet"
        if name in BALKANS:
            return self.balkans_open and (home(unit) == "german" or unit.side == "soviet")
        return True

    def allowance(self, unit: Unit) -> int:
        printed = int(unit.get("movement")[min(unit.step, len(unit.get("movement"))) - 1])
        caps = {"mud": 3, "snow": 4, "long-winter": 4}
        points = min(printed, caps.get(self.weather, FAR))
        return min(points, 3) if "oos" in unit.markers else points

    def reach(self, unit: Unit) -> dict[str, int]:
        points, zone, foe = self.allowance(unit), self.zone(other(unit.side)), other(unit.side)
        best = {unit.hex: 0}
        heap = [(0, unit.hex)]
        while heap and points:
            spent, here = heapq.heappop(heap)
            first = here == unit.hex
            if spent > best[here] or (here in zone and not first):
                continue
            for there in self.near(here):
                if self.shut(here, there) or self.holds(foe, there):
                    continue
                if not self.admits(unit, there):
                    continue
                if here in zone and there in zone and not self.holds(unit.side, there):
                    continue
                cost = 2 if self.is_(there, "forest") and unit.type == "armour" else 1
                cost += spent + (1 if first and here in zone else 0)
                if (first or cost <= points) and cost < best.get(there, FAR):
                    best[there] = cost
                    heapq.heappush(heap, (cost, there))
        del best[unit.hex]
        return best

    # 10.7.5

    def retreats(self, unit: Unit) -> dict[Path, bool]:
        zone, foe, start = self.zone(other(unit.side)), other(unit.side), unit.hex

        def steps(here: str) -> Iterator[str]:
            for there in self.near(here):
                safe = there not in zone or self.holds(unit.side, there)
                free = not self.shut(here, there) and not self.holds(foe, there)
                if safe and free and self.admits(unit, there):
                    yield there

        def ways() -> Iterator[Path]:
            for one in steps(start):
                if one in AREAS:
                    yield (one,)
                    continue
                for two in steps(one):
                    if two == start:
                        continue
                    if two in AREAS or start in AREAS or apart(start, two) == 2:
                        yield (one, two)

        found = [way for way in ways() if start not in AREAS or way[-1] not in self.near(start)]
        ends = self.sources(unit.side)
        before = self.distance(unit.side, start, ends)
        nearer = {w: self.distance(unit.side, w[-1], ends) < before for w in found}
        return nearer if any(nearer.values()) else dict.fromkeys(found, True)

    # 10.8

    def advances(self, unit: Unit, target: str) -> set[Path]:
        stays = unit.type in (*WHITE, "volkssturm") or "disorganised" in unit.markers
        if stays or self.shut(unit.hex, target):
            return set()
        most = {"clear": 2, "snow": 2}.get(self.weather, 1)
        if self.weather == "clear" and unit.type == "armour":
            tanks = self.turn >= 11 if unit.side == "soviet" else home(unit) == "german"
            most = 3 if tanks else 2
        most = 1 if "oos" in unit.markers else most
        paths: set[Path] = set()
        ring: list[Path] = [(target,)] if self.admits(unit, target) else []
        while ring and len(ring[0]) <= most:
            paths |= set(ring)
            ring = [
                (*path, there)
                for path in ring
                if not self.is_(path[-1], "forest")
                for there in self.near(path[-1])
                if not self.shut(path[-1], there) and self.admits(unit, there)
                if there == target or not self.holds(other(unit.side), there)
                if there not in path
            ]
        return paths

    # 10.1.1, 10.6

    def attackers(self, target: str) -> list[Unit]:
        side = other(next(unit.side for unit in self.units if unit.hex == target))
        return [
            unit
            for unit in self.units
            if unit.side == side and unit.hex in self.near(target)
            if not self.shut(unit.hex, target)
            if unit.type not in WHITE and "disorganised" not in unit.markers
        ]

    def odds(self, target: str) -> tuple[set[str], int, int, str | None, int]:
        """Who attacks, both strengths, the first column and the shifts (forest none)."""
        attackers = self.attackers(target)
        defenders = [unit for unit in self.units if unit.hex == target]
        attack, defence = (
            sum(int(u.get("strength")[u.step - 1]) for u in group)
            for group in (attackers, defenders)
        )
        columns = [name for least, name in COLUMNS.items() if attack >= least * defence]
        first = columns[0] if columns else None
        return {u.id for u in attackers}, attack, defence, first, self.shift(target, attackers)

    def shift(self, target: str, attackers: list[Unit]) -> int:
        defenders = [unit for unit in self.units if unit.hex == target]
        winter = self.weather in ("snow", "long-winter")
        crossed = [self.between(unit.hex, target) for unit in attackers]
        net = -1 if self.is_(target, "city") else 0
        net -= 1 if not winter and all("river" in side for side in crossed) else 0
        inward = self.is_(target, "objective") and all("objective" in side for side in crossed)
        net -= 1 if inward else 0
        net += 2 if any("oos" in unit.markers for unit in defenders) else 0
        net += 1 if any(u.type == "shock" and u.step == 1 for u in attackers) else 0
        armour = any(u.type == "armour" and "oos" not in u.markers for u in attackers)
        infantry = not any(u.type in ("armour", "mechanised") for u in defenders)
        rough = set(self.terrain.get(target, [])) - {"germany"}
        net += 1 if armour and infantry and not rough and self.weather in ("clear", "snow") else 0
        east = target not in AREAS and not self.is_(target, "germany")
        net -= 1 if winter and east and attackers[0].side == "axis" else 0
        return net

    # 8.4.1

    def crowded(self) -> set[str]:
        """Hexes over the limit in a Soviet player turn."""
        found = set()
        for name in {unit.hex for unit in self.units}:
            here = [unit for unit in self.units if unit.hex == name and unit.type != "rezervy"]
            kinds = [unit.type for unit in here]
            most = 2
            if here and here[0].side == "soviet" and self.turn < 23:
                tank = self.turn >= 11 and "armour" in kinds and "fort" not in kinds
                most = 2 if tank else 1
            if len(here) > most:
                found.add(name)
        return found
