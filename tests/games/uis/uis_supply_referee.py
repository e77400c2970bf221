"""A second, plainer referee for Under an Iron Sky: supply, traced outwards from each unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from uis_ground_referee import PACT, Ground, around, enemy, is_combat, mode

from assistant.position import Position, Unit

LANDED = {"airborne", "airmobile", "marine"}
LINE = {"armoured", "mechanized"}
STUBBORN = {"us", "uk", "ne"}
EAST = "Se14"


class Supply(Ground):
    """Who is in General Supply."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        near = [n for marker in self.state["chemical"] for n in (marker, *around(marker))]
        self.poisoned = {*near, *self.state["nuclear"]}
        self._known: dict[str, bool] = {}

    def closed_to_lines(self, name: str, side: str) -> bool:
        foe = enemy(side)
        if name in self.held(foe) or self.is_sea(name) or name in self.neutral:
            return True
        if name in self.zones[foe] and name not in self.held(side):
            return True
        guarded = any(is_combat(u) and mode(u) == "tactical" for u in self.at[name])
        return side == "wp" and name in self.state["revolt"] and not guarded

    def search(
        self,
        unit: Unit,
        goals: Iterable[str],
        limit: float,
        closed: Callable[[str, str], bool],
        price: Callable[[str, str], float],
    ) -> bool:
        """Whether some goal is within a limit."""
        if closed(unit.hex, unit.side):
            return False
        goals, best = set(goals), {unit.hex: 0.0}
        queue = [(0.0, unit.hex)]
        while queue:
            so_far, name = heappop(queue)
            if name in goals:
                return True
            for near in around(name):
                total = so_far + price(name, near)
                passable = not closed(near, unit.side) and not self.barred(name, near)
                if passable and total <= limit and total < best.get(near, 1e9):
                    best[near] = total
                    heappush(queue, (total, near))
        return False

    def line(self, unit: Unit) -> bool:
        """A line of communication (40)."""
        goals = self.ports() if unit.side == "nato" else self.east()
        return self.search(unit, goals, 1e9, self.closed_to_lines, lambda start, end: 1)

    def route(self, unit: Unit, goals: Iterable[str], limit: float) -> bool:
        """A supply route (12.1)."""
        table, leaving = self.state["road-cost"], self.state["interdiction"]

        def price(start: str, end: str) -> float:
            if self.river_stops(start, end):
                return 1e9
            return float(table.get(end, table["all"]) + leaving.get(start, 0))

        return self.search(unit, goals, limit, self.closed_to_routes, price)

    def closed_to_routes(self, name: str, side: str) -> bool:
        return name in self.poisoned or self.closed_to_lines(name, side)

    def head(self, unit: Unit) -> bool:
        """The route of a supply head (12.3.5)."""

        def price(start: str, end: str) -> float:
            if self.river_stops(start, end):
                return 1e9
            return 1 if self.country.get(end) in PACT and end not in self.on_lines() else 0

        return self.search(unit, self.pact_sources(), 5, self.closed_to_routes, price)

    def on_lines(self) -> set[str]:
        return {name for pairs in self.board.lines.values() for pair in pairs for name in pair}

    def east(self) -> set[str]:
        return {f"{EAST}{row:02}" for row in range(1, 18)}

    def ports(self) -> set[str]:
        """The ports that are sources (12.2.8)."""
        shut = (self.zones["wp"] - self.held("nato")) | self.held("wp")
        ruled = self.state["air-superiority"].get("wp", ())
        damaged = {ends[0] for ends in self.damaged if len(ends) == 1}
        return {
            name
            for name in self.board.hexes_with("port")
            if name not in damaged
            and name not in ruled
            and not shut & set(self.state["inlets"].get(name, ()))
        }

    def pact_sources(self) -> set[str]:
        lands = PACT | {"austria"}
        ends = self.east() & self.on_lines()
        return {name for name in ends if self.country.get(name) in lands} - self.neutral

    def supplied(self, unit: Unit) -> bool:
        if unit.id not in self._known:
            first = 4 if unit.side == "nato" else 3
            if self.war_turn <= first:
                self._known[unit.id] = self.line(unit)
            else:
                self._known[unit.id] = self._west(unit) if unit.side == "nato" else self._pact(unit)
        return self._known[unit.id]

    def through(self, unit: Unit, links: Iterable[Unit], limit: float) -> bool:
        return any(self.route(unit, [u.hex], limit) and self.supplied(u) for u in links)

    def is_component(self, unit: Unit) -> bool:
        part = is_combat(unit) and unit.type != "division-base"
        nameless = (unit.side, unit.get("size")) == ("wp", "regiment") and unit.type in LINE
        named = unit.get("division") is not None
        return part and unit.get("size") != "division" and (named or nameless)

    def bases(self, side: str) -> list[Unit]:
        return [unit for unit in self.of(side) if unit.type == "division-base"]

    def _west(self, unit: Unit) -> bool:
        if unit.type == "hq":
            return self.route(unit, self.ports(), 1e9)
        own = [b for b in self.bases("nato") if b.get("division") == unit.get("division")]
        free = "independent-brigades" in self.state["options"] and unit.get("nation") in STUBBORN
        gone = unit.get("division") in self.state["eliminated"]
        if self.is_component(unit) and own and not free and not gone:
            mine = [base for base in own if base.get("nation") == unit.get("nation")] or own
            by_base = self.through(unit, sorted(mine, key=lambda base: base.hex)[:1], 10)
            return by_base or (unit.type in LANDED and self._alone_west(unit))
        return self._alone_west(unit)

    def _alone_west(self, unit: Unit) -> bool:
        heads = [
            other
            for other in self.of("nato")
            if other.type == "hq" and other.get("nation") == unit.get("nation")
        ]
        return self.route(unit, self.ports(), 15) or self.through(unit, heads, 15)

    def _pact(self, unit: Unit) -> bool:
        if unit.type == "fsh":
            return self.head(unit)
        heads = [other for other in self.of("wp") if other.type == "fsh"]
        staffs = [other for other in self.of("wp") if other.type == "hq" and unit.type != "hq"]
        if self.is_component(unit):
            if self.through(unit, self.bases("wp"), 5):
                return True
            if unit.type not in LANDED:
                return False
        return self.route(unit, self.pact_sources(), 10) or self.through(
            unit, [*heads, *staffs], 10
        )

    def state_of(self, unit: Unit) -> str:
        """The answer after the check of 12.4."""
        if self.supplied(unit):
            return "supplied"
        second = "fuel-1" in unit.markers and self.phasing == unit.side
        return "oos" if "oos" in unit.markers or second else "fuel-1"
