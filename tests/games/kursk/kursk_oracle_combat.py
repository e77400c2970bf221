"""The oracle's combat: retreats, and the odds of one attack by all who may join it."""

from __future__ import annotations

from typing import NamedTuple

from kursk_board import game
from kursk_oracle import ARMOUR, CORPS, FAR, POINTS, Oracle, around, distance, foe
from kursk_random import GUNS, STATE

from assistant.position import Unit

LIMIT = 6
COLUMNS = game().tables["combat"].columns


class Reckoned(NamedTuple):
    """What an attack comes to."""

    attackers: set[str]
    strength: int
    net: int
    steps: int
    base: str
    shift: int
    column: str


def column_of(strength: int) -> int:
    highest = [0 if c == "<=0" else int(c.split("-")[-1]) for c in COLUMNS[:-1]]
    return next((i for i, high in enumerate(highest) if strength <= high), len(highest))


class CombatOracle(Oracle):
    """Retreats and odds on top of supply and zones."""

    def at(self, name: str) -> list[Unit]:
        return [unit for unit in self.units if unit.hex == name and unit.type != "partisan"]

    def advances(self, unit: Unit, target: str) -> set[tuple[str, ...]]:
        """Ways into a hex whose defenders were eliminated, and into one beside it (9.81 to 9.89);
        where zones only stop."""
        found = {(target,)} if self.free(unit, unit.hex, target) else set()
        fort = f"entrenchment-{foe(unit.side)}" in self.terrain.get(target, ())
        onward = around(target) if found and not fort else ()
        return found | {(target, n) for n in onward if self.free(unit, target, n)}

    def free(self, unit: Unit, here: str, there: str) -> bool:
        """No lake without a road, no enemy but partisans that are not operative, and room (7.0)."""
        if self.closed_lake(here, there) or self.held(there, foe(unit.side)):
            return False
        own = [u for u in self.at(there) if u.side == unit.side and u.id != unit.id]
        return sum(map(self.points, own)) + self.points(unit) <= LIMIT

    def posture(self, unit: Unit) -> str:
        return "disrupted" if "disrupted" in unit.markers else self.mode(unit)

    def postures(self, stack: list[Unit]) -> set[str]:
        fighters = [unit for unit in stack if unit.type not in ("hq", *GUNS)]
        heads = [unit for unit in stack if unit.type == "hq"]
        return {self.posture(unit) for unit in fighters or heads}

    # Retreats

    def points(self, unit: Unit) -> int:
        if unit.type in (*GUNS, "partisan"):
            return 0
        usual = "corps" if unit.type in CORPS else "division"
        usual = "regiment" if unit.type == "security" else usual
        return POINTS[unit.fields.get("size", usual)]

    def falls_back(self, unit: Unit, here: str, near: str) -> bool:
        if "major-river" in self.sides.get((here, near), ()) or self.closed_lake(here, near):
            return False
        if self.held(near, foe(unit.side)):
            return False
        if near in self.zones[foe(unit.side)] and not self.held(near, unit.side):
            return False
        friends = [u for u in self.units if u.hex == near and u.side == unit.side]
        return not friends or sum(map(self.points, (unit, *friends))) <= 6

    def routes(self, unit: Unit, length: int) -> set[tuple[str, ...]]:
        ways = [(unit.hex,)]
        for _ in range(length):
            ways = [
                (*way, near)
                for way in ways
                for near in around(way[-1])
                if near not in way and self.falls_back(unit, way[-1], near)
            ]
        farthest = max((distance(unit.hex, way[-1]) for way in ways), default=0)
        ways = [way for way in ways if distance(unit.hex, way[-1]) == farthest]
        return {way[1:] for way in ways if not self.passes_over_vacancy(unit, way, ways)}

    def passes_over_vacancy(
        self, unit: Unit, way: tuple[str, ...], ways: list[tuple[str, ...]]
    ) -> bool:
        def free(name: str) -> bool:
            return not self.held(name, unit.side) or "major-city" in self.terrain.get(name, ())

        return any(
            not free(way[i]) and any(one[:i] == way[:i] and free(one[i]) for one in ways)
            for i in range(1, len(way))
        )

    def retreats(self, unit: Unit, number: int) -> dict[tuple[str, ...], int]:
        modes = self.postures(self.at(unit.hex))
        columns = max(STATE[f"shift-defender-{mode}"] for mode in modes)
        named = [mode for mode in modes if STATE[f"shift-defender-{mode}"] == columns]
        limit = min(STATE[f"retreat-{mode}"] for mode in named)
        found: dict[tuple[str, ...], int] = {(): number}
        for length in range(1, min(number, int(limit)) + 1):
            found.update(dict.fromkeys(self.routes(unit, length), number - length))
        return found

    # Odds

    def joins(self, unit: Unit, target: str) -> bool:
        side, _, segment = self.position.phase.partition("-")
        if unit.side != side or unit.type in ("hq", "partisan", *GUNS):
            return False
        if not unit.fields["attack"] or "disrupted" in unit.markers or self.independent(unit):
            return False
        mode = self.mode(unit)
        if mode == "static" or (segment == "second-combat" and mode != "assault"):
            return False
        if side == "soviet" and not self.in_communication(unit):
            return False
        return target in around(unit.hex) and not self.closed_lake(unit.hex, target)

    def by_class(self, units: list[Unit]) -> tuple[int, int]:
        """Infantry's points and armour's, stack by stack, what is out of supply halved together."""
        infantry = armour = 0
        for name in {unit.hex for unit in units}:
            for cut_off in (False, True):
                stack = [u for u in units if u.hex == name and self.supplied(u) != cut_off]
                tanks = sum(u.fields["attack"] for u in stack if u.type in ARMOUR)
                total = sum(u.fields["attack"] for u in stack)
                if cut_off:
                    tanks, total = tanks // 2, total // 2
                infantry, armour = infantry + total - tanks, armour + tanks
        return infantry, armour

    def command_shift(self, defenders: list[Unit]) -> int:
        """Columns for mixed command; FAR where a unit without any headquarters leaves it open."""
        units = [unit for unit in defenders if unit.type not in GUNS]
        bound = [unit for unit in units if not self.independent(unit)]
        chains = [[u.id] * (u.type == "hq") + self.chain(u) for u in bound]
        if len(units) > 1 and len(bound) > 1 and not all(chains):
            return FAR
        for i, one in enumerate(chains):
            if any(one[0] not in two and two[0] not in one for two in chains[i + 1 :]):
                return 2
        loose = len(bound) < len(units) or any(map(self.broken_down, units))
        return 1 if len(units) > 1 and loose else 0

    def broken_down(self, unit: Unit) -> bool:
        division = unit.type == "rifle" and unit.fields.get("size") == "division"
        return division or unit.type == "kampfgruppe"

    def odds(self, target: str) -> Reckoned | None:
        """The attack of all who may join; None where a player's choice or an open point decides."""
        defenders = self.at(target)
        attackers = [unit for unit in self.units if self.joins(unit, target)]
        own = any(unit.side == self.position.phase.partition("-")[0] for unit in defenders)
        if own or not attackers or all(unit.type in GUNS for unit in defenders):
            return None
        modes, postures = {self.mode(unit) for unit in attackers}, self.postures(defenders)
        command = self.command_shift(defenders)
        if len(modes) > 1 or len(postures) > 1 or command == FAR:
            return None
        infantry, armour = self.by_class(attackers)
        guns = sum(u.fields["points"] for u in defenders if u.type == "artillery")
        net = infantry - guns + armour
        if infantry < guns:
            net = max(0, armour - (guns - infantry) // 2)
        shift = command + STATE[f"shift-attacker-{modes.pop()}"]
        shift += STATE[f"shift-defender-{postures.pop()}"]
        shift += 2 * any(not self.supplied(unit, attacked=True) for unit in defenders)
        kinds = set(self.terrain.get(target, ())) - {"village"}
        shift += sum(STATE[f"shift-{kind}"] for kind in kinds)
        shift += max(
            sum(STATE[f"shift-{kind}"] for kind in self.sides.get((unit.hex, target), ()))
            for unit in attackers
        )
        base = column_of(net)
        return Reckoned(
            {unit.id for unit in attackers},
            infantry + armour,
            net,
            sum(u.fields["steps"] for u in defenders if u.type not in GUNS),
            COLUMNS[base],
            int(shift),
            COLUMNS[max(0, min(len(COLUMNS) - 1, base + int(shift)))],
        )
