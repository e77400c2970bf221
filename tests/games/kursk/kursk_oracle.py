"""Kursk read a second time, without its rooms: zones, supply, command, marches, retreats, worked out
hex by hex from plain data. Slow, and independent of what it is compared with."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise

from kursk_random import GUNS, STATE, Corner

from assistant.position import Unit

ARMOUR = ("panzer", "panzergrenadier", "tank-destroyer", "tank", "mechanized")
CORPS = ("rifle", "motorized", "tank", "mechanized")
POINTS = {"corps": 3, "division": 2, "regiment": 1}
FAR = 99


def columns(row: int) -> int:
    return 34 if row % 2 else 33


def around(name: str) -> list[str]:
    """Neighbours by the numbers alone."""
    row, column = int(name[:2]), int(name[2:])
    slant = -1 if row % 2 else 1
    steps = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, slant), (-1, slant)]
    places = [(row + up, column + right) for up, right in steps]
    return [f"{r:02d}{c:02d}" for r, c in places if 1 <= r <= 59 and 1 <= c <= columns(r)]


def distance(one: str, other: str) -> int:
    def east(name: str) -> float:
        return int(name[2:]) + (0 if int(name[:2]) % 2 else 0.5)

    rows = abs(int(one[:2]) - int(other[:2]))
    return int(rows + max(0.0, abs(east(one) - east(other)) - rows / 2))


def foe(side: str) -> str:
    return "soviet" if side == "german" else "german"


class Oracle:
    """One corner of the board."""

    def __init__(self, corner: Corner) -> None:
        self.position = corner.position
        self.units = corner.position.units
        self.by_id = {unit.id: unit for unit in self.units}
        self.terrain = corner.terrain
        self.sides = {
            pair: set(kinds)
            for (one, other), kinds in corner.sides.items()
            for pair in ((one, other), (other, one))
        }
        self.lines = {
            kind: {
                pair
                for run in runs
                for one, other in pairwise(run)
                for pair in ((one, other), (other, one))
            }
            for kind, runs in corner.lines.items()
        }

    # Zones and hexes

    def exerts(self, unit: Unit) -> bool:
        if unit.type == "hq":
            return unit.side == "german"
        return unit.type not in (*GUNS, "partisan") and unit.fields["attack"] > 0

    def zone_of(self, name: str) -> list[str]:
        return [
            near
            for near in around(name)
            if "major-river" not in self.sides.get((name, near), ())
            and not {"city", "major-city"} & set(self.terrain.get(near, ()))
        ]

    @cached_property
    def zones(self) -> dict[str, set[str]]:
        return {
            side: {
                near
                for unit in self.units
                if unit.side == side and self.exerts(unit)
                for near in self.zone_of(unit.hex)
            }
            for side in ("german", "soviet")
        }

    def held(self, name: str, side: str) -> bool:
        return any(
            unit.hex == name and unit.side == side and "inoperative" not in unit.markers
            for unit in self.units
        )

    def closed_lake(self, here: str, near: str) -> bool:
        lake = "lake" in self.sides.get((here, near), ())
        return lake and (here, near) not in self.lines["road"]

    # Supply and command

    def open(self, name: str, side: str) -> bool:
        if self.held(name, foe(side)):
            return False
        return name not in self.zones[foe(side)] or self.held(name, side)

    def usable(self, name: str, kind: str, side: str) -> bool:
        beyond = side == "german" and name in self.position.state["start-soviet"]
        return self.open(name, side) and not (kind == "rail" and beyond)

    def joined(self, name: str, kind: str) -> set[str]:
        kinds = ("road",) if kind == "road" else ("railroad", "railroad-double")
        return {b for line in kinds for a, b in self.lines[line] if a == name}

    def edge(self, side: str) -> set[str]:
        hexes = {a for line in self.lines.values() for a, _ in line}
        column = {name: 1 if side == "german" else columns(int(name[:2])) for name in hexes}
        return {
            name
            for name in hexes
            if int(name[2:]) == column[name]
            and any(self.joined(name, k) and self.usable(name, k, side) for k in ("road", "rail"))
        }

    @cached_property
    def sources(self) -> dict[str, set[str]]:
        return {side: self._sources(side) for side in ("german", "soviet")}

    def _sources(self, side: str) -> set[str]:
        fringe = [
            (name, kind, 0)
            for name in self.edge(side)
            for kind in ("road", "rail")
            if self.joined(name, kind) and self.usable(name, kind, side)
        ]
        seen = set(fringe)
        while fringe:
            name, kind, changes = fringe.pop()
            other = "rail" if kind == "road" else "road"
            onward = [(near, kind, changes) for near in self.joined(name, kind)]
            if changes < 2 and self.joined(name, other):
                onward.append((name, other, changes + 1))
            for link in onward:
                if link not in seen and self.usable(link[0], link[1], side):
                    seen.add(link)
                    fringe.append(link)
        return {name for name, _, _ in seen}

    def nearest(self, unit: Unit, targets: set[str]) -> int:
        found, fringe = {unit.hex: 0}, [unit.hex]
        for steps in range(1, 9):
            fringe = [
                near
                for near in {n for name in fringe for n in around(name)}
                if near not in found and self.open(near, unit.side)
            ]
            found.update(dict.fromkeys(fringe, steps))
        return min((found[name] for name in targets if name in found), default=FAR)

    def independent(self, unit: Unit) -> bool:
        return "independent" in unit.markers and unit.type != "hq"

    def chain(self, unit: Unit) -> list[str]:
        names: list[str] = list(unit.fields.get("hq", ()))
        while names and names[-1] in self.by_id:
            above = self.by_id[names[-1]].fields.get("hq", ())
            more = [name for name in above if name not in names and name != unit.id]
            if not more:
                break
            names += more
        return names

    def head(self, unit: Unit) -> Unit | None:
        return next((self.by_id[name] for name in self.chain(unit) if name in self.by_id), None)

    def supplied(self, unit: Unit, attacked: bool = False) -> bool:
        if unit.type == "hq":
            able = attacked or "disrupted" not in unit.markers
            return able and self.nearest(unit, self.sources[unit.side]) <= 8
        if self.independent(unit) or unit.type in GUNS:
            return self.nearest(unit, self.sources[unit.side]) <= 7
        if self.nearest(unit, self.edge(unit.side)) <= 7:
            return True
        head = self.head(unit)
        if head is None or "disrupted" in head.markers or not self.supplied(head):
            return False
        return self.nearest(unit, {head.hex}) <= 7

    def in_communication(self, unit: Unit) -> bool:
        if self.independent(unit) or unit.type in GUNS:
            return True
        if unit.type == "hq" and not self.chain(unit):
            return True
        head = self.head(unit)
        if head is None or (unit.type != "hq" and "disrupted" in head.markers):
            return False
        return distance(unit.hex, head.hex) <= 7

    def mode(self, unit: Unit) -> str:
        if unit.type in ("hq", *GUNS) or self.independent(unit):
            return "mobile"
        own = self.by_id.get((self.chain(unit) or [""])[0])
        return str((own or unit).fields.get("mode") or "mobile")

    # Marches

    def allowance(self, unit: Unit) -> int | None:
        """None for a unit that may not move."""
        side, _, phase = self.position.phase.partition("-")
        if unit.side != side or phase not in ("movement", "mechanized"):
            return None
        if "disrupted" in unit.markers or unit.type == "partisan":
            return None
        rolls = unit.type == "hq" or (unit.type in ARMOUR and self.mode(unit) != "static")
        if phase == "mechanized" and not rolls:
            return None
        cut_off = not (self.supplied(unit) and self.in_communication(unit))
        slow = self.mode(unit) != "mobile"
        return int(unit.fields["movement"]) // ((2 if cut_off else 1) * (2 if slow else 1))

    def cost(self, here: str, near: str) -> float:
        if (here, near) in self.lines["road"]:
            return 0.5
        kinds = [kind for kind in self.terrain.get(near, ()) if kind != "village"]
        across = sum(STATE[f"cost-{kind}"] for kind in self.sides.get((here, near), ()))
        return max((STATE[f"cost-{kind}"] for kind in kinds), default=1) + across

    def enters(self, unit: Unit, here: str, near: str) -> bool:
        enemies = [u for u in self.units if u.hex == near and u.side != unit.side]
        if any(unit.side == "soviet" or enemy.type != "partisan" for enemy in enemies):
            return False
        if self.closed_lake(here, near):
            return False
        if "major-river" not in self.sides.get((here, near), ()) or self.held(near, unit.side):
            return True
        guards = (u for u in self.units if u.side != unit.side and self.exerts(u))
        return not any(near in self.zone_of(u.hex) and self.on_major_river(u.hex) for u in guards)

    def on_major_river(self, name: str) -> bool:
        return any("major-river" in self.sides.get((name, near), ()) for near in around(name))

    def marches(self, unit: Unit, points: int) -> dict[str, float]:
        zone = self.zones[foe(unit.side)]
        best: dict[str, float] = {}
        alone: dict[str, float] = {}
        done = set()
        queue = [(0.0, unit.hex, False)]
        while queue:
            spent, here, left = heappop(queue)
            if (here, left) in done:
                continue
            done.add((here, left))
            best.setdefault(here, spent)
            if here != unit.hex and here in zone:
                continue
            for near in around(here):
                leaving = here == unit.hex and here in zone
                if not self.enters(unit, here, near) or (near in zone and (left or leaving)):
                    continue
                cost = self.cost(here, near) + (2 if leaving else 0)
                if spent + cost <= points:
                    heappush(queue, (spent + cost, near, left or leaving))
                elif (here, spent) == (unit.hex, 0):
                    alone[near] = cost
        reached = {**alone, **best}
        del reached[unit.hex]
        return reached

    def infiltrations(self, unit: Unit, points: int) -> dict[str, float]:
        zone = self.zones["soviet"]
        if self.position.phase != "german-movement" or unit.hex not in zone:
            return {}
        if not (self.supplied(unit) and self.in_communication(unit)):
            return {}
        near_it = (unit.hex, *around(unit.hex))
        friends = [
            u for u in self.units if u.hex in near_it and u.side == "german" and u.type != "hq"
        ]
        if not any(u.id != unit.id and u.fields["attack"] > 0 for u in friends):
            return {}
        rivers = {"river", "major-river"}
        return {
            near: points
            for near in around(unit.hex)
            if near in zone
            and self.enters(unit, unit.hex, near)
            and not self.sides.get((unit.hex, near), set()) & rivers
        }
