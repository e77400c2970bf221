"""A second, plainer referee for Under an Iron Sky: what a unit reaches, and at what cost."""

from __future__ import annotations

from heapq import heappop, heappush

from uis_ground_referee import PACT, WEST, around, enemy, is_combat, mode
from uis_supply_referee import Supply

from assistant.position import Position, Unit

FOOT = {"airborne", "airmobile", "alpine", "marine", "special-forces"}
LONE = {"ssm", "ada", "ew", "railroad-regiment"}
HOMES = {"cz": "czechoslovakia", "po": "poland", "eg": "east-germany", "hu": "hungary"}
RIVERS = {"river", "major-river"}


class March(Supply):
    """One unit on the move."""

    def __init__(self, position: Position, unit: Unit) -> None:
        super().__init__(position)
        self.unit = unit
        self.hostile = self.zones[enemy(unit.side)]
        self.column = "road" if unit.type in LONE else mode(unit)
        self.on_foot = "foot" in self.state["options"] and unit.type in FOOT
        self.reserve = unit.side == "nato" and "reserve" in unit.markers and self.phasing == "wp"
        self.cut_off = "oos" in unit.markers and not self.supplied(unit)
        home = HOMES.get(str(unit.get("nation")), "")
        markers = {self.country.get(name) for name in self.state["revolt"]}
        self.rebels = home if home in markers else ""

    def points(self) -> tuple[float, float]:
        """The allowance, and the most that fatigue allows."""
        if self.unit.type in ("fsh", "sam"):
            return 0, 0
        basic, cap = (10, 20) if self.on_foot else (20, 50)
        if self.reserve:
            basic = cap = 6
        if self.unit.type == "railroad-regiment":
            basic = cap = 4
        if self.cut_off:
            basic = cap = min(5, basic)
        return basic, cap

    def may_move(self) -> bool:
        own_phase = self.unit.side == self.phasing or self.reserve
        return own_phase and not self.unit.get("moved") and mode(self.unit) != "hedgehog"

    def friends(self, name: str) -> bool:
        return any(
            u.side == self.unit.side and is_combat(u) and u.id != self.unit.id
            for u in self.at[name]
        )

    def kept_back(self, name: str) -> float | None:
        """Points for the combat that entering means; None if the unit cannot fight it."""
        if name not in self.hostile or self.friends(name):
            return 0
        able = is_combat(self.unit) and self.column == "tactical" and self.unit.get("attack")
        if not able or self.reserve or self.cut_off or self.rebels:
            return None
        return 4 if self.unit.get("attack") == 1 else 2

    def held_fast(self, end: str) -> bool:
        """Whether an enemy zone keeps the unit from a first step (6.2)."""
        unit = self.unit
        if unit.hex not in self.hostile:
            return False
        others = [u for u in self.at[unit.hex] if is_combat(u) and u.id != unit.id]
        if self.reserve:
            return not others
        if not unit.get("began-in-zoc", not unit.get("spent", 0)):
            return True
        if any(not u.get("moved") and not u.get("spent", 0) for u in others):
            return False
        dry = any(
            unit.hex in self.covers(near) and not self.board.between(near, unit.hex) & RIVERS
            for near in around(unit.hex)
            if any(u.side == enemy(unit.side) and self.exerts(u) for u in self.at[near])
        )
        return dry or (end in self.hostile and not self.at[end])

    def closed(self, start: str, end: str, riding: bool) -> bool:
        unit = self.unit
        if self.is_sea(end) or self.barred(start, end) or end in self.neutral:
            return True
        if any(u.side != unit.side for u in self.at[end]):
            return True
        there = self.country.get(end)
        flees = is_combat(unit) and self.country.get(start) == self.rebels and there
        if self.rebels and flees and there != self.rebels:
            return True
        if self.on_foot and self.column == "road" and not riding:
            return True
        if start == unit.hex and self.held_fast(end):
            return True
        if self.reserve and end in self.breach() and not self.friends(end):
            return True
        return not self.has_room(start, end, riding)

    def has_room(self, start: str, end: str, riding: bool) -> bool:
        fast = self.column == "road" and self.joined("autobahn", start, end)
        if riding or (fast and (start, end) not in self.damaged):
            return True
        others = [u for u in self.at[end] if u.id != self.unit.id]
        return not self.too_many([*others, self.unit])

    def cost(self, start: str, end: str, riding: bool) -> float:
        bad = self.state["weather"] == "bad"
        price = 0.25
        if not riding:
            table = self.state[f"{self.column}-cost"]
            price = table.get(end, table["all"])
            price *= 2 if bad and self.column == "tactical" else 1
            gas = {n for marker in self.state["chemical"] for n in (marker, *around(marker))}
            if end in gas:
                price *= 2 if self.unit.side == "wp" else 3
            price += self.unit.get("fatigue", 0)
        price += self.state["interdiction"].get(start, 0) + self.state["nuclear"].get(start, 0)
        price += 5 if start in self.state["revolt"] else 0
        lands = {self.country.get(start), self.country.get(end)}
        if self.war_turn == 1 and lands & PACT and lands & (WEST | {"austria"}):
            price += 2
        if end in self.hostile:
            price += 2 if bad else 4
        breached = self.phasing == self.unit.side and end in self.breach()
        return price + (1 if breached else 0)

    def reach(self) -> dict[str, float]:
        """Every hex with the points that it costs."""
        unit, found, seen = self.unit, dict[str, float](), set()
        if not self.may_move():
            return {}
        budget = self.points()[1] - unit.get("spent", 0)
        rails = {name for pair in self.board.lines.get("railroad", ()) for name in pair}
        rides = unit.side == "wp" and mode(unit) == "road" and unit.hex in rails
        queue = [(0.0, unit.hex, rides and not unit.get("spent", 0))]
        while queue:
            so_far, name, riding = heappop(queue)
            if (name, riding) in seen:
                continue
            seen.add((name, riding))
            found.setdefault(name, so_far)
            if name in self.hostile and name != unit.hex:
                continue
            for near in around(name):
                by_rail = riding and self.joined("railroad", name, near)
                for aboard in (
                    (True, False) if by_rail and (name, near) not in self.damaged else (False,)
                ):
                    kept = self.kept_back(near)
                    if kept is None or self.closed(name, near, aboard):
                        continue
                    total = so_far + self.cost(name, near, aboard)
                    if total + kept <= budget:
                        heappush(queue, (total, near, aboard))
        del found[unit.hex]
        return found
