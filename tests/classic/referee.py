"""A second, slow referee of the four small games, written from their rulebook pages: it reads neither
rules.toml nor the costs of game.toml, and looks for nothing cleverly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from assistant.position import Position, Unit

F = Fraction

Edge = tuple[str, str]
Way = tuple[str, ...]


@dataclass(frozen=True)
class Referee:
    """What the pages have in common; each game says its own below."""

    position: Position

    # The map

    def around(self, name: str) -> tuple[str, ...]:
        return tuple(self.position.board.grid.around[name].values())

    def ground(self, name: str) -> frozenset[str]:
        return self.position.board.terrain.get(name, frozenset())

    def side(self, a: str, b: str) -> frozenset[str]:
        return self.position.board.hexsides.get((a, b), frozenset())

    def line(self, kind: str, a: str, b: str) -> bool:
        return (a, b) in self.position.board.lines.get(kind, frozenset())

    def far(self, a: str, b: str) -> int:
        """Hexes between two hexes, by going outward ring by ring."""
        reached, rings = {a}, 0
        while b not in reached:
            reached |= {n for name in reached for n in self.around(name)}
            rings += 1
        return rings

    # Who stands where

    @cached_property
    def units(self) -> list[Unit]:
        return [u for u in self.position.units if u.hex in self.position.board]

    def at(self, name: str) -> list[Unit]:
        return [u for u in self.units if u.hex == name]

    def foes(self, side: str) -> set[str]:
        return self.holders[side][0]

    def friends(self, side: str) -> set[str]:
        return self.holders[side][1]

    @cached_property
    def holders(self) -> dict[str, tuple[set[str], set[str]]]:
        sides, units = self.position.game.sides, self.units
        return {
            s: ({u.hex for u in units if u.side != s}, {u.hex for u in units if u.side == s})
            for s in sides
        }

    @cached_property
    def shuts(self) -> dict[str, set[str]]:
        return {
            s: self.foes(s) | (self.hostile[s] - self.friends(s)) for s in self.position.game.sides
        }

    def shut(self, side: str) -> set[str]:
        """The hexes that no line of a side enters."""
        return self.shuts[side]

    @cached_property
    def known(self) -> dict[str, bool]:
        return {}

    def in_supply(self, unit: Unit) -> bool:
        if unit.id not in self.known:
            self.known[unit.id] = self.traces(unit)
        return self.known[unit.id]

    def traces(self, unit: Unit) -> bool:
        """Whether a unit has a line of supply."""
        return True

    def steps(self, unit: Unit) -> int:
        lists = [v for v in unit.fields.values() if isinstance(v, list)]
        return max((len(v) for v in lists), default=1) - unit.step + 1

    # Zones

    def has_zone(self, unit: Unit) -> bool:
        raise NotImplementedError

    def zone_reaches(self, a: str, b: str) -> bool:
        return True

    def zone(self, side: str) -> set[str]:
        return {
            n for u in self.units if u.side == side and self.has_zone(u)
            for n in self.around(u.hex) if self.zone_reaches(u.hex, n)
        }  # fmt: skip

    @cached_property
    def hostile(self) -> dict[str, set[str]]:
        sides = self.position.game.sides
        return {s: set().union(*(self.zone(o) for o in sides if o != s)) for s in sides}

    # Stacking

    def limit(self, name: str) -> int:
        return 2

    def counts(self, unit: Unit) -> bool:
        return True

    def room(self, unit: Unit, name: str, gone: frozenset[str] = frozenset()) -> bool:
        if not self.counts(unit):
            held = [u for u in self.at(name) if self.counts(u) and u.id not in gone]
            return len(held) <= self.limit(name)
        held = [u for u in self.at(name) if self.counts(u) and u.id not in {unit.id, *gone}]
        return len(held) + 1 <= self.limit(name)

    def overfull(self) -> set[str]:
        return {
            u.hex for u in self.units
            if sum(self.counts(o) for o in self.at(u.hex)) > self.limit(u.hex)
        }  # fmt: skip

    # Movement

    def enter(self, unit: Unit, a: str, b: str) -> F | None:
        """The cost of a step by ground alone; None where it is closed."""
        raise NotImplementedError

    def allowance(self, unit: Unit) -> F:
        return F(unit.face("movement"))

    def toll(self, unit: Unit, a: str, b: str) -> F | None:
        """What zones add to a step; None if they forbid it."""
        raise NotImplementedError

    def stops(self, unit: Unit, name: str) -> bool:
        return name in self.hostile[unit.side]

    def moves(self, unit: Unit) -> dict[str, F]:
        """Least costs by going over all hexes until nothing changes."""
        points, start = self.allowance(unit), unit.hex
        best: dict[str, F] = {start: F(0)}
        changed = True
        while changed:
            changed = False
            for here in list(best):
                if here != start and self.stops(unit, here):
                    continue
                for n in self.around(here):
                    if n in self.foes(unit.side):
                        continue
                    cost, toll = self.enter(unit, here, n), self.toll(unit, here, n)
                    if cost is None or toll is None:
                        continue
                    total = best[here] + cost + toll
                    if here == start and points > 0:
                        total = min(total, points)
                    if total <= points and (n not in best or total < best[n]):
                        best[n] = total
                        changed = True
        return {n: c for n, c in best.items() if n != start and self.room(unit, n)}

    # Combat

    columns: ClassVar[tuple[str, ...]] = ()

    def attacks_from(self, unit: Unit, target: str) -> bool:
        return target in self.around(unit.hex)

    def attackers(self, target: str) -> list[Unit]:
        side = self.at(target)[0].side
        return sorted(
            (u for u in self.units if u.side != side and self.attacks_from(u, target)),
            key=lambda u: u.id,
        )

    def odds(self, target: str) -> tuple[list[str], F, F, str | None]:
        """Attackers, both strengths, the column."""
        raise NotImplementedError

    def ratio(self, attack: F, defence: F, shift: int) -> str | None:
        """The column of the odds: the last that the attack reaches; None left of the first."""
        values = [F(int(c.split("-")[0]), int(c.split("-")[1])) for c in self.columns]
        place = max((i for i, v in enumerate(values) if attack >= v * defence), default=-1)
        if place < 0 or place + shift < 0:
            return None
        return self.columns[min(place + shift, len(values) - 1)]

    # Retreat

    def refuge(self, unit: Unit, a: str, b: str) -> bool:
        """Whether a retreat may step from a hex to the next."""
        if b in self.foes(unit.side) or self.enter(unit, a, b) is None:
            return False
        friend = self.zone_opened and b in self.friends(unit.side)
        return b not in self.hostile[unit.side] or friend

    zone_opened: ClassVar[bool] = False

    def runs(self, unit: Unit, length: int) -> Iterator[Way]:
        def on(way: Way) -> Iterator[Way]:
            if len(way) == length:
                yield way
                return
            here = way[-1] if way else unit.hex
            for n in self.around(here):
                if n != unit.hex and n not in way and self.refuge(unit, here, n):
                    yield from on((*way, n))

        return on(())

    def retreats(self, unit: Unit, length: int) -> set[Way]:
        return {
            w for w in self.runs(unit, length)
            if self.far(unit.hex, w[-1]) == length and self.room(unit, w[-1])
        }  # fmt: skip


def crossing(referee: Referee, a: str, b: str, kind: str, *roads: str) -> bool:
    return kind in referee.side(a, b) and not any(referee.line(r, a, b) for r in roads)


class Aldra(Referee):
    columns = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")

    def has_zone(self, unit: Unit) -> bool:
        return True

    def enter(self, unit: Unit, a: str, b: str) -> F | None:
        if "lake" in self.ground(b):
            return None
        if self.line("road", a, b):
            return F(1, 2)
        cost = F(1)
        if self.ground(b) & {"woods", "hills"} or (
            unit.type == "horse" and "town" in self.ground(b)
        ):
            cost = F(2)
        return cost + (2 if "river" in self.side(a, b) else 0)

    def toll(self, unit: Unit, a: str, b: str) -> F | None:
        both = {a, b} <= self.hostile[unit.side]
        return None if both else F(0)

    def odds(self, target: str) -> tuple[list[str], F, F, str | None]:
        who = self.attackers(target)
        attack = F(sum(u.face("strength") for u in who))
        defence = F(sum(u.face("strength") for u in self.at(target)))
        if self.ground(target) & {"hills", "town"}:
            defence *= 2
        if who and all(crossing(self, u.hex, target, "river", "road") for u in who):
            defence *= 2
        return [u.id for u in who], attack, defence, self.ratio(attack, defence, 0)

    def retreats(self, unit: Unit, length: int) -> set[Way]:
        found: set[Way] = set()
        for way in self.runs(unit, length):
            if self.far(unit.hex, way[-1]) != length:
                continue
            if self.room(unit, way[-1]):
                found.add(way)
                continue
            found |= self.further(unit, way, 3)
        return found

    def further(self, unit: Unit, way: Way, more: int) -> set[Way]:
        """From a full hex on, until there is room; never back."""
        fringe = {way}
        for _ in range(more):
            fringe = {
                (*w, n) for w in fringe for n in self.around(w[-1])
                if n != unit.hex and n not in w and self.refuge(unit, w[-1], n)
                and self.far(unit.hex, n) >= len(w)
            }  # fmt: skip
            if done := {w for w in fringe if self.room(unit, w[-1])}:
                return done
        return set()


class Saltmarsh(Referee):
    columns = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
    zone_opened = True

    def has_zone(self, unit: Unit) -> bool:
        return unit.type != "siege"

    def zone_reaches(self, a: str, b: str) -> bool:
        return "fort" not in self.ground(b)

    def limit(self, name: str) -> int:
        return 3 if "fort" in self.ground(name) else 1 if "marsh" in self.ground(name) else 2

    def enter(self, unit: Unit, a: str, b: str) -> F | None:
        ground = self.ground(b)
        if "sea" in ground or (unit.type == "horse" and ground & {"town", "fort"}):
            return None
        if self.line("road", a, b):
            return F(1)
        costs = [1]
        if "woods" in ground:
            costs.append(3 if unit.type == "horse" else 2)
        if "hills" in ground:
            costs.append(2)
        if "marsh" in ground:
            if unit.type != "foot":
                return None
            costs.append(3)
        return F(max(costs) + ("creek" in self.side(a, b)))

    def toll(self, unit: Unit, a: str, b: str) -> F | None:
        return None if a in self.hostile[unit.side] else F(0)

    def attacks_from(self, unit: Unit, target: str) -> bool:
        if target in self.around(unit.hex):
            return True
        guns = unit.type in ("guns", "siege")
        return guns and self.far(unit.hex, target) <= unit.face("range")

    def odds(self, target: str) -> tuple[list[str], F, F, str | None]:
        who = self.attackers(target)
        fort = self.ground(target) & {"town", "fort"}
        attack = sum(
            (F(u.face("attack"), 2 if u.type == "horse" and fort else 1) for u in who), F(0)
        )
        defence = F(sum(u.face("defence") for u in self.at(target)))
        worth = {"woods": 1, "hills": 1, "marsh": 1, "town": 2, "fort": 3}
        shift = -max((worth[g] for g in self.ground(target) if g in worth), default=0)
        near = [u for u in who if target in self.around(u.hex)]
        if near and all(crossing(self, u.hex, target, "creek", "road") for u in near):
            shift -= 1
        return [u.id for u in who], attack, defence, self.ratio(attack, defence, shift)


class Karga(Referee):
    columns = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
    zone_opened = True

    def has_zone(self, unit: Unit) -> bool:
        return unit.type != "headquarters"

    def zone_reaches(self, a: str, b: str) -> bool:
        return "river" not in self.side(a, b)

    def counts(self, unit: Unit) -> bool:
        return unit.type != "headquarters"

    def foot(self, unit: Unit) -> bool:
        return unit.type == "infantry"

    def price(self, foot: bool, a: str, b: str) -> F | None:
        if "lake" in self.ground(b):
            return None
        if self.line("road", a, b):
            return F(1, 2)
        cost = F(1)
        if self.ground(b) & {"rough", "woods"}:
            cost = F(2 if foot else 3)
        return cost + ((1 if foot else 2) if "river" in self.side(a, b) else 0)

    def enter(self, unit: Unit, a: str, b: str) -> F | None:
        return self.price(self.foot(unit), a, b)

    def allowance(self, unit: Unit) -> F:
        points = F(unit.face("movement"))
        return points if self.in_supply(unit) else F(points // 2)

    def toll(self, unit: Unit, a: str, b: str) -> F | None:
        zone = self.hostile[unit.side]
        return F((a in zone) + (b in zone) + (a in zone and b in zone))

    def stops(self, unit: Unit, name: str) -> bool:
        return False

    def open_line(self, side: str, a: str, b: str, at: str) -> bool:
        """Whether a line may run over a step; the hex `at` of the unit itself is never closed."""
        return b == at or (b not in self.shut(side) and "lake" not in self.ground(b))

    def spread(self, side: str, start: set[str], most: int, at: str) -> set[str]:
        reached = set(start)
        for _ in range(most):
            reached |= {
                n for name in reached if name not in self.shut(side) or name in start
                for n in self.around(name) if self.open_line(side, name, n, at)
            }  # fmt: skip
        return reached

    def supplied(self, hq: Unit) -> bool:
        side = hq.side
        base = {"varn": ("0108", "0109"), "teral": ("2202", "2207")}[side]
        mine = self.friends(side)
        rail = {
            b for b in base if b not in self.foes(side)
            and (b not in self.shut(side) or b in mine)
        }  # fmt: skip
        while True:
            more = {
                n for name in rail for n in self.around(name)
                if self.line("rail", name, n) and n not in self.shut(side)
            } - rail  # fmt: skip
            if not more:
                break
            rail |= more
        return bool(rail) and hq.hex in self.spread(side, rail, 6, hq.hex)

    def traces(self, unit: Unit) -> bool:
        if unit.type == "headquarters":
            return self.supplied(unit)
        return any(
            unit.hex in self.spread(unit.side, {hq.hex}, int(hq.face("range")), unit.hex)
            for hq in self.units
            if hq.type == "headquarters" and hq.side == unit.side and self.in_supply(hq)
        )

    def attacks_from(self, unit: Unit, target: str) -> bool:
        return unit.type != "headquarters" and target in self.around(unit.hex)

    def force(self, unit: Unit, target: str) -> F:
        value = F(unit.face("attack"))
        if not self.in_supply(unit):
            value /= 2
        if crossing(self, unit.hex, target, "river", "road", "rail"):
            value /= 2
        return F(-(-value.numerator // value.denominator))

    def odds(self, target: str) -> tuple[list[str], F, F, str | None]:
        who = self.attackers(target)
        attack = sum((self.force(u, target) for u in who), F(0))
        defence = F(sum(u.face("defence") for u in self.at(target)))
        worth = {"rough": 1, "woods": 1, "town": 2}
        shift = -sum(worth[g] for g in self.ground(target) if g in worth)
        types = {u.type for u in who}
        if (
            "armour" in types
            and types & {"infantry", "motorised"}
            and "town" not in self.ground(target)
        ):
            shift += 1
        if types == {"infantry"} and self.ground(target) & {"rough", "woods"}:
            shift += 1
        shift = max(-3, min(3, shift))
        return [u.id for u in who], attack, defence, self.ratio(attack, defence, shift)

    further = Aldra.further

    def retreats(self, unit: Unit, length: int) -> set[Way]:
        return Aldra.retreats(self, unit, length)  # type: ignore[arg-type]


class Tarsa(Referee):
    columns = ("<=-4", "-3..-1", "0..1", "2..3", "4..6", "7..9", "10..13", ">=14")
    zone_opened = True

    def has_zone(self, unit: Unit) -> bool:
        return unit.type not in ("artillery", "militia")

    def zone_reaches(self, a: str, b: str) -> bool:
        return "city" not in self.ground(b)

    def limit(self, name: str) -> int:
        return 3 if "city" in self.ground(name) else 2

    def counts(self, unit: Unit) -> bool:
        return unit.type != "artillery"

    def price(self, foot: bool, a: str, b: str) -> F | None:
        ground = self.ground(b)
        if "sea" in ground or ("marsh" in ground and not foot):
            return None
        if self.line("road", a, b):
            return F(1, 2)
        costs = [1]
        costs += [2] * ("woods" in ground)
        costs += [2 if foot else 3] * ("hills" in ground)
        costs += [3] * ("marsh" in ground)
        return F(max(costs) + ("river" in self.side(a, b)))

    def enter(self, unit: Unit, a: str, b: str) -> F | None:
        return self.price(unit.type not in ("armour", "artillery"), a, b)

    @property
    def sky(self) -> str:
        return {3: "rain", 4: "storm", 5: "rain"}.get(self.position.turn, "clear")

    def allowance(self, unit: Unit) -> F:
        points = F(unit.face("movement"))
        if not self.in_supply(unit):
            points = F(points // 2)
        return points if self.sky == "clear" else F(points // 2)

    def toll(self, unit: Unit, a: str, b: str) -> F | None:
        return F(a in self.hostile[unit.side])

    def traces(self, unit: Unit) -> bool:
        most, best = self.lines[unit.side]
        if unit.hex in best:
            return True
        ways = (
            (best[n], self.cost(unit.side, n, unit.hex)) for n in self.around(unit.hex) if n in best
        )
        return any(price is not None and length + price <= most for length, price in ways)

    def cost(self, side: str, a: str, b: str) -> F | None:
        return self.plain(b) if side == "junta" else self.price(False, a, b)

    @cached_property
    def lines(self) -> dict[str, tuple[F, dict[str, F]]]:
        return {side: self.lines_of(side) for side in self.position.game.sides}

    def lines_of(self, side: str) -> tuple[F, dict[str, F]]:
        """How long a line may be, and how long it is from every open hex."""
        shut, mine = self.shut(side), self.friends(side)
        if side == "junta":
            places = {n for n in self.position.board.terrain if self.ground(n) & {"town", "city"}}
            sources, most = {n for n in places if self.owner(n) == side}, F(5)
        else:
            sources, most = {"0912", "1307", "1418"}, F(12)
        if self.sky == "storm":
            most = F(most // 2) if side == "junta" else most / 2
        sources = {s for s in sources if s not in self.foes(side) and (s not in shut or s in mine)}
        best, fringe = dict.fromkeys(sources, F(0)), sources
        while fringe:
            new = set()
            for here in fringe:
                for n in self.around(here):
                    price = self.cost(side, here, n)
                    if price is None or n in shut:
                        continue
                    total = best[here] + price
                    if total <= most and (n not in best or total < best[n]):
                        best[n] = total
                        new.add(n)
            fringe = new
        return most, best

    def plain(self, name: str) -> F | None:
        return None if "sea" in self.ground(name) else F(1)

    def owner(self, name: str) -> str:
        here = self.at(name)
        return here[0].side if here else self.position.control.get(name, "")

    def attacks_from(self, unit: Unit, target: str) -> bool:
        if target in self.around(unit.hex):
            return True
        return unit.type == "artillery" and self.far(unit.hex, target) <= 2

    def force(self, unit: Unit) -> F:
        value = F(unit.face("attack"))
        if not self.in_supply(unit):
            value /= 2
        return F(-(-value.numerator // value.denominator))

    def odds(self, target: str) -> tuple[list[str], F, F, str | None]:
        who, held = self.attackers(target), self.at(target)
        near = [u for u in who if target in self.around(u.hex)]
        attack = sum((self.force(u) for u in who), F(0))
        defence = F(sum(u.face("defence") for u in held))
        defence += sum(
            u.face("attack") for u in self.units
            if u.side == held[0].side and u.type == "artillery" and u not in held
            and self.far(u.hex, target) <= 2
        )  # fmt: skip
        worth = {"hills": 2, "woods": 1, "town": 2, "city": 4}
        defence += max((worth[g] for g in self.ground(target) if g in worth), default=0)
        if near and all("river" in self.side(u.hex, target) for u in near):
            defence += 2
        shift = -1 if self.sky == "rain" else 0
        if held[0].side == "junta" and "town" in self.ground(target):
            shift += any(u.type == "marine" for u in who)
        if not near or self.sky == "storm":
            return [u.id for u in who], attack, defence, None
        lows = [-(10**6), -3, 0, 2, 4, 7, 10, 14]
        difference = (attack - defence) // 1
        place = max(i for i, low in enumerate(lows) if difference >= low)
        column = self.columns[max(0, min(len(lows) - 1, place + shift))]
        return [u.id for u in who], attack, defence, column


REFEREES = {"aldra": Aldra, "saltmarsh": Saltmarsh, "karga": Karga, "tarsa": Tarsa}
