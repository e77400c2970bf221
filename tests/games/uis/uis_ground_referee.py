"""A second, plainer referee for Under an Iron Sky: ground, zones and stacking, hex by hex."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from assistant.position import Position, Unit

PACT = {"east-germany", "poland", "czechoslovakia", "hungary"}
WEST = {"west-germany", "belgium"}
NEUTRALS = {"austria", "switzerland"}
COMBAT = {"armoured", "mechanized", "infantry", "airborne", "airmobile", "marine", "alpine"}
SMALL = {"ssm", "ew", "engineer", "ada", "sam", "special-forces"}
BARRIERS = {"alpine", "impassable"}


@cache
def around(name: str) -> list[str]:
    """The neighbours in section Se, 14 columns of 17 hexes, even columns further south."""
    found = re.fullmatch(r"Se(\d\d)(\d\d)", name)
    assert found
    column, row = int(found[1]), int(found[2])
    up, down = (-1, 0) if column % 2 else (0, 1)
    near = [(0, -1), (0, 1), (1, up), (1, down), (-1, up), (-1, down)]
    return [
        f"Se{column + across:02}{row + along:02}"
        for across, along in near
        if 1 <= column + across <= 14 and 1 <= row + along <= 17
    ]


def enemy(side: str) -> str:
    return "nato" if side == "wp" else "wp"


def is_combat(unit: Unit) -> bool:
    return unit.type in COMBAT or unit.type == "division-base"


def mode(unit: Unit) -> str:
    return "road" if unit.type == "railroad-regiment" else str(unit.get("mode", "tactical"))


class Ground:
    """A position as this referee looks at it."""

    def __init__(self, position: Position) -> None:
        self.state = position.state
        self.units = position.units
        self.phasing = position.phase.removesuffix("-movement")
        self.board = position.board
        self.war_turn = position.state["war-turn"]
        told = position.state["countries"]
        self.country = {name: land for land, names in told.items() for name in names}
        shut = NEUTRALS - set(position.state["violated"])
        self.neutral = {name for name, land in self.country.items() if land in shut}
        self.at: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.units:
            self.at[unit.hex].append(unit)
        damaged = [name.split("/") for name in position.state["damaged"]]
        self.damaged = {tuple(ends) for ends in damaged} | {tuple(ends[::-1]) for ends in damaged}
        self.zones = {side: self._zone(side) for side in ("wp", "nato")}

    def of(self, side: str) -> list[Unit]:
        return [unit for unit in self.units if unit.side == side]

    def held(self, side: str) -> set[str]:
        return {unit.hex for unit in self.of(side)}

    def is_city(self, name: str) -> bool:
        return "city" in self.board.of(name)

    def is_sea(self, name: str) -> bool:
        return "sea" in self.board.of(name)

    def joined(self, kind: str, start: str, end: str) -> bool:
        return (start, end) in self.board.lines.get(kind, ())

    def barred(self, start: str, end: str) -> bool:
        return bool(self.board.between(start, end) & BARRIERS)

    def river_stops(self, start: str, end: str) -> bool:
        """A major river without a bridge, a railway or an autobahn, or with a damaged one."""
        features = self.board.between(start, end)
        crossed = "bridge" in features or any(
            self.joined(kind, start, end) for kind in ("railroad", "autobahn")
        )
        return "major-river" in features and ((start, end) in self.damaged or not crossed)

    # Zones (6, 9.13)

    def exerts(self, unit: Unit) -> bool:
        return is_combat(unit) and mode(unit) == "tactical" and "no-zoc" not in unit.markers

    def covers(self, start: str) -> set[str]:
        if self.is_city(start):
            return set()
        return {end for end in around(start) if self._reaches(start, end)}

    def _reaches(self, start: str, end: str) -> bool:
        one, other = self.country.get(start), self.country.get(end)
        if self.is_city(end):
            return False
        if one != other and {start, end} & self.neutral:
            return False
        return self.war_turn > 0 or not one or not other or one == other

    def breach(self) -> set[str]:
        found = set()
        for marker in self.state["breakthrough"]:
            found.add(marker)
            for near in around(marker) if not self.is_city(marker) else ():
                closed = self.is_city(near) or self.is_sea(near) or near in self.neutral
                if not closed and not self.barred(marker, near):
                    found.add(near)
        return found

    def _zone(self, side: str) -> set[str]:
        zone = {
            name for unit in self.of(side) if self.exerts(unit) for name in self.covers(unit.hex)
        }
        return zone if side == self.phasing else zone - self.breach()

    # Stacking (7)

    def too_many(self, units: list[Unit]) -> bool:
        fighting = [u for u in units if u.type in COMBAT]
        divisions = sum(u.get("size") == "division" for u in fighting)
        sizes = (u.get("size") for u in fighting)
        brigades = sum({"division": 0, "battalion": 0.5}.get(str(size), 1) for size in sizes)
        support = sum(0.5 if u.type in SMALL else 1 for u in units if u.type not in COMBAT)
        if divisions:
            return divisions > 1 or brigades > 0 or support > 2
        return brigades > 3 or brigades + support > 5
